"""Doses of a day, reckoned from that of one time and how often it is taken."""

import pytest
from symbolic_answers import answer

DAY = {"type": "number", "description": "Dosis diaria total"}


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("Indico losartán 50 mg c/12 h y control en un mes.", "losartan_mg_dia", 100),
        ("Tratamiento: enalapril 10 mg, medio comprimido cada 12 horas.", "dosis_mg", 10),
        ("Metformina 850 mg 1-0-1. Insulina 10 UI por la noche.", "metformina_mg_dia", 1700),
        ("Salbutamol 200 mcg, 2 puff c/8 h.", "salbutamol_mcg_dia", 1200),
        ("Peso: 4,35 kg. Doxiciclina 10 mg/kg c/24 h.", "doxiciclina_mg", 43.5),
        ("Furosemida 40 mg dos veces al día durante una semana.", "mg_per_day", 80),
        ("Toma atenolol 50 mg por la mañana y otros 25 mg por la noche.", "atenolol_mg", 75),
        ("Amoxicilina 250 mg/5 ml. Se dan 7 ml cada 8 horas.", "amoxicilina_mg", 1050),
        ("Indapamida 2,5 mg al día y dieta sin sal.", "indapamida_mg", 2.5),
        ("Ibuprofeno 400 mg c/8 h; omeprazol 20 mg c/24 h.", "ibuprofeno_mg", 1200),
    ],
)
def test_a_dose_of_a_day(text: str, name: str, wanted: float) -> None:
    assert answer(text, **{name: DAY}) == {name: wanted}


def test_a_dose_of_one_time_stays() -> None:
    each = {"type": "number", "description": "Dosis de cada toma"}
    assert answer("Indico losartán 50 mg c/12 h.", losartan_mg=each) == {"losartan_mg": 50}


def test_doses_of_two_drugs_are_not_taken_for_each_other() -> None:
    text = "Losartán 50 mg c/12 h y amlodipino 5 mg c/12 h."
    assert answer(text, amlodipino_mg=DAY) == {"amlodipino_mg": 10}
