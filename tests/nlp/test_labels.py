"""Labels and forms: what is labelled, which field it answers, what a prompt shows of it."""

from typing import Any

import pytest
from labelled_answers import FLAG, NULLABLE, NUMBER, STRING, answer, pairs_of

from nlp.candidates import find_candidates
from nlp.hints import shown_hints
from nlp.labels.codes import code_pairs
from nlp.labels.form_elements import Pair
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Raza: mastín\nCapa: negra", {"Raza": "mastín", "Capa": "negra"}),
        ("Edad: 46 años Sexo: H. NHC: 5467980", {"Edad": "46 años", "Sexo": "H", "NHC": "5467980"}),
        ("Tutora: Ana Mir Soto Código postal: 28001",
         {"Tutora": "Ana Mir Soto", "Código postal": "28001"}),
        ("Marca: Orbea     Talla: M", {"Marca": "Orbea", "Talla": "M"}),
        ("**Color:** azul\n**Peso:** 12 kg", {"Color": "azul", "Peso": "12 kg"}),
        ("Titular          : Luz Rey\nCuota            : 20 €",
         {"Titular": "Luz Rey", "Cuota": "20 €"}),
        ("Alquiler ............. 30,00 €", {"Alquiler": "30,00 €"}),
        ("Socio ...... Luz Rey      Cuota .. 20 €", {"Socio": "Luz Rey", "Cuota": "20 €"}),
        ("Socio.........  Luz Rey      Cuota: 20 €", {"Socio": "Luz Rey", "Cuota": "20 €"}),
        ("| Campo | Valor |\n|---|---|\n| Raza | galgo |\n| Capa | atigrada |",
         {"Raza": "galgo", "Capa": "atigrada"}),
        ("Dirección:\nCalle Mayor, 3", {"Dirección": "Calle Mayor, 3"}),
        ("Lectura anterior   Lectura actual\n120 kWh            180 kWh",
         {"Lectura anterior": "120 kWh", "Lectura actual": "180 kWh"}),
        ("Observaciones: ______\nFirma:", {"Observaciones": "", "Firma": ""}),
        ("Taller Sol, CIF B12345678, abre a las 9.", {"CIF": "B12345678"}),
        ("Delia Choque, con C.I. 4.556.782, comerciante.", {"C.I.": "4.556.782"}),
        ("Cilindrada de 125 cc 4 tiempos.", {}),
        ("Turno: [ ] Mañana  [X] Tarde", {"Turno": "[ ] Mañana  [X] Tarde"}),
    ],
)  # fmt: skip
def test_labels_of_a_text(text: str, pairs: dict[str, str]) -> None:
    found = {label: value.strip("_ ") for label, value in pairs_of(text).items()}
    assert {label: found.get(label) for label in pairs} == pairs


FORM = """FICHA DE INSCRIPCIÓN

N.º socio: 00412     F. alta: 03/02/2021

DATOS DEL SOCIO
Nombre: Elvira        Apellidos: Cano Ruiz
D.N.I.: 12345678Z     Sexo: Mujer
Fecha de nac.: 17 / 02 / 1984
C.P.: 28013           Tfno. móvil: 600 11 22 33
Email: —

Cuota: 24,50 €
Domiciliado: [X] Sí  [ ] No
Turno: ( ) mañana (X) tarde
Idiomas: francés, inglés y gallego
Incidencias: ninguna
"""


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("numero_socio", STRING, "00412"),
        ("fecha_alta", {"type": "string", "format": "date"}, "2021-02-03"),
        ("birthDate", {"type": "string", "format": "date"}, "1984-02-17"),
        ("apellidos", STRING, "Cano Ruiz"),
        ("dni_socio", STRING, "12345678Z"),
        ("sexo", {"type": "string", "enum": ["H", "M"]}, "M"),
        ("sex", {"type": "string", "enum": ["male", "female"]}, "female"),
        ("codigo_postal", STRING, "28013"),
        ("mobilePhone", STRING, "600 11 22 33"),
        ("correo_electronico", NULLABLE, None),
        ("cuota", NUMBER, 24.5),
        ("domiciliado", FLAG, True),
        ("turno", {"type": "string", "enum": ["MANANA", "TARDE"]}, "TARDE"),
        ("idiomas", {"type": "array", "items": STRING}, ["francés", "inglés", "gallego"]),
        ("incidencias", NULLABLE, None),
    ],
)
def test_fields_of_a_form(name: str, field: dict[str, Any], value: Any) -> None:
    assert answer(FORM, {name: field})[name] == value


