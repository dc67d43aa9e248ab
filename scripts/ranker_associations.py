"""Counts which words stand with the right options of fields: :mod:`nlp.match.associations`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from ranker_sources import FOLDERS
from ranker_trees import LEARNABLE

from nlp.match.associations import CHANNELS, TRAITS, Associations, association
from nlp.match.boosted import LIST_SETS
from nlp.match.surroundings import Floats, Indexes

if TYPE_CHECKING:
    from ranker_options import Decision

Group = tuple[str, str]
"""The source of a decision and the part that it is left out with."""
_Pair = tuple[int, str, str]
"""A channel, a word of a field and one beside an option."""
_Sums = defaultdict[_Pair, float]


class Counted:
    """How often words stand with right options and would by chance, by source and part.

    Only documents of our own count: what is written holds words, and none of anybody else's.
    """

    def __init__(self, decisions: Sequence["Decision"]) -> None:
        shared = {one.name for one in FOLDERS}
        taught = [
            one
            for one in decisions
            if one.source not in shared
            and one.weight == 1.0
            and len(one.beside) > 1
            and max(one.right) >= LEARNABLE
        ]
        every = {word for one in taught for words in _all_words(one) for word in words}
        self._numbers = {word: at for at, word in enumerate(sorted(every))}
        self._empty = Associations(self._numbers, np.zeros(0, dtype=np.int64), np.zeros(0))
        groups: dict[Group, tuple[_Sums, _Sums]] = {}
        for one in taught:
            found, expected = groups.setdefault(
                group_of(one), (defaultdict(float), defaultdict(float))
            )
            _count(one, found, expected)
        keys = {group: self._keys(expected) for group, (_, expected) in groups.items()}
        self._keys_of_all = np.unique(np.concatenate(list(keys.values())))
        self._groups = {
            group: (np.searchsorted(self._keys_of_all, keys[group]), *_values(found, expected))
            for group, (found, expected) in groups.items()
        }

    def _keys(self, pairs: Iterable[_Pair]) -> Indexes:
        channel, own, beside = np.array(
            [(channel, self._numbers[own], self._numbers[other]) for channel, own, other in pairs]
        ).T
        return self._empty.key_of(channel, own, beside)

    def by(self, teaches: Callable[[Group], bool]) -> Associations:
        """The associations that some groups teach."""
        found, expected = np.zeros((2, len(self._keys_of_all)))
        for group, (at, right, chance) in self._groups.items():
            if teaches(group):
                found[at] += right
                expected[at] += chance
        return replace(self._empty, keys=self._keys_of_all, ratios=association(found, expected))


def group_of(one: "Decision") -> Group:
    """What a decision is left out by."""
    return one.source, one.part


def _is_list(one: "Decision") -> bool:
    return one.kind == LIST_SETS[0]


def _all_words(one: "Decision") -> Iterator[Sequence[str]]:
    yield from one.words
    for each in one.beside:
        yield from each


def _count(one: "Decision", found: _Sums, expected: _Sums) -> None:
    right = np.square(np.array(one.right[: len(one.beside)]))
    if not right.sum():
        return
    for channel, (part, side) in enumerate(CHANNELS, start=len(CHANNELS) if _is_list(one) else 0):
        if not one.words[part]:
            continue
        said, seen = defaultdict[str, float](float), defaultdict[str, float](float)
        for each, share in zip(one.beside, (right / right.sum()).tolist(), strict=True):
            for word in each[side]:
                said[word] += share
                seen[word] += 1 / len(one.beside)
        for own in one.words[part]:
            for word, chance in seen.items():
                found[channel, own, word] += said[word]
                expected[channel, own, word] += chance


def _values(found: _Sums, expected: _Sums) -> tuple[Floats, Floats]:
    return (
        np.array([found[pair] for pair in expected], dtype=np.float64),
        np.array(list(expected.values()), dtype=np.float64),
    )


def associated(
    decisions: Sequence["Decision"], counted: Counted, without: str | None
) -> list["Decision"]:
    """The decisions with what associations say of them that neither their source nor a part taught."""
    by_source: dict[str, Associations] = {}
    for source in {one.source for one in decisions}:
        by_source[source] = counted.by(
            lambda group, own=source: group[0] != own and group[1] != without  # type: ignore[misc]
        )
    return [_with_traits(one, by_source[one.source]) for one in decisions]


def _with_traits(one: "Decision", told: Associations) -> "Decision":
    """The decision with the traits of words instead of the words themselves."""
    if not one.beside:
        return one
    rows = np.full((len(one.rows), len(TRAITS)), np.nan, dtype=np.float32)
    rows[: len(one.beside)] = told.traits(one.words, one.beside, listed=_is_list(one))
    rows = np.concatenate([one.rows, rows], axis=1)
    return replace(one, names=(*one.names, *TRAITS), rows=rows, words=(), beside=())
