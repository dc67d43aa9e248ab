"""Literals of running text: digits with their sign, exponent, suffix, fraction or ordinal mark.

:data:`TOKEN` splits a text into words and literals; :func:`read_literal` makes an atom of a
literal, or None of what only looks like a number: dates, hours, coordinates, identifiers.
"""

import math
import re

from nlp.numeric.digits import SPACES, read_digits
from nlp.numeric.numeral_grammar import Atom
from nlp.numeric.numeral_lexicon import Reading, numbers_resource
from nlp.spans import Number

VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")

_CODES = (
    *("EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "BRL", "MXN", "ARS", "COP", "CLP", "PEN"),
    *("UYU", "BOB", "CRC", "DOP", "GTQ", "HNL", "NIO", "PYG", "VES"),
)
_AFTER_CODE = rf"(?<=\b(?:{'|'.join(_CODES)}))"
"""Digits may touch the code of a common currency: "EUR29,99"."""

TOKEN = re.compile(
    rf"""
    (?P<word>(?![{VULGAR}])[^\W\d_]+(?:[\u0300-\u036f][^\W\d_]*)*)
  | (?P<noise>(?<!\w)\d{{1,9}}(?:[-/]\d{{1,9}}){{2,8}}\w*|(?<!\w)\d{{1,9}}/0\d{{0,8}}(?!\w)
      |(?<!\w)\d{{1,9}}[-/]\d{{1,9}}[-/][^\W\d_]\w{{0,9}}
      |(?<!\w)\+\d{{1,3}}(?:[ .-]?\d{{2,4}}){{2,4}}|(?<![\w.,])\d{{2,3}}[ ]\d{{2,3}}[ ]\d\d[ ]\d\d(?!\w)
      |(?<!\w)\d{{1,2}}(?::\d\d){{1,2}}(?!\w)
      |(?<!\w)\d{{1,3}}[°º]\s?\d{{1,2}}(?:[.,]\d{{1,6}})?['′’](?:\s?\d{{1,2}}(?:[.,]\d{{1,6}})?["″”])?)
  | (?P<ratio>(?<![\w.,/])(?:\d{{1,6}}[{SPACES}]{{1,2}})?
        [1-9]\d{{0,5}}/[1-9]\d{{0,4}}(?:\.000){{0,3}}(?![\w/]|[.,]\d))
  | (?P<vulgar>(?<![\w.,])(?:\d{{1,6}}[{SPACES}]?)?[{VULGAR}])
  | (?P<apart>(?<![\w.,])(?:\d{{1,3}}(?:[ ][.,]\d{{3}}){{1,3}}(?:[ ]?[.,]\d{{1,2}})?
        |\d{{1,6}}[ ][.,][ ]?\d{{1,2}})(?![ ]?[.,/]?\w))
  | (?P<spaced>(?<![\w.,])\d{{1,3}}(?P<gap>[{SPACES}])\d{{3}}(?:(?P=gap)\d{{3}}){{0,5}}(?!\d|(?P=gap)\d)
        (?:[.,]\d{{1,9}}(?!\d))?)
  | (?P<millions>(?<![\w.,])\d{{1,3}}(?:[.,]\d{{3}})?['’´]\d{{3}}
      (?:,\d{{3}}(?:\.\d{{1,2}})?|\.\d{{3}}(?:,\d{{1,2}})?|\.\d\d)(?!\w|[.,]\d))
  | (?P<apostrophe>(?<![\w.,])\d{{1,6}}['’]\d{{1,2}}(?![\w'’"”″]))
  | (?P<digits>(?:(?<![\w.,])[.,])?(?:(?<!\w)|{_AFTER_CODE})\d+(?:[.,]\d+)*)
    """,
    re.VERBOSE,
)
_POWER = re.compile(r"\^([-+]{0,2})(\d{1,3})(?!\w)|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
_EXPONENT = re.compile(
    r"[eE]([-+]?\d{1,3})(?!\w)|\s?[×x·*]\s?10(?:\^([-+]?\d{1,3})|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))"
)
_SUFFIX = re.compile(r"([kKMG])(?!\w)| (k)(?!\w)")
_CENTS = re.compile(r"[.,](\d\d?)$")
_ADDRESS = re.compile(r"[?&/@\\][^\s?&/@\\]*=$")
"""What stands before the value of a parameter of an address; "n=62" and "ALT_M=2475" are equations."""
_PLUS_APART = re.compile(r"(?:^|[ \t|]{2})\+ \d")
_SHORT = 200
"""A text up to this length may be a number and nothing else."""
_GENERATIONS = range(1, 10)  # "5G" is a network, "4K" a resolution
_ORDINAL_SUFFIX = re.compile(
    r"\.?(?:[ºª°](?!\s?[CFKcf]\b|\d)|(?:er|ero|era|avo|ava|ra|ro|do|da|to|ta|mo|ma|vo|va|no|na)s?(?!\w))"
)


def read_literal(text: str, token: "re.Match[str]", decimal: str) -> Atom | None:
    """The atom of a literal token: power, exponent, suffix, sign and ordinal mark included."""
    start, end = token.span()
    value = _literal_value(token, decimal)
    if value is None:
        return None
    mark = _ORDINAL_SUFFIX.match(text, end)
    if mark and isinstance(value, int):
        return Atom(start, mark.end(), Reading("literal", value, ordinal=True))
    start, sign = _sign(text, start)
    if sign == 0:
        return None
    if power := _POWER.match(text, end):
        end = power.end()
        exponent = int((power[2] or power[3]).translate(_SUPERSCRIPTS))
        raised = _power(value, -exponent if (power[1] or "").count("-") == 1 else exponent)
        return Atom(start, end, Reading("literal", sign * raised)) if raised is not None else None
    if exponent_match := _EXPONENT.match(text, end):
        end = exponent_match.end()
        written = exponent_match[1] or exponent_match[2] or exponent_match[3]
        value = float(f"{value}e{int(written.translate(_SUPERSCRIPTS))}")
        if not math.isfinite(value):
            return None
    elif suffix := _SUFFIX.match(text, end):
        letter = suffix[1] or suffix[2]
        if token[0].isdigit() and token[0].startswith("0") and value:
            return None  # a code: "lote 0371G"
        if not (letter in "GK" and value in _GENERATIONS):
            end = suffix.end()
            value = value * int(numbers_resource()["suffixes"][letter])
    return Atom(start, end, Reading("literal", sign * value))


def _power(base: Number, exponent: int) -> Number | None:
    try:
        raised: Number = base**exponent
    except (OverflowError, ZeroDivisionError):
        return None
    return raised if abs(raised) < 1e300 else None


def _literal_value(token: "re.Match[str]", decimal: str) -> Number | None:
    written = token.group()
    if token.lastgroup == "noise":
        return None
    if token.lastgroup == "vulgar":
        whole = written[:-1].strip()
        vulgar: float = numbers_resource()["vulgar"][written[-1]]
        return (int(whole) if whole else 0) + vulgar
    if token.lastgroup == "ratio":
        *whole_part, ratio = written.split()
        above, below = map(int, ratio.replace(".", "").split("/"))
        if 1900 <= below < 2100 or (whole_part and above >= below) or above >= below > 20:
            return None  # a year, a blood pressure
        return (int(whole_part[0]) if whole_part else 0) + above / below
    if (
        token.lastgroup == "millions"
    ):  # 1'850,000.00 in Mexico, 25'000.000 in Colombia, 1'250.00 in Peru
        cents = _CENTS.search(written)
        whole = re.sub(r"\D", "", written[: cents.start()] if cents else written)
        return float(f"{whole}.{cents[1]}") if cents else int(whole)
    if token.lastgroup == "apart":  # a scan's blanks: "187 .402", "0 , 61"
        written = written.replace(" ", "")
    if token.lastgroup == "apostrophe":  # the old decimal mark: 19'95
        return float(re.sub("['’]", ".", written))
    return read_digits(written, decimal=decimal)


def _signs_apart(text: str, start: int) -> bool:
    """Whether all signs of a line stand apart from their figures: "+ 1,25   - 0,75"."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    wide = start > first and not text[max(first, start - 2) : start].strip(" \t|")
    return wide and _PLUS_APART.search(text[first : last if last >= 0 else len(text)]) is not None


def _sign(text: str, start: int) -> tuple[int, int]:
    """Where the literal starts with its sign, and the sign; sign 0 where it is no number."""
    before = text[start - 1] if start else ""
    beyond = text[start - 2] if start > 1 else ""
    if before and before in "-−–":
        if beyond.isalpha() or beyond == "_":
            return start, 0  # covid-19
        if beyond.isdigit() or beyond in (")", "%", "-", "–", "°", "º", "."):
            return start, 1  # 5-10
        if beyond in SPACES and start > 2 and text[start - 3].isdigit():
            return start, 1  # 5 -10
        return start - 1, -1
    if before == "=":
        within = _ADDRESS.search(text, max(0, start - _SHORT), start) is not None
    else:
        within = bool(before) and before in "#@_\\&?%" and (before not in "#%" or beyond.isalnum())
    if within:
        return start, 0  # within an address or an identifier
    apart = before == " " and beyond in ("-", "−")
    if apart and _signs_apart(text, start - 2):
        return start - 2, -1
    if apart and not text[max(0, start - 9) : start - 2].strip():
        # Alone it is a sign; in a longer text the dash opens a line of a list.
        return (start - 2, -1) if start < 9 and len(text) < _SHORT else (start, 1)
    return start, 1
