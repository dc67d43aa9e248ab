"""Answers in the form that a field asks for: without titles, marks, or what stands in brackets."""

import pytest

from nlp.asked.field_profile import FieldProfile, profile_schema
from nlp.asked.rendering import answer_value
from nlp.candidates import find_candidates
from nlp.match.pool import candidate_pool
from nlp.numeric.shared_units import SHARED_UNIT
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value


def profile(kind: str, description: str = "") -> FieldProfile:
    asked = {"type": kind, "description": description}
    return profile_schema(compile_schema({"type": "object", "properties": {"dato": asked}}))[0]


@pytest.mark.parametrize(
    ("mention", "description", "expected"),
    [
        ("D.ª Inés Robles Vega", "Nombre y apellidos, sin tratamiento", "Inés Robles Vega"),
        ("Dra. Inés Robles Vega", "Nombre y apellidos", "Inés Robles Vega"),
        ("Dra. Inés Robles Vega", "Como firma", "Dra. Inés Robles Vega"),
        ("«La marea»", "Título de la obra, sin comillas", "La marea"),
        ("Poda de setos (2 h)", "Concepto, sin lo que va entre paréntesis", "Poda de setos"),
        ("(anejo)", "Concepto sin paréntesis", "(anejo)"),
    ],
)
def test_what_a_description_leaves_out(mention: str, description: str, expected: str) -> None:
    one = Candidate(0, len(mention), mention, "NOUN_PHRASE", None, "test")
    assert answer_value(one, profile("string", description)) == expected


@pytest.mark.parametrize(
    ("mention", "number", "expected"), [("4/10", 0.4, 4), ("3,5", 3.5, None), ("12", 12, 12)]
)
def test_whole_numbers_are_not_rounded(mention: str, number: float, expected: int | None) -> None:
    one = Candidate(0, len(mention), mention, "NUMBER", Value("number", number=number), "test")
    assert answer_value(one, profile("integer")) == expected


def test_numbers_share_the_unit_behind_the_last() -> None:
    document = Document("x", "La caja mide 40 x 30 x 25,5 cm y lleva 3 baldas.")
    pool, _ = candidate_pool(document, find_candidates(document), [profile("number")])
    shared = {
        one.mention: one.value.unit for one in pool if one.source == SHARED_UNIT and one.value
    }
    assert shared == {"40": "cm", "30": "cm"}


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("señora Herminia Schaus", "Herminia Schaus"),
        ("D.ª Elvira Sanabria Polo", "Elvira Sanabria Polo"),
        ("doctor Iván Peñalba", "Iván Peñalba"),
        ("señor Larrea", "Larrea"),
        ("don Julio", "don Julio"),
        ("Dra. Uceda", "Uceda"),
        ("Lic. Ramiro Ocampo Sosa", "Ramiro Ocampo Sosa"),
        ("Esc. Paula Ferro", "Paula Ferro"),
    ],
)
def test_a_person_is_named_without_the_form_of_address(mention: str, expected: str) -> None:
    one = Candidate(0, len(mention), mention, "PERSON", None, "test")
    asked = {"type": "object", "properties": {"preside": {"type": "string"}}}
    assert answer_value(one, profile_schema(compile_schema(asked))[0]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fecha", "4 de mayo"),
        ("hora", "tres de la tarde"),
        ("fecha_hora", "las tres de la tarde del 4 de mayo"),
        ("dia_y_hora", "las tres de la tarde del 4 de mayo"),
        ("proxima_cita", "las tres de la tarde del 4 de mayo"),
    ],
)
def test_a_field_that_asks_for_a_day_or_an_hour_gets_no_more(name: str, expected: str) -> None:
    mention = "las tres de la tarde del 4 de mayo"
    one = Candidate(0, len(mention), mention, "DATETIME", Value("date", timex="XXXX"), "test")
    asked = {"type": "object", "properties": {name: {"type": "string"}}}
    assert answer_value(one, profile_schema(compile_schema(asked))[0]) == expected
