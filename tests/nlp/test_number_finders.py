"""Numbers, ordinals, percentages and ranges in running text, with what bounds them."""

import pytest

from nlp.numeric.numbers import find_numbers, find_ordinals, find_percents, find_ranges
from nlp.numeric.roman import roman_spans
from nlp.spans import Document


def document(text: str) -> Document:
    return Document("d", text)


MODIFIERS = [
    ("Acudieron unas 300 personas.", "300", "approx", None, None),
    ("Murieron cerca de veinte.", "veinte", "approx", None, None),
    ("Vinieron más de 300 socios.", "300", "more_than", 300, None),
    ("Hubo al menos 14 heridos.", "14", "at_least", 14, None),
    ("Quedan 30 o más.", "30", "at_least", 30, None),
    ("Hay menos de cien.", "cien", "less_than", None, 100),
    ("Caben como máximo 8.", "8", "at_most", None, 8),
    ("Hasta 500 sujetos.", "500", "at_most", None, 500),
    ("No más de 50 plazas.", "50", "at_most", None, 50),
    ("Quedan 12 sillas.", "12", None, None, None),
]


@pytest.mark.parametrize(("text", "mention", "modifier", "low", "high"), MODIFIERS)
def test_numbers_know_their_bounds(
    text: str, mention: str, modifier: str | None, low: float | None, high: float | None
) -> None:
    (found,) = find_numbers(document(text))
    assert (found.mention, found.label) == (mention, "NUMBER")
    assert found.value is not None
    assert (found.value.modifier, found.value.low, found.value.high) == (modifier, low, high)


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("El lote 0482G salió ayer.", []),
        ("Ocupa 48M de disco.", [("48M", 48000000)]),
        ("Cobra el doble que antes.", [("doble", 2)]),
        ("Creció al triple.", [("triple", 3)]),
        ("Hizo un doble turno.", []),
        ("Solo queda uno.", [("uno", 1)]),
        ("Uno de ellos y cada uno.", []),
    ],
)
def test_multiplicatives_and_articles(text: str, mentions: list[tuple[str, int]]) -> None:
    found = find_numbers(document(text))
    assert [(one.mention, one.value.number) for one in found if one.value] == mentions


ORDINALS = [
    ("El vigésimo tercero llegó antes que la 3.ª.", [("vigésimo tercero", 23), ("3.ª", 3)]),
    ("Quedó en 1.er lugar y luego en el 12.º.", [("1.er", 1), ("12.º", 12)]),
    ("Artículo 5° de la ley.", [("5°", 5)]),
    ("Tardó tres segundos en el segundo intento.", [("segundo", 2)]),
    ("A las tres y cuarto comió en el cuarto.", [("cuarto", 4)]),
    ("El siglo XIX y el XX.", [("XIX", 19)]),
    ("Felipe VI, Carlos V y Malcolm X.", [("VI", 6), ("V", 5)]),
    ("Capítulo IV de la II Guerra Mundial.", [("IV", 4), ("II", 2)]),
    ("Los anexos I, II y III.", [("I", 1), ("II", 2), ("III", 3)]),
    ("Un CD de vitamina C.", []),
]


@pytest.mark.parametrize(("text", "mentions"), ORDINALS)
def test_ordinals(text: str, mentions: list[tuple[str, int]]) -> None:
    found = find_ordinals(document(text))
    assert [(one.mention, one.value.number) for one in found if one.value] == mentions


def test_ordinals_from_the_end_have_no_number() -> None:
    found = find_ordinals(document("La penúltima y el último, por último."))
    assert [(one.mention, one.value and one.value.text) for one in found] == [
        ("penúltima", "end-1"),
        ("último", "end"),
    ]


PERCENTS = [
    ("Subió un 15 %.", "15 %", 15, None, None, "%"),
    ("Bajó el veinte por ciento.", "veinte por ciento", 20, None, None, "%"),
    ("Cayó 2,5 puntos porcentuales.", "2,5 puntos porcentuales", 2.5, None, None, "pp"),
    ("Una tasa del 3 por mil.", "3 por mil", 3, None, None, "‰"),
    ("Subió 25 puntos básicos.", "25 puntos básicos", 25, None, None, "bp"),
]


@pytest.mark.parametrize(("text", "mention", "number", "low", "high", "unit"), PERCENTS)
def test_percents(text: str, mention: str, number: float, low: None, high: None, unit: str) -> None:
    (found,) = find_percents(document(text))
    assert found.mention == mention
    assert found.value is not None
    assert (found.value.number, found.value.low, found.value.high) == (number, low, high)
    assert found.value.unit == unit


@pytest.mark.parametrize("text", ["Entre el 2 y el 11 %.", "Del 2 al 11 %.", "Un 2-11 %."])
def test_percent_ranges(text: str) -> None:
    values = [one.value for one in find_percents(document(text)) if one.value]
    assert (2, 11) in [(value.low, value.high) for value in values]


RANGES = [
    ("Faltan entre 5 y 10 piezas.", "entre 5 y 10", "[5,10]"),
    ("Caben de veinte a treinta.", "de veinte a treinta", "[20,30]"),
    ("Tome 5-10 gotas.", "5-10", "[5,10]"),
    ("Valen entre 3 y 5 millones.", "entre 3 y 5 millones", "[3000000,5000000]"),
    ("Mayor que 20 y menor o igual que 35.", "Mayor que 20 y menor o igual que 35", "(20,35]"),
    ("Son más de trescientos.", "más de trescientos", "(300,)"),
    ("Pide 200 o más.", "200 o más", "[200,)"),
    ("Es mayor que 50 o igual.", "mayor que 50 o igual", "[50,)"),
    ("Vale >30.", ">30", "(30,)"),
]


@pytest.mark.parametrize(("text", "mention", "interval"), RANGES)
def test_ranges(text: str, mention: str, interval: str) -> None:
    (found,) = find_ranges(document(text))
    assert (found.mention, found.label) == (mention, "RANGE")
    assert found.value is not None
    assert found.value.text == interval


@pytest.mark.parametrize(
    "text",
    [
        "Del 3 al 5 de mayo.", "Entre 1936 y 1939.", "Hasta 2006.", "Ganaron 2 a 3.",
        "Tel. 91-555-12",
    ],
)  # fmt: skip
def test_what_is_no_range(text: str) -> None:
    assert find_ranges(document(text)) == ()


def test_roman_numerals_are_slices() -> None:
    text = "Juan Pablo II y los siglos XVIII y XIX"
    assert [(text[a:b], n) for a, b, n in roman_spans(text)] == [
        ("II", 2),
        ("XVIII", 18),
        ("XIX", 19),
    ]
