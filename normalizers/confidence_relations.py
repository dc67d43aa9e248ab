"""What the places of one answer tell of each other: values given twice, rows that stand together.

A model that takes a neighbour's value writes it in two places, or beside the values of another row;
one that takes another member of an enum takes one that the text says of another row.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from nlp.folding import fold_word
from nlp.schema import JSON
from nlp.spans import Span
from normalizers.place import Place, schema_path

_MOST_TWINS = 3
_MOST_MENTIONS = 3
"""Mentions up to which a value says where its row stands."""
_COMMON = 20
"""Mentions from which a value stands everywhere, by no row."""
_NEAR, _FAR = 20, 1_000
"""Characters under which, and from which, distances make no difference."""

_LOOKED_AT = 40
"""Points of its own row that a place is looked past for another's."""

Points = Sequence[tuple[int, str]]
"""Offsets in the text, each with the row that stands there, in order."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What the rest of the answer tells of one place.

    ``fields`` and ``rows`` count the other fields and the other rows of this field that give the
    same value (0 to 1), ``listed`` is whether its own list does; ``rival`` is how much the best of
    those fields likes it. ``far`` is how far it stands from the rest of its row (0 to 1), ``astray``
    the logarithm of that distance over the distance to the nearest other row; ``member`` the like
    for a member of an enum over the other members.
    """

    fields: float = 0.0
    rows: float = 0.0
    listed: float = 0.0
    rival: float = 0.0
    far: float = 0.0
    astray: float = 0.0
    member: float = 0.0


def relations(
    places: Sequence[Place], likings: Sequence[float], rivals: Sequence[Sequence[Span]]
) -> list[Relation]:
    """The relations of every place; ``likings`` are the hints' scores of their values, ``rivals``
    the spans of the text that say other members of their enums."""
    twins: dict[object, dict[str, float]] = defaultdict(dict)
    counts: Counter[tuple[object, str]] = Counter()
    for place, liking in zip(places, likings, strict=True):
        key, path = _key(place.value), schema_path(place.path)
        twins[key][path] = max(liking, twins[key].get(path, 0.0))
        counts[(key, path)] += 1
    lists, rows = _points(places)
    found = []
    for place, liking, others in zip(places, likings, rivals, strict=True):
        key, path = _key(place.value), schema_path(place.path)
        fields = {other: best for other, best in twins[key].items() if other != path}
        same = counts[(key, path)] - 1
        if key is None:
            fields, same = {}, 0
        row = row_of(place.path)
        found.append(
            Relation(
                min(1.0, len(fields) / _MOST_TWINS),
                min(1.0, same / _MOST_TWINS),
                float(place.in_list and same > 0),
                max(fields.values(), default=liking) - liking,
                *_standing(place, lists.get(schema_path(row), ()), rows.get(row, ()), others),
            )
        )
    return found


def row_of(path: str) -> str:
    """The path of the innermost element of a list that holds the place; empty where none does."""
    steps = path.split(".")
    last = max((at for at, step in enumerate(steps[:-1]) if step.isdecimal()), default=-1)
    return ".".join(steps[: last + 1])


def _key(value: JSON) -> object:
    """What two places have in common that give the same value; None where that says nothing."""
    if value is None or isinstance(value, bool | list | dict):
        return None
    return fold_word(value) if isinstance(value, str) else value


def _points(places: Sequence[Place]) -> tuple[Mapping[str, Points], Mapping[str, Sequence[int]]]:
    """Where the elements of every list stand, by the list's schema path, and by the element."""
    lists: dict[str, list[tuple[int, str]]] = defaultdict(list)
    rows: dict[str, list[int]] = defaultdict(list)
    for place in places:
        row = row_of(place.path)
        if row and place.field.kind != "enum" and len(place.alignment.mentions) <= _MOST_MENTIONS:
            for at in _edges(_spans(place)):
                lists[schema_path(row)].append((at, row))
                rows[row].append(at)
    return (
        {path: sorted(points) for path, points in lists.items()},
        {row: sorted(points) for row, points in rows.items()},
    )


def _standing(
    place: Place, points: Points, own: Sequence[int], rivals: Sequence[Span]
) -> tuple[float, float, float]:
    """``far``, ``astray`` and ``member`` of :class:`Relation`."""
    row, common = row_of(place.path), len(place.alignment.mentions) > _COMMON
    mine = set() if common else set(_edges(_spans(place)))
    here = [at for at in own if at not in mine]
    if not here or not (mine or rivals):
        return 0.0, 0.0, 0.0
    away = _distance(mine, here)
    elsewhere = [at for one in mine for at in _beside(one, row, points)]
    astray = _ratio(away, _distance(mine, sorted(elsewhere))) if mine else 0.0
    named = place.field.kind == "enum"
    member = _ratio(away, _distance(set(_edges(rivals)), here)) if named else 0.0
    return min(away, _FAR) / _FAR, astray, member


def _beside(at: int, row: str, points: Points) -> Iterator[int]:
    """The nearest points of other rows before and after an offset."""
    middle = bisect_left(points, (at, ""))
    before = reversed(points[max(0, middle - _LOOKED_AT) : middle])
    for side in (before, points[middle : middle + _LOOKED_AT]):
        yield from islice((point for point, other in side if other != row), 1)


def _spans(place: Place) -> list[Span]:
    return [span for mention in place.alignment.mentions for span in mention]


def _edges(spans: Sequence[Span]) -> Iterator[int]:
    for start, end in spans:
        yield start
        yield end


def _distance(ones: set[int], others: Sequence[int]) -> int:
    """The least distance between two sets of offsets, the second in order."""
    found = _FAR
    for one in ones:
        at = bisect_left(others, one)
        found = min([found, *(abs(one - near) for near in others[max(0, at - 1) : at + 1])])
    return found


def _ratio(left: int, right: int) -> float:
    return math.log((left + _NEAR) / (right + _NEAR))
