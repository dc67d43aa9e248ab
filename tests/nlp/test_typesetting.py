"""Line breaks that only say that a line was full, and blanks that are no plain ones."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.layout.typesetting import without_typesetting
from nlp.spans import Candidate, Document

LETTER = (
    "Estimada señora: le comunicamos que el martes 14 de mayo de 2024 la empresa Talleres del Nalón "
    "retirará la caldera antigua y que la nueva, de 24 kW, quedará instalada por el técnico "
    "Evaristo Pedregal antes del viernes. El precio acordado asciende a mil ochocientos euros con "
    "cincuenta céntimos, que podrá pagar en dos plazos. Para cualquier duda llame a la Dra. Ofelia "
    "Cienfuegos, que la atenderá por las mañanas en el teléfono de siempre o en la oficina de Mieres."
)


def read(text: str) -> str:
    return without_typesetting(Document("", text)).document.text


@pytest.mark.parametrize("width", [52, 64, 72, 80, 96])
@pytest.mark.parametrize("end", ["\n", " \n"])
def test_a_wrapped_paragraph_is_read_as_one_line(width: int, end: str) -> None:
    wrapped = end.join(textwrap.wrap(LETTER, width, break_on_hyphens=False))
    lines = read(wrapped).splitlines()
    assert " ".join(map(str.strip, lines)) == LETTER
    assert all(line.rstrip().endswith(".") for line in lines)  # one may end with its sentence


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
        "- el de vidrio, a las siete de la mañana y otra vez a las nueve de la noche",
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
    plain = without_typesetting(document)
    assert plain.document is document
    assert plain.span(3, 8) == (3, 8)


def test_words_parted_by_a_hyphen_are_whole() -> None:
    text = (
        "El ayuntamiento ha aprobado la reforma del polideportivo, que comen-\n"
        "zará en otoño. El informe técnico-\n"
        "económico valora las obras en 1,2 millones de euros y el presu-\n"
        "puesto, en algo más."
    )
    assert read(text) == (
        "El ayuntamiento ha aprobado la reforma del polideportivo, que comenzará en otoño. El informe "
        "técnico-económico valora las obras en 1,2 millones de euros y el presupuesto, en algo más."
    )


def test_a_word_in_two_lines_is_whole_however_long_they_are() -> None:
    assert read(
        "La visita será el lunes 17 de ju-\nnio, a las 9:30, con la Dra. Ximena\nUrrutia."
    ) == ("La visita será el lunes 17 de junio, a las 9:30, con la Dra. Ximena\nUrrutia.")
    assert read("Tallas: S-\nm") == "Tallas: S-\nm"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("MATERIAL: HILO DE\nPLATA\nALTO: 12", "MATERIAL: HILO DE PLATA\nALTO: 12"),
        (
            "Recogida: en la plaza de\nCorreos\nHora: 10:00",
            "Recogida: en la plaza de Correos\nHora: 10:00",
        ),
        ("El técnico llegó tarde y dejó la\ncaldera sin probar.", None),
        ("Expedido a petición de\nSaturnina Brito", "Expedido a petición de\nSaturnina Brito"),
        ("Grupo: A\nTurno de tarde", "Grupo: A\nTurno de tarde"),
        ("Quiero: 3 kilos más\nGracias", "Quiero: 3 kilos más\nGracias"),
        ("Se ruega no dejar basura en el\n- portal", "Se ruega no dejar basura en el\n- portal"),
        ("Salida: estación del\nDestino: Lugo", "Salida: estación del\nDestino: Lugo"),
    ],
)
def test_a_line_that_breaks_off_goes_on_however_short_it_is(text: str, plain: str | None) -> None:
    assert read(text) == (text.replace("\n", " ") if plain is None else plain)


def test_lines_of_a_letter_that_is_answered_are_joined_without_their_marks() -> None:
    text = (
        "De acuerdo.\n"
        "\n"
        "> Le propongo que nos veamos el jueves 3 de octubre en la oficina de la\n"
        "> calle Uría, a las once. Vendrá también Leocadia\n"
        ">\n"
        "> Saludos\n"
    )
    assert read(text) == (
        "De acuerdo.\n\n> Le propongo que nos veamos el jueves 3 de octubre en la oficina de la calle "
        "Uría, a las once. Vendrá también Leocadia\n>\n> Saludos\n"
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "La obra empezará el  lunes 5 de mayo y  durará, según la  empresa, seis semanas.",
            "La obra empezará el lunes 5 de mayo y durará, según la empresa, seis semanas.",
        ),
        (
            "* Evite  viajar si  no es de todo punto necesario y hay hielo en la calzada.",
            "* Evite viajar si no es de todo punto necesario y hay hielo en la calzada.",
        ),
        (
            "Marca Suzuki  Modelo Swift  Color gris plata  Año 2018  Placa KLR-52",
            "Marca Suzuki  Modelo Swift  Color gris plata  Año 2018  Placa KLR-52",
        ),
        (
            "22:47  La puerta 3 del coche 112 no cierra y se retira el tren a la cochera de la línea.",
            "22:47  La puerta 3 del coche 112 no cierra y se retira el tren a la cochera de la línea.",
        ),
    ],
)
def test_double_blanks_are_one_in_running_text_only(text: str, plain: str) -> None:
    assert read(text) == plain


def test_letters_are_composed_and_what_has_no_width_is_nothing() -> None:
    assert (
        read("Pe\u0301rez\u200b y Mun\u0303oz: habita\xadcio\u0301n") == "Pérez y Muñoz: habitación"
    )


def test_spans_are_those_of_the_text_given() -> None:
    given = Document(
        "", "Pagó Andre\u0301s Galdo\u0301s 12\xa0000 euros por la finca de la ribera."
    )
    plain = without_typesetting(given)
    start = plain.document.text.index("Galdós")
    found = plain.in_given((Candidate(start, start + 6, "Galdós", "PERSON", None, "here"),))
    assert [given.text[one.start : one.end] for one in found] == ["Galdo\u0301s"]
    assert found[0].mention == "Galdo\u0301s"


@given(st.text(alphabet="abo de.,:;-–\n\r\t |\xa0«»()12Añe\u0301\u200b\xad>", max_size=300))
def test_every_character_has_its_place(text: str) -> None:
    plain = without_typesetting(Document("", text))
    read = plain.document.text
    places = [plain.span(at, at + 1) for at in range(len(read))]
    assert all(start < end for start, end in places)
    assert sorted(char for char in read if char in "bd1") == sorted(c for c in text if c in "bd1")
