"""Forms laid out in two dimensions: frames, heads above values, blocks side by side, lists of lines."""

from typing import Any

import pytest
from labelled_answers import FLAG, NULLABLE, STRING, answer, pairs_of

from nlp.labels.form_elements import BOX
from nlp.labels.reading import read_form
from nlp.layout.alignment import under_heads, unframed
from nlp.layout.structure import layout
from nlp.spans import Document

BOXES = """PERMISO DE CIRCULACIÓN TEMPORAL

1 TITULAR                 2 FECHA EMISIÓN     3 VIGENCIA
  Gonzalo Arce Peral        04/03/2023          30 días

4 OBSERVACIONES
"""

SIDES = """VENDEDOR                              COMPRADOR
Muebles Olmedo, S.L.                  Irene Casal Souto
CIF: B15998877                        NIF: 33221144P
C/ Real, 9 - 15003 A Coruña           Teléfono: 600 100 200
                                      C.P.: 27001
"""

FRAME = """┌──────────────────────────────────┐
│ PARTE DE OBRA        N.º 88/2024 │
├──────────────────────────────────┤
│ Encargado : Luis Peón Vidal      │
│ Obra      : Puente del Sil       │
└──────────────────────────────────┘
"""


TURNS = """Titular      Marta Ferro Rey       Teléfono   988 200 300
Banco        Caja del Miño         Cuenta     0012-3344-55
"""


def test_frames_are_no_text_and_keep_every_offset() -> None:
    plain = unframed(FRAME)
    assert len(plain) == len(FRAME)
    assert "│" not in plain
    assert plain.index("Luis Peón") == FRAME.index("Luis Peón")
    assert unframed("Sin marco | ninguno\n") == "Sin marco | ninguno\n"


def test_corners_of_plus_signs_are_a_frame() -> None:
    text = "+-----+-----+\n| uno | dos |\n+-----+-----+\n"
    assert unframed(text) == "-------------\n  uno   dos  \n-------------\n"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Edad __41__  Sexo F", "Edad:  41    Sexo F"),
        ("Nombre ______ Elsa Rey", "Nombre:       Elsa Rey"),
        ("Firma ________   Hora: 8:00", "Firma ________   Hora: 8:00"),
        ("___DATOS___\nFecha ____ Lugar ____", "___DATOS___\nFecha ____ Lugar ____"),
    ],
)
def test_lines_that_are_written_on_are_labels_with_values(text: str, plain: str) -> None:
    assert unframed(text) == plain


def test_what_stands_in_a_frame() -> None:
    found = pairs_of(FRAME)
    assert found["Encargado"] == "Luis Peón Vidal"
    assert found["Obra"] == "Puente del Sil"
    assert found["PARTE DE OBRA"] == "88/2024"


def test_cells_stand_below_heads() -> None:
    text = "UNO       DOS\n  a         b\n"
    heads, cells = [(0, 3), (10, 13)], [(16, 17), (26, 27)]
    assert under_heads(text, heads, cells) == [[(16, 17)], [(26, 27)]]
    assert under_heads(text, heads[1:], cells) is None


def test_numbered_boxes_with_their_values_below() -> None:
    found = pairs_of(BOXES)
    assert found["TITULAR"] == "Gonzalo Arce Peral"
    assert found["FECHA EMISIÓN"] == "04/03/2023"
    assert found["VIGENCIA"] == "30 días"
    assert found["OBSERVACIONES"] == ""


def test_blocks_side_by_side_keep_to_their_titles() -> None:
    form = read_form(SIDES, layout(Document("prueba", SIDES)))
    titled = {
        (one.sections[0], one.label): SIDES[one.start : one.end]
        for one in form.pairs
        if one.sections
    }
    assert titled["VENDEDOR", "CIF"] == "B15998877"
    assert titled["COMPRADOR", "NIF"] == "33221144P"
    assert titled["COMPRADOR", "C.P."] == "27001"
    assert titled["VENDEDOR", "Nombre o razón social"] == "Muebles Olmedo, S.L."
    assert titled["COMPRADOR", "Nombre o razón social"] == "Irene Casal Souto"


WAYBILL = """REMITENTE                       DESTINATARIO
Hilaturas Umia SLU              Librería El Faro
Rúa do Horno 12                 Av. del Puerto 340
Cambados                        Motril
Att. Uxía Lema                  Att. Sr. Blas Ortuño

"""


