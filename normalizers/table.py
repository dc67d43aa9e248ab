"""The normalizers, in the order in which they run."""

from collections.abc import Callable

from normalizers.choices import boolean, enum_member
from normalizers.leaf import Context, Leaf
from normalizers.numbers import number
from normalizers.strings import mend_characters, null_like, own_writing, plain_string

Normalizer = Callable[[Leaf, Context], Leaf]

NORMALIZERS: tuple[tuple[str, Normalizer], ...] = (
    ("damaged characters", mend_characters),
    ("null-like strings", null_like),
    ("types", plain_string),
    ("booleans", boolean),
    ("enum members", enum_member),
    ("numbers", number),
    ("own writing", own_writing),
)
