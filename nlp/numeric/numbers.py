"""Finders of numbers, ordinals, percentages and numeric ranges."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from nlp.folding import fold
from nlp.numeric.digits import decimal_mark
from nlp.numeric.measures import is_degree, measures
from nlp.numeric.number_bounds import Amount, Range, ranges, with_modifier
from nlp.numeric.numeral_grammar import Numeral
from nlp.numeric.numeral_lexicon import numbers_resource
from nlp.numeric.numerals import numerals
from nlp.numeric.roman import roman_spans
from nlp.spans import Candidate, Document, Value
from nlp.word_lists import text_pattern

_ONE_OF = re.compile(r"\s(?:de|del|mism[oa]|y otr[oa]|a un[oa])\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:cada|ning|alg)\s*\Z", re.IGNORECASE)
_MONTH = text_pattern("month_behind")
_FROM_END = re.compile(r"(?<!\w)(?<!por )(?:(ante)?(pen)?[úu]ltim[oa])(?!\w)", re.IGNORECASE)
_SINCE = re.compile(r"(?:hasta|a partir de[l]?|antes|al menos de)\b", re.IGNORECASE)
_SHORT = 200
"""A text up to this length may be a number and nothing else."""
_STARS = re.compile(
    "(?=[★⭐🌟]\N{VARIATION SELECTOR-16}?[★⭐🌟☆])[★⭐🌟\N{VARIATION SELECTOR-16}]+☆*"
)
"""Stars of a review, the full ones first; a single one is a bullet."""
_YEARS = range(1500, 2100)


def find_numbers(document: Document) -> tuple[Candidate, ...]:
    """Cardinals and fractions, in digits, words or stars; kind ``number``.

    "más de 300" leaves the span at the number and says ``more_than`` in the value.
    """
    text = document.text
    found = []
    for numeral in numerals(text, decimal=decimal_mark(text)):
        if numeral.kind == "ordinal" or numeral.glued or _is_article(text, numeral):
            continue
        value = with_modifier(text, numeral.start, numeral.end, Value("number", numeral.value))
        found.append(_candidate(text, numeral.start, numeral.end, "NUMBER", value))
    for match in _multiplicatives().finditer(text):
        factor = Value(
            "number", numbers_resource()["multiplicatives"][fold(match[1])], unit="times"
        )
        found.append(_candidate(text, *match.span(1), "NUMBER", factor))
    for match in _STARS.finditer(text):
        stars = Value("number", sum(map(match.group().count, "★⭐🌟")))
        found.append(_candidate(text, *match.span(), "NUMBER", stars))
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


def find_percents(document: Document) -> tuple[Candidate, ...]:
    """Percentages, per mille and percentage points; the value's unit is %, ‰, pp or bp."""
    text = document.text
    return in_order(
        _candidate(text, start, end, "PERCENT", replace(value, kind="percent"))
        for start, end, value in measured_values(text, "percent")
        if value.kind == "percent" or value.modifier is None
    )


def measured_values(text: str, kind: str) -> Iterator[tuple[int, int, Value]]:
    """Offsets and value of every measure of a kind, then of the ranges of such measures."""
    for one in measures(text):
        if one.kind == kind:
            plain = Value(kind, one.number, unit=one.unit or None)
            yield one.start, one.end, with_modifier(text, one.start, one.end, plain)
    for span in _measure_ranges(text):
        if next(amount.kind for amount in reversed(span.amounts) if amount.kind) == kind:
            unit = next((amount.unit for amount in reversed(span.amounts) if amount.unit), None)
            value = Value(
                f"{kind}_range", low=span.low, high=span.high, unit=unit, modifier=span.modifier
            )
            yield span.start, span.end, value


def find_ranges(document: Document) -> tuple[Candidate, ...]:
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
        for one in number_ranges(text)
        if not _is_date(text, one)
    )  # fmt: skip


@lru_cache(maxsize=16)
def number_ranges(text: str) -> tuple[Range, ...]:
    """The ranges of the plain numbers of a text, dates included."""
    found = numerals(text, decimal=decimal_mark(text))
    return ranges(text, tuple(_amount(one) for one in found if not one.glued and not one.article))


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


@lru_cache(maxsize=16)
def _measure_ranges(text: str) -> tuple[Range, ...]:
    """The ranges of a text with at least one measure in them: "de 5 a 10 km", "más de 2 %"."""
    found = measures(text)
    if not found:
        return ()
    inside = {one.numeral.start for one in found}
    amounts = [
        replace(_amount(one.numeral), start=one.start, end=one.end, number=one.number,
                kind=one.kind, unit=one.unit)
        for one in found
    ]  # fmt: skip
    amounts += [
        _amount(one)
        for one in numerals(text, decimal=decimal_mark(text))
        if one.start not in inside and one.kind != "ordinal"
    ]
    amounts.sort(key=lambda amount: amount.start)
    return ranges(text, tuple(amounts), measured=True)


def _amount(numeral: Numeral) -> Amount:
    return Amount(numeral.start, numeral.end, numeral.value, literal=numeral.literal)


def in_order(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Candidates in the order of the text; of those that begin together, the longest first."""
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))


def _candidate(text: str, start: int, end: int, label: str, value: Value) -> Candidate:
    return Candidate(start, end, text[start:end], label, value, "numbers")
