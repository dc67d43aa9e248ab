"""A day and an hour that stand under labels of their own, as one moment."""

import re
from collections.abc import Sequence

from nlp.spans import DAY_LABELS, Candidate, Span, holds

CLOCK = re.compile(r"(?<![\d.,/-])([01]?\d|2[0-3])\s?[:.h]\s?([0-5]\d)(?::([0-5]\d))?(?![\d/-])")
DAY = re.compile(r"(?<!\d)(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})(?!\d)")
_NEAR = 60


def moment(text: str, start: int, end: int, valued: Sequence[Candidate]) -> str | None:
    """The day and hour of a value that says one of them, with the other from near it, in TIMEX3."""
    days = [(one, day) for one in valued if one.label in DAY_LABELS and (day := _whole_day(one))]
    day = next((day for one, day in days if holds((start, end), one.span)), None)
    clock = CLOCK.search(text, start, end)
    if day is not None and clock is None:
        clock = CLOCK.search(text, end, min(len(text), end + _NEAR))
    elif clock is not None and day is None:
        line = text.rfind("\n", 0, start) + 1
        beside = [day for one, day in days if line <= one.start and one.end <= start]
        before = [day for one, day in days if one.end <= start]
        after = [day for one, day in days if one.start > start]
        day = next(iter((*beside[:1], *before[-1:], *after[:1])), None)
    if day is None or clock is None:
        return None
    return f"{day}T{int(clock[1]):02}:{clock[2]}" + (f":{clock[3]}" if clock[3] else "")


def _whole_day(one: Candidate) -> str | None:
    day = (one.timex or "").partition("T")[0]
    return day if re.fullmatch(r"\d{4}-\d\d-\d\d", day) else None


def read_time(text: str, start: int, end: int, *, hour: bool) -> tuple[str, Span] | None:
    """The day, or the hour, that figures between two offsets write, in TIMEX3, and its span."""
    found = (CLOCK if hour else DAY).search(text, start, end)
    if found is None:
        return None
    if hour:
        return f"T{int(found[1]):02}:{found[2]}", found.span()
    year = found[3] if len(found[3]) == 4 else f"20{found[3]}"
    return f"{year}-{int(found[2]):02}-{int(found[1]):02}", found.span()
