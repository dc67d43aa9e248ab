"""Who is greeted and who signs."""

import pytest

from nlp.labels.letters import letter_parts
from nlp.layout.structure import layout
from nlp.spans import Document

_LONG = (
    "Te escribo desde la casa nueva, a la que por fin nos mudamos el mes pasado con los niños, "
    "el gato y los libros que todavía no han salido de sus cajas."
)


def _parts(text: str) -> dict[str, str]:
    pairs = letter_parts(text, layout(Document("", text)).lines)
    return {one.label: text[one.start : one.end] for one in pairs}


@pytest.mark.parametrize(
    ("greeting", "name"),
    [
        ("Querida tía Lourdes:", "Lourdes"),
        ("Estimados señores de Hilados Oria:", "Hilados Oria"),
        ("Hola, Andrés:", "Andrés"),
    ],
)
def test_who_is_greeted(greeting: str, name: str) -> None:
    assert _parts(f"{greeting}\n\n{_LONG}\n\nHasta pronto.")["Destinatario"] == name


@pytest.mark.parametrize(
    ("foot", "name"),
    [
        ("Un abrazo de los dos,\n\nTeresa", "Teresa"),
        ("Atentamente,\n\nTeresa del Olmo Ruiz\nDNI 12.345.678", "Teresa del Olmo Ruiz"),
        ("Por Teresa Olmo · 3 de mayo", "Teresa Olmo"),
        ("Teresa Olmo Ruiz\nJefa de sala, Casa Roja", "Teresa Olmo Ruiz"),
    ],
)
def test_who_signs(foot: str, name: str) -> None:
    assert _parts(f"{_LONG}\n\n{foot}")["Firmante"] == name


def test_what_the_signer_is() -> None:
    parts = _parts(f"{_LONG}\n\nTeresa Olmo Ruiz\nJefa de sala, Casa Roja")
    assert parts["Cargo"] == "Jefa de sala, Casa Roja"


@pytest.mark.parametrize(
    "text", [f"{_LONG}\n\nOria, 3 de mayo de 2021", f"{_LONG}\n\nPLAN DE APOYO\n\n{_LONG}"]
)
def test_places_and_headings_sign_nothing(text: str) -> None:
    assert "Firmante" not in _parts(text)


@pytest.mark.parametrize(
    ("text", "greeted", "signed"),
    [
        (
            "Querida Eloísa: te mando las llaves. Ven pronto. Tu tía que te quiere, Sagrario.",
            "Eloísa",
            "Sagrario",
        ),
        ("Hola, Talleres Ostiz: llegó la mesa. Un saludo, Demetrio Lavín.", "Talleres Ostiz",
         "Demetrio Lavín"),
        ("Marisa, soy Evelio el del taller. Ya está lista la moto.", "Marisa", "Evelio"),
        ("Estimado señor Peñalver: sigue sin pagar. Atentamente, Leocadia Fuster, gerente.",
         "Peñalver", "Leocadia Fuster"),
        ("Quiero anular la clase del jueves. Va por la lección 14. Judit.", None, "Judit"),
        ("Ganó la carrera Ana Gil. Segunda, Marta Ríos.", None, None),
        ("Lugo, capital de la provincia, tiene murallas romanas. Las visitó Ana Gil.", None, None),
    ],
)  # fmt: skip
def test_messages_in_one_paragraph(text: str, greeted: str | None, signed: str | None) -> None:
    found = _parts(text)
    assert (found.get("Destinatario"), found.get("Remitente")) == (greeted, signed)
