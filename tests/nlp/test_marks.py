"""Marks by which people answer a form, as boxes."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.layout.marks import coded, marked, under_heads, wide_apart
from nlp.layout.plain_text import edited
from nlp.layout.typesetting import without_typesetting
from nlp.spans import Document
from veraz import Extractor


def boxed(text: str) -> str:
    return edited(text, None, [*marked(text)])[0]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Vía: [#] aérea   [_] marítima", "Vía: [x] aérea   [ ] marítima"),
        ("Raza {*}mestiza  { }pura", "Raza [x]mestiza  [ ]pura"),
        ("Vive < X > solo   <   > en familia", "Vive [x] solo   [ ] en familia"),
        ("Talla |_X_| M  |___| L", "Talla [x] M  [ ] L"),
        ("Plaza ○ fija  ● rotatoria", "Plaza ☐ fija  ☒ rotatoria"),
        ("Turno ⊠ mañana  ▢ tarde", "Turno ☒ mañana  ☐ tarde"),
        ("¿Fuma?  SÍ _X_  NO ___", "¿Fuma?  SÍ [x]  NO [ ]"),
        ("Piso propio __   alquilado X", "Piso propio [ ]   alquilado [x]"),
        ("Letra A …   B ✓   C …", "Letra A [ ]   B [x]   C [ ]"),
        ("Riego: 1. goteo → X   2. surco →", "Riego: 1. goteo [x]   2. surco [ ]"),
        ("Turno: ___ mañana   _X_ tarde", "Turno: [ ] mañana   [x] tarde"),
        ("Trato .... 1   2  [3]  4", "Trato .... 3"),
        ("Sueldo     1   ②   3   4   5", "Sueldo     2"),
        ("Aceras    1   2  ►3   4", "Aceras    3"),
        ("Desayunó   Sí...X   No...", "Desayunó   Sí [x]   No [ ]"),
        (
            "Estado: bueno – _malo_\nVitrina: *sí* – no",
            "Estado: bueno [ ] – malo [x]\nVitrina: sí [x] – no [ ]",
        ),
        (
            "Sexo: macho / hembra*\nCastrado: sí / no*",
            "Sexo: macho [ ] / hembra [x]\nCastrado: sí [ ] / no [x]",
        ),
        (
            "Sexo: macho / hembra*      Castrada: sí* / no\nPago: efectivo* / tarjeta. Gracias",
            "Sexo: macho [ ] / hembra [x]      Castrada: sí [x] / no [ ]\n"
            "Pago: efectivo [x] / tarjeta [ ]. Gracias",
        ),
        ("Color: 1 [#] rojo   2 [_] azul", "Color: 1 [x] rojo   2 [ ] azul"),
        (
            "Estudios: primaria / _medios_\nTrabaja: *sí* / no",
            "Estudios: primaria [ ] / medios [x]\nTrabaja: sí [x] / no [ ]",
        ),
        (
            "¿Fuma?  SÍ _X_  NO ___\n¿Bebe?  SÍ ___  NO _X_\n¿Conduce?  SÍ ___  NO ___",
            "¿Fuma?  SÍ [x]  NO [ ]\n¿Bebe?  SÍ [ ]  NO [x]\n¿Conduce?  SÍ [ ]  NO [ ]",
        ),
    ],
)
def test_marks_of_many_kinds_are_boxes(text: str, plain: str) -> None:
    assert boxed(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Sí [X]   No [ ]   Tal vez (x)   Nunca ( )",
        "Firma: ______   Sello: ______",
        "(+) Sueldo base 1.200\n(-) Anticipo 150",
        "Grupo sanguíneo A(+) y 0(-)",
        "Glucosa: 118 mg/dL (70-110) *\nUrea: 60 mg/dL (15-45) *",
        "Salida de Madrid / Toledo*\n* Parada facultativa",
        "| **Cargo** | Ing. jefe |\n| **Zona** | norte |",
        "• pan\n• leche\n● queso",
        "Véase [1] y [2]; el capítulo X del tomo II",
        "El 3 [sic] de mayo, a las 10 (hora local)",
        "Lotes 1 2 [4] 5",
        "<b>Importe</b> x 2",
    ],
)
def test_what_tells_no_options_apart_stays(text: str) -> None:
    assert boxed(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "¿Repetiría?     Sí   No   Quizá ✔\n¿Avisos?    X por carta   por correo   Tel.: 600",
            "¿Repetiría?     [ ] Sí   [ ] No   [x] Quizá\n"
            "¿Avisos?    [x] por carta   [ ] por correo   Tel.: 600",
        ),
        (
            "Beca:   ninguna   >> media <<   entera\nCurso:   1.º   >> 2.º <<   3.º",
            "Beca:   [ ] ninguna   [x] media   [ ] entera\nCurso:   [ ] 1.º   [x] 2.º   [ ] 3.º",
        ),
        (
            "Frenos\tbien X\tmal\nLuces\tbien\tmal X",
            "Frenos\t[x] bien\t[ ] mal\nLuces\t[ ] bien\t[x] mal",
        ),
        (
            "Riesgo   - bajo   x alto\nGas   x sí   - no",
            "Riesgo   [ ] bajo   [x] alto\nGas   [x] sí   [ ] no",
        ),
        ("Tarima   ✓ entera   ✗ rota\nReloj   ✗ anda   ✓ parado", None),
        ("Ibuprofeno   1 comp   x 5 días\nOmeprazol   1 cáp   x 7 días", ""),
        ("Factor X   alto   bajo\nRayos X   tórax   mano", ""),
        ("¿Vino?   Sí   No   Quizá ✔", ""),
    ],
)
def test_a_mark_among_options_wide_apart(text: str, plain: str | None) -> None:
    told = "Tarima   [x] entera   [ ] rota\nReloj   [ ] anda   [x] parado"
    expected = told if plain is None else plain or text
    assert edited(text, None, [*wide_apart(text)])[0] == expected


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("¿Riega? 1 Sí  2 No ..... [ 2 ]", "¿Riega? [ ] Sí  [x] No"),
        ("Uso: 1 Propio   2 Cedido    CÓDIGO | 1 |", "Uso: [x] Propio   [ ] Cedido"),
        ("Causa: 1 sequía  2 helada .... [   ]", "Causa: [ ] sequía  [ ] helada"),
        ("| 1 silla | 2 mesas | 3 |", "| 1 silla | 2 mesas | 3 |"),
        ("Lleva 1 kilo de pan y 2 de uva [ 2 ]", "Lleva 1 kilo de pan y 2 de uva [ 2 ]"),
        ("¿Riega?  1 sí [x]  2 no [ ]", "¿Riega?  1 sí [x]  2 no [ ]"),
    ],
)
def test_options_that_a_number_answers(text: str, plain: str) -> None:
    assert edited(text, None, [*coded(text)])[0] == plain


def test_a_cross_stands_under_its_head_where_boxes_have_no_words() -> None:
    text = (
        "                  bien    mal\n"
        "cofre              ☑       ☐\n"
        "luces              ☐       ☑\n"
        "frenos             ☐       ☐\n"
    )
    rows = edited(text, None, [*under_heads(text)])[0].splitlines()
    assert rows[1].rstrip() == "cofre              X"
    assert rows[2].rstrip() == "luces                      X"
    assert rows[3] == text.splitlines()[3]


def test_columns_of_values_are_no_rows_of_boxes() -> None:
    text = "Inglés      5,0   -   X\nFísica      3,9   X   -\nMaleta   X   X\nBolsa    X   X\n"
    assert edited(text, None, [*under_heads(text)])[0] == text


@given(st.text(alphabet="aX1 \n\t_[](){}<>|*/·→…○●☐☒.-:?", max_size=80))
def test_every_character_has_its_place(text: str) -> None:
    read = without_typesetting(Document("", text))
    plain = read.document.text
    for at in range(len(plain)):
        start, end = read.span(at, at + 1)
        assert 0 <= start <= end <= len(text)
    assert without_typesetting(Document("", plain)).document.text.count("[x]") >= plain.count("[x]")


FORM = """FICHA DE SOCIA

