"""Temporal expressions: what is found, and what it means. One line, one phenomenon."""

import datetime

import pytest

from nlp.spans import Document, Value
from nlp.temporal.dates import find_dates, find_mentions, read_date, read_readings

MONDAY = datetime.datetime(2024, 3, 11, 10, 0)

ABSOLUTE = [
    ("Nació el 3 de marzo de 2021 en Soria.", "3 de marzo de 2021", "2021-03-03"),
    ("Fecha: 03/05/2019", "03/05/2019", "2019-05-03"),
    ("Fecha: 3.5.19", "3.5.19", "2019-05-03"),
    ("Fecha [ 05 / 11 / 2023 ]", "05 / 11 / 2023", "2023-11-05"),
    ("Fecha   30 . 10 . 2024.", "30 . 10 . 2024", "2024-10-30"),
    ("El 31/10/74 cerró.", "31/10/74", "1974-10-31"),
    ("Informe 2021-03-03.", "2021-03-03", "2021-03-03"),
    ("Firmado el 1-ene-2016.", "1-ene-2016", "2016-01-01"),
    ("Cerró en mayo de 2019.", "mayo de 2019", "2019-05"),
    ("Cerró en sept. 2019.", "sept. 2019", "2019-09"),
    ("Vence en 03/2015.", "03/2015", "2015-03"),
    ("Vive allí desde 1998.", "1998", "1998"),
    ("Ocurrió en el año mil novecientos treinta y dos.", None, "1932"),
    ("El veintiocho de mayo de dos mil veintiséis firmaron.", None, "2026-05-28"),
    ("El primero de enero de 1999.", "primero de enero de 1999", "1999-01-01"),
    ("El 1.º de mayo de 1886.", "1.º de mayo de 1886", "1886-05-01"),
    ("Martes, 5 de marzo de 2024", None, "2024-03-05"),
    ("El pasado 3 de mayo de 2023 cerró.", "pasado 3 de mayo de 2023", "2023-05-03"),
    ("Abre el próximo día 30 de junio de 2024.", "próximo día 30 de junio de 2024", "2024-06-30"),
    ("Firmaron el pasado junio de 2022.", "pasado junio de 2022", "2022-06"),
    ("Durante el pasado 2022, creció.", "pasado 2022", "2022"),
    (
        "El día 3 del pasado mes de mayo de 2022.",
        "día 3 del pasado mes de mayo de 2022",
        "2022-05-03",
    ),
    ("Abre el próximo verano de 2025.", "próximo verano de 2025", "2025-SU"),
    ("El miércoles 11 cortaremos el agua.", "miércoles 11", "XXXX-XX-11"),
    ("El 9 de 8 de 1971 se conocieron.", "9 de 8 de 1971", "1971-08-09"),
    ("un códice del siglo XIX", "siglo XIX", "18"),
    ("en el siglo V a. C.", "siglo V a. C.", "BC04"),
    ("murió en el 44 a. C. en Roma", "44 a. C.", "BC0044"),
    ("la moda de los años 90", "años 90", "199X"),
    ("la moda de los años noventa", "años noventa", "199X"),
    ("en la década de 1850", "década de 1850", "185X"),
    ("en los setenta.", "setenta", "197X"),
    ("en el verano de 1991", "verano de 1991", "1991-SU"),
    ("el primer trimestre de 2019", "primer trimestre de 2019", "2019-Q1"),
    ("ventas del 3T 2020", "3T 2020", "2020-Q3"),
    ("el segundo semestre de 2020", "segundo semestre de 2020", "2020-H2"),
    ("los años 20 del siglo XIX", "años 20 del siglo XIX", "182X"),
    ("el verano del 98", "verano del 98", "1998-SU"),
    ("la Semana Santa de 2024", "Semana Santa de 2024", "2024-W13"),
    ("(n. 1950)", "1950", "1950"),
    ("Fecha de fundación: 1950", "1950", "1950"),
    ("a tres (3) de mayo de dos mil veinte (2020)", None, "2020-05-03"),
    ("el vigésimo segundo día de mayo de 2020", None, "2020-05-22"),
    ("a las 9,30 h", "9,30 h", "T09:30"),
    ("el año fiscal 2008", "año fiscal 2008", "FY2008"),
    ("el Viernes Santo de 2024", "Viernes Santo de 2024", "2024-03-29"),
    ("la Nochevieja de 1999", "Nochevieja de 1999", "1999-12-31"),
    ("el primer viernes de julio de 2016", "primer viernes de julio de 2016", "2016-07-01"),
    ("la última semana de julio de 2016", "última semana de julio de 2016", "2016-W30"),
    ("la segunda década del siglo XX", "segunda década del siglo XX", "191X"),
    ("la semana 31 de 2018", "semana 31 de 2018", "2018-W31"),
    ("2021-03-03T15:30:00Z", "2021-03-03T15:30:00Z", "2021-03-03T15:30:00Z"),
    ("el 3 de mayo de 2021 a las 15:30", None, "2021-05-03T15:30"),
    ("a las 15:30 h", "15:30 h", "T15:30"),
    ("Hora de salida: 9.40", "9.40", "T09:40"),
    ("a las tres y media de la tarde", "las tres y media de la tarde", "T15:30"),
    ("a las 12h50", "12h50", "T12:50"),
    ("a las once horas con treinta minutos", "las once horas con treinta minutos", "T11:30"),
    ("abre a las 12 m.", "12 m.", "T12"),
    ("a las doce del día", "las doce del día", "T12"),
    ("siendo las dieciséis horas", "las dieciséis horas", "T16"),
    ("a las trece treinta horas", "las trece treinta horas", "T13:30"),
    ("a las 9 horas y 45 minutos", "9 horas y 45 minutos", "T09:45"),
    ("zarpó a las 0630 hrs", "0630 hrs", "T06:30"),
    ("1445 hrs: atracamos", "1445 hrs", "T14:45"),
    ("a las dos horas de nacer", "dos horas", "PT2H"),
    ("tras 1200 horas de vuelo", "1200 horas", "PT1200H"),
    ("a los 3 (tres) días del mes de junio de 2024", None, "2024-06-03"),
    ("a los veintiún días de agosto de dos mil tres", None, "2003-08-21"),
    ("a las ocho menos diez de la mañana", "las ocho menos diez de la mañana", "T07:50"),
    ("a las 10 p. m.", "10 p. m.", "T22"),
    ("a las 15:30 GMT+2", "15:30 GMT+2", "T15:30+02:00"),
    ("hasta la medianoche", "medianoche", "T00"),
]


