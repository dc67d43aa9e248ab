"""Bounds, approximations and ranges around numbers: "más de 300", "unos 20", "entre 5 y 10"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from nlp.spans import Number, Value
from nlp.word_lists import read_yaml

_REACH = 44
"""How many characters before a number a bound may take."""

_LOWER = ("more_than", "at_least")
_UPPER = ("less_than", "at_most")
_LAST_WORD = re.compile(r"(?:[^ ()]|\([^()]*\))+\Z")
"""The last word of a phrase's pattern, with the spaces inside its brackets."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A number with the words that bound it: half-open offsets of all of it, and the modifier."""

    start: int
    end: int
    modifier: str


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The phrases before a number, a cheap look for their last words, the phrases after it."""

    before: "re.Pattern[str]"
    last_word: "re.Pattern[str]"
    after: "re.Pattern[str]"


@cache
def _patterns() -> _Patterns:
    table: Mapping[str, Any] = read_yaml("numbers_bounds")
    # "de" and "a" take their article: "más del 5 %".
    phrases = {
        name: [re.sub(r"\b(de|a)\b", r"\1l?", phrase) for phrase in written]
        for name, written in table["before"].items()
    }
    before = "|".join(_group(name, written) for name, written in phrases.items())
    words = [_LAST_WORD.findall(phrase)[0] for written in phrases.values() for phrase in written]
    last = rf"[<>=≤≥~≈]|(?<!\S)[(¿¡«]*(?:{'|'.join(words)})"
    after = "|".join(_group(name, written) for name, written in table["after"].items())
    articles = "|".join(table["articles"])
    lead = rf"(?<![\w<>=])(?:{before})\s{{0,2}}(?:(?:{articles})\s{{1,2}})?"
    return _Patterns(
        before=re.compile(lead + r"\Z", re.IGNORECASE),
        last_word=re.compile(rf"(?:{last})(?: (?:{articles}))?\Z", re.IGNORECASE),
        after=re.compile(rf"\s{{1,2}}(?:{after})(?!\w)", re.IGNORECASE),
    )


def _group(name: str, phrases: list[str]) -> str:
    # Words must end before the number; symbols (">") may touch it.
    spaced = [phrase.replace(" ", r"\s{1,2}") for phrase in phrases]
    words = [
        rf"{phrase}\b" if phrase[-1] in "?)" or phrase[-1].isalpha() else phrase
        for phrase in spaced
    ]
    return f"(?P<{name}>{'|'.join(words)})"


@lru_cache(maxsize=8192)
def bound(text: str, start: int, end: int) -> Bound | None:
    """The bound or approximation around the number at ``text[start:end]``, if there is one."""
    patterns = _patterns()
    begin = max(0, start - _REACH)
    lead = text[begin:start]
    near = " ".join(lead.rsplit(maxsplit=2)[-2:])
    ahead = patterns.before.search(lead) if patterns.last_word.search(near) else None
    trail = patterns.after.match(text, end) if text[end : end + 1].isspace() else None
    modifier = ahead.lastgroup if ahead and ahead.lastgroup != "equal" else None
    begin = begin + ahead.start() if ahead else start
    said = trail.lastgroup if trail else None
    if said == "or_equal":
        said = {"more_than": "at_least", "less_than": "at_most"}.get(modifier or "")
    elif modifier not in (None, "approx"):
        said = None
    if trail and said:
        return Bound(begin, trail.end(), said)
    return Bound(begin, end, modifier) if modifier else None


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or measure to look for ranges among: offsets, magnitude, unit and kind of unit."""

    start: int
    end: int
    number: Number
    kind: str = ""
    unit: str | None = None
    literal: bool = True


@dataclass(frozen=True, slots=True)
class Range:
    """A range or open bound: offsets of all its words, bounds, modifier, and the amounts in it."""

    start: int
    end: int
    low: Number | None
    high: Number | None
    modifier: str | None
    interval: str
    amounts: tuple[Amount, ...]


_ARTICLE = r"(?:(?:el|la|los|las)\s{1,2})?"
_BETWEEN = re.compile(rf"(?<!\w)entre\s{{1,2}}{_ARTICLE}\Z", re.IGNORECASE)
_FROM = re.compile(rf"(?<!\w)(?:desde|del|de)\s{{1,2}}{_ARTICLE}\Z", re.IGNORECASE)
_AND = re.compile(rf"\s{{1,2}}[ye]\s{{1,2}}{_ARTICLE}", re.IGNORECASE)
_TO = re.compile(rf"\s{{1,2}}(?:a|al|hasta)\s{{1,2}}{_ARTICLE}", re.IGNORECASE)
_DASH = re.compile(r"\s?[-–—‑~]\s?")
_LINK = re.compile(r"\s{0,2},?\s{1,2}(?:(?:y|e|pero)\s{1,2})?|,\s{1,2}", re.IGNORECASE)


