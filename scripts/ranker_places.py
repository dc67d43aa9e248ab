"""The trees that say which place of a row answers which field of a list's objects.

A softmax over the places offered to a field in a block whose rows tell the objects of the right
answer, and over none of them; associations are those that never saw the source.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ranker_added import Choice, fit_by_part, print_sums
from ranker_lessons import Lesson, answer_at
from rich.console import Console

from nlp.assignment import best_pairs
from nlp.labels.likeness import FieldTerms
from nlp.match.operands import CENT
from nlp.match.place_traits import Offer
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker
from nlp.match.row_choice import block_tasks
from nlp.match.row_reading import BlockTask, Place
from nlp.match.row_slots import Slot
from nlp.match.trees import Trees
from nlp.match.weighed import table
from nlp.schema import JSON, is_number
from veraz.protocols.scorers.gensie import lexical

_SHAPE = {
    "num_leaves": 24,
    "max_depth": 7,
    "min_data_in_leaf": 25,
    "num_iterations": 400,
    "learning_rate": 0.15,
}
_TOLD = 0.45
"""The share of a list's values that the rows of a block must hold for them to be its objects."""
_BEST, _LEAST = 0.02, 0.3
"""How far below the rightest place another is as right; how right a place must be to teach."""


@dataclass(frozen=True, slots=True)
class Placed(Choice):
    """The places of one field in a block that tells its list, and none of them."""

    by_rule: float
    """How right the place is that rules choose."""


def read_places(
    lessons: Iterable[Lesson],
    ranker_of: Callable[[Lesson], Ranker],
    part_of: Callable[[Lesson], str],
) -> list[Placed]:
    """The fields of the lists of objects of lessons, in the blocks that tell them."""
    found = []
    for lesson in lessons:
        reading = read_pool(lesson.document, lesson.candidates, lesson.schema)
        ranker = ranker_of(lesson)
        for task in block_tasks(lesson.schema, reading, ranker):
            objects = answer_at(lesson.gold, task.array.path)
            if not isinstance(objects, list) or not objects:
                continue
            offers = task.offers()
            right = _right(task, offers, objects)
            if right is None:
                continue
            chosen = task.together(task.by_rule(offers))
            for at, (own, traits) in enumerate(zip(right, task.traits(offers), strict=True)):
                names = tuple(sorted({name for row in traits for name in row}))
                first = own[_number(chosen.get(at), offers[at])]
                found.append(
                    Placed(lesson.part, part_of(lesson), names, table(names, traits), own, first)
                )
    return found


def _number(place: Place | None, offers: Sequence[Offer]) -> int:
    """Which of the places of a field one is; -1 none."""
    slots = [offer.slot for offer in offers]
    return slots.index(place.slot) if place is not None else -1


def _right(
    task: BlockTask, offers: Sequence[Sequence[Offer]], objects: Sequence[Any]
) -> list[tuple[float, ...]] | None:
    """How right each place of each field is, and none of them; None where the rows tell other things."""
    size = len(task.array.path) + len(".*.")
    asked = [[answer_at(each, one.profile.path[size:]) for each in objects] for one in task.asked]
    rows = range(len(task.block.rows))
    likenesses = [
        [
            np.array([[_alike(value, other) for other in values] for value in read])
            for offer in each
            if (read := [_read(task, one, offer.slot, row) for row in rows])
        ]
        for one, each, values in zip(task.asked, offers, asked, strict=True)
    ]
    total = np.zeros((len(rows), len(objects)))
    count = 0
    for one, each, values in zip(task.asked, likenesses, asked, strict=True):
        if one.profile.field.is_choice:
            continue
        known = np.array([value is not None for value in values])
        count += int(known.sum())
        if each:
            total += np.max(each, axis=0) * known
    pairs = [(row, at) for row, at in best_pairs(total) if total[row, at] > 0]
    if not count or sum(total[pair] for pair in pairs) < _TOLD * count:
        return None
    found = []
    for each, values in zip(likenesses, asked, strict=True):
        shares = [float(np.mean([rows_by[pair] for pair in pairs])) for rows_by in each]
        nothing = float(np.mean([values[at] is None for _, at in pairs]))
        best = max([*shares, nothing], default=0.0)
        if best < _LEAST:
            shares, nothing, best = [0.0] * len(shares), 1.0, 1.0
        told = [share * (share >= best - _BEST) for share in (*shares, nothing)]
        found.append(tuple(told))
    return found


def _read(task: BlockTask, one: FieldTerms, slot: Slot, row: int) -> JSON:
    span = slot.spans[row]
    filled = None if span is None else task.reader.of(one.profile, span)
    return None if filled is None else filled.value


def _alike(value: JSON, asked: Any) -> float:
    """How like a value is to the right one, from 0 to 1."""
    if value is None or asked is None:
        return float(value is asked)
    if is_number(value) and is_number(asked):
        return float(abs(value - asked) < CENT)
    if isinstance(value, str) and isinstance(asked, str):
        return lexical(value, asked)
    return float(value == asked)


def fit_places(placed: Sequence[Placed], console: Console) -> dict[str | None, Trees]:
    """The trees of all (None), and by part those that have not seen it; prints what they judge."""
    trees = fit_by_part(placed, _SHAPE)
    title = "Places of rows, right by what never saw the source"
    columns = ("fields", "by rule", "at best", "by trees")
    print_sums(console, title, columns, [(one.source, _judged(one, trees)) for one in placed])
    return trees


def _judged(one: Placed, trees: Mapping[str | None, Trees]) -> list[float]:
    best = int(one.chances(trees[one.part]).argmax())
    return [1, one.by_rule, max(one.right), one.right[best]]
