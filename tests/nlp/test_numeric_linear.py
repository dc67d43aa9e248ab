"""Hostile texts: twice the text takes about twice the time."""

import time

import pytest
from hang import ends

from nlp.numeric.numbers import find_numbers, find_ordinals, find_percents, find_ranges
from nlp.numeric.quantities import find_ages, find_money, find_quantities, find_temperatures
from nlp.spans import Document

FINDERS = (
    find_numbers,
    find_ordinals,
    find_percents,
    find_ranges,
    find_quantities,
    find_temperatures,
    find_ages,
    find_money,
)
UNITS = [
    "1", "1.", "111 ", "1/", "1-2", "-", "5 % ", "5 kg ", "5 m ", "$ 5 pesos ", "5° ", "mil ", "cero ",
    "dos y ", "uno coma ", "dos tercios ", "más de ", "entre 5 y ", "II ", "M", "(", "\u0301",
    "a\u0301\u0302", "\0", "😀5 ", " ", "\n", "palabra ", "שלום 5 ",
]  # fmt: skip


def seconds(text: str) -> float:
    start = time.process_time()
    for finder in FINDERS:
        finder(Document("d", text))
    return time.process_time() - start


@pytest.mark.parametrize(
    ("unit", "length"), [*((unit, 8_000) for unit in UNITS), ("1", 500_000), ("(", 500_000)]
)
def test_hostile_texts_come_to_an_end(unit: str, length: int) -> None:
    with ends():
        seconds((unit * length)[:length])


@pytest.mark.timed
@pytest.mark.parametrize("unit", UNITS)
def test_time_is_linear(unit: str) -> None:
    size = 4_000
    once = min(seconds((unit * size)[: size - i]) for i in range(2))
    twice = min(seconds((unit * size)[: 2 * size - i]) for i in range(2))
    assert twice < 3 * once + 0.05


@pytest.mark.parametrize("unit", ["mil ", "treinta y ", "cero "])
def test_endless_number_words_cost_little_and_end(unit: str) -> None:
    text = unit * (100_000 // len(unit)) + "casas, 25 kg"
    with ends():
        seconds(text)
    found = find_quantities(Document("d", text))
    assert [(one.mention, one.value and one.value.number) for one in found] == [("25 kg", 25)]


def test_somebody_who_counts_is_read() -> None:
    text = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce"
    assert len(find_numbers(Document("d", text))) >= 11
