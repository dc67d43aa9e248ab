"""A field read as a question: its word, its noun, what it calls for."""

import pytest

from nlp.asked.field_profile import FieldProfile, profile_schema
from nlp.match.question_words import asked_noun, asking_of
from nlp.schema_compiler import compile_schema


def profile(description: str, name: str = "respuesta") -> FieldProfile:
    properties = {name: {"type": "string", "description": description}}
    return profile_schema(compile_schema({"type": "object", "properties": properties}))[0]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("¿Quién restauró el retablo de la ermita?", "who"),
        ("¿Cuándo abrió el molino de Arriba?", "when"),
        ("¿Dónde nace el arroyo?", "where"),
        ("¿Cuántos vecinos quedan en la aldea?", "how_many"),
        ("¿Cuánto costó la campana?", "how_much"),
        ("¿Qué cofradía encargó la talla?", "which"),
        ("¿Cuál es el nombre del puente?", "which"),
        ("¿Por qué se cerró la fragua?", "why"),
        ("¿Cómo se cuece el pan?", "how"),
        ("La fragua se cerró, ¿en qué año?", "which"),
        ("What bridge crosses the stream?", "which"),
        ("How many neighbours are left?", "how_many"),
        ("En qué año se cerró la fragua", "which"),
        ("Nombre del puente que cruza el arroyo.", "none"),
        ("", "none"),
    ],
)
def test_the_question_word(question: str, word: str) -> None:
    assert asking_of(profile(question)).word == word


def test_a_question_calls_for_what_its_noun_names() -> None:
    assert asked_noun("¿En qué año se fundó la villa?") == "año"
    assert asking_of(profile("¿En qué año se fundó la villa?")).classes.get("date", 0) > 0.5
    assert asking_of(profile("¿Quién talló el coro?")).classes == {"person": 1.0}


def test_a_question_keeps_the_preposition_before_its_word() -> None:
    assert asking_of(profile("¿En qué año se fundó la villa?")).preposition == "en"
    assert asking_of(profile("¿Quién talló el coro?")).preposition == ""


def test_terms_are_telling_words_and_names_are_marked() -> None:
    asking = asking_of(profile("¿Quién talló el coro de Villarriba en 1612?"))
    assert len(asking.terms) == 4
    assert asking.names == (False, False, True, True)
    assert asking.next == 0


def test_a_field_that_is_no_question_asks_for_its_name() -> None:
    asking = asking_of(profile("Persona que talló el coro", "escultor_principal"))
    assert asking.word == "none"
    assert asking.focus
