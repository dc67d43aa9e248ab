"""The dates and times of a text, by TIMEX3 value."""

import re
from collections import defaultdict
from collections.abc import Iterable

from nlp.spans import Candidate, Span

_TIMED = frozenset({"date", "time", "datetime", "date_range", "time_range", "datetime_range"})
_YEAR = re.compile(r"(?<![\w.,/-])[12]\d{3}(?![\w/-]|[.,]\d)")


class TimeIndex:
    """Dates and times that the candidates found, at the granularity written.

    A year standing alone counts as a date of that year.
    """

    def __init__(self, text: str, candidates: Iterable[Candidate] = ()) -> None:
        self._text = text
        self._exact: dict[str, list[Span]] = defaultdict(list)
        self._within: dict[str, list[Span]] = defaultdict(list)
        for candidate in candidates:
            value = candidate.value
            if value is None or value.kind not in _TIMED:
                continue
            for timex in (value.timex, value.timex_end):
                if timex:
                    self._add(timex, candidate.span)
        for match in _YEAR.finditer(text):
            self._add(match.group(), match.span())

    def _add(self, timex: str, span: Span) -> None:
        timex = to_the_minute(timex)
        self._exact[timex].append(span)
        for coarser in granularities(timex):
            self._within[coarser].append(span)

    def spans(self, timex: str) -> list[Span]:
        """Where a date is written: at its granularity, else at a finer one, else its day alone.

        A day without a year counts where the year stands elsewhere in the text.
        """
        timex = to_the_minute(timex)
        places = self._exact.get(timex) or self._within.get(timex)
        if not places and len(timex) == 10 and self._within.get(timex[:4]):
            places = self._within.get(f"XXXX-{timex[5:]}")
        return sorted(set(places or ()))

    def said(self, timex: str) -> str:
        """What the text says of a date: itself, or the finest coarser date; empty if nothing.

        A day without a year ("26 de septiembre") says the whole date where the year stands
        elsewhere in the text.
        """
        plain = to_the_minute(timex)
        date, _, clock = plain.partition("T")
        if self._within.get(plain) or (clock and self._within.get(f"T{clock}")):
            return timex
        if len(date) == 10 and self._within.get(f"XXXX-{date[5:]}"):
            return timex if not clock else date
        known = (step for step in reversed(granularities(timex)) if self._within.get(step))
        return next(known, "")


def to_the_minute(timex: str) -> str:
    """A time without seconds that are none: a format that demands them gives ``T22:40:00`` of "22:40"."""
    clock = timex.partition("T")[2]
    return timex[:-3] if clock.count(":") == 2 and clock.endswith(":00") else timex


def granularities(timex: str) -> tuple[str, ...]:
    """A date and everything coarser, coarsest first: 2021, 2021-03, 2021-03-05, …T10:30."""
    date, _, clock = timex.partition("T")
    parts = date.split("-") if date else []
    found = ["-".join(parts[: size + 1]) for size in range(len(parts)) if parts[0] != "XXXX"]
    if date.startswith("XXXX"):
        found.append(date)
    if clock:
        steps = clock.split(":")
        found.extend(f"{date}T{':'.join(steps[:size])}" for size in range(2, len(steps) + 1))
    return tuple(found)