Nombre: Amparo Lezcano Ruiz
Vive en:  piso ___   casa _X_   finca ___
¿Tiene coche?        SÍ _X_   NO ___
¿Es fumadora?        SÍ ___   NO _X_
¿Recibe el boletín?  SÍ ___   NO ___
Aficiones: [#] lectura   [ ] natación   [#] otra: cerámica
Pago: 1 [ ] Efectivo   2 [X] Domiciliado   3 [ ] Tarjeta
Atención recibida .... 1   2   3  [4]  5
"""


def _nullable(kind: str) -> dict[str, Any]:
    return {"anyOf": [{"type": kind}, {"type": "null"}], "default": None}


SCHEMA = {
    "type": "object",
    "properties": {
        "nombre": {"type": "string"},
        "vivienda": {"type": "string", "enum": ["piso", "casa", "finca"]},
        "tiene_coche": {"type": "boolean"},
        "es_fumadora": {"type": "boolean"},
        "recibe_boletin": _nullable("boolean"),
        "aficiones": {"type": "array", "items": {"type": "string"}},
        "forma_pago": {"type": "string", "enum": ["efectivo", "domiciliado", "tarjeta"]},
        "atencion": {"type": "integer", "description": "Atención recibida, de 1 a 5"},
    },
    "required": ["nombre", "vivienda", "tiene_coche", "es_fumadora", "aficiones"],
}


def test_a_form_of_many_marks_is_read() -> None:
    extraction = Extractor(model="symbolic", pipeline="grounded").extract(FORM, "", SCHEMA)
    assert extraction.data == {
        "nombre": "Amparo Lezcano Ruiz",
        "vivienda": "casa",
        "tiene_coche": True,
        "es_fumadora": False,
        "recibe_boletin": None,
        "aficiones": ["lectura", "cerámica"],
        "forma_pago": "domiciliado",
        "atencion": 4,
    }


@pytest.mark.parametrize(
    "line", ["SÍ _X_ NO ___ ", "a / b* · c ", "a   X b   c\n", "[#] a [_] b ", "1 2 [3] 4 "]
)
def test_the_time_is_linear(line: str) -> None:
    text = line * 20_000
    assert re.search(r"\S", boxed(text) + edited(text, None, [*wide_apart(text)])[0])
