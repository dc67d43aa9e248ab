"""Labels and values on lines of their own, one below the other, as systems print them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import holds_label, leader, pieces, trimmed
from nlp.labels.state import State, add, entitle
from nlp.labels.terms import known_terms
from nlp.layout.structure import Line
from nlp.stems import fold

_LEAST_PAIRS = 3
_LONGEST = 110
_LABEL_WORDS = 7
_LEAST_KNOWN = 0.55
_EMPTY, _MORE = -0.7, -0.75
_APART_LABEL, _APART_VALUE = 0.3, -1.2
_TITLE = 0.25
_ANSWER = 0.8
_FRAMED = re.compile(r"(?:[=\-*_#\[]{1,4}\s?).{1,60}(?:\s?[=\-*_\]]{1,4})")
"""A title that marks frame: "=== Datos ===", "[Datos]"."""
_LONGEST_FRAME = 80


@dataclass(frozen=True, slots=True)
class _Sight:
    """A line as a label and as a value: how well it would do as either."""

    start: int
    end: int
    as_label: float
    as_value: float
    known: float
    apart: bool
    is_title: bool = False


def stack_at(state: State, lines: Sequence[Line], at: int) -> int:
    """Read a run of labels each above its value that begins here; the line behind it, or 0."""
    line = lines[at]
    opening = _sight(state.text, *trimmed(state.text, line.start, line.end), apart=line.apart)
    if opening.known < _LEAST_KNOWN:
        return 0
    sights = _run(state.text, lines, at)
    while sights and sights[-1].apart:
        sights.pop()
    if len(sights) < 2 * _LEAST_PAIRS:
        return 0
    capitals = [state.text[one.start : one.end].isupper() for one in sights]
    if 3 * sum(capitals) < len(sights):
        sights = [replace(one, is_title=upper) for one, upper in zip(sights, capitals, strict=True)]
    found = _best(sights)
    labels = [one for one in found if one[0] < one[1]]
    full = [one for one in labels if one[1] < one[2]]
    known = sum(sights[label].known for label, *_ in labels)
    if len(full) < _LEAST_PAIRS or known < _LEAST_KNOWN * len(labels):
        return 0
    for label, first, last in found:
        if first == label:
            entitle(state, state.text[sights[label].start : sights[label].end])
            continue
        span = (sights[label].start, sights[label].end)
        value = (sights[first].start, sights[last - 1].end) if first < last else (span[1], span[1])
        add(state, span, value, "below", column=0)
        state.number += 1
    state.open = None
    return at + len(sights)


def _run(text: str, lines: Sequence[Line], at: int) -> list[_Sight]:
    """The short lines from here on that hold neither labels nor columns."""
    sights: list[_Sight] = []
    for line in lines[at:]:
        cut = pieces(text, line.start, line.end)
        if line.kind in {"rule", "table"} or line.end - line.start > _LONGEST:
            break
        if len(cut) != 1 or leader(text, *cut[0]) or holds_label(text, cut):
            break
        if line.end - line.start < _LONGEST_FRAME and _FRAMED.fullmatch(text, line.start, line.end):
            break
        sights.append(_sight(text, *trimmed(text, line.start, line.end), apart=line.apart))
    return sights


def _sight(text: str, start: int, end: int, *, apart: bool) -> _Sight:
    said, sets = text[start:end], label_lexicon().sets
    words = said.split()
    figures = 6 * sum(map(str.isdigit, said)) > end - start
    known, every = known_terms(said)
    share = known / max(1, every) if said[:1].isupper() or said.startswith("¿") else 0.0
    label = share - (1.0 if figures else 0.0)
    label -= 0.6 * (len(words) > _LABEL_WORDS) + 0.4 * (len(words) > 2 and text[end - 1] in ".,;")
    first = fold(words[0]).strip(" .,") if words else ""
    if len(words) < 3 and first in sets["affirmative"] | sets["negative"]:
        label -= _ANSWER
    value = 0.3 + 0.5 * figures - (0.0 if figures else 0.6 * share)
    return _Sight(start, end, label, value, 0.0 if figures else share, apart)


def _best(sights: Sequence[_Sight]) -> list[tuple[int, int, int]]:
    """The likeliest way to part lines into labels with values: (label, first, behind last).

    A title is (title, title, title).
    """
    size = len(sights)
    best: list[float] = [0.0] + [float("-inf")] * size
    came: list[tuple[int, int]] = [(0, 0)] * (size + 1)
    for at in range(size):
        here = best[at] + sights[at].as_label + _APART_LABEL * sights[at].apart
        if sights[at].is_title and best[at] + _TITLE > best[at + 1]:
            best[at + 1], came[at + 1] = best[at] + _TITLE, (at, -1)
        for width in (0, 1, 2, 3):
            stop = at + 1 + width
            if stop > size:
                break
            told = sights[at + 1 : stop]
            if any(one.apart for one in told[1:]):
                break
            score = here + (_EMPTY if not told else _MORE * (width - 1))
            score += sum(one.as_value + _APART_VALUE * one.apart for one in told)
            if score > best[stop]:
                best[stop], came[stop] = score, (at, width)
    found = []
    at = size
    while at > 0:
        label, width = came[at]
        found.append((label, label + 1 if width >= 0 else label, label + 1 + width))
        at = label
    return found[::-1]
