"""Money: currencies by name, code and symbol, on either side of the number."""

import pytest
from babel.numbers import format_currency
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.numeric.measures import measures
from nlp.numeric.quantities import find_money
from nlp.spans import Document

AMOUNTS = [
    ("Costó 20 €.", "20 €", 20, "EUR"),
    ("Costó € 20,50.", "€ 20,50", 20.5, "EUR"),
    ("Pagó EUR29,99.", "EUR29,99", 29.99, "EUR"),
    ("Pagó 50 000 euros.", "50 000 euros", 50000, "EUR"),
    ("Ganó $ 1,5 millones.", "$ 1,5 millones", 1500000, "USD"),
    ("Pidió US$ 150 millones.", "US$ 150 millones", 150000000, "USD"),
    ("Vale 3,5 M€.", "3,5 M€", 3500000, "EUR"),
    ("Perdió 75 USD millones.", "75 USD millones", 75000000, "USD"),
    ("Debe dos mil millones de dólares.", "dos mil millones de dólares", 2 * 10**9, "USD"),
    ("Son 100 pesos mexicanos.", "100 pesos mexicanos", 100, "MXN"),
    ("Son 100 pesos argentinos.", "100 pesos argentinos", 100, "ARS"),
    ("Son S/ 350.", "S/ 350", 350, "PEN"),
    ("Son 450.000 yenes.", "450.000 yenes", 450000, "JPY"),
    ("Debe 300 libras esterlinas.", "300 libras esterlinas", 300, "GBP"),
    ("Vale 15 dólares con 50.", "15 dólares con 50", 15.5, "USD"),
    ("Vale 3 euros y 20 céntimos.", "3 euros y 20 céntimos", 3.2, "EUR"),
    (
        "Vale dos euros con noventa y cinco céntimos.",
        "dos euros con noventa y cinco céntimos",
        2.95,
        "EUR",
    ),
    (
        "RECIBÍ CIENTO DOS EUROS CON CUARENTA CÉNTIMOS.",
        "CIENTO DOS EUROS CON CUARENTA CÉNTIMOS",
        102.4,
        "EUR",
    ),
    ("Vale 19'95 euros.", "19'95 euros", 19.95, "EUR"),
    ("Factura 25 MM de dólares.", "25 MM de dólares", 25000000, "USD"),
    ("Cobra mil quinientos (1.500) euros.", "mil quinientos (1.500) euros", 1500, "EUR"),
    ("Total: MIL DOSCIENTOS PESOS 50/100 M.N.", "MIL DOSCIENTOS PESOS 50/100", 1200.5, None),
    ("Son doscientos trece con 53/100 soles.", "doscientos trece con 53/100 soles", 213.53, "PEN"),
    ("Avalúo: $25'000.000.", "$25'000.000", 25000000, "USD"),
    ("Son $ 3'450.000,50.", "$ 3'450.000,50", 3450000.5, "USD"),
    ("Cuesta S/ 1'250.50.", "S/ 1'250.50", 1250.5, "PEN"),
    ("Subió 14 centavos.", "14 centavos", 14, "cent"),
    ("Cobró treinta soles.", "treinta soles", 30, "PEN"),
    ("Son 1000 dólares de los Estados Unidos.", "1000 dólares de los Estados Unidos", 1000, "USD"),
]


@pytest.mark.parametrize(("text", "mention", "number", "unit"), AMOUNTS)
def test_money(text: str, mention: str, number: float, unit: str) -> None:
    (found,) = find_money(Document("d", text))
    assert (found.mention, found.label) == (mention, "MONEY")
    assert found.value is not None
    assert (found.value.number, found.value.unit) == (pytest.approx(number), unit)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("En Bogotá, Colombia, el pasaje cuesta 2.950 pesos.", "COP"),
        ("El gobierno de Chile pagará 5.000 pesos.", "CLP"),
        ("Según México, son $ 500, quinientos pesos.", "MXN"),
        ("Pagó 300 pesos.", None),
        ("Pagó $ 300.", "USD"),
        ("En Colombia pagó $ 300.000.", "COP"),
        ("En Colombia pagó $ 300.000, no dólares.", "COP"),
    ],
)
def test_pesos_are_those_of_the_country_named(text: str, unit: str | None) -> None:
    found = find_money(Document("d", text))
    assert {one.value and one.value.unit for one in found} == {unit}


@pytest.mark.parametrize(
    "text", ["Un sol espléndido.", "La cumbre COP 16.", "Un peso enorme.", "Es un boliviano."]
)
def test_what_is_no_money(text: str) -> None:
    assert [one.mention for one in find_money(Document("d", text))] in ([], ["Un peso"])


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("Entre 10 y 20 dólares.", 10, 20),
        ("De 2 a 3 millones de euros.", 2000000, 3000000),
        ("$10 - 20 dólares.", 10, 20),
        ("No más de $10.", None, 10),
        ("Al menos 300 euros.", 300, None),
        ("Desde 10.001 hasta los 600.000 €.", 10001, 600000),
    ],
)
def test_money_ranges(text: str, low: float | None, high: float | None) -> None:
    found = [one.value for one in find_money(Document("d", text)) if one.value]
    ranges = [value for value in found if value.kind == "money_range"]
    assert [(value.low, value.high) for value in ranges] == [(low, high)]


@given(
    st.decimals(min_value=1, max_value=10**7, places=2),
    st.sampled_from([("es", ","), ("es_MX", "."), ("es_AR", ",")]),
    st.sampled_from(["EUR", "USD", "GBP", "JPY"]),
)
@settings(max_examples=80, deadline=None)
def test_formatted_money_reads_back(number: float, locale: tuple[str, str], code: str) -> None:
    written = format_currency(number, code, locale=locale[0])
    (value, *_) = measures(written, decimal=locale[1])
    assert (value.start, value.end) == (0, len(written))
    assert value.unit == code
    assert value.number == pytest.approx(float(number), abs=0.51 if code == "JPY" else 0.006)
