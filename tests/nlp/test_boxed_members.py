"""Members that stand before their boxes, that are letters, or that have but a place."""

import pytest
from symbolic_answers import answer


@pytest.mark.parametrize(
    ("line", "member"),
    [
        ("Resultado:  apto ( )   apto con reservas ( )   no apto (X)", "no_apto"),
        ("Resultado:  apto [x]   apto con reservas [ ]   no apto [ ]", "apto"),
        ("Resultado   apto [ ]   apto con reservas [x]   no apto [ ]", "apto_con_reservas"),
        ("Resultado:  [   ] apto   [  ] apto con reservas   [ X ] no apto", "no_apto"),
        ("Resultado:  apto (   )   apto con reservas ( X )   no apto (  )", "apto_con_reservas"),
        ("Resultado: apto con reservas", "apto_con_reservas"),
    ],
)
def test_boxes_may_stand_behind_their_words(line: str, member: str) -> None:
    members = {"type": "string", "enum": ["apto", "apto_con_reservas", "no_apto"]}
    assert answer(f"Ficha 12\n{line}\nFirma: Ana Ruiz\n", resultado=members) == {
        "resultado": member
    }


def test_a_ticked_word_of_an_unknown_member_has_its_place() -> None:
    members = {"type": "string", "enum": ["fall", "fire", "loose_tile", "flood"]}
    text = "Causa:  ( ) caída   ( ) incendio   (X) cornisa suelta   ( ) inundación\n"
    assert answer(text, causa=members) == {"causa": "loose_tile"}


@pytest.mark.parametrize(
    ("members", "member"),
    [(["F", "M"], "F"), (["H", "M"], "M"), (["V", "M"], "M")],
)
def test_a_letter_stands_for_a_sex(members: list[str], member: str) -> None:
    text = "Se atiende a una mujer de 40 años.\n"
    assert answer(text, sexo={"type": "string", "enum": members}) == {"sexo": member}
