"""Flags and genders by what forms write of them: opposites, initials, other words for the same."""

from typing import Any

import pytest
from symbolic_answers import answer

FLAG: dict[str, Any] = {"type": "boolean"}
BILL = "Factura de agua 18-22\nTitular: Ana Roca\nTipo de lectura: {}\nConsumo: 31 m3"


@pytest.mark.parametrize(("said", "estimated"), [("REAL", False), ("estimada", True)])
def test_the_opposite_of_a_word_denies_a_flag(said: str, estimated: bool) -> None:
    asked = answer(BILL.format(said), lectura_estimada=FLAG)
    assert asked == {"lectura_estimada": estimated}


@pytest.mark.parametrize(
    ("said", "sterile"),
    [("hembra castrada", True), ("H - OVH en 2023", True), ("macho entero", False)],
)
def test_a_flag_is_told_in_other_words(said: str, sterile: bool) -> None:
    text = f"Paciente: Canela\nEspecie: canina\nSexo: {said}\nPeso: 8 kg"
    assert answer(text, esterilizado=FLAG) == {"esterilizado": sterile}


@pytest.mark.parametrize(
    ("initial", "members", "beside", "member"),
    [
        ("M", ["masculino", "femenino"], "obra_social", "masculino"),
        ("M", ["male", "female", "other"], "obra_social", "male"),
        ("M", ["hombre", "mujer"], "obra_social", "mujer"),
        ("H", ["hombre", "mujer"], "obra_social", "hombre"),
        ("H", ["macho", "hembra"], "raza", "hembra"),
        ("H", ["male", "female"], "raza", "female"),
        ("H", ["male", "female"], "mascota", "male"),
        ("M (mujer)", ["male", "female"], "obra_social", "female"),
        ("[ ] H  [X] M", ["male", "female"], "obra_social", "female"),
        ("[ ] F  [X] M", ["male", "female"], "obra_social", "male"),
    ],
)
def test_initials_of_genders(initial: str, members: list[str], beside: str, member: str) -> None:
    text = f"Paciente: Robledo\nSexo: {initial}\nIngreso: 4/5/2024\nControl: 12/5/2024"
    asked = answer(text, sexo={"enum": members}, **{beside: {"type": ["string", "null"]}})
    assert asked["sexo"] == member


@pytest.mark.parametrize(
    ("said", "members", "member"),
    [
        ("VESPERTINO", ["morning", "afternoon", "evening"], "afternoon"),
        ("vespertino", ["mañana", "tarde", "noche"], "tarde"),
        ("noche", ["matutino", "vespertino", "nocturno"], "nocturno"),
    ],
)
def test_times_of_day(said: str, members: list[str], member: str) -> None:
    text = f"Liceo 14\nTurno: {said}\nGrupo: 2.º C"
    assert answer(text, turno={"enum": members}) == {"turno": member}
