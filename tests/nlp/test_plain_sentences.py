"""Plain sentences that say what is asked in so many words, in the ways that people say it."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.labels.datelines import written_on
from nlp.match.coordinations import find_coordinations
from nlp.spans import Document

WHOLE, NUMBER, WORDS = {"type": "integer"}, {"type": "number"}, {"type": "string"}
FLAG, MAYBE = {"type": "boolean"}, {"anyOf": [{"type": "string"}, {"type": "null"}]}
CLOCK = {"type": "string", "description": "HH:MM"}
SEX = {"type": "string", "enum": ["masculino", "femenino"]}
DAYS = {
    "type": "array",
    "items": {
        "type": "string",
        "enum": ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    },
}


@pytest.mark.parametrize(
    ("text", "name", "asked", "expected"),
    [
        # how far off a moment is
        ("El paciente fuma desde hace 12 años.", "anios_fumando", WHOLE, 12),
        ("El pago se hará dentro de 15 días.", "plazo_pago_dias", WHOLE, 15),
        ("Hace ocho días que estamos sin luz.", "dias_sin_luz", WHOLE, 8),
        # hours
        ("El bus salió a un cuarto para las siete de la mañana.", "hora_salida", CLOCK, "06:45"),
        ("Llegada prevista: 10 hs.", "hora_llegada", CLOCK, "10:00"),
        ("Abierto de 10:00 a 13:30.", "cierra", CLOCK, "13:30"),
        ("La misa es a las doce y el desfile sale media hora después.", "desfile", CLOCK, "12:30"),
        ("Turno de mañana: de 7 a 15 h.", "horas_turno", NUMBER, 8),
        ("Abrimos sábado de 8 a 12. Llegada prevista: 10 hs.", "horas_apertura", WHOLE, 4),
        ("El tren tarda dos horas y veinte en llegar.", "duracion_min", WHOLE, 140),
        # parts and units
        ("Estancia de tres noches, 270 dólares en total.", "noches", WHOLE, 3),
        ("El galón sube 65 centavos.", "alza", NUMBER | {"description": "En lempiras"}, 0.65),
        ("El retablo es del siglo XVII.", "siglo", WHOLE, 17),
        ("El depósito está a tres cuartas partes.", "porcentaje", NUMBER, 75),
        ("El hotel tiene un par de piscinas.", "piscinas", WHOLE, 2),
        ("★★★☆☆ Buen trato, pero caro.", "estrellas", WHOLE, 3),
        ("Reserva de cuatro noches, 2 adultos y 1 niño.", "personas",
         WHOLE | {"description": "Total de personas"}, 3),
        # telephones, codes
        ("Se vende piano. Razón: 2552 0417.", "telefono", MAYBE, "2552 0417"),
        ("Send your CV. Tel. 444-0192.", "company_phone", MAYBE, "444-0192"),
        ("Vuelo AV 9412 demorado; embarque por la puerta C7.", "vuelo", WORDS, "AV 9412"),
        # members cut short, told by their ends, implied
        ("Pte. fem., 67 a. Niega alergias.", "sexo", SEX, "femenino"),
        ("FC 76 lpm, afebril.", "frecuencia_cardiaca", WHOLE, 76),
        ("Abierto de martes a jueves.", "dias", DAYS, ["martes", "miércoles", "jueves"]),
        # flags and their clause
        ("Ya firmó el consentimiento, pero todavía no le han sacado sangre.",
         "consentimiento_firmado", FLAG, True),
        ("2 baños · garaje no · trastero sí · Zona Ruzafa", "trastero", FLAG, True),
        ("¿Lleva más de 200 cigarrillos? ( ) Sí (X) No. ¿Lleva medicinas? (X) Sí ( ) No.",
         "lleva_cigarrillos", FLAG, False),
        # names
        ("Soy Damián Ledesma, y trabajo en Lanús.", "nombre", WORDS, "Damián Ledesma"),
        ("Le sobreviven sus hermanos Julio, Ana Belén y Ramiro, y cuatro sobrinos.", "hermanos",
         {"type": "array", "items": WORDS}, ["Julio", "Ana Belén", "Ramiro"]),
        # members of kinds
        ("Perdí una mochila verde con ribetes en el metro.", "color", WORDS, "verde"),
    ],
)  # fmt: skip
def test_what_a_plain_sentence_says(
    text: str, name: str, asked: dict[str, Any], expected: object
) -> None:
    assert answer(text, **{name: asked})[name] == expected


def test_each_field_takes_its_part_of_a_duration() -> None:
    found = answer("Embarazada de 32 semanas y 4 días.", semanas=WHOLE, dias=WHOLE)
    assert found == {"semanas": 32, "dias": 4}


def test_one_word_is_the_first_of_a_phrase() -> None:
    asked = WORDS | {"description": "Instrumento, una palabra"}
    text = "Doy en adopción mi piano vertical Yamaha."
    assert answer(text, instrumento=asked)["instrumento"] == "piano"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Hoy, 30 de diciembre de 2024, hace una semana que operaron a Nuria.", "2024-12-30"),
        ("Escribo esto el domingo 8 de junio de 2025: anteayer nos robaron.", "2025-06-08"),
        ("Nota del 24/6/2024: ayer se juntaron todos.", "2024-06-24"),
        ("El partido del 4 de mayo de 2021 acabó en empate.", None),
    ],
)
def test_the_day_that_a_text_calls_its_own(text: str, day: str | None) -> None:
    found = written_on(text, find_candidates(Document("x", text)))
    assert (found[1].isoformat() if found else None) == day


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("Mesa para cuatro a las nueve y media de la noche.", "nueve y media de la noche"),
        ("Mesa de 10 para las 9 de la noche.", "9 de la noche"),
        ("Abrimos de 9 a 13.30 h.", "9 a 13.30 h"),
        ("Entregan en un plazo de 12 a 24 horas.", "12 a 24 horas"),
    ],
)
def test_what_hours_take_in(text: str, mention: str) -> None:
    found = [one.mention for one in find_candidates(Document("x", text)) if one.source == "dates"]
    assert [one for one in found if mention in one and len(one) <= len(mention) + 4]


def test_a_noun_of_several_is_no_part_of_the_first_name() -> None:
    document = Document("x", "Asistieron los concejales Pedro Ruiz, Marta Gil y Luis Sanz.")
    (found,) = find_coordinations(document, find_candidates(document))
    assert document.text[slice(*found.spans[0])] == "Pedro Ruiz"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Llámame al +595 981 332 740, que el fijo está averiado.", "+595 981 332 740"),
        ("En Instagram somos @alfajores.pampa; pedidos, por correo.", "@alfajores.pampa"),
        ("Informes: (011) 4321-5678 o en recepción.", "(011) 4321-5678"),
    ],
)
def test_telephones_and_names_of_users_are_whole(text: str, code: str) -> None:
    found = [one.mention for one in find_candidates(Document("x", text))]
    assert code in found


def test_years_are_no_telephone() -> None:
    found = find_candidates(Document("x", "El curso 2019-2020 terminó en junio."))
    assert not [one for one in found if one.label == "IDENTIFIER"]
