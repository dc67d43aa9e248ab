"""The trees that weigh a field's options: a softmax over what labels and ranks propose, and over null.

They learn from the ranks of rankers that never saw the source they read, so that what they see in
training is what they will see of a new text.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ranker_associations import Counted, associated
from ranker_lessons import Lesson
from ranker_trees import LEARNABLE, softmax_loss, softmax_trees
from rich.console import Console
from rich.table import Table

from nlp.match.associations import Associations, Words
from nlp.match.list_options import ListOption, ListOptions
from nlp.match.ranker import Ranker
from nlp.match.second_weighing import KEPT_TRAITS, Places, second_traits
from nlp.match.second_weighing import NAMES as SECOND
from nlp.match.trees import Trees
from nlp.match.weighed import Weighable, chances_of, set_name, table
from nlp.matching import weighable_fields
from nlp.schema_compiler import compile_schema
from veraz.protocols.scorers.gensie_judge import Judge, flatten

Floats = NDArray[np.float64]
Judges = Callable[[Lesson], dict[str, Ranker]]
"""The rankers a lesson is judged with, by name; none of them has seen its source or schema."""
_ABSENT = object()
FEW = 0.5
"""What a decision counts in a schema cut down to one or two fields."""
_SHAPE: Mapping[str, Any] = {
    "num_leaves": 15,
    "max_depth": 6,
    "learning_rate": 0.05,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "max_bin": 63,
    "num_iterations": 120,
}
_LARGE = {"num_leaves": 31, "max_depth": 8, "learning_rate": 0.1, "num_iterations": 700}
_SHAPES = {"options": {**_SHAPE, **_LARGE}}
"""Of 33,050 decisions large trees learn more than small ones: .623 of two left-out parts is right by 240
of the shape above, .640 by 700 of this; of lists (3,591) and the second weighing they learn no more."""
_SEEDS = (1, 2)
"""The mean of two is .2 points better than one, that of three no better."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The options of one field of one text, a row each, a column for each name; how right each is."""

    source: str
    part: str
    names: tuple[str, ...]
    rows: NDArray[np.float32]
    right: list[float]
    first: float
    """How right the ranked candidate with the highest chance is, labels left aside."""
    weight: float
    text: str
    """Which fields are weighed beside it: those of one text and schema."""
    places: Places
    kind: str
    """The name of the trees that weigh it by itself."""
    words: Words = ()
    """The words of a field and, an option each, those beside it."""
    beside: tuple[Words, ...] = ()


def read_decisions(
    lessons: Iterable[Lesson], judges: Judges, part_of: Callable[[Lesson], str]
) -> list[Decision]:
    """The decisions of lessons, ranked by what has not seen them; ``part_of`` names their part."""
    found = []
    for whole in lessons:
        ranker = judges(whole)["with trees"]
        for lesson, weight in ((whole, 1.0), (of_few_fields(whole), FEW)):
            gold, judge = flatten(lesson.gold), Judge(lesson.raw)
            _, fields = weighable_fields(lesson.document, lesson.candidates, lesson.schema, ranker)
            found += [
                _decision(one, gold, judge, lesson, part_of(lesson), weight)
                for one in fields
                if one.rows
            ]
    return found


def of_few_fields(lesson: Lesson) -> Lesson:
    """The lesson with one or two fields of its schema: no neighbours tell where they stand."""
    chance = random.Random(lesson.id)
    names = list(lesson.raw.get("properties", {}))
    kept = sorted(chance.sample(names, min(len(names), chance.randint(1, 2))), key=names.index)
    raw = {
        **lesson.raw,
        "properties": {name: lesson.raw["properties"][name] for name in kept},
        "required": [name for name in lesson.raw.get("required", ()) if name in kept],
    }
    gold = {name: value for name, value in lesson.gold.items() if name in kept}
    schema = compile_schema(raw, instruction=lesson.schema.instruction)
    return replace(lesson, raw=raw, gold=gold, schema=schema, cases=[])


