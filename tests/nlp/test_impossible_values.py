"""Values that no calendar, clock or number has: a text with them is read like any other."""

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.match.date_completion import with_moments
from nlp.numeric.units import convert
from nlp.spans import Document


def test_hours_are_counted_from_the_end_of_a_day() -> None:
    document = Document("uno", "Cerró a las 24:00 del 3 de mayo de 2024; dos horas antes se fue.")
    found = with_moments(document, find_candidates(document))
    assert ("dos horas antes", "2024-05-03T22:00") in {(one.mention, one.timex) for one in found}


@pytest.mark.parametrize(
    "text",
    [
        "La masa es de 1e400 kg.\nPeso: 1e400 kg\n",
        "A las 23:00 del 31 de diciembre de 9999 partió; dos horas después llegó.\n",
        "Peso: 99999999999999999999999999999999999999999999 kg\n",
    ],
)
def test_what_no_number_or_calendar_holds_is_no_crash(text: str) -> None:
    found = answer(text, peso={"type": ["number", "null"]}, llegada={"type": ["string", "null"]})
    assert set(found) == {"peso", "llegada"}


def test_a_unit_of_nothing_converts_to_nothing() -> None:
    assert convert(3.0, "€/0kg", "€/kg") is None
