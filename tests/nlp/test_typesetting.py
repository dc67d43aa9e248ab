"""Line breaks that only say that a line was full, and blanks that are no plain ones."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.layout.typesetting import without_typesetting
from nlp.spans import Document

LETTER = (
    "Estimada señora: le comunicamos que el martes 14 de mayo de 2024 la empresa Talleres del Nalón "
    "retirará la caldera antigua y que la nueva, de 24 kW, quedará instalada por el técnico "
    "Evaristo Pedregal antes del viernes. El precio acordado asciende a mil ochocientos euros con "
    "cincuenta céntimos, que podrá pagar en dos plazos. Para cualquier duda llame a la Dra. Ofelia "
    "Cienfuegos, que la atenderá por las mañanas en el teléfono de siempre o en la oficina de Mieres."
)


def read(text: str) -> str:
    return without_typesetting(Document("", text)).text


@pytest.mark.parametrize("width", [52, 64, 72, 80, 96])
@pytest.mark.parametrize("end", ["\n", " \n"])
def test_a_wrapped_paragraph_is_read_as_one_line(width: int, end: str) -> None:
    wrapped = end.join(textwrap.wrap(LETTER, width, break_on_hyphens=False))
    joined = read(wrapped)
    assert len(joined) == len(wrapped)
    # a line that ends with its sentence stays one
    assert all(line.rstrip().endswith(".") for line in joined.splitlines())
    assert " ".join(joined.split()) == LETTER


def test_paragraphs_lists_and_labels_stay_apart() -> None:
    text = (
        "Asunto: retirada de los contenedores de la plaza y de las calles que\n"
        "dan a ella durante las fiestas\n"
        "Fecha: 3 de junio\n"
        "\n"
        "Se ruega a los vecinos que no dejen bolsas en la acera y que usen los\n"
        "contenedores de la calle Caldereros, que se vaciarán dos veces al día:\n"
        "- el de vidrio, a las siete de la mañana y otra vez a las nueve de la\n"
        "  noche\n"
        "- el de papel, solo por la mañana\n"
        "1. Las multas son de sesenta euros.\n"
    )
    assert read(text).splitlines() == [
        "Asunto: retirada de los contenedores de la plaza y de las calles que dan a ella durante las "
        "fiestas",
        "Fecha: 3 de junio",
        "",
        "Se ruega a los vecinos que no dejen bolsas en la acera y que usen los contenedores de la calle "
        "Caldereros, que se vaciarán dos veces al día:",
        "- el de vidrio, a las siete de la mañana y otra vez a las nueve de la   noche",
        "- el de papel, solo por la mañana",
        "1. Las multas son de sesenta euros.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Traer:\npan de molde\nqueso fresco\nun kilo de tomates",
        "Calle Mayor, 14\n28013 Madrid\nEspaña",
        "Caminante, son tus huellas\nel camino y nada más;\ncaminante, no hay camino",
        "Cliente    Importe\nHernán Ruiz    120 €\nmuebles de la Vega    340 €",
        "| Artículo | Precio |\n|---|---|\n| silla de madera de haya con asiento de anea | 45 |",
        # lines of prose, one longer than a page is wide
        "El acta se aprueba.\n"
        "El presidente da cuenta de los gastos del año, que suben a 12.300 euros, y de las obras de la "
        "cubierta, que terminaron en marzo y que se pagarán en tres derramas iguales a partir de junio\n"
        "sin intereses.",
        "TALLERES EL BARRILETE\nde Ongaro Silvina\nAv. Colón 1250\nCórdoba",
    ],
)
def test_breaks_that_say_something_stay(text: str) -> None:
    assert read(text) == text


def test_blanks_of_other_kinds_are_plain() -> None:
    assert read("Vale 12\xa0000\u202f€ y pesa 3\u2009kg.") == "Vale 12 000 € y pesa 3 kg."


def test_a_text_without_typesetting_is_the_same_document() -> None:
    document = Document("", "Se alquila local en Oviedo.\n\nRazón: portería.")
    assert without_typesetting(document) is document


@given(st.text(alphabet="ab de.,:;-–\n\r\t |\xa0«»()12A", max_size=300))
def test_only_blanks_change(text: str) -> None:
    joined = read(text)
    assert len(joined) == len(text)
    assert all(
        one == other or (one.isspace() and other == " ")
        for one, other in zip(text, joined, strict=True)
    )
