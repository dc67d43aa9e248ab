"""Quantities, temperatures and ages, and their reading from strings."""

import pytest
from babel.units import format_unit
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.numeric import unit_symbols, units
from nlp.numeric.measures import measures
from nlp.numeric.quantities import find_ages, find_quantities, find_temperatures
from nlp.numeric.units import convert, read_unit
from nlp.spans import Candidate, Document, Value


def document(text: str) -> Document:
    return Document("d", text)


def values(found: tuple[Candidate, ...]) -> list[tuple[str, float | None, str | None]]:
    return [(one.mention, one.value.number, one.value.unit) for one in found if one.value]


QUANTITIES = [
    ("Pesa 3,5 kg.", ("3,5 kg", 3.5, "kg")),
    ("Glucosa: 120 mg/dL.", ("120 mg/dL", 120, "mg/dL")),
    ("Ayer ordeñó 18 litros a la Pinta.", ("18 litros", 18, "L")),
    ("Gasta 18 litros a la hora.", ("18 litros a la hora", 18, "L/h")),
    ("Hay 96 hab/km².", ("96 hab/km²", 96, "hab/km2")),
    ("Midió 35 μg/m³.", ("35 μg/m³", 35, "µg/m3")),
    (
        "Iba a ciento veinte kilómetros por hora.",
        ("ciento veinte kilómetros por hora", 120, "km/h"),
    ),
    ("Compró dos millones de toneladas.", ("dos millones de toneladas", 2000000, "t")),
    ("Corrió 1/4 de milla.", ("1/4 de milla", 0.25, "mi")),
    ("Añada medio litro.", ("medio litro", 0.5, "L")),
    ("Pesaba un kilo y medio.", ("un kilo y medio", 1.5, "kg")),
    ("Mide un metro ochenta.", ("un metro ochenta", 1.8, "m")),
    ("Una finca de 40 000 m².", ("40 000 m²", 40000, "m2")),
    ("Densidad: 93,7 hab./km².", ("93,7 hab./km²", 93.7, "hab/km2")),
    ("Mide 1 m 75 cm.", ("1 m 75 cm", 1.75, "m")),
    ("Pesó tres kilos y 200 gramos.", ("tres kilos y 200 gramos", 3.2, "kg")),
    ("Iba a 120 Km/h.", ("120 Km/h", 120, "km/h")),
    ("Un disco de 2TB.", ("2TB", 2, "TB")),
    ("Un diámetro de 2326 ± 12 km.", ("2326 ± 12 km", 2326, "km")),
    ("Leucocitos 15.000/mm³.", ("15.000/mm³", 15000, "/mm3")),
    ("Dosis de 60 mg/kg/día.", ("60 mg/kg/día", 60, "mg/kg/d")),
    ("Un eje inclinado 23,4° sobre la órbita.", ("23,4°", 23.4, "deg")),
    ("Altura (m): 12   Plantas: 3", ("12", 12, "m")),
    ("Capacidad (l) .... 40   Ruedas 4", ("40", 40, "L")),
    ("Temp. (°C): 36,5", ("36,5", 36.5, "celsius")),
    ("Grasa (%)  24", ("24", 24, "%")),
    ("Jarabe de 250 mg/5 ml.", ("250 mg/5 ml", 250, "mg/5mL")),
    ("Gasta 6 l/100 km.", ("6 l/100 km", 6, "L/100km")),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Energía: 1.890 kJ/456 kcal", [("1.890 kJ", 1890, "kJ"), ("456 kcal", 456, "kcal")]),
        ("Portátil de 16 GB / 512 GB", [("16 GB", 16, "GB"), ("512 GB", 512, "GB")]),
        ("Motor de 36 V / 250 W", [("36 V", 36, "V"), ("250 W", 250, "W")]),
    ],
)
def test_a_second_value_behind_a_stroke_is_no_rate(
    text: str, expected: list[tuple[str, float, str]]
) -> None:
    assert values(find_quantities(document(text))) == expected


@pytest.mark.parametrize(("text", "expected"), QUANTITIES)
def test_quantities(text: str, expected: tuple[str, float, str]) -> None:
    assert values(find_quantities(document(text))) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Carece de una atmósfera densa.", "Grupo 3 A del colegio.", "Entrega (m): 12/05/2024",
        "Ana (a) 5", "Tardó 3 horas.",
        "El 5 de mayo.", "Son 4 EGB y 2 PIB.", "Vio un sol espléndido.",
    ],
)  # fmt: skip
def test_what_is_no_quantity(text: str) -> None:
    assert find_quantities(document(text)) == ()


