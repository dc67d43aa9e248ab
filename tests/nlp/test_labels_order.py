"""What no label names and a form says all the same: sections, titles, parts of values."""

from typing import Any

import pytest

from nlp.candidates import find_candidates
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def answered(text: str, properties: dict[str, Any]) -> Any:
    """The answer without a model to a schema of these properties, all required."""
    schema = compile_schema(
        {"type": "object", "properties": properties, "required": list(properties)}
    )
    document = Document("form", text)
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    return answer_schema(document, schema, candidates, hints)


def pairs(text: str) -> list[tuple[str, str]]:
    """The labels of a text with their values."""
    form = read_form(text, layout(Document("form", text)))
    return [(one.label, text[one.start : one.end]) for one in form.pairs]


TEXT = {"type": "string"}


def test_an_object_keeps_to_its_section() -> None:
    text = (
        "DATOS DEL COMPRADOR\nNombre y apellidos: Rosa Gil Prado\nNIF: 11223344A\n"
        "Teléfono: 600 11 22 33\nMunicipio: Lugo\n\n"
        "DATOS DE LA EMPRESA COMPRADA\nNombre o razón social: Talleres Ulla, S.L.\nNIF: B27112233\n"
        "Teléfono: 982 11 22 33\nMunicipio: Sarria\n"
    )
    side = {
        "type": "object",
        "properties": dict.fromkeys(("nombre", "nif", "telefono", "municipio"), TEXT),
        "required": ["nombre", "nif", "telefono", "municipio"],
    }
    said = answered(text, {"comprador": side, "empresa": side})
    assert said["comprador"]["nombre"] == "Rosa Gil Prado"
    assert said["empresa"]["nombre"] == "Talleres Ulla, S.L."


STACKED = {
    "titles part a stack of labels": (
        "Expediente\nOB-2023/17\n\nObjeto\nReforma de la cubierta\n\nCONTRATISTA\nRazón social\n"
        "Cubiertas Sil, S.L.\nTeléfono\n988 22 33 44\n\nPLAZOS\nPlazo de entrega\n30 días\n",
        {"Objeto": "Reforma de la cubierta", "Razón social": "Cubiertas Sil, S.L."},
    ),
    "names and values on lines in turn": (
        "NOMBRE          PRIMER APELLIDO    SEGUNDO APELLIDO\n"
        "ELVIRA          SOMOZA             PENA\n"
        "DNI             F. NACIMIENTO      NACIONALIDAD\n"
        "34556677B       02-05-1984         PORTUGUESA\n",
        {"PRIMER APELLIDO": "SOMOZA", "F. NACIMIENTO": "02-05-1984"},
    ),
}


@pytest.mark.parametrize("case", STACKED)
def test_labels_and_values_that_stand_apart(case: str) -> None:
    text, expected = STACKED[case]
    assert dict(pairs(text)).items() >= expected.items()


def test_both_ends_of_a_range_stand_in_one_column() -> None:
    text = (
        "Paciente: Noa Vilar\n\nPRUEBA        RESULTADO   UNIDADES   REFERENCIA\n"
        "Sodio            139      mmol/L     135 - 145\nPotasio          4,1      mmol/L     3,5 - 5,1\n"
    )
    row = {"prueba": TEXT, "resultado": {"type": "number"}}
    row |= {"referencia_minima": {"type": "number"}, "referencia_maxima": {"type": "number"}}
    listed = {
        "type": "array",
        "items": {"type": "object", "properties": row, "required": list(row)},
    }
    first = answered(text, {"pruebas": listed})["pruebas"][0]
    assert (first["referencia_minima"], first["referencia_maxima"]) == (135, 145)


def test_the_parts_of_an_address_below_another_label() -> None:
    text = (
        "Pedido: 5521\nCliente: Librería Xián\nEnvío a: Rúa Real, 12, 15003 A Coruña\n"
        "Portes: pagados\nBultos: 3\n"
    )
    found = pairs(text)
    assert ("Código postal", "15003") in found
    assert ("Población", "A Coruña") in found
