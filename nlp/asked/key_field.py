"""The leaf of a list that tells its items apart."""

from nlp.asked.pattern_codes import is_narrow
from nlp.schema import Field


def key_field_of(array: Field) -> Field | None:
    """The leaf that tells one item of an array from another."""
    item = array.item
    if item is None:
        return None
    if item.is_leaf:
        return item if item.kind not in {"null", "recursive"} else None
    leaves = (leaf for leaf in item.single_leaves() if leaf.kind != "recursive")
    kinds = ("string", "any", "union", "number", "integer", "enum", "boolean")
    return min(
        leaves,
        key=lambda leaf: (
            leaf.may_be_empty or not is_narrow(leaf),
            leaf.is_numeric and leaf.nullable,
            kinds.index(leaf.kind) if leaf.kind in kinds else len(kinds),
            leaf.nullable,
            not leaf.required,
        ),
        default=None,
    )
