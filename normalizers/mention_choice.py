"""Which of several mentions of a value is meant.

No number of a list's item ("3." before the item) where there is another; one in the unit that the
field asks for ("94 años", not "94 %"); in a list of objects one from where the text begins to speak of
this object to where it begins to speak of another; one with a word of the field right behind it; one
that the matcher takes for the field's answer; then the one nearest to the evidence of its siblings.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf

from nlp.hints import FieldHints
from nlp.schema import parent_path
from nlp.spans import Span
from nlp.stems import spanish_stem, words_of
from normalizers.place import Context, Place, schema_path

_ITEM = re.compile(r"[.)\-]{1,2}\s")
_BEHIND = re.compile(r"\s([^\W\d_]+)")
_TELLING = 4
"""Letters from which a word of a field says what it counts."""
WIDER = 24
"""Characters that a candidate may go beyond a mention of its value on either side."""
SIBLINGS = 12
"""Siblings looked at, the nearest in the answer's order."""


def choose_mentions(places: Iterable[Place], context: Context) -> list[Place]:
    """Choose a mention for every one that has several."""
    every = list(places)
    groups: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(every):
        if one.alignment.mentions:
            groups[parent_path(one.path)].append(place)
    rows = _rows({path: [every[one] for one in members] for path, members in groups.items()})
    for parent, members in groups.items():
        starts = {place: [m[0][0] for m in every[place].alignment.mentions] for place in members}
        for rank, place in enumerate(members):
            if len(starts[place]) < 2:
                continue
            around = members[max(0, rank - SIBLINGS // 2) : rank + SIBLINGS // 2 + 1]
            others = [starts[other] for other in around if other != place]
            every[place] = _chosen(every[place], others, rows.get(parent), context)
    return every


def _rows(groups: Mapping[str, Sequence[Place]]) -> dict[str, tuple[int, float]]:
    """From where to where the text speaks of each object of a list: half-open, by its path.

    It begins with what of the object the text says once; one that begins nowhere has no place.
    """
    begins: dict[str, int] = {}
    for path, places in groups.items():
        mentions = (one.alignment.mentions for one in places)
        once = [found[0][0][0] for found in mentions if len(found) == 1]
        if once and path.rpartition(".")[2].isdecimal():
            begins[path] = min(once)
    lists: dict[str, list[int]] = defaultdict(list)
    for path, start in begins.items():
        lists[parent_path(path)].append(start)
    ordered = {path: [*sorted(starts), inf] for path, starts in lists.items()}
    beside = {path: ordered[parent_path(path)] for path in begins}
    return {
        path: (start, beside[path][bisect_right(beside[path], start)])
        for path, start in begins.items()
    }


def _chosen(
    one: Place, others: Sequence[Sequence[int]], row: tuple[int, float] | None, context: Context
) -> Place:
    hints = context.hints.get(schema_path(one.path))
    words = words_of(f"{one.field.name} {one.field.description}")
    asked = {spanish_stem(word) for word in words if len(word) >= _TELLING}

    def cost(mention: tuple[Span, ...]) -> tuple[bool, bool, bool, bool, float, int]:
        start, end = mention[0]
        return (
            _numbers_an_item(context.document.text, start, end),
            not context.aligner.in_unit((start, end), one.field),
            row is not None and not row[0] <= start < row[1],
            _stem_behind(context.document.text, end) not in asked,
            -_likelihood(start, end, hints),
            sum(_distance(start, each) for each in others),
        )

    best = min(one.alignment.mentions, key=cost)
    return replace(one, alignment=replace(one.alignment, spans=best))


def _numbers_an_item(text: str, start: int, end: int) -> bool:
    """Whether a mention is the number of a list's item: "3. " or "3) " at the head of a line."""
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip() and bool(_ITEM.match(text, end))


def _stem_behind(text: str, end: int) -> str:
    """The stem of the word right behind a mention; empty where there is none."""
    found = _BEHIND.match(text, end)
    return spanish_stem(found[1]) if found else ""


def _likelihood(start: int, end: int, hints: FieldHints | None) -> float:
    """How likely the matcher holds the candidate at a mention, in whole tenths: less says nothing."""
    scores = [
        hint.score
        for hint in (hints.hints if hints is not None else ())
        if hint.candidate.start <= start
        and end <= hint.candidate.end <= end + WIDER
        and start - hint.candidate.start <= WIDER
    ]
    return int(10 * max(scores, default=0.0)) / 10


def _distance(start: int, places: Sequence[int]) -> int:
    """The distance to the nearest of some sorted places."""
    after = bisect_left(places, start)
    near = places[max(0, after - 1) : after + 1]
    return min(abs(start - place) for place in near)
