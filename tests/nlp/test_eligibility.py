"""Which mentions a field can take at all."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.eligibility import eligible
from nlp.match.pool import read_pool
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


@pytest.mark.parametrize(("field", "whole"), [("farmacia", False), ("lugar", True)])
def test_a_field_takes_no_name_with_the_noun_that_it_is_called_by(field: str, whole: bool) -> None:
    document = Document("", "La receta se recoge en la farmacia San Roque.")
    schema = compile_schema({"type": "object", "properties": {field: {"type": "string"}}})
    reading = read_pool(document, find_candidates(document), schema)
    here = reading.here
    taken = {here.candidates[at].mention for at in eligible(reading.labels.profiles[0], here)}
    assert "San Roque" in taken
    assert ("farmacia San Roque" in taken) == whole
