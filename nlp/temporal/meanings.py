"""What a temporal expression means before anybody says what day it is.

Every meaning gives its readings for a reference: pairs of TIMEX3 value and, for ranges, end. The
first is the preferred one; an ambiguous mention ("a las tres") has several; a relative one without
a reference has none.
"""

import datetime
from dataclasses import dataclass, replace
from typing import Protocol

from nlp.temporal.calendar import holiday, month_length, nth_weekday
from nlp.temporal.timex import (
    Now,
    Pair,
    calendar_timex,
    duration_timex,
    granule,
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


def points(*timexes: str | None) -> tuple[Pair, ...]:
    """Readings of single points, without gaps and repetitions."""
    return tuple((timex, None) for timex in dict.fromkeys(timexes) if timex is not None)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A value that needs no reference: a century, a duration, a set, PRESENT_REF."""

    kind: str
    timexes: tuple[str, ...]

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The same whatever the day."""
        return points(*self.timexes)


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date of the calendar of which any part but one may be missing."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    bc: bool = False
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """With no year, the reference's first, then the nearest year on its other side."""
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
        day = self.day or 1
        found = []
        for month in (0, 1 if day <= today.day else -1):
            first = shift(today.replace(day=1), "M", month)
            if first is not None and day <= month_length(first.year, first.month):
                found.append(calendar_timex(first.year, first.month, day))
        return points(*found, calendar_timex(None, None, day))


@dataclass(frozen=True, slots=True)
class YearPart:
    """A season, quarter or half of a year (``code``); ``step`` counts occurrences from now."""

    code: str
    year: int | None = None
    step: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """``2019-SU``; with no year and no reference ``XXXX-SU``."""
        if self.year is not None:
            return points(f"{self.year:04d}-{self.code}")
        if now is None:
            return () if self.step else points(f"XXXX-{self.code}")
        if not self.step:
            return points(f"{now.year:04d}-{self.code}", f"XXXX-{self.code}")
        start = {"SP": 3, "SU": 6, "FA": 9, "WI": 12, "H": 1 + 6 * (self.code[-1] == "2")}
        month = start.get(self.code[:2]) or start.get(self.code[0]) or 3 * int(self.code[-1]) - 2
        passed = month <= now.month
        near = now.year + (passed if self.step > 0 else passed - 1)
        return points(f"{near:04d}-{self.code}", f"{now.year + self.step:04d}-{self.code}")


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday by its rules, of a year or of the reference's."""

    rules: tuple[str, ...]
    year: int | None = None
    step: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The reference's year, then the nearest on its other side; ``XXXX-12-25`` if fixed."""
        fixed = [f"XXXX-{rule}" for rule in self.rules if rule[2] == "-"]
        if self.year is not None:
            return points(*(moment_timex(holiday(rule, self.year)) for rule in self.rules))
        if now is None:
            return () if self.step else points(*fixed)
        if self.step is not None:
            return replace(self, year=now.year + self.step, step=None).readings(now)
        found = []
        for rule in self.rules:
            here = holiday(rule, now.year)
            other = now.year - 1 if here > only_day(now) else now.year + 1
            found += [moment_timex(here), moment_timex(holiday(rule, min(max(other, 1), 9999)))]
        return points(*found, *fixed)


@dataclass(frozen=True, slots=True)
class Offset:
    """The unit of time so many steps from the one the reference lies in ("la semana pasada")."""

    unit: str
    steps: int
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """One reading, at the unit's granularity."""
        moved = None if now is None else shift(only_day(now), self.unit, self.steps)
        return points(None if moved is None else granule(self.unit, moved))


@dataclass(frozen=True, slots=True)
class NearWeekday:
    """A weekday: plain, "este" (0), "próximo" (1) or "pasado" (-1); ``week`` fixes the week."""

    weekday: int
    direction: int | None = None
    week: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The nearest in the direction, then the other way of counting."""
        generic = f"XXXX-WXX-{self.weekday}"
        if now is None:
            return points(generic) if self.direction is None and self.week is None else ()
        today = only_day(now)
        ahead = (self.weekday - today.isoweekday()) % 7
        inside = self.weekday - today.isoweekday()
        if self.week is not None:
            return self._days(today, inside + 7 * self.week)
        if self.direction is None:
            back = -((today.isoweekday() - self.weekday) % 7 or 7)
            return self._days(today, ahead or 7, back, ahead) + points(generic)
        if self.direction == 0:
            return self._days(today, ahead, inside)
        if self.direction > 0:
            return self._days(today, ahead or 7, inside + 7)
        return self._days(today, (ahead or 7) - 7 or -7, inside - 7)

    @staticmethod
    def _days(today: datetime.date, *offsets: int) -> tuple[Pair, ...]:
        moved = (shift(today, "D", offset) for offset in offsets)
        return points(*(moment_timex(day) for day in moved if day is not None))


@dataclass(frozen=True, slots=True)
class NearMonth:
    """A month: "este" (0), "próximo" (1) or "pasado" (-1), with a day of it perhaps."""

    month: int
    direction: int
    day: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The nearest in the direction."""
        if now is None:
            return ()
        here, there = (now.month, now.day), (self.month, self.day or now.day)
        year = now.year
        if self.direction > 0 and there <= here:
            year += 1
        if self.direction < 0 and there >= here:
            year -= 1
        return points(calendar_timex(year, self.month, self.day))


@dataclass(frozen=True, slots=True)
class DayOf:
    """The n-th day of a relative month ("el día 3 del próximo mes")."""

    day: int
    steps: int
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """One day, if the month has it."""
        first = None if now is None else shift(only_day(now).replace(day=1), "M", self.steps)
        if first is None or self.day > month_length(first.year, first.month):
            return ()
        return points(calendar_timex(first.year, first.month, self.day))


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """The n-th (-1: last) weekday of a month ("el primer viernes de julio")."""

    nth: int
    weekday: int
    month: int
    year: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """Of the year named, or of the reference's and the next or last."""
        generic = f"XXXX-{self.month:02d}-WXX-{self.weekday}-#{self.nth}"
        if self.year is None and now is None:
            return points(generic)
        if self.year is not None:
            years = [self.year]
        else:
            assert now is not None
            years = [now.year, now.year + (1 if self.month <= now.month else -1)]
        days = [nth_weekday(year, self.month, self.weekday, self.nth) for year in years]
        tail = () if self.year is not None else (generic,)
        return points(*(moment_timex(day) for day in days if day), *tail)


@dataclass(frozen=True, slots=True)
class Duration:
    """Amounts of units; an amount may be unknown ("unos días")."""

    parts: tuple[tuple[float | None, str], ...]
    kind: str = "duration"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """``P3D``; the same whatever the day."""
        return points(duration_timex(self.parts))


@dataclass(frozen=True, slots=True)
class Away:
    """So long before (-1) or after (1) the reference or another date ("hace dos años")."""

    duration: Duration
    sign: int
    base: Meaning | None = None

    @property
    def kind(self) -> str:
        """A datetime where the clock counts."""
        return "datetime" if any(unit[0] == "T" for _, unit in self.duration.parts) else "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """At the unit's granularity first ("hace tres años": 2016), then to the day."""
        moment = self._base(now)
        for amount, unit in self.duration.parts:
            if moment is None or amount is None:
                return ()
            moment = shift(moment, unit, self.sign * amount)
        if moment is None:
            return ()
        if self.kind == "datetime":
            return points(moment_timex(moment))
        parts = self.duration.parts
        rough = granule(parts[0][1], moment) if len(parts) == 1 and self.base is None else None
        return points(rough, moment_timex(only_day(moment)))

    def _base(self, now: Now) -> Now:
        if self.base is None:
            return now
        for timex, end in self.base.readings(now):
            try:
                return datetime.date.fromisoformat(timex or "") if end is None else None
            except ValueError:
                continue
        return None


@dataclass(frozen=True, slots=True)
class Stretch:
    """The next (1) or last (-1) so many units ("los próximos tres días")."""

    amount: float | None
    unit: str
    direction: int

    @property
    def kind(self) -> str:
        """A datetime range where the clock counts."""
        return "datetime_range" if self.unit[0] == "T" else "date_range"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """From tomorrow on, or up to yesterday; both ends belong to it."""
        if now is None or self.amount is None:
            return ()
        if self.unit[0] == "T":
            there = shift(now, self.unit, self.direction * self.amount)
            ends = sorted((now, there)) if there is not None else []
        else:
            today = only_day(now)
            start = shift(today, "D", 1) if self.direction > 0 else today
            there = None if start is None else shift(start, self.unit, self.direction * self.amount)
            if start is None or there is None:
                return ()
            low, high = sorted((start, there))
            ends = [low, high - datetime.timedelta(days=1)]
        return ((moment_timex(ends[0]), moment_timex(ends[1])),) if ends else ()


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
            if self.part == "MI" and hour > 10:
                late = hour
            return (late,)
        if self.part in ("MO", "AM", "DT"):
            return (0,) if hour == 12 and self.part != "MO" else (hour,)
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
    """From one meaning to another; ``None`` is an open end."""

    low: Meaning
    high: Meaning
    kind: str

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """Pairs in order of time; a December followed by a January ends the year after."""
        low, high = self.low, self.high
        found: list[Pair] = []
        for start, _ in low.readings(now):
            ends = [end for end, _ in high.readings(now) if _later(start, end)]
            if not ends and isinstance(high, CalendarDate) and high.year is None:
                ends = [_year_after(start, high)]
            if ends and ends[0] is not None:
                found.append((start, ends[0]))
        if not found and low.readings(now) and high.readings(now):
            found.append((low.readings(now)[0][0], high.readings(now)[0][0]))
        return tuple(found)


def _later(start: str | None, end: str | None) -> bool:
    if start is None or end is None or ("X" in start) != ("X" in end):
        return False
    length = min(len(start), len(end))
    return end[:length] >= start[:length]


def _year_after(start: str | None, high: CalendarDate) -> str | None:
    if start is None or not start[:4].isdigit():
        return None
    later = replace(high, year=int(start[:4]) + 1)
    return later.readings(None)[0][0]
