"""Amounts as people write them: slang, halves and quarters, capitals, prices behind their sign."""

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.spans import Document

NUMBER = {"type": "number"}


@pytest.mark.parametrize(
    ("text", "mention", "number"),
    [
        ("piden 85 lucas por el flete", "85 lucas", 85_000),
        ("nueve grados y medio", "nueve grados y medio", 9.5),
        ("perdió 600 mil un año atrás", "600 mil", 600_000),
        ("Peso real: 3.400 GRS", "3.400 GRS", 3400),
        ("Carga: 12 KGS", "12 KGS", 12),
        ("Seguro: US$ 38,000. Alto 24,5 cm y ancho 7,5 cm", "US$ 38,000", 38_000),
        ("Papel: $ 0.125 la hoja", "$ 0.125", 0.125),
    ],
)
def test_what_an_amount_says(text: str, mention: str, number: float) -> None:
    found = {one.mention: one.value for one in find_candidates(Document("", text))}
    value = found[mention]
    assert value is not None
    assert value.number == number


def test_an_hour_and_a_quarter_is_75_minutes() -> None:
    found = find_candidates(Document("", "Hervir hora y cuarto a fuego lento."))
    assert "hora y cuarto" in {one.mention for one in found if one.label == "DURATION"}


def test_a_sign_may_stand_before_the_currency() -> None:
    signed = NUMBER | {"description": "Soles, con su signo"}
    assert answer("Ajuste neto: - S/ 187.40\nFolio: 12\n", ajuste_neto=signed) == {
        "ajuste_neto": -187.4
    }


def test_an_offset_is_that_of_the_hour_right_before_it() -> None:
    moment = {"type": "string", "format": "date-time"}
    text = (
        "Nueva salida: 14/04/2025 01:20 (hora local, UTC-3)\n"
        "Nueva llegada: 14/04/2025 03:40, hora de Lima, UTC-5\n"
    )
    assert answer(text, nueva_salida=moment, nueva_llegada=moment) == {
        "nueva_salida": "2025-04-14T01:20:00-03:00",
        "nueva_llegada": "2025-04-14T03:40:00-05:00",
    }


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("PARA: SRTA. ANTONELLA QUIROZ V.", "SRTA. ANTONELLA QUIROZ V."),
        ("Plan: vitamina D.", "vitamina D"),
        ("Lesión: esguince de tobillo izq.", "esguince de tobillo izq."),
        ("Turno: mañana y tarde.", "mañana y tarde"),
    ],
)
def test_the_stop_of_an_initial_belongs_to_its_name(line: str, value: str) -> None:
    found = find_candidates(Document("", line))
    assert value in {one.mention for one in found if one.label == "LABEL_VALUE"}


def test_a_name_ends_where_a_dash_parts_it_from_what_follows() -> None:
    found = find_candidates(Document("", "Agente: Insp. Maira Soledad Cufré — Leg. 1147\n"))
    assert not [one.mention for one in found if one.label == "PERSON" and "—" in one.mention]
