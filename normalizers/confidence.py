"""How sure an answer to one field is: boosted trees over what is known of it, then calibrated.

Three sources have three calibrations (:data:`normalizers.confidence_features.GROUPS`). The trees put
the answers in order; a line through their log-odds (Platt, *Probabilistic outputs for support vector
machines*, 1999), fitted on answers that the trees had not seen, makes a probability of it.
``scripts/calibrate_confidence.py`` writes ``resources/normalizers/confidence*``; ``docs/evidence.md``
says how it was measured.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from nlp.match.ranker import log_odds
from nlp.match.trees import Trees, matrix, unpack
from normalizers.confidence_features import GROUPS, Features, Signals, features, group_of
from normalizers.place import Place

LOGPROB_WEIGHT = 0.5
"""Weight of the token log-odds where a server gives them; set, not fitted: no recorded answer of a
real model has any."""

_TYPICAL_LOGPROB = -0.1
_LEAST = 0.001


@dataclass(frozen=True, slots=True)
class Calibration:
    """One group's trees, and the line that makes log-odds of their scores."""

    trees: Trees
    offset: float
    slope: float

    def log_odds(self, known: Sequence[Features]) -> list[float]:
        """The calibrated log-odds of each answer."""
        names = self.trees.names
        columns = {name: np.array([one.get(name, 0.0) for one in known]) for name in names}
        scores = self.trees.scores(matrix(names, columns, len(known)))
        return [self.offset + self.slope * float(score) for score in scores]


def confidences(places: Sequence[Place], signals: Sequence[Signals]) -> list[float]:
    """The probability that each place of one answer is right, strictly between 0 and 1."""
    known = features(places, signals)
    groups = [group_of(place, told.source) for place, told in zip(places, signals, strict=True)]
    found = [0.0] * len(places)
    for group, calibration in calibrations().items():
        mine = [row for row, one in enumerate(groups) if one == group]
        odds = calibration.log_odds([known[row] for row in mine]) if mine else ()
        for row, each in zip(mine, odds, strict=True):
            found[row] = _probability(each + _spoken(signals[row].logprob))
    return found


def _spoken(logprob: float | None) -> float:
    """What the probability of the value's tokens adds to the log-odds."""
    if logprob is None:
        return 0.0
    said, typical = (
        log_odds(math.exp(min(0.0, one)), _LEAST, 1 - _LEAST) for one in (logprob, _TYPICAL_LOGPROB)
    )
    return LOGPROB_WEIGHT * (said - typical)


def _probability(score: float) -> float:
    return min(1 - _LEAST, max(_LEAST, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))))


@lru_cache(maxsize=1)
def calibrations() -> Mapping[str, Calibration]:
    """What ships, by group, read once."""
    folder = files("resources") / "normalizers"
    written = json.loads((folder / "confidence.json").read_text(encoding="utf-8"))["groups"]
    return {
        group: Calibration(
            unpack((folder / f"confidence_{group}.npz").read_bytes(), written[group]["sha256"]),
            written[group]["offset"],
            written[group]["slope"],
        )
        for group in GROUPS
    }
