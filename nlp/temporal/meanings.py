"""What a temporal expression means before anybody says what day it is.

Every meaning gives its readings for a reference: pairs of TIMEX3 value and, for ranges, end. The
first is the preferred one; an ambiguous mention ("a las tres") has several; a relative one without
a reference has none.
"""

import datetime
from dataclasses import dataclass, replace
from typing import Protocol

from nlp.temporal.calendar import month_length
from nlp.temporal.timex import (
    Now,
    Pair,
    calendar_timex,
    duration_timex,
    moment_timex,
    only_day,
    shift,
)


class Meaning(Protocol):
    """A temporal meaning; ``kind`` is a kind of :class:`nlp.spans.Value`."""

    @property
    def kind(self) -> str:
        """The kind of the value."""

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The readings, best first."""


PRESENT = "PRESENT_REF"


def points(*timexes: str | None) -> tuple[Pair, ...]:
    """Readings of single points, without gaps and repetitions."""
    return tuple((timex, None) for timex in dict.fromkeys(timexes) if timex is not None)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A value that needs no reference: a century, a duration, a set, PRESENT_REF."""

    kind: str
    timexes: tuple[str, ...]

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The same whatever the day; the present is also the reference itself."""
        present = now is not None and self.timexes == (PRESENT,)
        return points(*self.timexes, moment_timex(now) if present and now is not None else None)


@dataclass(frozen=True, slots=True)
class Marked:
    """A meaning with what is said about its bound or edge; ``modifier`` as in ``Value``."""

    meaning: Meaning
    modifier: str

    @property
    def kind(self) -> str:
        """The kind of what is marked."""
        return self.meaning.kind

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The readings of what is marked."""
        return self.meaning.readings(now)


def modifier(meaning: Meaning) -> str | None:
    """The outermost mark of a meaning, of its time of day too."""
    if isinstance(meaning, Marked):
        return meaning.modifier
    return modifier(meaning.time) if isinstance(meaning, DayTime) else None


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date of the calendar of which any part but one may be missing.

    ``step`` counts years from the reference's ("mayo del año pasado": -1).
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    bc: bool = False
    step: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """With no year, the reference's first, then the nearest year on its other side."""
        if self.step is not None:
            year = None if now is None else now.year + self.step
            return points(calendar_timex(year, self.month, self.day))
        if self.year is not None or now is None:
            return points(calendar_timex(self.year, self.month, self.day, bc=self.bc))
        if self.month is None:
            return self._days_of_months(only_day(now))
        other = now.year - 1 if (self.month, self.day or 1) > (now.month, now.day) else now.year + 1
        years = [year for year in (now.year, other) if self.fits(year)]
        if self.weekday is not None and not years:
            years = sorted(range(now.year - 6, now.year + 7), key=lambda y: abs(y - now.year))
            years = [year for year in years if self.fits(year)][:1]
        written = [calendar_timex(year, self.month, self.day) for year in years]
        return points(*written, calendar_timex(None, self.month, self.day))

    def fits(self, year: int) -> bool:
        """Whether the day exists in a year, on the weekday named."""
        if self.month is None or self.day is None:
            return True
        if not 1 <= year <= 9999 or self.day > month_length(year, self.month):
            return False
        named = datetime.date(year, self.month, self.day).isoweekday()
        return self.weekday is None or self.weekday == named

    def _days_of_months(self, today: datetime.date) -> tuple[Pair, ...]:
        """The day this month, then in the next or last; with a weekday, where it falls so."""
        day = self.day or 1
        near = (0, 1 if day <= today.day else -1)
        found = []
        for month in near if self.weekday is None else sorted(range(-12, 13), key=abs):
            first = shift(today.replace(day=1), "M", month)
            if first is not None and day <= month_length(first.year, first.month):
                dated = replace(self, month=first.month)
                if dated.fits(first.year):
                    found.append(calendar_timex(first.year, first.month, day))
        return points(*found[:2], calendar_timex(None, None, day))


def exists(date: CalendarDate) -> bool:
    """Whether the month has the day, in the year if it is known."""
    if date.month is None or date.day is None:
        return True
    return date.day <= month_length(None if date.bc else date.year, date.month)


