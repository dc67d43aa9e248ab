"""Temporal readings in the notation of the Spanish spans harness.

TIMEX3 leaves some choices of writing (a week may be named or given by its first day, a period by
its bounds); each reading is given in the notations that mean the same.
"""

import datetime
import re
from collections.abc import Iterator
from typing import Any

from nlp.spans import Value
from nlp.temporal.dates import find_mentions, read_readings
from nlp.temporal.slices import bounds

PART_HOURS = {"MO": (6, 12), "MI": (12, 14), "AF": (12, 20), "NI": (20, 24), "DT": (0, 6)}
"""The hours that the harness takes a part of the day for."""
TEMPORAL_KINDS = frozenset(
    ("date", "time", "datetime", "duration", "set", "date_range", "time_range", "datetime_range")
)


def temporal(text: str, ref: str | None) -> list[dict[str, Any]]:
    """Every reading of every temporal mention, as the harness wants it."""
    reference = datetime.datetime.fromisoformat(ref) if ref else None
    return [
        {"start": mention.outer[0], "end": mention.outer[1], **written}
        for mention in find_mentions(text)
        for value in mention.values(reference) or (Value(mention.meaning.kind),)
        for written in notations(value, reference)
    ]


def read(text: str, ref: str | None, *, dateparser: bool = True) -> list[dict[str, Any]]:
    """The readings of a string known to be one temporal expression."""
    reference = datetime.datetime.fromisoformat(ref) if ref else None
    values = read_readings(text, reference=reference, dateparser=dateparser)
    return [written for value in values for written in notations(value, reference)]


def notations(value: Value, reference: datetime.datetime | None) -> Iterator[dict[str, Any]]:
    """A value in the ways the harness may compare."""
    if value.timex is None or value.timex_end is not None:
        yield {"kind": value.kind, "value": list(_intervals(value))}
        return
    timex = value.timex
    yield {"kind": value.kind, "timex": timex}
    spellings = [*_spellings(timex, reference), *_bounds(timex)]
    if spellings:
        yield {"kind": value.kind, "value": spellings}


def _spellings(timex: str, reference: datetime.datetime | None) -> Iterator[str]:
    """Other ways to write the same value."""
    if re.fullmatch(r"\d{2,3}X", timex):
        yield timex[:-1]
    if re.fullmatch(r"XXXX-(SP|SU|FA|WI)", timex):
        yield timex[5:]
    if timex.startswith("BC"):
        yield "BCE" + timex[2:].lstrip("0").rjust(2, "0")
    if re.search(r"T\d\d", timex):
        time = timex[timex.index("T") :]
        day = timex.removesuffix(time) or (reference.strftime("%Y-%m-%d") if reference else "")
        full = time + ":00" * (2 - time.count(":"))
        yield day + full
        yield full[1:]
        yield f"{day}T{int(time[1:3])}:{full[4:6]}"
    if re.fullmatch(r"T[A-Z]{2}", timex) and reference:
        yield reference.strftime("%Y-%m-%d") + timex


def _bounds(timex: str) -> Iterator[str]:
    """The period as an interval, its end excluded; and its first day."""
    period = _period(timex)
    if period is None:
        return
    low, high = period
    form = "%Y-%m-%dT%H:%M:%S"
    yield f"{low.strftime(form)}/{high.strftime(form)}"
    if "W" in timex:
        yield low.strftime("%Y-%m-%d")


def _period(timex: str) -> tuple[datetime.datetime, datetime.datetime] | None:
    days = bounds(timex)
    if days is None:
        return None
    low, high = days
    start = datetime.datetime(low.year, low.month, low.day)
    part = re.search(r"T([A-Z]{2})$", timex)
    if part and part[1] in PART_HOURS:
        hours = PART_HOURS[part[1]]
        return start + datetime.timedelta(hours=hours[0]), start + datetime.timedelta(
            hours=hours[1]
        )
    return start, datetime.datetime(high.year, high.month, high.day)


def _intervals(value: Value) -> Iterator[str]:
    """The interval with its ends as written, and with the end's granule taken in."""
    low, high = value.timex or "", value.timex_end or ""
    starts, ends = _edges(low)
    lows, highs = _edges(high)
    yield f"{low}/{high}"
    yield f"{starts}/{lows}"
    yield f"{starts}/{highs}"
    del ends


def _edges(timex: str) -> tuple[str, str]:
    if match := re.fullmatch(r"(.*)T(\d\d)(:\d\d)?(:\d\d)?", timex):
        full = f"{match[2]}{match[3] or ':00'}{match[4] or ':00'}"
        written = f"{match[1]}T{full}" if match[1] else full
        return written, written
    period = _period(timex)
    if period is None:
        return timex, timex
    return period[0].strftime("%Y-%m-%d"), period[1].strftime("%Y-%m-%d")


def extract(text: str, ref: str | None, kinds: set[str] | None = None) -> list[dict[str, Any]]:
    """The harness's entry point, for the temporal kinds alone."""
    found = temporal(text, ref)
    return found if kinds is None else [reading for reading in found if reading["kind"] in kinds]


__all__ = ["TEMPORAL_KINDS", "extract", "temporal"]
