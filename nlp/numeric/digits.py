"""Numbers written in digits: which character groups thousands and which one is the decimal mark."""

import re
from functools import lru_cache

from nlp.spans import Number
from nlp.word_lists import text_pattern

SPACES = " \u00a0\u202f\u2009\u2007"
"""The spaces that group thousands: plain, no-break, narrow no-break, thin, figure."""

_LONGEST = 40
"""A longer run of digits is an identifier, not an amount."""

_SPACED = re.compile(rf"(?!0\d)\d{{1,3}}([{SPACES}])\d{{3}}(?:\1\d{{3}}){{0,8}}")
_GROUPED = {
    ",": re.compile(r"[1-9]\d{0,2}(?:,\d{3})+"),
    ".": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+"),
}
_LITERAL = re.compile(r"(?<![\w.,/-])\d{1,12}(?:[.,]\d{1,12}){1,6}(?![\w-]|/\d|[.,]\d)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_SHORT_FRACTION = {",": re.compile(r"\d+,\d{1,2}"), ".": re.compile(r"\d+\.\d{1,2}")}
_SCALED, _PRICED = map(text_pattern, ("scaled_amount", "priced_amount"))
_MANY = 3
"""Numbers with three figures behind a comma, where none has fewer, that are thousands."""
_BOTH = {
    ",": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}"),
    ".": re.compile(r"[1-9]\d{0,2}(?:,\d{3})+\.\d+|[1-9]\d{0,2}(?:,\d{3}){2,}"),
}


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


@lru_cache(maxsize=16)
def decimal_mark(text: str) -> str:
    """The decimal mark a text uses: the comma, unless its own literals say that it is the point.

    They say so where "1,250.50" or "1,250,000" stands and nothing like "1.250,50"; and where commas
    only ever come before three digits ("20,800") while points mark short fractions ("3.5") or some
    are of money ("$3,890").
    """
    literals = _LITERAL.findall(text)
    grouped = {mark: sum(bool(p.fullmatch(one)) for one in literals) for mark, p in _BOTH.items()}
    if grouped[","] or not literals:
        return ","
    short = {
        mark: sum(bool(p.fullmatch(one)) for one in literals) for mark, p in _SHORT_FRACTION.items()
    }
    thousands = sum(bool(_THOUSANDS.fullmatch(one)) for one in literals)
    if _SCALED.search(text) and not short[","]:
        return "."
    points = any(_GROUPED["."].fullmatch(one) for one in literals)
    if grouped["."] and not short[","]:
        return "."
    many = thousands >= _MANY and not any(one.startswith("0,") for one in literals)
    told = short["."] or many or _PRICED.search(text)
    return "." if thousands and told and not short[","] and not points else ","
