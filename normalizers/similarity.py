"""How alike two answers to one place are, from 0 to 1: what the votes of several drafts go by.

==================  =====================================================================
what is asked       similarity
==================  =====================================================================
objects             mean over the keys that either says; a key that one leaves out is 0
lists               ``m / (n + k - m)``, ``m`` the sum over the best matching, one to one
tuples              mean over the positions of the longer
free text           F1 of the words, without case and accents
what has no letter  equal or not, whatever is asked: dates, codes, amounts
everything else     equal or not: members, booleans, numbers, formats of time, null
==================  =====================================================================

``n`` and ``k`` are the lengths of the two lists: Jaccard's index with degrees.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from nlp.asked.time_forms import TIME_FORMATS
from nlp.assignment import best_pairs
from nlp.folding import without_accents
from nlp.schema import JSON, Field, Schema, escape_name
from nlp.stems import shared_words

Similarity: TypeAlias = Callable[[Field | None, JSON, JSON], float]
"""``similarity(field, left, right)``, 0 to 1 and symmetric; the field is None where none asks."""


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Likeness:
    """The similarity of two answers to one place of a schema."""

    schema: Schema

    def __call__(self, field: Field | None, left: JSON, right: JSON) -> float:
        """Compare two JSON values as answers to a field."""
        if isinstance(left, dict) and isinstance(right, dict):
            keys = left.keys() | right.keys()
            shared = (key for key in left if key in right)
            total = sum(self(below(self.schema, field, k), left[k], right[k]) for k in shared)
            return total / len(keys) if keys else 1.0
        if isinstance(left, list) and isinstance(right, list):
            asked = resolved(self.schema, field)
            if asked is not None and asked.prefix:
                return self._positions(asked, left, right)
            return self._matched(asked.item if asked is not None else None, left, right)
        if isinstance(left, str) and isinstance(right, str):
            return word_f1(left, right) if _is_free(field, left, right) else _same(left, right)
        return float(left == right and isinstance(left, bool) == isinstance(right, bool))

    def _positions(self, asked: Field, left: list[JSON], right: list[JSON]) -> float:
        pairs = enumerate(zip(left, right, strict=False))
        total = sum(self(self.schema.below(asked, str(place)), *pair) for place, pair in pairs)
        return total / max(len(left), len(right), 1)

    def _matched(self, item: Field | None, left: list[JSON], right: list[JSON]) -> float:
        if not left or not right:
            return float(not left and not right)
        matched = sum(likeness for _, _, likeness in match(self, item, left, right))
        return matched / (len(left) + len(right) - matched)


def match(
    similarity: Similarity, item: Field | None, left: Sequence[JSON], right: Sequence[JSON]
) -> list[tuple[int, int, float]]:
    """The one-to-one matching of two lists' items with the highest sum of similarities.

    Kuhn's assignment problem; equal items are matched beforehand, which is never worse where
    one minus the similarity obeys the triangle inequality.
    """
    found, rest, others = _equal_items(left, right)
    if rest and others:
        table = np.array([[similarity(item, left[i], right[j]) for j in others] for i in rest])
        found.extend(
            (rest[row], others[column], float(table[row, column]))
            for row, column in best_pairs(table)
        )
    return found


def _equal_items(
    left: Sequence[JSON], right: Sequence[JSON]
) -> tuple[list[tuple[int, int, float]], list[int], list[int]]:
    """Pairs of equal items, and the places that are left over on either side."""
    places: dict[str, list[int]] = {}
    for place in reversed(range(len(right))):
        places.setdefault(repr(right[place]), []).append(place)
    pairs: list[tuple[int, int, float]] = []
    rest: list[int] = []
    for place, each in enumerate(left):
        same = places.get(repr(each))
        if same:
            pairs.append((place, same.pop(), 1.0))
        else:
            rest.append(place)
    return pairs, rest, sorted(place for same in places.values() for place in same)


def below(schema: Schema, field: Field | None, key: str) -> Field | None:
    """The field that asks for a key of an object, or None."""
    return schema.below(field, escape_name(key))


def resolved(schema: Schema, field: Field | None) -> Field | None:
    """The field itself, or what its reference back leads to."""
    if field is not None and field.kind == "recursive":
        return schema.at(field.target)
    return field


@lru_cache(maxsize=262144)
def word_f1(left: str, right: str) -> float:
    """F1 of the words as multisets, without case and accents; two texts without words: equal."""
    ours, theirs = _words(left), _words(right)
    if not ours or not theirs:
        return _same(left, right)
    return shared_words(ours, theirs)


def _is_free(field: Field | None, left: str, right: str) -> bool:
    if field is not None and (field.kind == "enum" or field.constraints.format in TIME_FORMATS):
        return False
    return _has_letter(left) or _has_letter(right)


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _same(left: str, right: str) -> float:
    """Whether two strings are equal but for case and outer space."""
    return float(left.strip().casefold() == right.strip().casefold())


@lru_cache(maxsize=16384)
def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(without_accents(text.casefold())))
