"""What the first weighing chose, as traits of the second."""

import numpy as np
import pytest

from nlp.match.second_weighing import NAMES, Places, second_traits


def column(rows: np.ndarray, name: str) -> list[float]:
    return [float(one) for one in rows[:, NAMES.index(name)]]


ALTA = Places("alta", ((10, 20), (50, 60)), (0, 1))
BAJA = Places("baja", ((10, 20), (50, 60)), (0, 1))
CHANCES = [np.array([0.9, 0.1]), np.array([0.55, 0.35, 0.1])]


def test_a_place_that_another_field_chose_is_claimed() -> None:
    rows = second_traits((ALTA, BAJA), CHANCES, is_form=True)
    assert rows.shape == (5, len(NAMES))
    assert column(rows, "claimed")[2:4] == pytest.approx([0.9, 0.0])
    assert column(rows, "home_claimed")[2:4] == pytest.approx([0.9, 0.0])
    assert column(rows, "claims")[2:4] == pytest.approx([0.9, 0.1])


def test_distances_are_those_to_the_choices_of_the_neighbours_in_the_schema() -> None:
    rows = second_traits((ALTA, BAJA), CHANCES, is_form=True)
    assert column(rows, "behind")[2:4] == [-10.0, 30.0]
    assert column(rows, "behind_sure")[2:4] == pytest.approx([0.9, 0.9])
    assert column(rows, "ahead")[:2] == [-10.0, -50.0]
    assert np.isnan(column(rows, "behind")[0])
    assert column(rows, "beside_choice")[2:4] == [0.0, 40.0]


def test_the_order_of_few_fields_says_nothing_and_that_of_more_does() -> None:
    few = second_traits((ALTA, BAJA), CHANCES, is_form=True)
    assert np.isnan(column(few, "in_order")).all()
    third = Places("cese", ((80, 90),), (-1,))
    rows = second_traits((ALTA, BAJA, third), [*CHANCES, np.array([1.0])], is_form=True)
    assert column(rows, "in_order")[2:4] == pytest.approx([0.5, 1.0])
    assert column(rows, "in_order")[5] == 1.0


def test_saying_nothing_has_only_its_chances() -> None:
    rows = second_traits((ALTA, BAJA), CHANCES, is_form=True)
    assert column(rows, "first_nothing")[4] == column(rows, "first")[4]
    assert column(rows, "first_lead")[2] > 0 > column(rows, "first_lead")[3]
    assert np.isnan(column(rows, "claimed")[4])


def test_fields_without_options_choose_nothing() -> None:
    empty = Places("fax", (), ())
    rows = second_traits((empty, BAJA), [np.array([1.0]), CHANCES[1]], is_form=True)
    assert np.isnan(column(rows, "behind")[1])
    assert second_traits((), [], is_form=True).shape == (0, len(NAMES))


def test_in_running_text_neighbours_in_the_schema_say_nothing_of_the_place() -> None:
    third = Places("cese", ((80, 90),), (-1,))
    rows = second_traits((ALTA, BAJA, third), [*CHANCES, np.array([1.0])], is_form=False)
    for name in ("behind", "behind_sure", "ahead", "ahead_sure"):
        assert np.isnan(column(rows, name)).all()
    assert column(rows, "in_order")[2:4] == pytest.approx([0.5, 1.0])
