"""How much the sentences of a text speak of a field."""

from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.options import Traits
from nlp.match.surroundings import Floats, Surroundings

Span = tuple[int, int]

_DESCRIBED = 0.6
_MOST_SPOKEN = 3.0


class Spoken:
    """How much each sentence of a text speaks of a field, by its name and by its description."""

    def __init__(self, profile: FieldProfile, here: Surroundings) -> None:
        self.names = np.maximum(
            here.cue_weights(profile.list_names, {}), here.name_weights(profile)
        )
        self.described = here.described_weights(profile)
        self.sentences = here.layout.sentences
        ranges = [here.token_range(one.start, one.end) for one in self.sentences]
        self._starts = np.array([one.start for one in self.sentences])
        self._named = np.array([_distinct(self.names, here, *one) for one in ranges])
        self._told = np.array([_distinct(self.described, here, *one) for one in ranges])
        self.all = self._named + _DESCRIBED * self._told
        self._share = self.all / max(1e-6, self.all.max(initial=0.0))
        self.order = np.argsort(-self.all, kind="stable").tolist()
        self._rank = np.argsort(self.order, kind="stable")

    def traits(self, spans: Sequence[Span]) -> Traits:
        """How much the sentences in which the items stand speak of the field."""
        if not spans or not self.sentences:
            return {}
        at = np.searchsorted(self._starts, [start for start, _ in spans], side="right") - 1
        at = np.maximum(at, 0)
        return {
            "spoken": float(self.all[at].mean()),
            "spoken_named": float(self._named[at].mean()),
            "spoken_told": float(self._told[at].mean()),
            "spoken_share": float(self._share[at].mean()),
            "spoken_rank": float(self._rank[at].min()),
            "spoken_first": float(self._share[at[0]]),
            "sentences": float(len(set(at.tolist()))),
        }


def _distinct(weights: Floats, here: Surroundings, first: int, last: int) -> float:
    """The weights of some words together, the same word once."""
    best: dict[str, float] = {}
    for at in (np.flatnonzero(weights[first:last]) + first).tolist():
        best[here.stems[at]] = max(best.get(here.stems[at], 0.0), float(weights[at]))
    return min(_MOST_SPOKEN, sum(best.values()))
