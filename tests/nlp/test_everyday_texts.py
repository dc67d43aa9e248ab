"""What people write every day and expect to be read: messages, notices, notes, small forms."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.spans import Document

TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer"}
NUMBER: dict[str, Any] = {"type": "number"}
CLOCK: dict[str, Any] = {"type": "string", "format": "time"}
MOMENT: dict[str, Any] = {"type": "string", "format": "date-time"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}


def value_of(text: str, mention: str, label: str) -> Any:
    """The value of the only mention of a label in a text."""
    found = [
        one
        for one in find_candidates(Document("d", text))
        if one.mention == mention and one.label == label
    ]
    assert len(found) == 1, text
    assert found[0].value is not None
    return found[0].value


@pytest.mark.parametrize(
    ("text", "mention", "timex"),
    [
        ("Tarjeta válida hasta 03/27.", "03/27", "2027-03"),
        ("Cad. 11/26", "11/26", "2026-11"),
        ("Consumir preferentemente antes de 12/2026.", "12/2026", "2026-12"),
        ("El recibo vence el 15/12.", "15/12", "XXXX-12-15"),
        ("Nos vemos el 03/27.", "03/27", "XXXX-03-27"),
    ],
)
def test_what_expires_names_a_month(text: str, mention: str, timex: str) -> None:
    assert value_of(text, mention, "DATE").timex == timex


def test_a_file_is_no_month() -> None:
    found = find_candidates(Document("d", "Exp. 12/2025, de la sección segunda."))
    assert not [one for one in found if one.label == "DATE"]


@pytest.mark.parametrize(
    ("text", "mention", "number", "unit"),
    [
        ("Compra kilo y medio de patatas.", "kilo y medio", 1.5, "kg"),
        ("Faltaba litro y cuarto.", "litro y cuarto", 1.25, "L"),
        ("Mide metro y medio de alto.", "metro y medio", 1.5, "m"),
        ("Echa un kilo y medio de sal.", "un kilo y medio", 1.5, "kg"),
    ],
)
def test_a_unit_and_a_part(text: str, mention: str, number: float, unit: str) -> None:
    value = value_of(text, mention, "QUANTITY")
    assert (value.number, value.unit) == (number, unit)


def test_hours_behind_weekdays() -> None:
    text = "Abrimos de lunes a viernes de 9 a 14 y de 17 a 20."
    ranges = [one.timex for one in find_candidates(Document("d", text)) if one.label == "RANGE"]
    assert {"T09", "T17"} <= set(ranges)


def test_no_hours_without_a_weekday() -> None:
    text = "Acuden de 9 a 14 personas."
    assert not [one for one in find_candidates(Document("d", text)) if one.timex]


@pytest.mark.parametrize(
    ("text", "fields", "expected"),
    [
        (
            "Haremos otro intento de entrega mañana entre 10:00 y 13:00 hrs.",
            {"desde": {**TEXT, "pattern": r"^\d{2}:\d{2}$", "description": "Inicio de la franja"},
             "hasta": {**TEXT, "pattern": r"^\d{2}:\d{2}$", "description": "Fin de la franja"}},
            {"desde": "10:00", "hasta": "13:00"},
        ),
        (
            "2025-02-11 04:12:07 ERROR no hay conexión",
            {"momento": MOMENT},
            {"momento": "2025-02-11T04:12:07"},
        ),
        (
            "El taller cierra el martes 22 de julio, desde las 8:00 hasta las 14:00 horas.",
            {"fecha": TEXT},
            {"fecha": "martes 22 de julio"},
        ),
        ("La cena es el sábado a mediodía.", {"dia": TEXT}, {"dia": "sábado"}),
        (
            "Tiene un plazo de quince (15) días hábiles para pagar 100 euros.",
            {"plazo_dias": COUNT},
            {"plazo_dias": 15},
        ),
        (
            "El teatro ardió el 14 de agosto de 1893; se había levantado nueve años antes.",
            {"anio_construccion": {**COUNT, "description": "Año en que se levantó"}},
            {"anio_construccion": 1884},
        ),
        (
            "La fábrica cerró el segundo trimestre con ventas de 1.240 millones de soles y una "
            "utilidad de 98 millones.",
            {"trimestre": COUNT, "utilidad_millones": NUMBER},
            {"trimestre": 2, "utilidad_millones": 98},
        ),
        (
            "El choque dejó un muerto y cuatro heridos.",
            {"muertos": COUNT, "heridos": COUNT},
            {"muertos": 1, "heridos": 4},
        ),
        ("Un obrero dijo que son 45 obreros.", {"obreros": COUNT}, {"obreros": 45}),
        (
            "Importe de la multa: 100 euros. No detrae puntos.",
            {"puntos": COUNT},
            {"puntos": 0},
        ),
        (
            "Los niños cenan a las siete. Mateo se acuesta a las 8.",
            {"hora_cena": CLOCK, "hora_acostarse": CLOCK},
            {"hora_cena": "19:00:00", "hora_acostarse": "20:00:00"},
        ),
        (
            "Clase a las 20 h. Luego, baile hasta las 2.",
            {"hora_inicio": CLOCK, "hora_fin": CLOCK},
            {"hora_inicio": "20:00:00", "hora_fin": "02:00:00"},
        ),
        (
            "Te llamo yo, Rosa. ¿Podéis venir mañana por la tarde a Lugo?",
            {"cuando": TEXT, "donde": TEXT},
            {"cuando": "mañana por la tarde", "donde": "Lugo"},
        ),
        (
            "Tamaño: mediano\nDueño: Luis Rey\nSeña: 50 €",
            {"tamanio": TEXT, "duenio": TEXT, "senia": NUMBER},
            {"tamanio": "mediano", "duenio": "Luis Rey", "senia": 50},
        ),
        (
            "Examen el 3 de julio, aula 2.14. Lote 7719B, sección C.",
            {"aula": TEXT, "lote": TEXT, "seccion": TEXT},
            {"aula": "2.14", "lote": "7719B", "seccion": "C"},
        ),
    ],
)  # fmt: skip
def test_answers(text: str, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(text, **fields) == expected


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Los niños deben traer almuerzo, agua y gorra.", ["almuerzo", "agua", "gorra"]),
        (
            "Hay que llevar botas, agua y crema el viernes 12.",
            ["botas", "agua", "crema"],
        ),
        (
            "Llevar: limpiar las botas, comprar pan y llenar las cantimploras.",
            ["limpiar las botas", "comprar pan", "llenar las cantimploras"],
        ),
        (
            "Para llevar: 1. Botas. 2. Saco de dormir. 3. Ropa y toalla.",
            ["Botas", "Saco de dormir", "Ropa y toalla"],
        ),
        (
            "Llevar: a) el carné; b) dos fotos, y c) la solicitud firmada.",
            ["el carné", "dos fotos", "la solicitud firmada"],
        ),
    ],
)
def test_lists(text: str, items: list[str]) -> None:
    assert answer(text, llevar=TEXTS) == {"llevar": items}


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Salidas diarias 8:00 y 13:30 desde el parque.", ["8:00", "13:30"]),
        ("Salidas\nLaborables: 7:05, 13:30 y 18:45", ["7:05", "13:30", "18:45"]),
    ],
)
def test_lists_of_hours(text: str, hours: list[str]) -> None:
    assert answer(text, horas_salida=TEXTS) == {"horas_salida": hours}


def test_a_checklist_parts_what_is_done() -> None:
    text = "Compra\n[x] pan\n[ ] leche\n[ ] huevos\n[x] café"
    expected = {"comprado": ["pan", "café"], "falta": ["leche", "huevos"]}
    assert answer(text, comprado=TEXTS, falta=TEXTS) == expected


@pytest.mark.parametrize(
    ("text", "smokes"),
    [("¿Fuma tabaco?  Sí __  No X", False), ("¿Fuma tabaco?  Sí X  No __", True)],
)
def test_marks_behind_yes_and_no(text: str, smokes: bool) -> None:
    assert answer(text, fuma_tabaco={"type": "boolean"}) == {"fuma_tabaco": smokes}


def test_the_sides_of_a_thing() -> None:
    text = "LAVADORA BRISA\nDimensiones (alto x ancho x fondo): 85 x 60 x 55 cm\nGarantía: 3 años"
    sides = {"type": "object", "properties": {"alto": NUMBER, "ancho": NUMBER, "fondo": NUMBER}}
    expected = {"medidas": {"alto": 85, "ancho": 60, "fondo": 55}}
    assert answer(text, medidas=sides) == expected


def test_greetings_are_no_names() -> None:
    found = find_candidates(Document("d", "¡Hola, Gaby! Gracias por el aviso. Mire, no llegué."))
    assert not {"Hola", "Gracias", "Mire"} & {one.mention for one in found}
