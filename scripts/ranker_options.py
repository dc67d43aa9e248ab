"""The trees that weigh a field's options: a softmax over what labels and ranks propose, and over null.

They learn from the ranks of rankers that never saw the source they read, so that what they see in
training is what they will see of a new text.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Lesson
from ranker_trees import LEARNABLE, PARAMETERS, as_trees, softmax_loss
from rich.console import Console
from rich.table import Table

from nlp.match.options import FieldOptions
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees
from nlp.match.weighed import table
from nlp.matching import field_options
from nlp.schema_compiler import compile_schema
from veraz.protocols.scorers.gensie_judge import Judge, flatten

Floats = NDArray[np.float64]
Judges = Callable[[Lesson], dict[str, Ranker]]
"""The rankers a lesson is judged with, by name; none of them has seen its source or schema."""
FEW = 0.5
"""What a decision counts in a schema cut down to one or two fields."""
_SHAPE: Mapping[str, Any] = {
    "num_leaves": 15,
    "max_depth": 6,
    "num_iterations": 240,
    "learning_rate": 0.05,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "max_bin": 63,
    "seed": 1,
}
"""Chosen among eight with whole sources left out: none of the others was .5 points worse."""


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


def read_decisions(
    lessons: Iterable[Lesson], judges: Judges, part_of: Callable[[Lesson], str]
) -> list[Decision]:
    """The decisions of lessons, ranked by what has not seen them; ``part_of`` names their part."""
    found = []
    for whole in lessons:
        ranker = judges(whole)["with trees"]
        for lesson, weight in ((whole, 1.0), (of_few_fields(whole), FEW)):
            gold, judge = flatten(lesson.gold), Judge(lesson.raw)
            fields = field_options(lesson.document, lesson.candidates, lesson.schema, ranker)
            found += [
                _decision(one, gold, judge, lesson.part, part_of(lesson), weight)
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
    one: FieldOptions,
    gold: Mapping[str, Any],
    judge: Judge,
    source: str,
    part: str,
    weight: float,
) -> Decision:
    path = one.profile.path
    node = judge.node(judge.schema, path)
    right = [
        judge.value(gold[path], option.value, node) if path in gold else 0.0
        for option in one.options
    ]
    chances = [option.traits.get("chance", -np.inf) for option in one.options]
    first = right[int(np.argmax(chances))] if chances else 0.0
    if len(one.rows) > len(right):
        right.append(float(gold.get(path, 0) is None))
    names = tuple(sorted({name for row in one.rows for name in row}))
    return Decision(source, part, names, table(names, one.rows), right, first, weight)


def fit_options(decisions: Sequence[Decision]) -> Trees:
    """Trees over the decisions; those without an option at least nearly right teach nothing."""
    names = tuple(sorted({name for one in decisions for name in one.names}))
    rows = np.concatenate([_spread(one, names) for one in decisions])
    share, weight = [], []
    for one in decisions:
        right = np.square(np.array(one.right))
        whole = right.sum()
        share.append(right / whole if whole else right)
        weight.append(np.full(len(right), one.weight * (max(one.right) >= LEARNABLE)))
    sizes = np.array([len(one.right) for one in decisions])
    label = np.concatenate(share)
    booster = lightgbm.train(
        {
            **PARAMETERS,
            **_SHAPE,
            "objective": softmax_loss(sizes, label, np.concatenate(weight)),
        },
        lightgbm.Dataset(rows, label=label),
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
    without: dict[str, Trees] = {}
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for part in sorted({one.part for one in decisions}):
        others = [one for one in decisions if one.part != part]
        trees = without[part] = fit_options(others)
        for one in decisions:
            if one.part == part and one.weight == 1.0:
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
