"""What stands at and around the places of options."""

from typing import Any

import pytest
from weighable import weighable

from nlp.match.options import FieldOptions
from nlp.match.trees import Traits

TEXT = """La perita Rosalía Quintanar midió la grieta el 4 de marzo de 2024.
Largo: 3,2 m  Ancho: 18 mm
Expediente EX-7714 de la Diputación de Soria
"""


def traits_by_value(properties: dict[str, Any]) -> dict[str, dict[Any, Traits]]:
    fields = weighable(TEXT, properties)
    return {
        one.profile.path: {option.value: option.traits for option in one.options}
        for one in fields
        if isinstance(one, FieldOptions)
    }


@pytest.fixture(scope="module")
def told() -> dict[str, dict[Any, Traits]]:
    return traits_by_value(
        {
            "perito": {"type": "string", "description": "Nombre de la perita que midió la grieta"},
            "largo_m": {"type": "number", "description": "Largo de la grieta en metros"},
            "ancho_mm": {"type": "number", "description": "Ancho de la grieta en milímetros"},
        }
    )


def test_a_name_has_capital_words_and_suits_who_asks_for_a_person(
    told: dict[str, dict[Any, Traits]],
) -> None:
    name = told["perito"]["Rosalía Quintanar"]
    assert name["capital_words"] == 1.0
    assert name["suits"] > name["misfits"]


def test_the_fields_own_words_stand_nearer_than_its_rivals(
    told: dict[str, dict[Any, Traits]],
) -> None:
    long, wide = told["largo_m"][3.2], told["ancho_mm"][18]
    assert long["name_before"] > long["rival_before"]
    assert wide["name_before"] > wide["rival_before"]
    assert long["rival_after"] > long["name_after"]
    assert long["name_in_line"] > 0


def test_numbers_are_told_by_size_and_by_their_place_among_those_of_the_line(
    told: dict[str, dict[Any, Traits]],
) -> None:
    long, wide = told["largo_m"][3.2], told["ancho_mm"][18]
    assert (long["numbers_before"], wide["numbers_before"]) == (0, 1)
    assert (long["whole"], wide["whole"]) == (0.0, 1.0)
    assert wide["amount"] > long["amount"]