@pytest.mark.parametrize(("text", "mention", "timex"), ABSOLUTE)
def test_absolute(text: str, mention: str | None, timex: str) -> None:
    (found,) = find_dates(Document("t", text))
    assert found.value is not None
    assert found.value.timex == timex
    if mention is not None:
        assert found.mention == mention


RELATIVE = [
    ("Vuelve mañana.", "mañana", "2024-03-12"),
    ("Vino ayer.", "ayer", "2024-03-10"),
    ("Vino antes de ayer.", "antes de ayer", "2024-03-09"),
    ("Vuelve pasado mañana.", "pasado mañana", "2024-03-13"),
    ("Anoche llovió.", "Anoche", "2024-03-10TNI"),
    ("la semana pasada", "semana pasada", "2024-W10"),
    ("el mes que viene", "mes que viene", "2024-04"),
    ("este año", "este año", "2024"),
    ("el próximo lunes", "próximo lunes", "2024-03-18"),
    ("el pasado jueves", "pasado jueves", "2024-03-07"),
    ("el domingo de la semana pasada", "domingo de la semana pasada", "2024-03-10"),
    ("hace dos semanas", "hace dos semanas", "2024-W09"),
    ("hace tres años", "hace tres años", "2021"),
    ("dentro de tres meses", "dentro de tres meses", "2024-06"),
    ("dos días antes de ayer", "dos días antes de ayer", "2024-03-08"),
    ("en 5 minutos", "5 minutos", "2024-03-11T10:05:00"),
    ("mañana por la tarde", "mañana por la tarde", "2024-03-12TAF"),
    ("mañana a las 9:00", "mañana a las 9:00", "2024-03-12T09:00"),
    ("en mayo del año pasado", "mayo del año pasado", "2023-05"),
    ("el 3 de mayo", "3 de mayo", "2024-05-03"),
    ("el día 21", "día 21", "2024-03-21"),
    ("el día 18/08/2024", "día 18/08/2024", "2024-08-18"),
    ("el día 18-08-2024", "día 18-08-2024", "2024-08-18"),
    ("con caducidad 11/2026", "11/2026", "2026-11"),
    ("el día 18/08 a las 17:46", "día 18/08 a las 17:46", "2024-08-18T17:46"),
    ("la próxima Navidad", "Navidad", "2024-12-25"),
    ("el trimestre pasado", "trimestre pasado", "2023-Q4"),
    ("el viernes 22", "viernes 22", "2024-03-22"),
]


@pytest.mark.parametrize(("text", "mention", "timex"), RELATIVE)
def test_relative_with_a_reference(text: str, mention: str, timex: str) -> None:
    (found,) = find_dates(Document("t", text, reference=MONDAY))
    assert (found.mention, found.value and found.value.timex) == (mention, timex)


