"""The rules that may propose another value, in the order in which they are asked.

Each looks at one place and proposes; :mod:`normalizers.gate` alone decides and writes. What each
changed, and whether for better or worse, by source: ``make bench-normalizers``.
"""

from collections.abc import Callable

from normalizers.closed_values import boolean, enum_member
from normalizers.limits import fitting_string
from normalizers.numbers import number, share_of_one
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.strings import absence, mend_characters, plain_string, wrapping
from normalizers.times import date_form, no_whole_date
from normalizers.validity import fault

Rule = Callable[[Place, Context], Proposal | None]


def unfit(place: Place, context: Context) -> Proposal | None:
    """Nothing, where the schema forbids the value and no rule wrote it otherwise."""
    broken = fault(place.value, place.field)
    return by_schema(None, broken) if broken and place.value is not None else None


RULES: tuple[tuple[str, Rule], ...] = (
    ("damaged characters", mend_characters),
    ("phrase of absence", absence),
    ("written as a string", plain_string),
    ("boolean", boolean),
    ("enum member", enum_member),
    ("number", number),
    ("share of one", share_of_one),
    ("wrapping marks", wrapping),
    ("date form", date_form),
    ("no whole date", no_whole_date),
    ("pattern or length", fitting_string),
    ("not allowed by the schema", unfit),
)
