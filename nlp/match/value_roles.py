"""The roles that numbers and dates play in a text, whatever a field asks."""

import re

import numpy as np

from nlp.asked.schema_lexicon import field_lexicon
from nlp.match.surroundings import Floats, Surroundings
from nlp.spans import NAME_LABELS, Candidate

_ENUMERATES = re.compile(r"[*_]{0,3}(?:\s?[.):ºª]|\s?[-–—]\s)")
_MARKED = 4
"""Marks that may open a line before its number ("**3. Plazo**")."""
_LINKS = frozenset({"de", "del", "mil", "millones"})
"""Words between a number and what it counts: "300 mil personas", "tres de los heridos"."""
_NAME_LABELS = NAME_LABELS | {"MISCELLANEOUS", "TITLE"}


def value_traits(here: Surroundings) -> dict[str, Floats]:
    """What can be said of each value whatever the field asks.

    ``edge``: it opens (-1) or closes (+1) a range; ``opens_part``: it numbers a line or heading,
    ``last_part``: the last of them; ``in_name``: it is a piece of a name; ``designates``: it
    follows a word such as "número" or "artículo"; ``counted_at`` is the word for what it counts.
    """
    candidates, size = here.candidates, len(here.candidates)
    opening = {
        row: float(one.value.number)
        for row, one in enumerate(candidates)
        if one.value is not None and one.value.number is not None and _opens_part(here, one)
    }
    most = max(opening.values(), default=0.0)
    complete = {1.0, most} <= set(opening.values())
    owned = np.zeros(len(here.document.text) + 1, dtype=np.bool_)
    for one in candidates:
        if one.label in _NAME_LABELS and " " in one.mention:
            owned[one.start : one.end] = True
    before = field_lexicon().designators
    traits = {
        "edge": _edges(here),
        "counted_at": _counted(here),
        "opens_part": [row in opening for row in range(size)],
        "last_part": [complete and opening.get(row) == most for row in range(size)],
        "in_name": [one.label in {"NUMBER", "ORDINAL"} and owned[one.start] for one in candidates],
        "designates": [
            one.label == "NUMBER" and first > 0 and here.folded[first - 1] in before
            for one, first in zip(candidates, here.places.first.tolist(), strict=True)
        ],
    }
    return {name: np.array(values, dtype=np.float64) for name, values in traits.items()}


def _counted(here: Surroundings) -> Floats:
    """The token of the thing that a number counts: the word right behind it."""
    found = []
    for at in here.places.last.tolist():
        if at < len(here.folded) and here.folded[at] in _LINKS:
            at += 1
        if at < len(here.folded) and here.folded[at] in {"los", "las"}:
            at += 1
        found.append(min(at, len(here.folded)))
    return np.array(found, dtype=np.float64)


def _opens_part(here: Surroundings, candidate: Candidate) -> bool:
    """Whether a number or ordinal numbers its line: "3. Plazo", "TERCERA.- Precio"."""
    if candidate.label not in {"NUMBER", "ORDINAL"}:
        return False
    line = here.layout.line_at(candidate.start)
    if line is None or candidate.start - line.start > _MARKED:
        return False
    text = here.document.text
    if any(map(str.isalnum, text[line.start : candidate.start])):
        return False
    return _ENUMERATES.match(text, candidate.end) is not None


def _edges(here: Surroundings) -> Floats:
    """-1 where a value opens a range or follows "desde", +1 where it closes one.

    A range of dates counts as its first, which is the one value it gives.
    """
    edges = np.zeros(len(here.candidates))
    firsts: dict[int, int] = {}
    lasts: dict[int, int] = {}
    for one in here.candidates:
        if one.value is not None and one.value.has_end:
            firsts[one.start] = lasts[one.end] = one.end - one.start
    lexicon = field_lexicon()
    for row, one in enumerate(here.candidates):
        length, first = one.end - one.start, int(here.places.first[row])
        if one.value is None:
            continue
        if one.value.timex_end is not None:
            edges[row] = -1.0
            continue
        word = here.folded[first - 1] if first else ""
        opens = word in lexicon.opens_range or firsts.get(one.start, 0) > length
        closes = word in lexicon.closes_range or lasts.get(one.end, 0) > length
        edges[row] = float(closes) - float(opens)
    return edges
