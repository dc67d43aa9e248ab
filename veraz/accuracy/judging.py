"""Whether each value of an answer is what a person says it should be.

===========  ==================================================================
right        the value of gold
wrong        another value
missed       gold has a value, the answer has none
invented     the answer has a value, gold has none
null right   neither has one: null, an empty list, object or string, a key left out
===========  ==================================================================

Two strings are the same where only case, spacing and the form of Unicode differ. The elements of a
list have no order: they are paired one to one so that as much as possible agrees; what has no
partner is missed or invented.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from rapidfuzz.distance import Levenshtein

from nlp.assignment import best_pairs
from nlp.schema import JSON, Schema, is_below, join_path
from veraz.accuracy.fields import is_silent

RIGHT, WRONG, MISSED, INVENTED, NULL_RIGHT = "right", "wrong", "missed", "invented", "null right"
VERDICTS: tuple[str, ...] = (RIGHT, WRONG, MISSED, INVENTED, NULL_RIGHT)
GOOD = frozenset({RIGHT, NULL_RIGHT})

ALIKE = 0.5
"""Likeness from which two different strings of a list are one, said wrongly (DUDE's threshold)."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one leaf comes to.

    ``path`` is its field path in gold, or in the answer where gold has no such place; ``answered`` its
    field path in the answer, None where the answer has no such place; ``field`` is the path with the
    indexes of lists folded (``items[].price``); ``verdict`` one of :data:`VERDICTS`.
    """

    path: str
    answered: str | None
    field: str
    verdict: str
    gold: JSON
    value: JSON

    @property
    def good(self) -> bool:
        """Whether the answer is as it should be."""
        return self.verdict in GOOD


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the walk stands: in gold, in the answer (None: not there), and folded."""

    gold: str | None = ""
    answered: str | None = ""
    field: str = ""

    def key(self, name: str) -> "_Place":
        return _Place(
            _join(self.gold, name), _join(self.answered, name), join_path(self.field, name)
        )

    def element(self, gold: int | None, answered: int | None) -> "_Place":
        return _Place(_join(self.gold, gold), _join(self.answered, answered), f"{self.field}[]")


def _join(path: str | None, step: str | int | None) -> str | None:
    return None if path is None or step is None else join_path(path, step)


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges answers under one schema.

    ``near`` below 1 takes free text for right that is at least so alike (normalized Levenshtein
    similarity) and holds the same numbers; choices and strings with a format stay exact.
    """

    schema: Schema
    near: float = 1.0
    _texts: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def judge(
        self, gold: JSON, answer: JSON, *, reviewed: Sequence[str] | None = None
    ) -> list[Verdict]:
        """Return the verdicts on an answer, in gold's order; on reviewed paths only where given."""
        told = list(self._walk(gold, answer, _Place()))
        if reviewed is None:
            return told
        return [one for one in told if _covered(one, reviewed)]

    def same(self, gold: JSON, value: JSON, path: str = "") -> bool:
        """Whether two values that stand at that field path are the same."""
        if isinstance(gold, str) and isinstance(value, str):
            one, other = self._folded(gold), self._folded(value)
            return one == other or (
                self.near < 1
                and self._is_free(path)
                and _NUMBER.findall(one) == _NUMBER.findall(other)
                and Levenshtein.normalized_similarity(one, other) >= self.near
            )
        return bool(gold == value) and isinstance(gold, bool) == isinstance(value, bool)

    def _walk(self, gold: JSON, value: JSON, place: _Place) -> Iterator[Verdict]:
        kinds = {type(each) for each in (gold, value) if not is_silent(each)} or {
            type(each) for each in (gold, value)
        }
        if kinds <= {dict}:
            yield from self._objects(gold or {}, value or {}, place)
        elif kinds <= {list} and (gold or value):
            yield from self._lists(gold or [], value or [], place)
        elif verdict := self._verdict(gold, value, place):
            path = place.gold if place.gold is not None else place.answered
            yield Verdict(path or "", place.answered, place.field, verdict, gold, value)

    def _verdict(self, gold: JSON, value: JSON, place: _Place) -> str | None:
        if is_silent(gold) and is_silent(value):
            # Of the nulls of an element that only one side has, there is nothing to say.
            return NULL_RIGHT if place.gold is not None and place.answered is not None else None
        if is_silent(gold):
            return INVENTED
        if is_silent(value):
            return MISSED
        return RIGHT if self.same(gold, value, place.gold or place.answered or "") else WRONG

    def _objects(
        self, gold: Mapping[str, JSON], value: Mapping[str, JSON], place: _Place
    ) -> Iterator[Verdict]:
        for name in dict.fromkeys((*gold, *value)):
            yield from self._walk(gold.get(name), value.get(name), place.key(name))

    def _lists(
        self, gold: Sequence[JSON], value: Sequence[JSON], place: _Place
    ) -> Iterator[Verdict]:
        pairs = self._paired(gold, value, place)
        for i, each in enumerate(gold):
            j = pairs.get(i)
            if j is not None:
                yield from self._walk(each, value[j], place.element(i, j))
                continue
            for one in self._walk(each, None, place.element(i, None)):
                # An empty list is what the answer says of all that it lacks.
                yield (
                    one
                    if value
                    else Verdict(
                        one.path, place.answered, one.field, one.verdict, one.gold, one.value
                    )
                )
        lone = set(range(len(value))) - set(pairs.values())
        for j in sorted(lone):
            yield from self._walk(None, value[j], place.element(None, j))

    def _paired(self, gold: Sequence[JSON], value: Sequence[JSON], place: _Place) -> dict[int, int]:
        pairs: dict[int, int] = {}
        waiting: dict[str, list[int]] = {}
        for j, each in enumerate(value):
            waiting.setdefault(_key(each), []).append(j)
        for i, each in enumerate(gold):
            if same := waiting.get(_key(each)):
                pairs[i] = same.pop(0)
        left = [i for i in range(len(gold)) if i not in pairs]
        right = sorted(set(range(len(value))) - set(pairs.values()))
        if not left or not right:
            return pairs
        table = np.array([[self._alike(gold[i], value[j], place) for j in right] for i in left])
        # Where nothing else tells them apart, the order does.
        order = np.abs(np.subtract.outer(left, right)) / (len(gold) + len(value))
        for row, column in best_pairs(table - order * 1e-6):
            if table[row, column] > 0:
                pairs[left[row]] = right[column]
        return pairs

    def _alike(self, gold: JSON, value: JSON, place: _Place) -> float:
        """How much of two elements agrees, from 0 to 1; 0 where they are not one."""
        here = place.element(0, 0)
        if isinstance(gold, str) and isinstance(value, str):
            if self.same(gold, value, here.gold or ""):
                return 1.0
            alike = Levenshtein.normalized_similarity(self._folded(gold), self._folded(value))
            return float(alike) * 0.99 if alike >= ALIKE else 0.0
        told = list(self._walk(gold, value, here))
        if not any(one.verdict == RIGHT for one in told):
            return 0.0
        return sum(one.good for one in told) / len(told)

    def _folded(self, text: str) -> str:
        if text not in self._texts:
            whole = unicodedata.normalize("NFC", text).casefold()
            self._texts[text] = " ".join(whole.split())
        return self._texts[text]

    def _is_free(self, path: str) -> bool:
        asked = self.schema.at(path)
        return asked is None or not (asked.enum or asked.constraints.format)


def _key(value: JSON) -> str:
    return f"{type(value).__name__} {value!r}"


def _covered(verdict: Verdict, reviewed: Sequence[str]) -> bool:
    paths = {verdict.path, verdict.answered}
    return any(path is not None and is_below(path, one) for path in paths for one in reviewed)
