"""Trees as arrays: what they say, missing features, the hash, and what the ranker makes of them."""

import hashlib

import numpy as np
import pytest

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.errors import SettingsError
from nlp.match.boosted import (
    BY_TREES,
    ROWS,
    Boosted,
    item_scores,
    kind_of,
    promising,
    raw_scores,
)
from nlp.match.question_features import FORMS
from nlp.match.ranker import Ranker, trained_ranker
from nlp.match.trees import Trees, matrix, pack, unpack
from nlp.matching import match_hints
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

TEXT = (
    "El molino de Arriba lo levantó en 1784 el maestro Damián Oterino. La presa se rompió en "
    "1841 y la rehízo su nieto, Blas Oterino, con piedra de la cantera de Robledal."
)


def two_stumps() -> Trees:
    """One tree on "a" (≤ 1: -1, else 2; missing left), one on "b" (≤ 0: 0.5, else 0; right)."""
    return Trees(
        names=("a", "b"),
        feature=np.array([0, 0, 0, 1, 0, 0]),
        threshold=np.array([1.0, 0, 0, 0.0, 0, 0], dtype=np.float32),
        left=np.array([1, 1, 2, 4, 4, 5]),
        right=np.array([2, 1, 2, 5, 4, 5]),
        missing=np.array([True, True, True, False, True, True]),
        value=np.array([0, -1.0, 2.0, 0, 0.5, 0.0]),
        roots=np.array([0, 3]),
    )


def asked(question: str) -> Schema:
    properties = {"respuesta": {"type": "string", "description": question}}
    return compile_schema({"type": "object", "properties": properties})


def test_rows_walk_to_their_leaves() -> None:
    rows = np.array([[0.0, 0.0], [1.5, 1.0], [np.nan, np.nan]], dtype=np.float32)
    assert two_stumps().scores(rows).tolist() == [-0.5, 2.0, -1.0]
    assert len(two_stumps().scores(rows[:0])) == 0


def test_many_rows_are_the_same_as_each_alone() -> None:
    rows = np.random.default_rng(3).normal(size=(1300, 2)).astype(np.float32)
    trees = two_stumps()
    together = trees.scores(rows)
    assert together.tolist() == [float(trees.scores(rows[at : at + 1])[0]) for at in range(1300)]


def test_features_that_are_not_there_are_missing() -> None:
    rows = matrix(("a", "b"), {"b": np.array([1.0, 0.0])}, 2)
    assert np.isnan(rows[:, 0]).all()
    assert rows[:, 1].tolist() == [1.0, 0.0]


def test_packed_trees_are_the_same_and_the_bytes_too() -> None:
    packed = pack(two_stumps())
    assert packed == pack(two_stumps())
    again = unpack(packed, hashlib.sha256(packed).hexdigest())
    rows = np.array([[0.0, 0.0], [1.5, 1.0]], dtype=np.float32)
    assert again.scores(rows).tolist() == two_stumps().scores(rows).tolist()
    assert again.names == ("a", "b")


def test_other_bytes_are_refused() -> None:
    with pytest.raises(SettingsError, match="reinstall"):
        unpack(pack(two_stumps()), "0" * 64)


def test_the_promising_rows_are_by_score_and_by_words() -> None:
    features = {
        "lin_score": np.array([5.0, 4.0, 0.0, 0.0, 0.0]),
        "asked_sentence": np.array([0.0, 0.0, 0.0, 0.9, 0.0]),
        "asked_around": np.zeros(5),
        "asked_fit": np.array([0.0, 0.0, 0.0, 0.0, 0.5]),
    }
    assert promising(features, 4) == [0, 1, 3, 4]
    assert promising(features, 9) == [0, 1, 2, 3, 4]


def test_a_question_is_a_kind_of_its_own() -> None:
    assert kind_of(profile_schema(asked("¿Quién rehízo la presa?"))[0]) == "question"
    assert kind_of(profile_schema(asked("Quien rehízo la presa y cuándo."))[0]) != "question"


