import json
import re

import jsonschema

from llm.completion import Prompt
from llm.symbolic import SymbolicModel
from nlp.matching import match_hints
from nlp.schema import JSON
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value

TEXT = (
    "# Feria de artesanía de Zamora\n\n"
    "La ceramista Elena Prado expone en Zamora. Se venden botijos, cestas de mimbre y mantas.\n\n"
    "- Botijo: 12 euros\n- Cesta: 30 euros\n- Manta: 45 euros\n"
)
FOUND = (
    ("Feria de artesanía de Zamora", "HEADING", None),
    ("Elena Prado", "PERSON", None),
    ("Zamora", "LOCATION", None),
    ("12 euros", "MONEY", Value("money", number=12, unit="EUR")),
    ("30 euros", "MONEY", Value("money", number=30, unit="EUR")),
    ("45 euros", "MONEY", Value("money", number=45, unit="EUR")),
)


async def ask(raw: dict[str, object], text: str = TEXT) -> JSON:
    schema = compile_schema(raw)
    document = Document("feria", text)
    candidates = tuple(
        Candidate(at.start(), at.end(), mention, label, value, "test")
        for mention, label, value in FOUND
        for at in re.finditer(re.escape(mention), text)
    )
    hints = match_hints(document, candidates, schema)
    prompt = Prompt((), {}, document, schema, candidates, hints)
    completion = await SymbolicModel().complete(prompt)
    assert completion.model == "symbolic"
    assert completion.finish_reason == "stop"
    assert completion.usage.calls == 0
    answer = json.loads(completion.text)
    jsonschema.validate(answer, raw)
    return answer


NUMBER = {"type": ["number", "null"]}


async def test_scalars_are_filled_and_what_is_not_said_is_null() -> None:
    raw = {
        "type": "object",
        "properties": {
            "potter": {"type": "string"},
            "city": {"type": ["string", "null"]},
            "voltage": NUMBER,
        },
        "required": ["potter", "city", "voltage"],
    }
    answer = await ask(raw)
    assert answer["potter"] == "Elena Prado"
    assert answer["voltage"] is None


async def test_objects_take_what_stands_on_their_line() -> None:
    raw = {
        "type": "object",
        "properties": {
            "productos": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"nombre": {"type": "string"}, "precio": NUMBER},
                    "required": ["nombre", "precio"],
                },
            }
        },
    }
    prices = {one["nombre"]: one["precio"] for one in (await ask(raw))["productos"]}
    assert prices.items() >= {"Botijo": 12, "Cesta": 30, "Manta": 45}.items()


async def test_recursion_ends() -> None:
    raw = {
        "type": "object",
        "properties": {"partes": {"type": "array", "items": {"$ref": "#/$defs/Parte"}}},
        "$defs": {
            "Parte": {
                "type": "object",
                "properties": {
                    "nombre": {"type": "string"},
                    "partes": {"type": "array", "items": {"$ref": "#/$defs/Parte"}},
                },
                "required": ["nombre"],
            }
        },
    }
    assert isinstance((await ask(raw))["partes"], list)


async def test_an_empty_text_answers_nothing() -> None:
    raw = {
        "type": "object",
        "properties": {
            "a": {"type": ["string", "null"]},
            "b": {"type": "array", "items": {"type": "string"}},
            "c": {"enum": ["x", "y"]},
            "d": {"type": ["boolean", "null"]},
        },
    }
    assert await ask(raw, "") == {}


async def test_a_model_can_be_closed() -> None:
    await SymbolicModel().aclose()