def test_blocks_of_two_parties_need_no_labels_in_them() -> None:
    form = read_form(WAYBILL, layout(Document("prueba", WAYBILL)))
    titled = {
        (*one.sections, one.label): WAYBILL[one.start : one.end]
        for one in form.pairs
        if one.form in {"columns", "under", "row"}
    }
    assert titled == {
        ("REMITENTE",): "Hilaturas Umia SLU",
        ("REMITENTE", "Dirección"): "Rúa do Horno 12",
        ("REMITENTE", "Población"): "Cambados",
        ("REMITENTE", "Att."): "Uxía Lema",
        ("DESTINATARIO",): "Librería El Faro",
        ("DESTINATARIO", "Dirección"): "Av. del Puerto 340",
        ("DESTINATARIO", "Población"): "Motril",
        ("DESTINATARIO", "Att."): "Sr. Blas Ortuño",
    }


def test_labels_and_values_in_turn() -> None:
    assert pairs_of(TURNS) == {
        "Titular": "Marta Ferro Rey",
        "Teléfono": "988 200 300",
        "Banco": "Caja del Miño",
        "Cuenta": "0012-3344-55",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Placa  KJT-508    Clase  furgón    Marca  Rovira    Modelo  Brisa",
            {"Placa": "KJT-508", "Clase": "furgón", "Marca": "Rovira", "Modelo": "Brisa"},
        ),
        (
            "Lectura anterior  1.204     Lectura actual  1.221     Consumo (m3)  17",
            {"Lectura anterior": "1.204", "Lectura actual": "1.221", "Consumo (m3)": "17"},
        ),
        (
            "¿Usa gafas?  Sí      ¿Padece asma?  No, desde niño",
            {"¿Usa gafas?": "Sí", "¿Padece asma?": "No, desde niño"},
        ),
        (
            "[01] NIF  71340228F      [02] Apellidos  Otero Saavedra",
            {"NIF": "71340228F", "Apellidos": "Otero Saavedra"},
        ),
        (
            "1er apellido  ROLDÁN    2do apellido  OTERO    1er nombre  NICANOR",
            {"1er apellido": "ROLDÁN", "2do apellido": "OTERO", "1er nombre": "NICANOR"},
        ),
        (
            "Marca  Rovira     Año  2019     Revisión al día  [x] sí  [ ] no",
            {"Marca": "Rovira", "Año": "2019", "Revisión al día": "[x] sí  [ ] no"},
        ),
        (
            "Placa  KJT 508      Servicio: particular",
            {"Placa": "KJT 508", "Servicio": "particular"},
        ),
        (
            "PROPIETARIO  Gregorio Lema Vioque      DNI 28774109-Q      MÓVIL 655203118",
            {"PROPIETARIO": "Gregorio Lema Vioque", "DNI": "28774109-Q", "MÓVIL": "655203118"},
        ),
    ],
)
def test_a_line_of_labels_with_their_values_behind(line: str, expected: dict[str, str]) -> None:
    text = f"Centro: Vega Alta\n{line}\n"
    form = read_form(text, layout(Document("prueba", text)))
    found = {one.label: text[one.start : one.end] for one in form.pairs if one.form != "code"}
    assert found == {"Centro": "Vega Alta", **expected}


def test_a_numbered_title_over_labels_or_a_table_is_a_section() -> None:
    text = (
        "1. DATOS DEL VEHÍCULO\nMatrícula   4471 KJT      Color   gris\nBastidor   VF1AA00\n\n"
        "2. PIEZAS\nCódigo     Cantidad     Precio\nA-11       2            30,00\n"
        "A-17       1            18,50\n\n3. MOTIVO\nEl motor hace ruido.\n"
    )
    form = read_form(text, layout(Document("d", text)))
    said = {one.label: (text[one.start : one.end], one.sections) for one in form.pairs}
    assert said["Matrícula"] == ("4471 KJT", ("DATOS DEL VEHÍCULO",))
    assert said["Bastidor"][0] == "VF1AA00"
    assert said["MOTIVO"][0] == "El motor hace ruido."
    assert "DATOS DEL VEHÍCULO" not in said
    assert len(form.grids) == 1


def test_a_code_behind_a_label_has_its_own_word_too() -> None:
    found = pairs_of("Centro: Vega Alta\nExpediente      Factura 2024-0316\n")
    assert found["Expediente"] == "Factura 2024-0316"
    assert found["Factura"] == "2024-0316"
    text = "Unidad: Vega Alta\nCENTRO DE SALUD DEL PARQUE      NIF 33221144P\n"
    form = read_form(text, layout(Document("prueba", text)))
    assert "NIF 33221144P" not in {text[one.start : one.end] for one in form.pairs}


