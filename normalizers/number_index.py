"""The numbers of a text, by magnitude."""

import re
from collections import defaultdict
from math import isclose

from nlp.spans import Candidate
from normalizers.folding import fold_word
from normalizers.lexicon import words

Span = tuple[int, int]

_LITERAL = re.compile(
    r"(?<![\w.,])[-−]?(?:\d{1,3}(?:[.\u00a0\u202f ’']\d{3}){1,6}(?!\d)(?:,\d{1,12})?"
    r"|\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d{1,12})?"
    r"|\d{1,18}(?:[.,]\d{1,18})?)(?:[eE][-+]?\d{1,3}|\s?[x×·]\s?10\^?[-−]?\d{1,3})?"
)
_AFTER = re.compile(r"[ \u00a0]?\.?(?P<mark>[ªº])|[ \u00a0](?P<word>[^\W\d_]{2,12})")
_TEN = re.compile(r"\s?[x×·]\s?10\^?")
_YEAR = re.compile(r"[12]\d{3}(?:-\d\d)?")
_LIMIT = 64

_MAGNITUDES = {"mil": 1e3, "miles": 1e3, "millon": 1e6, "millones": 1e6, "billon": 1e12}


def readings(literal: str) -> tuple[float, ...]:
    """Every magnitude a literal can mean: ``1.234`` is 1234 in Spanish and 1.234 in a datasheet."""
    plain = _TEN.sub("e", literal.replace("−", "-"))
    plain = re.sub(r"[\s\u00a0\u202f’']", "", plain)
    found: list[float] = []
    for spanish in (
        plain.replace(".", "").replace(",", "."),
        plain.replace(",", ""),
    ):
        try:
            found.append(float(spanish))
        except ValueError:
            continue
    grouped = re.fullmatch(r"-?\d{1,3}(?:\.\d{3})+(?:,\d+)?", plain)
    other = re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain)
    if not grouped and "." in plain and "," not in plain:
        return tuple(found[1:])
    if not other and "," in plain and "." not in plain:
        return tuple(found[:1])
    return tuple(dict.fromkeys(found))


def digits_cut(text: str, start: int, end: int) -> bool:
    """Whether a span begins or ends inside a number: ``2`` of ``2,5``, of ``-2`` or of ``2.ª``."""
    if text[start].isdigit() and start:
        before, farther = text[start - 1], text[start - 2 : start - 1]
        if before in ".,:" and farther.isdigit():
            return True
        if before in "-−" and not farther.isalnum():
            return True
        if before in "/-" and farther.isdigit() and not _YEAR.fullmatch(text[start:end]):
            return True
    if text[end - 1].isdigit() and end < len(text):
        after, farther = text[end], text[end + 1 : end + 2]
        if after in "ªº" or (after == "." and farther and farther in "ªº"):
            return True
        if after in ".,:" and farther.isdigit():
            return True
        if after in "/-" and farther.isdigit() and not _YEAR.fullmatch(text[start:end]):
            return True
    return False


class NumberIndex:
    """Numbers written in a text, as digits or (through the candidates) as words."""

    def __init__(self, text: str, candidates: tuple[Candidate, ...] = ()) -> None:
        self._spans: dict[float, list[Span]] = defaultdict(list)
        for match in _LITERAL.finditer(text):
            self._add_literal(text, match)
        for candidate in candidates:
            self._add_candidate(candidate)

    def _add_literal(self, text: str, match: re.Match[str]) -> None:
        start, end = match.span()
        factor = 1.0
        after = _AFTER.match(text, end)
        if after and after.group("mark"):
            return
        if after and after.group("word"):
            word = fold_word(after.group("word"))
            if word in words("multipliers"):
                factor = _MAGNITUDES.get(word, 0.0)
                end = after.end()
        if not factor:
            return
        for number in readings(match.group()):
            self._spans[_key(number * factor)].append((start, end))

    def _add_candidate(self, candidate: Candidate) -> None:
        value = candidate.value
        if value is None or value.kind in {"identifier", "text", "ordinal"}:
            return
        for number in (value.number, value.low, value.high):
            if number is not None:
                places = self._spans[_key(float(number))]
                if not any(
                    start < candidate.end and candidate.start < end for start, end in places
                ):
                    places.append((candidate.start, candidate.end))

    def spans(self, number: int | float) -> list[Span]:
        """Where a magnitude is written, in order."""
        try:
            return sorted(self._spans.get(_key(float(number)), []))[:_LIMIT]
        except OverflowError:
            return []

    def spans_of_text(self, text: str) -> list[Span]:
        """Where the magnitude that a bare number literal means is written."""
        match = _LITERAL.fullmatch(text.strip())
        if match is None:
            return []
        found = [span for number in readings(text.strip()) for span in self.spans(number)]
        return sorted(set(found))


def _key(number: float) -> float:
    """Nine significant digits: what two writings of one magnitude share."""
    if number == 0 or number != number or number in (float("inf"), float("-inf")):
        return 0.0 if number == 0 else number
    return float(f"{number:.9g}")


def same_number(left: float, right: float) -> bool:
    """Whether two magnitudes are one."""
    return isclose(left, right, rel_tol=1e-9)
