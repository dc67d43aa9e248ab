"""A day and its hour under labels of their own, written in every way that forms write them."""

import pytest
from symbolic_answers import SYMBOLIC

MOMENT = {"type": "string", "description": "Date and time of the visit, YYYY-MM-DDTHH:MM"}
SCHEMA = {
    "type": "object",
    "properties": {"visited_at": MOMENT, "place": {"type": "string"}},
    "required": ["visited_at", "place"],
}


@pytest.mark.parametrize(
    "line",
    [
        "Fecha: 22/04/2025    Hora: 19:30    Lugar: Taller Marola",
        "Fecha: 22/04/25      Hora aprox.: 19,30      Lugar: Taller Marola",
        "Fecha: 22/04/2025    Hora: 7:30 p. m.    Lugar: Taller Marola",
        "Fecha...22/abr/25    Hora...7:30pm    Lugar...Taller Marola",
        "Fecha: 22-abr-2025  7:30 p.m.    Lugar: Taller Marola",
    ],
)
def test_a_day_and_its_hour_are_one_moment(line: str) -> None:
    found = SYMBOLIC.extract(f"PARTE DE VISITA\n{line}\n", "Extrae los datos.", SCHEMA).data
    assert found == {"visited_at": "2025-04-22T19:30", "place": "Taller Marola"}


def test_an_ellipsis_in_a_sentence_is_no_leader() -> None:
    text = "Llamó tres veces... nadie contestó. Volverá el 3 de mayo.\n"
    schema = {"type": "object", "properties": {"llamadas": {"type": "string"}}}
    assert SYMBOLIC.extract(text, "Extrae los datos.", schema).data != {
        "llamadas": "nadie contestó"
    }
