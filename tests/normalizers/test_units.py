"""Numbers are brought to the unit that the field asks for, and only on the text's word."""

from typing import Any

import pytest

from nlp.numeric.numbers import find_numbers
from nlp.numeric.quantities import find_ages, find_quantities, find_temperatures
from nlp.schema import Constraints, Draft, Field, Schema
from nlp.spans import Document
from nlp.temporal.dates import find_dates
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult
from normalizers.units import named_unit

FINDERS = (find_ages, find_temperatures, find_dates, find_quantities, find_numbers)


def said(text: str, value: Any, field: Field) -> FieldResult:
    document = Document("d", text)
    root = Field(path="", name="", kind="object", fields=(field,))
    schema = Schema(root=root)
    draft = Draft(root={field.name: value})
    candidates = tuple(found for finder in FINDERS for found in finder(document))
    return normalize(draft, schema, document, candidates)[0]


def asks(name: str, description: str = "", kind: str = "number", **more: Any) -> Field:
    return Field(path=name, name=name, kind=kind, description=description, nullable=True, **more)


@pytest.mark.parametrize(
    ("name", "description", "unit"),
    [
        ("peso", "Peso en gramos", "g"),
        ("peso_kg", "", "kg"),
        ("altura", "Altura del edificio (m)", "m"),
        ("height", "Height in meters", "m"),
        ("duracion", "duración en minutos", "min"),
        ("durationMinutes", "", "min"),
        ("largo", "Largo [cm]", "cm"),
        ("ancho", "ancho en pulgadas", "in"),
        ("superficie", "Superficie en kilómetros cuadrados", "km2"),
        ("ritmo", "pulsaciones por minuto", None),
        ("peso", "en gramos o en kilogramos", None),
        ("autor", "persona que ha escrito la obra", None),
        ("precio", "precio en euros", None),
        ("peso", "Peso del paquete", None),
    ],
)
def test_the_unit_a_field_names(name: str, description: str, unit: str | None) -> None:
    assert named_unit(asks(name, description)) == unit


@pytest.mark.parametrize(
    ("text", "field", "value", "expected"),
    [
        ("El paquete pesa 1,5 kg.", asks("peso", "peso en gramos"), 1.5, 1500),
        ("El paquete pesa 1,5 kg.", asks("peso", "peso en gramos"), "1,5 kg", 1500),
        ("El paquete pesa 1,5 kg.", asks("peso", "peso en gramos", "integer"), 1.5, 1500),
        ("La pívot mide 185 cm.", asks("altura", "altura (m)"), 185, 1.85),
        ("Hablaron dos horas y media.", asks("duracion", "duración en minutos"), 2.5, 150),
        ("El ciclo dura 3 años.", asks("meses", "duración en meses", "integer"), 3, 36),
        ("Hoy hace 68 °F en la sala.", asks("temperatura", "en grados (celsius)"), 68, 20),
        ("Una ruta de 12 km.", asks("distance", "Distance in meters", "integer"), 12, 12000),
    ],
)
def test_a_number_is_converted(text: str, field: Field, value: Any, expected: Any) -> None:
    found = said(text, value, field)
    assert (found.value, type(found.value)) == (expected, type(expected))
    assert (found.outcome, found.alignment) == ("corrected", "value")
    assert "unit" in found.reason
    assert found.evidence[0].mention == text[found.evidence[0].start : found.evidence[0].end]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("El paquete pesa 1,5 kg.", asks("peso", "peso en gramos"), 1500),  # converted already
        ("El paquete pesa 1,5 kg.", asks("peso", "peso en kilogramos"), 1.5),  # the same unit
        ("Pesa 20 kg y lleva 20 g de sal.", asks("peso", "peso en gramos"), 20),  # either
        ("Mide 20 km. Peso (g): 20.", asks("peso", "peso en gramos"), 20),  # bare
        ("Mide 20 km.", asks("peso", "peso en gramos"), 20),  # another dimension
        ("Pesa 2 kg, es decir, 2000 g.", asks("peso", "peso en gramos"), 2000),
        ("El bebé tiene 18 meses.", asks("edad", "edad en años", "integer"), 18),  # not whole
        ("Duró 2 meses.", asks("dias", "duración en días"), 2),  # no fixed length
        ("Corre a 30 km/h.", asks("metros", "distancia en metros"), 30),
        (
            "Mide 185 m.",
            asks("altura", "altura en cm", constraints=Constraints(maximum=300)),
            185,
        ),
    ],
)
def test_a_number_is_left(text: str, field: Field, value: Any) -> None:
    assert said(text, value, field).value == value
