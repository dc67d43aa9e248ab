"""How likely a field of a pool is right: its confidence, and how often the field of that name is.

Fields with too few cases for a threshold of their own share one. If one of them is wrong with the
highest confidence, no threshold on confidence alone can keep a promise for the others. So the cases are
put in the order of a logistic regression: on the confidence (its log odds), with an intercept for each
field that is drawn to nought as far as there are few cases of it (a Gaussian prior: ridge).

What a case's own truth has taught may not decide on it: :func:`cross_fitted` gives each the chance that
a regression on the documents of the *other* folds gives it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from veraz.accuracy.cases import Case
from veraz.accuracy.reliability import SUREST, Reliability, key_of

Floats = NDArray[np.float64]

FOLDS = 5
_STEPS = 60
_SPREAD = 1.5
"""Standard deviation of the fields' intercepts before any case is seen, in log odds."""
_SLOPE_SPREAD, _LEVEL_SPREAD = 0.5, 3.0
_LEAST_SLOPE = 0.1


def fit(cases: Sequence[Case]) -> Reliability:
    """Fit the regression by Newton's method, its steps bounded."""
    names = sorted({_name(each) for each in cases})
    places = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(cases), len(names) + 2))
    table[:, 0] = 1
    table[:, 1] = _log_odds(np.array([each.confidence for each in cases], dtype=np.float64))
    table[np.arange(len(cases)), [2 + places[_name(each)] for each in cases]] = 1
    right = np.array([each.right for each in cases], dtype=np.float64)
    found = _newton(table, right)
    own = dict(zip(names, map(float, found[2:]), strict=True))
    return Reliability(float(found[0]), max(_LEAST_SLOPE, float(found[1])), own)


def cross_fitted(cases: Sequence[Case], folds: int = FOLDS) -> Sequence[Case]:
    """The cases with the chance as ``confidence`` that the documents of other folds give them.

    Documents go to folds at random, always alike; with fewer documents than folds nothing changes.
    """
    documents = sorted({each.document for each in cases})
    if len(documents) < folds:
        return cases
    order = np.random.default_rng(0).permutation(len(documents))
    fold = {documents[place]: number % folds for number, place in enumerate(order)}
    others = [fit([each for each in cases if fold[each.document] != one]) for one in range(folds)]
    return [rated(each, others[fold[each.document]]) for each in cases]


def rated(case: Case, reliability: Reliability) -> Case:
    """The case with its chance of being right as ``confidence``."""
    chance = reliability.chance(case.schema, case.field, case.confidence)
    return replace(case, confidence=chance)


def _newton(table: Floats, right: Floats) -> Floats:
    """The most likely coefficients: level, slope, then a field each."""
    before = np.zeros(table.shape[1])
    before[1] = 1
    precision = np.full(table.shape[1], _SPREAD**-2)
    precision[:2] = _LEVEL_SPREAD**-2, _SLOPE_SPREAD**-2
    found = before.copy()
    for _ in range(_STEPS):
        chance = _sigmoid(table @ found)
        slope = table.T @ (chance - right) + precision * (found - before)
        bend = (table.T * (chance * (1 - chance))) @ table + np.diag(precision)
        step = np.linalg.solve(bend, slope)
        longest = float(np.abs(step).max())
        found = found - step * min(1.0, 1 / longest if longest else 1.0)
        if longest < 1e-8:
            break
    return found


def _name(case: Case) -> str:
    return key_of(case.schema, case.field)


def _log_odds(confidence: float | Floats) -> Floats:
    inside = np.clip(confidence, 1 - SUREST, SUREST)
    return np.asarray(np.log(inside / (1 - inside)), dtype=np.float64)


def _sigmoid(value: float | Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -30, 30))), dtype=np.float64)