def span_between(text: str, first: Amount, second: Amount) -> Range | None:
    """The closed range two neighbouring amounts make ("entre 5 y 10", "de 20 a 30", "5-10")."""
    if not first.number < second.number or second.start - first.end > 12:
        return None
    gap = text[first.end : second.start]
    lead = text[max(0, first.start - 16) : first.start]
    start = first.start
    if _DASH.fullmatch(gap):
        coded = text[second.end : second.end + 1] in ("-", "/")
        if coded or not (first.literal and second.literal):
            return None
        opening = None
    elif _AND.fullmatch(gap):
        opening = _BETWEEN.search(lead)
        if opening is None:
            return None
    elif _TO.fullmatch(gap):
        opening = _FROM.search(lead)
        if opening is None and not second.kind:
            return None  # "ganó 2 a 3"
    else:
        return None
    if opening:
        start -= len(lead) - opening.start()
    interval = _interval(first.number, second.number)
    return Range(start, second.end, first.number, second.number, None, interval, (first, second))


def span_bounded(first: Range, second: Range, text: str) -> Range | None:
    """Two open bounds that close each other: "mayor que 20 y menor o igual que 35"."""
    lower, upper = (first, second) if first.modifier in _LOWER else (second, first)
    if lower.modifier not in _LOWER or upper.modifier not in _UPPER:
        return None
    if lower.low is None or upper.high is None or not lower.low < upper.high:
        return None
    if not _LINK.fullmatch(text[first.end : second.start]):
        return None
    interval = _interval(lower.low, upper.high, lower.modifier, upper.modifier)
    amounts = first.amounts + second.amounts
    return Range(first.start, second.end, lower.low, upper.high, None, interval, amounts)


def open_range(text: str, amount: Amount) -> Range | None:
    """The half-open range of a bounded amount ("más de 300": low=300), or None."""
    found = bound(text, amount.start, amount.end)
    if found is None or found.modifier == "approx":
        return None
    low, high = _sides(amount.number, found.modifier)
    interval = _interval(low, high, found.modifier)
    return Range(found.start, found.end, low, high, found.modifier, interval, (amount,))


def _sides(number: Number, modifier: str) -> tuple[Number | None, Number | None]:
    """The low and the high bound that a number with a modifier is."""
    return number if modifier in _LOWER else None, number if modifier in _UPPER else None


def _interval(low: Number | None, high: Number | None, *modifiers: str | None) -> str:
    """The interval as it is written: "[5,10]", "(20,35]", "(300,)"."""
    opening = "(" if low is None or "more_than" in modifiers else "["
    closing = ")" if high is None or "less_than" in modifiers else "]"
    return f"{opening}{'' if low is None else low},{'' if high is None else high}{closing}"


def ranges(text: str, amounts: tuple[Amount, ...], *, measured: bool = False) -> tuple[Range, ...]:
    """Every range among amounts: closed ones, pairs of bounds, single bounds; in text order.

    With ``measured`` only those with a unit: bare numbers may begin a range, not make one.
    """
    found: list[Range] = []
    taken: set[int] = set()
    for i in range(len(amounts) - 1):
        first, second = amounts[i], amounts[i + 1]
        if i in taken or (measured and not second.kind + first.kind):
            continue
        closed = span_between(text, first, second) if _same_kind(first, second) else None
        if closed:
            found.append(closed)
            taken.update((i, i + 1))
    single = [
        one
        for i, amount in enumerate(amounts)
        if i not in taken
        and (amount.kind or not measured)
        and (one := open_range(text, amount)) is not None
    ]
    i = 0
    while i < len(single):
        both = span_bounded(single[i], single[i + 1], text) if i + 1 < len(single) else None
        found.append(both or single[i])
        i += 2 if both else 1
    return tuple(sorted(found, key=lambda one: one.start))


def _same_kind(first: Amount, second: Amount) -> bool:
    """Whether two amounts may bound one range: one unit, given at least once."""
    if first.kind and second.kind:
        return first.kind == second.kind and (
            first.unit == second.unit or "degree" in (first.unit, second.unit)
        )
    return not first.kind or first.kind == "money"


def with_modifier(text: str, start: int, end: int, value: Value) -> Value:
    """The value with what the text says around it: "unos 300" → approx, "más de 300" → low."""
    found = bound(text, start, end)
    if found is None or value.number is None:
        return value
    low, high = _sides(value.number, found.modifier)
    return replace(value, low=low, high=high, modifier=found.modifier)
