"""Layouts of forms: labels above values, letterheads, parties side by side, parts of values."""

from typing import Any

import pytest
from labelled_answers import FLAG, NULLABLE, NUMBER, STRING, answer, pairs_of

from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.spans import Document


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Nombre:Elsa Rey\nNIF:12345678Z", {"Nombre": "Elsa Rey", "NIF": "12345678Z"}),
        ("Salida a las 14:30\nTiempo: bueno", {"Tiempo": "bueno"}),
        ("Planta ▸ 3.ª\nEstado ▸ reformado", {"Planta": "3.ª", "Estado": "reformado"}),
        ("CAJA 4   TICKET 00-8812   ATIENDE: LUZ", {"CAJA": "4", "TICKET": "00-8812"}),
        ("ORDEN DE TRABAJO  N.º OT-77/24", {"ORDEN DE TRABAJO": "OT-77/24"}),
        (
            "CLIENTE Bar Ribeira          TELEFONO 981 20 30 40\n"
            "DIRECCION Rúa Nova 3         POBLACION Noia\n"
            "MARCA Friosur                MODELO C-40\n"
            "TECNICO Uxía Lema            FECHA 03/04/2024\n",
            {"CLIENTE": "Bar Ribeira", "DIRECCION": "Rúa Nova 3", "TECNICO": "Uxía Lema"},
        ),
        ("prioridad: alta\nestado: cerrado", {"prioridad": "alta", "estado": "cerrado"}),
        (
            "Nombre __Elsa Rey__  Edad __41__  Sexo F\nFirma ________   Horario: de 8:00 a 15:00",
            {"Nombre": "Elsa Rey", "Edad": "41", "Horario": "de 8:00 a 15:00"},
        ),
        ("Nombre completo ______ Elsa Rey\nNIF ______", {"Nombre completo": "Elsa Rey"}),
        (
            "Lugar: sala 4\n¿Qué hacía?: Cortaba piedra en el taller.\n¿Alergias?: polen",
            {"¿Qué hacía?": "Cortaba piedra en el taller.", "¿Alergias?": "polen"},
        ),
    ],
)
def test_labels_of_other_layouts(text: str, pairs: dict[str, str]) -> None:
    found = pairs_of(text)
    assert {label: found.get(label) for label in pairs} == pairs


INVOICE = """Carpintería Olmedo, S.L.
C/ Herreros, 12, 47002 Valladolid · Tfno. 983 11 22 33 · CIF B47000111

FACTURA                     N.º 2024-311
Fecha: 05/02/2024

Cliente
Razón social: Hostal Peñalara, S.A.
CIF: A40555666
Dirección: Avda. del Acueducto, 9, 40001 Segovia

Base imponible: 400,00 €
IVA (21 %): 84,00 €
Dto. pronto pago: -12,50 €
Total: 471,50 €
"""


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("proveedor", STRING, "Carpintería Olmedo, S.L."),
        ("numero_factura", STRING, "2024-311"),
        ("tipo_iva", {**NUMBER, "description": "porcentaje"}, 21),
        ("tipo_iva", {**NUMBER, "description": "como fracción"}, 0.21),
        ("cuota_iva", NUMBER, 84),
        ("descuento", NUMBER, 12.5),
        ("codigo_postal_cliente", STRING, "40001"),
        ("municipio_cliente", STRING, "Segovia"),
    ],
)
def test_what_an_invoice_prints_without_a_label(name: str, field: Any, value: Any) -> None:
    assert answer(INVOICE, {name: field})[name] == value


def test_the_parties_of_an_invoice_keep_what_is_theirs() -> None:
    party = {"type": "object", "properties": {"nombre": STRING, "cif": STRING}}
    found = answer(INVOICE, {"emisor": party, "cliente": party})
    assert found == {
        "emisor": {"nombre": "Carpintería Olmedo, S.L.", "cif": "B47000111"},
        "cliente": {"nombre": "Hostal Peñalara, S.A.", "cif": "A40555666"},
    }


BESIDE = """CARTA DE PORTE              N.º 88-41

REMITENTE                   CONSIGNATARIO
Aceites Sierra, S.C.        Ultramarinos Vidal, S.L.
Ctra. de Jaén, km 3         Plaza Mayor, 1
23700 Linares               28012 Madrid
CIF: J23111222              CIF: B28333444

Bultos: 14
"""


def test_parties_side_by_side() -> None:
    party = {"type": "object", "properties": {"nombre": STRING, "cif": STRING, "municipio": STRING}}
    assert answer(BESIDE, {"remitente": party, "destinatario": party}) == {
        "remitente": {"nombre": "Aceites Sierra, S.C.", "cif": "J23111222", "municipio": "Linares"},
        "destinatario": {
            "nombre": "Ultramarinos Vidal, S.L.",
            "cif": "B28333444",
            "municipio": "Madrid",
        },
    }


PATIENT = """HOJA DE CONSULTA

Apellidos: Ferrer Bosch
Nombre: Marina
Llegada: 04/06/2024 (desde las 9:15)
Médico: Dra. Eva Solís Prat
Diagnóstico: faringitis aguda (J02.9)
Vacunación: completa
Régimen: G03 – Consulta externa
Gripe: Incluida
Tétanos: Excluida
Lugar: Sabadell
"""


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("nombre_completo", STRING, "Marina Ferrer Bosch"),
        ("apellidos", STRING, "Ferrer Bosch"),
        ("medico", {**STRING, "description": "Sin tratamiento"}, "Eva Solís Prat"),
        ("medico", {**STRING, "description": "Quien atiende"}, "Eva Solís Prat"),
        ("medico", {**STRING, "description": "Tal como figura"}, "Dra. Eva Solís Prat"),
        ("diagnostico", {**STRING, "description": "Sin el código"}, "faringitis aguda"),
        ("codigo_diagnostico", STRING, "J02.9"),
        ("hora_llegada", STRING, "9:15"),
        ("llegada", {**STRING, "description": "AAAA-MM-DDTHH:MM"}, "2024-06-04T09:15"),
        ("clave_regimen", STRING, "G03"),
        ("gripe", FLAG, True),
        ("tetanos", FLAG, False),
        ("telefono", NULLABLE, None),
    ],
)
def test_the_part_of_a_value_that_is_asked_for(name: str, field: Any, value: Any) -> None:
    assert answer(PATIENT, {name: field})[name] == value


