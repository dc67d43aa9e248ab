"""The year of a date written without one: where the text leaves no doubt, or the nearest.

"Abre el 14 de marzo" in a text whose full dates are all of 2026 is 2026-03-14. Where the full dates
are of several years, the weekday decides if one is written, else the year of most of them (right for 34
of 37 such dates that solved texts ask for; the last year named before was for 24); where no year has
more than another, nothing is said: so for facts that a prompt shows. Candidates of the matcher take the
year nearest to a date beside them.
"""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nlp.spans import Candidate, Document, Value
from nlp.temporal.calendar import add_months
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.timex import day_of
from nlp.temporal.tokens import fold
from nlp.word_lists import text_pattern

_FULL = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?(?:T|$)")
_YEARLESS = re.compile(r"XXXX-(\d\d)(?:-(\d\d))?(?=T|$)")
_OPEN_YEAR = re.compile(r"XXXX-(\d\d)(?:-(\d\d))?(T.*)?")
_OPEN_MONTH = re.compile(r"XXXX-XX-(\d\d)(T.*)?")
_CITED = text_pattern("cites_year")
_CITATION = 24
"""Characters before a date in which a number and its year may stand."""
_YEARS_AROUND = 3
"""Years before and behind in which the day falls on a weekday that is said."""
_MONTHS_AROUND = (0, 1, -1, 2, -2, 3, -3, 4, -4)
"""Months among which the day of a weekday is looked for: it falls on one in seven."""
_WORD = re.compile(r"[^\W\d_]+")
_BY_DAY = re.compile(r"(?:\d{1,2}[:.h]\d\d)?\D*?\b([^\W\d_]{5,}),?\s\d{1,2}(?!\d)")
_DAYS = frozenset({"DATE", "DATETIME"})
_NAMED_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SENSIBLE = range(1000, 2200)


def cited_year(text: str, one: Candidate) -> int | None:
    """The year of the number that a date stands behind: "Ley 39/2015, de 1 de octubre"."""
    found = _CITED.search(text, max(0, one.start - _CITATION), one.start)
    return int(found[1]) if found is not None else None


def in_year(value: Value, year: int) -> Value:
    """A date or range without a year in a given one."""

    def dated(timex: str | None) -> str | None:
        return f"{year:04d}{timex[4:]}" if timex and _YEARLESS.match(timex) else timex

    return replace(value, timex=dated(value.timex), timex_end=dated(value.timex_end))


