"""The answer satisfies the caller's schema, whatever the model said."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize

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


def test_what_the_schema_demands_is_said_so() -> None:
    _, results = answer(SCHEMAS["required strings"], {"nota": "mar", "sitio": None})
    told = {result.path: (result.outcome, result.value) for result in results}
    assert told["codigo"][0] == "filled"
    assert told["sitio"] == ("kept", None)


def test_optional_key_without_an_answer_is_left_out() -> None:
    given_answer, _ = answer(SCHEMAS["nested and optional"], {"apodo": "no consta"})
    assert "apodo" not in given_answer
