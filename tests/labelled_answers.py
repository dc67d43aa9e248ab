"""What the tests of labels share: the pairs of a text, and its answer to a few fields."""

from typing import Any

from nlp.candidates import find_candidates
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def pairs_of(text: str) -> dict[str, str]:
    form = read_form(text, layout(Document("prueba", text)))
    return {one.label: text[one.start : one.end] for one in form.pairs if one.form != "title"}


def answer(text: str, properties: dict[str, Any]) -> Any:
    schema = compile_schema(
        {"type": "object", "properties": properties, "required": list(properties)},
        instruction="Extrae los datos de la ficha.",
    )
    document = Document("prueba", text)
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    return answer_schema(document, schema, candidates, hints)


STRING = {"type": "string"}
NULLABLE = {"type": ["string", "null"]}
NUMBER = {"type": "number"}
FLAG = {"type": "boolean"}
