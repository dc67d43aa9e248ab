"""What a first weighing of all fields chose, as traits of a second: claims on a place, order, neighbours.

A form is filled in the order of its schema more often than not, and one place answers one field.
Neither can be seen of a field alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nlp.match.ranker import odds_of
from nlp.match.surroundings import Floats, meets
from nlp.schema import parent_path
from nlp.spans import Span

NAMES = (
    "first", "first_lead", "first_nothing", "first_best", "claimed", "home_claimed", "claims",
    "behind", "behind_sure", "ahead", "ahead_sure", "beside_choice", "in_order",
)  # fmt: skip
"""The traits in the order of their columns."""
_NEIGHBOURS = ("behind", "behind_sure", "ahead", "ahead_sure")
KEPT_TRAITS = (
    "alike", "home", "chance", "nothing", "fit", "home_of_others",
    "rows", "told", "block", "wanted", "items",
)  # fmt: skip
"""What of the first weighing's traits is looked at again; more of them gained nothing."""
_FEW = 2
"""Up to so many fields, order says nothing."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the options of one field stand: offsets, and the number of the pair around each.

    ``homes`` has -1 for an option in no pair.
    """

    path: str
    spans: tuple[Span, ...]
    homes: tuple[int, ...]


def second_traits(
    fields: Sequence[Places], chances: Sequence[Floats], *, is_form: bool
) -> NDArray[np.float32]:
    """The traits, one row an option and one a null, in the order of ``fields``; NaN where none.

    ``fields`` are in the order of the schema; the chances of one field are those of its options
    and, where there is one more, of saying nothing. Only on a form does it count how far the
    neighbours in the schema are: schemas of running text follow it where one author wrote both.
    """
    sizes = [len(one) for one in chances]
    rows = np.full((sum(sizes), len(NAMES)), np.nan)
    if not len(rows):
        return rows.astype(np.float32)
    first = _First(fields, chances)
    behind = 0
    for number, (one, each) in enumerate(zip(fields, chances, strict=True)):
        own = rows[behind : behind + len(each)]
        behind += len(each)
        own[:, :4] = _of_chances(each, len(one.spans))
        if one.spans:
            options = own[: len(one.spans), 4:]
            options[:, :3] = first.claims(number)
            options[:, 3:] = first.order(number)
    if not is_form:
        rows[:, [NAMES.index(name) for name in _NEIGHBOURS]] = np.nan
    return rows.astype(np.float32)


def _of_chances(each: Floats, options: int) -> Floats:
    """The log-odds of each, its lead on the best or of the best, and those of null and the best."""
    odds, never = odds_of(each), odds_of([0.0])[0]
    second, best = np.sort([never, *odds])[-2:]
    nothing = odds[-1] if len(each) > options else never
    lead = np.where(odds == best, best - second, odds - best)
    return np.stack(np.broadcast_arrays(odds, lead, nothing, best), axis=1)


class _First:
    """What the first weighing says: every option's place and chance, and the likeliest of each field."""

    def __init__(self, fields: Sequence[Places], chances: Sequence[Floats]) -> None:
        self._fields = fields
        self._spans = np.array([span for one in fields for span in one.spans]).reshape(-1, 2)
        self._owner = np.repeat(np.arange(len(fields)), [len(one.spans) for one in fields])
        of_options = [each[: len(one.spans)] for one, each in zip(fields, chances, strict=True)]
        self._said = np.concatenate(of_options)
        found = []
        for number, (one, each) in enumerate(zip(fields, of_options, strict=True)):
            if one.spans:
                best = int(np.argmax(each))
                found.append((number, *one.spans[best], one.homes[best], float(each[best])))
        columns = np.array(found, dtype=np.float64).reshape(-1, 5).T
        self._field, self._start, self._end, self._home = columns[:4].astype(np.int64)
        self._choices = np.stack([self._start, self._end], axis=1)
        self._sure = columns[4]

    def claims(self, number: int) -> Floats:
        """The surest choice of another field at each option and in its pair; the chances of all there."""
        one = self._fields[number]
        spans = np.array(one.spans)
        home = np.array(one.homes)[:, None]
        others = self._field != number
        taken = meets(spans, self._choices) & others
        shares = (self._home == home) & (home >= 0) & others
        best = [(where * self._sure).max(axis=1, initial=0.0) for where in (taken, shares)]
        crossed = meets(spans, self._spans) & (self._owner != number)
        return np.stack([*best, crossed @ self._said], axis=1)

    def order(self, number: int) -> Floats:
        """Characters to the choices of the field before, of that behind and of the nearest sibling.

        Last the share of the other fields that stand on the side where the schema has them.
        """
        start, end = np.array(self._fields[number].spans).T
        found = np.full((len(start), 6), np.nan)
        before, after = self._field < number, self._field > number
        if before.any():
            last = int(np.flatnonzero(before)[-1])
            found[:, 0], found[:, 1] = start - self._end[last], self._sure[last]
        if after.any():
            next_one = int(np.flatnonzero(after)[0])
            found[:, 2], found[:, 3] = self._start[next_one] - end, self._sure[next_one]
        parents = [parent_path(one.path) for one in self._fields]
        beside = np.array(
            [at != number and parents[at] == parents[number] for at in self._field.tolist()]
        )
        if beside.any():
            middles = (self._start + self._end)[beside]
            found[:, 4] = np.abs((start + end)[:, None] - middles).min(axis=1) / 2
        if len(self._field) > _FEW:
            others = self._field != number
            agrees = (self._start[others] < start[:, None]) == before[others]
            found[:, 5] = agrees.mean(axis=1)
        return found
