"""The time between two moments that words lead in, and moments with an offset from UTC."""

from typing import Any

import pytest
from labelled_answers import answer

WHOLE = {"type": "integer"}
MOMENT = {"type": "string", "format": "date-time"}

VISIT = "Visita técnica\n\nFecha: 4 de abril de 2024     Hora inicio: 9:40     Hora fin: 11:05\nPiso: 3\n"
BUS = "Billete 5120\nSalida 22:45   Llegada 6:10\nCoche 7, plaza 21\n"
COUNCIL = "Se abrió la sesión a las 18:30 h. Se trataron 12 puntos. Concluyó a las 20:15 h.\n"
PARTNERS = (
    "En Soria, a las ocho de la tarde, se da comienzo a la junta de socios en el salón. "
    "Se aprueban las cuentas y se levanta la sesión a las nueve y veinte.\n"
)
DOCK = "Muelle 4\nHora entrada: 9.40     Hora salida: 10.25\nBultos: 120\n"
TALK = "Charla en la biblioteca, a las 19:00. Acudieron 40 personas. Terminó a las 20:20.\n"
LEAVE = "Permiso de Lucía Anaya\nDesde: 03/06/2024   Hasta: 14/06/2024\nSustituye: Iván Roa\n"
GUARDS = "Acta de registro\nInicio: 04:30 horas     Finalización: 06:15 horas\nBultos: 23\n"
RANGE = "Hora inicio / hora fin: 9:15 a. m. / 11:40 a. m.\nTemperatura: 30 °C\n"
PLUMBER = "Aviso recibido: 5/12/2023 21:10\nLlegada: 7/12/2023 10:05. Salida: 10:50\n"
WARD = "Llegada: 8:10 h. Box 4.\nTriaje: 8:32 h.\nAlta: 13:00 h.\n"


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (VISIT, WHOLE | {"description": "Duración de la visita, en minutos"}, 85),
        (BUS, WHOLE | {"description": "Minutos que dura el viaje"}, 445),
        (COUNCIL, WHOLE | {"description": "Minutos desde el comienzo hasta el cierre"}, 105),
        (PARTNERS, WHOLE | {"description": "Lo que duró la junta, en minutos"}, 80),
        (DOCK, WHOLE | {"description": "Minutos entre la entrada y la salida del camión"}, 45),
        (TALK, WHOLE | {"description": "Duración de la charla en minutos"}, 80),
        (GUARDS, WHOLE | {"description": "Duración en minutos"}, 105),
        (RANGE, WHOLE | {"description": "Duración de la visita en minutos"}, 145),
        (PLUMBER, WHOLE | {"description": "Duración de la visita en minutos"}, 45),
        (WARD, WHOLE | {"description": "Minutos entre la llegada y el triaje"}, 22),
        (WARD, WHOLE | {"description": "Minutes from arrival to discharge"}, 290),
    ],
)
def test_minutes_between_two_clocks(text: str, asked: dict[str, Any], expected: int) -> None:
    assert answer(text, {"minutos": asked})["minutos"] == expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [("Días entre desde y hasta", 11), ("Días entre desde y hasta, ambos incluidos", 12)],
)
def test_both_ends_may_count(told: str, expected: int) -> None:
    assert answer(LEAVE, {"dias": WHOLE | {"description": told}})["dias"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "El bar abre a las 9:00. La merienda es a las 17:30 y dura 40 minutos.",
        "Llegada del primer tren: 8:10. Llegada del segundo tren: 8:50. Parada: 40 minutos.",
    ],
)
def test_clocks_that_begin_and_end_nothing_are_not_set_against_each_other(text: str) -> None:
    assert answer(text, {"duracion_minutos": WHOLE})["duracion_minutos"] == 40


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Emitido: 12/05/2024 18:20\nCajera: Nuria\n", "Fecha y hora de emisión, huso -04:00"),
        ("Emitido: 12/05/2024 18:20\nHoras en UTC-4. Cajera: Nuria\n", "Momento de la emisión"),
        ("Emitido: 12/05/2024 18:20 (UTC-4)\nCajera: Nuria\n", "Momento, con huso (p. ej. -03:00)"),
    ],
)
def test_a_moment_takes_the_offset_that_is_stated(text: str, told: str) -> None:
    found = answer(text, {"emitido": MOMENT | {"description": told}})
    assert found["emitido"] == "2024-05-12T18:20:00-04:00"


def test_of_two_offsets_a_moment_takes_none() -> None:
    text = "Salida: 12/05/2024 18:20\nMadrid va en UTC+2 y Lima en UTC-5.\n"
    assert answer(text, {"salida": MOMENT})["salida"] == "2024-05-12T18:20:00"
