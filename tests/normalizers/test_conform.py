"""The answer satisfies the caller's schema, whatever the model said."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid, violations
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize
from veraz.unanswered import refusal, settle

TEXT = (
    "La cofradía de Luarca eligió patrona mayor a Sabela Fdez. el 4 de mayo de 2022 por 31 votos."
)

PERSON = {
    "type": "object",
    "properties": {
        "nombre": {"type": "string", "minLength": 1},
        "cargo": {"enum": ["patrona", "vocal", "otro"]},
        "votos": {"type": "integer", "minimum": 1, "maximum": 100},
    },
    "required": ["nombre", "cargo", "votos"],
    "additionalProperties": False,
}
SCHEMAS: dict[str, dict[str, Any]] = {
    "required strings": {
        "type": "object",
        "properties": {
            "codigo": {"type": "string", "pattern": "^[A-Z]{1,4}$"},
            "nota": {"type": "string", "maxLength": 8},
            "sitio": {"type": ["string", "null"]},
        },
        "required": ["codigo", "nota", "sitio"],
    },
    "bounded numbers": {
        "type": "object",
        "properties": {
            "peso": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
            "mes": {"type": "integer", "minimum": 1, "maximum": 12},
        },
        "required": ["peso", "mes"],
    },
    "lists": {
        "type": "object",
        "properties": {
            "personas": {"type": "array", "items": PERSON, "minItems": 1, "maxItems": 2},
            "temas": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            "par": {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "items": False,
                "minItems": 2,
            },
        },
        "required": ["personas", "temas", "par"],
    },
    "nested and optional": {
        "type": "object",
        "properties": {
            "acto": {
                "type": "object",
                "properties": {"lugar": {"type": "string"}, "presidenta": PERSON},
                "required": ["lugar", "presidenta"],
            },
            "apodo": {"type": "string", "minLength": 2},
            "tipo": {"const": "elección"},
        },
        "required": ["acto", "tipo"],
        "additionalProperties": False,
    },
    "unions": {
        "type": "object",
        "properties": {
            "valor": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]},
            "quien": {"anyOf": [PERSON, {"type": "null"}]},
        },
        "required": ["valor", "quien"],
    },
    "recursive": {
        "type": "object",
        "properties": {
            "nombre": {"type": "string"},
            "hijos": {"type": "array", "items": {"$ref": "#"}},
        },
        "required": ["nombre", "hijos"],
    },
    "keys of any name": {
        "type": "object",
        "properties": {"a.b": {"type": "string"}},
        "required": ["a.b"],
        "additionalProperties": {"type": "integer"},
    },
    "one key or the other": {
        "type": "object",
        "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}, "codigo": {"const": 1}},
        "oneOf": [{"required": ["x"]}, {"required": ["y"]}],
    },
    "at least one key, at most two": {
        "type": "object",
        "properties": {
            "x": {"type": "integer"},
            "nota": {"type": "string", "minLength": 3},
            "nombre": {"type": "string"},
        },
        "minProperties": 1,
        "maxProperties": 2,
    },
    "a pattern in a list and in what may be absent": {
        "type": "object",
        "properties": {
            "codigos": {
                "type": "array",
                "items": {"type": "string", "pattern": "^[0-9]{8}[A-Z]$"},
            },
            "codigo": {
                "type": "object",
                "properties": {"nota": {"type": "string", "pattern": "^[0-9]{8}[A-Z]$"}},
                "required": ["nota"],
            },
        },
    },
    "dependent keys": {
        "type": "object",
        "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
        "required": ["x"],
        "not": {"required": ["y"]},
    },
}  # fmt: skip
DRAFTS: list[Any] = [
    None,
    {},
    [],
    "nada",
    {"codigo": "no consta", "nota": "una nota larguísima", "sitio": 7},
    {"peso": -3, "mes": 13},
    {"peso": "dos kilos y medio", "mes": "mayo"},
    {"personas": [{"nombre": "Sabela Fdez.", "cargo": "PATRONA", "votos": "31 votos", "z": 1}] * 4,
     "temas": ["mar", "mar"], "par": ["uno"]},
    {"personas": [], "temas": None, "par": [1, "dos", 3]},
    {"acto": {"presidenta": {"nombre": ""}}, "apodo": "S", "tipo": "otra", "sobra": {}},
    {"acto": None, "apodo": "no consta"},
    {"valor": {"a": 1}, "quien": {"nombre": "Sabela Fdez."}},
    {"valor": ["a", 1, None], "quien": "nadie"},
    {"nombre": "Luarca", "hijos": [{"nombre": "Sabela", "hijos": [{"nombre": None}]}, None]},
    {"x": 1, "y": 2, "codigo": 1},
    {"nota": "m", "nombre": "mar", "x": 3},
    {"codigos": ["12", "12345678A"], "codigo": {"nota": "mar"}},
    {"a.b": 3, "otro": "cuatro", "más": 5},
    {"x": 1, "y": 2},
]  # fmt: skip


def answer(raw: dict[str, Any], draft: Any) -> tuple[Any, Any]:
    schema = compile_schema(raw, instruction="")
    results = normalize(Draft(root=draft), schema, Document("d", TEXT), ())
    return assemble(results, schema), results


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize("draft", DRAFTS, ids=str)
def test_answer_is_valid(name: str, draft: Any) -> None:
    given_answer, _ = answer(SCHEMAS[name], draft)
    assert is_valid(SCHEMAS[name], given_answer)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["codigo", "nota", "personas", "nombre", "valor", "a.b", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(draft=JSON_VALUES, name=st.sampled_from(sorted(SCHEMAS)))
def test_any_draft_becomes_a_valid_answer(draft: Any, name: str) -> None:
    given_answer, results = answer(SCHEMAS[name], draft)
    assert is_valid(SCHEMAS[name], given_answer)
    assert len({result.path for result in results}) == len(results)
    for result in results:
        for evidence in result.evidence:
            assert TEXT[evidence.start : evidence.end] == evidence.mention


CODE = {
    "type": "object",
    "properties": {
        "código": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"},
        "lugar": {"type": "string"},
    },
    "required": ["código"],
}


@pytest.mark.parametrize("said", [None, "no consta", "XX1", "Luarca"])
def test_a_code_that_the_text_does_not_give_is_an_error_that_names_it(said: Any) -> None:
    given_answer, results = answer(CODE, {"código": said, "lugar": "Luarca"})
    assert given_answer["lugar"] == "Luarca"
    assert not violations(compile_schema(CODE), given_answer)
    error = refusal(settle(results, compile_schema(CODE), "error"))
    assert (error.pointer, error.keyword) == ("/código", "required")
    assert error.answer == {"lugar": "Luarca"}


def test_a_code_that_cannot_be_made_up_is_an_error_that_names_it() -> None:
    impossible = {**CODE, "properties": {"código": {"type": "string", "pattern": "^(?=a)b$"}}}
    given_answer, _ = answer(impossible, {"código": None})
    found = violations(compile_schema(impossible), given_answer)
    assert found[0].pointer == "/código"


def test_the_only_code_of_its_form_is_taken_from_the_text() -> None:
    text = "La cofradía presentó el escrito AB-1234 y, días después, otra copia de AB-1234."
    schema = compile_schema(CODE)
    results = normalize(Draft(root={"código": "no consta"}), schema, Document("d", text), ())
    whole = assemble(results, schema)
    assert isinstance(whole, dict)
    assert whole["código"] == "AB-1234"
    assert not violations(schema, whole)
    assert {result.path: result.outcome for result in results}["código"] == "found"


def test_of_keys_that_exclude_each_other_the_one_with_evidence_stays() -> None:
    schema = SCHEMAS["one key or the other"]
    assert answer(schema, {"x": 7, "y": 31})[0] == {"y": 31}
    assert answer(schema, {"x": 31, "y": 7})[0] == {"x": 31}


def test_what_the_schema_demands_is_said_so() -> None:
    _, results = answer(SCHEMAS["required strings"], {"nota": "mar", "sitio": None})
    told = {result.path: (result.outcome, result.value) for result in results}
    assert told["codigo"][0] == "placeholder"
    assert told["sitio"] == ("absent", None)


def test_optional_key_without_an_answer_is_left_out() -> None:
    given_answer, _ = answer(SCHEMAS["nested and optional"], {"apodo": "no consta"})
    assert "apodo" not in given_answer
