"""The day that an hour belongs to: of its column, its sentence or line, else the last one before."""

import datetime
import re
from collections.abc import Iterator, Sequence

from nlp.layout.structure import Layout, layout
from nlp.match.counted_moments import written_out
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate, Document
from nlp.temporal.timex import shift

_CLOCK = re.compile(r"(T\d\d(?::\d\d)?(?::\d\d)?)Z?")
_FROM_LAST, _NEXT_DAY, _DEL = map(pattern_of, ("from_last", "next_day_mark", "of_the_day"))
_LABELLED = re.compile(r"[:\n]")
_TOGETHER = 90
"""Characters between a day and an hour that belong to each other in one sentence or line."""
_COLUMN = 3
"""Characters by which what stands in one column is moved."""
_EVENING, _MORNING = "T18", "T06"
"""Behind an hour of the evening, an early one is of the next day."""


def hours_on_days(
    document: Document, candidates: Sequence[Candidate], days: Sequence[tuple[Candidate, str]]
) -> Iterator[Candidate]:
    """Each clock time with the day it belongs to: of its sentence or line, else the last before.

    ``days`` are dates with their day, ``YYYY-MM-DD``.
    """
    if not days:
        return
    page, text = layout(document), document.text
    last = (-1, "")
    for one in sorted(candidates, key=lambda each: each.start):
        value = one.value
        if value is None or one.label not in {"TIME", "RANGE", "DATETIME"}:
            continue
        clock = _CLOCK.search(value.timex or "")
        if clock is None:
            continue
        if clock.start():
            last = (one.start, clock[1])
            continue
        belongs, written = _day_for(one, days, page, text)
        through_night = belongs.start <= last[0] and last[1] >= _EVENING and clock[1] < _MORNING
        if through_night or _NEXT_DAY.match(text, one.end):
            written = day_after(written)
        else:
            last = (one.start, clock[1])
        start, end = min(belongs.start, one.start), max(belongs.end, one.end)
        if end - start > _TOGETHER:
            start, end = one.start, one.end
        elif _LABELLED.search(text, min(belongs.end, one.end), max(belongs.start, one.start)):
            start, end = belongs.start, belongs.end
        late = _CLOCK.fullmatch(value.timex_end or "")
        for hour in filter(None, (clock, late)):
            on = day_after(written) if hour is late and hour[1] < clock[1] else written
            yield written_out(text, start, end, on + hour[1])


def day_after(written: str) -> str:
    """The day after one, both ``YYYY-MM-DD``."""
    day = datetime.date.fromisoformat(written)
    return (shift(day, "D", 1) or day).isoformat()


def _above(
    one: Candidate, line: int, days: Sequence[tuple[Candidate, str]], text: str
) -> tuple[Candidate, str] | None:
    """The day in the column of an hour, of several in the row above: "Fecha 14/2 18/2", "Hora 10 13"."""
    if any(line <= day.start < one.end for day, _ in days):
        return None
    start = text.rfind("\n", 0, max(0, line - 1)) + 1
    row = [each for each in days if start <= each[0].start < line]
    beside = [each for each in row if abs((each[0].start - start) - (one.start - line)) <= _COLUMN]
    return beside[0] if len({day.start for day, _ in row}) > 1 and len(beside) == 1 else None


def _day_for(
    one: Candidate, days: Sequence[tuple[Candidate, str]], page: Layout, text: str
) -> tuple[Candidate, str]:
    sentence, line = page.sentence_at(one.start), page.line_at(one.start)
    spans = [(each.start, each.end) for each in (sentence, line) if each is not None]
    if line is not None and (above := _above(one, line.start, days, text)):
        return above

    def far(pair: tuple[Candidate, str]) -> tuple[int, int]:
        day = pair[0]
        later = day.start > one.start and _FROM_LAST.search(day.mention) is not None
        later = later and _DEL.fullmatch(text[one.end : day.start]) is None
        near = spans if day.end <= one.start else spans[:1]  # behind it, in its sentence alone
        beside = not later and any(start <= day.start < end for start, end in near)
        gap = one.start - day.end if day.end <= one.start else 2 * (day.start - one.end)
        return (0 if beside else 1 if day.end <= one.start else 2), gap

    return min(days, key=far)
