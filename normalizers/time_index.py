"""The dates and times of a text, by TIMEX3 value."""

import re
from collections import defaultdict

from nlp.spans import Candidate

Span = tuple[int, int]

_TIMED = frozenset({"date", "time", "datetime", "date_range", "time_range", "datetime_range"})
_ISO = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d)?)?)?)?")


class TimeIndex:
    """Dates and times that the candidates found, at the granularity written and every coarser."""

    def __init__(self, candidates: tuple[Candidate, ...] = ()) -> None:
        self._spans: dict[str, list[Span]] = defaultdict(list)
        for candidate in candidates:
            value = candidate.value
            if value is None or value.kind not in _TIMED:
                continue
            for timex in (value.timex, value.timex_end):
                for coarser in _granularities(timex or ""):
                    self._spans[coarser].append((candidate.start, candidate.end))

    def spans(self, text: str) -> list[Span]:
        """Where the date that a text means is written, at its granularity or a finer one."""
        if not _ISO.fullmatch(text.strip()):
            return []
        return sorted(set(self._spans.get(text.strip(), [])))


def _granularities(timex: str) -> tuple[str, ...]:
    date, _, time = timex.partition("T")
    parts = date.split("-") if date else []
    coarser = ["-".join(parts[: size + 1]) for size in range(len(parts))]
    if time:
        coarser.append(timex)
    return tuple(coarser)
