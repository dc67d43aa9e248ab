"""Roman numerals, read and found where Spanish puts them: "siglo XIX", "Felipe VI", "II Guerra"."""

import re
from collections.abc import Iterator
from functools import cache

from nlp.word_lists import alternatives, read_yaml

_NUMERAL = r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_ALONE = re.compile(_NUMERAL)
_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_CAPITALISED = re.compile(
    r"(?:^|[^\w])([A-ZÁÉÍÓÚÑ][\wáéíóúñ]{2,20}(?: [A-ZÁÉÍÓÚÑ][\wáéíóúñ]{2,20})?) \Z"
)
_NEXT = re.compile(r"(?:\.[ªº])?\s([^\W\d_]{2,20})(?:\s([^\W\d_]{2,20}))?")
_LISTED = re.compile(r"(?<!\w)[IVXLCDM]{1,9}(?:,|\s[ye]|\s[ao]l?)\s\Z")


def read_roman(text: str) -> int | None:
    """The value of a string that is a Roman numeral in its canonical writing, else None.

    One or two letters with L, C, D or M ("C", "CD", "DI") are taken for a code.
    """
    return None if len(text) < 3 and set(text) & set("LCDM") else roman_value(text)


def roman_value(text: str) -> int | None:
    """The value of capitals that are a Roman numeral in its canonical writing, whatever they mean."""
    if not _ALONE.fullmatch(text):
        return None
    total = 0
    for letter, following in zip(text, text[1:] + " ", strict=True):
        value = _DIGITS[letter]
        total += -value if _DIGITS.get(following, 0) > value else value
    return total


@cache
def _words() -> tuple["re.Pattern[str]", frozenset[str], frozenset[str]]:
    table: dict[str, list[str]] = read_yaml("numbers_roman")
    heads = alternatives(table["before"])
    before = re.compile(rf"(?<!\w)(?:{heads})\s{{1,2}}\Z", re.IGNORECASE)
    return before, frozenset(table["after"]), frozenset(table["names"])


_FOUND = re.compile(rf"(?<![\w.'-])(?:{_NUMERAL})(?![\w'])")


def roman_spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield ``(start, end, value)`` of the Roman numerals whose context says that they are."""
    previous = -1
    for match in _FOUND.finditer(text):
        start, end = match.span()
        value = read_roman(match.group())
        if value is None:
            continue
        near = previous >= 0 and start - previous <= 5
        listed = near and _LISTED.search(text[max(0, start - 14) : start])
        if listed or _in_context(text, start, end):
            previous = end
            yield start, end, value


def _in_context(text: str, start: int, end: int) -> bool:
    before, after, names = _words()
    lead = text[max(0, start - 48) : start]
    if before.search(lead):
        return True
    following = _NEXT.match(text, end)
    if following and following[1].lower() in after and (end - start > 1 or text[start] != "X"):
        return True
    capitalised = _CAPITALISED.search(lead)
    if capitalised is None or set(text[start:end]) - set("IVX"):
        return False
    name = capitalised[1].lower()
    return end - start > 1 or name in names or name.split()[-1] in names
