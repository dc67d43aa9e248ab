"""The linear half of the ranker: maximum a posteriori around hand-set weights.

A Gaussian prior around ``ranker_priors.json``, whose signs also bound the weights, so that a feature
that helps by chance in a few schemas cannot turn around. Every field of every schema weighs the same
however many instances it has, and cases with and without an answer weigh the same
(:mod:`nlp.match.answerability`).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Case
from scipy.optimize import minimize

from nlp.match.answerability import answered_features, list_features
from nlp.match.list_items import distinct_items
from nlp.match.ranker import Ranker

Floats = NDArray[np.float64]
STRENGTH = {
    "text": 6.0,
    "date": 6.0,
    "number": 6.0,
    "items": 12.0,
    "member": 6.0,
    "answered": 6.0,
}
"""Precision of the prior of each group. The flag groups stay hand-set: what cases of flags taught did
not hold for a schema left out."""


WIDE = ("text", "date", "number", "items", "member")
"""Groups whose weights are the mean of what few sources near at hand teach and of what all do."""
_WIDE_STRENGTH = 1.0
_LIKELIEST = 40
"""Rows of a decision that the wide half learns from."""


def fit(
    narrow: Sequence[Case], wide: Sequence[Case], priors: Mapping[str, Mapping[str, float]]
) -> Ranker:
    """Fit every group; groups without cases keep the prior.

    ``narrow`` teach all of them, ``wide`` those of :data:`WIDE` beside, half of each counts: alone, the
    first are few, the second draw away from what rules know and few sources ask for.
    """
    groups = {name: dict(weights) for name, weights in priors.items()}
    by_group = _by_group(narrow)
    for group in WIDE:
        if by_group[group]:
            groups[group] = _fit_group(by_group[group], groups[group], STRENGTH[group])
    near = Ranker(dict(groups))
    for group, cases in _by_group(wide).items():
        likeliest = [_cut(case, near) for case in cases]
        taught = _fit_group(likeliest, priors[group], _WIDE_STRENGTH)
        groups[group] = {
            name: round((groups[group].get(name, 0.0) + taught.get(name, 0.0)) / 2, 4)
            for name in {**groups[group], **taught}
        }
    ranker = Ranker(groups)
    if by_group["answered"]:
        rows = [_answered_row(case, ranker) for case in by_group["answered"]]
        groups["answered"] = fit_answered(rows, groups["answered"])
    if by_group["list_answered"]:
        rows = [_list_row(case, ranker) for case in by_group["list_answered"]]
        groups["list_answered"] = _fit_binary(rows, groups["list_answered"], STRENGTH["answered"])
    return Ranker(groups)


def _by_group(cases: Iterable[Case]) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        found[case.group].append(case)
    return found


def _fit_group(
    cases: Sequence[Case], prior: Mapping[str, float], strength: float
) -> dict[str, float]:
    each = _fit_items if cases[0].group == "items" else fit_choice
    return each(cases, prior, strength)


def _cut(case: Case, ranker: Ranker) -> Case:
    """The case with its likeliest rows, and those that are right."""
    scores = ranker.scores(case.group, case.columns)
    rows = np.union1d(np.argsort(-scores)[:_LIKELIEST], np.flatnonzero(case.target > 0.0))
    columns = {name: np.asarray(column)[rows] for name, column in case.columns.items()}
    return replace(case, columns=columns, target=case.target[rows])


def fit_answered(
    rows: Sequence[tuple[Mapping[str, float], float, str]], prior: Mapping[str, float]
) -> dict[str, float]:
    """The weights of "is it answered at all" from (features, label, field) rows."""
    return _fit_binary(rows, prior, STRENGTH["answered"])


def _answered_row(case: Case, ranker: Ranker) -> tuple[Mapping[str, float], float, str]:
    scores = ranker.scores(case.profile.group, case.columns)
    features = answered_features(case.profile, case.columns, scores, scores)
    return features, float(case.target[0]), f"{case.schema}/{case.path}"


def _list_row(case: Case, ranker: Ranker) -> tuple[Mapping[str, float], float, str]:
    chances = 1.0 / (1.0 + np.exp(-np.clip(ranker.scores("items", case.columns), -30, 30)))
    rows = distinct_items(case.picked, chances)
    features = list_features([chance for _, chance in rows])
    return features, float(case.target[0]), f"{case.schema}/{case.path}"


def _weights_of(cases: Sequence[Case]) -> Floats:
    counts = Counter((case.schema, case.path) for case in cases)
    return np.array([1.0 / np.sqrt(counts[case.schema, case.path]) for case in cases])


def _matrix(
    cases: Sequence[Case], names: Sequence[str]
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    rows = [
        np.stack([case.columns.get(name, np.zeros(len(case.target))) for name in names], axis=1)
        for case in cases
    ]
    starts = np.cumsum([0, *(len(one) for one in rows[:-1])])
    return np.concatenate(rows), np.concatenate([case.target for case in cases]), starts


def _minimize(
    loss: Any, names: Sequence[str], prior: Mapping[str, float], free: frozenset[str] = frozenset()
) -> dict[str, float]:
    start = np.array([prior.get(name, 0.0) for name in names])
    bounds = [
        (None, None)
        if name in free or not prior.get(name)
        else (0.0, None)
        if prior[name] > 0
        else (None, 0.0)
        for name in names
    ]
    found = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 80}
    )
    return {
        name: round(float(weight), 4)
        for name, weight in zip(names, found.x, strict=True)
        if abs(weight) > 1e-4
    }


def _names(cases: Sequence[Case], prior: Mapping[str, float]) -> list[str]:
    found = dict.fromkeys(prior)
    for case in cases:
        found |= dict.fromkeys(case.columns)
    return list(found)


def fit_choice(
    cases: Sequence[Case], prior: Mapping[str, float], strength: float
) -> dict[str, float]:
    """Conditional logit with soft targets: which of the rows is the answer."""
    names = [name for name in _names(cases, prior) if name != "bias"]
    rows, target, starts = _matrix(cases, names)
    sizes = np.diff(np.append(starts, len(rows)))
    total = np.repeat(np.add.reduceat(target, starts), sizes)
    share = target / total
    weight = np.repeat(_weights_of(cases), sizes)
    center = np.array([prior.get(name, 0.0) for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        scores = scores - np.repeat(np.maximum.reduceat(scores, starts), sizes)
        log = scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), starts)), sizes)
        gap = weights - center
        value = -(weight * share * log).sum() + 0.5 * strength * gap @ gap
        slope = rows.T @ (weight * (np.exp(log) - share)) + strength * gap
        return float(value), slope

    return _minimize(loss, names, prior)


def _fit_items(
    cases: Sequence[Case], prior: Mapping[str, float], strength: float
) -> dict[str, float]:
    names = ["bias", *(name for name in _names(cases, prior) if name != "bias")]
    rows, target, _ = _matrix(cases, names)
    rows[:, 0] = 1.0
    sizes = [len(case.target) for case in cases]
    weight = np.repeat(_weights_of(cases), sizes) * 0.5
    return _logistic(rows, target, weight, names, prior, strength)


def _fit_binary(
    examples: Sequence[tuple[Mapping[str, float], float, str]],
    prior: Mapping[str, float],
    strength: float,
) -> dict[str, float]:
    """Logistic regression over (features, label, field) rows; both labels weigh the same."""
    found = dict.fromkeys(["bias", *prior])
    for features, _, _ in examples:
        found |= dict.fromkeys(features)
    names = list(found)
    rows = np.array(
        [
            [1.0 if name == "bias" else one.get(name, 0.0) for name in names]
            for one, _, _ in examples
        ]
    )
    target = np.array([label for _, label, _ in examples])
    counts = Counter(path for _, _, path in examples)
    weight = np.array([1.0 / np.sqrt(counts[path]) for _, _, path in examples])
    for label in (0.0, 1.0):
        weight[target == label] *= 0.5 * weight.sum() / max(weight[target == label].sum(), 1e-9)
    return _logistic(rows, target, weight, names, prior, strength)


def _logistic(
    rows: Floats,
    target: Floats,
    weight: Floats,
    names: Sequence[str],
    prior: Mapping[str, float],
    strength: float,
) -> dict[str, float]:
    center = np.array([prior.get(name, 0.0) for name in names])
    pull = np.array([0.0 if name == "bias" else strength for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        gap = weights - center
        value = (weight * (np.logaddexp(0.0, scores) - target * scores)).sum()
        value += 0.5 * (pull * gap * gap).sum()
        slope = rows.T @ (weight * (1.0 / (1.0 + np.exp(-scores)) - target)) + pull * gap
        return float(value), slope

    return _minimize(loss, names, prior, frozenset({"bias"}))


def read_priors() -> dict[str, dict[str, float]]:
    """The hand-set weights that training starts from."""
    raw = json.loads((Path(__file__).parent / "ranker_priors.json").read_text(encoding="utf-8"))
    return {name: dict(weights) for name, weights in raw["groups"].items()}
