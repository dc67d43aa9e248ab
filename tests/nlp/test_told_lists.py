"""Lists that running text tells: things named together, their articles, what announces them."""

from typing import Any

import pytest
from labelled_answers import answer
from weighable import weighable

from nlp.candidates import find_candidates
from nlp.match.coordinations import find_coordinations
from nlp.match.list_options import ListOptions
from nlp.spans import Document

STRINGS = {"type": "array", "items": {"type": "string"}}

FESTIVAL = """Anoche se cerró el festival del barrio con más público que nunca.

Actuaron como invitados Berta Lomas, Íñigo Paz y Cora Villén, tres técnicos y dos payasos.
Para la rifa dieron premios varios vecinos: la cesta de fruta, el jamón (ya cortado) y las entradas."""


def members(text: str) -> list[list[str]]:
    runs = find_coordinations(Document("x", text), find_candidates(Document("x", text)))
    return [[text[slice(*span)] for span in one.spans] for one in runs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Compramos: pan (dos barras), leche y miel.",
            ["pan", "leche", "miel"],
        ),
        (
            "Viajaron los pueblos de Zafra, Llerena y Los Santos.",
            ["Zafra", "Llerena", "Los Santos"],
        ),
        ("Leyeron este año «Tierra», «La bruma» y «Sed».", ["Tierra", "La bruma", "Sed"]),
        ("Para la sopa hace falta arroz blanco, apio y sal.", ["arroz blanco", "apio", "sal"]),
        ("Se abstuvieron dos (el bajo A y el ático C).", ["bajo A", "ático C"]),
        ("Vendemos: mora, maracuyá, guaba y nata.", ["mora", "maracuyá", "guaba", "nata"]),
        (
            "Se quejan del ruido, de la suciedad y de los retrasos.",
            ["ruido", "suciedad", "retrasos"],
        ),
        (
            "Acude por tos, mareo y dolor de espalda desde el lunes.",
            ["tos", "mareo", "dolor de espalda"],
        ),
    ],
)
def test_members_of_coordinations(text: str, expected: list[str]) -> None:
    assert expected in members(text)


def test_a_conjunction_ends_a_coordination() -> None:
    found = members("Le lloran sus hijos Olga, Blas y Rita, seis nietos y un bisnieto.")
    assert any("Rita" in one for one in found)
    assert not any("Rita" in one and "seis nietos" in one for one in found)


def options(properties: dict[str, Any], path: str) -> ListOptions:
    found = [one for one in weighable(FESTIVAL, properties) if isinstance(one, ListOptions)]
    return next(one for one in found if one.array.path == path)


def test_things_named_together_are_a_list_without_the_word_that_names_them() -> None:
    found = options({"invitados": STRINGS}, "invitados")
    one = next(
        one for one in found.options if one.values == ("Berta Lomas", "Íñigo Paz", "Cora Villén")
    )
    assert one.traits["led"] > 0.5
    assert one.traits["run"] == 0.0


@pytest.mark.parametrize(("lead", "told"), [("Pido dos arreglos", True), ("Pido arreglos", False)])
def test_sentences_are_a_list_where_one_announces_them(lead: str, *, told: bool) -> None:
    text = f"{lead}. Que se pinte la verja del patio. Que se cambie la bombilla del rellano."
    found = [one for one in weighable(text, {"arreglos": STRINGS}) if isinstance(one, ListOptions)]
    values = [value for one in found for option in one.options for value in option.values]
    said = any(str(value).startswith("Que se cambie la bombilla") for value in values)
    assert said is told


def test_items_have_their_articles_where_the_schema_asks_for_them() -> None:
    asked = {"premios": STRINGS | {"description": "Cada premio con su artículo"}}
    values = [one.values for one in options(asked, "premios").options]
    assert ("la cesta de fruta", "el jamón", "las entradas") in values
    bare = [one.values for one in options({"premios": STRINGS}, "premios").options]
    assert ("cesta de fruta", "jamón", "entradas") in bare


def test_objects_told_apart_by_an_enum_are_objects() -> None:
    item = {
        "type": "object",
        "properties": {
            "lado": {"enum": ["izquierdo", "derecho"]},
            "pintado": {"type": "boolean"},
        },
        "required": ["lado", "pintado"],
    }
    told = "El muro izquierdo está pintado. El muro derecho no se tocó."
    found = answer(told, {"muros": {"type": "array", "items": item}})["muros"]
    assert [one["lado"] for one in found] == ["izquierdo", "derecho"]
    assert all(set(one) == {"lado", "pintado"} for one in found)


def told(text: str, name: str, **asked: Any) -> list[tuple[Any, ...]]:
    found = [
        one for one in weighable(text, {name: STRINGS | asked}) if isinstance(one, ListOptions)
    ]
    return [option.values for option in found[0].options]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "El vivero prohíbe la venta de helechos, cactus y musgo.",
            ("helechos", "cactus", "musgo"),
        ),
        ("El vivero prohíbe las mangueras y el abono.", ("las mangueras", "el abono")),
        (
            "El vivero prohíbe que se pise el césped y que se corten flores.",
            ("que se pise el césped", "que se corten flores"),
        ),
        (
            "El vivero prohíbe pisar el césped y cortar flores.",
            ("pisar el césped", "cortar flores"),
        ),
        ("El vivero prohíbe el tabaco.", ("el tabaco",)),
    ],
)
def test_what_a_sentence_on_the_field_tells_together_is_a_list(
    text: str, expected: tuple[str, ...]
) -> None:
    assert expected in told(f"Abrió en mayo junto al río. {text}", "prohibe")


def test_things_that_articles_open_are_a_list_however_long_each_is() -> None:
    text = (
        "En el desván guardan un baúl con flejes de cobre, una radio y el reloj que paró la riada."
    )
    found = told(text, "objetos_guardados", description="Lo que guardan")
    long = ("un baúl con flejes de cobre", "una radio", "el reloj que paró la riada")
    assert long in found
    assert tuple(one.split(" ", 1)[1] for one in long) in found


def test_names_of_the_kind_asked_for_are_a_list_by_sentence_and_in_all() -> None:
    text = (
        "Dirigió la obra la arquitecta Elena Duarte. En la cubierta trabajó Marcos Robledo con "
        "Julia Santos.\n\nLa pagó Ramón Quiroga."
    )
    found = told(text, "personas", description="Personas que trabajaron en la cubierta")
    assert ("Marcos Robledo", "Julia Santos") in found
    assert ("Elena Duarte", "Marcos Robledo", "Julia Santos") in found
    assert ("Elena Duarte", "Marcos Robledo", "Julia Santos", "Ramón Quiroga") in found


def test_a_list_of_members_may_be_its_likeliest_ones() -> None:
    members = {"type": "array", "items": {"enum": ["perros", "gatos", "loros", "peces"]}}
    text = "En la tienda vimos perros y gatos, pero ningún loro."
    found = [one for one in weighable(text, {"animales": members}) if isinstance(one, ListOptions)]
    sizes = {len(one.values): one for one in found[0].options if "top" in one.traits}
    assert sorted(sizes) == [1, 2, 3, 4]
    assert sizes[1].traits["chance"] >= sizes[4].traits["chance"] > 0.0
