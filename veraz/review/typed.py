"""What a person typed, or picked in the text, as a value of the field."""

import json
from types import MappingProxyType

from nlp.schema import JSON, Field, Schema
from nlp.spans import Document
from normalizers.align import Aligner
from normalizers.closed_values import boolean, enum_member
from normalizers.judge import Rules, asked
from normalizers.limits import fitting_string
from normalizers.numbers import number, share_of_one
from normalizers.place import Context, Place
from normalizers.times import date_form

READINGS: Rules = (
    ("boolean", boolean),
    ("enum member", enum_member),
    ("number", number),
    ("share of one", share_of_one),
    ("date form", date_form),
    ("pattern or length", fitting_string),
)
"""The rules by which a model's words become a value: a person's are read alike."""

WRITTEN_AS_JSON = frozenset({"any", "union", "object", "array", "null"})


def read_typed(typed: str, field: Field, schema: Schema) -> JSON:
    """Read what was typed: "18.500 euros" is 18500 in a number, "3 de mayo de 2021" a date.

    What no rule reads comes back as it was typed, for the check of the field to refuse. Objects and
    lists are typed as JSON.
    """
    typed = typed.strip()
    if field.kind in WRITTEN_AS_JSON:
        try:
            return json.loads(typed)
        except (ValueError, RecursionError):
            return typed
    document = Document("", typed)
    context = Context(document, schema, Aligner(document, ()), hints=MappingProxyType({}))
    return asked(Place(field.path, field, typed, typed), READINGS, context).value
