"""A document, a schema and its right answer, shared by the tests of the model stage."""

from typing import Any

import pytest

from llm.completion import Prompt
from llm.prompt import build_prompt
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

TEXT = (
    "La feria del libro antiguo de Lugo abre el 3 de mayo de 2019 en la plaza de Santa María.\n\n"
    "Participan la librería Alba, la librería Couceiro y el taller Papel de Trapo, que estrena "
    "caseta. La organiza Carmen Vilariño y la entrada es gratuita.\n\n"
    "Se esperan unos 4.500 visitantes."
)
ANSWER: dict[str, Any] = {
    "titulo": "feria del libro antiguo de Lugo",
    "fecha": "2019-05-03",
    "participantes": ["librería Alba", "librería Couceiro", "Papel de Trapo"],
    "organiza": {"nombre": "Carmen Vilariño", "cargo": None},
    "gratuita": True,
    "visitantes": 4500,
    "tipo": "feria",
}
RAW_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "titulo": {"type": "string", "description": "Nombre del acto, p. ej. Noche en Blanco"},
        "fecha": {"type": ["string", "null"], "format": "date"},
        "participantes": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "organiza": {
            "type": "object",
            "properties": {"nombre": {"type": "string"}, "cargo": {"type": ["string", "null"]}},
            "required": ["nombre"],
        },
        "gratuita": {"type": "boolean"},
        "visitantes": {"type": ["integer", "null"], "minimum": 0},
        "tipo": {"enum": ["feria", "congreso", "concierto"]},
    },
    "required": ["titulo", "participantes", "organiza", "gratuita", "tipo"],
}


@pytest.fixture
def schema() -> Schema:
    return compile_schema(RAW_SCHEMA, instruction="Extrae los datos del acto.")


@pytest.fixture
def answer() -> dict[str, Any]:
    return ANSWER


@pytest.fixture
def document() -> Document:
    return Document("feria", TEXT)


@pytest.fixture
def prompt(document: Document, schema: Schema) -> Prompt:
    return build_prompt(document, schema)
