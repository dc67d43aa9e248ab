"""Meanings that are a part of another: "la última semana de julio", "el resto del mes".

And the stretch of the calendar that a TIMEX3 value covers.
"""

import datetime
import re
from dataclasses import dataclass

from nlp.temporal.calendar import add_months, nth_weekday
from nlp.temporal.meanings import Meaning, points
from nlp.temporal.timex import Now, Pair, granule, moment_timex, only_day

_ONE = datetime.timedelta(days=1)
_SEASONS = {"SP": (3, 21), "SU": (6, 21), "FA": (9, 23), "WI": (12, 21)}
_MONTHS = {"M": 1, "2M": 2, "3M": 3, "4M": 4, "6M": 6, "Y": 12, "10Y": 120, "100Y": 1200}


@dataclass(frozen=True, slots=True)
class PartOf:
    """The n-th unit of a period, or its first or last ``count`` (``nth`` 1 or -1)."""

    nth: int
    unit: str
    base: Meaning
    count: int | None = None

    @property
    def kind(self) -> str:
        """A range where several units are meant."""
        return "date" if self.count is None else "date_range"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """One for each reading of the period that is a stretch of days."""
        found: list[Pair] = []
        for timex, end in self.base.readings(now):
            if timex is None or end is not None:
                continue
            period = bounds(timex)
            pair = self._generic(timex) if period is None else self._inside(*period)
            if pair is not None:
                found.append(pair)
        return tuple(dict.fromkeys(found))

    def _inside(self, low: datetime.date, high: datetime.date) -> Pair | None:
        slices = parts(low, high, self.unit)
        if self.count is not None:
            chosen = slices[: self.count] if self.nth > 0 else slices[-self.count :]
            if not chosen or len(slices) < self.count:
                return None
            return moment_timex(chosen[0][0]), moment_timex(chosen[-1][1] - _ONE)
        index = self.nth - 1 if self.nth > 0 else self.nth
        if not -len(slices) <= index < len(slices):
            return None
        start, end = slices[index]
        whole = granule(self.unit, start + 3 * _ONE if self.unit == "W" else start)
        if whole is not None:
            return whole, None
        return moment_timex(start), moment_timex(end - _ONE)

    def _generic(self, timex: str) -> Pair | None:
        """Reads "la primera semana de mayo" of no known year: ``XXXX-05-W01``."""
        written = {"W": f"{timex}-W{self.nth:02d}", "D": f"{timex}-{self.nth:02d}"}.get(self.unit)
        of_month = self.nth > 0 and timex.startswith("XXXX-") and len(timex) == 7
        return (written, None) if written is not None and of_month else None


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """The n-th (-1: last) weekday of a period ("el primer viernes de julio")."""

    nth: int
    weekday: int
    base: Meaning
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """One for each reading of the period; ``XXXX-07-WXX-5-#1`` of no known year."""
        found: list[str | None] = []
        for timex, end in self.base.readings(now):
            period = bounds(timex or "") if end is None else None
            if period is not None:
                day = nth_weekday(*period, self.weekday, self.nth)
                found.append(None if day is None else moment_timex(day))
            elif timex is not None and timex.startswith("XXXX-") and len(timex) == 7:
                found.append(f"{timex}-WXX-{self.weekday}-#{self.nth}")
        return points(*found)


@dataclass(frozen=True, slots=True)
class RestOf:
    """What is left of a period on the day of speech ("el resto del mes")."""

    base: Meaning
    kind: str = "date_range"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """From the reference to the period's last day."""
        if now is None:
            return ()
        today = only_day(now)
        for timex, _ in self.base.readings(now):
            period = bounds(timex or "")
            if period is not None and period[0] <= today < period[1]:
                return ((moment_timex(today), moment_timex(period[1] - _ONE)),)
        return ()


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The week of a date ("la semana del 10 de abril")."""

    base: Meaning
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """The ISO week of each reading that is a day."""
        days = (bounds(timex) for timex, _ in self.base.readings(now) if timex is not None)
        return points(*(granule("W", day[0]) for day in days if day is not None))


@dataclass(frozen=True, slots=True)
class WeekNumber:
    """A week by its number ("la semana 31 de 2018")."""

    number: int
    year: int | None = None
    kind: str = "date"

    def readings(self, now: Now) -> tuple[Pair, ...]:
        """Of the year named, else of the reference's."""
        year = self.year if self.year is not None or now is None else now.year
        return points(None if year is None else f"{year:04d}-W{self.number:02d}")


def bounds(timex: str) -> tuple[datetime.date, datetime.date] | None:
    """First day of a granule and first day after it; None for what is no stretch of days.

    Seasons are the northern ones, by the calendar.
    """
    try:
        return _bounds(timex)
    except ValueError:
        return None


def _bounds(timex: str) -> tuple[datetime.date, datetime.date] | None:
    if match := re.fullmatch(r"(\d{4})-W(\d\d)(-WE)?", timex):
        monday = datetime.date.fromisocalendar(int(match[1]), int(match[2]), 1)
        return monday + 5 * _ONE * bool(match[3]), monday + 7 * _ONE
    if match := re.fullmatch(r"(\d{4})-(SP|SU|FA|WI)", timex):
        start = datetime.date(int(match[1]), *_SEASONS[match[2]])
        return start, add_months(start, 3)
    if match := re.fullmatch(r"(\d{4})-([QH])(\d)", timex):
        months = 3 if match[2] == "Q" else 6
        start = datetime.date(int(match[1]), months * (int(match[3]) - 1) + 1, 1)
        return start, add_months(start, months)
    if match := re.fullmatch(r"(\d{3})X", timex):
        return _years(int(match[1]) * 10, 10)
    if re.fullmatch(r"\d\d", timex):
        return _years(int(timex) * 100, 100)
    if match := re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T[A-Z]{2})?", timex):
        start = datetime.date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
        return start, start + _ONE if match[3] else add_months(start, 1 if match[2] else 12)
    return None


def _years(start: int, count: int) -> tuple[datetime.date, datetime.date]:
    return datetime.date(max(start, 1), 1, 1), datetime.date(start + count, 1, 1)


def parts(
    low: datetime.date, high: datetime.date, unit: str
) -> list[tuple[datetime.date, datetime.date]]:
    """The units inside [low, high), in order; the ISO weeks are those with their Thursday in it.

    ``15D`` halves a month at its 15th; ``1/2`` is half of whatever it is.
    """
    if unit in ("15D", "1/2"):
        return _halves(low, high)
    if unit == "W":
        first = low + (3 - low.weekday()) % 7 * _ONE - 3 * _ONE
        weeks = ((high - low).days + 6) // 7 + 1
        starts = [first + 7 * week * _ONE for week in range(min(weeks, 60))]
        return [(day, day + 7 * _ONE) for day in starts if low <= day + 3 * _ONE < high]
    if unit == "D":
        return [(low + day * _ONE, low + (day + 1) * _ONE) for day in range((high - low).days)]
    step = _MONTHS.get(unit)
    found: list[tuple[datetime.date, datetime.date]] = []
    while step is not None and low < high and len(found) < 100:
        following = add_months(low, step)
        found.append((low, following))
        low = following
    return found


def _halves(low: datetime.date, high: datetime.date) -> list[tuple[datetime.date, datetime.date]]:
    days = (high - low).days
    if days <= 31:
        middle = low + 15 * _ONE
    else:
        months = (high.year - low.year) * 12 + high.month - low.month
        middle = add_months(low, months // 2)
    return [(low, middle), (middle, high)]
