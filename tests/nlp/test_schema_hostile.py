"""Schemas made to exhaust time or memory end in a tree or in a named refusal, soon."""

import contextlib

import pytest
from hang import ends
from hypothesis import event, given, settings
from hypothesis import strategies as st

from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from normalizers.least_wrong import least_wrong

TEXT = {"type": "string"}


def nested(levels, wrap):
    schema = TEXT
    for _ in range(levels):
        schema = wrap(schema)
    return schema


def doubling(levels, wrap):
    definitions = {f"D{i}": wrap({"$ref": f"#/$defs/D{i + 1}"}) for i in range(levels)}
    return {"$defs": {**definitions, f"D{levels}": TEXT}, "$ref": "#/$defs/D0"}


HOSTILE = {
    "deep properties": nested(20_000, lambda s: {"type": "object", "properties": {"a": s}}),
    "deep allOf": nested(10_000, lambda s: {"allOf": [s]}),
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
    "huge enum": {"enum": [f"valor {i:09d}" for i in range(50_000)]},
    "long tuple": {"type": "array", "prefixItems": [TEXT] * 20_000},
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
    with ends(), contextlib.suppress(SchemaError):
        schema = compile_schema(HOSTILE[name])
        least_wrong(schema.root, schema)


KEYWORDS = [
    "type", "enum", "const", "properties", "required", "items", "prefixItems", "additionalItems",
    "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "not", "if", "$ref",
    "$id", "id", "$anchor", "$dynamicRef", "$schema", "minimum", "exclusiveMinimum", "multipleOf",
    "maxLength", "minItems", "nullable", "default", "examples", "title", "description", "format",
    "pattern", "dependencies", "dependentRequired", "definitions", "enumNames",
]  # fmt: skip
SCRAPS = st.sampled_from(
    (
        None,
        True,
        False,
        0,
        -1,
        1.5,
        10**400,
        float("inf"),
        float("nan"),
        "",
        "x",
        "(",
        "object",
        "string",
        "array",
        "#",
        "#/definitions/x",
        "#/properties/x",
        "http://json-schema.org/draft-04",
    )
)
MALFORMED = st.recursive(
    st.dictionaries(st.sampled_from(KEYWORDS), SCRAPS, max_size=3),
    lambda inner: st.dictionaries(
        st.sampled_from(KEYWORDS),
        st.one_of(
            inner,
            SCRAPS,
            st.lists(st.one_of(inner, SCRAPS), max_size=3),
            st.dictionaries(st.sampled_from(["x", "y", ""]), inner, max_size=2),
        ),
        max_size=4,
    ),
    max_leaves=8,
)


@given(MALFORMED)
@settings(max_examples=100, deadline=None, database=None)
def test_whatever_looks_like_a_schema_compiles_or_is_refused(document):
    try:
        schema = compile_schema(document)
    except SchemaError as error:
        event(f"refused: {error.keyword}")
        return
    event(f"compiled: {schema.root.kind}")
    assert all(schema.at(field.path) is not None for field in schema.walk())
    violations(schema, least_wrong(schema.root, schema))


def test_an_answer_that_cannot_be_checked_in_time_is_not_valid():
    schema = {"type": "string", "pattern": "^(a+)+$"}
    found = violations(schema, "a" * 60 + "!")
    assert [violation.keyword for violation in found] == ["pattern"]
