"""The least wrong valid value of a required place that nothing answers."""

from nlp.schema import JSON, Field, Schema
from normalizers.bounds import bounded_number, placeholder
from normalizers.folding import fold_word
from normalizers.lexicon import words

_DEEPEST = 12


def least_wrong(field: Field, schema: Schema, *, depth: int = 0) -> JSON:
    """The default, else null where allowed, an open enum member, false, the number nearest to zero.

    Strings are empty or a placeholder that keeps the pattern; lists and objects hold only what
    they must.
    """
    if field.has_default and (field.default is not None or field.nullable):
        return field.default
    if field.nullable or field.kind in {"null", "any"} or depth > _DEEPEST:
        return None
    if field.kind == "recursive":
        target = schema.at(field.target)
        return least_wrong(target, schema, depth=depth + 1) if target else None
    if field.kind == "union":
        return least_wrong(field.options[0], schema, depth=depth + 1) if field.options else None
    if field.kind == "object":
        return {
            child.name: least_wrong(child, schema, depth=depth + 1)
            for child in field.fields
            if child.required
        }
    if field.kind == "array":
        return _shortest_list(field, schema, depth)
    return _scalar(field)


def _scalar(field: Field) -> JSON:
    if field.kind == "enum":
        return open_member(field.enum)
    if field.kind == "boolean":
        return False
    if field.kind in {"integer", "number"}:
        return bounded_number(field.constraints, integer=field.kind == "integer")
    return placeholder(field.constraints)


def _shortest_list(field: Field, schema: Schema, depth: int) -> list[JSON]:
    asked = [*field.prefix]
    least = field.constraints.min_items or 0
    if field.item is not None:
        asked += [field.item] * (least - len(asked))
    return [least_wrong(item, schema, depth=depth + 1) for item in asked[:least]]


def open_member(members: tuple[JSON, ...]) -> JSON:
    """The member that says "another" or "unknown", else the last: lists end with the rest."""
    for member in members:
        if fold_word(str(member)) in words("open_members"):
            return member
    return members[-1] if members else None
