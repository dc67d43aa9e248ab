"""Dates as other languages and programs write them, read by dateparser.

Spanish texts carry dates that are not Spanish: "September 29, 2011", "12 de maig de 2019",
"Wed Oct 26 15:50:06 2016". Our grammar does not know them; dateparser knows the months of many
languages, but finds dates where there are none. So a shape finds the span, and dateparser reads it.
"""

import datetime
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from nlp.temporal.meanings import CalendarDate, Clock, DayTime, Meaning
from nlp.temporal.timex import Now

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

LANGUAGES = ("es", "en", "ca", "gl", "pt", "fr", "it", "de")
_MOST_READ = 40  # distinct spans of one text: dateparser takes milliseconds for each
_LEAP_YEAR = datetime.datetime(2000, 1, 1)
_WORD = r"[^\W\d_]{3,10}\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|\.)?"
_SHAPES = re.compile(
    rf"(?<![\w.,/-])(?:{_WORD} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    rf"|{_DAY} (?:of |de |d['’])?{_WORD},? (?:de |del )?\d{{4}}"
    rf"|{_WORD},? (?:\d{{1,2}} de )?{_WORD} (?:\d{{1,2}} )?\d\d:\d\d:\d\d(?: [A-Z]{{3,4}})? \d{{4}}"
    r"|\d{1,2}/\d{1,2}, ?\d{4})(?![\w/-])"
)


def shapes(text: str) -> Iterator[tuple[int, int]]:
    """Spans that look like a full date, whatever the language; half-open offsets."""
    read: set[str] = set()
    for match in _SHAPES.finditer(text):
        read.add(match.group())
        if len(read) > _MOST_READ:
            return
        yield match.span()


@lru_cache(maxsize=2_048)
def read_foreign(text: str, reference: Now = None) -> Meaning | None:
    """What a string known to be a date means, to the parts it names; None if it is none.

    Relative expressions are read only where there is a reference.
    """
    parser = _parser(reference)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parser.get_date_data(text[:80])
    except (ValueError, OverflowError, TypeError, KeyError, IndexError, AttributeError):
        return None  # dateparser stumbles over odd strings; such a string is no date
    if found is None or found.date_obj is None:
        return None
    parts: frozenset[str] = frozenset(getattr(found, "parts", ()))
    if not _sound(text, parts, str(found.period)):
        return None
    moment = found.date_obj
    date = CalendarDate(
        moment.year if "year" in parts else None,
        moment.month if "month" in parts else None,
        moment.day if "day" in parts else None,
    )
    if "time" not in parts:
        return date
    second = moment.second if moment.second or text.count(":") > 1 else None
    offset = moment.strftime("%z")
    zone = f"{offset[:3]}:{offset[3:5]}" if offset else ""
    zone = "Z" if zone == "+00:00" else zone
    return DayTime(date, Clock(moment.hour, moment.minute, second, exact=True, zone=zone))


def _sound(text: str, parts: frozenset[str], period: str) -> bool:
    """Whether the parts found make a date, and the string says enough to be one ("3,5" does not)."""
    if not parts & {"year", "month", "day"} or period == "quarter":
        return False
    if not any(char.isdecimal() for char in text):
        return False
    if "year" in parts:
        return "month" in parts or "day" not in parts
    return "day" in parts and re.search(r"[^\W\d_]{3}|\d\d:\d\d", text) is not None


@lru_cache(maxsize=64)
def _parser(reference: Now) -> "DateDataParser":
    from dateparser.date import DateDataParser

    base = reference
    if isinstance(base, datetime.date) and not isinstance(base, datetime.datetime):
        base = datetime.datetime.combine(base, datetime.time())
    settings = {
        "DATE_ORDER": "DMY",
        "RELATIVE_BASE": base or _LEAP_YEAR,
        "PARSERS": ["absolute-time"] if base is None else ["relative-time", "absolute-time"],
    }
    return DateDataParser(languages=list(LANGUAGES), settings=settings)
