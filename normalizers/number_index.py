"""The numbers of a text, by magnitude."""

from collections import defaultdict

from nlp.numeric.digits import read_digits
from nlp.numeric.numerals import numerals, read_number
from nlp.spans import Candidate, Number, Span, meet
from normalizers.text_index import MATCH_LIMIT

_ORDINAL_MARKS = "ªº"
_NOT_MAGNITUDES = frozenset({"identifier", "text", "ordinal"})


def digits_cut(text: str, start: int, end: int) -> bool:
    """Whether a span begins or ends inside a number: ``2`` of ``2,5``, of ``-2`` or of ``2.ª``.

    A year or a year and month are not cut by the rest of a date (``2021`` of ``2021-03-05``).
    """
    whole = _is_year(text[start:end])
    if text[start].isdigit() and start:
        before, farther = text[start - 1], text[start - 2 : start - 1]
        marks = ".,:" if whole else ".,:/-"
        if (before in marks and farther.isdigit()) or (before in "-−" and not farther.isalnum()):
            return True
    if text[end - 1].isdigit() and end < len(text):
        after, farther = text[end], text[end + 1 : end + 2]
        if after in _ORDINAL_MARKS or (after == "." and farther in tuple(_ORDINAL_MARKS)):
            return True
        return after in (".,:" if whole else ".,:/-") and farther.isdigit()
    return False


def _is_year(text: str) -> bool:
    year, _, month = text.partition("-")
    return (
        len(year) == 4 and year.isdecimal() and year[0] in "12" and (not month or len(month) == 2)
    )


class NumberIndex:
    """Numbers written in a text, in digits or in words.

    A literal that two conventions read differently ("1.234") is kept under both readings.
    """

    def __init__(self, text: str, candidates: tuple[Candidate, ...] = ()) -> None:
        self._spans: dict[float, list[Span]] = defaultdict(list)
        for numeral in numerals(text):
            span = (numeral.start, numeral.end)
            code = numeral.literal and text[span[0]] == "0" and text[span[0] : span[1]].isdecimal()
            if numeral.kind == "ordinal" or numeral.article or (code and numeral.value):
                continue
            self._add(numeral.value, span)
            if numeral.literal:
                other = read_digits(text[numeral.start : numeral.end], decimal=".")
                if other is not None and other != numeral.value:
                    self._add(other, span)
        for candidate in candidates:
            self._add_candidate(candidate)

    def _add(self, number: Number, span: Span) -> None:
        places = self._spans[_key(number)]
        if not any(meet(span, place) for place in places[-3:]):
            places.append(span)

    def _add_candidate(self, candidate: Candidate) -> None:
        value = candidate.value
        if value is None or value.kind in _NOT_MAGNITUDES:
            return
        for number in (value.number, value.low, value.high):
            if number is not None:
                self._add(number, candidate.span)

    def spans(self, number: Number) -> list[Span]:
        """Where a magnitude is written, in order."""
        return sorted(self._spans.get(_key(number), []))[:MATCH_LIMIT]

    def spans_of_text(self, text: str) -> list[Span]:
        """Where the magnitude that a bare number means is written ("1250", "veintiuno")."""
        if len(text) > 60:
            return []
        readings = {read_number(text, decimal=mark) for mark in ",."}
        return sorted({span for n in readings if n is not None for span in self.spans(n)})


def _key(number: Number) -> float:
    """Nine significant digits: what two writings of one magnitude share."""
    try:
        return float(f"{float(number):.9g}")
    except OverflowError:
        return float("inf")
