"""Facts that no words of a text say: ages, days between dates, rows counted, columns summed."""

import datetime
from typing import Any

import pytest

from llm.render import render_hints
from nlp.candidates import find_candidates
from nlp.hints import shown_hints
from nlp.labels.applied import read_labels
from nlp.matching import match_hints
from nlp.reckon.reckoning import reckoned
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from nlp.temporal.years import with_years

STAY = (
    "INFORME DE ALTA\nFecha de ingreso: 27/02/2024\nFecha de alta: 04/03/2024\nServicio: Cirugía\n"
)
BIRTH = "Paciente: Eva Lago\nFecha de nacimiento: 08/11/1956\nFecha del examen: 28/02/2024\n"
TABLE = "| Pieza | Importe |\n|---|---|\n| Faro | 120,50 |\n| Aleta | 80 |\n| Espejo | 45,25 |\n\nFin.\n"
PIECES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"pieza": {"type": "string"}, "importe": {"type": "number"}},
    },
}

SHIFTS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"relevo": {"type": "string"}, "vigilante": {"type": "string"}},
    },
}


def reckon(
    text: str, properties: dict[str, Any], reference: datetime.date | None = None
) -> dict[str, Any]:
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text, reference)
    candidates = find_candidates(document)
    labels = read_labels(document, candidates, schema)
    found = reckoned(document, with_years(document, candidates), schema, labels)
    assert all(text[slice(*one.anchor)].strip() for one in found)
    return {one.path: one.value for one in found}


WHOLE = {"type": "integer"}


@pytest.mark.parametrize(
    ("text", "properties", "expected"),
    [
        (STAY, {"noches_estancia": WHOLE}, {"noches_estancia": 6}),
        (STAY, {"length_of_stay_days": WHOLE}, {"length_of_stay_days": 6}),
        (STAY.replace("04/03/2024", "pendiente"), {"noches_estancia": WHOLE}, {}),
        (STAY + "Fecha de alta: 05/03/2024\n", {"noches_estancia": WHOLE}, {}),
        (STAY.replace("04/03/2024", "semana 10 de 2024"), {"noches_estancia": WHOLE}, {}),
        (STAY, {"camas": WHOLE}, {}),
        (BIRTH, {"edad": WHOLE}, {"edad": 67}),
        (BIRTH.replace("28/02/2024", "8/11/2024"), {"age": WHOLE}, {"age": 68}),
        (BIRTH.replace("examen: 28/02/2024", "examen: hoy"), {"edad": WHOLE}, {}),
        (TABLE, {"piezas": PIECES, "numero_piezas": WHOLE}, {"numero_piezas": 3}),
        (TABLE, {"turnos": SHIFTS, "numero_turnos": WHOLE}, {}),
        (TABLE, {"piezas": PIECES, "importe_total": {"type": "number"}}, {"importe_total": 245.75}),
        (TABLE, {"piezas": PIECES, "telefono": {"type": "string"}}, {}),
    ],
)
def test_reckoned_facts(text: str, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    assert reckon(text, properties) == expected


def test_an_age_counts_to_the_reference_day_where_the_text_has_no_other() -> None:
    text = "Nacida el 3 de mayo de 1990 en Lugo."
    assert reckon(text, {"edad": WHOLE}) == {}
    assert reckon(text, {"edad": WHOLE}, datetime.date(2024, 5, 2)) == {"edad": 33}


def test_a_prompt_has_the_reckoning_with_the_value() -> None:
    schema = compile_schema({"type": "object", "properties": {"noches_estancia": WHOLE}})
    document = Document("x", STAY)
    hints = match_hints(document, find_candidates(document), schema)
    (shown,) = [one for one in shown_hints(hints) if one.reckoning]
    assert STAY[shown.start : shown.end] == shown.mention == "04/03/2024"
    assert "(= 6, calculado: 27/02/2024 → 04/03/2024)" in render_hints(hints)


RETURNS = (
    "ALBARÁN DE DEVOLUCIÓN\n\n| Código | Uds. | Precio |\n|---|---|---|\n| A-1 | -40 | 1,85 |\n"
    "| B-2 | -6 | 48,20 |\n| C-3 | -2 | 21,50 |\n| Total | -48 | |\n\nFirma: Eva Lago\n"
)


@pytest.mark.parametrize(
    ("name", "description", "total"),
    [
        ("unidades_devueltas", "Suma de las unidades devueltas, en positivo", 48),
        ("importe", "Suma de los precios", 71.55),
        ("peso_total", "Suma de los pesos", None),
        ("unidades", "Unidades de la primera línea", None),
    ],
)
def test_a_field_asks_for_the_sum_of_a_column(
    name: str, description: str, total: float | None
) -> None:
    field = {"type": "number", "description": description}
    assert reckon(RETURNS, {name: field}).get(name) == total
