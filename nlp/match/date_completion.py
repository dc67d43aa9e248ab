"""Dates and times written out: the year that stands elsewhere, the day that an hour belongs to.

"el 14 de marzo" and "mañana" say a whole date where the text says of which year it speaks and what
day it is written on; "viernes 9, a las 11:30" says a moment, "tres días después" a day that is
counted from the last one. What follows from the text is added as the value of a candidate, never
as words of it.
"""

import datetime
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.labels.datelines import dateline_in_year, written_on
from nlp.match.counted_moments import COMPLETED, counted_moments, days_of_terms
from nlp.match.dates_without_year import REACH, YEAR, bare_days, said_year
from nlp.match.hours_of_days import day_after, hours_on_days
from nlp.match.implied import range_halves
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate, Document, Value, holds
from nlp.stems import fold
from nlp.temporal.dates import read_readings
from nlp.temporal.timex import day_of, full_dates
from nlp.temporal.years import cited_year, in_year, with_nearest_year, year_by_weekdays

_DATED = frozenset({"DATE", "DATETIME", "RANGE"})
_BORN = pattern_of("born")
"""Words before a date of birth, from which nothing else in a text is counted."""
_MONTH = re.compile(r"(\d{4}-\d\d)(?:-XX)?$")
_FROM_LAST = pattern_of("from_last")
_SAME = pattern_of("same_period")
_THAT = pattern_of("told_that")
_SAME_DAY, _SAME_MONTH_AHEAD, _OF_EVENT = map(
    pattern_of, ("same_day", "same_month_ahead", "of_event")
)
_SINCE = pattern_of("since")
_PAST, _FUTURE = pattern_of("past_verb"), pattern_of("future_verb")
_COURSE = re.compile(
    r"(?<![\w/.-])(?P<first>(?:19|20)\d\d)\s?[/–-]\s?(?P<last>(?:19|20)?\d\d)(?![\w/-]|\.\d)"
)
"""A course or a season by its two years: "curso 2023/24"."""
_WEEKDAY = re.compile(r"XXXX-WXX-(\d)(T.*)?")
_POINTED = pattern_of("pointed_weekday")
"""Words that say which week a weekday is of."""
_CLAUSE = re.compile(r"[.;:()\n]")
_LEAD = 140
"""Characters of a clause before a date that say that it is past."""
_OPENING = 0.3
"""The share of a text in which the date that it is written on is looked for first."""
_MORNING_LEAD, _MORNING_NEXT = pattern_of("morning_lead"), pattern_of("morning_next")
_TOMORROW = "manana"
_FEW = 80
"""Relative expressions of one text that are worked out at most."""
_HALF_YEAR = 183
_HALF_MONTH = datetime.timedelta(days=15)
_SEASON = datetime.timedelta(days=92)
"""Days without a year are of that of the one before them where they are no farther from it."""
_LIFETIME = datetime.timedelta(days=40 * 365)
"""No text speaks of a day as far ahead."""

_DayAt = tuple[int, datetime.date]
"""Where a date stands, and its day."""


@dataclass(frozen=True, slots=True)
class _Days:
    """The full dates of a text in order of their places, and the one it is written on."""

    full: Sequence[_DayAt]
    written_on: datetime.date
    says_so: bool
    """Whether the text, or the caller, says which one that is."""
    known: str = "day"
    """Whether its day is known, its "month" or no more than its "year"."""


def with_moments(
    document: Document, candidates: Sequence[Candidate], told: str = ""
) -> tuple[Candidate, ...]:
    """The candidates, dates without a year or day written out, and the hours on their days.

    A text without a year is of the one that it is ``told`` to be of.
    """
    days = _days_of(document, candidates, told)
    if days is None:
        candidates = tuple(_cited(one, document.text) for one in candidates)
        return (*candidates, *counted_moments(document.text, candidates))
    candidates = (*candidates, *bare_days(document.text, candidates))
    completed = _completed(document.text, candidates, days)
    return (
        *completed,
        *counted_moments(document.text, completed),
        *days_of_terms(document.text, completed, days.written_on, dated=days.says_so),
        *_ends(completed),
        *hours_on_days(document, completed, _dated_days(document.text, completed)),
    )


def _cited(one: Candidate, text: str) -> Candidate:
    """A date in the year of the act that it is of, where the text says no other year."""
    year = cited_year(text, one) if one.label in _DATED and one.value is not None else None
    if year is None or one.value is None:
        return one
    return replace(one, value=in_year(one.value, year))


