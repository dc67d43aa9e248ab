"""The stretch of the calendar a TIMEX3 value covers, and its slices."""

import datetime
import re

from nlp.temporal.calendar import add_months

_ONE = datetime.timedelta(days=1)
_SEASONS = {"SP": (3, 21), "SU": (6, 21), "FA": (9, 23), "WI": (12, 21)}
_MONTHS = {"M": 1, "2M": 2, "3M": 3, "4M": 4, "6M": 6, "Y": 12, "10Y": 120, "100Y": 1200}


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