def with_years(document: Document, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, dates without a year having the year that the text gives them."""
    years = _years(document, candidates)
    return tuple(_dated(one, years, document.text) for one in candidates)


def _years(document: Document, candidates: Sequence[Candidate]) -> dict[int, int]:
    """The years of the full dates and how many there are of each."""
    values = [one.value for one in candidates if one.value is not None]
    ends = (timex or "" for value in values for timex in (value.timex, value.timex_end))
    years = (int(match[1]) for timex in ends if (match := _FULL.match(timex)))
    found = Counter(year for year in years if year in _SENSIBLE)
    if document.reference is not None:
        found.setdefault(document.reference.year, 0)
    return found


def _dated(one: Candidate, years: Mapping[int, int], text: str) -> Candidate:
    value = one.value
    match = _YEARLESS.match(value.timex or "") if value is not None else None
    if value is None or match is None or value.timex is None:
        return one
    cited = cited_year(text, one)
    if cited is not None:
        return replace(one, value=in_year(value, cited))
    year = _year_of(one.mention, match, years) if years else None
    if year is None:
        return one
    timex = f"{year:04d}{value.timex[4:]}"
    end = value.timex_end
    if end is not None and end.startswith("XXXX-") and end[5:7] >= value.timex[5:7]:
        end = f"{year:04d}{end[4:]}"
    return replace(one, value=replace(value, timex=timex, timex_end=end))


def _year_of(mention: str, match: "re.Match[str]", years: Mapping[int, int]) -> int | None:
    number = _weekday_of(mention)
    if len(years) == 1 or number is None or match[2] is None:
        first, *others = sorted(years, key=lambda year: -years[year])
        return first if not others or years[first] > years[others[0]] else None
    days = (day_of(f"{year:04d}-{match[1]}-{match[2]}") for year in years)
    fitting = [day.year for day in days if day is not None and day.isoweekday() == number]
    return fitting[0] if len(fitting) == 1 else None


def _weekday_of(mention: str) -> int | None:
    """The day of the week that a date begins with, or that stands by its first day; 1 for Monday."""
    first, later = _WORD.match(mention), _BY_DAY.match(mention)
    number = GRAMMAR.weekdays.get(fold(first[0])) if first is not None else None
    return number or (GRAMMAR.weekdays.get(fold(later[1])) if later is not None else None)


def year_by_weekdays(candidates: Sequence[Candidate], text: str) -> int | None:
    """The year, of those that a text names, in which most of its weekdays fall on their dates.

    "Informe 5/2023. A las 22h47 del viernes 31 de marzo" is of 2023. None where no weekday stands by
    a date without its year, or two years fit as well.
    """
    days = [
        (match, number)
        for one in candidates
        if one.label in _DAYS and (match := _OPEN_YEAR.fullmatch(one.timex or "")) and match[2]
        if (number := _weekday_of(one.mention)) is not None
    ]
    votes = Counter[int]()
    for year in {int(found[0]) for found in _NAMED_YEAR.finditer(text)} if days else ():
        dated = ((day_of(f"{year:04d}-{each[1]}-{each[2]}"), number) for each, number in days)
        votes[year] = sum(day is not None and day.isoweekday() == number for day, number in dated)
    (first, most), (_, second) = [*votes.most_common(2), (0, 0), (0, 0)][:2]
    return first if most > second else None


def with_nearest_year(value: Value, near: datetime.date, mention: str = "") -> Value:
    """A date or range without a year, in the year that brings it nearest to another date.

    Of the years around, one in which the day falls on the weekday that the mention begins with.
    """
    start = _nearest(value.timex, near, _weekday_of(mention))
    base = day_of(start) or near
    end = _end_behind(value.timex_end, base)
    first, last = day_of(start), day_of(end)
    if end is not None and first is not None and last is not None and last < first:
        end = f"{last.year + 1:04d}{end[4:]}"
    return replace(value, timex=start, timex_end=end)


def _end_behind(timex: str | None, first: datetime.date) -> str | None:
    """The end of a range without its year; a day alone is the first such day from the beginning on."""
    dated = _OPEN_MONTH.fullmatch(timex or "")
    if dated is None:
        return _nearest(timex, first)
    day, months = int(dated[1]), (add_months(first.replace(day=1), step) for step in range(3))
    ends = (day_of(f"{one:%Y-%m}-{day:02d}") for one in months)
    end = next((one for one in ends if one is not None and one >= first), None)
    return timex if end is None else end.isoformat() + (dated[2] or "")


def _nearest(timex: str | None, near: datetime.date, weekday: int | None = None) -> str | None:
    """A date without a year in the year that brings it nearest to another date."""
    dated = _OPEN_MONTH.fullmatch(timex or "")
    if dated is not None:
        return _nearest_month(int(dated[1]), near, weekday) + (dated[2] or "")
    match = _OPEN_YEAR.fullmatch(timex or "")
    if match is None:
        return timex
    far = 1 if weekday is None else _YEARS_AROUND
    around = range(max(1, near.year - far), near.year + far + 1)
    days = (day_of(f"{year:04d}-{match[1]}-{match[2] or 15}") for year in around)
    options = [day for day in days if day is not None]
    if match[2]:
        options = [one for one in options if one.isoweekday() == weekday] or options
    best = min(options, key=lambda one: abs((one - near).days), default=None)
    return timex if best is None else f"{best.year:04d}{(timex or '')[4:]}"


def _nearest_month(day: int, near: datetime.date, weekday: int | None) -> str:
    """The day of a month, that of a weekday if one is said, nearest to a date; open where none is."""
    months = (add_months(near.replace(day=1), step) for step in _MONTHS_AROUND)
    days = (day_of(f"{one:%Y-%m}-{day:02d}") for one in months)
    fitting = [one for one in days if one is not None and weekday in {None, one.isoweekday()}]
    best = min(fitting, key=lambda one: abs((one - near).days), default=None)
    return f"XXXX-XX-{day:02d}" if best is None else best.isoformat()