@dataclass(frozen=True, slots=True)
class Duration:
    """Amounts of units; an amount may be unknown ("unos días")."""

    parts: tuple[tuple[float | None, str], ...]
    kind: str = "duration"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """``P3D``; the same whatever the day."""
        return points(duration_timex(self.parts))


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; ``part`` decides between the halves of the day where the hour does not."""

    hour: int
    minute: int | None = None
    second: int | None = None
    part: str | None = None
    exact: bool = False
    zone: str = ""
    kind: str = "time"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """As written; then, for hours up to twelve with nothing to decide, twelve hours later."""
        return points(*(self._written(hour) for hour in self.hours()))

    def hours(self) -> tuple[int, ...]:
        """The hours it may mean, 0 to 24."""
        hour = self.hour
        if self.part in ("AF", "NI", "PM", "MI", "EV"):
            late = 0 if hour == 12 and self.part == "NI" else hour + 12 * (hour < 12)
            if self.part == "NI" and 1 <= hour < 6:
                late = hour
            return (late,)
        if self.part in ("MO", "AM", "DT"):
            return (0,) if hour == 12 and self.part != "MO" else (hour,)
        if hour == 24:
            return (24, 0)
        if self.exact or not 1 <= hour <= 12:
            return (hour,)
        return (hour, (hour + 12) % 24)

    def _written(self, hour: int) -> str:
        text = f"T{hour:02d}"
        if self.minute is not None:
            text += f":{self.minute:02d}"
        if self.second is not None:
            text += f":{self.second:02d}"
        return text + self.zone


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """A part of the day on its own ("la tarde")."""

    code: str
    kind: str = "time"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """``TMO``; a Spanish "tarde" reaches into the evening."""
        return points(f"T{self.code}", "TEV" if self.code == "AF" else None)


@dataclass(frozen=True, slots=True)
class DayTime:
    """A time or part of the day on a date."""

    date: Meaning
    time: Meaning
    kind: str = "datetime"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """Every reading of the date with every one of the time; ranges of times stay ranges."""
        found: list[Pair] = []
        for day, end in self.date.readings(now):
            if day is None or end is not None:
                continue
            for low, high in self.time.readings(now):
                if low is not None:
                    found.append((day + low, None if high is None else day + high))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Range:
    """From one meaning to another."""

    low: Meaning
    high: Meaning
    kind: str

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """Pairs in order of time; a December followed by a January ends the year after."""
        found: list[Pair] = []
        for start, _ in _without_present(self.low, now):
            ends = [end for end, _ in _without_present(self.high, now) if _later(start, end)]
            end = ends[0] if ends else _after(start, self.low, self.high)
            if end is not None:
                found.append((start, end))
        if not found:
            low, high = self.low.readings(now), self.high.readings(now)
            return ((low[0][0], high[0][0]),) if low and high else ()
        return tuple(dict.fromkeys(found))


def _without_present(meaning: Meaning, now: Now) -> tuple[Pair, ...]:
    """The readings; of the present, the day it is."""
    found = meaning.readings(now)
    if now is not None and found[:1] == ((PRESENT, None),):
        return points(moment_timex(only_day(now)))
    return found


def _later(start: str | None, end: str | None) -> bool:
    if start is None or end is None or ("X" in start) != ("X" in end):
        return False
    length = min(len(start), len(end))
    return end[:length] >= start[:length]


def _after(start: str | None, low: Meaning, high: Meaning) -> str | None:
    """A second end that has no year, week or day of its own, placed after the first."""
    try:
        first = datetime.date.fromisoformat((start or "")[:10])
    except ValueError:
        return None
    if isinstance(high, CalendarDate):
        dated = high.year is None
        return replace(high, year=first.year + 1).readings(None)[0][0] if dated else None
    weekday = getattr(high, "weekday", None)
    if weekday is not None:
        return moment_timex(first + datetime.timedelta(days=(weekday - first.isoweekday()) % 7))
    if not isinstance(getattr(low, "date", low), CalendarDate):
        return None
    # "desde el viernes 12 hasta el día siguiente"
    return next((end for end, _ in high.readings(first) if _later(start, end)), None)
