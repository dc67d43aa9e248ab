"""Calendar arithmetic: n-th weekdays, months added, holiday rules."""

import calendar
import datetime
import re

from dateutil.easter import easter

_RULE = re.compile(
    r"(?P<month>\d\d)-(?P<day>\d\d)|easter(?P<offset>[+-]\d+)|(?P<m>\d\d):(?P<w>\d)#(?P<n>-?\d)"
)


def month_length(year: int | None, month: int) -> int:
    """Days of a month; the longest it can have where the year is unknown."""
    if year is None or not 1 <= year <= 9999:
        return 29 if month == 2 else calendar.monthrange(2000, month)[1]
    return calendar.monthrange(year, month)[1]


def add_months(day: datetime.date, months: int) -> datetime.date:
    """The same day ``months`` later, or the month's last day where there is none."""
    total = day.year * 12 + day.month - 1 + months
    year, month = divmod(total, 12)
    return day.replace(year=year, month=month + 1, day=min(day.day, month_length(year, month + 1)))


def nth_weekday(
    low: datetime.date, high: datetime.date, weekday: int, nth: int
) -> datetime.date | None:
    """The ``nth`` ISO ``weekday`` from ``low`` to before ``high`` (-1: the last), or None."""
    days = range((weekday - low.isoweekday()) % 7, (high - low).days, 7)
    index = nth - 1 if nth > 0 else nth
    return low + datetime.timedelta(days=days[index]) if -len(days) <= index < len(days) else None


def holiday(rule: str, year: int) -> datetime.date:
    """The day a holiday rule names in a year; the rules stand in the holidays' resource."""
    match = _RULE.fullmatch(rule)
    if match is None:
        raise ValueError(f"not a holiday rule: {rule!r}")
    if match["offset"]:
        sunday: datetime.date = easter(year)
        return sunday + datetime.timedelta(days=int(match["offset"]))
    if match["month"]:
        return datetime.date(year, int(match["month"]), int(match["day"]))
    first = datetime.date(year, int(match["m"]), 1)
    day = nth_weekday(first, add_months(first, 1), int(match["w"]), int(match["n"]))
    if day is None:
        raise ValueError(f"no such day in {year}: {rule!r}")
    return day
