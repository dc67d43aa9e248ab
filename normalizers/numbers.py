"""Normalizers of numbers: written in words or with units, and the schema's bounds."""

from nlp.numeric.numerals import number_spans, read_number
from nlp.spans import Number
from normalizers.leaf import Context, Leaf


def number(leaf: Leaf, context: Context) -> Leaf:
    """Read a number where the schema asks for one and the model gave a string."""
    if leaf.field.kind not in {"number", "integer"} or leaf.value is None:
        return leaf
    if isinstance(leaf.value, list) and len(leaf.value) == 1:
        leaf = leaf.changed(leaf.value[0], "type")
    value = leaf.value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return leaf.drop("not a number")
    if isinstance(value, str):
        read = said(value)
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


def said(text: str) -> Number | None:
    """The number a string is, or the first it holds ("unos 1.250 km", "tres hijos")."""
    whole = read_number(text)
    if whole is not None:
        return whole
    plain = text.strip().replace(",", "")
    try:
        return int(plain) if plain.lstrip("-").isdecimal() else float(plain)
    except ValueError:
        return next((value for _, _, value in number_spans(text)), None)
