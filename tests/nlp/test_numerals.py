"""Spanish numbers in digits and words, as strings and in running text."""

import pytest
from babel.numbers import format_decimal
from hypothesis import given, settings
from hypothesis import strategies as st
from num2words import num2words

from nlp.numeric.digits import decimal_mark, read_digits
from nlp.numeric.numerals import number_spans, numerals, read_number

READINGS = [
    # digits: the decimal comma, and points or spaces that group
    ("7", 7),
    ("1.234.567,89", 1234567.89),
    ("10 000", 10000),
    ("10\u00a0000", 10000),
    ("10\u202f000", 10000),
    ("10\u2009000,5", 10000.5),
    ("3,5", 3.5),
    ("3.5", 3.5),
    ("0.125", 0.125),
    ("1,234.56", 1234.56),
    ("12.5.3", None),
    (",75", 0.75),
    # signs, powers, suffixes
    ("-5", -5),
    ("−5", -5),
    ("menos doce", -12),
    ("10⁶", 1000000),
    ("1,5 × 10^3", 1500),
    ("2e3", 2000),
    ("250k", 250000),
    # words
    ("cero", 0),
    ("veintiún", 21),
    ("veintiuna", 21),
    ("treinta y una", 31),
    ("treintaicinco", 35),
    ("quinientas ochenta", 580),
    ("mil", 1000),
    ("dos mil veintiséis", 2026),
    ("cien mil", 100000),
    ("un millón", 1000000),
    ("mil millones", 10**9),
    ("un billón", 10**12),
    ("dos trillones", 2 * 10**18),
    ("dos mil trescientos millones cuarenta mil uno", 2300040001),
    ("DOS MILLONES", 2000000),
    ("dieciseis", 16),
    ("mill\u00f3n".replace("\u00f3", "o\u0301"), 1000000),
    # mixed, fractions, decimals in words
    ("3,5 millones", 3500000),
    ("203 mil", 203000),
    ("4 millones 250 mil", 4250000),
    ("dos tercios", 2 / 3),
    ("tres medios", 1.5),
    ("catorce medios", None),
    ("tres cuartos", 0.75),
    ("un octavo", 0.125),
    ("cinco milésimas", 0.005),
    ("once treceavos", 11 / 13),
    ("½", 0.5),
    ("2½", 2.5),
    ("3/4", 0.75),
    ("dos terceras partes", 2 / 3),
    ("19'95", 19.95),
    ("120/80", None),
    ("2024/0012", None),
    ("1 1/2", 1.5),
    ("dos y medio", 2.5),
    ("un millón y medio", 1500000),
    ("medio millón", 500000),
    ("tres coma cero cinco", 3.05),
    ("cuatro punto siete dos", 4.72),
    ("dos docenas", 24),
    ("medio centenar", 50),
    ("una docena y media", 18),
    # ordinals and Roman numerals
    ("primer", 1),
    ("3.º", 3),
    ("1.er", 1),
    ("21.ª", 21),
    ("vigésimo tercero", 23),
    ("decimoctava", 18),
    ("centésimo cuadragésimo segundo", 142),
    ("dosmilésimo", 2000),
    ("XIX", 19),
    ("MCMXCIX", 1999),
    # not numbers
    ("", None),
    ("gato", None),
    ("dos gatos", None),
    ("IIII", None),
    ("CD", None),
    ("12/05/2024", None),
    ("14:30", None),
    ("covid-19", None),
    ("180ml", None),
]


@pytest.mark.parametrize(("text", "number"), READINGS)
def test_read_number(text: str, number: float | None) -> None:
    read = read_number(text)
    assert read is None if number is None else read == pytest.approx(number, rel=1e-12)


def test_whole_numbers_are_integers() -> None:
    assert isinstance(read_number("3,5 millones"), int)
    assert isinstance(read_number("diez"), int)
    assert isinstance(read_number("2,5"), float)


