"""The text and what stands in it.

Offsets are half-open code-point offsets into the *unchanged* text: ``text[start:end]`` is the
mention. Nothing here knows how candidates are found.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from nlp.errors import DocumentError

Number: TypeAlias = int | float
Span: TypeAlias = tuple[int, int]
"""Half-open offsets into the unchanged text."""


def meet(one: Span, other: Span) -> bool:
    """Whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def holds(outer: Span, inner: Span) -> bool:
    """Whether all of a span stands in another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def number_words(number: Number) -> str:
    """A number as JSON writes it, without a needless ".0"."""
    return str(int(number)) if float(number).is_integer() and abs(number) < 1e15 else str(number)


@dataclass(frozen=True, slots=True)
class Document:
    """A text to read. ``reference`` is the day that relative dates ("ayer") are relative to.

    Raises :class:`nlp.errors.DocumentError` for a text that is not Unicode.
    """

    id: str
    text: str
    reference: datetime.date | None = None

    def __post_init__(self) -> None:
        check_unicode(self.text, "text")


def check_unicode(text: str, what: str) -> None:
    """Raise :class:`nlp.errors.DocumentError` for a string that no encoding can write down."""
    if not isinstance(text, str) or text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DocumentError(
            f"the {what} holds half a surrogate pair (U+{ord(text[error.start]):04X}) at character "
            f"{error.start}, which is no Unicode text: mend what wrote it, or leave it out."
        ) from None


@dataclass(frozen=True, slots=True)
class Value:
    """What a mention means, at the granularity written.

    ``kind``      number, ordinal, percent, number_range, money, quantity, temperature, age,
                  money_range, quantity_range, date, time, datetime, date_range, time_range,
                  datetime_range, duration, set, identifier, text
    ``number``    the magnitude, for a single number-like value
    ``low, high`` the bounds of a range or of an open bound ("más de 300": low=300); None = open
    ``unit``      ISO 4217 code for money; unit symbol otherwise ("km", "mg/dL", "celsius")
    ``timex``     TIMEX3 value (ISO 8601 and its extensions: 2019-05, 199X, P3D, XXXX-WXX-1)
    ``timex_end`` TIMEX3 value of the end, for ranges
    ``modifier``  approx, more_than, at_least, less_than, at_most, start, mid, end
    ``text``      canonical writing of identifiers and of plain text
    """

    kind: str
    number: Number | None = None
    low: Number | None = None
    high: Number | None = None
    unit: str | None = None
    timex: str | None = None
    timex_end: str | None = None
    modifier: str | None = None
    text: str | None = None

    @property
    def has_end(self) -> bool:
        """Whether it ends somewhere: a range, or an amount with an upper bound."""
        return self.timex_end is not None or self.high is not None

    @property
    def has_both_bounds(self) -> bool:
        """Whether it is a range of numbers with neither bound open."""
        return self.low is not None and self.high is not None


def value_text(value: Value) -> str:
    """What a mention means, in the form an answer would take: ``2019-05-03``, ``12.5 km``."""
    if value.timex is not None:
        ends = (value.timex, value.timex_end)
        return "/".join(end for end in ends if end)
    if value.number is not None:
        return " ".join(part for part in (number_words(value.number), value.unit or "") if part)
    bounds = [
        number_words(bound) if bound is not None else "…" for bound in (value.low, value.high)
    ]
    if bounds != ["…", "…"]:
        return f"{bounds[0]}–{bounds[1]}" + (f" {value.unit}" if value.unit else "")
    return value.text or ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of the text that may answer a field.

    ``label`` is a name from :data:`LABELS`; ``value`` is None where the mention is only text or
    where it cannot be valued (a relative date without a reference); ``source`` names the finder.
    """

    start: int
    end: int
    mention: str
    label: str
    value: Value | None
    source: str

    @property
    def span(self) -> Span:
        """Its offsets."""
        return self.start, self.end

    @property
    def timex(self) -> str | None:
        """The TIMEX3 value of the mention; None where it has none."""
        return self.value.timex if self.value is not None else None

    def meets(self, other: "Candidate") -> bool:
        """Whether the two spans share a character."""
        return meet(self.span, other.span)


def unvalued(text: str, spans: Iterable[Span], label: str, source: str) -> tuple[Candidate, ...]:
    """A candidate that is only text for each span, in the order given."""
    return tuple(
        Candidate(start, end, text[start:end], label, None, source) for start, end in spans
    )


RECKONED = "reckoned"
"""The source of a candidate whose value no words of the text say."""

LABELS: tuple[str, ...] = (
    "PERSON", "ORGANIZATION", "LOCATION", "MISCELLANEOUS", "DATE", "TIME", "DATETIME", "DURATION",
    "SET", "RANGE", "NUMBER", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", "AGE", "TEMPERATURE",
    "IDENTIFIER", "EMAIL", "URL", "TITLE", "HEADING", "LABEL_VALUE", "TABLE_CELL", "LIST_LINE",
    "ACRONYM", "NOUN_PHRASE", "SENTENCE",
)  # fmt: skip
NAME_LABELS: frozenset[str] = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
CODE_LABELS: frozenset[str] = frozenset({"IDENTIFIER", "EMAIL", "URL"})
DAY_LABELS: frozenset[str] = frozenset({"DATE", "DATETIME"})
