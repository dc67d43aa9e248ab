"""Schemas made to exhaust time or memory end in a tree or in a named refusal, soon."""

import contextlib
import time

import pytest

from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema
from nlp.schema_skeleton import skeleton
from nlp.schema_validation import violations

TEXT = {"type": "string"}
SECONDS = 20.0


def nested(levels, wrap):
    schema = TEXT
    for _ in range(levels):
        schema = wrap(schema)
    return schema


def doubling(levels, wrap):
    definitions = {f"D{i}": wrap({"$ref": f"#/$defs/D{i + 1}"}) for i in range(levels)}
    return {"$defs": {**definitions, f"D{levels}": TEXT}, "$ref": "#/$defs/D0"}


HOSTILE = {
    "deep properties": nested(100_000, lambda s: {"type": "object", "properties": {"a": s}}),
    "deep allOf": nested(50_000, lambda s: {"allOf": [s]}),
    "doubling properties": doubling(40, lambda s: {"properties": {"a": s, "b": s}}),
    "doubling allOf": doubling(60, lambda s: {"allOf": [s, s]}),
    "doubling anyOf": doubling(60, lambda s: {"anyOf": [s, s]}),
    "product of choices": {
        "type": "object",
        "allOf": [
            {"anyOf": [{"properties": {f"p{i}_{j}": TEXT}} for j in range(6)]} for i in range(12)
        ],
    },
    "wide": {"type": "object", "properties": {f"c{i}": TEXT for i in range(30_000)}},
    "many branches": {"anyOf": [{"properties": {f"c{i}": TEXT}} for i in range(3_000)]},
    "huge enum": {"enum": [f"valor {i:09d}" for i in range(300_000)]},
    "long tuple": {"type": "array", "prefixItems": [TEXT] * 50_000},
    "slow pattern": {
        "type": "object",
        "properties": {"a" * 40 + "!": TEXT},
        "patternProperties": {"^(a+)+$": TEXT},
    },
    "huge least": {"type": "array", "items": TEXT, "minItems": 10**12},
    "definitions that all refer to all": {
        "$defs": {
            f"T{i}": {"properties": {f"r{j}": {"$ref": f"#/$defs/T{j}"} for j in range(25)}}
            for i in range(25)
        },
        "$ref": "#/$defs/T0",
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_bounded(name):
    begun = time.monotonic()
    with contextlib.suppress(SchemaError):
        skeleton(compile_schema(HOSTILE[name]))
    assert time.monotonic() - begun < SECONDS


def test_an_answer_that_cannot_be_checked_in_time_is_not_valid():
    schema = {"type": "string", "pattern": "^(a+)+$"}
    found = violations(schema, "a" * 60 + "!")
    assert [violation.keyword for violation in found] == ["pattern"]