def _days_of(document: Document, candidates: Sequence[Candidate], told: str) -> _Days | None:
    found: list[_DayAt] = []
    rough: list[_DayAt] = []
    for one in candidates:
        if one.label not in _DATED or one.value is None or _is_birth(one, document.text):
            continue
        for timex in (one.value.timex, one.value.timex_end):
            day = day_of(timex)
            if day is not None:
                found.append((one.start, day))
            elif timex and (month := _MONTH.match(timex)):
                rough.append((one.start, datetime.date.fromisoformat(f"{month.group(1)}-15")))
    full = sorted(found)
    dateline = written_on(document.text, candidates)
    latest_day = max((day for _, day in full), default=datetime.date.min)
    if dateline is not None and latest_day - dateline[1] > _LIFETIME:
        dateline = None  # "Autógrafo fechado en Lugo, 3 de mayo de 1911", offered today
    says_so = document.reference or (dateline[1] if dateline is not None else None)
    if says_so is not None:
        return _Days(full, says_so, says_so=True)
    dated = full or rough or _years(document.text) or _years(told)
    fitting = year_by_weekdays(candidates, document.text)
    if not dated and fitting is None:
        return None
    years = Counter(day.year for _, day in dated)
    year = fitting or max(years, key=lambda one: (years[one], one))
    says_so = dateline_in_year(document.text, candidates, year)
    if says_so is not None:
        return _Days(full, says_so, says_so=True)
    of_year = [(start, day) for start, day in dated if day.year == year]
    if not of_year:
        of_year = full = _days_in(year, candidates)
    head = [day for start, day in of_year if start <= _OPENING * len(document.text)]
    origin = head[0] if head else of_year[-1][1]
    return _Days(full, origin, False, "day" if full else "month" if rough else "year")


def _days_in(year: int, candidates: Sequence[Candidate]) -> list[_DayAt]:
    """The days of a text that say no year, all in one."""
    found = []
    for one in candidates:
        value = in_year(one.value, year) if one.label in _DATED and one.value is not None else None
        day = day_of(value.timex) if value is not None else None
        if day is not None and day.year == year:
            found.append((one.start, day))
    return sorted(found)


def _years(text: str) -> list[_DayAt]:
    """The middles of the years that a text names; of courses and seasons ("2023/24"), where it does."""
    courses = [
        (match.start(), datetime.date(int(match["first"]) + 1, 1, 1))
        for match in _COURSE.finditer(text)
        if (int(match["first"]) + 1 - int(match["last"])) % 100 == 0
    ]
    return courses or [
        (match.start(), datetime.date(int(match.group()), 7, 1)) for match in YEAR.finditer(text)
    ]


def _completed(text: str, candidates: Sequence[Candidate], days: _Days) -> list[Candidate]:
    """The candidates in their order; relative ones are worked out in the order of the text."""
    left = _FEW
    found = list(candidates)
    last: _DayAt | None = None
    said = list(days.full)
    weekly = [one.span for one in found if one.value is not None and _weekly(one.value)]
    for at in sorted(range(len(found)), key=lambda row: (found[row].start, -found[row].end)):
        one = found[at]
        if one.label not in _DATED:
            continue
        value = one.value
        if any(holds(span, one.span) for span in weekly):
            continue
        if value is None or (value.timex or "").startswith("XXXX-WXX"):
            left -= 1
            from_last = last if _FROM_LAST.search(one.mention) is not None else None
            if _SAME_DAY.fullmatch(one.mention) and _OF_EVENT.match(text, one.end):
                from_last = None  # "el mismo día de la subasta": of what the text is about
            base = from_last[1] if from_last is not None else days.written_on
            past = days.says_so and base == days.written_on and _is_past(one, text)
            told = from_last is not None or days.known == "day"
            if left >= 0 and told and not _is_morning(one, text):
                value = _of_weekday(one, said, text) or _relative(one, base, text, past=past)
        elif "XXXX" in f"{value.timex}{value.timex_end}":
            year = said_year(one, text, days.full, days.written_on)
            ahead = last if _SAME_MONTH_AHEAD.match(text, one.end) is not None else None
            if ahead is not None:
                value = replace(value, timex=f"{ahead[1]:%Y-%m}{(value.timex or '')[7:]}")
            elif year is not None:
                value = in_year(value, year)
            elif days.known != "year" or last or not (value.timex or "").startswith("XXXX-XX"):
                value = with_nearest_year(value, _near(one, text, days, last), one.mention)
        if value is not one.value:
            found[at] = replace(one, value=value, source=COMPLETED)
        day = day_of(value.timex) if value is not None else None
        if day is not None and not _is_birth(one, text):
            last = (one.start, day)
            if one.value is not None and (one.timex or "").startswith("XXXX-"):
                said.append(last)
    return found


def _of_weekday(one: Candidate, said: Sequence[_DayAt], text: str) -> Value | None:
    """A weekday alone, on the last day named before that falls on it: "el 27 y 28 …; el sábado"."""
    value = one.value
    match = _WEEKDAY.fullmatch(value.timex or "") if value is not None else None
    if value is None or match is None or _POINTED.search(_around(one, text)):
        return None
    days = [each for each in said if one.start > each[0] and each[1].isoweekday() == int(match[1])]
    if not days:
        return None
    day = max(days)[1]
    return replace(value, timex=day.isoformat() + (match[2] or ""))


def _around(one: Candidate, text: str) -> str:
    return f"{text[max(0, one.start - 12) : one.start]}{one.mention}{text[one.end : one.end + 14]}"


