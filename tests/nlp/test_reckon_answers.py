"""Numbers that a field's own words say how to reckon, answered without a model."""

from typing import Any

import pytest
from labelled_answers import NUMBER, answer

from nlp.candidates import find_candidates
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

WHOLE = {"type": "integer"}


CLUB = (
    "La tesorera presentó las cuentas del club: los ingresos fueron de 8.200 € y los gastos "
    "ascendieron a 6.950 €. La cuota anual sigue en 45 €."
)
RESCUE = (
    "El 3 de marzo de 2024 el vigía dio el aviso a las 23:40. La niebla cerraba el puerto. "
    "El rescate terminó a las 0:25."
)
FLAT = "El piso tiene 84 m2 de superficie útil y una terraza de 12 m2. Está en un tercero."
RADAR = "El radar midió 131 km/h en un tramo limitado a 120 km/h. Multa de 100 euros."


@pytest.mark.parametrize(
    ("text", "name", "asked", "expected"),
    [
        (CLUB, "saldo_eur", NUMBER | {"description": "Ingresos menos gastos"}, 1250),
        (CLUB, "movimiento_eur", NUMBER | {"description": "Ingresos más gastos, en euros"}, 15150),
        (RESCUE, "espera_min", WHOLE | {"description": "Minutos entre el aviso y el rescate"}, 45),
        (FLAT, "total_m2", NUMBER | {"description": "Superficie útil más terraza"}, 96),
        (RADAR, "exceso_kmh", WHOLE, 11),
        ("El taller abre de 22:30 a 0:15.", "duracion_min", WHOLE, 105),
        ("Presidió la peña entre 1971 y 1993.", "years_as_president", WHOLE, 22),
    ],
)
def test_what_the_field_says_how_to_reckon(
    text: str, name: str, asked: dict[str, Any], expected: float
) -> None:
    assert answer(text, {name: asked})[name] == expected


@pytest.mark.parametrize(
    ("text", "name", "asked", "expected"),
    [
        # Said, not reckoned: the increase itself stands in the text.
        ("El alquiler subió de 500 a 540 euros, un aumento de 40 euros.", "aumento_eur", WHOLE, 40),
        # "la más cara" is a superlative, no sum.
        ("La butaca cuesta 30 €; la entrada de palco, 55 €.", "palco_eur",
         WHOLE | {"description": "Precio de la entrada más cara, de palco"}, 55),
        ("El taller dura 90 minutos. Abre de 9:00 a 14:00.", "duracion_min", WHOLE, 90),
    ],
)  # fmt: skip
def test_what_the_text_says_is_not_reckoned(
    text: str, name: str, asked: dict[str, Any], expected: float
) -> None:
    assert answer(text, {name: asked})[name] == expected


CHOIR = "De las 46 voces del coro, 29 son mujeres. Ensayan en la escuela y actúan dos veces al mes."
FLEET = "La cofradía tiene 31 barcos, de los cuales 12 salieron a faenar. Hubo temporal de levante."
BRIDGE = "El puente costó 6,8 millones de euros, 1,1 más de lo previsto, y se abrió en otoño."
GRANT = "El proyecto cuesta 90 millones de euros, de los que 35 los paga la diputación provincial."
SHELF = "El archivo guarda once arcones: cuatro en la sala y el resto en el sótano de la casa."
WATER = "El depósito recibe 900 litros y se consumen 640 litros cada día en la granja."
HARVEST = "La cuadrilla entregó 14,5 kg de ciruelas y 6 kg de guindas; el camión volvió a las doce."
HALL = "Reservaron tres salas de 120 m2 en el ala norte. Hay cafetería en la entrada."
REPAIR = "El taller cobró 75 € por la revisión y 40 por la correa. La grúa fue cosa del seguro."


@pytest.mark.parametrize(
    ("text", "name", "told", "expected"),
    [
        (CHOIR, "mujeres", "Mujeres en el coro", 29),
        (FLEET, "barcos_en_puerto", "Barcos que no salieron a faenar", 19),
        (FLEET, "barcos_faenando", "Barcos que salieron a faenar", 12),
        (FLEET, "barcos", "", 31),
        (FLEET, "barcos_de_faena", "No. de barcos que salieron a faenar", 12),
        (BRIDGE, "planned_cost_eur", "Cost that had been planned for the bridge", 5700000),
        (BRIDGE, "coste_eur", "Coste del puente", 6800000),
        (GRANT, "resto_eur", "Coste que no paga la diputación, en millones de euros", 55),
        (SHELF, "arcones_sotano", "Arcones en el sótano", 7),
        (SHELF, "arcones_sala", "Arcones en la sala", 4),
        ("Piezas: 15 (4 sin barnizar)", "piezas_barnizadas", "Piezas barnizadas", 11),
        (WATER, "sobrante_l", "Litros de agua que quedan cada día (calcular)", 260),
        (HARVEST, "fruta_kg", "Total de fruta entregada", 20.5),
        (HALL, "superficie_m2", "Superficie total de las salas", 360),
        (REPAIR, "pagado_eur", "Total pagado al taller", 115),
        (REPAIR, "revision_eur", "Precio de la revisión", 75),
        ("Entre los años 420 y 465 hubo 31 tumbas.", "tumbas", "Total de tumbas", 31),
    ],
)
def test_what_numbers_told_together_say_of_another(
    text: str, name: str, told: str, expected: float
) -> None:
    assert answer(text, {name: NUMBER | {"description": told}})[name] == expected


