"""A question beside the mentions of a text: where its words stand around each of them."""

import numpy as np

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.match.boosted import with_forms, with_linear
from nlp.match.eligibility import eligible
from nlp.match.features import with_competing_labels
from nlp.match.question_features import FORMS, pair_features
from nlp.match.read_surroundings import read_surroundings
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

TEXT = (
    "La campana mayor la fundió en 1731 Lope Arana. Se rajó en 1902 durante una helada y la "
    "refundió Julia Bustos en el taller de Sotillo."
)


def asked(question: str, text: str = TEXT) -> tuple[dict[str, Floats], Surroundings, list[int]]:
    properties = {"respuesta": {"type": "string", "description": question}}
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("c", text)
    profiles = profile_schema(schema)
    here = with_forms(
        with_competing_labels(read_surroundings(document, find_candidates(document)), profiles)
    )
    chosen = eligible(profiles[0], here)
    return pair_features(profiles[0], here, chosen), here, chosen


def row_of(mention: str, here: Surroundings, chosen: list[int]) -> int:
    return next(row for row, at in enumerate(chosen) if here.candidates[at].mention == mention)


def test_the_words_of_a_question_are_in_the_sentence_of_its_answer() -> None:
    columns, here, chosen = asked("¿Quién refundió la campana en el taller de Sotillo?")
    right, wrong = (row_of(name, here, chosen) for name in ("Julia Bustos", "Lope Arana"))
    assert columns["asked_sentence"][right] > columns["asked_sentence"][wrong]
    assert columns["sentence_gap"][right] < columns["sentence_gap"][wrong]
    assert columns["next_before"][right] == 1
    assert columns["asked_fit"][right] == columns["asked_fit"][wrong] == 1.0
    assert columns["word_who"].all()


def test_a_mention_led_by_the_question_s_preposition() -> None:
    columns, here, chosen = asked("¿En qué año se rajó la campana?")
    assert columns["led_alike"][row_of("1902", here, chosen)] == 1.0
    plain, _, _ = asked("¿Quién fundió la campana?")
    assert np.isnan(plain["led_alike"]).all()


def test_words_that_are_nowhere_are_counted_as_missing() -> None:
    columns, _, _ = asked("¿Quién restauró el retablo barroco?")
    assert (columns["asked_missing"] == 3).all()
    assert (columns["asked_sentence"] == 0).all()
    assert np.isnan(columns["rarest_before"]).all()


def test_every_column_has_one_number_a_candidate() -> None:
    columns, here, chosen = asked("¿Cuándo se rajó?")
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
