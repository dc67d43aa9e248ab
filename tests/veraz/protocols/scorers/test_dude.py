"""DUDE: the published vectors, calibration, and the demo submissions."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from veraz.protocols.scorers.dude import (
    Answer,
    Options,
    Question,
    edit_distance,
    score_answer,
    score_files,
)
from veraz.protocols.scorers.dude_calibration import expected_calibration_error, risk_coverage
from veraz.protocols.scorers.errors import ScoringError

LONG_A, LONG_B = "Archivo General y Registro de Simancas", "Archivo General & Registro de Simancas"

# gold, predicted, type, as organisers, as page
VECTORS: list[tuple[list[str], list[str], str, float, float]] = [
    (["42%"], ["41%"], "extractive", 2 / 3, 2 / 3),
    ([LONG_A], [LONG_B], "abstractive", 37 / 38, 37 / 38),
    (["Hola  Mundo"], ["hola mundo"], "extractive", 1, 1),
    (["AF0055", "AF1044"], ["AF1044"], "list/extractive", 0.5, 0.5),
    (["AF0055", "AF1044"], ["AF1044", "AF0055", "X"], "list", 2 / 3, 2 / 3),
    (["ab", "cd"], [], "list", 0, 0),
    ([], ["ab"], "list", 0, 0),
    ([], [], "list", 1, 1),
    (["x"], [], "extractive", 0, 0),
    ([], [], "not-answerable", 1, 1),
    ([], [], "not answerable", 1, 1),
    ([], ["x"], "not-answerable", 0, 0),
    (["AF0055", "AF1044"], ["AF1044", "zzz"], "extractive", 1, 0.5),
    (["a", "a"], ["a"], "list", 1, 0.5),
    (["abcd"], ["abxy"], "extractive", 0.5, 0.5),
    (["abcd"], ["axyz"], "extractive", 0, 0),
    (["ab   cd"], ["abxcd"], "extractive", 6 / 7, 0.8),
]


@pytest.mark.parametrize(("gold", "predicted", "kind", "organisers", "page"), VECTORS)
def test_vectors(
    gold: list[str], predicted: list[str], kind: str, organisers: float, page: float
) -> None:
    question, answer = Question("q", tuple(gold), (), kind), Answer(tuple(predicted))
    assert score_answer(question, answer) == pytest.approx(organisers)
    assert score_answer(question, answer, options=Options(page=True)) == pytest.approx(page)


def test_variants_are_right_on_the_page_only() -> None:
    question = Question("q", ("doce",), ("una docena",), "abstractive")
    answer = Answer(("una docena",))
    assert score_answer(question, answer) < 0.5
    assert score_answer(question, answer, options=Options(page=True)) == 1


@settings(max_examples=80, deadline=None)
@given(st.text("abñ", max_size=6), st.text("abñ", max_size=6), st.text("abñ", max_size=6))
def test_edit_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert edit_distance(a, b) == edit_distance(b, a)
    assert (edit_distance(a, b) == 0) == (a == b)
    assert edit_distance(a, c) <= edit_distance(a, b) + edit_distance(b, c)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("ab", max_size=4), max_size=5), st.randoms(use_true_random=False))
def test_lists_are_free_of_order(gold: list[str], random: Any) -> None:
    shuffled = list(gold)
    random.shuffle(shuffled)
    question = Question("q", tuple(gold), (), "list")
    for options in (Options(), Options(page=True)):
        assert score_answer(question, Answer(tuple(gold)), options=options) == score_answer(
            question, Answer(tuple(shuffled)), options=options
        )


def _ece(confidence: list[float], correct: list[float], **options: Any) -> float:
    return expected_calibration_error(np.array(confidence), np.array(correct), **options)


@pytest.mark.parametrize(
    ("proxy", "expected"), [("upper-edge", 0.1333333), ("mean", 0.1166667), ("center", 0.1166667)]
)
def test_ece_of_ten_equal_ranges(proxy: str, expected: float) -> None:
    value = _ece([0.6, 0.95, 0.7], [1, 1, 0], bins=10, binning="equal-range", proxy=proxy)
    assert value == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("binning", ["equal-mass", "equal-range"])
def test_ece_properties(binning: str) -> None:
    generator = np.random.default_rng(1)
    confidence = generator.random(2000)
    fair = (generator.random(2000) < confidence).astype(float)
    assert _ece(list(confidence), list(fair), binning=binning, proxy="mean", bins=10) < 0.05
    assert _ece(list(confidence), list(1 - fair), binning=binning, proxy="mean", bins=10) > 0.3
    assert _ece([1.0] * 5, [1.0] * 5, binning=binning) == 0
    assert _ece([0.5] * 4, [1, 0, 1, 0], binning=binning, proxy="mean") == pytest.approx(0)


@pytest.mark.parametrize(
    ("confidence", "correct", "area"),
    [
        ([0.9, 0.1, 0.3, 1, 0.1], [1, 0, 0, 1, 0], 0.21),
        ([0.9, 0.1, 0.3, 1, 0.1], [1, 1, 0, 1, 0], 0.19),
        ([0.9, 0.1, 0.3, 1, 0.1], [0, 1, 1, 1, 0], 0.34),
        ([0.9, 0.8, 0.7, 0.6], [1, 1, 0, 0], 0.1458333),
        ([0.6, 0.7, 0.8, 0.9], [1, 1, 0, 0], 0.6041667),
        ([0.5] * 4, [1, 0, 1, 0], 0.4791667),
    ],
)
def test_aurc(confidence: list[float], correct: list[float], area: float) -> None:
    points, value = risk_coverage(np.array(confidence), np.array(correct, dtype=np.float64))
    assert value == pytest.approx(area, abs=1e-6)
    assert points[0][0] == 1


def _files(root: Path, questions: list[dict[str, Any]], answers: Any) -> tuple[Path, Path]:
    gold, run = root / "gold.json", root / "run.json"
    gold.write_text(json.dumps({"data": questions}), encoding="utf-8")
    run.write_text(json.dumps(answers), encoding="utf-8")
    return gold, run


ONE = [{"questionId": "a", "answers": ["sí"], "answer_type": "abstractive"}]


def test_confidences_by_either_name(tmp_path: Path) -> None:
    answers = [{"questionId": "a", "answers": ["sí"], "answer_confidence": 0.5}]
    gold, run = _files(tmp_path, ONE, answers)
    organisers, page = score_files(gold, run), score_files(gold, run, rules="as_page")
    assert "ece" not in organisers.metrics
    assert "no ECE" in organisers.warnings[0]
    assert page.metrics["ece"] == pytest.approx(0.5)


def test_abstention(tmp_path: Path) -> None:
    questions = [*ONE, {"questionId": "b", "answers": ["dos"], "answer_type": "abstractive"}]
    answers = [
        {"questionId": "a", "answers": ["sí"], "answers_confidence": [0.9]},
        {
            "questionId": "b",
            "answers": ["zzz"],
            "answers_confidence": [0.1],
            "answer_abstain": True,
        },
    ]
    score = score_files(*_files(tmp_path, questions, answers))
    assert (score.metrics["anls"], score.metrics["anls_answered"]) == (0.5, 1)
    assert score.metrics["coverage"] == 0.5


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([], "the question a has no answer"),
        ([{"questionId": "a", "answers": ["sí"]}] * 2, "answered twice"),
        ([{"questionId": "z", "answers": []}], "the question"),
        ([{"answers": []}], 'expected "questionId"'),
        ([{"questionId": "a", "answers": [1]}], "list of strings"),
        ({}, "expected a list"),
    ],
)
def test_malformed_submissions(tmp_path: Path, answers: Any, message: str) -> None:
    with pytest.raises(ScoringError, match=message):
        score_files(*_files(tmp_path, ONE, answers))


@pytest.mark.parametrize(("name", "expected"), [("perfect", 1.0), ("imperfect", 0.7659)])
def test_demo(name: str, expected: float) -> None:
    gold = shared("dude", "gt", "DUDE_demo_gt.json")
    run = shared("dude", "submissions", f"DUDE_demo_submission_{name}.json")
    assert score_files(gold, run).metrics["anls"] == pytest.approx(expected, abs=5e-5)
