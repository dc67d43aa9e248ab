"""Answers without a model: objects in rows, moments with an offset, enums nobody speaks of."""

from dataclasses import replace
from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

_MOMENT = {"type": "string", "format": "date-time", "description": "Cierre del plazo"}
_UTC = {"type": "string", "format": "date-time", "description": "Cierre del plazo, en UTC"}


@pytest.mark.parametrize(
    ("told", "field", "expected"),
    [
        ("a las 14:00 (hora de Colombia, UTC-5)", _MOMENT, "2025-06-03T14:00:00-05:00"),
        ("a las 14:00, hora peninsular", _MOMENT, "2025-06-03T14:00:00"),
        ("a las 14:00", _MOMENT, "2025-06-03T14:00:00"),
        ("a las 10:30 (UTC−3)", _UTC, "2025-06-03T13:30:00Z"),
        ("a las 06:00 UTC", _UTC, "2025-06-03T06:00:00Z"),
        ("a las 24:00 (UTC-5)", _UTC, "2025-06-04T05:00:00Z"),
        ("a las 24:00", _MOMENT, "2025-06-04T00:00:00"),
    ],
)
def test_a_moment_takes_the_offset_that_the_text_says(
    told: str, field: dict[str, str], expected: str
) -> None:
    text = f"El plazo de solicitudes se cierra el 3 de junio de 2025 {told}."
    assert answer(text, cierre=field) == {"cierre": expected}


def test_all_hours_of_a_text_may_be_said_to_be_utc() -> None:
    text = "Las horas son UTC. El plazo se cierra el 3 de junio de 2025 a las 14:00."
    assert answer(text, cierre=_MOMENT) == {"cierre": "2025-06-03T14:00:00Z"}


def test_two_offsets_far_from_a_moment_are_neither_of_them_its_own() -> None:
    text = (
        "El plazo de solicitudes se cierra el 3 de junio de 2025 a las 14:00. La sede responde en el "
        "mismo día a quien escriba por correo y llama por teléfono a quien lo pida. Horarios de las "
        "oficinas: Lima (UTC-5) y Sevilla (UTC+2)."
    )
    assert answer(text, cierre=_MOMENT) == {"cierre": "2025-06-03T14:00:00"}


@pytest.mark.parametrize("text", ["Hola", "Se alquila un piso luminoso en Oviedo."])
def test_a_nullable_enum_that_no_word_speaks_of_is_null(text: str) -> None:
    sex = {"type": ["string", "null"], "enum": ["hombre", "mujer", None]}
    state = {"anyOf": [{"enum": ["abierto", "cerrado"]}, {"type": "null"}]}
    assert answer(text, sexo=sex, estado=state) == {"sexo": None, "estado": None}


def test_a_nullable_enum_that_the_text_speaks_of_is_answered() -> None:
    sex = {"type": ["string", "null"], "enum": ["hombre", "mujer", None]}
    assert answer("Acude a consulta una mujer de 40 años.", sexo=sex) == {"sexo": "mujer"}


def test_bullets_below_a_heading_that_names_the_list_are_its_objects() -> None:
    text = (
        "Excursión de primavera del club de montaña\n\nSalimos de la plaza a las siete.\n\n"
        "## Material\n\n- Cuerda estática, 60 metros\n- Casco homologado (talla única)\n"
        "- Botiquín: 2 kilos\n"
    )
    items = {
        "type": "object",
        "properties": {"nombre": {"type": "string"}, "detalle": {"type": ["string", "null"]}},
        "required": ["nombre", "detalle"],
    }
    found = answer(text, material={"type": "array", "items": items})["material"]
    assert [one["nombre"] for one in found] == ["Cuerda estática", "Casco homologado", "Botiquín"]


def test_an_object_without_the_amount_that_each_must_have_is_left_out() -> None:
    text = (
        "Casa Tellado\n\nAbrimos de martes a sábado.\n\n## Platos\n\n"
        "- Ensalada de granada: 8,50 euros\n- Berenjenas con miel: 7 euros\n"
        "- Cordero al horno: 17,90 euros\n- Verduras del huerto de la casa\n"
    )
    items = {
        "type": "object",
        "properties": {"plato": {"type": "string"}, "precio_eur": {"type": "number"}},
        "required": ["plato", "precio_eur"],
    }
    found = answer(text, platos={"type": "array", "items": items})["platos"]
    assert found == [
        {"plato": "Ensalada de granada", "precio_eur": 8.5},
        {"plato": "Berenjenas con miel", "precio_eur": 7},
        {"plato": "Cordero al horno", "precio_eur": 17.9},
    ]