@pytest.mark.parametrize(
    ("literal", "decimal", "number"),
    [
        ("1,250", ",", 1.25),
        ("1,250", ".", 1250),
        ("1.250", ",", 1250),
        ("1.250", ".", 1.25),
        ("1,250.5", ",", 1250.5),
        ("1.250,5", ".", 1250.5),
        ("0.683", ",", 0.683),
        ("1111.121", ",", 1111.121),
        ("1,25,3", ",", None),
        ("9" * 60, ",", None),
    ],
)
def test_decimal_mark_of_a_country(literal: str, decimal: str, number: float | None) -> None:
    assert read_digits(literal, decimal=decimal) == number


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Pagó $1,250.50 por la renta.", "."),
        ("Pagó 1.250,50 euros de alquiler.", ","),
        ("Midió 3,5 metros.", ","),
        ("Invirtió 1,250 pesos al 3.5 %.", "."),
        ("Invirtió 1,250 kilos al 3,5 %.", ","),
        ("Ganó 20,800 millones.", "."),
        ("Entraron 34,700 y faltan 9 mil.", "."),
        ("Pesa 12,500 kg en seco.", ","),
        ("Ganó 20,812 millones.", ","),
        ("Llevan gastados 21,480 y queda una silla de $3,890, en oferta.", "."),
        ("Pidió 8,200 dólares y le dieron 1,940.", "."),
        ("Pesó 3,890 kilos.", ","),
        ("Un móvil valorizado en S/ 1,899.", "."),
        ("Cuesta Q 1,250 al mes.", "."),
        ("Ni un número.", ","),
    ],
)
def test_decimal_mark_of_a_text(text: str, mark: str) -> None:
    assert decimal_mark(text) == mark


SPANS = [
    ("Compró doscientas vacas y 3 toros.", ["doscientas", "3"]),
    ("Un gato y una perra esperan.", []),
    ("El 28/05/2026 a las 14:30, ref. 2024-11-003.", []),
    ("Mezcle 180ml y 2 tazas.", ["2"]),
    ("Del A4 al B-52, sin contar la covid-19.", []),
    ("Ganaron veinte, treinta y cinco o mil.", ["veinte", "treinta y cinco", "mil"]),
    ("Pasaron 5-10 personas.", ["5", "10"]),
    ("El 10 por ciento de cien casas.", ["10", "cien"]),
    ("Estaban a 41°24′12″N de aquí.", []),
    ("Expediente 12345-2023-PA y sala 4.", ["4"]),
    ("Llame al +34 912 345 678 o al 91 234 56 78.", []),
    ("Llegó el tercero de siete.", ["siete"]),
    ("Adultos (n=62; p=0,03).", ["62", "0,03"]),
    ("ALT_M=2475 EN=1", ["2475", "1"]),
    ("Véase https://ejemplo.es/ver?id=15&pag=3 o /a/b=7.", []),
    ("Duró 2 segundos, no dos cuartos de hora.", ["2", "dos cuartos"]),
]


@pytest.mark.parametrize(("text", "mentions"), SPANS)
def test_number_spans(text: str, mentions: list[str]) -> None:
    assert [text[start:end] for start, end, _ in number_spans(text)] == mentions


@given(st.integers(min_value=-(10**18), max_value=10**18))
@settings(max_examples=100, deadline=None)
def test_cardinals_in_words_read_back(number: int) -> None:
    assert read_number(num2words(number, lang="es")) == number


@given(st.integers(min_value=1, max_value=399))
@settings(max_examples=60, deadline=None)
def test_ordinals_in_words_read_back(number: int) -> None:
    assert read_number(num2words(number, lang="es", to="ordinal")) == number


@given(st.integers(min_value=1, max_value=999_999), st.integers(min_value=1, max_value=99))
@settings(max_examples=60, deadline=None)
def test_decimals_in_words_read_back(whole: int, hundredths: int) -> None:
    number = round(whole + hundredths / 100, 2)
    assert read_number(num2words(number, lang="es")) == number


@given(
    st.decimals(min_value=0, max_value=10**9, places=2),
    st.sampled_from([("es", ","), ("es_AR", ","), ("es_MX", "."), ("es_CO", ",")]),
)
@settings(max_examples=100, deadline=None)
def test_formatted_numbers_read_back(number: float, locale: tuple[str, str]) -> None:
    written = format_decimal(number, locale=locale[0])
    assert read_number(written, decimal=locale[1]) == pytest.approx(float(number))


@given(st.text(alphabet="0123456789.,-/ º½dosmily¡a\n\u0301", max_size=40))
@settings(max_examples=100, deadline=None)
def test_numerals_are_ordered_slices(text: str) -> None:
    found = numerals(text)
    assert found == numerals(text)
    ends = [0, *(one.end for one in found)]
    for one, before in zip(found, ends, strict=False):
        assert before <= one.start < one.end <= len(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("La deuda baja de 6,2 a 5,4 millones.", [6200000, 5400000]),
        ("Ganó 1,2 millones de euros, frente a los 1,05 de antes.", [1200000, 1050000]),
        ("Acudieron dos o tres mil vecinos.", [2000, 3000]),
        ("Cuesta de 800 a 2 mil pesos.", [800, 2000]),
        ("Ganó 2 millones frente a 3 rivales.", [2000000, 3]),
        ("Compró 3 fincas por 5 millones.", [3, 5000000]),
    ],
)
def test_a_scale_said_once_is_that_of_both_numbers(text: str, values: list[float]) -> None:
    assert [one.value for one in numerals(text)] == values
