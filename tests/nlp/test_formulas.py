"""What the numbers of a text come to, and which of it a field asks for."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.hints import shown_hints
from nlp.match.formula import Formula
from nlp.match.formulas import asking, formulas_of
from nlp.match.operands import operands_of
from nlp.match.pool import Reading, read_pool
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

STALL = """PUESTO 14 · MERCADO DE SAN ROQUE
Ventas del sábado

Queso de oveja     128,40 €
Miel de brezo       61,00 €
Pan de centeno      36,60 €
Total ventas       226,00 €

Tasa del puesto     18,00 €
"""
GARDEN = """# Vivero Los Aromos

| Planta | Macetas | Precio |
|---|---|---|
| Lavanda | 12 | 3,50 |
| Romero | 8 | 2,25 |
| Salvia | 5 | 4,00 |
| Total | 25 | |
"""
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}


def read(text: str, name: str, description: str, kind: str) -> tuple[Document, Reading]:
    """A text as a schema of one field meets it."""
    properties = {name: {"type": kind, "description": description}}
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text)
    return document, read_pool(document, find_candidates(document), schema)


def proposed(text: str, name: str, description: str, kind: str = "number") -> list[Formula]:
    """The formulas that a text proposes to a field."""
    document, reading = read(text, name, description, kind)
    (asked,) = reading.labels.labelled.asked
    return list(formulas_of(asked, document, reading))


def reckonings(text: str, name: str, description: str, kind: str = "number") -> dict[str, str]:
    """What proposes each, by its reckoning."""
    return {one.reckoning: one.kind for one in proposed(text, name, description, kind)}


@pytest.mark.parametrize(
    ("text", "description", "reckoning", "value"),
    [
        (STALL, "Suma de lo vendido", "128.4 + 61 + 36.6", 226),
        (STALL, "Ventas menos la tasa", "226 − 18", 208),
        (GARDEN, "Suma de macetas", "12 + 8 + 5", 25),
        (GARDEN, "Macetas por precio, en total", "12 × 3.5 + 8 × 2.25 + 5 × 4", 80),
        (GARDEN, "Suma de macetas sin el romero", "12 + 5", 17),
        ("Hay 14 sillas y 9 bancos.", "Asientos en total", "14 + 9", 23),
        ("Mesas: 7\nSillas por mesa: 6\n", "Total de sillas", "7 × 6", 42),
        ("Gasto: 90 €\nComensales: 4\n", "Gasto dividido entre los comensales", "90 ÷ 4", 22.5),
    ],
)
def test_a_text_proposes_what_its_numbers_come_to(
    text: str, description: str, reckoning: str, value: float
) -> None:
    found = {one.reckoning: one.value for one in proposed(text, "valor", description)}
    assert found[reckoning] == value


FERRY = """El transbordador zarpó de Vilagarcía a las 7:40 con 52 pasajeros y 9 coches. Llegó a Ribeira a
las 9:05. Allí bajaron 38 viajeros; los demás siguieron hasta Muros.
"""
SURVEY = "De los 200 vecinos, el 65 % está a favor y el 20 % en contra; el resto no opina."
OLIVES = "Volvimos con 860 kilos: 500 de vuelo, 210 de suelo y el resto de verdeo."
ROOMS = """Sala | Aforo | Precio
Azul | 40 | 90
Verde | 25 | 60
Roja | 70 | 150
"""
CALLS = "Averías: Ascensor, Caldera, Portero automático, Bomba de agua\n"


@pytest.mark.parametrize(
    ("text", "description", "reckoning", "value"),
    [
        (ROOMS, "Número de salas", "Azul | 40 | 90 … Roja | 70 | 150", 3),
        (ROOMS, "Aforo más alto", "70 > 40 > 25", 70),
        (ROOMS, "Precio más bajo", "60 < 90 < 150", 60),
        (ROOMS, "Precio medio", "(90 + 60 + 150) ÷ 3", 100),
        (CALLS, "Cuántas averías hubo", "Ascensor … Bomba de agua", 4),
        (FERRY, "Duración de la travesía en minutos", "7:40 → 9:05", 85),
        (FERRY, "Pasajeros que siguieron", "52 − 38", 14),
        (OLIVES, "Kilos de verdeo", "860 − 500 − 210", 150),
        (SURVEY, "Total de vecinos a favor", "200 × 65 %", 130),
        (SURVEY, "Porcentaje que no opina", "100 − 65 − 20", 15),
        ("Cuesta 80 €, con un descuento del 10 %.", "Precio total", "80 − 10 %", 72),
        ("Hay 18 de 45 km asfaltados.", "Porcentaje asfaltado", "18 ÷ 45 × 100", 40),
        ("Pasó de 80 a 96 socios.", "Aumento en porcentaje", "80 → 96 (%)", 20),
        ("22 m² a 18 € y 60 € por retirar escombros.", "Total", "22 × 18 + 60", 456),
        ("El bono de 10 sesiones cuesta 280 €.", "Precio de cada sesión", "280 ÷ 10", 28),
    ],
)
def test_a_text_proposes_counts_extremes_times_shares_and_rests(
    text: str, description: str, reckoning: str, value: float
) -> None:
    found = {one.reckoning: one.value for one in proposed(text, "valor", description)}
    assert found[reckoning] == pytest.approx(value)


def test_rows_are_counted_that_hold_a_word_of_the_field() -> None:
    text = "Corredor | Club\nAbel Turiño | Breña\nSaúl Mbeng | Ría\nIker Lasa | Breña\n"
    found = proposed(text, "corredores", "Número de corredores de Breña", "integer")
    assert 2 in {one.value for one in found if one.kind == "count_with"}
    assert 1 in {one.value for one in found if one.kind == "count_without"}


def test_a_field_that_asks_for_nothing_reckoned_gets_no_formula() -> None:
    assert proposed(STALL, "puesto", "Número del puesto", "integer") == []


def test_no_formula_comes_twice() -> None:
    found = proposed(GARDEN, "macetas_total", "Suma de macetas", "integer")
    assert len({(one.operator, one.terms) for one in found}) == len(found)


def test_a_long_reckoning_is_cut() -> None:
    text = "\n".join(f"Caja {letter}   {number} kg" for number, letter in enumerate("ABCDEFGH", 11))
    assert "11 + 12 + 13 + 14 + 15 + 16 + …" in reckonings(text, "peso_total", "Suma de pesos")


def test_operands_know_their_lines_and_words() -> None:
    found = operands_of(*read(STALL, "suma", "", "number"))
    amounts = [one for one in found if one.unit is not None]
    assert [one.value for one in amounts] == [128.4, 61, 36.6, 226, 18]
    assert [one.is_total for one in amounts] == [False, False, False, True, False]
    assert len({one.line for one in amounts}) == 5
    assert all(STALL[slice(*one.candidate.span)] == one.candidate.mention for one in found)


def test_how_a_field_asks() -> None:
    def words(name: str, description: str) -> frozenset[str]:
        _, reading = read(STALL, name, description, "number")
        return asking(reading.labels.labelled.asked[0].profile)

    assert words("importe", "Suma de los gastos") == {"sum"}
    assert words("total_kg", "") == {"total"}
    assert "minus" in words("neto", "Bruto menos tara")
    assert words("salas", "Número de salas") == {"count"}
    assert words("puesto", "Número del puesto") == frozenset()


@pytest.mark.parametrize(
    ("text", "fields", "expected"),
    [
        (
            STALL.replace("Total ventas       226,00 €\n", ""),
            {"ventas": NUMBER | {"description": "Suma de las ventas del sábado"}},
            226,
        ),
        (
            GARDEN.replace("| Total | 25 | |\n", ""),
            {"macetas_total": WHOLE | {"description": "Suma de las macetas de todas las plantas"}},
            25,
        ),
    ],
)
def test_a_sum_that_no_words_say_is_answered(
    text: str, fields: dict[str, Any], expected: float
) -> None:
    assert list(answer(text, **fields).values()) == [expected]


def test_what_the_text_says_itself_stays() -> None:
    assert answer(STALL, total_ventas=NUMBER) == {"total_ventas": 226}


def test_a_likely_formula_is_shown_with_its_reckoning() -> None:
    raw = {
        "type": "object",
        "properties": {"ventas": NUMBER | {"description": "Suma de las ventas"}},
    }
    document = Document("x", STALL.replace("Total ventas       226,00 €\n", ""))
    hints = match_hints(document, find_candidates(document), compile_schema(raw))
    first = hints[0].hints[0]
    shown = [one for one in shown_hints(hints) if one.reckoning]
    assert first.reckoning == "128.4 + 61 + 36.6"
    assert bool(shown) == (first.score >= 0.6)
