"""Hours said in words that leave the half of the day open: "a la una y media" is after noon.

Of 28 such hours from one to five in texts by twenty authors 24 are of the afternoon, from six to nine
as many of the morning; what is written in figures ("2:30") is as it stands.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nlp.layout.structure import layout
from nlp.spans import Candidate, Document, Span
from nlp.word_lists import text_pattern

_TIMES = frozenset({"TIME", "DATETIME", "RANGE"})
_OPEN = re.compile(r"T(0[1-5])(?=:|$)")
_EARLY = re.compile(r"T(0\d|1[01])(?=:|$)")
_IN_FIGURES = re.compile(r"\d\s?[:.h]|\b0\d\b")
_SAYS_HALF = text_pattern("says_half_of_day")
_BY_NIGHT = text_pattern("by_night")
_LATE = re.compile(r"T(?:0[6-9]|1[01])(?=:|$)")
_IN_THE_EVENING, _UNTIL = text_pattern("in_the_evening"), text_pattern("until")
_NEAR = 40
"""Characters around an hour in which something is done at it."""
_CLAUSE = re.compile(r"[,;.]|\s[ye]\s")
_LED = 8
"""Characters before an hour that say nothing of it but "a las"."""
_NIGHTFALL = re.compile(r"T(?:1[89]|2\d)")
_NOON = 12


def with_afternoons(document: Document, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The candidates, those hours after noon that nothing says are of the night."""
    candidates = tuple(candidates)
    moved: list[Span] = []
    """Ranges whose hours are after noon: either end is then."""
    nights = [
        one.start
        for one in candidates
        if one.label in _TIMES and _NIGHTFALL.search(one.timex or "") is not None
    ]
    for one in candidates:
        value = one.value
        inside = one.label in _TIMES and any(
            start <= one.start and one.end <= end for start, end in moved
        )
        if value is not None and (inside or _is_after_noon(one, document, nights)):
            if one.label == "RANGE":
                moved.append(one.span)
            value = replace(value, timex=_later(value.timex), timex_end=_later(value.timex_end))
            yield replace(one, value=value)
        else:
            yield one


def _is_after_noon(one: Candidate, document: Document, nights: Iterable[int]) -> bool:
    """Whether an hour that leaves the half of the day open is of the afternoon or the evening.

    ``nights`` is where hours stand from six in the evening on.
    """
    if one.label not in _TIMES or _is_told(one.mention):
        return False
    text = document.text
    sentence = layout(document).sentence_at(one.start)
    start, end = (sentence.start, sentence.end) if sentence is not None else one.span
    if _LATE.search(one.timex or "") is not None:
        before = _CLAUSE.split(text[max(start, one.start - _NEAR) : one.start])[-1]
        behind = _CLAUSE.split(text[one.end : min(end, one.end + _NEAR)])[0]
        led = len(before) < _LED and _IN_THE_EVENING.search(behind) is not None
        return led or _IN_THE_EVENING.search(before) is not None
    if _OPEN.search(one.timex or "") is None or _BY_NIGHT.search(text, start, end) is not None:
        return False
    ends_night = _UNTIL.search(text, start, one.start) is not None
    return not (ends_night and any(at < one.start for at in nights))


def _is_told(mention: str) -> bool:
    """Whether a mention says itself which half of the day it is of, or is written in figures."""
    return bool(_IN_FIGURES.search(mention) or _SAYS_HALF.search(mention))


def _later(timex: str | None) -> str | None:
    """A time after noon; None and what is no hour of the morning as they are."""
    early = _EARLY.search(timex or "")
    if timex is None or early is None:
        return timex
    return f"{timex[: early.start(1)]}{int(early[1]) + _NOON}{timex[early.end(1) :]}"
