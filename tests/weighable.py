"""What the tests of what is weighed share: the fields and lists of a text with their options."""

from typing import Any

from nlp.candidates import find_candidates
from nlp.match.ranker import trained_ranker
from nlp.match.weighed import Weighable
from nlp.matching import weighable_fields
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def weighable(text: str, properties: dict[str, Any]) -> tuple[Weighable, ...]:
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text)
    return weighable_fields(document, find_candidates(document), schema, trained_ranker())[1]