def test_a_date_that_no_label_says_is_null_beside_those_that_labels_say() -> None:
    date = {"type": "string", "format": "date"}
    asked = {"fecha_alta": date, "fecha_nacimiento": date}
    left = {"fecha_baja": {"type": ["string", "null"], "format": "date"}}
    said = {"fecha_alta": "2021-02-03", "fecha_nacimiento": "1984-02-17"}
    assert answer(FORM, asked | left) == said | {"fecha_baja": None}


def test_sections_say_whose_a_value_is() -> None:
    text = (
        "VENDEDOR\nNombre: Sol SL\nNIF: B1234567A\n\nFACTURAR A:\nNombre: Luz Rey\nNIF: 87654321X\n"
    )
    found = answer(
        text,
        {
            "nif_cliente": STRING,
            "emisor": {"type": "object", "properties": {"nombre": STRING, "nif": STRING}},
        },
    )
    assert found["nif_cliente"] == "87654321X"
    assert found["emisor"] == {"nombre": "Sol SL", "nif": "B1234567A"}


RULED = """
| Cant. | Descripción | P. unit. |
|---|---|---|
| 2 | Tornillo | 0,50 |
| 4 | Arandela | 0,20 |
|  | TOTAL | 1,80 |
"""
SPACED = """
DESCRIPCIÓN       CANT.    PRECIO
---------------------------------
Tornillo              2      0,50
Arandela              4      0,20
---------------------------------
TOTAL                        1,80
"""


@pytest.mark.parametrize("table", [RULED, SPACED])
def test_rows_of_a_table(table: str) -> None:
    item = {
        "type": "object",
        "properties": {
            "descripcion": STRING,
            "cantidad": {"type": "integer"},
            "precio_unitario": NUMBER,
        },
    }
    found = answer(f"FACTURA\n{table}", {"lineas": {"type": "array", "items": item}})
    assert found["lineas"] == [
        {"descripcion": "Tornillo", "cantidad": 2, "precio_unitario": 0.5},
        {"descripcion": "Arandela", "cantidad": 4, "precio_unitario": 0.2},
    ]


def test_labels_that_come_again_are_items() -> None:
    text = (
        "TRATAMIENTO\n1) Medicamento: Sal de frutas\n   Duración: 3 días\n"
        "2) Medicamento: Jarabe de tilo\n   Duración: 5 días\n"
    )
    days = {"type": "integer", "description": "Duración en días"}
    named = {"type": "string", "description": "Nombre del medicamento"}
    item = {"type": "object", "properties": {"nombre": named, "dias": days}}
    found = answer(text, {"medicamentos": {"type": "array", "items": item}})
    assert found["medicamentos"] == [
        {"nombre": "Sal de frutas", "dias": 3},
        {"nombre": "Jarabe de tilo", "dias": 5},
    ]


def test_bullets_and_ticked_boxes_are_items() -> None:
    strings = {"type": "array", "items": STRING}
    boxes = "Actividades:\n[X] Natación\n[ ] Yoga\n[X] Ajedrez\n"
    text = f"Edad: 8\n\n{boxes}\nMateriales:\n- lápiz\n- regla\n"
    found = answer(text, {"actividades": strings, "materiales": strings})
    assert found == {"actividades": ["Natación", "Ajedrez"], "materiales": ["lápiz", "regla"]}


def test_what_a_label_says_is_shown_with_its_field() -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {"cuota": NUMBER, "fecha_alta": {"type": "string", "format": "date"}},
        }
    )
    document = Document("prueba", FORM)
    hints = match_hints(document, find_candidates(document), schema)
    shown = {one.path: one.value for one in shown_hints(hints)}
    assert shown == {"cuota": 24.5, "fecha_alta": "2021-02-03"}
    for one in shown_hints(hints):
        assert document.text[one.start : one.end] == one.mention


def test_every_label_of_a_long_text_is_read() -> None:
    line = "Referencia: A-12 Color: azul Fecha: 3/2/2021 y así: nada " * 20
    text = "\n".join([line] * 20)
    form = read_form(text, layout(Document("prueba", text)))
    assert len(form.pairs) >= 1000
    assert all(
        isinstance(one, Pair) and 0 <= one.start <= one.end <= len(text) for one in form.pairs
    )


def test_codes_behind_a_sign_are_found_wherever_it_stands() -> None:
    lead = "Sin novedad en la finca, " * 9
    text = f"{lead}Albarán n.º 4471/B, sin n.º de serie, Póliza Nro. 20-118"
    found = [(one.label, text[one.start : one.end]) for one in code_pairs(text, ())]
    assert found == [("Albarán n.º", "4471/B"), ("Póliza n.º", "20-118")]
