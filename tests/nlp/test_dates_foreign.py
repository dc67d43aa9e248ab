"""Dates only dateparser reads, and the switch that turns it off."""

import datetime
import warnings

import pytest

from nlp.temporal.dates import find_mentions, read_date, read_readings

FOREIGN = [
    ("Last updated: September 29, 2011", "September 29, 2011", "2011-09-29"),
    ("Girona, 12 de maig de 2019", "12 de maig de 2019", "2019-05-12"),
    ("Lisboa, 3 de março de 2020", "3 de março de 2020", "2020-03-03"),
    ("le 14 juillet 1789", "14 juillet 1789", "1789-07-14"),
    ("Wed Oct 26 15:50:06 2016 error", "Wed Oct 26 15:50:06 2016", "2016-10-26T15:50:06"),
    ("entregado 08/12, 2015", "08/12, 2015", "2015-12-08"),
]


@pytest.mark.parametrize(("text", "mention", "timex"), FOREIGN)
def test_found_and_valued_only_with_dateparser(text: str, mention: str, timex: str) -> None:
    (found,) = find_mentions(text)
    assert text[found.start : found.end] == mention
    assert found.values(None)[0].timex == timex
    without = find_mentions(text, dateparser=False)
    assert mention not in [text[m.start : m.end] for m in without]


@pytest.mark.parametrize(
    ("text", "timex"), [("in 3 days", "2024-03-14"), ("2 weeks ago", "2024-02-26")]
)
def test_relative_only_with_a_reference(text: str, timex: str) -> None:
    reference = datetime.date(2024, 3, 11)
    value = read_date(text, reference=reference)
    assert value is not None
    assert value.timex == timex
    assert read_date(text) is None
    assert not read_readings(text, reference=reference, dateparser=False)


@pytest.mark.parametrize("text", ["10 euros 2016", "Section 12, 2011", "Ley 12 2014", "Felipe VI"])
def test_dateparser_refuses_what_is_no_date(text: str) -> None:
    assert "2016-01" not in [v.timex for m in find_mentions(text) for v in m.values(None)]
    assert read_date(text) is None


def test_a_day_without_year_is_not_given_one() -> None:
    value = read_date("May 3rd")
    assert value is not None
    assert value.timex == "XXXX-05-03"


def test_nothing_is_warned() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_date("29/2 at noon", reference=datetime.date(2023, 5, 1))