def test_an_amount_that_opens_a_row_is_no_part_of_what_it_names() -> None:
    text = (
        "Gachas de la abuela\n\nIngredientes:\n- 3 huevos\n- 250 g de harina de almortas\n"
        "- 2 pimientos secos\n- 30 ml de aceite\n"
    )
    items = {
        "type": "object",
        "properties": {"ingrediente": {"type": "string"}, "cantidad": {"type": ["string", "null"]}},
        "required": ["ingrediente", "cantidad"],
    }
    found = answer(text, ingredientes={"type": "array", "items": items})["ingredientes"]
    assert [one["ingrediente"] for one in found] == [
        "huevos",
        "harina de almortas",
        "pimientos secos",
        "aceite",
    ]


_TOOL = {
    "type": "object",
    "properties": {"nombre": {"type": "string"}, "metros": {"type": "number"}},
    "required": ["nombre", "metros"],
}


def test_lines_without_marks_below_a_heading_of_the_lists_name_are_its_objects() -> None:
    text = (
        "PARTE DE ALMACÉN\n\nResponsable: Nuria Castaño\n\nCABLES\n"
        "Manguera negra, 25 metros\nAlargador de obra, 12,5 metros\n\nRevisado sin novedad.\n"
    )
    assert answer(text, cables={"type": "array", "items": _TOOL})["cables"] == [
        {"nombre": "Manguera negra", "metros": 25},
        {"nombre": "Alargador de obra", "metros": 12.5},
    ]


def test_rows_that_each_say_the_name_of_a_member_are_the_rows_of_its_list() -> None:
    text = (
        "Tercero. Se prestará a los socios lo que sigue:\n"
        "  – Cuerda azul ...... hasta 60 metros\n  – Cuerda de reserva ..... hasta 30 metros\n"
        "Cuarto. Los préstamos duran 7 días.\n"
    )
    assert answer(text, dotacion={"type": "array", "items": _TOOL})["dotacion"] == [
        {"nombre": "Cuerda azul", "metros": 60},
        {"nombre": "Cuerda de reserva", "metros": 30},
    ]


def test_objects_are_told_where_some_mention_may_name_one_however_unlikely() -> None:
    field = {"type": "object", "properties": {"nombre": {"type": "string"}}}
    schema = compile_schema(
        {"type": "object", "properties": {"socias": {"type": "array", "items": field}}}
    )
    document = Document("x", "Al acto fueron Olga Ruiz y Sara Polo.")
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    doubted = tuple(replace(one, answered=0.01) for one in hints)
    found: Any = answer_schema(document, schema, candidates, doubted)
    assert "Olga Ruiz" in found["socias"][0]["nombre"]


def test_on_a_form_an_enum_without_a_label_is_answered_where_words_say_a_member() -> None:
    text = (
        "TICKET 00412\nFecha: 03/02/2024\nTotal: 46,90\nTARJETA DEBITO ****4410   46,90\nCaja: 2\n"
    )
    paid = {"anyOf": [{"enum": ["efectivo", "debito", "transferencia"]}, {"type": "null"}]}
    assert answer(text, medio_pago=paid) == {"medio_pago": "debito"}
    assert answer(text.replace("TARJETA DEBITO ****4410   46,90\n", ""), medio_pago=paid) == {
        "medio_pago": None
    }


def test_a_key_that_may_be_left_out_is_not_answered_with_whatever_is_near() -> None:
    text = (
        "Taller de cerámica Lumen, Cáceres. Taller abierto los sábados por la mañana. El barro lo pone "
        "la casa y las piezas se cuecen los lunes. Quien quiera puede traer delantal y merienda."
    )
    phone = {"type": "string", "description": "Teléfono de contacto"}
    year = {"type": "integer", "description": "Año de fundación"}
    fields = {"nombre": {"type": "string"}, "telefono": phone, "fundacion": year}
    schema = {"type": "object", "properties": fields}
    document = Document("", text)
    candidates = find_candidates(document)

    def told(required: list[str]) -> Any:
        compiled = compile_schema({**schema, "required": required})
        hints = match_hints(document, candidates, compiled)
        return answer_schema(document, compiled, candidates, hints)

    assert "telefono" not in told(["nombre"])
    assert set(told(list(fields))) == set(fields)


def test_a_member_behind_its_label_is_answered_whatever_its_chance() -> None:
    states = [
        "nuevo",
        "como nuevo",
        "usado",
        "con golpes",
        "para piezas",
        "restaurado",
        "incompleto",
    ]
    fields = {
        "estado": {"enum": states, "description": "Estado del artículo"},
        "marca": {"type": "string"},
    }
    text = "FICHA DE ARTÍCULO\nMarca: Orbea\nEstado: con golpes\nPrecio: 80 €\n"
    schema = {"type": "object", "properties": fields, "required": ["marca"]}
    document = Document("", text)
    candidates, compiled = find_candidates(document), compile_schema(schema)
    hints = match_hints(document, candidates, compiled)
    doubted = tuple(replace(one, answered=min(one.answered, 0.1)) for one in hints)
    assert answer_schema(document, compiled, candidates, doubted)["estado"] == "con golpes"
