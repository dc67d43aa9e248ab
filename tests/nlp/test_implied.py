"""Candidates that follow from others: hours of moments, clauses that say why; names inside labels."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.implied import derived_candidates
from nlp.spans import NAME_LABELS, Document


def _all(text: str) -> set[tuple[str, str]]:
    document = Document("", text)
    found = find_candidates(document)
    every = (*found, *derived_candidates(document, found))
    return {(one.label, one.mention) for one in every}


@pytest.mark.parametrize(
    ("text", "label", "mention"),
    [
        ("La espero el 6 de febrero de 2025 a las 16:15.", "TIME", "16:15"),
        ("Salida: 27/07/2024, 20:30 h. Andén 2.", "TIME", "20:30 h"),
        ("Ensayan los domingos a las 19.30 en el atrio.", "TIME", "19.30"),
        ("Lo veo el martes que viene a las cinco y media.", "TIME", "cinco y media"),
        ("La vista es el martes 14 de mayo de 2024, de 16:30 a 18:00.", "TIME", "16:30"),
        ("Hay pista libre de 11 a 12:30.", "TIME", "11"),
        ("Baja de cinco días a partir del 4 de agosto de 2025.", "DURATION", "cinco días"),
        ("Baja de cinco días a partir del 4 de agosto de 2025.", "DATE", "4 de agosto de 2025"),
        ("Llegó dos semanas antes del 3 de junio de 2024.", "DURATION", "dos semanas"),
        (
            "Hoy no abrimos porque se rompió la caldera. Gracias.",
            "NOUN_PHRASE",
            "se rompió la caldera",
        ),
        (
            "Cerraron el puente debido a que el río creció, según la alcaldesa.",
            "NOUN_PHRASE",
            "el río creció",
        ),
        ("Recogen firmas para que vuelva el autobús.", "NOUN_PHRASE", "vuelva el autobús"),
        ("Vende el solar para pagar la obra; urge.", "NOUN_PHRASE", "pagar la obra"),
    ],
)
def test_hours_of_moments_and_clauses_that_say_why(text: str, label: str, mention: str) -> None:
    assert (label, mention) in _all(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Curso de cestería en Betanzos: ocho tardes, con merienda.", "Betanzos"),
        ("Tripulación del remolcador Virgen del Mar: patrón y dos marineros.", "Virgen del Mar"),
        ("Tren AV 247 con destino a Zafra: llega tarde.", "AV 247"),
    ],
)
def test_a_name_inside_what_leads_a_sentence_is_a_candidate(text: str, name: str) -> None:
    assert any(name in mention and len(mention) < 30 for _, mention in _all(text))


def test_labels_of_a_form_are_no_names() -> None:
    text = "Nombre del Centro: IES Zaida\nFecha de Alta: 3/2/2024\nCurso: 2.º\nTutor: Luis Paz\n"
    names = {mention for label, mention in _all(text) if label in NAME_LABELS}
    assert not {"Centro", "Alta"} & names