def test_a_dose_comes_with_and_without_its_substance() -> None:
    found = values(find_quantities(document("Tome 500 mg de paracetamol.")))
    assert found == [("500 mg de paracetamol", 500, "mg"), ("500 mg", 500, "mg")]


@pytest.mark.parametrize(
    ("text", "mention", "low", "high", "modifier"),
    [
        ("De 20 a 30 metros.", "De 20 a 30 metros", 20, 30, None),
        ("Tome 250 mg – 325 mg.", "250 mg – 325 mg", 250, 325, None),
        ("Tome 10-15 ml.", "10-15 ml", 10, 15, None),
        ("Más de 380 kg.", "Más de 380 kg", 380, None, "more_than"),
        ("Por debajo de 6 litros.", "Por debajo de 6 litros", None, 6, "less_than"),
    ],
)
def test_quantity_ranges(
    text: str, mention: str, low: float | None, high: float | None, modifier: str | None
) -> None:
    found = [one for one in find_quantities(document(text)) if one.mention == mention]
    assert [one.value and one.value.kind for one in found] == ["quantity_range"]
    assert found[0].value is not None
    assert (found[0].value.low, found[0].value.high) == (low, high)
    assert found[0].value.modifier == modifier


TEMPERATURES = [
    ("Tenía 38,5 °C.", ("38,5 °C", 38.5, "celsius")),
    ("Bajó a -5 ºC.", ("-5 ºC", -5, "celsius")),
    ("Hacía cinco grados bajo cero.", ("cinco grados bajo cero", -5, "degree")),
    ("Estaban a 12 bajo cero.", ("12 bajo cero", -12, "degree")),
    ("Eran 100 grados Fahrenheit.", ("100 grados Fahrenheit", 100, "fahrenheit")),
    ("Se funde a 200 K.", ("200 K", 200, "kelvin")),
    ("Precaliente el horno a 180°.", ("180°", 180, "degree")),
    (
        "Pasa de menos veinte grados centígrados.",
        ("menos veinte grados centígrados", -20, "celsius"),
    ),
]


@pytest.mark.parametrize(("text", "expected"), TEMPERATURES)
def test_temperatures(text: str, expected: tuple[str, float, str]) -> None:
    assert expected in values(find_temperatures(document(text)))


@pytest.mark.parametrize(
    "text", ["Tres grados de libertad.", "Está a 40° N.", "El 5.º grado.", "Costó 12 centavos."]
)
def test_what_is_no_temperature(text: str) -> None:
    assert find_temperatures(document(text)) == ()


AGES = [
    ("Ana tiene 45 años.", ("45 años", 45, "year")),
    ("Un niño de tres meses.", ("tres meses", 3, "month")),
    ("Marta, 33 años, abogada.", ("33 años", 33, "year")),
    ("Paciente varón de 62 años de edad.", ("62 años de edad", 62, "year")),
    ("Murió a los ochenta años.", ("ochenta años", 80, "year")),
    ("Tiene cuarenta y dos (42) años.", ("cuarenta y dos (42) años", 42, "year")),
    ("El menor, de 14 años, declaró.", ("14 años", 14, "year")),
    ("Ana (29 años) y Luis.", ("29 años", 29, "year")),
    ("Un contrato de 5 años.", None),
    ("Una niña de 8 meses y medio.", ("8 meses y medio", 8.5, "month")),
    ("Tiene 5 años de experiencia.", None),
]


@pytest.mark.parametrize(("text", "expected"), AGES)
def test_ages(text: str, expected: tuple[str, float, str] | None) -> None:
    assert values(find_ages(document(text))) == ([expected] if expected else [])


def test_age_ranges() -> None:
    found = find_ages(document("Atiende a jóvenes de 18 a 25 años."))
    spans = [one.value and (one.value.low, one.value.high) for one in found]
    assert spans[0] == (18, 25)


