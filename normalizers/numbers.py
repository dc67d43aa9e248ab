"""Normalizers of numbers: written in words or with units, and the schema's bounds."""

import re

from nlp.schema import JSON
from normalizers.leaf import Context, Leaf
from normalizers.number_index import readings

_LITERAL = re.compile(
    r"[-−]?\d[\d.,\u00a0\u202f ’']{0,30}(?:[eE][-+]?\d{1,3}|\s?[x×·]\s?10\^?[-−]?\d{1,3})?"
)


def number(leaf: Leaf, context: Context) -> Leaf:
    """Read a number where the schema asks for one and the model gave a string."""
    if leaf.field.kind not in {"number", "integer"} or leaf.value is None:
        return leaf
    value = leaf.value
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return leaf.drop("not a number")
    if isinstance(value, str):
        read = _read(value)
        if read is None:
            return leaf.drop("not a number")
        leaf = leaf.changed(read, "number")
    return _integral(leaf) if leaf.field.kind == "integer" else leaf


def _integral(leaf: Leaf) -> Leaf:
    value = leaf.value
    if isinstance(value, int):
        return leaf
    if value != value or value in (float("inf"), float("-inf")):
        return leaf.drop("not a number")
    if value.is_integer():
        return leaf.changed(int(value), "integer")
    return leaf.changed(round(value), "integer")


def _read(text: str) -> JSON:
    match = _LITERAL.search(text)
    if match is None:
        return None
    found = readings(match.group().strip(" .,\u00a0"))
    if not found:
        return None
    return int(found[0]) if found[0].is_integer() and abs(found[0]) < 1e15 else found[0]