@pytest.mark.parametrize(
    "text",
    ["ayer", "la semana pasada", "hace dos años", "el próximo lunes", "dentro de un mes", "anoche"],
)
def test_relative_without_a_reference_is_found_and_has_no_value(text: str) -> None:
    (found,) = find_dates(Document("t", text))
    assert found.value is None


@pytest.mark.parametrize("text", ["ese mismo año", "aquel día", "el mismo mes", "dicho año"])
def test_what_points_back_in_the_text_has_no_value(text: str) -> None:
    (found,) = find_dates(Document("t", text, reference=MONDAY))
    assert found.value is None


RANGES = [
    ("del 3 al 5 de mayo de 2019", "2019-05-03", "2019-05-05"),
    ("del 28 de abril al 5 de mayo de 2019", "2019-04-28", "2019-05-05"),
    ("del 28 de diciembre al 5 de enero de 2019", "2018-12-28", "2019-01-05"),
    ("entre 1998 y 2004", "1998", "2004"),
    ("entre enero y junio de 1887", "1887-01", "1887-06"),
    ("(1936-1939)", "1936", "1939"),
    ("curso 1998-99", "1998", "1999"),
    ("del 30 al 2 de enero de 2020", "2019-12-30", "2020-01-02"),
    ("temporada 2019/20", "2019", "2020"),
    ("entre los años 1980 y 1990", "1980", "1990"),
    ("los ss. XVI-XVII", "15", "16"),
    ("la primera mitad del siglo XX", "1900-01-01", "1949-12-31"),
    ("dos o tres semanas", "P2W", "P3W"),
    ("10h-14h", "T10", "T14"),
    ("el viernes 3 de mayo de 2019 entre 1 y 4 p. m.", "2019-05-03T13", "2019-05-03T16"),
    ("de 9:00 a 14:00", "T09:00", "T14:00"),
    ("de 9 a 14 h", "T09", "T14"),
    ("Atención: de 10 a 18.", "T10", "T18"),
    ("de cinco a siete de la tarde", "T17", "T19"),
    ("de lunes a viernes", "XXXX-WXX-1", "XXXX-WXX-5"),
    ("siglos XVI y XVII", "15", "16"),
    ("el 3 de mayo de 2019 de 9:00 a 14:00", "2019-05-03T09:00", "2019-05-03T14:00"),
    ("de tres a cinco horas", "PT3H", "PT5H"),
    ("los primeros diez días de mayo de 2019", "2019-05-01", "2019-05-10"),
    ("la primera quincena de mayo de 2019", "2019-05-01", "2019-05-15"),
]


@pytest.mark.parametrize(("text", "low", "high"), RANGES)
def test_ranges(text: str, low: str, high: str) -> None:
    (found,) = find_dates(Document("t", text))
    assert found.value is not None
    assert (found.value.timex, found.value.timex_end) == (low, high)


DURATIONS = [
    ("tres años y medio", "P3.5Y"),
    ("48 horas", "PT48H"),
    ("una quincena", "P15D"),
    ("dos años, 3 meses y un día", "P2Y3M1D"),
    ("media hora", "PT0.5H"),
    ("tres cuartos de hora", "PT0.75H"),
    ("un par de días", "P2D"),
    ("3,5 segundos", "PT3.5S"),
    ("dos lustros", "P10Y"),
    ("unos días", "PXD"),
    ("varias semanas", "PXW"),
    ("dos fines de semana", "P2WE"),
    ("seiscientos días", "P600D"),
    ("toda la semana", "P1W"),
    ("año y medio", "P1.5Y"),
    ("doce (12) meses", "P12M"),
    ("12 (doce) meses", "P12M"),
    ("un cuarto de siglo", "P25Y"),
    ("5 días hábiles", "P5BD"),
]


@pytest.mark.parametrize(("text", "timex"), DURATIONS)
def test_durations(text: str, timex: str) -> None:
    assert read_date(text) == Value("duration", timex=timex)


SETS = [
    ("cada lunes", "XXXX-WXX-1"),
    ("cada dos semanas", "P2W"),
    ("cada 8 horas", "PT8H"),
    ("todos los días", "P1D"),
    ("dos veces al mes", "P1M"),
    ("una vez por semana", "P1W"),
    ("los martes y jueves", "XXXX-WXX-2,XXXX-WXX-4"),
    ("cada lunes a las 16:00", "XXXX-WXX-1T16:00"),
    ("diariamente", "P1D"),
    ("los fines de semana", "XXXX-WXX-WE"),
    ("cada 25 de diciembre", "XXXX-12-25"),
]


