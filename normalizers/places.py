"""Places of a JSON value by the steps to them."""

from collections.abc import Sequence

from nlp.schema import JSON, Field, Schema, escape_name
from normalizers.shape import resolved


def get(value: JSON, steps: Sequence[str]) -> JSON:
    """The value at a place; None where there is none."""
    for step in steps:
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def field_at(schema: Schema, answer: JSON, steps: Sequence[str]) -> Field | None:
    """The field of a place of an answer: in unions that of the branch which the answer fits best."""
    here: Field | None = schema.root
    for place, step in enumerate(steps):
        if here is None:
            return None
        chosen = here
        if here.kind in {"union", "recursive"}:
            chosen = resolved(here, get(answer, steps[:place]), schema)
        name = escape_name(step)
        here = schema.below(chosen, name) or schema.below(here, name)
    return here
