"""Dates without a year whose words say which it is."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.date_completion import with_moments
from nlp.spans import Document
from nlp.temporal.years import with_years

SIGNED = "Firmado en Lugo el 3 de marzo de 2024. "


def _days(text: str) -> dict[str, str | None]:
    document = Document("", text)
    found = with_moments(document, find_candidates(document))
    return {one.mention: one.timex for one in found if one.label == "DATE"}


@pytest.mark.parametrize(
    ("text", "mention", "day"),
    [
        (SIGNED + "Según la Ley 12/2017, de 6 de octubre.", "6 de octubre", "2017-10-06"),
        (SIGNED + "Decreto núm. 8/1998 de 5 de mayo.", "5 de mayo", "1998-05-05"),
        (SIGNED + "Lote 8/2017 y tarifa de 5 de mayo.", "5 de mayo", "2024-05-05"),
        (SIGNED + "Se casó el 2 de mayo del mismo año.", "2 de mayo del mismo año", "2024-05-02"),
        (
            SIGNED + "Murió el 20 de noviembre del corriente año.",
            "20 de noviembre del corriente año",
            "2024-11-20",
        ),
        (SIGNED + "El acta es del 15 de febrero siguiente.", "15 de febrero", "2025-02-15"),
        (SIGNED + "Vence el 5 de enero del año siguiente.", "5 de enero del año siguiente", "2025-01-05"),
        (SIGNED + "Volverá el 9 de enero próximo.", "9 de enero", "2025-01-09"),
        (SIGNED + "Se reunió el 12 de junio pasado.", "12 de junio", "2023-06-12"),
        (
            SIGNED + "Las fiestas de 1910 fueron el 8 de abril de ese año.",
            "8 de abril",
            "1910-04-08",
        ),
    ],
)  # fmt: skip
def test_words_around_a_date_say_its_year(text: str, mention: str, day: str) -> None:
    assert _days(text)[mention] == day


def test_a_year_in_words_may_join_its_last_figure_with_and() -> None:
    text = "a los tres días del mes de mayo de dos mil veinte y dos"
    document = Document("", text)
    assert [one.timex for one in find_candidates(document) if one.label == "DATE"] == ["2022-05-03"]


def test_a_fact_of_a_prompt_takes_the_year_of_the_number_it_stands_behind() -> None:
    document = Document("", SIGNED + "Se aplica la Ley 12/2017, de 6 de octubre.")
    found = {one.mention: one.timex for one in with_years(document, find_candidates(document))}
    assert found["6 de octubre"] == "2017-10-06"


@pytest.mark.parametrize("course", ["2023/24", "2023-2024", "2023–24"])
def test_a_course_of_two_years_has_its_autumn_in_the_first(course: str) -> None:
    days = _days(f"Curso {course}. Empezó el 8 de septiembre y se evalúa el 22 de marzo.")
    assert (days["8 de septiembre"], days["22 de marzo"]) == ("2023-09-08", "2024-03-22")
