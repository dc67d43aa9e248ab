"""How likely each offer is right, and which of them a prompt shows.

Coefficients and floors are fitted by ``scripts/fit_hints.py`` on solved texts
(``resources/hint_weights.json``); a floor is the least chance from which enough offers of a kind
were right on sources that did not teach the coefficients.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from nlp.facts.fact_kinds import FAMILIES, KINDS
from nlp.facts.offered import Offer
from nlp.hints import ShownHint
from nlp.spans import Span, meet
from nlp.word_lists import read_json

FEW = 0.3
"""Log-ratio of mentions of a kind to the fields that ask for it, up to which they are few."""
RECKONED = 0.9
"""Chance of a reckoned fact, at most: they are too rare in the sources to be fitted."""
NEVER = 2.0
"""A floor that no chance reaches."""
_KIND_TRAITS = {kind: {f"kind:{other}": float(other == kind) for other in KINDS} for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Weighing:
    """``coefficients`` by model (:func:`model_of`) and trait; ``floors`` by :func:`floor_of`."""

    coefficients: Mapping[str, Mapping[str, float]]
    floors: Mapping[str, float]

    def chance(self, offer: Offer) -> float:
        """The probability that an offer is right."""
        if offer.basis == "reckoned":
            return min(RECKONED, offer.traits["sure"])
        weights = self.coefficients.get(model_of(offer), {})
        total = sum(weights.get(name, 0.0) * value for name, value in traits_of(offer).items())
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def floor(self, offer: Offer) -> float:
        """The chance from which on an offer of its basis and kind is shown."""
        if offer.basis == "reckoned":
            return 0.0
        return self.floors.get(floor_of(offer), NEVER)


@cache
def trained_weighing() -> Weighing:
    """The fitted one that ships."""
    fitted = read_json("hint_weights")
    return Weighing(fitted["coefficients"], fitted["floors"])


def model_of(offer: Offer) -> str:
    """The name of the coefficients that weigh an offer: its basis and the family of its kind."""
    if offer.basis in {"fact", "guess", "first"}:
        return f"{offer.basis}:{FAMILIES[offer.shown.kind]}"
    return offer.basis


def floor_of(offer: Offer) -> str:
    """The name of an offer's floor.

    Facts have two for each kind: where the text has hardly more mentions of the kind than fields
    ask for ("few") most are right, where it has many they must be likelier.
    """
    if offer.basis == "first":
        return f"first:{offer.shown.kind}"
    if offer.basis != "fact":
        return model_of(offer)
    few = offer.traits["crowd"] <= FEW
    return f"fact:{offer.shown.kind}:{'few' if few else 'many'}"


def traits_of(offer: Offer) -> Mapping[str, float]:
    """The numbers an offer is weighed by: its traits, a constant, and one for facts' own kind."""
    kinds = _KIND_TRAITS[offer.shown.kind] if offer.basis == "fact" else {}
    return {"constant": 1.0, **offer.traits, **kinds}


def choose(offers: Sequence[Offer], weighing: Weighing) -> tuple[ShownHint, ...]:
    """The offers that reach their floors, the likeliest first; one for each place in the text.

    A hint for a field comes before a fact at the same place; of two for one field the likelier.
    """
    weighed = [(weighing.chance(one), one) for one in offers]
    kept = [(chance, one) for chance, one in weighed if chance >= weighing.floor(one)]
    kept.sort(key=lambda pair: (pair[1].shown.path is None, -pair[0]))
    return tuple(sorted(_disjoint(kept), key=lambda one: -one.score))


def _disjoint(kept: Sequence[tuple[float, Offer]]) -> Iterator[ShownHint]:
    taken: list[Span] = []
    answered: set[str] = set()
    for chance, offer in kept:
        one = offer.shown
        if offer.basis != "row" and one.path is not None and one.path in answered:
            continue
        if any(meet(one.span, other) for other in taken):
            continue
        taken.append(one.span)
        if one.path is not None:
            answered.add(one.path)
        yield replace(one, score=chance)
