"""An answer to a whole schema from the ranked candidates alone, without a model."""

from collections.abc import Mapping

from nlp.answers import answer_value
from nlp.field_profile import FieldProfile, profile_schema
from nlp.hints import FieldHints
from nlp.schema import JSON, Field, Schema
from nlp.spans import Candidate, Document


def answer_schema(
    document: Document,
    schema: Schema,
    candidates: tuple[Candidate, ...],
    hints: tuple[FieldHints, ...],
) -> JSON:
    """The answer that maximises the expected score, field by field."""
    ranked = {one.path: one for one in hints}
    profiles = {one.path: one for one in profile_schema(schema)}
    return _value(schema.root, ranked, profiles)


def _value(
    field: Field, hints: Mapping[str, FieldHints], profiles: Mapping[str, FieldProfile]
) -> JSON:
    if field.kind == "object":
        return {child.name: _value(child, hints, profiles) for child in field.fields}
    if field.kind == "array":
        return []
    profile = profiles.get(field.path)
    if profile is None:
        return None
    return _leaf(profile, hints.get(field.path))


def _leaf(profile: FieldProfile, ranked: FieldHints | None) -> JSON:
    field = profile.field
    if field.kind == "enum":
        if ranked is not None and ranked.choices:
            return ranked.choices[0][0]
        return field.enum[0] if field.enum else None
    if field.kind == "boolean":
        if ranked is not None and ranked.choices and not (field.nullable and ranked.answered < 0.5):
            return ranked.choices[0][0]
        return None if field.nullable else bool(field.default)
    if ranked is None or not ranked.hints:
        return _nothing(field)
    best = ranked.hints[0]
    if field.nullable and ranked.answered * best.score <= 1.0 - ranked.answered:
        return None
    return answer_value(best.candidate, profile)


def _nothing(field: Field) -> JSON:
    """What stands where the text offers nothing: null, or the emptiest value allowed."""
    if field.nullable:
        return None
    if field.has_default:
        return field.default
    return {"string": "", "integer": 0, "number": 0, "boolean": False}.get(field.kind)
