"""A day and an hour that stand under labels of their own, as one moment."""

import re
from collections.abc import Sequence

from nlp.layout.alignment import lines_around
from nlp.spans import Candidate, Span, holds
from nlp.temporal.timex import full_dates

CLOCK = re.compile(
    r"(?<![\d,/-])(?<!(?<!\.)\.)([01]?\d|2[0-3])\s?[:.h]\s?([0-5]\d)(?::([0-5]\d))?(?![\d/-])"
    r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?)?"
)
"""An hour in figures, also right behind dotted leaders: "Hora....9:40 pm"."""
_COMMA_CLOCK = re.compile(r"\b[Hh](?:ora\b[^\n\d]{0,14}|s?\.:?\s?)([01]?\d|2[0-3]),([0-5]\d)(?!\d)")
DAY = re.compile(r"(?<!\d)(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})(?!\d)")
_NEAR = 60


def moment(text: str, start: int, end: int, valued: Sequence[Candidate]) -> str | None:
    """The day and hour of a value that says one of them, with the other from near it, in TIMEX3."""
    days = full_dates(valued)
    day = next((day for one, day in days if holds((start, end), one.span)), None)
    clock = _clock(text, start, end, valued)
    if day is not None and clock is None:
        clock = _clock(text, end, min(len(text), end + _NEAR), valued)
    elif clock is not None and day is None:
        first, last = lines_around(text, start, end)
        apart = [(one, day) for one, day in days if one.end <= start or one.start >= end]
        beside = [day for one, day in apart if first <= one.start and one.end <= last]
        before = [day for one, day in apart if one.end <= start]
        after = [day for one, day in apart if one.start >= end]
        day = next(iter((*beside[:1], *before[-1:], *after[:1])), None)
    return f"{day}{clock}" if day is not None and clock is not None else None


def _clock(text: str, start: int, end: int, valued: Sequence[Candidate]) -> str | None:
    """The first hour between two offsets, in TIMEX3: as a finder reads it ("2:20 pm"), or by figures."""
    found = CLOCK.search(text, start, end)
    if found is None:
        comma = _COMMA_CLOCK.search(text, start, end)
        return _hour(comma) if comma is not None else None
    for one in valued:
        inside = one.start <= found.start() and found.end() <= one.end <= end
        if inside and one.label == "TIME" and (one.timex or "").startswith("T"):
            return one.timex
    return _hour(found) + (f":{found[3]}" if found[3] else "")


def _hour(clock: re.Match[str]) -> str:
    """The hour and minutes of figures, in TIMEX3."""
    hour, half = int(clock[1]), clock.groupdict().get("half")
    if half is not None and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    return f"T{hour:02}:{clock[2]}"


def read_time(text: str, start: int, end: int, *, hour: bool) -> tuple[str, Span] | None:
    """The day, or the hour, that figures between two offsets write, in TIMEX3, and its span."""
    found = (CLOCK if hour else DAY).search(text, start, end)
    if found is None:
        return None
    if hour:
        return _hour(found), found.span()
    year = found[3] if len(found[3]) == 4 else f"20{found[3]}"
    return f"{year}-{int(found[2]):02}-{int(found[1]):02}", found.span()
