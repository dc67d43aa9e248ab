"""Labels as terms: what is known of them, and what they share with fields they do not speak of."""

import pytest

from nlp.asked.field_profile import profile_schema
from nlp.labels.form_elements import Pair
from nlp.labels.likeness import field_terms_of, likeness
from nlp.labels.terms import known_terms, label_terms
from nlp.schema_compiler import compile_schema

SCHEMA = {
    "type": "object",
    "properties": {
        "fecha_de_embarque": {"type": "string", "description": "Día en que zarpó el buque"},
        "numero_de_bultos": {"type": "integer"},
    },
}


@pytest.mark.parametrize(
    ("label", "known", "every"),
    [
        ("Fecha de nacimiento", 2, 2),
        ("Código postal", 1, 1),
        ("Zutanejo Perengano", 0, 2),
        ("", 0, 0),
    ],
)
def test_known_terms_are_counted(label: str, known: int, every: int) -> None:
    """Words of the lexicon are known terms, those it has not are none."""
    assert known_terms(label) == (known, every)
    assert len(label_terms(label)) <= every


@pytest.mark.parametrize("label", ["Teléfono móvil", "Peso bruto (kg)", "Bultos", "Médico"])
def test_terms_are_known_by_the_lines_they_share(label: str) -> None:
    """What counts as known is what has a key of a line of the lexicon."""
    keys = [{key[0] for key, _ in term.keys} for term in label_terms(label)]
    assert known_terms(label) == (sum("s" in one for one in keys), len(keys))


def test_a_label_that_shares_no_word_is_unlike_the_field() -> None:
    """Under a title too: only what speaks of the field is like it."""
    schema = compile_schema(SCHEMA, instruction="")
    shipped, parcels = map(field_terms_of, profile_schema(schema))
    label = "Bultos"
    pair = Pair(label, 0, len(label), 8, 10, "colon", ("Transporte",))
    assert likeness(shipped, pair) == 0.0
    assert likeness(parcels, pair) > 0.4


def test_a_label_that_says_what_an_amount_is_of_answers_the_amount() -> None:
    """An own name that says no more than that an amount is asked leaves the parent's to the label."""
    fields = {"importe": {"type": "number"}, "plazo": {"type": "string"}}
    raw = {"type": "object", "properties": {"efectivo": {"type": "object", "properties": fields}}}
    amount, term = map(field_terms_of, profile_schema(compile_schema(raw, instruction="")))
    pair = Pair("Efectivo", 0, 8, 10, 16, "row")
    assert likeness(amount, pair) > 0.6
    assert likeness(term, pair) == 0.0


def test_a_schema_is_profiled_once() -> None:
    """The same compiled schema gives the same profiles, another one its own."""
    schema, other = (compile_schema(SCHEMA, instruction="") for _ in range(2))
    assert profile_schema(schema) is profile_schema(schema)
    assert profile_schema(other) is not profile_schema(schema)
