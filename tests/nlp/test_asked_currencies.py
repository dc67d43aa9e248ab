"""The money that a schema asks for, by code and by name, and what of a text may be in it."""

from typing import Any

import pytest
from labelled_answers import NUMBER, answer

from nlp.asked.field_profile import profile_schema
from nlp.numeric.currencies import may_be_in
from nlp.schema_compiler import compile_schema


@pytest.mark.parametrize(
    ("name", "told", "unit"),
    [
        ("cuota_cop", "", "COP"),
        ("precio_eur", "", "EUR"),
        ("multa", "En quetzales", "GTQ"),
        ("precio_final", "PEN", "PEN"),
        ("sueldo_pesos", "", "peso"),
        ("world_cup", "", None),
        ("peso_kg", "", "kg"),
        ("paciente_peso", "", None),  # a weight
        ("anchura", "Pulgadas", "in"),
    ],
)
def test_the_unit_a_field_asks_for(name: str, told: str, unit: str | None) -> None:
    schema = compile_schema(
        {"type": "object", "properties": {name: NUMBER | {"description": told}}}
    )
    assert profile_schema(schema)[0].unit == unit


@pytest.mark.parametrize(
    ("written", "mention", "asked", "expected"),
    [
        ("MXN", "$ 103.000", "COP", True),  # whose pesos they are the text does not say
        ("USD", "$ 40", "CLP", True),
        ("USD", "US$ 40", "CLP", False),
        ("PEN", "S/ 20", "PEN", True),
        ("EUR", "20 €", "peso", False),
    ],
)
def test_an_amount_may_be_in_the_currency_asked_for(
    written: str, mention: str, asked: str, expected: bool
) -> None:
    assert may_be_in(written, mention, asked) is expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [({"costo_clp": NUMBER}, {"costo_clp": 38500}), ({"costo_usd": NUMBER}, {"costo_usd": 40})],
)
def test_of_two_currencies_the_one_asked_for(asked: dict[str, Any], expected: Any) -> None:
    text = "El arreglo costó US$ 40, esto es, $ 38.500 al cambio del día. Pesaba 12 kg."
    assert answer(text, asked) == expected
