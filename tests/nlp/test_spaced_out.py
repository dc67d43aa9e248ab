"""Codes, dates and amounts set one character apart, and amounts with a blank before their mark."""

import pytest

from nlp.candidates import find_candidates
from nlp.spaced_out import find_spaced_out
from nlp.spans import Document


@pytest.mark.parametrize(
    ("text", "mention", "said"),
    [
        ("1ª matriculac.   1 8 / 0 5 / 2 0 1 2", "1 8 / 0 5 / 2 0 1 2", "2012-05-18"),
        ("Hora: 1 4 : 3 0", "1 4 : 3 0", "T14:30"),
        ("RUT 1 5 . 3 3 2 . 8 7 0 - 4", "1 5 . 3 3 2 . 8 7 0 - 4", "15.332.870-4"),
        ("Socio n.º 8 2 2 0 4 4 1", "8 2 2 0 4 4 1", "8220441"),
        ("TOTAL   1 2 0 . 7 0 0 pesos", "1 2 0 . 7 0 0", "120700"),
        ("Clave: X 4 4 1 B 9", "X 4 4 1 B 9", "X441B9"),
    ],
)
def test_what_stands_one_character_apart(text: str, mention: str, said: str) -> None:
    (found,) = find_spaced_out(Document("prueba", text))
    assert text[found.start : found.end] == found.mention == mention
    assert found.value is not None
    assert said in {found.value.text, found.value.timex, str(found.value.number)}


def test_a_code_of_digits_is_a_number_too() -> None:
    (found,) = find_spaced_out(Document("prueba", "Contador 0 0 4 4 1 2 7"))
    assert found.value is not None
    assert (found.label, found.value.text, found.value.number) == ("IDENTIFIER", "0044127", 44127)


@pytest.mark.parametrize(
    "text",
    ["I N F O R M E", "Plazas A y B", "Son 1, 2 y 3.", "Sets: 6 4 y 7 5", "N.º 4 de 5"],
)
def test_other_words_apart_say_nothing(text: str) -> None:
    assert not find_spaced_out(Document("prueba", text))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Kms   187 .402   Color", 187402),
        ("Opacidad  0 , 61", 0.61),
        ("Total 1 .234 ,56", 1234.56),
        ("PORTE 80 , 00", 80.0),
    ],
)
def test_a_blank_before_the_mark_of_an_amount(text: str, number: float) -> None:
    found = find_candidates(Document("prueba", text))
    assert number in {one.value.number for one in found if one.value}


def test_signs_apart_on_a_line_with_a_plus() -> None:
    line = "  OD     + 1,25      - 0,75      95°\n- 4 sillas\nSeña  - 30"
    found = find_candidates(Document("prueba", line))
    numbers = {one.mention: one.value.number for one in found if one.value and one.value.number}
    assert numbers["- 0,75"] == -0.75
    assert (numbers["4"], numbers["30"]) == (4, 30)