def _decision(
    one: Weighable,
    gold: Mapping[str, Any],
    judge: Judge,
    lesson: Lesson,
    part: str,
    weight: float,
) -> Decision:
    listed = isinstance(one, ListOptions)
    path = one.array.path if isinstance(one, ListOptions) else one.profile.path
    asked = gold.get(path, _ABSENT)
    if listed and asked is None:
        asked = []
    node = judge.node(judge.schema, path)
    values = [
        list(option.values) if isinstance(option, ListOption) else option.value
        for option in one.options
    ]
    right = [0.0 if asked is _ABSENT else judge.value(asked, value, node) for value in values]
    chances = [option.traits.get("gain" if listed else "chance", -np.inf) for option in one.options]
    first = right[int(np.argmax(chances))] if chances else 0.0
    if len(one.rows) > len(right):
        right.append(float(asked is None or asked == []))
    names = tuple(sorted({name for row in one.rows for name in row}))
    rows = table(names, one.rows)
    return Decision(
        lesson.part, part, names, rows, right, first, weight, f"{lesson.id} {weight}", one.places,
        set_name(one), one.words, one.beside,
    )  # fmt: skip


def fit_options(decisions: Sequence[Decision], kind: str) -> Trees:
    """Trees over the decisions; those without an option at least nearly right teach nothing."""
    names = tuple(sorted({name for one in decisions for name in one.names}))
    rows = np.concatenate([spread(one.names, one.rows, names) for one in decisions])
    share, weight = [], []
    for one in decisions:
        right = np.square(np.array(one.right))
        whole = right.sum()
        share.append(right / whole if whole else right)
        weight.append(np.full(len(right), one.weight * (max(one.right) >= LEARNABLE)))
    sizes = np.array([len(one.right) for one in decisions])
    label = np.concatenate(share)
    loss = softmax_loss(sizes, label, np.concatenate(weight))
    shape = _SHAPES.get(kind, _SHAPE)
    return softmax_trees(rows, label, loss, shape, _SEEDS, names)


def beside_choices(decisions: Sequence[Decision], chances: Sequence[Floats]) -> list[Decision]:
    """The decisions as they are weighed again, each beside the choices for its text's other fields."""
    texts: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(decisions):
        texts[one.text].append(number)
    found = list(decisions)
    for numbers in texts.values():
        traits = second_traits(
            [decisions[at].places for at in numbers],
            [chances[at] for at in numbers],
            is_form=_trait(decisions[numbers[0]], "form_text") > 0,
        )
        ends = np.cumsum([len(decisions[at].rows) for at in numbers])[:-1]
        for at, own in zip(numbers, np.split(traits, ends), strict=True):
            kept = spread(decisions[at].names, decisions[at].rows, KEPT_TRAITS)
            rows = np.concatenate([kept, own], axis=1)
            kind = f"{decisions[at].kind}_again"
            found[at] = replace(decisions[at], names=(*KEPT_TRAITS, *SECOND), rows=rows, kind=kind)
    return found


def _trait(one: Decision, name: str) -> float:
    """A trait that all rows of a decision share."""
    return float(one.rows[-1, one.names.index(name)])


def chances_by(trees: Trees, decisions: Sequence[Decision]) -> list[Floats]:
    """The chances that trees give the options of each decision."""
    rows = np.concatenate([spread(one.names, one.rows, trees.names) for one in decisions])
    return chances_of(trees.scores(rows), [len(one.rows) for one in decisions])


def spread(
    own: Sequence[str], rows: NDArray[np.float32], names: Sequence[str]
) -> NDArray[np.float32]:
    """Rows whose columns are ``own`` with a column for each of the names, NaN where there is none."""
    found = np.full((len(rows), len(names)), np.nan, dtype=np.float32)
    at = {name: column for column, name in enumerate(names)}
    kept = [(column, at[name]) for column, name in enumerate(own) if name in at]
    found[:, [column for _, column in kept]] = rows[:, [column for column, _ in kept]]
    return found