def _is_morning(one: Candidate, text: str) -> bool:
    """Whether "mañana" is the part of a day: behind a box or a shift, beside the afternoon."""
    if fold(one.mention) != _TOMORROW:
        return False
    lead = text[max(0, one.start - _LEAD) : one.start]
    return bool(_MORNING_LEAD.search(lead) or _MORNING_NEXT.match(text, one.end))


def _weekly(value: Value) -> bool:
    """Whether a range is one of weekdays, which says when something recurs: "de lunes a viernes"."""
    ends = (value.timex or "", value.timex_end or "")
    return all(one.startswith("XXXX-WXX") and "T" not in one for one in ends)


def _is_birth(one: Candidate, text: str) -> bool:
    return _BORN.search(text[max(0, one.start - 40) : one.start].rpartition("\n")[2]) is not None


def _near(one: Candidate, text: str, days: _Days, last: _DayAt | None) -> datetime.date:
    """The date that a date without a year is nearest to; without a month, the ``last`` of its line."""
    near = _near_in_years(one, text, days)
    if last is not None and days.known == "year" and one.value is not None:
        follows = day_of(with_nearest_year(one.value, last[1], one.mention).timex)
        near = last[1] if follows is not None and abs(follows - last[1]) <= _SEASON else near
    if one.timex is None or not one.timex.startswith("XXXX-XX"):
        return near
    if last is not None and (days.known == "year" or "\n" not in text[last[0] : one.start]):
        return last[1]
    return near - _HALF_MONTH if _is_past(one, text) else near


def _near_in_years(one: Candidate, text: str, days: _Days) -> datetime.date:
    """The date before in its sentence or of the same month or day, else the day of the text."""
    at = bisect_left(days.full, (one.start,))
    if not at:
        return days.written_on
    start, before = days.full[at - 1]
    gap = text[start : one.start]
    beside = len(gap) <= REACH and "\n" not in gap and ". " not in gap
    return before if beside or _SAME.search(one.mention) else days.written_on


def _relative(one: Candidate, base: datetime.date, text: str, *, past: bool) -> Value | None:
    """What a relative expression says, counted from a day."""
    readings = [
        each
        for lead in ("", "la ")
        for each in read_readings(lead + one.mention, reference=base, dateparser=False)
    ]
    dated = [(each, day) for each in readings if (day := day_of(each.timex)) is not None]
    if not dated:
        same = one.value is None and _SAME_DAY.fullmatch(one.mention)
        return Value("date", timex=base.isoformat()) if same else one.value
    first, day = dated[0]
    last = day_of(first.timex_end)
    if last is not None and last < day and _FROM_LAST.search(one.mention):
        later = day_after(day.isoformat())
        return replace(first, timex_end=later + (first.timex_end or "")[len(later) :])
    if abs((day - base).days) > _HALF_YEAR:
        return min(dated, key=lambda pair: abs((pair[1] - base).days))[0]
    if day > base and (past or _SINCE.search(text[max(0, one.start - 12) : one.start])):
        return next((each for each, other in dated if other <= base), first)
    return first


def _is_past(one: Candidate, text: str) -> bool:
    """Whether the words before a date say that it is gone by: "desde el", "se enteró recién el"."""
    lead = text[max(0, one.start - _LEAD) : one.start]
    clause = _CLAUSE.split(lead)[-1]
    told = (_THAT.match(clause, verb.end()) for verb in _PAST.finditer(clause))
    told_at = max((that.end() for that in told if that), default=0)
    clause = clause[told_at:]  # "avisó que vuelve el sábado"
    past, future = _PAST.search(clause), _FUTURE.search(clause)
    if " " not in clause.strip():  # it opens its clause, the verb is behind it
        clause = _CLAUSE.split(text[one.end : one.end + _LEAD])[0]
        past, future = _PAST.search(clause), None
    return (past is not None and future is None) or _SINCE.search(lead[-12:]) is not None


def _ends(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """The two ends of a range on days that were worked out: "el jueves de 15 a 18", "de hoy al lunes"."""
    for one in candidates:
        value = one.value
        if one.label != "RANGE" or value is None:
            continue
        if "T" not in (value.timex or "") and one.source != COMPLETED:
            continue
        if day_of(value.timex) is None or day_of(value.timex_end) is None:
            continue
        halves = range_halves(one) or (one.span, one.span)
        for (start, end), timex in zip(halves, (value.timex, value.timex_end), strict=True):
            mention = one.mention[start - one.start : end - one.start]
            kind = "datetime" if "T" in (timex or "") else "date"
            found = Value(kind, timex=timex)
            yield Candidate(start, end, mention, kind.upper(), found, COMPLETED)


def _dated_days(text: str, candidates: Sequence[Candidate]) -> list[tuple[Candidate, str]]:
    """The full dates of a text but for births, each with its day."""
    days = full_dates(candidates)
    return [(one, day.isoformat()) for one, day in days if not _is_birth(one, text)]
