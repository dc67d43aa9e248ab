"""How sure a figure over units is: bootstrap intervals and paired tests.

Intervals are percentile bootstrap intervals (Efron 1979). Differences are judged by the paired
bootstrap (Koehn 2004: the same resampled units for both systems) and by approximate
randomization (Noreen 1989: the two systems' units exchanged at random), which tests whether the
difference could be chance. Every draw comes from a seeded generator: the same call, the same
numbers.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.float64]
"""One row a unit; the columns are the statistics' to know."""
Statistic: TypeAlias = Callable[[Rows], float]

RESAMPLES = 2000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """The range that holds ``level`` of the resampled values; NaN where none was defined."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.4f}, {self.high:.4f}]"


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better a metric is than in the other score.

    ``difference`` is this score minus the other, ``interval`` its paired bootstrap interval,
    ``p_value`` the two-sided approximate randomization test of no difference.
    """

    metric: str
    value: float
    other: float
    difference: float
    interval: Interval
    p_value: float


def resamples(count: int, *, times: int = RESAMPLES, seed: int = 0) -> Iterator[NDArray[np.intp]]:
    """Yield ``times`` draws of ``count`` unit indexes with replacement."""
    generator = np.random.default_rng(seed)
    for _ in range(times):
        yield generator.integers(0, count, count)


def percentile_interval(values: list[float], *, level: float = LEVEL) -> Interval:
    """The central ``level`` of the values, those that are not numbers left out."""
    known = np.asarray(values, dtype=np.float64)
    known = known[~np.isnan(known)]
    if not known.size:
        return Interval(float("nan"), float("nan"))
    tail = (1 - level) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high))


def rows_intervals(
    rows: Rows,
    statistics: Mapping[str, Statistic],
    *,
    times: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> dict[str, Interval]:
    """Bootstrap interval of each statistic of the rows."""
    drawn: dict[str, list[float]] = {name: [] for name in statistics}
    if len(rows):
        for places in resamples(len(rows), times=times, seed=seed):
            sample = rows[places]
            for name, statistic in statistics.items():
                drawn[name].append(statistic(sample))
    return {name: percentile_interval(values, level=level) for name, values in drawn.items()}


def paired_difference(
    name: str,
    statistic: Statistic,
    left: Rows,
    right: Rows,
    *,
    times: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> Difference:
    """Paired tests of one statistic of two sets of rows, a row a unit, units in one order."""
    value, reference = statistic(left), statistic(right)
    deltas = [
        statistic(left[places]) - statistic(right[places])
        for places in resamples(len(left), times=times, seed=seed)
    ]
    return Difference(
        metric=name,
        value=value,
        other=reference,
        difference=value - reference,
        interval=percentile_interval(deltas, level=level),
        p_value=randomization_p(statistic, left, right, times=times, seed=seed),
    )


def randomization_p(
    statistic: Statistic, left: Rows, right: Rows, *, times: int = RESAMPLES, seed: int = 0
) -> float:
    """Share of random exchanges whose difference is at least the observed one (plus one)."""
    observed = abs(statistic(left) - statistic(right))
    if np.isnan(observed):
        return float("nan")
    generator = np.random.default_rng(seed)
    extreme = 0
    for _ in range(times):
        swap = generator.random(len(left)) < 0.5
        first = np.where(swap[:, None], right, left)
        second = np.where(swap[:, None], left, right)
        extreme += abs(statistic(first) - statistic(second)) >= observed - 1e-12
    return (extreme + 1) / (times + 1)
