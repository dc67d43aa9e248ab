"""Values of a form that go on in the next line of their column."""

import time

import pytest

from nlp.layout.typesetting import without_typesetting
from nlp.spans import Document


def read(text: str) -> str:
    return without_typesetting(Document("", text)).document.text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (  # a word that nothing ends with
            "Procedencia:   Familia Figueredo del\n               Monte\nFecha:         10/09/1988",
            "Procedencia:   Familia Figueredo del Monte\nFecha:         10/09/1988",
        ),
        (  # a comma, then a small letter
            "Lugar entrega: Almacén central, km 41,\n               carretera a Huayanay,\n"
            "               Áncash",
            "Lugar entrega: Almacén central, km 41, carretera a Huayanay, Áncash",
        ),
        (  # a word parted by a hyphen
            "G. Titular     FONTANERIA HERMA-\n               NOS CALATRAVA, C.B.",
            "G. Titular     FONTANERIA HERMANOS CALATRAVA, C.B.",
        ),
        (  # two columns, both go on
            "EMPRESA:  CONSERVAS RIA DE        TRABAJADOR:  OTERO LAMAZARES,\n"
            "          ALDAN, S.L.                          JOSE RAMON\n"
            "CIF:      B00412377               NIF:         00000417Q",
            "EMPRESA:  CONSERVAS RIA DE ALDAN, S.L.   TRABAJADOR:  OTERO LAMAZARES, JOSE RAMON\n"
            "CIF:      B00412377               NIF:         00000417Q",
        ),
        (  # one goes on, beside it a label
            "DOMICILIO: MUELLE DE              NIF:           00000417Q\n"
            "           FOMENTO, 22            N. AFIL. S.S.: 36/10098812/54",
            "DOMICILIO: MUELLE DE FOMENTO, 22   NIF:           00000417Q\n"
            "                                  N. AFIL. S.S.: 36/10098812/54",
        ),
        (  # one long line in the column in which a form has its values
            "Proyecto   Adquisición de mobiliario escolar\n           Escuela Las Lomas\n"
            "Etapa      Evaluación de las ofertas\nFuente     Tesoro\nMonto      12.400.000",
            "Proyecto   Adquisición de mobiliario escolar Escuela Las Lomas\n"
            "Etapa      Evaluación de las ofertas\nFuente     Tesoro\nMonto      12.400.000",
        ),
        (  # two columns, of which one breaks off
            "6. Asegurado  Nogales Ávila,      6. Asegurado  Cooperativa Tomatera\n"
            "              Ramón                             Vegas Altas, S.C.",
            "6. Asegurado  Nogales Ávila, Ramón   6. Asegurado  Cooperativa Tomatera Vegas Altas, S.C.",
        ),
        (  # the last word of a name that had no room
            "Estudiante:  Marisol Andrea Teca      RUT: 10.000.882-3\n"
            "             Chiguay                  Salud: Fonasa",
            "Estudiante:  Marisol Andrea Teca Chiguay   RUT: 10.000.882-3\n"
            "                                      Salud: Fonasa",
        ),
    ],
)
def test_the_second_line_of_a_value_stands_behind_the_first(text: str, plain: str) -> None:
    assert read(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        # items of a list, and people one below the other
        "Síntomas:   fiebre\n            tos\n            dolor de garganta",
        "Testigos:   Arnulfo Cuesta Rojas\n            Dennis Caicedo Mina",
        # boxes whose label stands above what is filled in
        "6. Asegurado              6. Asegurado\n   Tomás Belinchón Rus       Alquileres Bahía, S.L.",
        # amounts below one another, and a total
        "Luz              12,00\n                 13,50\n      TOTAL:     25,50",
        # another label below
        "Vendedor:  Muebles de la\n           Fecha: 3 de mayo",
        # a table
        "Fecha | Concepto de la\n      | compra",
    ],
)
def test_what_waits_for_nothing_stays(text: str) -> None:
    assert read(text) == text


def test_a_moved_value_has_its_places_in_the_text_given() -> None:
    text = "Empresa:  Conservas de     Titular:  Uxía Otero\n          Aldán, S.L.      NIF:  00000417Q"
    plain = without_typesetting(Document("", text))
    start = plain.document.text.index("Aldán, S.L.")
    assert text[slice(*plain.span(start, start + 11))] == "Aldán, S.L."
    whole = plain.document.text.index("Conservas de Aldán, S.L.")
    first, last = plain.span(whole, whole + 24)
    assert text[first:last].startswith("Conservas de")
    assert text[first:last].endswith("Aldán, S.L.")


@pytest.mark.parametrize(
    "line",
    [
        "          de la\n",
        "Nota:     de la\n",
        "a  de\n",
        "     x-\n",
        "> a de\n",
        "a\xa0 de ",
        "Nota: Ana Gil\n      Pérez\n",
    ],
)
def test_the_time_is_linear(line: str) -> None:
    def seconds(times: int) -> float:
        started = time.process_time()
        without_typesetting(Document("", line * times))
        return time.process_time() - started

    short = max(seconds(1_000), 0.01)
    assert seconds(16_000) < 60 * short


def test_the_time_is_linear_in_the_columns() -> None:
    def seconds(times: int) -> float:
        text = "x:  " + "Ana  " * times + "\n    " + "Gil  " * times
        started = time.process_time()
        without_typesetting(Document("", text))
        return time.process_time() - started

    short = max(seconds(500), 0.01)
    assert seconds(8_000) < 60 * short
