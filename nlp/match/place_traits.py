"""What speaks for a place of rows being what a field of a list's objects asks for.

Words that name the place, what stands in it, how it lies among the others, and what the numbers of
the rows come to: of three columns the one that is the product of the others is no price.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from nlp.asked.form_likeness import unit_fit
from nlp.labels.likeness import FieldTerms
from nlp.match.associations import looks_of
from nlp.match.operands import CENT
from nlp.match.row_blocks import RowBlock
from nlp.match.row_fit import CellReader, Suited, held, strength
from nlp.match.row_slots import Slot
from nlp.match.surroundings import Floats
from nlp.match.told_numbers import raw_number
from nlp.reckon.reckoning_words import named, pattern_of
from nlp.spans import Candidate
from nlp.stems import fold

Traits = dict[str, float]

_MOST_COLUMNS = 9
_MOSTLY = 0.6
_CLASSES = (
    "person", "organization", "place", "date", "time", "duration", "money", "count", "measure",
    "identifier", "title", "text", "term", "quality",
)  # fmt: skip
_LABELS = (
    "PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "DURATION", "NUMBER", "MONEY", "QUANTITY",
    "PERCENT", "IDENTIFIER", "NOUN_PHRASE",
)  # fmt: skip
_COLUMN_WORDS = ("total", "unit", "count")
_TIMES, _SUM = "times", "sum"
_SAME = 1e-9


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


@dataclass(frozen=True, slots=True)
class Look:
    """What stands in a place: its class, its number in each row (NaN: none), and traits of it alone."""

    kind: str
    numbers: Floats
    traits: Traits


class Looks:
    """What stands in the places of a block, each looked at once."""

    def __init__(self, block: RowBlock, slots: Sequence[Slot], reader: CellReader) -> None:
        self._reader, self._block = reader, block
        self._known: dict[int, Look] = {}
        own = "column" if block.cells else "value"
        base = sorted((one for one in slots if one.key[0] == own), key=lambda one: one.order)
        self.base = [(one, self._look(one)) for one in base[:_MOST_COLUMNS]]
        self._products = list(self._related(_TIMES))
        self._sums = list(self._related(_SUM))

    def of(self, slot: Slot) -> Look:
        """What stands in a place."""
        key = id(slot)
        if key not in self._known:
            look = self._look(slot)
            self._known[key] = Look(look.kind, look.numbers, look.traits | self._reckoned(look))
        return self._known[key]

    def rank(self, slot: Slot, kind: str) -> tuple[int, int]:
        """How many columns of a class stand before a place, and how many there are."""
        orders = [one.order for one, look in self.base if look.kind == kind]
        return sum(order < slot.order - _SAME for order in orders), len(orders)

    def headed(self, slot: Slot) -> Traits:
        """How many columns have the same name as a place, and which of them it is."""
        heads = [one for one, _ in self.base if one.label and fold(one.label) == fold(slot.label)]
        if not heads or not slot.label:
            return {}
        before = sum(one.order < slot.order - _SAME for one in heads)
        return {"heads": float(len(heads)), "head_at": before / len(heads)}

    def _look(self, slot: Slot) -> Look:
        reader, rows = self._reader, held(slot, range(len(slot.spans)))
        ones = {row: self._mention(slot, row) for row in rows}
        numbers = np.full(len(slot.spans), np.nan)
        labels: dict[str, float] = {}
        for row, one in ones.items():
            value = raw_number(one) if one is not None else None
            if value is not None:
                numbers[row] = value
            if one is not None:
                labels[one.label] = labels.get(one.label, 0.0) + 1 / len(rows)
        said = [reader.text[slice(*span)] for span in slot.spans if span is not None]
        looks = [looks_of(one) for one in said]
        words, digits, capitals = (sum(column) / len(said) for column in zip(*looks, strict=True))
        had = numbers[~np.isnan(numbers)]
        share = len(had) / len(rows)
        dated = labels.get("DATE", 0.0) + labels.get("DATETIME", 0.0) + labels.get("TIME", 0.0)
        kind = "date" if dated >= _MOSTLY else "number" if share >= _MOSTLY else "text"
        traits = {
            "words": words,
            "digits": digits,
            "capitals": capitals,
            "letters": sum(sum(map(str.isalpha, one)) for one in said) / sum(map(len, said)),
            "distinct": len(set(map(fold, said))) / len(said),
            "numbers": share,
            **{f"is_{name}": labels.get(name, 0.0) for name in _LABELS},
        }
        if len(had):
            steps = np.diff(had)
            traits |= {
                "size": float(np.log10(np.abs(had) + 0.01).mean()),
                "whole": float(np.mean(had == np.round(had))),
                "counts_up": float(len(had) > 1 and bool((steps == 1).all())),
                "rises": float(len(had) > 1 and bool((steps > 0).all())),
                "negative": float((had < 0).mean()),
            }
        return Look(kind, numbers, traits)

    def _mention(self, slot: Slot, row: int) -> Candidate | None:
        span = slot.spans[row]
        if slot.candidates[row : row + 1] != (None,) and slot.candidates:
            return slot.candidates[row]
        if span is None:
            return None
        inside = self._reader.inside(*span)
        return max(inside, key=lambda one: one.end - one.start, default=None)

    def _related(self, how: str) -> Iterator[tuple[Floats, Floats, Floats]]:
        """Two columns of numbers, and what they come to row by row."""
        numeric = [look.numbers for _, look in self.base if look.kind == "number"]
        for one, other in combinations(numeric, 2):
            yield one, other, one * other if how == _TIMES else one + other

    def _reckoned(self, look: Look) -> Traits:
        """Whether the numbers of the rows are what two columns come to, or one of such two."""
        found: Traits = {}
        if np.isnan(look.numbers).all():
            return found
        for how, related in ((_TIMES, self._products), (_SUM, self._sums)):
            result = part = 0.0
            larger = False
            for one, other, made in related:
                result = max(result, _alike(look.numbers, made))
                mine = _alike(look.numbers, one), _alike(look.numbers, other)
                if max(mine) < 1:
                    continue
                rest = other if mine[0] >= 1 else one
                borne = max(
                    (
                        _alike(made, third.numbers)
                        for _, third in self.base
                        if third.kind == "number"
                    ),
                    default=0.0,
                )
                if borne > part:
                    part = borne
                    larger = bool(np.nanmean(look.numbers) > np.nanmean(rest))
            found[f"{how}_result"] = result
            found[f"{how}_part"] = part
            found[f"{how}_larger"] = float(larger)
        return found


def _alike(one: Floats, other: Floats) -> float:
    """The share of the rows that have both numbers in which they are the same, not all trivial."""
    both = ~(np.isnan(one) | np.isnan(other))
    if 2 * both.sum() < len(one) or not both.any():
        return 0.0
    near = CENT * np.maximum(1, np.abs(other[both]) / 100)
    return float(np.mean(np.abs(one[both] - other[both]) < near))


def place_traits(
    asked: Sequence[FieldTerms],
    offers: Sequence[Sequence[Offer]],
    sample: range,
    looks: Looks,
    reader: CellReader,
    key: str,
    twin: tuple[int, int],
) -> list[list[Traits]]:
    """What speaks for each place offered to each field, a row a place and last one for none of them.

    ``offers`` has a field's places, each with how it suits by rule and what associations say; ``twin``
    says which of how many lists of objects with the same fields is asked.
    """
    kinds = [_kind_of(one) for one in asked]
    alike_of: dict[int, list[float]] = {}
    score_of: dict[int, list[float]] = {}
    for each in offers:
        for offer in each:
            alike_of.setdefault(id(offer.slot), []).append(offer.suit.alike)
            score_of.setdefault(id(offer.slot), []).append(offer.score)
    firsts = [each[0].slot.order if each else math.nan for each in offers]
    found = []
    for at, (one, each) in enumerate(zip(asked, offers, strict=True)):
        profile, kind = one.profile, kinds[at]
        same = [other for other in range(len(asked)) if kinds[other] == kind]
        own = _of_field(one, kind) | {
            "key": float(profile.path == key),
            "at": at / len(asked),
            "fields": float(len(asked)),
            "same_kind": float(len(same)),
            "place_of_kind": float(same.index(at)),
            "rows": float(len(sample)),
            "cells": float(bool(looks.base and looks.base[0][0].key[0] == "column")),
            "columns": float(len(looks.base)),
            "offers": float(len(each)),
            "twin": twin[0] / twin[1],
            "twins": float(twin[1]),
        }
        alikes = sorted((offer.suit.alike for offer in each), reverse=True)
        scores = sorted((offer.score for offer in each), reverse=True)
        rows = []
        for offer in each:
            suit, slot = offer.suit, offer.slot
            rank, size = looks.rank(slot, kind)
            share = len(held(slot, sample)) / len(sample)
            look = looks.of(slot)
            fits = (
                [
                    unit_fit(profile, mention)
                    for row in held(slot, sample)[:2]
                    if (mention := slot.candidates[row]) is not None
                ]
                if slot.candidates and profile.field.is_numeric
                else []
            )
            rows.append(
                {
                    **own,
                    **look.traits,
                    **_of_key(slot),
                    "fit": suit.fit,
                    "alike": suit.alike,
                    "score": offer.score,
                    "associated": offer.associated,
                    "share": share,
                    "order": slot.order,
                    "near": 1 - abs(at / len(asked) - slot.order),
                    "strength": strength(slot, share),
                    "is_named": float(bool(slot.label)),
                    "alike_lead": suit.alike - _other(alikes, suit.alike),
                    "score_lead": offer.score - scores[0],
                    "rival": suit.alike - _other(alike_of[id(slot)], suit.alike),
                    "claimed": offer.score - _other(score_of[id(slot)], offer.score),
                    "behind": slot.order - firsts[at - 1] if at else math.nan,
                    "ahead": firsts[at + 1] - slot.order if at + 1 < len(asked) else math.nan,
                    **looks.headed(slot),
                    "rank": float(rank - same.index(at)),
                    "rank_share": rank / max(1, size - 1) - same.index(at) / max(1, len(same) - 1),
                    "of_kind": float(size - len(same)),
                    "kind_suits": float(look.kind == kind),
                    "unit": max(fits, default=math.nan),
                }
            )
        best = {"best_score": scores[0], "best_alike": alikes[0]} if each else {}
        found.append([*rows, own | best])
    return found


def _of_key(slot: Slot) -> Traits:
    """What marks a place off."""
    kind, mark, number = slot.key
    parted = kind in {"part", "bare"}
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


def _kind_of(one: FieldTerms) -> str:
    profile = one.profile
    if profile.field.is_numeric:
        return "number"
    if profile.date_form is not None:
        return "date"
    return "choice" if profile.field.is_choice else "text"


def _of_field(one: FieldTerms, kind: str) -> Traits:
    profile = one.profile
    said = fold(f"{named(profile)} {profile.field.description}")
    words: Mapping[str, float] = {
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
