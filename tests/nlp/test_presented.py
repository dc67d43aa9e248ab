"""What an opening sentence presents, and births and deaths in brackets."""

import pytest
from symbolic_answers import answer

from nlp.labels.presented import presented

BORN, DIED = "Fecha de nacimiento", "Fecha de fallecimiento"
_DATE = {"type": ["string", "null"], "format": "date"}
_TEXT = {"type": ["string", "null"]}


def _parts(text: str) -> dict[str, str]:
    return {one.label: text[one.start : one.end] for one in presented(text)}


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("Fuente Honda es un municipio de la sierra.", "Municipio", "Fuente Honda"),
        ("# Oria\n\n**Oria** (Lugo) es una ciclista.", "Ciclista", "Oria"),
        ("«La orilla» fue una revista mensual.", "Revista", "La orilla"),
        ("El gorrión pardo es un ave pequeña.", "Ave", "gorrión pardo"),
    ],
)
def test_a_text_says_what_its_subject_is(text: str, kind: str, subject: str) -> None:
    parts = _parts(text)
    assert parts[kind] == parts["Nombre"] == subject


@pytest.mark.parametrize(
    ("brackets", "born", "died"),
    [
        ("(1871-1945)", "1871", "1945"),
        ("(Loja, 1919 – Quito, 17 de junio de 2003)", "1919", "17 de junio de 2003"),
        ("(n. Lugo, 4 de mayo de 1930; m. Madrid, 2011)", "4 de mayo de 1930", "2011"),
    ],
)
def test_brackets_tell_of_a_life(brackets: str, born: str, died: str) -> None:
    parts = _parts(f"El músico Nicanor Beltrán {brackets} compuso valses.")
    assert (parts[BORN], parts[DIED]) == (born, died)


def test_a_year_alone_in_brackets_is_a_birth_only_of_whom_the_text_presents() -> None:
    assert _parts("Nuria Prat (Reus, 1988) es una ciclista.")[BORN] == "1988"
    assert BORN not in _parts("Nuria Prat pintó El patio (Reus, 1988) en su taller.")


def test_birth_and_death_answer_their_fields_with_date_and_place() -> None:
    text = (
        "Dolores Yepes (San Pablo, 2 de noviembre de 1919 – Quito, 17 de junio de 2003) fue una "
        "pintora ecuatoriana. Vivió en Lima entre 1940 y 1952."
    )
    found = answer(
        text, fecha_nacimiento=_DATE, lugar_nacimiento=_TEXT, fecha_muerte=_DATE, lugar_muerte=_TEXT
    )
    assert found == {
        "fecha_nacimiento": "1919-11-02",
        "lugar_nacimiento": "San Pablo",
        "fecha_muerte": "2003-06-17",
        "lugar_muerte": "Quito",
    }
