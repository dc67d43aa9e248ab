"""Labels of two things, shortened labels, rows that name an object, and where a name ends."""

from typing import Any

import pytest
from labelled_answers import NUMBER, STRING, pairs_of

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.labels.applied import Labels, read_labels
from nlp.labels.written_out import shorthand_of
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def _schema(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _labels(text: str, fields: dict[str, Any]) -> Labels:
    document = Document("ficha", text)
    return read_labels(document, find_candidates(document), compile_schema(_schema(fields)))


def _values(text: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {path: one.value for path, one in _labels(text, fields).labelled.answers.items()}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Marca / Modelo: Orbea / Alma H30", {"Marca": "Orbea", "Modelo": "Alma H30"}),
        ("Planta/Habitación: 4ª / 417", {"Planta": "4ª", "Habitación": "417"}),
        ("Peso/Talla: 70 kg / 1,72 m", {"Peso": "70 kg", "Talla": "1,72 m"}),
        ("2.2 Tomo/folio/finca: 45 / 12 / 9-B", {"Tomo": "45", "folio": "12", "finca": "9-B"}),
        ("Coordenadas: -16.98, -65.41", {"Latitud": "-16.98", "Longitud": "-65.41"}),
        (
            "Chofer ....... ROLDÁN, Ana Inés          CUIL 20-33910276-5",
            {"Chofer": "ROLDÁN, Ana Inés", "CUIL": "20-33910276-5"},
        ),
        (
            "7. MEDIACIÓN\n  ¿Acepta la mediación?   SÍ ☑   NO ☐      ¿Y el arbitraje?   SÍ ☐   NO ☑",
            {"¿Acepta la mediación?": "SÍ ☑   NO ☐", "¿Y el arbitraje?": "SÍ ☐   NO ☑"},
        ),
        (
            "Vivienda n.º ..... 14       Área   1.( ) urbana   2.(X) rural",
            {"Vivienda n.º": "14", "Área": "( ) urbana   2.(X) rural"},
        ),
    ],
)
def test_a_label_of_two_things_parts_its_value(line: str, parts: dict[str, str]) -> None:
    found = pairs_of(line)
    assert {label: found.get(label) for label in parts} == parts


@pytest.mark.parametrize(
    "line",
    [
        "Tutor/a: Ana Roig / Luis Mas",
        "Documento / Conocimiento: B/L 4417",
        "DNI/Pasaporte: AAF 302117",
    ],
)
def test_what_is_no_pair_is_not_parted(line: str) -> None:
    assert all(value == line.split(": ")[1] for value in pairs_of(line).values())


EYE = {
    "type": "object",
    "properties": {"esfera": NUMBER, "cilindro": NUMBER, "agudeza_visual": NUMBER},
    "required": ["esfera", "cilindro", "agudeza_visual"],
}


def test_rows_named_by_first_letters_are_objects() -> None:
    text = (
        "Paciente: Lucía Ferrer\n\n"
        "        ESF      CIL      AV\n"
        "OD     -2,25    -0,50     1,0\n"
        "OI     -1,75    -0,25     0,9\n"
    )
    assert _values(text, {"ojo_derecho": EYE, "ojo_izquierdo": EYE}) == {
        "ojo_derecho.esfera": -2.25,
        "ojo_derecho.cilindro": -0.5,
        "ojo_derecho.agudeza_visual": 1.0,
        "ojo_izquierdo.esfera": -1.75,
        "ojo_izquierdo.cilindro": -0.25,
        "ojo_izquierdo.agudeza_visual": 0.9,
    }


def test_a_word_is_written_out_only_where_the_schema_has_one_for_it() -> None:
    names = {"diametro": NUMBER, "conicidad": NUMBER, "consistencia": STRING}
    full = shorthand_of(profile_schema(compile_schema(_schema(names))))
    assert full("Diam.") == "diametro"
    assert full("Con.") == "Con."
    assert full("Diámetro interior") == "Diámetro interior"


def test_a_blank_of_html_is_no_value() -> None:
    assert pairs_of("Proveedor: Tornos Lasa S.L.&nbsp;&nbsp; Zona: Norte")["Proveedor"] == (
        "Tornos Lasa S.L."
    )


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Marta Solans Gil (turno de tarde)", "Marta Solans Gil"),
        ("Marta Solans Gil — Almacén", "Marta Solans Gil"),
        ("Marta Solans Gil, jefa de taller", "Marta Solans Gil"),
        ("Marta Solans Gil, col. 2211, tel. 600112233", "Marta Solans Gil"),
        ("Marta Solans Gil", "Marta Solans Gil"),
    ],
)
def test_a_name_ends_where_remarks_begin(said: str, name: str) -> None:
    fields = {"veterinaria": {"type": "string", "description": "Nombre y apellidos"}}
    text = f"Orden: 4417\nVeterinaria: {said}\nFecha: 3/4/2025\n"
    assert _values(text, fields) == {"veterinaria": name}


def test_a_name_keeps_the_remarks_it_is_asked_with() -> None:
    told = {"type": "string", "description": "Nombre y apellidos, incluido su cargo"}
    text = "Orden: 4417\nVeterinaria: Marta Solans Gil, jefa de taller\n"
    assert _values(text, {"veterinaria": told}) == {
        "veterinaria": "Marta Solans Gil, jefa de taller"
    }


@pytest.mark.parametrize(
    "text",
    [
        "Nombre: Elvira\nApellidos: Cano Ruiz",
        "Primer apellido: Cano\nSegundo apellido: Ruiz\nNombre: Elvira",
        "1.er apellido: Cano     2.º apellido: Ruiz     Nombre: Elvira",
    ],
)
def test_a_whole_name_is_made_of_its_parts(text: str) -> None:
    assert _values(text, {"nombre_completo": STRING})["nombre_completo"] == "Elvira Cano Ruiz"


def test_a_number_behind_a_label_goes_without_what_is_told_to_be_left_out() -> None:
    text = "Asegurada: Eva Lago\nTeléfono: 600 111 222\n"
    told = {"type": "string", "description": "Sin espacios"}
    assert _values(text, {"telefono": told})["telefono"] == "600111222"
