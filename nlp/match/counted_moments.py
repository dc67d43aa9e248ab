"""Days and hours counted from the last one named: "cinco días después", "dos horas antes"."""

import datetime
import re
from collections.abc import Iterator, Sequence

from nlp.spans import Candidate, Value
from nlp.temporal.timex import day_of, shift

COMPLETED = "moments"
"""The source of a candidate whose date or time was written out from elsewhere in the text."""

_AFTER = re.compile(r"^\s(?:naturales\s|hábiles\s)?(?:después|más tarde|antes)\b", re.I)
_AT_THE = re.compile(r"\b(?:a los|al cabo de) $", re.I)
_NOT_OF = re.compile(r"(?=,?\s\w)(?!\s(?:del?|desde|siguientes|después|antes)\b)")
AMOUNT = re.compile(r"P(\d{1,4})([DWMY]|BD)")
"""A duration of whole days, weeks, months or years."""
_HOURS = re.compile(r"PT(\d{1,3})([HM])")
_CLOCK_TIME = re.compile(r"(?:\d{4}-\d\d-\d\d)?T\d\d(?::\d\d)?")
_CLOCK_UNITS = {"H": "hours", "M": "minutes"}


def counted_moments(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """ "Cinco días después": a day counted from the last one named before."""
    named = named_days(candidates)
    for one in candidates:
        if one.label != "DURATION":
            continue
        behind = _AFTER.match(text[one.end : one.end + 24]) or _after_a_while(one, text)
        hours = _HOURS.fullmatch(one.timex or "")
        if behind is not None and hours is not None:
            yield from _counted_hours(one, one.end + behind.end(), hours, text, candidates)
            continue
        amount = AMOUNT.fullmatch(one.timex or "")
        before = [day for start, day in named if start < one.start]
        if behind is None or amount is None or not before:
            continue
        sign = -1 if behind.group().strip().lower().endswith("antes") else 1
        day = shift(before[-1], amount.group(2), sign * int(amount.group(1)))
        if day is not None:
            end = one.end + behind.end()
            value = Value("date", timex=day.isoformat())
            yield Candidate(one.start, end, text[one.start : end], "DATE", value, COMPLETED)


def _after_a_while(one: Candidate, text: str) -> re.Match[str] | None:
    """ "A los dos días se le dio el alta": a term that nothing behind says what it counts from."""
    led = _AT_THE.search(text, max(0, one.start - 12), one.start)
    return _NOT_OF.match(text[one.end : one.end + 24]) if led is not None else None


def named_days(candidates: Sequence[Candidate]) -> list[tuple[int, datetime.date]]:
    """Where each full date stands, and the day it is, in the order of the text."""
    return sorted(
        (one.start, day)
        for one in candidates
        if one.label in {"DATE", "DATETIME"} and (day := day_of(one.timex)) is not None
    )


def _counted_hours(
    one: Candidate, end: int, hours: re.Match[str], text: str, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """ "Dos horas antes": a moment counted from the last clock time named before."""
    clocks = [
        (each.start, each.timex)
        for each in candidates
        if each.label in {"TIME", "DATETIME", "RANGE"}
        and each.end <= one.start
        and each.timex is not None
        and _CLOCK_TIME.fullmatch(each.timex)
    ]
    if not clocks:
        return
    last = max(start for start, _ in clocks)
    step = datetime.timedelta(**{_CLOCK_UNITS[hours.group(2)]: int(hours.group(1))})
    for timex in dict.fromkeys(timex for start, timex in clocks if start == last):
        day, _, clock = timex.partition("T")
        moment = datetime.datetime.fromisoformat(f"{day or '2000-01-01'}T{clock}")
        moment += -step if text[:end].lower().endswith("antes") else step
        written = moment.isoformat(timespec="minutes")
        yield Candidate(
            one.start,
            end,
            text[one.start : end],
            "DATETIME" if day else "TIME",
            Value("datetime", timex=written) if day else Value("time", timex=written[10:]),
            COMPLETED,
        )
