"""Finders of numbers, ordinals, percentages and numeric ranges."""

import re
from functools import cache, lru_cache

from nlp.folding import fold
from nlp.numeric.digits import decimal_mark
from nlp.numeric.measures import Measure, is_degree, measures
from nlp.numeric.number_bounds import Amount, Range, ranges, with_modifier
from nlp.numeric.numeral_grammar import Numeral
from nlp.numeric.numeral_lexicon import numbers_resource
from nlp.numeric.numerals import numerals
from nlp.numeric.roman import roman_spans
from nlp.spans import Candidate, Document, Value

_ONE_OF = re.compile(r"\s(?:de|del|mism[oa]|y otr[oa]|a un[oa])\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:cada|ning|alg)\s*\Z", re.IGNORECASE)
_MONTH = re.compile(
    r"\s(?:de\s)?(?:ene|feb|mar|abr|may|jun|jul|ago|sep|set|oct|nov|dic)[a-z]{0,7}(?!\w)",
    re.IGNORECASE,
)
_FROM_END = re.compile(r"(?<!\w)(?<!por )(?:(ante)?(pen)?[úu]ltim[oa])(?!\w)", re.IGNORECASE)
_SINCE = re.compile(r"(?:hasta|a partir de[l]?|antes|al menos de)\b", re.IGNORECASE)
_SHORT = 200
"""A text up to this length may be a number and nothing else."""
_YEARS = range(1500, 2100)


def find_numbers(document: Document, *, decimal: str | None = None) -> tuple[Candidate, ...]:
    """Cardinals and fractions, in digits or words; kind ``number``.

    ``decimal`` is the decimal mark of ambiguous literals ("," or "."); None takes it from the
    text. "más de 300" leaves the span at the number and says ``more_than`` in the value.
    """
    text = document.text
    mark = decimal or decimal_mark(text)
    found = []
    for numeral in numerals(text, decimal=mark):
        if numeral.kind == "ordinal" or numeral.glued or _is_article(text, numeral):
            continue
        value = with_modifier(text, numeral.start, numeral.end, Value("number", numeral.value))
        found.append(_candidate(text, numeral.start, numeral.end, "NUMBER", value))
    for match in _multiplicatives().finditer(text):
        factor = Value(
            "number", numbers_resource()["multiplicatives"][fold(match[1])], unit="times"
        )
        found.append(_candidate(text, *match.span(1), "NUMBER", factor))
    return tuple(sorted(found, key=lambda one: one.start))


@cache
def _multiplicatives() -> "re.Pattern[str]":
    """ "el doble", "al triple": multiplicatives used as nouns."""
    words = "|".join(
        word.replace("a", "[aá]").replace("e", "[eé]").replace("u", "[uú]")
        for word in numbers_resource()["multiplicatives"]
    )
    return re.compile(
        rf"(?<!\w)(?:el|al|del|un)\s({words})(?=\s(?:de|del|que)\b|\s?[.,;:)]|\s*\Z)", re.IGNORECASE
    )


def _is_article(text: str, numeral: Numeral) -> bool:
    if not numeral.article:
        return False
    if len(text) < _SHORT and text.strip() == text[numeral.start : numeral.end]:
        return False
    if text[numeral.start : numeral.end].lower() != "uno":
        return True
    lead = text[max(0, numeral.start - 12) : numeral.start]
    return bool(_ONE_OF.match(text, numeral.end) or _EACH.search(lead))


def find_ordinals(document: Document) -> tuple[Candidate, ...]:
    """Ordinals in words and digits ("vigésimo tercero", "3.º") and Roman numerals in context.

    What counts from the end ("penúltimo") has no number; its text is "end", "end-1" or "end-2".
    """
    text = document.text
    found = [
        _candidate(text, one.start, one.end, "ORDINAL", Value("ordinal", one.value))
        for one in numerals(text, decimal=decimal_mark(text))
        if one.kind == "ordinal" and not is_degree(text, one)
    ]
    for start, end, number in roman_spans(text):
        found.append(_candidate(text, start, end, "ORDINAL", Value("ordinal", number)))
    for match in _FROM_END.finditer(text):
        steps = bool(match[1]) + bool(match[2])
        value = Value("ordinal", text=f"end-{steps}" if steps else "end")
        found.append(_candidate(text, *match.span(), "ORDINAL", value))
    return tuple(sorted(found, key=lambda one: one.start))


