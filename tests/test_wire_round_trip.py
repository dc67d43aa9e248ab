"""What a server may answer under the wire schema satisfies the caller's schema once normalised."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wire_instances import instances

from llm.wire import wire_schema
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize

TEXT = {"type": "string"}
DOCUMENT = Document(
    "acta", "La alcaldesa Ana Ruiz firmó el contrato el 12 de mayo de 2021 por 3,5 millones."
)
DOCUMENTS = {
    "scalars": {
        "type": "object",
        "properties": {
            "obligatorio": TEXT,
            "nulo": {"type": ["string", "null"]},
            "opcional": {"type": "string", "maxLength": 20},
            "edad": {"type": "integer", "minimum": 18, "maximum": 99},
            "importe": {"type": "number", "minimum": 0},
            "vigente": {"type": "boolean", "default": True},
            "tipo": {"enum": ["obra", "servicio"]},
            "clase": {"enum": [1, 2, None]},
            "versión.1": {"const": "1.0"},
        },
        "required": ["obligatorio", "nulo", "tipo", "versión.1"],
        "additionalProperties": False,
    },
    "lists": {
        "type": "object",
        "properties": {
            "nombres": {"type": "array", "items": TEXT, "uniqueItems": True},
            "pares": {
                "type": "array",
                "items": {"type": "array", "prefixItems": [TEXT, {"type": "integer"}]},
            },
            "firmas": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {"cargo": TEXT, "fecha": {"type": "string"}},
                    "required": ["cargo"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["nombres"],
    },
    "recursion": {
        "$defs": {
            "Nodo": {
                "type": "object",
                "properties": {
                    "nombre": TEXT,
                    "padre": {"anyOf": [{"$ref": "#/$defs/Nodo"}, {"type": "null"}]},
                    "hijos": {"type": "array", "items": {"$ref": "#/$defs/Nodo"}},
                },
                "required": ["nombre"],
                "additionalProperties": False,
            }
        },
        "$ref": "#/$defs/Nodo",
    },
    "choices and maps": {
        "type": "object",
        "properties": {
            "valor": {"anyOf": [{"type": "integer"}, {"type": "boolean"}, {"type": "null"}]},
            "figura": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {"tipo": {"const": "c"}, "radio": {"type": "number"}},
                        "required": ["tipo", "radio"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "properties": {"tipo": {"const": "r"}, "base": {"type": "number"}},
                        "required": ["tipo", "base"],
                        "additionalProperties": False,
                    },
                ]
            },
            "precios": {"type": "object", "additionalProperties": {"type": "integer"}},
        },
    },
}


@pytest.mark.parametrize("name", DOCUMENTS)
@given(data=st.data())
@settings(
    max_examples=40,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_a_normalised_wire_answer_is_valid(name, data):
    schema = compile_schema(DOCUMENTS[name])
    draft = Draft(data.draw(instances(wire_schema(schema, depth=1))))
    answer = assemble(normalize(draft, schema, DOCUMENT, ()), schema)
    assert violations(schema, answer) == []
