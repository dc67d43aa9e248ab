"""What kind of answer a field's words call for."""

from typing import Any

import pytest

from nlp.asked.field_profile import profile_schema
from nlp.asked.schema_lexicon import field_lexicon
from nlp.schema_compiler import compile_schema


def asked(name: str, description: str = "", kind: str = "string") -> str:
    schema = {"type": "object", "properties": {name: {"type": kind, "description": description}}}
    classes = profile_schema(compile_schema(schema))[0].classes
    return max(classes, key=lambda one: classes[one], default="")


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("perito", "Quién levantó el acta", "person"),
        ("cuidadora", "Cuidadora principal", "person"),
        ("fiador", "Fiador del arrendatario", "person"),
        ("veterinary", "Veterinaria que atiende al animal", "person"),
        ("imprenta", "Imprenta donde se tira la revista", "organization"),
        ("cofradia", "Cofradía que organiza el acto", "organization"),
        ("pedania", "Pedanía donde está la casa", "place"),
    ],
)
def test_names_of_people_bodies_and_places(name: str, description: str, expected: str) -> None:
    assert asked(name, description) == expected


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("voucher", "Month in which the voucher can be used", "date"),
        ("harvest_song", "Name of the company that grows the fruit", "organization"),
        ("painting", "Town or parish of the family", "place"),
        ("premio", "Ganador de la edición anterior", "person"),
        ("programa_de_mano", "Empresa contratista, si la hay", "organization"),
        ("in_force_from", "", "date"),
    ],
)
def test_the_noun_that_opens_a_description_says_what_is_asked(
    name: str, description: str, expected: str
) -> None:
    assert asked(name, description) == expected


@pytest.mark.parametrize("name", ["observaciones", "operacion", "notificacion", "reparacion"])
def test_what_an_agent_does_asks_for_no_agent(name: str) -> None:
    assert asked(name) not in {"person", "organization"}


def test_one_hour_is_a_time_and_several_are_a_duration() -> None:
    lexicon = field_lexicon()
    assert [one.answer_class for one in lexicon.concepts_of("hora")] == ["time"]
    assert "duration" in {one.answer_class for one in lexicon.concepts_of("horas")}
    assert asked("hora_llegada") == "time"


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("approved_by", "", "person"),
        ("validado_por", "", "person"),
        ("quien_entrega", "", "person"),
        ("reply_by", "", "date"),
        ("needed_by", "", "date"),
        ("received_on", "", "date"),
        ("licence_number", "", "identifier"),
        ("numero_socia", "", "identifier"),
        ("juzgadora", "", "person"),
        ("examiner", "", "person"),
        ("razon_social", "", "organization"),
        ("full_name", "", "person"),
        ("repaired_by", "", "person"),
        ("built_by", "", "person"),
        ("lost_property_found_by", "", "person"),
        ("port_of_discharge", "", "place"),
        ("establecimiento", "", "organization"),
        ("accionante", "", "person"),
        ("avisado", "Nombre y apellidos de quien llamó", "person"),
    ],
)
def test_the_shape_of_a_name_tells_what_a_string_is(
    name: str, description: str, expected: str
) -> None:
    assert asked(name, description) == expected


@pytest.mark.parametrize("name", ["coeficiente", "formulario", "ventilador", "horario"])
def test_things_that_end_like_those_who_do_something(name: str) -> None:
    assert asked(name) != "person"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("balance_due", "money"),
        ("founded_year", "date"),
        ("coste_final", "money"),
        ("total_horas", "duration"),
    ],
)
def test_a_number_is_a_date_only_as_a_year(name: str, expected: str) -> None:
    assert asked(name, kind="number") == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Año en que pasó a funcionar sola", "date"),
        ("Year in which it closed", "date"),
        ("Años que lleva cerrado", "duration"),
    ],
)
def test_a_description_opens_with_the_year_or_the_years_it_asks_for(
    description: str, expected: str
) -> None:
    assert asked("cierre", description, kind="integer") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vendedor.rut", "identifier"),
        ("orden_de_trabajo", "identifier"),
        ("manufacturing_order", "identifier"),
        ("socia.numero", "identifier"),
        ("poliza_anterior", "identifier"),
        ("direccion", "place"),
        ("importer", "person"),
        ("physician", "person"),
        ("entregada_por.nombre", "person"),
        ("awarded_to", "person"),
        ("nuevo_titular", "person"),
        ("trabajador.nombre", "person"),
        ("filter", ""),
        ("comprobante", "identifier"),
    ],
)
def test_codes_places_and_doers_are_told_apart(name: str, expected: str) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for part in reversed(name.split(".")):
        schema = {"type": "object", "properties": {part: schema}}
    classes = profile_schema(compile_schema(schema))[0].classes
    assert max(classes, key=lambda one: classes[one], default="") == expected


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("dob", "string", "date"),
        ("amt", "number", "money"),
        ("mgr", "string", "person"),
        ("shipping_addr", "string", "place"),
    ],
)
def test_an_abbreviated_name_asks_for_what_it_stands_for(
    name: str, kind: str, expected: str
) -> None:
    """Names as tables of data have them."""
    assert asked(name, kind=kind) == expected
