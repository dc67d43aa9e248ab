"""The normalizers, in the order in which they run."""

from collections.abc import Callable

from normalizers.bounds import number_bounds, string_bounds
from normalizers.choices import boolean, enum_member, worded_member
from normalizers.edges import added_remark, edge_punctuation, leading_article, wrapping
from normalizers.leaf import Context, Leaf
from normalizers.numbers import number
from normalizers.strings import mend_characters, null_like, own_accents, plain_string
from normalizers.times import date_form, date_precision, relative_date, whole_date
from normalizers.units import asked_unit

Normalizer = Callable[[Leaf, Context], Leaf]

NORMALIZERS: tuple[tuple[str, Normalizer], ...] = (
    ("damaged characters", mend_characters),
    ("null-like strings", null_like),
    ("types", plain_string),
    ("booleans", boolean),
    ("enum members", enum_member),
    ("worded members", worded_member),
    ("units", asked_unit),
    ("numbers", number),
    ("wrapping marks", wrapping),
    ("relative dates", relative_date),
    ("date forms", date_form),
    ("date precision", date_precision),
    ("whole dates", whole_date),
    ("edge punctuation", edge_punctuation),
    ("leading articles", leading_article),
    ("added remarks", added_remark),
    ("own accents", own_accents),
    ("numeric bounds", number_bounds),
    ("lengths and patterns", string_bounds),
)
