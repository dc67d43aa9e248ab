"""Calendar arithmetic against known days."""

import datetime

import pytest

from nlp.temporal.calendar import add_months, holiday, nth_weekday
from nlp.temporal.slices import bounds, parts
from nlp.temporal.time_lexicon import GRAMMAR


@pytest.mark.parametrize(
    ("year", "day"),
    [(1818, "1818-03-22"), (1943, "1943-04-25"), (2000, "2000-04-23"), (2024, "2024-03-31")],
)
def test_easter(year: int, day: str) -> None:
    assert holiday("easter+0", year).isoformat() == day


@pytest.mark.parametrize(
    ("rule", "year", "day"),
    [
        ("12-25", 2019, "2019-12-25"),
        ("easter-2", 2024, "2024-03-29"),
        ("11:4#4", 2023, "2023-11-23"),
    ],
)
def test_holiday_rules(rule: str, year: int, day: str) -> None:
    assert holiday(rule, year).isoformat() == day


def test_every_holiday_of_the_resource_has_a_day() -> None:
    rules = [
        m for found in GRAMMAR.wordings.values() for _, table, m in found if table == "holiday"
    ]
    assert len(rules) > 50
    for entry in rules:
        for rule in entry:
            assert holiday(rule, 2023).year == 2023


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="not a holiday rule"):
        holiday("pascua", 2024)


def test_months_are_added_within_the_month() -> None:
    assert add_months(datetime.date(2024, 1, 31), 1) == datetime.date(2024, 2, 29)
    assert add_months(datetime.date(2024, 1, 31), -2) == datetime.date(2023, 11, 30)


def test_there_is_no_fifth_friday_in_february_2023() -> None:
    february = datetime.date(2023, 2, 1), datetime.date(2023, 3, 1)
    assert nth_weekday(*february, 5, 5) is None
    assert nth_weekday(*february, 5, -1) == datetime.date(2023, 2, 24)


@pytest.mark.parametrize(
    ("timex", "low", "high"),
    [
        ("2019", "2019-01-01", "2020-01-01"),
        ("2019-12", "2019-12-01", "2020-01-01"),
        ("2019-W52", "2019-12-23", "2019-12-30"),
        ("2019-Q4", "2019-10-01", "2020-01-01"),
        ("199X", "1990-01-01", "2000-01-01"),
        ("18", "1800-01-01", "1900-01-01"),
    ],
)
def test_bounds_of_granules(timex: str, low: str, high: str) -> None:
    found = bounds(timex)
    assert found is not None
    assert [day.isoformat() for day in found] == [low, high]


def test_no_bounds_where_there_are_none() -> None:
    assert bounds("XXXX-05") is None
    assert bounds("P3D") is None
    assert bounds("2019-13") is None


def test_the_weeks_of_a_month_hold_its_thursdays() -> None:
    july = datetime.date(2016, 7, 1), datetime.date(2016, 8, 1)
    assert [low.isoformat() for low, _ in parts(*july, "W")] == [
        "2016-07-04",
        "2016-07-11",
        "2016-07-18",
        "2016-07-25",
    ]
