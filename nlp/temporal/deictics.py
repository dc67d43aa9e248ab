"""Meanings that count from the day of speech: "ayer", "el próximo lunes", "hace dos años"."""

import datetime
from dataclasses import dataclass, replace

from nlp.temporal.calendar import holiday, month_length
from nlp.temporal.meanings import Duration, Meaning, points
from nlp.temporal.timex import Now, Pair, calendar_timex, granule, moment_timex, only_day, shift


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
        if now is None:
            return () if self.unit != "WE" or self.steps else points("XXXX-WXX-WE")
        moved = shift(only_day(now), self.unit, self.steps)
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
class NearDay:
    """A day of the month: "próximo día 21" (1), "pasado día 19" (-1)."""

    day: int
    direction: int
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The nearest in the direction; the reference itself counts."""
        if now is None:
            return ()
        today = only_day(now)
        for step in range(3):
            first = shift(today.replace(day=1), "M", self.direction * step)
            if first is None or self.day > month_length(first.year, first.month):
                continue
            day = first.replace(day=self.day)
            if (day - today).days * self.direction >= 0:
                return points(moment_timex(day))
        return ()


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
class Away:
    """So long before (-1) or after (1) the reference or another date ("hace dos años").

    ``within``: the wording may also mean the whole time until then ("dentro de tres meses").
    ``loose``: it may be no more than a duration ("en 24 horas"), and is one without a reference.
    """

    duration: Duration
    sign: int
    base: Meaning | None = None
    within: bool = False
    loose: bool = False

    @property
    def kind(self) -> str:
        """A datetime where the clock counts."""
        return "datetime" if any(unit[0] == "T" for _, unit in self.duration.parts) else "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """At the unit's granularity first ("hace tres años": 2016), then to the day."""
        start = moment = self._base(now)
        for amount, unit in self.duration.parts:
            if moment is None or amount is None:
                return ()
            moment = shift(moment, unit, self.sign * amount)
        if moment is None or start is None:
            return ()
        parts = self.duration.parts
        if self.kind == "datetime":
            found = points(moment_timex(moment))
        else:
            rough = granule(parts[0][1], moment) if len(parts) == 1 and not self.base else None
            start, moment = only_day(start), only_day(moment)
            found = points(rough, moment_timex(moment))
        return (*found, (moment_timex(start), moment_timex(moment))) if self.within else found

    def _base(self, now: Now) -> Now:
        if self.base is None:
            return now
        for timex, end in self.base.readings(now):
            if timex == "PRESENT_REF":
                return now
            try:
                return datetime.date.fromisoformat(timex or "") if end is None else None
            except ValueError:
                continue
        return None


@dataclass(frozen=True, slots=True)
class Stretch:
    """The next (1) or last (-1) so many units ("los próximos tres días")."""

    amount: float
    unit: str
    direction: int

    @property
    def kind(self) -> str:
        """A datetime range where the clock counts."""
        return "datetime_range" if self.unit[0] == "T" else "date_range"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """From tomorrow on or up to yesterday, both ends in it; then counted in whole units."""
        if now is None:
            return ()
        if self.unit[0] == "T":
            there = shift(now, self.unit, self.direction * self.amount)
            if there is None:
                return ()
            low, high = sorted((now, there))
            return ((moment_timex(low), moment_timex(high)),)
        today = only_day(now)
        if self.unit == "BD":
            ends = [shift(today, "BD", self.direction * n) for n in (1, self.amount)]
            first, last = sorted(day for day in ends if day is not None)
            return ((moment_timex(first), moment_timex(last)),)
        starts = [today + datetime.timedelta(days=self.direction > 0), _first_day(today, self.unit)]
        if self.direction > 0 and starts[1] is not None:
            starts[1] = shift(starts[1], self.unit, 1)
        found = (self._days(start) for start in starts if start is not None)
        return tuple(dict.fromkeys(pair for pair in found if pair is not None))

    def _days(self, start: datetime.date) -> Pair | None:
        there = shift(start, self.unit, self.direction * self.amount)
        if there is None:
            return None
        low, high = sorted((start, there))
        return moment_timex(low), moment_timex(high - datetime.timedelta(days=1))


def _first_day(day: datetime.date, unit: str) -> datetime.date | None:
    """The first day of the week, month or year a day lies in."""
    if unit == "W":
        return day - datetime.timedelta(days=day.weekday())
    if unit == "M":
        return day.replace(day=1)
    return day.replace(month=1, day=1) if unit == "Y" else None
