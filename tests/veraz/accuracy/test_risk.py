"""The promise of a threshold, kept on made-up data whose truth is known."""

from math import comb

import numpy as np
import pytest

from veraz.accuracy.risk import (
    Sample,
    cases_needed,
    correlation_inside,
    design_effect,
    find_threshold,
    tail,
)

LEVEL = 0.1


@pytest.mark.parametrize(
    ("risk", "level", "cases"),
    [(0.05, 0.05, 59), (0.02, 0.1, 114), (0.1, 0.1, 22), (0.01, 0.05, 299)],
)
def test_the_fewest_cases(risk: float, level: float, cases: int) -> None:
    """59 without a fault for 95/95 is the textbook's."""
    assert cases_needed(risk, level) == cases
    assert tail(0, cases, risk) <= level < tail(0, cases - 1, risk)


@pytest.mark.parametrize(("wrong", "cases"), [(0, 1), (3, 50), (7, 7), (12, 400)])
def test_the_tail_is_the_binomials(wrong: int, cases: int) -> None:
    summed = sum(comb(cases, k) * 0.07**k * 0.93 ** (cases - k) for k in range(wrong + 1))
    assert tail(wrong, cases, 0.07) == pytest.approx(summed)
    assert tail(wrong + 1e-9, cases + 1e-9, 0.07) == pytest.approx(summed, abs=1e-6)


def sample(generator: np.random.Generator, documents: int, size: int, spread: float) -> Sample:
    """Fields that are wrong the more often the less sure, by documents of different difficulty."""
    confidence = generator.random(documents * size)
    number = np.repeat(np.arange(documents), size)
    hard = np.exp(spread * generator.standard_normal(documents) - spread**2 / 2)[number]
    wrong = generator.random(documents * size) < np.clip(0.16 * (1 - confidence) * hard, 0, 1)
    return Sample(confidence, wrong, number)


def true_risk(accept: float, spread: float) -> float:
    many = sample(np.random.default_rng(99), 20_000, 10, spread)
    return float(many.wrong[many.confidence >= accept].mean())


def broken(documents: int, size: int, spread: float, trials: int = 100) -> tuple[int, int]:
    """How many of so many thresholds break a promise of 5 %, and how many there are."""
    generator = np.random.default_rng(5)
    samples = (sample(generator, documents, size, spread) for _ in range(trials))
    found = [find_threshold(each, risk=0.05, level=LEVEL).accept for each in samples]
    given = [accept for accept in found if accept is not None]
    return sum(true_risk(accept, spread) > 0.05 for accept in given), len(given)


MOST = 100 * LEVEL + 3 * (100 * LEVEL * (1 - LEVEL)) ** 0.5
"""Of 100, three standard deviations over what is promised."""


@pytest.mark.parametrize(
    ("documents", "size", "spread"), [(80, 10, 0.0), (80, 10, 1.5), (60, 30, 2.0)]
)
def test_the_promise_is_kept(documents: int, size: int, spread: float) -> None:
    breaking, given = broken(documents, size, spread)
    assert given > 50
    assert breaking <= MOST


def test_it_would_not_be_if_documents_were_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veraz.accuracy.risk.correlation_inside", lambda _: 0.0)
    assert broken(60, 30, 2.0)[0] > MOST


def test_what_documents_share_is_seen() -> None:
    generator = np.random.default_rng(1)
    apart = sample(generator, 300, 10, 0.0)
    together = sample(generator, 300, 10, 2.0)
    copied = Sample(
        np.repeat(apart.confidence[:300], 10),
        np.repeat(generator.random(300) < 0.2, 10),
        np.repeat(np.arange(300), 10),
    )
    assert correlation_inside(apart) < 0.02
    assert correlation_inside(together) > 0.03
    assert correlation_inside(copied) > 0.8
    assert design_effect(copied.documents, 1.0) == pytest.approx(10)


def test_cases_of_one_document_count_as_few() -> None:
    """Ten copies of a field show no more than the field."""
    generator = np.random.default_rng(2)
    confidence, wrong = np.full(60, 0.9), generator.random(60) < 0.1
    ten = np.repeat(np.arange(60), 10)
    found = find_threshold(
        Sample(np.repeat(confidence, 10), np.repeat(wrong, 10), ten), risk=0.05, level=LEVEL
    )
    assert found.cases == 600
    assert 50 < found.effective < 75


def test_too_little_is_nothing() -> None:
    few = Sample(np.ones(20), np.zeros(20, dtype=bool), np.arange(20))
    found = find_threshold(few, risk=0.05, level=LEVEL)
    assert (found.accept, found.accepted, found.needed, found.effective) == (None, 0, 45, 20)
    none = Sample(np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0, dtype=np.intp))
    assert find_threshold(none, risk=0.05, level=LEVEL).accept is None


def test_all_right_is_all_accepted() -> None:
    generator = np.random.default_rng(3)
    good = Sample(generator.random(200), np.zeros(200, dtype=bool), np.arange(200))
    found = find_threshold(good, risk=0.05, level=LEVEL)
    assert found.accept == good.confidence.min()
    assert (found.accepted, found.wrong) == (200, 0)


def test_equal_confidences_are_accepted_together() -> None:
    generator = np.random.default_rng(4)
    confidence = np.round(generator.random(500), 1)
    wrong = generator.random(500) < 0.3 * (1 - confidence)
    found = find_threshold(Sample(confidence, wrong, np.arange(500)), risk=0.1, level=LEVEL)
    assert found.accept is not None
    assert found.accepted == (confidence >= found.accept).sum()
    assert found.wrong == wrong[confidence >= found.accept].sum()
