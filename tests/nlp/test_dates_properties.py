"""Generated dates read back; offsets slice to mentions; nothing raises; time is linear."""

import datetime
import time

import pytest
from babel.dates import format_date, format_time
from hang import ends
from hypothesis import given, settings
from hypothesis import strategies as st
from num2words import num2words

from nlp.spans import Document
from nlp.temporal.dates import find_dates, find_mentions, read_date

DATES = st.dates(datetime.date(1000, 1, 1), datetime.date(2999, 12, 31))
FORMS = ("long", "full", "d MMM y", "dd/MM/y", "d-M-y", "d.M.y", "yyyy-MM-dd", "d-MMM-y")
_PIECES = """el la los las de del a al y entre desde hasta hace dentro cada todos próximo pasado
este 3 5 12 31 2019 1998 tres dos mil veinte lunes martes mayo enero ene. siglo XIX años 90 semana
mes año hora horas días mañana tarde noche ayer hoy : / - – , . ( ) 15:30 p. m. a. C. primer última
mediados principios antes después ½ º"""
PIECES = st.sampled_from((*_PIECES.split(), "\n", "\n\n", "\u0301", "\u200b", "\x00"))


@settings(max_examples=60, deadline=None)
@given(DATES, st.sampled_from(FORMS))
def test_dates_written_by_babel_read_back(day: datetime.date, form: str) -> None:
    value = read_date(format_date(day, form, locale="es"))
    assert value is not None
    assert value.timex == day.isoformat()


@settings(max_examples=60, deadline=None)
@given(DATES)
def test_dates_in_words_read_back(day: datetime.date) -> None:
    month = format_date(day, "MMMM", locale="es")
    text = f"{num2words(day.day, lang='es')} de {month} de {num2words(day.year, lang='es')}"
    value = read_date(text)
    assert value is not None
    assert value.timex == day.isoformat()


@settings(max_examples=60, deadline=None)
@given(st.times())
def test_times_written_by_babel_read_back(moment: datetime.time) -> None:
    value = read_date(format_time(moment, "HH:mm:ss", locale="es"))
    assert value is not None
    assert value.timex == moment.strftime("T%H:%M:%S")


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=25).map(" ".join) | st.text(max_size=80))
def test_offsets_slice_to_the_mention_and_nothing_overlaps(text: str) -> None:
    document = Document("t", text, reference=datetime.date(2024, 3, 11))
    candidates = find_dates(document)
    last = 0
    for candidate in candidates:
        assert last <= candidate.start < candidate.end
        assert text[candidate.start : candidate.end] == candidate.mention
        last = candidate.end
    assert find_dates(document) == candidates


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.dates() | st.datetimes() | st.none())
def test_reading_never_raises(text: str, reference: datetime.date | None) -> None:
    read_date(text, reference=reference)


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=12).map(" ".join), st.dates() | st.datetimes())
def test_valuing_at_the_ends_of_the_calendar_never_raises(
    text: str, reference: datetime.date
) -> None:
    for mention in find_mentions(text, dateparser=False):
        mention.values(reference)


@pytest.mark.timed
def test_twice_the_text_takes_twice_the_time() -> None:
    for piece in ("1-1-", "treinta y ", "2 días antes de ", "el 1, ", "(", "mil ", "de 3 a "):
        small, large = (_cpu(piece * (count // len(piece))) for count in (20_000, 80_000))
        assert large < 4 * 2.5 * small + 0.2, piece


@pytest.mark.parametrize("piece", ["1/", "1.2,", "12-", "mil ", "cien y "])
def test_an_endless_chain_of_figures_costs_little_and_ends(piece: str) -> None:
    text = piece * (100_000 // len(piece)) + "palabra el 3 de mayo de 2019"
    with ends():
        found = find_mentions(text, dateparser=False)
    assert text[found[-1].start : found[-1].end] == "3 de mayo de 2019"
    assert len(found) == 1


def test_long_rows_keep_their_dates() -> None:
    row = "2019-05-03;12;3.5;14:30:00;2019-05-04;7;8;9"
    assert [row[one.start : one.end] for one in find_mentions(row, dateparser=False)][:1] == [
        "2019-05-03"
    ]


def _cpu(text: str) -> float:
    start = time.process_time()
    find_mentions(text)
    return time.process_time() - start
