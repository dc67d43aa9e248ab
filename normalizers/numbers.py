"""Rules of numbers: written in words or with units, whole ones, shares of one."""

import math

from nlp.asked.field_units import in_unit, named_unit
from nlp.numeric.numerals import number_spans, read_number
from nlp.schema import is_number
from nlp.spans import Number
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.validity import fault, number_fault

_LONGEST = 400
"""Characters from which a string is no number."""


def number(place: Place, context: Context) -> Proposal | None:
    """The number that a string says where the schema asks for one.

    Where the string names a unit and the field, in so many words, another of the same dimension,
    the number is converted ("1,5 kg" is 1500 where grams are asked for).
    """
    if not place.field.is_numeric or place.value is None:
        return None
    value = place.value
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        value = _in_asked_unit(place, value)
    if not is_number(value) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if place.field.kind == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)
    same = type(value) is type(place.value) and value == place.value
    return None if same else by_schema(value, "type")


def _in_asked_unit(place: Place, text: str) -> Number | None:
    if len(text) > _LONGEST:
        return None
    wanted = named_unit(place.field)
    amount = in_unit(text[:80], wanted) if wanted else None
    return number_in(text) if amount is None else amount


def number_in(text: str) -> Number | None:
    """The number a string is, or the only one it holds ("unos 1.250 km", "tres hijos")."""
    whole = read_number(text)
    if whole is not None:
        return whole
    plain = text.strip().replace(",", "")
    try:
        return int(plain) if plain.lstrip("-").isdecimal() else float(plain)
    except (ValueError, OverflowError):
        found = {value for _, _, value in number_spans(text)}
        return found.pop() if len(found) == 1 else None


def share_of_one(place: Place, context: Context) -> Proposal | None:
    """A percentage of the text where the schema asks for a share of one (12 % is .12)."""
    value, limits = place.value, place.field.constraints
    shared = place.field.kind == "number" and limits.maximum == 1
    if not shared or fault(value, place.field) != "maximum":
        return None
    if not any(_is_percent(context, start, end) for start, end in place.alignment.spans):
        return None
    share = float(f"{value / 100:.12g}")
    return None if number_fault(share, limits) else by_schema(share, "maximum")


def _is_percent(context: Context, start: int, end: int) -> bool:
    around = context.document.text[start : end + 14].casefold()
    return "%" in around or "por ciento" in around
