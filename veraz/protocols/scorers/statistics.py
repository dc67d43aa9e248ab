"""Uncertainty of scores: :mod:`veraz.resampling` over the units that a protocol scored."""

from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Score
from veraz.resampling import (
    LEVEL,
    RESAMPLES,
    Difference,
    Interval,
    Rows,
    paired_difference,
    rows_intervals,
)


def intervals(
    score: Score, *, times: int = RESAMPLES, level: float = LEVEL, seed: int = 0
) -> dict[str, Interval]:
    """Bootstrap interval of every metric of the score that is a function of its units."""
    return rows_intervals(score.rows, score.statistics, times=times, level=level, seed=seed)


def compare(
    score: Score, other: Score, *, times: int = RESAMPLES, level: float = LEVEL, seed: int = 0
) -> list[Difference]:
    """Paired tests of every metric; refuses scores of another signature or of other units."""
    if score.signature != other.signature:
        raise ScoringError(
            f"scores of different signatures cannot be compared: {score.signature} "
            f"against {other.signature}"
        )
    left, right = _paired_rows(score, other)
    return [
        paired_difference(name, statistic, left, right, times=times, level=level, seed=seed)
        for name, statistic in score.statistics.items()
    ]


def _paired_rows(score: Score, other: Score) -> tuple[Rows, Rows]:
    places = {unit: place for place, unit in enumerate(other.units)}
    if set(places) != set(score.units):
        lone = sorted(set(places) ^ set(score.units))
        raise ScoringError(
            f"the two predictions were scored on different units, e.g. {lone[0]!r}: "
            "score both against the same gold"
        )
    order = [places[unit] for unit in score.units]
    return score.rows, other.rows[order]