@pytest.mark.parametrize(("text", "timex"), SETS)
def test_sets(text: str, timex: str) -> None:
    assert read_date(text) == Value("set", timex=timex)


@pytest.mark.parametrize(
    ("text", "modifier", "timex"),
    [
        ("a principios de 2019", "start", "2019"),
        ("a mediados del siglo XVI", "mid", "15"),
        ("a finales de mayo de 2019", "end", "2019-05"),
        ("antes de 2019", "less_than", "2019"),
        ("a partir del 7 de enero de 2020", "at_least", "2020-01-07"),
        ("hasta mayo de 2020", "at_most", "2020-05"),
        ("más de cuatro días", "more_than", "P4D"),
        ("2018 o posterior", None, None),
        ("en 2018 o más tarde", "at_least", "2018"),
        ("hacia 1520", "approx", "1520"),
        ("c. 1520", "approx", "1520"),
        ("el 14 de octubre de 2016 cerca de las 8:00", "approx", "2016-10-14T08:00"),
        ("anterior a 1950", "less_than", "1950"),
        ("no antes de 2025", "at_least", "2025"),
    ],
)
def test_edges_and_bounds(text: str, modifier: str | None, timex: str | None) -> None:
    found = find_dates(Document("t", text))
    if timex is None:
        assert found == ()
        return
    assert found[0].value is not None
    assert (found[0].value.modifier, found[0].value.timex) == (modifier, timex)


@pytest.mark.parametrize(
    "text",
    [
        "Llegaron 2000 personas.", "Costó 2000 euros.",
        "El expediente 133-03-03-2020 sigue abierto.", "La Ley 10/2014 sigue en vigor.",
        "Las 3 personas.", "Julio César cruzó el río.", "Lo leyó en un diario de Lima.",
        "en una escala de 1 a 6.", "Tomar de 3 a 5 comprimidos.", "pasa a un segundo plano",
        "el ácido H2S", "19/42/1991", "Marque el 40 de las instrucciones.", "el artículo 3.2",
        "¿Cuánto más de 1600?", "2372±4 km", "Domingo Faustino Sarmiento", "la avenida 9 de Julio",
        "Lo dijo don Julio Ramos.", "Precio: 2000",
    ],
)  # fmt: skip
def test_what_is_no_date(text: str) -> None:
    assert find_dates(Document("t", text)) == ()


def test_days_of_a_list_take_the_month_said_last() -> None:
    found = find_dates(Document("t", "El 1, el 2 y el 3 de enero de 2020."))
    assert [candidate.value and candidate.value.timex for candidate in found] == [
        "2020-01-01",
        "2020-01-02",
        "2020-01-03",
    ]


def test_years_of_a_list_are_years_too() -> None:
    found = find_dates(Document("t", "Se publicó en 1884, 1885 y 1886."))
    assert [candidate.mention for candidate in found] == ["1884", "1885", "1886"]


def test_an_ambiguous_hour_has_both_readings() -> None:
    assert [value.timex for value in read_readings("a las tres")] == ["T03", "T15"]


def test_a_wrapped_line_is_read_and_a_blank_line_is_not() -> None:
    assert [m.start for m in find_mentions("el 3\nde mayo de 2019")] == [3]
    assert len(find_mentions("lunes\n\n3 de mayo de 2019")) == 2


def test_decomposed_accents_are_read() -> None:
    (found,) = find_dates(Document("t", "el mie\u0301rcoles"))
    assert found.value == Value("date", timex="XXXX-WXX-3")


@pytest.mark.parametrize(
    ("text", "timex"), [("1997", "1997"), ("Madrid", None), ("3,5", None), ("12 kg", None)]
)
def test_a_string_that_is_no_date_is_not_read(text: str, timex: str | None) -> None:
    value = read_date(text)
    assert (value.timex if value else None) == timex


@pytest.mark.parametrize("text", ["30 de febrero de 2020", "29/02/2023", "31 de abril", "12:60"])
def test_a_day_that_does_not_exist_has_no_value(text: str) -> None:
    assert not read_readings(text, dateparser=False)


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Recibe 1 comprimido al día\n2. Ticagrelor 90 mg", []),
        ("Reposo hasta el día\n 3) Control el 5 de mayo", ["5 de mayo"]),
        ("La reunión del día\n12 de mayo de 2024", ["día\n12 de mayo de 2024"]),
    ],
)
def test_no_date_is_read_across_the_opening_of_a_list_line(text: str, mentions: list[str]) -> None:
    found = [text[one.start : one.end] for one in find_mentions(text)]
    assert [one for one in found if any(map(str.isdigit, one))] == mentions
