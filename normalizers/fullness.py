"""How much of what a schema asks an answer speaks about.

A key that is there speaks, be its value null or an empty list: nothing was found. A key that is
left out says nothing.
"""

from nlp.schema import JSON, Field, Schema


def fullness(schema: Schema, root: JSON) -> float:
    """The share of the schema's leaves that an answer speaks about, 0 to 1."""
    return _spoken(schema.root, root) / _leaves(schema.root)


def _spoken(field: Field, value: JSON) -> float:
    """The leaves at and below a field that a value speaks about; of a list's items the mean."""
    if field.fields and isinstance(value, dict):
        return sum(_spoken(each, value[each.name]) for each in field.fields if each.name in value)
    if field.item is not None and isinstance(value, list) and value:
        return sum(_spoken(field.item, each) for each in value) / len(value)
    return _leaves(field)


def _leaves(field: Field) -> int:
    """The leaves below a field, itself where it has none; references back and unions are one."""
    below = field.fields or ((field.item,) if field.item is not None else ())
    return sum(_leaves(each) for each in below) or 1
