"""Linear scores over named features, with the weights of ``resources/ranker.json``.

A group's scores are log-odds up to a constant: their softmax over the candidates of one field is
the probability of each to be the answer, given that there is one (McFadden's conditional logit).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from nlp.hints import Reason
from nlp.match.surroundings import Floats

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Ranker:
    """The weights of each group (text, date, number, member, items, answered)."""

    groups: Mapping[str, Weights]

    def scores(self, group: str, columns: Mapping[str, Floats]) -> Floats:
        """One score per row; features without a weight count nothing."""
        weights = self.groups[group]
        size = len(next(iter(columns.values()))) if columns else 0
        total = np.full(size, weights.get("bias", 0.0))
        for name, column in columns.items():
            weight = weights.get(name, 0.0)
            if weight:
                total = total + weight * column
        return total

    def logit(self, group: str, features: Mapping[str, float]) -> float:
        """The score of a single case."""
        weights = self.groups[group]
        return weights.get("bias", 0.0) + sum(
            weights.get(name, 0.0) * value for name, value in features.items()
        )

    def reasons(
        self, group: str, columns: Mapping[str, Floats], row: int, *, most: int = 4
    ) -> tuple[Reason, ...]:
        """The features that decided one row's score, the weightiest first."""
        weights = self.groups[group]
        found = [
            Reason(name, float(column[row]), weights[name])
            for name, column in columns.items()
            if weights.get(name, 0.0) and column[row]
        ]
        found.sort(key=lambda reason: -abs(reason.value * reason.weight))
        return tuple(found[:most])


@lru_cache(maxsize=1)
def trained_ranker() -> Ranker:
    """The ranker shipped in ``resources/ranker.json``, read once."""
    raw = json.loads((files("resources") / "ranker.json").read_text(encoding="utf-8"))
    return Ranker({name: dict(weights) for name, weights in raw["groups"].items()})


def softmax(scores: Floats) -> Floats:
    """Probabilities from scores; an empty array stays empty."""
    if not len(scores):
        return scores
    shifted = np.exp(scores - scores.max())
    return np.asarray(shifted / shifted.sum(), dtype=np.float64)


def sigmoid(logit: float) -> float:
    """The probability of a logit, without overflow."""
    return float(1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0))))
