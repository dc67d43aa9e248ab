"""Dates in figures as forms have them: day and month alone, in boxes, with blanks around the bars."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.date_completion import with_moments
from nlp.spans import Document


def _days(text: str) -> list[str | None]:
    document = Document("", "Taller Noa, Vigo, 3 de marzo de 2024\n" + text)
    found = with_moments(document, find_candidates(document))
    return [one.timex for one in found if one.label == "DATE" and one.start > 36]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Retirado    9/8, paga saldo", "2024-08-09"),
        ("Fecha: 10/10", "2023-10-10"),
        ("(–) Anticipo 6/8, recibo 512", "2024-08-06"),
        ("**Fecha de entrada:** 21-5", "2024-05-21"),
        ("20-2: terminado", "2024-02-20"),
        ("FECHA: DÍA 21 | MES 02 | AÑO 2025", "2025-02-21"),
        ("Fecha de compra:  14 / XI / 2023", "2023-11-14"),
        ("FECHA: 02 / 01 / 22", "2022-01-02"),
    ],
)
def test_days_in_figures_are_dates(text: str, day: str) -> None:
    assert _days(text) == [day]


@pytest.mark.parametrize(
    "text",
    [
        "1/2 taza de azúcar", "Hoja 1/3", "Página 2/2", "dolor 8/10", "tubo de 3/4 de pulgada",
        "tornillo 5/16", "tel. 12-5 33", "agudeza 10/10", "expediente 31/4",
    ],
)  # fmt: skip
def test_parts_pages_and_sizes_are_none(text: str) -> None:
    assert _days(text) == []


def test_a_text_without_any_date_has_no_days_by_figures() -> None:
    document = Document("", "Retirado 9/8, paga saldo")
    found = with_moments(document, find_candidates(document))
    assert [one for one in found if one.label == "DATE"] == []
