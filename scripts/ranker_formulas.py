"""The trees that weigh formulas: a softmax over what the numbers of a text come to, and what a field has.

They learn from fields as rankers answer them that never saw the source.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import lightgbm
import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Lesson
from ranker_options import spread
from ranker_trees import PARAMETERS, as_trees, softmax_loss
from rich.console import Console
from rich.table import Table

from nlp.match.operands import CENT
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees
from nlp.match.weighed import chances_of, table
from nlp.match.weighed_formulas import FORMULAS, LEAST, LEAST_BESIDE, formula_fields
from nlp.matching import match_hints
from nlp.schema import is_number
from veraz.protocols.scorers.gensie_judge import flatten

_SHAPE = {
    "num_leaves": 12,
    "max_depth": 6,
    "min_data_in_leaf": 30,
    "num_iterations": 300,
}
_SEEDS = (1,)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The formulas of one field, a row each and one for the field without them; which are right."""

    source: str
    part: str
    names: tuple[str, ...]
    rows: NDArray[np.float32]
    right: tuple[bool, ...]
    is_answered: bool
    """Whether the field is right without formulas."""


def read_formulas(
    lessons: Iterable[Lesson],
    ranker_of: Callable[[Lesson], Ranker],
    part_of: Callable[[Lesson], str],
) -> list[Weighed]:
    """The fields of lessons that ask for something reckoned."""
    found = []
    for lesson in lessons:
        ranker = without_formulas(ranker_of(lesson))
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
                )
            )
    return found


def without_formulas(ranker: Ranker) -> Ranker:
    """The ranker as it answers without formulas."""
    assert ranker.boosted is not None
    trees = {name: one for name, one in ranker.boosted.trees.items() if name != FORMULAS}
    return replace(ranker, boosted=replace(ranker.boosted, trees=trees))


def with_formulas(ranker: Ranker, trees: Trees) -> Ranker:
    """The ranker with the trees that weigh formulas."""
    assert ranker.boosted is not None
    every = {**ranker.boosted.trees, FORMULAS: trees}
    return replace(ranker, boosted=replace(ranker.boosted, trees=every))


def _alike(value: float, asked: float) -> bool:
    return abs(value - asked) < CENT * max(1.0, abs(asked) / 1e4)


def fit_formulas(weighed: Sequence[Weighed], console: Console) -> dict[str | None, Trees]:
    """The trees of all (None), and by part those that have not seen it; prints what they judge."""
    parts: list[str | None] = [None, *sorted({one.part for one in weighed})]
    with ProcessPoolExecutor(max_workers=2) as pool:
        taught = [[one for one in weighed if one.part != part] for part in parts]
        trees = dict(zip(parts, pool.map(_fit, taught), strict=True))
    _print(weighed, trees, console)
    return trees


def _fit(weighed: Sequence[Weighed]) -> Trees:
    names = tuple(sorted({name for one in weighed for name in one.names}))
    rows = np.concatenate([spread(one.names, one.rows, names) for one in weighed])
    right = [np.array(one.right, dtype=np.float64) for one in weighed]
    label = np.concatenate([one / one.sum() for one in right])
    sizes = np.array([len(one) for one in right])
    loss = softmax_loss(sizes, label, np.ones(len(label)))
    boosters = [
        lightgbm.train(
            {**PARAMETERS, **_SHAPE, "seed": seed, "objective": loss},
            lightgbm.Dataset(rows, label=label),
        )
        for seed in _SEEDS
    ]
    return as_trees(boosters, names)


def _print(weighed: Sequence[Weighed], trees: Mapping[str | None, Trees], console: Console) -> None:
    shown = Table(
        title="Fields that ask for something reckoned, right by what never saw the source"
    )
    columns = ("source", "fields", "without", "at best", "with", "chosen", "of these right")
    for column in columns:
        shown.add_column(column)
    counts: dict[str, NDArray[np.int64]] = {}
    for one in weighed:
        own = trees[one.part]
        chances = chances_of(own.scores(spread(one.names, one.rows, own.names)), [len(one.rows)])[0]
        best = int(chances[:-1].argmax())
        chosen = chances[best] >= max(LEAST, LEAST_BESIDE * chances[-1])
        right = one.right[best] if chosen else one.is_answered
        row = [
            1, one.is_answered, one.is_answered or any(one.right[:-1]), right, chosen,
            chosen and one.right[best],
        ]  # fmt: skip
        for name in (one.source, "all"):
            counts[name] = counts.get(name, np.zeros(len(row), dtype=np.int64)) + np.array(row)
    for name, found in counts.items():
        shown.add_row(name, *map(str, found.tolist()))
    console.print(shown)
