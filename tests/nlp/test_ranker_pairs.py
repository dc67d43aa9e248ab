"""A question beside the mentions of a text: where its words stand around each of them."""

import numpy as np
from question_pairs import asked

from nlp.match.boosted import with_linear
from nlp.match.question_features import FORMS
from nlp.match.surroundings import Surroundings

TEXT = (
    "La campana mayor la fundió en 1731 Lope Arana. Se rajó en 1902 durante una helada y la "
    "refundió Julia Bustos en el taller de Sotillo."
)


def row_of(mention: str, here: Surroundings, chosen: list[int]) -> int:
    return next(row for row, at in enumerate(chosen) if here.candidates[at].mention == mention)


def test_the_words_of_a_question_are_in_the_sentence_of_its_answer() -> None:
    columns, here, chosen = asked("¿Quién refundió la campana en el taller de Sotillo?", TEXT)
    right, wrong = (row_of(name, here, chosen) for name in ("Julia Bustos", "Lope Arana"))
    assert columns["asked_sentence"][right] > columns["asked_sentence"][wrong]
    assert columns["sentence_gap"][right] < columns["sentence_gap"][wrong]
    assert columns["next_before"][right] == 1
    assert columns["asked_fit"][right] == columns["asked_fit"][wrong] == 1.0
    assert columns["word_who"].all()


def test_a_mention_led_by_the_question_s_preposition() -> None:
    columns, here, chosen = asked("¿En qué año se rajó la campana?", TEXT)
    assert columns["led_alike"][row_of("1902", here, chosen)] == 1.0
    plain, _, _ = asked("¿Quién fundió la campana?", TEXT)
    assert np.isnan(plain["led_alike"]).all()


def test_words_that_are_nowhere_are_counted_as_missing() -> None:
    columns, _, _ = asked("¿Quién restauró el retablo barroco?", TEXT)
    assert (columns["asked_missing"] == 3).all()
    assert (columns["asked_sentence"] == 0).all()
    assert np.isnan(columns["rarest_before"]).all()


def test_every_column_has_one_number_a_candidate() -> None:
    columns, here, chosen = asked("¿Cuándo se rajó?", TEXT)
    assert {len(column) for column in columns.values()} == {len(chosen)}
    assert set(FORMS) <= columns.keys()
    assert len(here.traits["letters"]) == len(here.candidates)


def test_linear_scores_beside_the_features() -> None:
    told = with_linear({}, np.array([1.0, 3.0, 3.0]))
    assert told["lin_rank"].tolist() == [2.0, 0.0, 1.0]
    assert told["lin_gap"].tolist() == [2.0, 0.0, 0.0]
    assert np.isclose(np.exp(told["lin_log"]).sum(), 1.0)
    assert len(with_linear({}, np.zeros(0))["lin_log"]) == 0


def test_a_text_without_candidates_has_no_rows() -> None:
    columns, _, chosen = asked("¿Quién?", "…")
    assert not chosen
    assert all(len(column) == 0 for column in columns.values())
