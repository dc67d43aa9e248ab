"""Signs that a text says in words: "cayó un 12 %", "pérdidas de 4,7 millones", "68,9 O"."""

import re
from functools import lru_cache

from nlp.reckon.reckoning_words import pattern_of
from nlp.schema import Field
from nlp.spans import Candidate, Number

_REACH, _BEHIND = 60, 24
"""Characters before a number, and behind it, that say its sign."""
_SIGN = 4
_MINUS = re.compile(r"(?:^|[\s:(|])[-−–]\s?\Z")
"""A sign before the currency: "Ajuste: - S/ 187,40"."""
_STOP = re.compile(r"[.;:\n](?!\d)")


def signed(number: Number, one: Candidate, field: Field, text: str) -> Number:
    """A number as less than nothing, where a field asks for its sign and the text says so.

    Latitudes south and longitudes west are.
    """
    if number > 0 and pattern_of("names_position").search(field.name) is not None:
        is_below = pattern_of("south_or_west").match(text, one.end) is not None
        return -number if is_below else number
    if number <= 0 or not _asks_sign(field.name, field.description):
        return number
    if _MINUS.search(text[max(0, one.start - _SIGN) : one.start]):
        return -number
    behind = one.end, one.end + _BEHIND
    if pattern_of("below").match(text, *behind):
        return -number
    if pattern_of("above").match(text, *behind):
        return number
    before = _STOP.split(text[max(0, one.start - _REACH) : one.start])[-1]
    falls, rises = (
        max((found.end() for found in pattern_of(name).finditer(before)), default=-1)
        for name in ("falls", "rises")
    )
    return -number if falls > rises else number


@lru_cache(maxsize=4096)
def _asks_sign(name: str, description: str) -> bool:
    """Whether a description says so or, where it asks for no bare size, a name that is of changes."""
    if pattern_of("asks_sign").search(description):
        return True
    is_change = pattern_of("names_change").search(name) is not None
    return is_change and pattern_of("asks_size").search(description) is None
