"""Linear scores over named features, with the weights of ``resources/ranker.json``.

A group's scores are log-odds up to a constant: their softmax over the candidates of one field is
the probability of each to be the answer, given that there is one (McFadden's conditional logit).
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from nlp.hints import Reason
from nlp.match.associations import Associations
from nlp.match.associations import unpack as associations_of
from nlp.match.boosted import Boosted
from nlp.match.embeddings import Embeddings, read_embeddings
from nlp.match.surroundings import Floats
from nlp.match.trees import Trees, unpack

Weights = Mapping[str, float]
PLACES = "places"
"""The name of the trees that choose places of rows."""
_MOST_REASONS = 4


@dataclass(frozen=True, slots=True)
class Ranker:
    """The weights of each group (text, date, number, member, items, answered).

    ``embeddings`` are the vectors of words, where there are some; ``explains`` says whether it gives
    reasons; they take time and only people read them.
    """

    groups: Mapping[str, Weights]
    boosted: Boosted = field(default_factory=Boosted)
    embeddings: Embeddings | None = None
    explains: bool = False

    @property
    def associations(self) -> Associations | None:
        """What words of fields say of what stands with their options, where that was taught."""
        return self.boosted.associations

    @property
    def places(self) -> Trees | None:
        """The trees that say which place of a row answers which field of a list's objects."""
        return self.boosted.trees.get(PLACES)

    def scores(self, group: str, columns: Mapping[str, Floats]) -> Floats:
        """One score per row; features without a weight count nothing."""
        weights = self.groups[group]
        size = len(next(iter(columns.values()))) if columns else 0
        total = np.full(size, weights.get("bias", 0.0))
        for name, column in columns.items():
            weight = weights.get(name, 0.0)
            if weight:
                total += weight * column
        return total

    def logit(self, group: str, features: Mapping[str, float]) -> float:
        """The score of a single case."""
        weights = self.groups[group]
        return weights.get("bias", 0.0) + sum(
            weights.get(name, 0.0) * value for name, value in features.items()
        )

    def reasons(
        self, group: str, columns: Mapping[str, Floats], rows: Sequence[int]
    ) -> list[tuple[Reason, ...]]:
        """The features that decided each row's linear score, the weightiest first."""
        weights = self.groups[group]
        names = [name for name in columns if weights.get(name, 0.0)]
        if not self.explains or not names or not rows:
            return [() for _ in rows]
        chosen = np.array(rows)
        values = np.array([columns[name][chosen] for name in names])
        shares = -np.abs(values * np.array([weights[name] for name in names])[:, None])
        order = np.argsort(shares, axis=0, kind="stable")[:_MOST_REASONS]
        said = np.take_along_axis(values, order, axis=0)
        return [
            tuple(
                Reason(names[at], value, weights[names[at]])
                for at, value in zip(first, second, strict=True)
                if value
            )
            for first, second in zip(order.T.tolist(), said.T.tolist(), strict=True)
        ]


@lru_cache(maxsize=1)
def trained_ranker() -> Ranker:
    """The ranker shipped in ``resources/ranker.json`` and its trees, read once."""
    return read_ranker(files("resources"))


def read_ranker(folder: Traversable) -> Ranker:
    """The ranker that a folder holds: ``ranker.json`` and the trees it names."""
    raw = json.loads((folder / "ranker.json").read_text(encoding="utf-8"))
    groups = {name: dict(weights) for name, weights in raw["groups"].items()}
    told = raw.get("trees")
    if told is None:
        return Ranker(groups)
    trees = {
        name: unpack((folder / one["file"]).read_bytes(), one["sha256"])
        for name, one in told["sets"].items()
    }
    shares = {kind: (line, tree) for kind, (line, tree) in told["shares"].items()}
    words = told.get("associations")
    associations = words and associations_of((folder / words["file"]).read_bytes(), words["sha256"])
    return Ranker(groups, Boosted(trees, shares, associations), read_embeddings(folder))


def softmax(scores: Floats) -> Floats:
    """Probabilities from scores; an empty array stays empty."""
    if not len(scores):
        return scores
    shifted = np.exp(scores - scores.max())
    return np.asarray(shifted / shifted.sum(), dtype=np.float64)


def log_odds(chance: float, least: float = 1e-4, most: float = 1 - 1e-4) -> float:
    """The log-odds of a chance, kept between two chances so that they are finite."""
    kept = min(max(chance, least), most)
    return math.log(kept / (1 - kept))


def odds_of(chances: Floats | Sequence[float]) -> Floats:
    """The log-odds of chances, finite."""
    kept = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(kept / (1 - kept)))


def sigmoid(logit: float) -> float:
    """The probability of a logit, without overflow."""
    return float(sigmoids(np.asarray(logit)))


def sigmoids(logits: Floats) -> Floats:
    """The probabilities of logits, without overflow."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0))), dtype=np.float64)
