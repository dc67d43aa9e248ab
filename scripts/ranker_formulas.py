"""The trees that weigh formulas: a softmax over what the numbers of a text come to, and what a field has.

They learn from fields as rankers answer them that never saw the source.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ranker_added import Choice, fit_by_part, print_sums, with_set
from ranker_lessons import Lesson
from rich.console import Console

from nlp.match.operands import CENT
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees
from nlp.match.weighed import table
from nlp.match.weighed_formulas import FORMULAS, formula_fields, least_chance
from nlp.matching import match_hints
from nlp.schema import is_number
from veraz.protocols.scorers.gensie_judge import flatten

_SHAPE = {
    "num_leaves": 12,
    "max_depth": 6,
    "min_data_in_leaf": 80,
    "num_iterations": 300,
}


@dataclass(frozen=True, slots=True)
class Weighed(Choice):
    """The formulas of one field, and what it has without them."""

    is_answered: bool
    """Whether the field is right without formulas."""
    current: float
    """The chance of its likeliest hint."""


def read_formulas(
    lessons: Iterable[Lesson],
    ranker_of: Callable[[Lesson], Ranker],
    part_of: Callable[[Lesson], str],
) -> list[Weighed]:
    """The fields of lessons that ask for something reckoned."""
    found = []
    for lesson in lessons:
        ranker = with_set(ranker_of(lesson), FORMULAS, None)
        gold = flatten(lesson.gold)
        hints = match_hints(
            lesson.document, lesson.candidates, lesson.schema, ranker=ranker, shown=False
        )
        reading = read_pool(lesson.document, lesson.candidates, lesson.schema)
        by_path = {one.path: one for one in hints}
        for one in formula_fields(by_path, lesson.document, reading, lesson.schema):
            asked = gold.get(one.profile.path)
            right = [is_number(asked) and _alike(value, asked) for value in one.values]
            current = one.current.value
            has = (
                is_number(asked) and _alike(current, asked)
                if current is not None
                else asked is None
            )
            names = tuple(sorted({name for row in one.rows for name in row}))
            found.append(
                Weighed(
                    lesson.part,
                    part_of(lesson),
                    names,
                    table(names, one.rows),
                    (*right, has or not any(right)),
                    has,
                    one.current.chance,
                )
            )
    return found


def _alike(value: float, asked: float) -> bool:
    return abs(value - asked) < CENT * max(1.0, abs(asked) / 1e4)


def fit_formulas(weighed: Sequence[Weighed], console: Console) -> dict[str | None, Trees]:
    """The trees of all (None), and by part those that have not seen it; prints what they judge."""
    trees = fit_by_part(weighed, _SHAPE)
    title = "Fields that ask for something reckoned, right by what never saw the source"
    columns = ("fields", "without", "at best", "with", "chosen", "of these right")
    print_sums(console, title, columns, [(one.source, _judged(one, trees)) for one in weighed])
    return trees


def _judged(one: Weighed, trees: Mapping[str | None, Trees]) -> list[float]:
    chances = one.chances(trees[one.part])
    best = int(chances[:-1].argmax())
    chosen = chances[best] >= least_chance(one.current, float(chances[-1]))
    right = one.right[best] if chosen else one.is_answered
    return [
        1, one.is_answered, one.is_answered or any(one.right[:-1]), right, chosen,
        chosen and one.right[best],
    ]  # fmt: skip
