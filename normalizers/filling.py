"""Values for what the model left out."""

from nlp.hints import FieldHints
from nlp.schema import JSON, Field
from normalizers.leaf import Context, Leaf
from normalizers.least_wrong import least_wrong

ANSWERED = 0.5
"""From which probability a hint stands in for an answer that may also be null."""


def schema_path(path: str) -> str:
    """The schema path of a field path: indexes become ``*``."""
    return ".".join("*" if step.isdecimal() else step for step in path.split("."))


def fill(leaf: Leaf, context: Context) -> Leaf:
    """Answer a place that has no value: the schema's default, a hint, null where allowed.

    A nullable key that the model left out of an answer is null: it had its say. Where the model
    gave no answer at all, and for places that may not be null, the hints are asked.
    """
    if leaf.value is not None or leaf.in_list or leaf.field.kind in {"null", "array", "object"}:
        return leaf
    field = leaf.field
    if leaf.missing and field.has_default and field.default is not None:
        return leaf.changed(field.default, "the schema's default")
    if leaf.missing and field.nullable and not context.silent:
        return leaf
    if leaf.missing or not field.nullable:
        hinted = _hinted(field, context.hints.get(schema_path(leaf.path)), silent=context.silent)
        if hinted is not None:
            return leaf.changed(hinted, "filled from the text")
    if field.nullable or not field.required:
        return leaf
    return leaf.changed(least_wrong(field, context.schema), "required and without an answer")


def _hinted(field: Field, hints: FieldHints | None, *, silent: bool) -> JSON:
    """What the hints answer; where no model did, a place that may not be null takes the best."""
    if hints is None:
        return None
    least = ANSWERED if field.nullable or not field.required or not silent else 0.0
    if hints.choices:
        member, probability = hints.choices[0]
        return member if probability >= least else None
    if not hints.hints or hints.hints[0].score * hints.answered < least:
        return None
    return hints.hints[0].candidate.mention
