"""Numbers and dates: which of several amounts a field means."""

from typing import Any

import pytest

from nlp.asked.field_profile import profile_schema
from nlp.asked.form_likeness import FORMS, form_fits
from nlp.asked.rendering import answer_value
from nlp.candidates import find_candidates
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value

FERIA = (
    "La feria de Robledal cerró ayer con 4.300 visitantes y 52 expositores. No hubo heridos ni "
    "robos. La entrada, que costó entre 6 y 9 euros, dejó en caja más de 1.900 euros, un 12 % más "
    "que en la edición anterior. Un tren turístico, de 18 metros de largo, dio 40 vueltas."
)
BASES = (
    "BASES DEL CONCURSO N.º 7\n\n"
    "PRIMERA. Objeto.\nSe busca un cartel para 12 autobuses.\n\n"
    "SEGUNDA. Plazo.\nLas obras se entregan del 3 de marzo de 2024 al 28 de abril de 2024.\n\n"
    "TERCERA. Premio.\nHabrá un premio de 500 euros.\n"
)


def best(text: str, name: str, asked: dict[str, Any]) -> Any:
    schema = compile_schema({"type": "object", "properties": {name: asked}})
    document = Document("texto", text)
    profile = next(one for one in profile_schema(schema) if "*" not in one.path)
    hints = match_hints(document, find_candidates(document), schema)[0].hints
    return answer_value(hints[0].candidate, profile) if hints else None


INTEGER = {"type": "integer"}
DATE = {"type": "string", "format": "date"}


@pytest.mark.parametrize(
    ("text", "name", "asked", "value"),
    [
        (FERIA, "visitors", INTEGER, 4300),
        (FERIA, "numero_expositores", INTEGER, 52),
        (FERIA, "heridos", INTEGER, 0),
        (FERIA, "precio_minimo", {"type": "number", "description": "En euros"}, 6),
        (FERIA, "precio_maximo", {"type": "number", "description": "En euros"}, 9),
        (FERIA, "longitud_m", {"type": "number"}, 18),
        (FERIA, "growth_pct", {"type": "number"}, 12),
        (BASES, "total_clausulas", INTEGER, 3),
        (BASES, "prize_eur", {"type": "number"}, 500),
        (BASES, "autobuses", INTEGER, 12),
        (BASES, "inicio_entrega", DATE, "2024-03-03"),
        (BASES, "fin_entrega", DATE, "2024-04-28"),
    ],
)
def test_the_amount_that_is_meant(text: str, name: str, asked: dict[str, Any], value: Any) -> None:
    assert best(text, name, asked) == value


@pytest.mark.parametrize(
    ("name", "expected"),
    [("dia_pago", 16), ("day", 16), ("mesPago", 5), ("dias_de_plazo", None), ("dia_semana", None)],
)
def test_a_piece_of_a_date_by_its_name(name: str, expected: int | None) -> None:
    one = Candidate(0, 12, "16 de mayo", "DATE", Value("date", timex="XXXX-05-16"), "dates")
    raw = {"type": "object", "properties": {name: INTEGER}}
    assert answer_value(one, profile_schema(compile_schema(raw))[0]) == expected


@pytest.mark.parametrize(
    ("name", "asked", "edge"),
    [
        ("hora_apertura", {"type": "string", "format": "time"}, -1.0),
        ("closing_time", {"type": "string"}, 1.0),
        ("check_out", {"type": "string", "format": "date"}, 1.0),
        ("precio_cierre", {"type": "number"}, 0.0),
        ("cierre", {"type": "string", "description": "Cómo cierra la caja"}, 0.0),
    ],
)
def test_the_end_of_a_range_that_opens_or_closes(
    name: str, asked: dict[str, Any], edge: float
) -> None:
    (profile,) = profile_schema(compile_schema({"type": "object", "properties": {name: asked}}))
    assert profile.edge == edge


def test_an_object_lends_its_unit_to_its_amounts() -> None:
    amount = {"type": "number"}
    span = {"type": "object", "properties": {"minima": amount, "maxima": amount}}
    schema = compile_schema({"type": "object", "properties": {"altitud_m": span}})
    low, high = profile_schema(schema)
    assert (low.unit, low.edge, high.unit, high.edge) == ("m", -1.0, "m", 1.0)
    assert max(low.classes, key=lambda one: low.classes[one]) == "measure"


@pytest.mark.parametrize(
    ("name", "asked", "form"),
    [
        ("correo", {"type": "string"}, "email"),
        ("contacto", {"type": "string", "format": "email"}, "email"),
        ("telefonoMovil", {"type": "string"}, "phone"),
        ("nif_empresa", {"type": "string"}, "tax_id"),
        ("postal_code", {"type": "string"}, "postal_code"),
        ("nombre", {"type": "string"}, None),
        ("mobile", {"type": "boolean"}, None),
    ],
)
def test_the_form_a_field_asks_for(name: str, asked: dict[str, Any], form: str | None) -> None:
    schema = compile_schema({"type": "object", "properties": {name: asked}})
    assert profile_schema(schema)[0].form == form


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("email", "ana.mir@taller.example", "ana arroba taller"),
        ("phone", "+34 958 000 412", "12 de mayo"),
        ("url", "https://taller.example/carta", "taller"),
        ("tax_id", "B45990213", "Talleres Oca"),
        ("plate", "7741 LKD", "7741 euros"),
        ("postal_code", "28004", "calle 3"),
    ],
)
def test_forms(form: str, right: str, wrong: str) -> None:
    assert (form_fits(right, form), form_fits(wrong, form)) == (1.0, -1.0)
    assert form in FORMS
    assert form_fits(right, None) == 0.0


@pytest.mark.parametrize(
    "said",
    ["Al ingreso, TA 158/94 mmHg, SatO2 94 % y 88 lpm.", "TA: 158/94   FC: 88   Sat. O2: 94 %"],
)
def test_the_ends_of_a_pressure_and_the_unit_that_a_description_names(said: str) -> None:
    properties = {
        "sistolica": {"type": "integer", "description": "Presión sistólica en mmHg"},
        "diastolica": {"type": "integer", "description": "Presión diastólica en mmHg"},
        "saturacion": {"type": "number", "description": "Saturación de oxígeno en %"},
    }
    schema = compile_schema({"type": "object", "properties": properties}, instruction="")
    document = Document("", said)
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    answer = answer_schema(document, schema, candidates, hints)
    assert answer == {"sistolica": 158, "diastolica": 94, "saturacion": 94}
