"""How long a range lasts: a shift from 22:00 to 6:00, the years of "entre 1971 y 1993"."""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.reckon.reckoning_words import named, says, told_of, words
from nlp.spans import RECKONED, Candidate, Value
from nlp.temporal.timex import day_of

CLOCKS = frozenset({"minute", "hour"})
DAYS = frozenset({"day", "week"})

_OPENING = 5
"""Words of a description that say what is asked, where the unit does not."""
_MONEY = 0.3
_LONGEST = 400
"""Days that such a span lasts at most."""
_DAY = 24 * 60
_MOMENT = re.compile(r"(?:(\d{4}-\d\d-\d\d)|XXXX-WXX-\d)?T(\d\d)(?::(\d\d))?(?::\d\d)?")
_YEAR = re.compile(r"\d{4}")


def takes_span(profile: FieldProfile, candidate: Candidate) -> bool:
    """Whether a field asks for the time that a reckoned candidate gives: days, clock time, years."""
    unit = unit_of(candidate)
    if unit == "minute":
        told = told_of(profile.field)
        return profile.unit == "hour" or (
            profile.unit == "minute" and says(told, words("asks", "length"))
        )
    return asks_span(profile) if unit == "day" else profile.unit == unit


def asks_span(profile: FieldProfile) -> bool:
    """Whether a field asks for the days or nights between two dates."""
    opening = " ".join(profile.field.description.split()[:_OPENING])
    told = (
        f"{named(profile.field)} {profile.field.description if profile.unit == 'day' else opening}"
    )
    return (
        profile.unit in {None, "day"}
        and profile.asks("money") < _MONEY
        and says(told, words("asks", "span"))
    )


def reckoned_candidates(
    candidates: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> tuple[Candidate, ...]:
    """How long ranges last, where a field asks for such times."""
    numbers = [one for one in profiles if one.field.is_numeric]
    return tuple(
        one for one in _ranges(candidates) if any(takes_span(each, one) for each in numbers)
    )


def _ranges(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """How long a range of days, of hours or of years is."""
    for one in candidates:
        value = one.value
        if one.label != "RANGE" or value is None or value.timex is None or value.timex_end is None:
            continue
        timex = _length(value.timex, value.timex_end)
        if timex is not None:
            value = Value("duration", timex=timex)
            yield replace(one, label="DURATION", value=value, source=RECKONED)


def _length(start: str, end: str) -> str | None:
    first, last = _MOMENT.fullmatch(start), _MOMENT.fullmatch(end)
    if first and last:
        minutes = minutes_of(last) - minutes_of(first)
        if first.group(1) is None or last.group(1) is None:
            minutes %= _DAY
        return f"PT{minutes}M" if 0 < minutes < 2 * _DAY else None
    if _YEAR.fullmatch(start) and _YEAR.fullmatch(end):
        return f"P{int(end) - int(start)}Y" if start < end else None
    low, high = day_of(start), day_of(end)
    if low is None or high is None or not 0 < (high - low).days <= _LONGEST:
        return None
    return f"P{(high - low).days}D"


def minutes_of(moment: re.Match[str]) -> int:
    """Minutes since the beginning of time, or of the day where no day is said; no hour is midnight."""
    day, hour, minute = moment.groups()
    days = datetime.date.fromisoformat(day).toordinal() if day else 0
    return days * _DAY + int(hour or 0) * 60 + int(minute or 0)
