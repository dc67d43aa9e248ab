"""Values for what the model left out."""

from nlp.schema import JSON, Field
from normalizers.leaf import Context, Leaf

ANSWERED = 0.5
"""From which probability a hint stands in for an answer."""


def schema_path(path: str) -> str:
    """The schema path of a field path: indexes become ``*``."""
    return ".".join("*" if step.isdigit() else step for step in path.split("."))


def fill(leaf: Leaf, context: Context) -> Leaf:
    """Answer a place that has no value: the schema's default, a hint, or null where allowed."""
    if leaf.value is not None or leaf.in_list or leaf.field.kind in {"null", "array", "object"}:
        return leaf
    field = leaf.field
    if leaf.missing and field.has_default and field.default is not None:
        return leaf.changed(field.default, "the schema's default")
    hinted = _hinted(leaf, context)
    if hinted is not None:
        return leaf.changed(hinted, "filled from the text")
    if field.nullable or not field.required:
        return leaf
    return leaf.changed(least_wrong(field), "required and without an answer")


def _hinted(leaf: Leaf, context: Context) -> JSON:
    if not leaf.missing and leaf.field.nullable:
        return None
    hints = context.hints.get(schema_path(leaf.path))
    if hints is None:
        return None
    if hints.choices:
        member, probability = hints.choices[0]
        sure = probability >= ANSWERED or not leaf.field.nullable
        return member if sure else None
    if not hints.hints or leaf.field.kind != "string":
        return None
    best = hints.hints[0]
    return best.candidate.mention if best.score >= ANSWERED else None


def least_wrong(field: Field) -> JSON:
    """The least wrong valid value of a required place that nothing answers."""
    if field.has_default and (field.default is not None or field.nullable):
        return field.default
    if field.nullable or field.kind in {"null", "any"}:
        return None
    if field.kind == "enum":
        return field.enum[-1] if field.enum else None
    if field.kind == "boolean":
        return False
    if field.kind in {"integer", "number"}:
        return _number_within(field)
    if field.kind == "string":
        return "" if not field.constraints.min_length else " " * field.constraints.min_length
    return [] if field.kind == "array" else {}


def _number_within(field: Field) -> JSON:
    limits = field.constraints
    lowest = limits.minimum if limits.minimum is not None else limits.exclusive_minimum
    if lowest is not None and lowest >= 0:
        value = lowest if limits.minimum is not None else lowest + 1
    elif limits.maximum is not None and limits.maximum < 0:
        value = limits.maximum
    else:
        value = 0
    return int(value) if field.kind == "integer" else value
