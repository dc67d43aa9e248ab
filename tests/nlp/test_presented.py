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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "El tren sale de Zamora a las 6:15 y llega a Toro.",
            {"Origen": "Zamora", "Destino": "Toro"},
        ),
        ("Volé de Bogotá a Cali.", {"Origen": "Bogotá", "Destino": "Cali"}),
        (
            "Salimos de Potosí a las seis. Llegamos a Uyuni.",
            {"Origen": "Potosí", "Destino": "Uyuni"},
        ),
        (
            "El examen del 12/06/2024 se ha aplazado al 19/06/2024.",
            {"Fecha original": "12/06/2024", "Nueva fecha": "19/06/2024"},
        ),
        (
            "1.º Iker Sáez (34 puntos), 2.º Unai Roda (31) y 3.º Joel Mas (28).",
            {"Primero": "Iker Sáez", "Segundo": "Unai Roda", "Tercero": "Joel Mas"},
        ),
        (
            "La cuota pasa de 702,15 a 678,90 euros.",
            {"cuota anterior": "702,15", "cuota nueva": "678,90"},
        ),
        (
            "La junta acuerda subir la cuota de 25 a 30 euros.",
            {"cuota anterior": "25", "cuota nueva": "30"},
        ),
        (
            "Estimo la demanda interpuesta por la procuradora Sra. Gil, en nombre y representación de "
            "D. Juan Paz Oria, contra la mercantil Muebles Narcea, S.L., y condeno a la demandada.",
            {"Demandante": "Juan Paz Oria", "Demandado": "Muebles Narcea, S.L."},
        ),
    ],
)
def test_prose_tells_as_plainly_as_a_form(text: str, told: dict[str, str]) -> None:
    assert told.items() <= _parts(text).items()


@pytest.mark.parametrize(
    "text",
    [
        "Las exportaciones de la Universidad de Jaén a Estados Unidos crecieron.",
        "Trasladó la tienda de Lugo, y a Ana le gustó.",
    ],
)
def test_not_every_from_and_to_is_a_journey(text: str) -> None:
    assert "Origen" not in _parts(text)


def test_a_new_day_and_the_old_one_answer_their_fields() -> None:
    text = "La visita prevista para el 8 de abril se aplaza al 22 de abril de 2024."
    told = answer(text, fecha_original=_DATE, nueva_fecha=_DATE)
    assert told == {"fecha_original": "2024-04-08", "nueva_fecha": "2024-04-22"}