def test_trees_without_a_share_change_nothing() -> None:
    document = Document("m", TEXT)
    candidates = find_candidates(document)
    schema = asked("Maestro que levantó el molino")
    plain = Ranker(trained_ranker().groups)
    shares = dict.fromkeys(("question", "text", "date", "number"), (1.0, 0.0))
    silent = Ranker(
        plain.groups, Boosted({"questions": two_stumps(), "fields": two_stumps()}, shares)
    )
    before = match_hints(document, candidates, schema, ranker=plain)
    assert match_hints(document, candidates, schema, ranker=silent) == before


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("¿Quién levantó el molino de Arriba?", "Damián Oterino"),
        ("¿Quién rehízo la presa?", "Blas Oterino"),
        ("¿En qué año se rompió la presa?", "1841"),
    ],
)
def test_questions_are_answered(question: str, answer: str) -> None:
    document = Document("m", TEXT)
    (found,) = match_hints(document, find_candidates(document), asked(question))
    assert answer in found.hints[0].candidate.mention
    assert 0.0 < found.hints[0].score <= 1.0


def test_questions_are_answered_without_a_spacy_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")
    document = Document("m", TEXT)
    (found,) = match_hints(document, find_candidates(document), asked("¿Quién rehízo la presa?"))
    assert found.hints[0].candidate.mention.endswith("Oterino")


def test_the_same_text_gets_the_same_scores() -> None:
    document = Document("m", TEXT)
    candidates = find_candidates(document)
    schema = asked("¿Quién rehízo la presa?")
    assert match_hints(document, candidates, schema) == match_hints(document, candidates, schema)


def test_no_form_of_a_mention_shares_its_name_with_another_trait() -> None:
    assert len(set(FORMS)) == len(FORMS)


def test_all_sets_of_trees_ship_and_are_small() -> None:
    boosted = trained_ranker().boosted
    weighing = {"options", "options_again", "lists", "lists_again"}
    assert set(boosted.trees) == {"questions", "fields", "items", "formulas", "places", *weighing}
    assert set(boosted.shares) == {"question", "text", "date", "number"}
    assert sum(len(pack(trees)) for trees in boosted.trees.values()) < 3_000_000


def test_trees_judge_fields_but_no_items_of_lists() -> None:
    boosted = trained_ranker().boosted
    person = {"type": "object", "properties": {"nombre": {"type": "string"}}}
    properties = {"maestro": {"type": "string"}, "canteros": {"type": "array", "items": person}}
    field, item = profile_schema(compile_schema({"type": "object", "properties": properties}))
    assert boosted.asked_for(field)
    assert not boosted.asked_for(item)


def constant_tree() -> Trees:
    """One leaf that says 2 of every row."""
    leaf = np.zeros(1, dtype=np.int64)
    return Trees(
        ("words",), leaf, np.zeros(1, np.float32), leaf, leaf, np.ones(1, bool), np.full(1, 2.0), leaf
    )  # fmt: skip


def test_trees_look_at_as_many_rows_as_in_training_and_the_rest_fall_behind() -> None:
    size = ROWS + 12
    nothing = np.zeros(size)
    features = {
        "lin_score": -np.arange(float(size)),
        "asked_sentence": nothing,
        "asked_around": nothing,
        "asked_fit": nothing,
    }
    found = raw_scores(constant_tree(), features)
    assert found.tolist() == [2.0] * ROWS + [-1.0] * 12
    assert not len(raw_scores(constant_tree(), dict.fromkeys(features, nothing[:0])))


def test_trees_mend_the_scores_of_items_and_the_unlikely_fall_behind() -> None:
    trees = constant_tree()
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    profile = profile_schema(compile_schema(schema))[0]
    picked = [Candidate(at, at + 1, "x", "NOUN_PHRASE", None, "test") for at in range(60)]
    linear = -np.arange(60.0)
    found = item_scores(profile, picked, {}, linear, Boosted({"items": trees}, {}))
    assert found[:48].tolist() == [2.0 * BY_TREES - at for at in range(48)]
    assert found[48:].tolist() == [-3.0 - at for at in range(48, 60)]
    assert item_scores(profile, picked, {}, linear, Boosted({}, {})) is linear


def test_fields_are_judged_without_a_spacy_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")
    document = Document("m", TEXT)
    properties = {"anio_de_la_rotura": {"type": "integer", "description": "Año en que se rompió"}}
    schema = compile_schema({"type": "object", "properties": properties})
    (found,) = match_hints(document, find_candidates(document), schema)
    assert found.hints[0].candidate.mention in {"1841", "en 1841"}
    assert sum(hint.score for hint in found.hints) <= 1.0 + 1e-9
