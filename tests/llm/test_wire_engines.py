"""Wire schemas against the grammar engines that are installed."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from grammar_engines import ENGINES, Engine, missing

from llm.wire import wire_schema
from nlp.schema_compiler import compile_schema

TEXT = {"type": "string"}

DOCUMENTS = {
    "strings": {
        "properties": {
            "a": {"type": "string", "pattern": r"^\d+(?=x)", "format": "date", "default": "1"},
            "b": {"type": ["string", "null"], "minLength": 1},
            'con "comillas" y ñ.': TEXT,
        }
    },
    "numbers": {
        "properties": {
            "a": {"type": "integer", "exclusiveMinimum": 0, "maximum": 100},
            "b": {"type": "number", "minimum": -0.5, "multipleOf": 0.25},
        }
    },
    "closed sets": {
        "properties": {
            "a": {"enum": ["sí", "no", None]},
            "b": {"enum": [1, 2.5, True, "x"]},
            "c": {"const": "fijo"},
            "d": {"const": None},
        }
    },
    "lists": {
        "properties": {
            "a": {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True},
            "b": {"type": "array", "prefixItems": [TEXT, {"type": "boolean"}]},
            "c": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            "d": {"type": "array", "maxItems": 0},
        }
    },
    "recursion": {
        "$ref": "#/definitions/Nodo",
        "definitions": {
            "Nodo": {
                "type": "object",
                "properties": {
                    "valor": TEXT,
                    "hijos": {"type": "array", "items": {"$ref": "#/definitions/Nodo"}},
                },
                "required": ["valor", "hijos"],
            }
        },
    },
    "maps": {
        "properties": {
            "a": {"type": "object", "additionalProperties": {"type": "integer"}},
            "b": {"type": "object", "patternProperties": {"^x-": TEXT}},
            "c": {"type": "object"},
            "d": {},
            "e": {"type": "object", "properties": {"f": TEXT}, "additionalProperties": TEXT},
            "g": {"type": "object", "additionalProperties": False},
        }
    },
    "choices": {
        "properties": {
            "a": {"oneOf": [TEXT, {"type": "integer"}, {"type": "null"}]},
            "b": {
                "anyOf": [
                    {"properties": {"k": {"const": "uno"}, "x": TEXT}, "required": ["k"]},
                    {"properties": {"k": {"const": "dos"}, "y": TEXT}, "required": ["k"]},
                ]
            },
            "c": {"type": "string", "nullable": True},
        },
        "if": {"required": ["a"]},
        "then": {"not": {"required": ["b"]}},
    },
    "a list as the answer": {"type": "array", "items": {"type": "object", "properties": {}}},
}


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request):
    reason = missing(request.param)
    if reason:
        pytest.skip(reason)
    with Engine(request.param, seconds=120.0) as started:
        yield started


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_engine_accepts_the_wire_schema(engine, name):
    answer = engine.ask(wire_schema(compile_schema(DOCUMENTS[name])))
    assert (answer.outcome, answer.reason) == ("accepted", "")


def test_the_engine_does_refuse(engine):
    """Acceptance means something: what no grammar can be made of is refused."""
    broken = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Nada"}}}
    assert engine.ask(broken).outcome == "refused"
