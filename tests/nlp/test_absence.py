"""What says that there is no value, and what only begins as if it did."""

from typing import Any

import pytest
from labelled_answers import STRING, answer

from nlp.absence import absence_in, denied_in


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("NINGUNA", "none"),
        ("ninguno a fecha de hoy", "none"),
        ("No hubo.", "none"),
        ("no comparecieron", "none"),
        ("niega", "none"),
        ("no se expide", "none"),
        ("no lleva (la perdió en la mudanza)", "none"),
        ("no fue necesario", "none"),
        ("No consta (solo las iniciales en el sobre)", "unsaid"),
        ("se ignora; la placa está borrada", "unsaid"),
        ("pendiente de asignación", "unsaid"),
        ("por confirmar", "unsaid"),
        ("sin especificar", "unsaid"),
        ("no facilitados", "unsaid"),
        ("no se menciona expresamente en el texto", "unsaid"),
        ("(en blanco)", "unsaid"),
        ("N/D", "unsaid"),
        ("________", "unsaid"),
        ("--", "unsaid"),
    ],
)
def test_a_value_that_says_there_is_none(value: str, kind: str) -> None:
    assert absence_in(value) == kind


@pytest.mark.parametrize(
    "value",
    [
        "Ninguna objeción al cerramiento del patio", "Ninguna, salvo un leve picor",
        "No consta de ascensor", "No enfría", "No hay mal que cien años dure",
        "No presenta la póliza del ejercicio anterior", "NC (leve)", "s/n, bajo izquierda",
        "sin gluten", "pendiente de pago", "No apto", "%", "Nadie encendió las velas",
        "desconocidos íntimos",
    ],
)  # fmt: skip
def test_a_value_that_says_something(value: str) -> None:
    assert absence_in(value) is None


def test_what_is_denied() -> None:
    assert denied_in("sin anotaciones hasta la fecha") == "anotaciones"
    assert denied_in("No hay incidencias.") == "incidencias"
    assert denied_in("con anotaciones") is None


TEXT = (
    "PARTE DE GUARDIA\nFecha: 4 de mayo de 2024\nAvisador: Celia Rueda Pardo\n"
    "Heridos: no hubo\nTestigos: NINGUNO\nDueño del perro: se desconoce (sin chip)\n"
    "Vehículos retirados: sin datos\nGrúa: no fue necesario\nAvisos previos: sin avisos previos\n"
    "Objeciones: Ninguna objeción al traslado\nTurno: nocturno\nLugar: calle Olmo, 4\n"
)
TEXTS = {"type": "array", "items": {"type": "string"}}
COUNT = {"type": ["integer", "null"]}
NAME = {"type": ["string", "null"]}


@pytest.mark.parametrize(
    ("name", "asked", "expected"),
    [
        ("dueno_perro", NAME, None),
        ("grua", NAME, None),
        ("testigos", TEXTS, []),
        ("avisos_previos", TEXTS, []),
        ("numero_heridos", COUNT, 0),
        ("objeciones", NAME, "Ninguna objeción al traslado"),
        ("grua", {"enum": ["no fue necesario", "municipal", None]}, "no fue necesario"),
    ],
)
def test_a_field_whose_label_is_answered_with_nothing(name: str, asked: Any, expected: Any) -> None:
    assert answer(TEXT, {"avisador": STRING, name: asked, "turno": STRING})[name] == expected
