"""Dates written without a year: the year that words say, days in figures by day and month alone.

By itself "9/8" may be a part, a page or a size, so it is no fact of a text: only a field that asks for
a date may be answered by it.
"""

import datetime
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from nlp.match.counted_moments import written_out
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate
from nlp.temporal.calendar import month_length
from nlp.temporal.timex import day_of
from nlp.temporal.years import cited_year

YEAR = re.compile(r"(?<![\d.,/])(?:19|20|21)\d\d(?!\d|[.,]\d|/)")
REACH = 160
"""Characters within which a date without a year takes that of the date or the year before it."""
_FROM_TODAY = {"this_year": 0, "next_year": 1, "last_year": -1}
_FROM_BEFORE = {"year_after": 1, "year_before": -1}
_DAY = re.compile(
    r"(?<![\w/.,$€#+-])(?P<day>\d{1,2})(?P<mark>[/-])(?P<month>\d{1,2})"
    r"(?![\w/%°º\"'-]|[.,]\d)"
)
_OPENS = re.compile(r"(?:^|\n|:\**)[\s>*•|-]*$")
"""What stands before a day with a hyphen: the beginning of a line or of a label's value."""
_LEADS_DATE, _MEASURED = pattern_of("leads_day"), pattern_of("measured")
_LEAD = 24


def said_year(
    one: Candidate, text: str, full: Sequence[tuple[int, datetime.date]], today: datetime.date
) -> int | None:
    """The year that the words in and around a date say; None where none do.

    ``full`` are the full dates of the text with where they stand, in its order, ``today`` the day it is
    written on. "Ley 39/2015, de 1 de octubre" is of 2015; "de ese año" is of the last year named; "5 de
    enero siguiente" is the first behind the date before, "3 de enero próximo" behind today.
    """
    cited = cited_year(text, one)
    if cited is not None:
        return cited
    at = bisect_left(full, (one.start,))
    start, before = full[at - 1] if at else (-1, today)
    for name, years in _FROM_TODAY.items():
        if pattern_of(name).search(one.mention):
            return today.year + years
    same = pattern_of("same_year").search(one.mention) is not None
    if same or pattern_of("of_that_year").match(text, one.end):
        told = list(YEAR.finditer(text, max(start, one.start - REACH, 0), one.start))
        return int(told[-1].group()) if told else before.year
    for name, years in _FROM_BEFORE.items():
        if pattern_of(name).search(one.mention):
            return before.year + years
    for name, base, way in (
        ("date_after", before, 1), ("date_to_come", today, 1), ("date_gone", today, -1),
    ):  # fmt: skip
        if pattern_of(name).match(text, one.end):
            return _first_year(one.timex, base, way)
    return None


def _first_year(timex: str | None, base: datetime.date, way: int) -> int | None:
    """The year of the first such day after another, or (``way`` -1) of the last before it."""
    for year in range(base.year - way, base.year + 2 * way, way):
        day = day_of(f"{year:04d}{(timex or '')[4:10]}")
        if day is not None and (day - base).days * way > 0:
            return year
    return None


def bare_days(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Each day and month in figures that no date of the text holds, as a date without a year."""
    dated = [one for one in candidates if one.label in {"DATE", "DATETIME", "RANGE"}]
    for found in _DAY.finditer(text):
        day, month = int(found["day"]), int(found["month"])
        if not 1 <= month <= 12 or not 1 <= day <= month_length(None, month):
            continue
        if _MEASURED.match(text, found.end()) is not None:
            continue
        hyphened = found["mark"] == "-"
        start = max(0, found.start() - _LEAD)
        if hyphened and _OPENS.search(text, start, found.start()) is None:
            continue
        lead = text[start : found.start()]
        if day <= month and _LEADS_DATE.search(lead) is None:
            continue  # "3/4" of something, "8/10" of pain, page "1/2"
        one = written_out(text, *found.span(), f"XXXX-{month:02d}-{day:02d}")
        if not any(one.meets(other) for other in dated):
            yield one
