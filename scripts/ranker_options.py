"""The trees that weigh a field's options: a softmax over what labels and ranks propose, and over null.

They learn from the ranks of rankers that never saw the source they read, so that what they see in
training is what they will see of a new text.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Lesson
from ranker_trees import PARAMETERS, as_trees, softmax_loss
from rich.console import Console
from rich.table import Table

from nlp.match.options import FieldOptions
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees
from nlp.match.weighed import table
from nlp.matching import field_options
from veraz.protocols.scorers.gensie_judge import Judge, flatten

Floats = NDArray[np.float64]
Judges = Callable[[Lesson], dict[str, Ranker]]
"""The rankers a lesson is judged with, by name; none of them has seen its source or schema."""
ROUNDS = 240
LEARNABLE = 0.2
SHAPE: Mapping[str, Any] = {
    "learning_rate": 0.05,
    "num_leaves": 15,
    "max_depth": 6,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "max_bin": 63,
    "seed": 1,
}
"""Chosen among eight shapes with whole sources left out; none of the others was .5 points worse."""


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


def read_decisions(
    lessons: Iterable[Lesson], judges: Judges, part_of: Callable[[Lesson], str]
) -> list[Decision]:
    """The decisions of lessons, ranked by what has not seen them; ``part_of`` names their part."""
    found = []
    for lesson in lessons:
        gold, judge = flatten(lesson.gold), Judge(lesson.raw)
        ranker = judges(lesson)["with trees"]
        for one in field_options(lesson.document, lesson.candidates, lesson.schema, ranker):
            if one.rows:
                found.append(_decision(one, gold, judge, lesson.part, part_of(lesson)))
    return found


def _decision(
    one: FieldOptions, gold: Mapping[str, Any], judge: Judge, source: str, part: str
) -> Decision:
    path = one.profile.path
    node = judge.node(judge.schema, path)
    right = [
        judge.value(gold[path], option.value, node) if path in gold else 0.0
        for option in one.options
    ]
    chances = [option.traits.get("chance", -np.inf) for option in one.options]
    first = right[int(np.argmax(chances))] if chances else 0.0
    if one.profile.field.nullable:
        right.append(float(gold.get(path, 0) is None))
    names = tuple(sorted({name for row in one.rows for name in row}))
    return Decision(source, part, names, table(names, one.rows), right, first)


def fit_options(decisions: Sequence[Decision]) -> Trees:
    """Trees over the decisions; what has no option that is at least nearly right teaches nothing."""
    names = tuple(sorted({name for one in decisions for name in one.names}))
    rows = np.concatenate([_spread(one, names) for one in decisions])
    share, weight = [], []
    for one in decisions:
        right = np.square(np.array(one.right))
        whole = right.sum()
        share.append(right / whole if whole else right)
        weight.append(np.full(len(right), float(max(one.right) >= LEARNABLE)))
    sizes = np.array([len(one.right) for one in decisions])
    label = np.concatenate(share)
    booster = lightgbm.train(
        {**PARAMETERS, **SHAPE, "objective": softmax_loss(sizes, label, np.concatenate(weight))},
        lightgbm.Dataset(rows, label=label),
        num_boost_round=ROUNDS,
    )
    return as_trees([booster], names)


def _spread(one: Decision, names: Sequence[str]) -> NDArray[np.float32]:
    """The rows of a decision with a column for each of the names, NaN where it has none."""
    rows = np.full((len(one.rows), len(names)), np.nan, dtype=np.float32)
    at = {name: column for column, name in enumerate(names)}
    kept = [(own, at[name]) for own, name in enumerate(one.names) if name in at]
    rows[:, [column for _, column in kept]] = one.rows[:, [own for own, _ in kept]]
    return rows


def print_options(decisions: Sequence[Decision], console: Console) -> dict[str, Trees]:
    """How right the first answers are by source: ranked, weighed by trees of other sources, at best.

    The trees by the part that they have not seen.
    """
    without = {}
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for part in sorted({one.part for one in decisions}):
        trees = without[part] = fit_options([one for one in decisions if one.part != part])
        for one in decisions:
            if one.part == part:
                weights = trees.scores(_spread(one, trees.names))
                chosen = one.right[int(np.argmax(weights))]
                scores[one.source].append((one.first, chosen, max(one.right)))
    shown = Table(title="Fields right, by source left out (ranked → weighed with labels; at best)")
    for column in ("source", "fields", "ranked", "weighed", "at best"):
        shown.add_column(column)
    for source, found in sorted(scores.items()):
        cells = [f"{mean(column):.3f}" for column in zip(*found, strict=True)]
        shown.add_row(source, str(len(found)), *cells)
    console.print(shown)
    return without