def test_blood_pressure_is_two_readings() -> None:
    (found,) = find_quantities(document("PA: 120/80 mmHg."))
    assert found.value is not None
    assert (found.value.low, found.value.high, found.value.text) == (80, 120, "120/80")


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("| TA | FC |\n|---|---|\n| 127/81 | 70 |", ["127/81"]),
        ("Tensión: 127/81. Control: 12/05/2024. Historia 188/70/2.", ["127/81"]),
        ("Expediente 127/81 del ayuntamiento.", []),
        ("TA estable. Visto el recurso 81/127.", []),
    ],
)
def test_a_pressure_without_its_unit_needs_a_word_for_it(text: str, mentions: list[str]) -> None:
    found = [one.mention for one in find_quantities(document(text))]
    assert [one for one in found if "/" in one] == mentions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("38,5 °C", ("temperature", 38.5, "celsius")),
        ("50 000 euros", ("money", 50000, "EUR")),
        ("12 mg/dL", ("quantity", 12, "mg/dL")),
        ("el 12 %", None),
        ("12 %", ("percent", 12, "%")),
        ("doce", None),
        ("", None),
    ],
)
def test_a_string_that_is_a_measure(text: str, expected: tuple[str, float, str] | None) -> None:
    whole = [one for one in measures(text) if (one.start, one.end) == (0, len(text))]
    assert [(one.kind, one.number, one.unit) for one in whole] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("number", "source", "target", "expected"),
    [
        (36, "km/h", "m/s", 10),
        (2, "toneladas", "kg", 2000),
        (100, "fahrenheit", "celsius", 37.7777777778),
        (1, "m3", "L", 1000),
        (1, "hectárea", "m2", 10000),
        (1, "kWh", "J", 3600000),
        (5, "mg/dL", "g/L", 0.05),
        (1, "atm", "kPa", 101.325),
        (1, "kg", "m", None),
        (1, "mol", "UI", None),
        (1, "nada", "kg", None),
    ],
)
def test_convert(number: float, source: str, target: str, expected: float | None) -> None:
    converted = convert(number, source, target)
    assert converted == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("written", "symbol"),
    [
        ("Kilómetros por hora", "km/h"),
        ("mg", "mg"),
        ("m²", "m2"),
        ("MG/ML", "mg/mL"),
        ("gatos", None),
    ],
)
def test_read_unit(written: str, symbol: str | None) -> None:
    assert read_unit(written) == symbol


CLDR_UNITS = [
    ("length-kilometer", "km"),
    ("mass-kilogram", "kg"),
    ("volume-liter", "L"),
    ("speed-kilometer-per-hour", "km/h"),
    ("area-square-kilometer", "km2"),
    ("pressure-hectopascal", "hPa"),
    ("energy-kilowatt-hour", "kWh"),
    ("digital-gigabyte", "GB"),
    ("volume-cubic-meter", "m3"),
    ("length-mile", "mi"),
    ("power-kilowatt", "kW"),
    ("frequency-megahertz", "MHz"),
]


@given(
    st.decimals(min_value=2, max_value=10**6, places=1),
    st.sampled_from(CLDR_UNITS),
    st.sampled_from(["long", "short"]),
)
@settings(max_examples=80, deadline=None)
def test_formatted_units_read_back(number: float, unit: tuple[str, str], length: str) -> None:
    written = format_unit(number, unit[0], length=length, locale="es")
    (value, *_) = measures(written)
    assert (value.start, value.end) == (0, len(written))
    assert (value.number, value.unit) == (pytest.approx(float(number)), unit[1])


# What quantulum3 adds behind the Spanish number reader: symbols and compounds of no lexicon of ours.
SYMBOLS = [
    ("una actividad de 370 MBq", (370, "MBq")),
    ("recibió 2,5 Gy", (2.5, "Gy")),
    ("un campo de 0,8 T·m", (0.8, "T·m")),
    ("conduce 3 W/(m·K)", (3, "W/(m·K)")),
    ("capacidad de 4,2 J/(g·K)", (4.2, "J/(g·K)")),
    ("un flujo de doce Wb", (12, "Wb")),
]


@pytest.fixture
def _fresh_units() -> None:
    measures.cache_clear()


@pytest.mark.usefixtures("_fresh_units")
@pytest.mark.parametrize(("text", "expected"), SYMBOLS)
def test_quantulum_adds_symbols(text: str, expected: tuple[float, str]) -> None:
    found = find_quantities(document(text))
    assert [one.value and (one.value.number, one.value.unit) for one in found] == [expected]


@pytest.mark.usefixtures("_fresh_units")
@pytest.mark.parametrize(("text", "expected"), SYMBOLS)
def test_quantulum_can_be_turned_off(
    text: str, expected: tuple[float, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERAZ_QUANTULUM", "0")
    assert find_quantities(document(text)) == ()
    measures.cache_clear()


@pytest.mark.parametrize("word", ["Dr", "El", "casa", "PIB", "iPhone", "PCs"])
def test_words_are_no_symbols(word: str) -> None:
    assert unit_symbols.canonical_symbol(word) is None


def test_every_family_has_a_dimension() -> None:
    table = units.lexicon()
    assert {unit.family for unit in table.units.values()} <= set(table.dimensions)


@given(st.text(alphabet="0123456789.,-°ºCkgm/%²³()·µ \n", max_size=40))
@settings(max_examples=100, deadline=None)
def test_mentions_are_slices(text: str) -> None:
    for finder in (find_quantities, find_temperatures, find_ages):
        for one in finder(document(text)):
            assert one.mention == text[one.start : one.end] != ""
            assert isinstance(one.value, Value)
