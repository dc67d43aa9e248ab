"""Writing and shifting TIMEX3 values.

A *unit* is the tail of a TIMEX3 duration: ``D``, ``W``, ``M``, ``3M``, ``Y``, ``100Y``; clock units
begin with ``T`` (``TH``); ``WE`` is a weekend. Years before Christ are written ``BC0044``.
"""

import datetime
import re
from collections.abc import Iterable
from typing import TypeAlias

from nlp.spans import Candidate
from nlp.temporal.calendar import add_months

Now: TypeAlias = datetime.date | None
"""The reference; a ``datetime.datetime`` where the time of day is known too."""

Pair: TypeAlias = tuple[str | None, str | None]
"""A TIMEX3 value and, for ranges, the value of the end; ``None`` is an open bound."""

_UNIT = re.compile(r"(\d*)([DWMY]|WE|BD)")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
_MONTHS = {"M": 1, "Y": 12}
_SECONDS = {"TS": 1, "TM": 60, "TH": 3600}


def calendar_timex(
    year: int | None, month: int | None = None, day: int | None = None, *, bc: bool = False
) -> str:
    """``2019-05-03``, ``2019-05``, ``2019``; what is unknown above what is known is ``X``."""
    text = "XXXX" if year is None else f"BC{year:04d}" if bc else f"{year:04d}"
    if month is None and day is None:
        return text
    text += "-XX" if month is None else f"-{month:02d}"
    return text if day is None else f"{text}-{day:02d}"


def granule(unit: str, day: datetime.date) -> str | None:
    """The unit of time a day lies in: its week, month, quarter, year, decade or century."""
    year, week, _ = day.isocalendar()
    written = {
        "D": day.strftime("%Y-%m-%d"),
        "W": f"{year:04d}-W{week:02d}",
        "WE": f"{year:04d}-W{week:02d}-WE",
        "M": f"{day.year:04d}-{day.month:02d}",
        "3M": f"{day.year:04d}-Q{(day.month + 2) // 3}",
        "6M": f"{day.year:04d}-H{(day.month + 5) // 6}",
        "Y": f"{day.year:04d}",
        "10Y": f"{day.year // 10:03d}X",
        "100Y": f"{day.year // 100:02d}",
        "1000Y": f"{day.year // 1000:d}",
    }
    return written.get(unit)


def shift(day: datetime.date, unit: str, amount: float) -> datetime.date | None:
    """The day (or moment) ``amount`` units later; None outside the calendar or where undefined."""
    try:
        if unit in _SECONDS:
            if not isinstance(day, datetime.datetime):
                return None
            return day + datetime.timedelta(seconds=amount * _SECONDS[unit])
        match = _UNIT.fullmatch(unit)
        if match is None:
            return None
        amount *= int(match[1] or 1)
        if match[2] in _MONTHS:
            months = amount * _MONTHS[match[2]]
            return add_months(day, int(months)) if months == int(months) else None
        if match[2] == "BD":
            return _working_days(day, int(amount))
        days = amount * (1 if match[2] == "D" else 7)
        return day + datetime.timedelta(days=days)
    except (OverflowError, ValueError):
        return None


def _working_days(day: datetime.date, amount: int) -> datetime.date:
    """Mondays to Fridays; holidays are not known here."""
    step = 1 if amount > 0 else -1
    weeks, days = divmod(abs(amount), 5)
    day += datetime.timedelta(weeks=step * weeks)
    while days:
        day += datetime.timedelta(days=step)
        days -= day.isoweekday() < 6
    return day


def day_of(timex: str | None) -> datetime.date | None:
    """The day of a TIMEX3 value; None where it names none."""
    match = _DAY.match(timex or "")
    try:
        return datetime.date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def full_dates(candidates: Iterable[Candidate]) -> list[tuple[Candidate, datetime.date]]:
    """The mentions that name a day, with or without an hour, and the day each names."""
    dated = [one for one in candidates if one.label in {"DATE", "DATETIME"}]
    return [(one, day) for one in dated if (day := day_of(one.timex)) is not None]


def moment_timex(moment: datetime.date) -> str:
    """A day, or a moment to the second where it is one."""
    if isinstance(moment, datetime.datetime):
        return moment.strftime("%Y-%m-%dT%H:%M:%S")
    return moment.strftime("%Y-%m-%d")


def only_day(moment: datetime.date) -> datetime.date:
    """The day of a moment."""
    return moment.date() if isinstance(moment, datetime.datetime) else moment


def duration_timex(parts: tuple[tuple[float | None, str], ...]) -> str | None:
    """``P2Y3M``, ``PT1.5H``; an unknown amount is ``X``; None for amounts that do not add up."""
    days, clock = "", ""
    for amount, unit in parts:
        letter = unit.removeprefix("T").lstrip("0123456789")
        times = int(unit.removeprefix("T").removesuffix(letter) or 1)
        written = "X" if amount is None else f"{amount * times:g}"
        if "e" in written:
            return None
        if unit.startswith("T"):
            clock += written + letter
        else:
            days += written + letter
    return "P" + days + ("T" + clock if clock else "")