def test_surnames_and_given_name_of_one_label() -> None:
    text = "Paciente: Rius Mora, Pol\nEdad: 40 años\nTurno: tarde\nCita: 3\nSala: B\n"
    found = answer(text, {"nombre": STRING, "apellidos": STRING})
    assert found == {"nombre": "Pol", "apellidos": "Rius Mora"}


def test_values_go_to_fields_by_the_best_of_all_assignments() -> None:
    text = "Cliente: Mesón Alba\nRecibí conforme: Ana Gil Sanz\nBultos: 2\nPortes: pagados\n"
    found = answer(text, {"receptor": STRING, "cliente": STRING})
    assert found == {"receptor": "Ana Gil Sanz", "cliente": "Mesón Alba"}


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("Vendedora: Casta Olmedo Prieto. Fecha: 4 de mayo.", "Fecha", "4 de mayo"),
        ("Inquilina: Rosa Vidal Cuesta. Renta: 640 euros.", "Renta", "640 euros"),
        ("Paciente: Inés Beltrán. F. nac.: 3/2/1980", "F. nac.", "3/2/1980"),
        ("Autos: 12/2024. Expte.: 77-B", "Expte.", "77-B"),
        ("Aseguradora ..........  Mutua Lagos", "Aseguradora", "Mutua Lagos"),
    ],
)
def test_a_label_begins_behind_the_sentence_before_it(text: str, label: str, value: str) -> None:
    form = read_form(text, layout(Document("", text)))
    pairs = {text[one.label_start : one.label_end]: text[one.start : one.end] for one in form.pairs}
    assert pairs[label].rstrip(".") == value


@pytest.mark.parametrize(
    ("description", "value"),
    [("", "Marina Ferrer Bosch"), ("Tal como aparece", "Dña. Marina Ferrer Bosch")],
)
def test_a_form_of_address_is_no_part_of_a_name_unless_asked(description: str, value: str) -> None:
    text = "SOLICITUD DE PLAZA\nSolicitante: Dña. Marina Ferrer Bosch\nTeléfono: 600 11 22 33\n"
    assert (
        answer(text, {"solicitante": {**STRING, "description": description}})["solicitante"]
        == value
    )


def test_heads_above_values_follow_each_other_whatever_english_words_the_values_resemble() -> None:
    heads = "ORIGEN           DESTINO\nTAMPICO (Norte)  CUZCO (Sur)\n"
    told = pairs_of(heads + "FECHA            SALE\nLUN 2 MAY        22:45\n")
    assert told["ORIGEN"] == "TAMPICO (Norte)"
    assert told["SALE"] == "22:45"


def test_an_empty_box_is_no_text() -> None:
    text = """Socia: Eva Gil

               SÍ    NO    ¿Cuál?
¿Alergias?     [X]   [ ]   al polen
¿Fuma?         [ ]   [X]   nunca
"""
    assert answer(text, {"alergias": STRING})["alergias"] == "al polen"


def test_a_numbered_label_beside_its_value_is_no_head_of_the_line_below() -> None:
    told = pairs_of(
        "4. CONSTRUCTORA   por designar en junio\n5. LUGAR          Camino Alto, Jaca\n"
    )
    assert told["CONSTRUCTORA"] == "por designar en junio"
    assert told["LUGAR"] == "Camino Alto, Jaca"


STACKED = """FICHA DEL ABONADO

Titular
Rosalía Pazos Lema
NIF
76554321K
Domicilio
C/ del Mar, 4
15001 A Coruña
Tarifa
Plana 24 h
Fecha de alta
3 de mayo de 2022
"""


def test_labels_that_stand_above_their_values() -> None:
    found = pairs_of(STACKED)
    assert found["Titular"] == "Rosalía Pazos Lema"
    assert found["NIF"] == "76554321K"
    assert found["Domicilio"] == "C/ del Mar, 4\n15001 A Coruña"
    assert found["Fecha de alta"] == "3 de mayo de 2022"


def test_verse_is_no_stack_of_labels() -> None:
    text = (
        "La tarde cae despacio\nsobre los álamos secos\nnadie pregunta la hora\ny el río se calla\n"
    )
    form = read_form(text * 2, layout(Document("poema", text * 2)))
    assert all(one.form in {"title", "under"} for one in form.pairs)


def test_a_list_behind_a_label_ends_where_the_next_label_begins() -> None:
    text = "NºCol: 36 36 12345. Correos: a@hospital.example; b@hospital.example. Fecha de alta: 3/2/2025."
    assert pairs_of(text) == {
        "NºCol": "36 36 12345",
        "Correos": "a@hospital.example; b@hospital.example",
        "Fecha de alta": "3/2/2025",
    }
    assert pairs_of("Peso: 80 kg; Talla: 175 cm") == {"Peso": "80 kg", "Talla": "175 cm"}
    fields = {"licence_number": STRING}
    assert answer(text, fields) == {"licence_number": "36 36 12345"}
