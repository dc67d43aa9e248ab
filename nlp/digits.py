"""Numbers written in digits: which character groups thousands and which one is the decimal mark."""

import re

from nlp.spans import Number

SPACES = " \u00a0\u202f\u2009\u2007"
"""The spaces that group thousands: plain, no-break, narrow no-break, thin, figure."""

_LONGEST = 40
"""A longer run of digits is an identifier, not an amount."""

_SPACED = re.compile(rf"\d{{1,3}}([{SPACES}])\d{{3}}(?:\1\d{{3}}){{0,8}}")
_GROUPED = {
    ",": re.compile(r"[1-9]\d{0,2}(?:,\d{3})+"),
    ".": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+"),
}
_COMMA_EVIDENCE = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3}){1,6},\d{1,4}(?![\d.,]*\d)")
_POINT_EVIDENCE = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:,\d{3}){1,6}\.\d{1,4}(?![\d.,]*\d)")


def read_digits(literal: str, *, decimal: str = ",") -> Number | None:
    """The value of digits with separators, or None if no Spanish convention writes them so.

    ``decimal`` is the decimal mark of an ambiguous literal: "1,250" is 1.25 with a comma (Spain,
    South America) and 1250 with a point (Mexico, Central America). What is unambiguous is read the
    way it is written: "1.234,56", "1,234.56", "0.683".
    """
    if len(literal) > _LONGEST:
        return None
    if not literal.isdecimal() and (spaced := _SPACED.match(literal)):
        whole = re.sub(rf"[{SPACES}]", "", spaced.group())
        rest = literal[spaced.end() :]
        if rest and not (rest[0] in ",." and rest[1:].isdecimal()):
            return None
        return float(f"{whole}.{rest[1:]}") if rest else int(whole)
    points, commas = literal.count("."), literal.count(",")
    if not points and not commas:
        return int(literal) if literal.isdecimal() else None
    if not literal.replace(".", "").replace(",", "").isdecimal() or literal[-1] in ".,":
        return None
    if literal[0] in ",.":
        return float(f"0.{literal[1:]}") if points + commas == 1 else None
    if points and commas:
        return _read_both(literal)
    mark = "." if points else ","
    grouped = _GROUPED[mark].fullmatch(literal)
    if points + commas > 1:
        return int(literal.replace(mark, "")) if grouped else None
    if mark != decimal and grouped:
        return int(literal.replace(mark, ""))
    return float(literal.replace(",", "."))


def _read_both(literal: str) -> float | None:
    """A literal with points and commas: the last mark is the decimal one."""
    mark = max(".", ",", key=literal.rfind)
    group = "," if mark == "." else "."
    whole, _, fraction = literal.rpartition(mark)
    if mark in whole or group in fraction or not _GROUPED[group].fullmatch(whole):
        return None
    return float(f"{whole.replace(group, '')}.{fraction}")


def decimal_mark(text: str, *, default: str = ",") -> str:
    """The decimal mark a text uses, from literals that can only be read one way.

    "1,250.50" anywhere, and nothing like "1.250,50", says that the point is the decimal mark.
    """
    if _POINT_EVIDENCE.search(text) and not _COMMA_EVIDENCE.search(text):
        return "."
    return default