def test_a_letter_before_a_title_is_no_label() -> None:
    text = "A.  DATOS DEL TITULAR\nNombre: Elsa Rey\n"
    form = read_form(text, layout(Document("d", text)))
    assert [one.label for one in form.pairs] == ["Nombre"]
    assert form.pairs[0].sections == ("DATOS DEL TITULAR",)


def test_a_table_is_no_row_of_labels() -> None:
    text = "Artículo      Cantidad   Precio\nMesa        2    120,00\nSilla       8     45,00\n"
    form = read_form(text, layout(Document("prueba", text)))
    assert [len(grid.rows) for grid in form.grids] == [2]


def test_objects_whose_labels_come_again_below_a_title() -> None:
    text = (
        "Curso: Vela\nNombre: Escuela del Mar\n\nTALLERES\n"
        "Nombre: Nudos    Horas: 4\nNombre: Cartas    Horas: 9\n"
    )
    properties = {"nombre": STRING, "horas": {"type": "integer"}}
    item = {"type": "object", "properties": properties, "required": list(properties)}
    assert answer(text, {"talleres": {"type": "array", "items": item}})["talleres"] == [
        {"nombre": "Nudos", "horas": 4},
        {"nombre": "Cartas", "horas": 9},
    ]


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("Avisar a: Rosa Gil (hermana)\nTurno: noche", {"parentesco": STRING}, "hermana"),
        ("Seguro: Mutua Sar, póliza 88/12\nTurno: noche", {"poliza": STRING}, "88/12"),
        ("Barco: «Rías Baixas»\nTurno: noche", {"barco": STRING}, "Rías Baixas"),
        ("Puntuación: 72/100\nTurno: noche", {"puntuacion": {"type": "integer"}}, 72),
        ("Intérprete: no procede\nTurno: noche", {"interprete": FLAG}, False),
        ("Régimen   [ ] Alquiler   [x] Propiedad\nTurno: noche",
         {"tenencia": {"enum": ["alquiler", "propiedad"]}}, "propiedad"),
        ("Urgente   Sí [ ]   No [x]\nTurno: noche", {"urgente": FLAG}, False),
        ("Sexo: varón\nTurno: noche", {"sexo": {"enum": ["H", "M"]}}, "H"),
        ("Sexo: M\nTurno: noche", {"sexo": {"enum": ["hombre", "mujer"]}}, "mujer"),
        ("Sexo: M\nTurno: noche", {"sexo": {"enum": ["M", "F"]}}, "M"),
        ("Garaje: incluido\nTurno: noche", {"garaje": FLAG}, True),
        ("Garantía: excluida\nTurno: noche", {"garantia": FLAG}, False),
    ],
)  # fmt: skip
def test_parts_and_boxes_answer(text: str, field: dict[str, Any], expected: Any) -> None:
    name = next(iter(field))
    assert answer(f"Ficha n.º 3\n{text}\nSede: Lugo\n", field)[name] == expected


def test_nothing_labelled_stays_null() -> None:
    found = answer(BOXES, {"titular": STRING, "iban": NULLABLE})
    assert found == {"titular": "Gonzalo Arce Peral", "iban": None}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Hora entrada 12:06       Hora salida 12:41       Fecha 16/05/2024",
            "2024-05-16T12:06:00",
        ),
        ("Fecha: 17/10/2023    Hora entrada: 2:20 pm    Estado: libre", "2023-10-17T14:20:00"),
    ],
)
def test_an_hour_is_of_the_day_on_its_line(line: str, expected: str) -> None:
    text = f"TALLER SOBRADO\nCompra: 20/05/2021\nCliente: Elsa Rey\n{line}\n"
    asked = {"hora_entrada": {"type": "string", "format": "date-time"}}
    assert answer(text, asked) == {"hora_entrada": expected}


def test_a_bullet_in_brackets_is_a_tick() -> None:
    text = "Nombre: Elsa Rey\nContrato:  ( ) fijo  (•) temporal\n"
    asked = {"contrato": {"enum": ["fijo", "temporal"]}}
    assert answer(text, asked) == {"contrato": "temporal"}


@pytest.mark.parametrize("box", ["[ ]", "[   ]", "(   )", "[ x ]", "☐"])
def test_blanks_in_brackets_are_a_box(box: str) -> None:
    assert BOX.fullmatch(box)
