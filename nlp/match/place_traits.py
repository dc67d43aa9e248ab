"""What speaks for a place of rows being what a field of a list's objects asks for.

Words that name the place, what stands in it, how it lies among the others, and what the numbers of
the rows come to: of three columns the one that is the product of the others is no price.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import unit_fit
from nlp.labels.likeness import FieldTerms
from nlp.match.row_fit import Suited, held, strength
from nlp.match.row_looks import Looks
from nlp.match.row_slots import Slot
from nlp.match.trees import Traits
from nlp.reckon.reckoning_words import pattern_of, told_of
from nlp.stems import fold

_CLASSES = (
    "person", "organization", "place", "date", "time", "duration", "money", "count", "measure",
    "identifier", "title", "text", "term", "quality",
)  # fmt: skip
_COLUMN_WORDS = ("total", "unit", "count")
_UNITS_READ = 2
"""Rows whose units are compared with the field's."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A place for a field: how it suits by rule, what associations say of it."""

    suit: Suited
    associated: float
    slot: Slot

    @property
    def score(self) -> float:
        """How well it suits by rule and by associations."""
        return self.suit.score + self.associated


def place_traits(
    asked: Sequence[FieldTerms],
    offers: Sequence[Sequence[Offer]],
    sample: range,
    looks: Looks,
    key: str,
    twin: tuple[int, int],
) -> list[list[Traits]]:
    """What speaks for each place offered to each field, a row a place and last one for none of them.

    ``offers`` has a field's places, best first, each with how it suits by rule and what associations
    say; ``twin`` says which of how many lists of objects with the same fields is asked.
    """
    of_block = {
        "fields": float(len(asked)),
        "rows": float(len(sample)),
        "cells": float(looks.in_cells),
        "columns": float(len(looks.columns)),
        "twin": twin[0] / twin[1],
        "twins": float(twin[1]),
    }
    kinds = [_kind_of(one.profile) for one in asked]
    rivals = _rivals_of(offers)
    found = []
    for at, (one, each) in enumerate(zip(asked, offers, strict=True)):
        same = [other for other, kind in enumerate(kinds) if kind == kinds[at]]
        own = {
            **of_block,
            **_of_field(one.profile, kinds[at]),
            "key": float(one.profile.path == key),
            "at": at / len(asked),
            "same_kind": float(len(same)),
            "place_of_kind": float(same.index(at)),
            "offers": float(len(each)),
        }
        rows = [
            {
                **own,
                **looks.of(offer.slot).traits,
                **looks.headed(offer.slot),
                **_of_offer(one.profile, offer, sample),
                **rivals.traits(at, offer),
                **_among_kind(looks, offer.slot, kinds[at], same.index(at), len(same)),
                "near": 1 - abs(at / len(asked) - offer.slot.order),
            }
            for offer in each
        ]
        best = {
            "best_score": max((offer.score for offer in each), default=0.0),
            "best_alike": max((offer.suit.alike for offer in each), default=0.0),
        }
        found.append([*rows, own | (best if each else {})])
    return found


@dataclass(frozen=True, slots=True)
class _Rivals:
    """The offers of all fields, beside which each stands."""

    offers: Sequence[Sequence[Offer]]
    of_place: Mapping[int, Sequence[Offer]]
    """The offers of each place, by the identity of its slot."""

    def traits(self, at: int, offer: Offer) -> Traits:
        """How an offer to the field at ``at`` stands beside its other places, and others' claims."""
        own, alike = self.offers[at], offer.suit.alike
        others = self.of_place[id(offer.slot)]
        behind, ahead = self._first(at - 1), self._first(at + 1)
        return {
            "alike_lead": alike - _other([one.suit.alike for one in own], alike),
            "score_lead": offer.score - max(one.score for one in own),
            "rival": alike - _other([one.suit.alike for one in others], alike),
            "claimed": offer.score - _other([one.score for one in others], offer.score),
            "behind": offer.slot.order - behind,
            "ahead": ahead - offer.slot.order,
        }

    def _first(self, at: int) -> float:
        """Where the best place of a field stands; not a number where there is none."""
        each = self.offers[at] if 0 <= at < len(self.offers) else ()
        return each[0].slot.order if each else math.nan


def _rivals_of(offers: Sequence[Sequence[Offer]]) -> _Rivals:
    of_place: dict[int, list[Offer]] = defaultdict(list)
    for offer in chain.from_iterable(offers):
        of_place[id(offer.slot)].append(offer)
    return _Rivals(offers, of_place)


def _among_kind(looks: Looks, slot: Slot, kind: str, place: int, fields: int) -> Traits:
    """Where a place stands among those of a kind, beside the ``place`` of its field among as many."""
    rank, size = looks.rank(slot, kind)
    return {
        "rank": float(rank - place),
        "rank_share": rank / max(1, size - 1) - place / max(1, fields - 1),
        "of_kind": float(size - fields),
        "kind_suits": float(looks.of(slot).kind == kind),
    }


def _of_offer(profile: FieldProfile, offer: Offer, sample: range) -> Traits:
    """How a place suits a field, whatever the others are."""
    slot, rows = offer.slot, held(offer.slot, sample)
    share = len(rows) / len(sample)
    mentions = [slot.candidates[row] for row in rows[:_UNITS_READ]]
    units = [
        unit_fit(profile, one) for one in mentions if one is not None and profile.field.is_numeric
    ]
    return {
        **_of_key(slot),
        "fit": offer.suit.fit,
        "alike": offer.suit.alike,
        "score": offer.score,
        "associated": offer.associated,
        "share": share,
        "order": slot.order,
        "strength": strength(slot, share),
        "is_named": float(bool(slot.label)),
        "unit": max(units, default=math.nan),
    }


def _of_key(slot: Slot) -> Traits:
    """What marks a place off."""
    kind, mark, number = slot.key
    parted = kind in {"part", "bare", "phrase"}
    column, dot, mark = mark.rpartition(".")
    return {
        f"slot_{kind}": 1.0,
        f"by_{mark if parted else ''}": 1.0,
        "inner": float(bool(dot) and column.isdigit()),
        "number": float(number),
    }


def _other(values: Sequence[float], own: float) -> float:
    """The highest of values but for one's own; 0 where there is no other."""
    first, *rest = sorted(values, reverse=True)
    return first if own < first else max(rest, default=0.0)


def _kind_of(profile: FieldProfile) -> str:
    if profile.field.is_numeric:
        return "number"
    if profile.date_form is not None:
        return "date"
    return "choice" if profile.field.is_choice else "text"


def _of_field(profile: FieldProfile, kind: str) -> Traits:
    said = fold(told_of(profile.field))
    words = {
        f"says_{name}": float(pattern_of(f"column_{name}").search(said) is not None)
        for name in _COLUMN_WORDS
    }
    return {
        **words,
        **{f"asks_{name}": profile.asks(name) for name in _CLASSES},
        f"field_{kind}": 1.0,
        "integer": float(profile.field.kind == "integer"),
        "nullable": float(profile.field.nullable),
        "long": float(profile.long_text),
        "has_unit": float(profile.unit is not None),
        "has_pattern": float(profile.field.constraints.pattern is not None),
        "edge": profile.edge,
    }