@dataclass(frozen=True, slots=True)
class Weighing:
    """The trees of both weighings, of fields and of lists, by name, and what words they ask about."""

    trees: dict[str, Trees]
    associations: Associations


def fit_weighing(
    decisions: Sequence[Decision], console: Console
) -> tuple[Weighing, dict[str, Weighing]]:
    """The trees of all decisions, and by part those that have not seen it.

    The second weighing learns from first choices by trees that had not seen the text; what words stand
    with right options, other sources say. Prints how right the first answers are by source: ranked,
    weighed once, weighed again, at best.
    """
    parts: list[str | None] = [None, *sorted({one.part for one in decisions})]
    counted = Counted(decisions)
    first, chances = _fit_parts(parts, decisions, counted)
    again = beside_choices(decisions, chances)
    second, judged = _fit_parts(parts, again)
    _print(decisions, chances, judged, console)
    found = {
        part: Weighing(
            first[part] | second[part], counted.by(lambda group, own=part: group[1] != own)
        )
        for part in parts
    }
    return found[None], {part: one for part, one in found.items() if part is not None}


def _fit_parts(
    parts: Sequence[str | None], decisions: Sequence[Decision], counted: Counted | None = None
) -> tuple[dict[str | None, dict[str, Trees]], list[Floats]]:
    """Trees by what is left out (None: nothing), and each decision's chances by those without its part.

    ``counted`` is what words stand with right options, where they are weighed too; two processes fit.
    """
    # The processes inherit the decisions; sent with each part, they would be held once more for each.
    with ProcessPoolExecutor(
        max_workers=2, initializer=_inherit, initargs=(decisions, counted)
    ) as pool:
        fitted = list(pool.map(_fit_part, parts))
    found = {at: one for _, chances in fitted for at, one in chances.items()}
    trees = dict(zip(parts, (one for one, _ in fitted), strict=True))
    return trees, [found[at] for at in range(len(decisions))]


_inherited: list[tuple[Sequence[Decision], Counted | None]] = []
"""What a process that fits was begun with."""


def _inherit(decisions: Sequence[Decision], counted: Counted | None) -> None:
    _inherited.append((decisions, counted))


def _fit_part(part: str | None) -> tuple[dict[str, Trees], dict[int, Floats]]:
    """The trees without a part, and the chances they give its decisions, by number."""
    decisions, counted = _inherited[-1]
    seen = decisions if counted is None else associated(decisions, counted, part)
    trees = _fit([one for one in seen if one.part != part])
    found: dict[int, Floats] = {}
    for kind, each in trees.items():
        own = [at for at, one in enumerate(seen) if (one.part, one.kind) == (part, kind)]
        if own:
            found |= zip(own, chances_by(each, [seen[at] for at in own]), strict=True)
    return trees, found


def _fit(decisions: Sequence[Decision]) -> dict[str, Trees]:
    found = {}
    for kind in sorted({one.kind for one in decisions}):
        own = [one for one in decisions if one.kind == kind]
        found[kind] = fit_options(own, kind)
    return found


def _print(
    decisions: Sequence[Decision],
    first: Sequence[Floats],
    second: Sequence[Floats],
    console: Console,
) -> None:
    scores: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)
    for one, once, again in zip(decisions, first, second, strict=True):
        if one.weight == 1.0:
            chosen = [one.right[int(np.argmax(each))] for each in (once, again)]
            scores[one.kind, one.source].append((one.first, *chosen, max(one.right)))
    columns = ("kind", "source", "number", "ranked", "weighed", "again", "at best")
    shown = Table(title="Fields right, by source left out (ranked → weighed with labels → again)")
    for column in columns:
        shown.add_column(column)
    for (kind, source), found in sorted(scores.items(), reverse=True):
        cells = [f"{mean(column):.3f}" for column in zip(*found, strict=True)]
        shown.add_row(kind, source, str(len(found)), *cells)
    console.print(shown)
