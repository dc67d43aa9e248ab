"""Calibration and selective risk of confidences: ECE and AURC."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BINNINGS: tuple[str, ...] = ("equal-mass", "equal-range")
PROXIES: tuple[str, ...] = ("upper-edge", "mean", "center")
MOST_BINS = 100


def expected_calibration_error(
    confidence: NDArray[np.float64],
    correct: NDArray[np.float64],
    *,
    bins: int | None = None,
    binning: str = "equal-mass",
    proxy: str = "upper-edge",
) -> float:
    """Mean over bins, weighted by size, of the gap between accuracy and the bin's confidence.

    A bin's confidence is its ``proxy``: upper edge, mean of its confidences or centre. Bins are
    closed on the left over [0, 1], in single precision as the organisers' metric computes; their
    number is that of the questions less one, at most 100. Equal confidences throughout are binned
    by range, as there. Not a number where there is nothing to bin.
    """
    if not len(confidence):
        return float("nan")
    values = confidence.astype(np.float32)
    count = bins or max(1, min(len(values) - 1, MOST_BINS))
    if binning == "equal-range" or np.all(values == values[0]):
        edges = np.linspace(0, 1, count + 1)
    else:
        groups = np.array_split(np.sort(values), count)
        inner = [float(group.max()) for group in groups[:-1] if group.size]
        edges = np.unique([0.0, *inner, 1.0])
    places = np.clip(np.digitize(values, edges), 1, len(edges) - 1) - 1
    total = 0.0
    for place in np.unique(places):
        inside = places == place
        stands_for = _proxy(proxy, values[inside], edges[place], edges[place + 1])
        total += inside.sum() * abs(float(correct[inside].mean()) - stands_for)
    return float(total / len(values))


def _proxy(name: str, values: NDArray[np.float32], low: float, high: float) -> float:
    if name == "mean":
        return float(values.mean(dtype=np.float64))
    return float(high) if name == "upper-edge" else float((low + high) / 2)


def risk_coverage(
    confidence: NDArray[np.float64], correct: NDArray[np.float64]
) -> tuple[list[tuple[float, float]], float]:
    """Points (coverage, risk) as the least confident are dropped, and the area below (AURC).

    The form of fd-shifts (Jaeger et al. 2023): a point is added whenever the confidence dropped
    differs from the one dropped before, and the area is the trapezoid sum over the shares dropped
    between points. Ties are dropped in the order given (the original leaves that to the sort).
    """
    count = len(confidence)
    if not count:
        return [], float("nan")
    order = np.argsort(confidence, kind="stable")
    ranked, errors = confidence[order], 1.0 - correct[order]
    left = float(errors.sum())
    points = [(1.0, left / count)]
    area, pending = 0.0, 0
    for place in range(count - 1):
        left -= float(errors[place])
        pending += 1
        if place == 0 or ranked[place] != ranked[place - 1]:
            points.append(((count - 1 - place) / count, left / (count - 1 - place)))
            area += (points[-1][1] + points[-2][1]) / 2 * pending / count
            pending = 0
    if pending:
        area += points[-1][1] * pending / count
        points.append((0.0, points[-1][1]))
    return points, area


def known(confidence: NDArray[np.float64]) -> NDArray[Any]:
    """Which questions have a confidence."""
    return ~np.isnan(confidence)