def test_whole_days_tell_no_minutes() -> None:
    text = "La cura dura dos días y cada sesión, 40 minutos."
    assert answer(text, {"duracion_min": WHOLE})["duracion_min"] == 40


SHOP = "Albarán 71\n\nCajas: 14\nPeso por caja: 12,5 kg\nBruto: 190 kg\nTara: 15 kg\n"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Bruto menos tara", 175),
        ("Suma de bruto y tara", 205),
    ],
)
def test_an_expression_between_labelled_amounts(told: str, expected: float) -> None:
    fields = {"cajas": WHOLE, "peso_caja_kg": NUMBER, "bruto_kg": NUMBER, "tara_kg": NUMBER}
    found = answer(SHOP, {**fields, "calculado": NUMBER | {"description": told}})
    assert found["calculado"] == expected


@pytest.mark.parametrize("name", ["calculado", "peso_neto", "resultado", "total"])
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Bruto menos la tara", 175),
        ("Peso bruto menos tara", 175),
        ("Bruto más tara, en kg", 205),
        ("Diferencia entre el bruto y la tara", 175),
    ],
)
def test_a_description_that_is_an_operation_is_done(name: str, told: str, expected: float) -> None:
    fields = {"cajas": WHOLE, "peso_caja_kg": NUMBER, "bruto_kg": NUMBER, "tara_kg": NUMBER}
    found = answer(SHOP, {**fields, name: NUMBER | {"description": told}})
    assert found[name] == expected


@pytest.mark.parametrize(
    ("text", "told", "expected"),
    [
        ("Retención practicada: -48,30 euros.", "Retención, en positivo", 48.3),
        ("Ingresos: 12,4 millones de euros.", "En euros, no en millones", 12400000),
        ("Ingresos: 12,4 millones de euros.", "En millones de euros", 12.4),
        ("Caudal: 10 m³/h.", "Litros por minuto, redondeados a un decimal", 166.7),
    ],
)
def test_the_form_that_a_description_wants(text: str, told: str, expected: float) -> None:
    name = {"R": "retencion", "I": "ingresos_eur", "C": "caudal_l_min"}[text[0]]
    assert answer(text, {name: NUMBER | {"description": told}})[name] == expected


def test_an_operand_that_the_text_does_not_name_reckons_nothing() -> None:
    text = "Los ingresos del club fueron de 8.200 €."
    asked = NUMBER | {"description": "Ingresos menos gastos"}
    assert answer(text, {"saldo_eur": asked})["saldo_eur"] == 8200


@pytest.mark.parametrize(
    ("price", "total"), [("precio", "suma_eur"), ("precio (ud.)", "suma v1.0")]
)
def test_the_sum_of_a_list_that_was_answered(price: str, total: str) -> None:
    text = "Compras:\n- Harina: 3,50 €\n- Levadura: 1,25 €\n- Aceite: 9,80 €\n"
    rows = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"nombre": {"type": "string"}, price: NUMBER},
            "required": ["nombre", price],
        },
    }
    asked = NUMBER | {"description": "Suma de los precios de las compras"}
    found = answer(text, {"compras": rows, total: asked})
    assert found[total] == pytest.approx(14.55)


def test_the_sum_of_a_list_of_numbers() -> None:
    text = "Ruta de la peña ciclista\n\nKilómetros por etapa:\n- 12\n- 15\n- 31\n\nGuía: Rosa Gil\n"
    rows = {"type": "array", "items": WHOLE}
    asked = NUMBER | {"description": "Total de kilómetros de la semana"}
    assert answer(text, {"kilometros": rows, "semana": asked})["semana"] == 58


def test_a_whole_and_its_part_are_not_added_up() -> None:
    people = {
        "total": WHOLE | {"description": "Personas en total"},
        "ninos": WHOLE | {"description": "Número de niños"},
        "adultos": WHOLE | {"description": "Número de adultos"},
    }
    text = "Seremos nueve personas, tres de ellas niños."
    assert answer(text, people) == {"total": 9, "ninos": 3, "adultos": 6}


def test_what_an_operation_comes_to_is_offered_once() -> None:
    document = Document("d", "Bruto: 190 kg. Tara: 15 kg.")
    field = NUMBER | {"description": "Bruto menos tara"}
    schema = compile_schema({"type": "object", "properties": {"neto_kg": field}})
    (hints,) = match_hints(document, find_candidates(document), schema)
    assert [one.value for one in hints.hints].count(175) == 1