def find_percents(document: Document, *, decimal: str | None = None) -> tuple[Candidate, ...]:
    """Percentages, per mille and percentage points; the value's unit is %, ‰, pp or bp."""
    text = document.text
    found = [one for one in measures(text, decimal=decimal) if one.kind == "percent"]
    singles = [
        _candidate(
            text,
            one.start,
            one.end,
            "PERCENT",
            with_modifier(text, one.start, one.end, Value("percent", one.number, unit=one.unit)),
        )
        for one in found
    ]
    spans = [
        _candidate(
            text, one.start, one.end, "PERCENT",
            Value("percent", low=one.low, high=one.high, unit=one.amounts[-1].unit),
        )
        for one in measure_ranges(text, "percent", decimal=decimal)
        if one.modifier is None
    ]  # fmt: skip
    return tuple(sorted([*singles, *spans], key=lambda one: (one.start, -one.end)))


def find_ranges(document: Document, *, decimal: str | None = None) -> tuple[Candidate, ...]:
    """Ranges of plain numbers and open bounds, with the words that make them; ``number_range``.

    The value's ``text`` is the interval: "[5,10]", "(20,35]", "(300,)".
    """
    text = document.text
    return tuple(
        _candidate(
            text, one.start, one.end, "RANGE",
            Value(
                "number_range", low=one.low, high=one.high, modifier=one.modifier, text=one.interval
            ),
        )
        for one in number_ranges(text, decimal=decimal)
        if not _is_date(text, one)
    )  # fmt: skip


def number_ranges(text: str, *, decimal: str | None = None) -> tuple[Range, ...]:
    """The ranges of the plain numbers of a text, dates included."""
    return _number_ranges(text, decimal or decimal_mark(text))


@lru_cache(maxsize=16)
def _number_ranges(text: str, mark: str) -> tuple[Range, ...]:
    amounts = tuple(
        Amount(one.start, one.end, one.value, literal=one.literal, scale=one.scale)
        for one in numerals(text, decimal=mark)
        if not one.glued and not one.article
    )
    return ranges(text, amounts)


def _is_date(text: str, one: Range) -> bool:
    """Years, and days of a month, are the temporal finders' business."""
    if _MONTH.match(text, one.end):
        return True
    if len(one.amounts) == 1 and not _SINCE.match(text, one.start):
        return False
    return all(
        amount.literal and amount.number in _YEARS and amount.end - amount.start == 4
        for amount in one.amounts
    )


def measure_ranges(text: str, kind: str, *, decimal: str | None = None) -> tuple[Range, ...]:
    """The ranges whose last amount is a measure of this kind: "de 5 a 10 km", "más de 2 %"."""
    return tuple(
        one
        for one in _measure_ranges(text, decimal)
        if next(amount.kind for amount in reversed(one.amounts) if amount.kind) == kind
    )


@lru_cache(maxsize=16)
def _measure_ranges(text: str, decimal: str | None) -> tuple[Range, ...]:
    """The ranges of a text with at least one measure in them."""
    found = measures(text, decimal=decimal)
    if not found:
        return ()
    inside = {one.numeral.start for one in found}
    amounts = [_amount(one) for one in found]
    amounts += [
        Amount(one.start, one.end, one.value, literal=one.literal, scale=one.scale)
        for one in numerals(text, decimal=decimal or decimal_mark(text))
        if one.start not in inside and one.kind != "ordinal"
    ]
    amounts.sort(key=lambda amount: amount.start)
    return ranges(text, tuple(amounts), measured=True)


def _amount(measure: Measure) -> Amount:
    numeral = measure.numeral
    return Amount(
        measure.start,
        measure.end,
        measure.number,
        kind=measure.kind,
        unit=measure.unit,
        literal=numeral.literal,
        scale=numeral.scale,
    )


def _candidate(text: str, start: int, end: int, label: str, value: Value) -> Candidate:
    return Candidate(start, end, text[start:end], label, value, "numbers")
