"""Bootstrap intervals and paired tests."""

from dataclasses import replace

import numpy as np
import pytest

from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Score, signature
from veraz.protocols.scorers.statistics import compare, intervals
from veraz.resampling import Rows, percentile_interval, randomization_p


def _mean(rows: Rows) -> float:
    return float(rows[:, 0].mean())


def _score(values: list[float], name: str = "p|rules:x|v:1") -> Score:
    return Score(
        protocol="p",
        signature=name,
        main="mean",
        metrics={"mean": float(np.mean(values))},
        columns=("value",),
        units=tuple(f"u{place}" for place in range(len(values))),
        rows=np.array(values)[:, None],
        statistics={"mean": _mean},
    )


def test_interval_covers_the_mean_as_often_as_it_says() -> None:
    generator = np.random.default_rng(5)
    covered = 0
    for draw in range(100):
        score = _score(list(generator.random(40)))
        interval = intervals(score, times=200, seed=draw)["mean"]
        covered += interval.low <= 0.5 <= interval.high
    assert 87 <= covered <= 99


def test_same_seed_same_interval() -> None:
    score = _score([0.1, 0.9, 0.4, 0.3])
    assert intervals(score, times=50) == intervals(score, times=50)
    assert intervals(score, times=50) != intervals(score, times=50, seed=1)


def test_a_constant_has_no_spread() -> None:
    interval = intervals(_score([0.5] * 10), times=50)["mean"]
    assert (interval.low, interval.high) == (0.5, 0.5)


def test_undefined_draws_are_left_out() -> None:
    interval = percentile_interval([float("nan"), 1.0, 2.0], level=1)
    assert (interval.low, interval.high) == (1, 2)
    assert percentile_interval([]).low != percentile_interval([]).low


def test_nobody_differs_from_himself() -> None:
    (same,) = compare(_score([0.2, 0.4, 0.9]), _score([0.2, 0.4, 0.9]), times=100)
    assert (same.difference, same.p_value) == (0, 1)


def test_a_clear_difference_is_seen() -> None:
    generator = np.random.default_rng(3)
    low = generator.random(60) / 2
    (clear,) = compare(_score(list(low + 0.3)), _score(list(low)), times=500)
    assert clear.difference == pytest.approx(0.3)
    assert clear.p_value < 0.01
    assert clear.interval.low > 0


def test_chance_differences_are_rarely_significant() -> None:
    generator = np.random.default_rng(7)
    p_values = [
        randomization_p(_mean, generator.random((25, 1)), generator.random((25, 1)), times=100)
        for _ in range(60)
    ]
    assert sum(p < 0.05 for p in p_values) <= 9


def test_units_are_paired_by_name() -> None:
    one = _score([0.1, 0.5, 0.9])
    turned = replace(one, units=one.units[::-1], rows=one.rows[::-1])
    (same,) = compare(one, turned, times=50)
    assert same.p_value == 1


def test_different_signatures_are_not_compared() -> None:
    with pytest.raises(ScoringError, match="different signatures"):
        compare(_score([1, 2]), _score([1, 2], "p|rules:y|v:1"))


def test_different_units_are_not_compared() -> None:
    with pytest.raises(ScoringError, match=r"different units, e\.g\. 'u2'"):
        compare(_score([1, 2, 3]), _score([1, 2]))


def test_signature_names_every_choice() -> None:
    assert signature("p", "as_page", year=2019, sim="lexical") == (
        "p|rules:as_page|year:2019|sim:lexical|v:1"
    )


def test_json_has_no_undefined_number() -> None:
    score = replace(_score([1.0]), metrics={"f1": float("nan")})
    assert score.to_dict()["f1"] is None
