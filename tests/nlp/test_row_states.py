"""Rows of tables and checklists by their state: counted, and as lists of just these."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.labels.applied import read_labels
from nlp.reckon.reckoning import reckoned
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

COUNT = {"type": "integer"}
NAMES = {"type": "array", "items": {"type": "string"}}
CHECKLIST = """REVISIÓN DE LA CARPA
                                  SÍ    NO    N/A
 1. Anclajes tensados              x
 2. Lona sin desgarros                   x
 3. Salida de humo despejada       x
 4. Cuadro eléctrico cerrado             x
 5. Rampa de acceso                            x
"""
CODED = """LIMPIEZA DE COCINA (B = bien / M = mal / NP = no procede)
Campana ............ B
Freidora ........... M
Cámara ............. B
Suelo .............. M
Terraza ............ NP
"""
RESULTS = """ANÁLISIS            RESULTADO    UNIDAD    REFERENCIA
Sodio                 139        mmol/l    135 - 145
Potasio               5,9   *    mmol/l    3,5 - 5,1
Cloro                 101        mmol/l    98 - 107
Calcio                8,1   *    mg/dl     8,6 - 10,2
(*) fuera de rango
"""
READINGS = """Nevera       Límite       Lunes    Martes
Postres      ≤ 5 ºC        3,1      5,6
Pescado      ≤ 2 ºC        1,8      1,9
Helados      ≤ -18 ºC    -19,5    -17,0
"""
LIMITS = """PARÁMETRO         RESULTADO    UNIDAD     VALOR MÁX.
Nitratos          61,4         mg/l       50
Amonio            0,05         mg/l       0,50
Coliformes        12           ufc        0
Turbidez          0,8          UNF        4
"""
ROLL = """| Vocal            | Barrio   | Asistencia |
|------------------|----------|------------|
| Rosa Tapia       | Centro   | presente   |
| Julián Oro       | Puente   | ausente    |
| Nieves Calvo     | Centro   | presente   |
| Tomás Lara       | Ermita   | excusado   |
"""


@pytest.mark.parametrize(
    ("text", "told", "count"),
    [
        (CHECKLIST, "Cuántos puntos no cumplen", 2),
        (CHECKLIST, "Puntos marcados NO", 2),
        (CHECKLIST, "Cantidad de puntos evaluados, sin contar los N/A", 4),
        (CODED, "Number of items rated 'mal'", 2),
        (RESULTS, "Cuántos resultados están fuera de rango", 2),
        (RESULTS.replace("*", " "), "Results out of range", 2),
        (RESULTS.replace("   *", " (*)"), "Results out of range", 2),
        (READINGS, "Lecturas fuera de su límite", 2),
        (LIMITS, "Número de parámetros que no cumplen", 2),
        (ROLL, "Número de vocales presentes", 2),
    ],
)
def test_rows_in_a_state_are_counted(text: str, told: str, count: int) -> None:
    assert answer(text, filas={**COUNT, "description": told}) == {"filas": count}


@pytest.mark.parametrize(
    ("text", "told", "names"),
    [
        (
            CHECKLIST,
            "Puntos marcados NO",
            ["Lona sin desgarros", "Cuadro eléctrico cerrado"],
        ),
        (CHECKLIST, "Números de los puntos que no cumplen", ["2", "4"]),
        (CODED, "Lo que está 'mal'", ["Freidora", "Suelo"]),
        (RESULTS, "Determinaciones fuera de rango", ["Potasio", "Calcio"]),
    ],
)
def test_a_list_names_just_the_rows_it_asks_for(text: str, told: str, names: list[str]) -> None:
    assert answer(text, filas={**NAMES, "description": told}) == {"filas": names}


def test_objects_are_those_of_the_rows_that_are_asked_for() -> None:
    result: dict[str, Any] = {
        "type": "object",
        "properties": {"analisis": {"type": "string"}, "resultado": {"type": "number"}},
        "required": ["analisis", "resultado"],
    }
    told = {"type": "array", "items": result, "description": "Sólo los resultados marcados con *"}
    assert len(answer(RESULTS, analisis={**told, "description": "Resultados"})["analisis"]) == 4
    told["description"] = "Sólo los que están fuera de rango"
    assert answer(RESULTS, analisis=told)["analisis"] == [
        {"analisis": "Potasio", "resultado": 5.9},
        {"analisis": "Calcio", "resultado": 8.1},
    ]


def test_a_sum_and_a_field_without_rows_count_none() -> None:
    text = "Asistieron doce vocales y faltaron tres. El acta no cumple el plazo."
    assert answer(text, faltas={**COUNT, "description": "Cuántos no cumplen"}) != {"faltas": 0}
    total = {**COUNT, "description": "Suma de los puntos que no cumplen"}
    assert answer(CHECKLIST, total=total) != {"total": 2}


@pytest.mark.parametrize(
    "text",
    [
        "DOCUMENTOS QUE ENTREGA\n(x) Acta de nacimiento\n( ) Cartilla de salud\n(x) Dos fotos\n( ) CURP",
        "Documentos: [x] Acta de nacimiento  [ ] Cartilla de salud  [x] Dos fotos  [ ] CURP",
        "REQUISITO               SÍ     NO\nActa de nacimiento     [x]    [ ]\n"
        "Cartilla de salud      [ ]    [x]\nDos fotos              [x]    [ ]\n"
        "CURP                   [ ]    [x]",
        "Documentos presentados\nActa de nacimiento ...... sí\nCartilla de salud ....... no\n"
        "Dos fotos ............... sí\nCURP .................... no",
    ],
)
def test_what_is_missing_was_not_ticked(text: str) -> None:
    text = f"Colegio Las Lomas\nTurno: [x] mañana  [ ] tarde\n\n{text}\n\nFecha: 4/5/2024"
    asked = answer(text, documentos_faltantes=NAMES)
    assert asked == {"documentos_faltantes": ["Cartilla de salud", "CURP"]}


def test_a_column_is_summed_up_to_its_total() -> None:
    text = (
        "CANT   CONCEPTO               P. UNIT.     IMPORTE\n"
        " 4     Bujías                    85.00      340.00\n"
        " 1     Juego de cables          420.00      420.00\n"
        " 1     Mano de obra           1,100.00    1,100.00\n"
        "                                TOTAL    $ ________\n"
        " ANTICIPO   $ 800.00\n"
    )
    total = {"type": "number", "description": "Suma de los importes"}
    schema = compile_schema(
        {"type": "object", "properties": {"total": total}, "required": ["total"]}
    )
    document = Document("", text)
    candidates = find_candidates(document)
    labels = read_labels(document, candidates, schema)
    [found] = reckoned(document, candidates, schema, labels)
    assert found.value == 1860


def test_sentences_of_a_value_do_not_end_in_an_abbreviation() -> None:
    notes = ["Trae la llanta izq. muy lisa.", "No quiso cambiarla.", "La marcha suena floja."]
    told = {**NAMES, "description": "Notas del mecánico, una oración por elemento"}
    text = f"Cliente: Ana Gil\nNotas del mecánico: {' '.join(notes)}\nFirma: ____"
    assert answer(text, notas=told) == {"notas": notes}
