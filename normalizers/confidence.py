"""How sure an answer to one field is: a logistic model over what is known of it.

The coefficients in ``resources/normalizers/confidence.json`` come from
``scripts/calibrate_confidence.py``; ``docs/evidence.md`` says how they were measured.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from nlp.folding import fold_word
from nlp.hints import FieldHints
from nlp.schema import JSON
from normalizers.place import Place

LOGPROB_WEIGHT = 0.5
"""Weight of the token log-odds where a server gives them; set, not fitted: no recorded answer of a
real model has any."""

_TYPICAL_LOGPROB = -0.1


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of an answer besides the place itself.

    ``candidate`` says whether a finder marked the value's mention; ``agreement`` is the share of
    several answers that agree, 0 to 1; ``logprob`` the mean natural logarithm of the probability of
    the value's tokens; the latter two are None where there is none. ``source`` is whose the draft
    is, model or candidates.
    """

    hints: FieldHints | None = None
    candidate: bool = False
    agreement: float | None = None
    logprob: float | None = None
    source: str = "model"


def confidence(place: Place, signals: Signals) -> float:
    """The probability that the place's value is right, strictly between 0 and 1."""
    weights = _weights()[signals.source]
    known = features(place, signals)
    score = sum(weights.get(name, 0.0) * value for name, value in known.items())
    if signals.logprob is not None:
        score += LOGPROB_WEIGHT * (_log_odds(signals.logprob) - _log_odds(_TYPICAL_LOGPROB))
    return min(0.999, max(0.001, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))))


def features(place: Place, signals: Signals) -> dict[str, float]:
    """The model's inputs by name; every one between 0 and 1."""
    kind = _kind(place)
    known = {"bias": 1.0, f"kind:{kind}": 1.0, f"state:{_state(place)}": 1.0}
    if kind in {"string", "number"}:
        known[f"{kind}:{place.alignment.kind}"] = 1.0
        known[f"{kind}:words:{_length(place.value)}"] = 1.0
        known[f"{kind}:candidate"] = float(signals.candidate)
        known["string:support"] = place.alignment.support if kind == "string" else 0.0
        known[f"{kind}:hint"] = _hint_score(place.value, signals.hints)
        known[f"{kind}:repeated"] = float(len(place.alignment.mentions) > 1)
    elif kind in {"enum", "boolean"}:
        known[f"{kind}:choice"] = _choice(place.value, signals.hints)
        known[f"{kind}:worded"] = float(place.alignment.kind != "none")
    elif kind in {"null", "empty"}:
        known[f"{kind}:answered"] = signals.hints.answered if signals.hints else 0.5
    known[f"in_list:{kind}"] = float(place.in_list)
    known |= {f"doubt:{doubt}": 1.0 for doubt in place.doubts}
    known["nested"] = float("." in place.path and not place.in_list)
    if signals.agreement is not None:
        known["agreement:given"] = 1.0
        known[f"agreement:{_voice(kind)}"] = signals.agreement
    return known


def _length(value: JSON) -> str:
    count = len(str(value).split())
    return "1-3" if count < 4 else "4-8" if count < 9 else "9-"


def _kind(place: Place) -> str:
    if place.value is None:
        return "null"
    if isinstance(place.value, list | dict):
        return "empty"
    if isinstance(place.value, bool):
        return "boolean"
    if place.field.kind == "enum":
        return "enum"
    return "string" if isinstance(place.value, str) else "number"


def _voice(kind: str) -> str:
    return kind if kind in {"enum", "boolean", "string"} else "rest"


def _state(place: Place) -> str:
    if place.missing:
        return "missing"
    if place.value is None and place.changes:
        return "dropped"
    return "corrected" if place.changes else "kept"


def _hint_score(value: JSON, hints: FieldHints | None) -> float:
    """The score of the best hint that says the value, folded."""
    if hints is None:
        return 0.0
    told = fold_word(str(value))
    for hint in hints.hints:
        meant = hint.candidate.value
        number = meant.number if meant is not None else None
        if fold_word(hint.candidate.mention) == told or (number is not None and number == value):
            return hint.score
    return 0.0


def _choice(value: JSON, hints: FieldHints | None) -> float:
    if hints is None:
        return 0.5
    return next((chance for member, chance in hints.choices if member == value), 0.0)


def _log_odds(logprob: float) -> float:
    probability = min(0.999, max(0.001, math.exp(min(0.0, logprob))))
    return math.log(probability / (1.0 - probability))


@lru_cache(maxsize=1)
def _weights() -> Mapping[str, Mapping[str, float]]:
    """The weights of a model's answers and of the candidates', which are fitted apart."""
    source = files("resources").joinpath("normalizers", "confidence.json")
    loaded = json.loads(source.read_text(encoding="utf-8"))
    return {"model": loaded["weights"], "candidates": loaded["candidates"]}
