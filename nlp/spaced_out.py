"""Codes, dates and amounts that a scan or a form sets one character apart: "8 2 2 0 4 4 1 7"."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from nlp.names.identifiers import find_identifiers
from nlp.numeric.numbers import find_numbers
from nlp.spans import Candidate, Document, Span, Value
from nlp.temporal.dates import find_dates

SOURCE = "spaced_out"
_RUN = re.compile(r"(?<![^\s:|(])[A-Z\d] (?:[A-Z\d/.,:-] ){2,40}[A-Z\d](?![^\s|,;.)])")
_DIGITS = 3
_CODE = 5
"""Digits from which a run of nothing else is a code, that may be a number too."""
_READ: tuple[Callable[[Document], tuple[Candidate, ...]], ...] = (
    find_dates,
    find_identifiers,
    find_numbers,
)


def find_spaced_out(document: Document) -> tuple[Candidate, ...]:
    """What runs of single digits, capitals and marks say without the blanks between them."""
    return tuple(_found(document))


def _found(document: Document) -> Iterator[Candidate]:
    text = document.text
    runs = [
        match.span()
        for match in _RUN.finditer(text)
        if sum(map(str.isdigit, match.group())) >= _DIGITS
    ]
    if not runs:
        return
    closed = replace(document, text=_closed_up(text, runs))
    ends = {start: (start + len(text[start:end].replace(" ", "")), end) for start, end in runs}
    taken: set[int] = set()
    for find in _READ:
        for one in find(closed):
            if one.start in ends and one.start not in taken and one.end == ends[one.start][0]:
                taken.add(one.start)
                end = ends[one.start][1]
                yield _as_code(
                    replace(one, end=end, mention=text[one.start : end], source=SOURCE),
                    closed.text[one.start : one.end],
                )


def _closed_up(text: str, runs: list[Span]) -> str:
    """The text with the characters of each run beside each other and the blanks behind them."""
    parts: list[str] = []
    at = 0
    for start, end in runs:
        parts += text[at:start], text[start:end].replace(" ", "").ljust(end - start)
        at = end
    return "".join((*parts, text[at:]))


def _as_code(one: Candidate, closed: str) -> Candidate:
    """A number of many digits as the code that it most likely is."""
    if one.label != "NUMBER" or not closed.isdigit() or len(closed) < _CODE or one.value is None:
        return one
    value = Value("identifier", number=one.value.number, text=closed)
    return replace(one, label="IDENTIFIER", value=value)
