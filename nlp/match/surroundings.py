"""A document and its candidates as token arrays, so that words around a candidate cost O(1).

Token ranges are half-open indexes into the words of the text; all arrays over candidates follow
the order the candidates were given in.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nlp.asked.field_profile import FieldProfile
from nlp.layout.structure import Layout
from nlp.spans import Candidate, Document

Floats = NDArray[np.float64]
Indexes = NDArray[np.int64]
Flags = NDArray[np.bool_]

STEP = 0.2
"""What a word between a cue and a candidate takes from the logarithm of the cue's weight."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where each candidate stands: its offsets; in tokens, an empty range where there is no place."""

    start: Indexes
    end: Indexes
    first: Indexes
    last: Indexes
    opening: Indexes
    sentence_first: Indexes
    sentence_last: Indexes
    heading_first: Indexes
    heading_last: Indexes
    label_first: Indexes
    label_last: Indexes
    column_first: Indexes
    column_last: Indexes

    @property
    def naming(self) -> tuple[tuple[str, Indexes, Indexes], ...]:
        """What may name each candidate: the heading above it, its label, the head of its column."""
        return (
            ("heading", self.heading_first, self.heading_last),
            ("label", self.label_first, self.label_last),
            ("column", self.column_first, self.column_last),
        )


def meets(spans: Indexes, others: Indexes, least: float = 0.0) -> Flags:
    """Which spans, a row each, meet which others, with no less than a share of their own length."""
    low = np.maximum(others[:, 0], spans[:, :1])
    shared = np.minimum(others[:, 1], spans[:, 1:]) - low
    return np.asarray((shared > 0) & (shared >= least * (spans[:, 1:] - spans[:, :1])))


class Cues:
    """Words that speak of something: what each token weighs, and the sum of those before it.

    ``before`` and ``after`` are, per token boundary, the strongest cue before it and the strongest
    after it, decayed. A cue's logarithm falls by the cost of every word and mark in between, its
    ``way``, so the strongest one is a running maximum of weight and path together.
    """

    def __init__(self, weights: Floats, way: Floats) -> None:
        self.weights = weights
        self.total = np.concatenate(([0.0], np.cumsum(weights)))
        self.before, self.after = np.zeros(len(weights)), np.zeros(len(weights))
        self.any = bool(weights.any())
        if not weights[:-1].any():
            return
        with np.errstate(divide="ignore"):
            strength = np.log(weights[:-1])
        from_left = np.maximum.accumulate(strength + way[:-1])
        self.before[1:] = np.exp(from_left - way[1:] + STEP)
        from_right = np.maximum.accumulate((strength - way[:-1])[::-1])[::-1]
        self.after[1:-1] = np.exp(from_right[1:] + way[:-2] + STEP)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The words of a text and the places of its candidates among them."""

    document: Document
    layout: Layout
    candidates: tuple[Candidate, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    stems: tuple[str, ...]
    folded: tuple[str, ...]
    sentence_of: Indexes
    way: Floats
    by_stem: Mapping[str, tuple[int, ...]]
    by_key: Mapping[str, tuple[int, ...]]
    places: Places
    traits: Mapping[str, Floats] = field(default_factory=dict)
    competing_labels: Mapping[str, Floats] = field(default_factory=dict)
    read: dict[int, tuple[FieldProfile, Cues, Cues]] = field(default_factory=dict)
    """The cues of the fields asked for so far, by the identity of their profiles."""

    def cue_weights(
        self, cues: Mapping[tuple[str, ...], float], keys: Mapping[str, float]
    ) -> Floats:
        """The weight each token has as a cue; words that are everywhere in the text weigh less."""
        weights = np.zeros(len(self.stems) + 1)
        for phrase, weight in cues.items():
            spots = self.by_stem.get(phrase[0], ())
            if len(phrase) > 1:
                spots = tuple(at for at in spots if self.stems[at : at + len(phrase)] == phrase)
            _raise(weights, spots, weight, len(phrase))
        for key, weight in keys.items():
            _raise(weights, self.by_key.get(key, ()), 0.8 * weight, 1)
        return weights

    def cues_of(self, profile: FieldProfile) -> tuple[Cues, Cues]:
        """The cues of a field's name and those of its description, read once."""
        if id(profile) not in self.read:
            own = {key: weight for key, weight in profile.keys.items() if weight == 1.0}
            other = {key: weight for key, weight in profile.keys.items() if weight < 1.0}
            named = self.form_weights(self.cue_weights(profile.names, own), profile.forms)
            told = self.cue_weights(profile.described, other)
            self.read[id(profile)] = profile, Cues(named, self.way), Cues(told, self.way)
        return self.read[id(profile)][1:]

    def form_weights(self, weights: Floats, forms: tuple[str, ...]) -> Floats:
        """The weights with full weight for words that begin as the field's own words do."""
        if not forms:
            return weights
        spots = tuple(at for at, word in enumerate(self.folded) if word.startswith(forms))
        raised = weights.copy()
        _raise(raised, spots, 1.0, 1)
        return raised

    def is_label(self, candidate: Candidate) -> bool:
        """Whether a candidate is (part of) the label of a pair; a list's labels are its items."""
        if not self.layout.is_label(*candidate.span, self.document.text):
            return False
        line = self.layout.line_at(candidate.start)
        return line is None or line.kind != "list"

    def token_range(self, start: int, end: int) -> tuple[int, int]:
        """The tokens that overlap ``text[start:end]``."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


def overlaps(spans: Indexes, others: Indexes) -> Floats:
    """What spans share of both together: a row for each of the first, a column for each of the others."""
    start, end = spans[:, :1], spans[:, 1:]
    first, last = others[:, 0], others[:, 1]
    shared = np.maximum(0, np.minimum(end, last) - np.maximum(start, first))
    return np.asarray(shared / np.maximum(1, np.maximum(end, last) - np.minimum(start, first)))


def within(weights: Floats, window: tuple[int, int] | None) -> Floats:
    """The weights of the tokens of a window, first and last; none elsewhere."""
    if window is None:
        return weights
    masked = np.zeros_like(weights)
    masked[window[0] : window[1]] = weights[window[0] : window[1]]
    return masked


def _raise(weights: Floats, spots: tuple[int, ...], weight: float, width: int) -> None:
    if not spots:
        return
    value = weight / (1.0 + 0.25 * np.log(len(spots)))
    for spot in spots:
        for at in range(spot, spot + width):
            weights[at] = max(weights[at], value)
