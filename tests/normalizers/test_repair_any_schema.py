"""A valid answer is never touched; any other ends valid or in an error, whatever the schema."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from repair_cases import EVENT, FAULTS, SOUND, ensure_valid, register, thing, told

from nlp import schema_validation
from nlp.errors import AnswerError, SchemaError
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid
from nlp.spans import Document
from normalizers import repair
from normalizers.assemble import assemble
from normalizers.normalize import normalize
from normalizers.repair import conform

TEXT = {"type": "string"}

LONG = {"lonjas": [{"nombre": f"Lonja {n}", "kilos": n} for n in range(3_000)]}
UNIQUE = thing({"lonjas": {"type": "array", "uniqueItems": True, "items": thing(
    {"nombre": TEXT, "kilos": {"type": "integer"}}, "nombre")}}, "lonjas")  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "draft"),
    [
        (UNIQUE, LONG),
        (register(FAULTS["a wrong type"]), {"barcos": [SOUND] * 3}),
        (thing({"a": {"type": ["number", "null"]}}), {"a": None}),
        ({"type": "array", "items": EVENT}, [{"tipo": "alta", "día": 3}]),
        (thing({"a": {"enum": [{"b": 1}, [2]]}}, "a"), {"a": {"b": 1}}),
    ],
    ids=["long and unique", "register", "null", "union", "an object as a member"],
)
def test_a_valid_answer_comes_back_as_it_was(raw: Any, draft: Any) -> None:
    results = tuple(told("", draft))
    schema = compile_schema(raw)
    given = conform(results, schema)
    assert all(one is other for one, other in zip(given, results, strict=True))
    assert ensure_valid(assemble(given, schema), schema) == draft


def test_a_valid_answer_outlasts_a_repair_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "CHECKS", 0)
    monkeypatch.setattr(repair, "seconds_for", lambda values: 0.0)
    results = told("", LONG)
    assert conform(results, compile_schema(UNIQUE)) == tuple(results)
    broken = told("", {"lonjas": "ninguna"})
    assert conform(broken, compile_schema(UNIQUE)) == tuple(broken)


def test_what_cannot_be_checked_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    results = told("", {"lonjas": "ninguna"})
    monkeypatch.setattr(schema_validation, "MAX_SECONDS", -1.0)
    assert conform(results, compile_schema(UNIQUE)) == tuple(results)


def test_what_nests_too_deep_to_be_repaired_is_an_error() -> None:
    deep: Any = "fondo"
    for _ in range(300):
        deep = [deep]
    schema = compile_schema(thing({"folio": {"type": "string", "pattern": "^(?=a)b$"}}, "folio"))
    results = told("", {"otro": deep})
    with pytest.raises(AnswerError, match="folio"):
        ensure_valid(assemble(conform(results, schema), schema), schema)


NAMES = st.sampled_from(["a", "b", "c"])
SCALARS = st.sampled_from([
    {"type": "string"}, {"type": "string", "minLength": 2, "maxLength": 4},
    {"type": "string", "pattern": "^[A-Z]{2}$"}, {"type": "integer", "minimum": 1},
    {"type": "number", "maximum": 3, "multipleOf": 0.5}, {"type": ["boolean", "null"]},
    {"enum": ["cerco", "nasa", 3]}, {"const": {"a": 1}}, {"type": "null"}, {}, True,
])  # fmt: skip


def _objects(inner: Any) -> Any:
    return st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3)},
        optional={
            "required": st.lists(NAMES, unique=True, max_size=2),
            "additionalProperties": st.booleans() | inner,
            "minProperties": st.integers(0, 3),
            "maxProperties": st.integers(0, 3),
            "not": st.fixed_dictionaries({"required": st.lists(NAMES, min_size=1, max_size=1)}),
            "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=1), max_size=1),
        },
    )


def _lists(inner: Any) -> Any:
    return st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={
            "minItems": st.sampled_from([0, 1, 2, 10**6]),
            "maxItems": st.integers(0, 3),
            "uniqueItems": st.booleans(),
            "contains": inner,
        },
    )


SCHEMAS = st.recursive(
    SCALARS,
    lambda inner: (
        _objects(inner)
        | _lists(inner)
        | st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"if": inner, "then": inner})
    ),
    max_leaves=6,
)
DRAFTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | st.sampled_from(["", "AB", "cerco", 10**400]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(raw=SCHEMAS, draft=DRAFTS, through=st.booleans())
def test_any_draft_of_any_schema_ends_valid_or_in_an_error(
    raw: Any, draft: Any, through: bool
) -> None:
    try:
        schema = compile_schema(raw)
    except SchemaError:
        return
    results: Any = told("", draft)
    if through:
        results = normalize(Draft(root=draft), schema, Document("d", "Salió el cerco AB."), ())
    before = assemble(results, schema)
    given = conform(results, schema)
    assert len({result.path for result in given}) == len(given)
    if is_valid(raw, before):
        event("valid at once")
        assert given == tuple(results)
    try:
        answer = ensure_valid(assemble(given, schema), schema)
    except AnswerError:
        event("error")
        assert not is_valid(raw, before)
        return
    event("valid in the end")
    assert is_valid(raw, answer)
    json.dumps(answer, allow_nan=False)
