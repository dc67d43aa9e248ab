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
_DASH = re.compile(r"\s?[-–—]\s?")


def with_shared_scales(text: str, found: Sequence[Numeral]) -> tuple[Numeral, ...]:
    """The numerals of a text, each in the scale that the one before or behind it says for both."""
    scales = dict[int, int]()
    for at, (first, second) in enumerate(pairwise(found)):
        gap = text[first.end : second.start]
        if len(gap) > _GAP:
            continue
        if _is_bare(first) and second.scale > 1 and _leads(text, first, second, gap):
            scales[at] = second.scale
        elif first.scale > 1 and _is_bare(second) and second.literal:
            compared = text_pattern("compares_amounts").fullmatch(gap)
            if compared and text_pattern("counts_nothing").match(text, second.end):
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
    joins = text_pattern("joins_amounts").fullmatch(gap)
    if joins is None or first.value >= (_TIMES * own if joins.lastgroup == "range" else own):
        return False
    lead = text_pattern(f"amounts_{joins.lastgroup}")
    return lead.search(text, max(0, first.start - _LEAD), first.start) is not None


def _times(one: Numeral, scale: int) -> float | int:
    value = float(f"{one.value * scale:.12g}")
    return int(value) if value.is_integer() else value
