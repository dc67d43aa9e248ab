"""What the tests of questions share: a question beside the mentions of a text."""

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.match.boosted import with_forms
from nlp.match.eligibility import eligible
from nlp.match.features import with_competing_labels
from nlp.match.question_features import pair_features
from nlp.match.read_surroundings import read_surroundings
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def asked(question: str, text: str) -> tuple[dict[str, Floats], Surroundings, list[int]]:
    properties = {"respuesta": {"type": "string", "description": question}}
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("c", text)
    profiles = profile_schema(schema)
    here = with_forms(
        with_competing_labels(read_surroundings(document, find_candidates(document)), profiles)
    )
    chosen = eligible(profiles[0], here)
    return pair_features(profiles[0], here, chosen), here, chosen
