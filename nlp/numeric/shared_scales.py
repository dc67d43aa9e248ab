"""Scale words said once of two numbers: "de 6,2 a 5,4 millones", "1,2 millones, frente a los 1,05"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlp.numeric.numeral_grammar import Numeral
from nlp.word_lists import text_pattern

_MOST = 1000
"""A number that takes another's scale is less: "entre 800 y 2 mil" are not 800,000."""
_TIMES = 10
"""How much more than the second the first may be, of which it falls: "de 6,2 a 5,4 millones"."""
_GAP = 60
"""Characters between two numbers of one scale at most."""
_LEAD = 16
_COMPARES, _NO_NOUN = text_pattern("compares_amounts"), text_pattern("counts_nothing")
_JOINS = text_pattern("joins_amounts")
_LED = {"range": text_pattern("amounts_range"), "pair": text_pattern("amounts_pair")}
"""What stands before two numbers; before a choice ("dos o tres mil") whatever does."""
_DASH = re.compile(r"\s?[-–—]\s?")


def with_shared_scales(text: str, found: Sequence[Numeral]) -> tuple[Numeral, ...]:
    """The numerals of a text, each in the scale that the one before or behind it says for both."""
    scales = dict[int, int]()
    for at, (first, second) in enumerate(pairwise(found)):
        if first.scale == second.scale or second.start - first.end > _GAP:
            continue
        gap = text[first.end : second.start]
        if _is_bare(first) and second.scale > 1 and _leads(text, first, second, gap):
            scales[at] = second.scale
        elif first.scale > 1 and _is_bare(second) and _is_compared(text, second, gap):
            scales[at + 1] = first.scale
    if not scales:
        return tuple(found)
    return tuple(
        replace(one, value=_times(one, scales[at])) if at in scales else one
        for at, one in enumerate(found)
    )


def _is_bare(one: Numeral) -> bool:
    return one.scale == 1 and one.kind == "cardinal" and not one.glued and 0 < one.value < _MOST


def _leads(text: str, first: Numeral, second: Numeral, gap: str) -> bool:
    """Whether two numbers with a gap between them are ends of one range or change, or a choice."""
    own = second.value / second.scale
    if _DASH.fullmatch(gap):
        return first.literal and first.value < own
    joins = _JOINS.fullmatch(gap)
    if joins is None or first.value >= (_TIMES * own if joins.lastgroup == "range" else own):
        return False
    lead = _LED.get(joins.lastgroup or "")
    return lead is None or bool(lead.search(text, max(0, first.start - _LEAD), first.start))


def _is_compared(text: str, second: Numeral, gap: str) -> bool:
    """Whether a number is set against the one before it, and counts nothing of its own."""
    compared = second.literal and _COMPARES.fullmatch(gap)
    return bool(compared and _NO_NOUN.match(text, second.end))


def _times(one: Numeral, scale: int) -> float | int:
    value = float(f"{one.value * scale:.12g}")
    return int(value) if value.is_integer() else value
