"""Ages with initials for their units: "Edad: 4 a 2 m"."""

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.spans import Document

MONTHS = {"type": "integer", "description": "Edad en meses"}


@pytest.mark.parametrize(
    ("text", "years", "months"),
    [
        ("Edad: 4 a 2 m", 4, 50),
        ("EDAD   9 a. 11 m.", 9, 119),
        ("Edad: 58 a", 58, 696),
        ("Edad: 7 años con 5 meses", 7, 89),
    ],
)
def test_an_age_in_years_and_months(text: str, years: int, months: int) -> None:
    told = f"Paciente: Saúl Ibarra\n{text}\nPeso: 18 kg"
    asked = answer(told, edad={"type": "integer"}, edad_meses=MONTHS)
    assert asked == {"edad": years, "edad_meses": months}


@pytest.mark.parametrize(
    "text", ["Edad: 5 a 7", "Edad: de 5 a 7 años", "Tabla 4 a 2 m de la puerta"]
)
def test_ranges_and_metres_are_no_short_ages(text: str) -> None:
    found = find_candidates(Document("", text))
    assert not any(one.label == "AGE" and one.mention.startswith(("5 a", "4 a")) for one in found)
