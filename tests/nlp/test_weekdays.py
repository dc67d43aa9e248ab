"""Weekdays: how they are written short, and what they say of a day and its year."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.date_completion import with_moments
from nlp.spans import Document


def _values(text: str) -> dict[str, str | None]:
    document = Document("", text)
    found = with_moments(document, find_candidates(document))
    return {one.mention: one.timex for one in found if one.label in {"DATE", "DATETIME"}}


@pytest.mark.parametrize(
    ("text", "mention", "value"),
    [
        ("Embarque vie 9 ene 2026.", "vie 9 ene 2026", "2026-01-09"),
        ("vier 17-06  21:10 zarpa", "vier 17-06  21:10", "XXXX-06-17T21:10"),
        ("mié 6, 19:00, revisión", "mié 6, 19:00", "XXXX-XX-06T19:00"),
        ("mar 21-06 tercera calada", "21-06", "XXXX-06-21"),
        ("Lun 04 zarpe\nMar 05 calada\n", "Mar 05", "XXXX-XX-05"),
        ("Para el sábado 29 tenemos mesa.", "sábado 29", "XXXX-XX-29"),
        ("sábado 22 de junio, 20.30, en el salón", "sábado 22 de junio, 20.30", "XXXX-06-22T20:30"),
        ("ABIERTO 09JUL24 23:47", "09JUL24 23:47", "2024-07-09T23:47"),
        ("VUELO 25 ENE 26", "25 ENE 26", "2026-01-25"),
        (
            "cerró el 6 de mayo de 2024 a las 21.45 la caja",
            "6 de mayo de 2024 a las 21.45",
            "2024-05-06T21:45",
        ),
    ],
)
def test_a_short_weekday_or_month_leads_its_day(text: str, mention: str, value: str) -> None:
    assert _values(text)[mention] == value


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("lunes 8-10 h", "lunes 8-10"),
        ("29 feb           15 %", "29 feb           15"),
        ("3 dic 26 kg", "3 dic 26"),
        ("el 22 de junio, 20.30 euros", "22 de junio, 20.30"),
        ("(matrícula GI-4-22-08)", "4-22-08"),
    ],
)
def test_hours_shares_and_codes_are_no_days(text: str, mention: str) -> None:
    assert mention not in _values(text)


@pytest.mark.parametrize(
    ("text", "mention", "value"),
    [
        (
            "Informe 5 de 2023. A las 22h47 del viernes 31 de marzo tembló. El 16 de abril de 2016, más.",
            "22h47 del viernes 31 de marzo",
            "2023-03-31T22:47",
        ),
        (
            "Fin de semana del 27 y 28 de septiembre de 2025. Salida: el sábado temprano.",
            "sábado",
            "2025-09-27",
        ),
        (
            "Lugo, 4 de noviembre de 2024. Se corta el agua el próximo jueves 14.",
            "próximo jueves 14",
            "2024-11-14",
        ),
        (
            "Soria, miércoles 11 de febrero de 2026. Avisó Rosa que vuelve el sábado.",
            "sábado",
            "2026-02-14",
        ),
        (
            "Curicó, 9 de agosto de 2026. Faltan de casa desde la tarde del jueves.",
            "tarde del jueves",
            "2026-08-06TAF",
        ),
        (
            "Subasta del 29 de octubre de 2025. Visitas el 3 de octubre; "
            "pujas hasta las 12:00 del mismo día de la subasta.",
            "mismo día",
            "2025-10-29",
        ),
        (
            "Encargo de 3 de mayo de 2016; visita el 24 y 25 del mismo mes.",
            "24",
            "2016-05-24",
        ),
        (
            "Subasta del jueves 23 de mayo de 2024. Carta fechada en Lugo, a 3 de noviembre de 1911.\n"
            "Se expone hasta el 22 de mayo.",
            "22 de mayo",
            "2024-05-22",
        ),
    ],
)
def test_what_a_text_says_elsewhere_tells_the_day(text: str, mention: str, value: str) -> None:
    assert _values(text)[mention] == value


def test_the_end_of_a_range_is_behind_its_beginning() -> None:
    text = (
        "Valladolid, 18 de septiembre de 2026. Sin ascensor del lunes 5 de octubre al viernes 23."
    )
    document = Document("", text)
    found = with_moments(document, find_candidates(document))
    ends = {one.value.timex_end for one in found if one.label == "RANGE" and one.value is not None}
    assert "2026-10-23" in ends


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("del 1.º al 8 de julio de 2024", "2024-07-01", "2024-07-08"),
        ("desde el primero al 15 de marzo de 2025", "2025-03-01", "2025-03-15"),
    ],
)
def test_a_range_may_begin_with_an_ordinal(text: str, first: str, last: str) -> None:
    found = [one.value for one in find_candidates(Document("", text)) if one.label == "RANGE"]
    assert (first, last) in {(one.timex, one.timex_end) for one in found if one is not None}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Fecha   14/02/2025   18/02/2025\nHora    10:00        13:30\n", "2025-02-18T13:30"),
        ("Salida: 19-07-2024, 21:15. Llegada: 07:45 (+1 día)\n", "2024-07-20T07:45"),
        (
            "Puesto cerrado el 8 de mayo de 2024.\nSale 10:20. La de ayer se tiró.\n",
            "2024-05-08T10:20",
        ),
    ],
)
def test_an_hour_has_the_day_of_its_column_or_the_next(text: str, value: str) -> None:
    assert value in _values(text).values()
