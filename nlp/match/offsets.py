"""The UTC offset of a moment, where the text says one: "(hora peninsular, UTC+1)".

A field of the format ``date-time`` takes it, or else the one that its description names, that of its
object or of a moment beside it; what none says is not added.
"""

import datetime
import re

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import examples_of
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate

_SAID = re.compile(r"\b(?:UTC|GMT)\s?(?P<sign>[+−–-])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?")
_BEHIND = re.compile(r"\s?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)\b")
_NAMED = re.compile(
    r"(?:\b(?:UTC|GMT)\s?|(?<![\w:.-]))(?P<sign>[+−–-])(?P<hours>\d{1,2}):(?P<minutes>\d\d)(?![\d:])"
)
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
_NEAR = 60
"""Characters around a moment in which an offset is its own, whatever others the text has."""
_BY_CLOCK = 40
"""Characters behind an hour in which an offset is its own, with no other hour between."""
_MOST_HOURS = 14


def with_offset(value: str, candidate: Candidate, profile: FieldProfile, text: str) -> str:
    """A moment ``YYYY-MM-DDTHH:MM:SS`` with the offset that the text says of it, else as it is.

    The end of a day (24:00) is the beginning of the next: the format knows no other.
    """
    field = profile.field
    if field.constraints.format != "date-time" or not _MOMENT.fullmatch(value):
        return value
    day, hour = value.split("T")
    if hour == "24:00:00":
        after = datetime.date.fromisoformat(day) + datetime.timedelta(days=1)
        value = f"{after.isoformat()}T00:00:00"
    told = f"{field.title} {examples_of(field.description)[1]}"
    offset = _near(candidate, text) or _only(told, _NAMED) or _only(told) or _beside(profile)
    offset = offset or _only(text)
    if offset is None:
        is_utc = pattern_of("else_utc").search(field.description) or pattern_of("all_utc").search(
            text
        )
        return f"{value}Z" if is_utc else value
    if pattern_of("asks_utc").search(f"{field.title} {field.description}"):
        moment = datetime.datetime.fromisoformat(value + offset).astimezone(datetime.UTC)
        return f"{moment.replace(tzinfo=None).isoformat()}Z"
    return value + offset


def _beside(profile: FieldProfile) -> str | None:
    """The one offset that the object of a field names, or its other moments: "con desfase"."""
    if len(profile.parents) < 2:
        return None
    owner = profile.parents[1]
    moments = (one for one in owner.fields if one.constraints.format == "date-time")
    told = " ; ".join((owner.description, *(one.description for one in moments)))
    return _only(told, _NAMED) or _only(told)


def _near(candidate: Candidate, text: str) -> str | None:
    """The offset right behind the hour, else the only one within a few words of the moment."""
    for clock in _CLOCK.finditer(text, candidate.start, candidate.end):
        behind = _BEHIND.match(text, clock.end())
        if behind is not None:
            return _written(behind)
        if pattern_of("plain_utc").match(text, clock.end()):
            return "+00:00"
        said = _SAID.search(text, clock.end(), clock.end() + _BY_CLOCK)
        between = text[clock.end() : said.start()] if said is not None else "\n"
        if said is not None and not ("\n" in between or _CLOCK.search(between)):
            return _written(said)
    around = text[max(0, candidate.start - _NEAR) : candidate.end + _NEAR]
    return _only(around)


def _only(text: str, pattern: re.Pattern[str] = _SAID) -> str | None:
    """The one offset that a text says, None where it says none or several."""
    found = {one for match in pattern.finditer(text) if (one := _written(match)) is not None}
    return found.pop() if len(found) == 1 else None


def _written(match: re.Match[str]) -> str | None:
    hours, minutes = int(match["hours"]), int(match["minutes"] or 0)
    if hours > _MOST_HOURS or minutes > 59:
        return None
    sign = "+" if match["sign"] == "+" else "-"
    return f"{sign}{hours:02d}:{minutes:02d}"
