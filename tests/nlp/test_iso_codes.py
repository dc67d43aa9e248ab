"""Countries, currencies, languages, months and days as schemas ask for them: by code, in English."""

from typing import Any

import pytest
from symbolic_answers import answer

TEXT = (
    "La editorial Marola, de Lisboa (Portugal), compra por 12.500 dólares los derechos de «Sal», "
    "escrita en catalán por la autora polaca Hanna Wysocka. La presentará los jueves de octubre.\n"
)


def told(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("publisher_country", told("ISO 3166-1 alpha-2 code"), "PT"),
        ("pais_editorial", told("Código ISO 3166-1 alfa-3"), "PRT"),
        ("publisher_country", told("Country name in English"), "Portugal"),
        ("publisher_country", told("ISO 3166-1 alpha-2", pattern="^[A-Z]{2}$"), "PT"),
        ("currency", told("ISO 4217 code"), "USD"),
        ("moneda", told("Código ISO 4217"), "USD"),
        ("original_language", told("In English"), "Catalan"),
        ("original_language", told("In English, lower case"), "catalan"),
        ("mes", told("Mes de la presentación, en inglés"), "October"),
        ("weekday", told("Day of the presentation, in English"), "Thursday"),
    ],
)
def test_what_has_a_code_or_an_english_name(name: str, field: dict[str, Any], value: str) -> None:
    assert answer(TEXT, **{name: field}) == {name: value}


def test_a_label_gives_a_code_too() -> None:
    text = "Titular: Elena Roig\nNacionalidad: polaca\nMoneda: soles\nPaís de residencia: Irlanda\n"
    found = answer(
        text,
        nationality=told("ISO 3166-1 alpha-2 code"),
        currency=told("ISO 4217 code"),
        country_of_residence=told("Country name in English"),
    )
    assert found == {"nationality": "PL", "currency": "PEN", "country_of_residence": "Ireland"}


def test_what_asks_for_no_code_keeps_its_words() -> None:
    text = "Titular: Elena Roig\nNacionalidad: polaca\nMoneda: soles\n"
    asked = {"nacionalidad": {"type": "string"}, "moneda": {"type": "string"}}
    assert answer(text, **asked) == {"nacionalidad": "polaca", "moneda": "soles"}


def test_a_sentence_in_english_is_no_name_of_a_day() -> None:
    text = "El taller abre el lunes. Cierra porque se rompió la caldera.\n"
    field = told("One sentence in English: why it closed that day")
    assert answer(text, reason=field)["reason"] not in {"Monday", None}
