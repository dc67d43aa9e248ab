"""The unit that a field asks for, and amounts brought to it."""

from typing import Any

import pytest

from nlp.asked.field_profile import profile_schema
from nlp.asked.field_units import converted, duration_in, in_unit, named_unit, same_kind
from nlp.schema import Field
from nlp.schema_compiler import compile_schema


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
    ("name", "unit"),
    [
        ("glucosa_mg_dl", "mg/dL"),
        ("dosis_mg_kg", "mg/kg"),
        ("caudal_lps", "L/s"),
        ("duracion_h_min", "minute"),
    ],
)
def test_two_symbols_that_end_a_name_are_one_by_the_other(name: str, unit: str) -> None:
    schema = compile_schema({"type": "object", "properties": {name: {"type": "number"}}})
    (profile,) = profile_schema(schema)
    assert profile.unit == unit


@pytest.mark.parametrize(
    ("name", "unit"), [("peso_kg", "kg"), ("edad_min", None), ("largo_m", None), ("masa_mg", "mg")]
)
def test_an_end_of_a_name_that_may_be_another_word_is_no_unit(name: str, unit: str | None) -> None:
    assert named_unit(asks(name)) == unit


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("superficie_m2", "m2"),
        ("m3_facturados", "m3"),
        ("pcr_mg_l", "mg/L"),
        ("rendimiento_t_ha", "t/ha"),
        ("precio_eur_kg", "EUR"),
        ("duracion_h_min", "minute"),
        ("temperatura_c", "celsius"),
        ("vitamina_c", None),
    ],
)
def test_a_unit_of_several_symbols_ends_a_name(name: str, unit: str | None) -> None:
    raw = {"type": "object", "properties": {name: {"type": "number"}}}
    assert profile_schema(compile_schema(raw))[0].unit == unit


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("1,5 kg", "g", 1500),
        ("185 cm", "m", 1.85),
        ("dos horas y media", "min", 150),
        ("3 años", "mes", 36),
        ("68 °F", "celsius", 20),
        ("18 meses", "año", 1.5),
        ("2 meses", "d", None),  # no fixed length
        ("20 g", "g", None),  # the same unit
        ("30 km/h", "m", None),
        ("20", "g", None),
        ("1 kg o 2 kg", "g", None),
    ],
)
def test_an_amount_in_another_unit(text: str, unit: str, expected: float | None) -> None:
    assert in_unit(text, unit) == expected


@pytest.mark.parametrize(
    ("timex", "unit", "expected"),
    [
        ("P2Y3M", "month", 27),
        ("P3W", "day", 21),
        ("PT1H30M", "minute", 90),
        ("PT90M", "h", 1.5),
        ("P2Y", "day", None),  # 730 or 731
        ("P1M15D", "day", None),
        ("PXD", "day", None),
        ("2024-05", "month", None),
    ],
)
def test_a_duration_in_a_unit(timex: str, unit: str, expected: float | None) -> None:
    assert duration_in(timex, unit) == expected


def test_years_and_months_have_no_fixed_number_of_days() -> None:
    assert converted(4, "year", "day") is None
    assert converted(18, "month", "year") == 1.5
    assert same_kind("year", "hour")
    assert not same_kind("kg", "m")


@pytest.mark.parametrize(
    ("name", "description", "kind", "unit"),
    [
        ("largo_m", "", "number", "m"),
        ("espera_min", "", "integer", "minute"),
        ("litros_riego", "Litros de agua", "integer", "L"),
        ("kg_por_saco", "", "number", "kg"),
        ("cierre", "Hora de cierre, HH:MM", "string", None),
        ("potencia", "Potencia contratada (kW)", "number", "kW"),
        ("caudal", "Caudal en metros cúbicos", "number", "m3"),
        ("ritmo", "Pulsaciones por minuto", "integer", None),
        ("turnos", "Shifts in a week", "integer", None),
        ("edad_minima", "", "integer", "year"),
    ],
)
def test_the_unit_a_field_likely_asks_for(
    name: str, description: str, kind: str, unit: str | None
) -> None:
    properties = {name: {"type": kind, "description": description}}
    (profile,) = profile_schema(compile_schema({"type": "object", "properties": properties}))
    assert profile.unit == unit
