"""Which words and shapes stand with the answers to fields of certain words, as solved texts taught.

What words of a schema and of a text mean the same, no list of words knows in full: that "médico" answers
a field named for a "signatory", or that "pages" asks for two or three digits. An association is the log
of how much oftener a word stands with the right option of a field than with any of its options: pointwise
mutual information (Church and Hanks, Computational Linguistics 16(1), 1990) of what is right and what is
seen beside it, both counts raised by :data:`SEEN`. ``scripts/ranker_associations.py`` counts them.
"""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import Pair, pair_around
from nlp.layout.alignment import lines_around
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.match.trees import packed, unpacked
from nlp.schema import JSON, Field, is_number
from nlp.spans import Candidate
from nlp.stems import fold, spanish_stem, words_of
from nlp.word_lists import stop_words

Words = tuple[tuple[str, ...], ...]
"""The words of a field by :data:`PARTS`, or those of an option by :data:`SIDES`."""
PARTS = ("name", "told", "parents")
SIDES = ("shape", "opening", "label", "before")
CHANNELS = tuple(
    (part, side)
    for side in range(len(SIDES))
    for part in range(len(PARTS))
    if PARTS[part] != "parents" or SIDES[side] not in {"opening", "before"}
)
"""Which words of a field are looked at beside which of an option, as numbers of part and side. Lists have
as many channels of their own behind them: fields and lists taught apart say more."""
TRAITS = tuple(
    f"{PARTS[part]}_{SIDES[side]}_{way}" for part, side in CHANNELS for way in ("for", "against")
)
"""The traits in the order of their columns: what speaks for an option, what against it."""
SEEN = 1.0
"""What is added to both counts, so that what was seldom seen says little."""
LEAST = 0.2
"""Weaker associations are not kept: of 2.7 million pairs a quarter is, and says nearly as much."""
_STEP = 0.05
"""Associations are kept in steps of so much."""
_NEAR = 7
"""Telling words before an option that are looked at, none before its line or sentence."""
LOOKED_AT = 4
"""Items of a list, or rows of a block, whose words are looked at, the first ones."""
_LONG = ((4, "words to 3"), (7, "words to 6"), (13, "words to 12"))


@dataclass(frozen=True, slots=True)
class Associations:
    """Associations by key; ``numbers`` numbers the words, ``keys`` are sorted (:meth:`key_of`)."""

    numbers: Mapping[str, int]
    keys: Indexes
    ratios: Floats

    def traits(self, field: Words, options: Sequence[Words], *, listed: bool = False) -> Floats:
        """What the words of a field say of its options: one row an option, columns as :data:`TRAITS`.

        ``listed`` says whether the options are whole lists. Of each word of the field the word beside
        the option counts that says most, for it or against it; the sum of these for all words of a part.
        """
        table = np.zeros((len(options), len(TRAITS)))
        first = len(CHANNELS) if listed else 0
        parts = [self._numbers(words) for words in field]
        for side in range(len(SIDES) if options else 0):
            beside, spots = self._beside([one[side] for one in options])
            looked = [(at, part) for at, (part, other) in enumerate(CHANNELS) if other == side]
            own = np.concatenate([parts[part] for _, part in looked])
            if not len(own) or not len(beside):
                continue
            channels = np.repeat([at for at, _ in looked], [len(parts[part]) for _, part in looked])
            told = np.zeros((len(own), len(beside) + 1))
            told[:, :-1] = self._ratios((channels + first)[:, None], own[:, None], beside)
            each = told[:, spots]
            for way, most in enumerate((each.max(axis=2), each.min(axis=2))):
                for at, _ in looked:
                    table[:, 2 * at + way] = most[channels == at].sum(axis=0)
        return table

    def key_of(self, channel: int | Indexes, own: Indexes, beside: Indexes) -> Indexes:
        """The keys of pairs of a field's words and those beside an option, by their numbers."""
        size = len(self.numbers)
        return np.asarray((channel * size + own) * size + beside)

    def _numbers(self, words: Sequence[str]) -> Indexes:
        known = (self.numbers.get(word) for word in words)
        return np.array([one for one in known if one is not None], dtype=np.int64)

    def _beside(self, words: Sequence[tuple[str, ...]]) -> tuple[Indexes, Indexes]:
        """The known words of all options, and for each option where they are; last: none."""
        order: dict[int, int] = {}
        rows = [
            [order.setdefault(number, len(order)) for number in map(self.numbers.get, each)
             if number is not None]
            for each in words
        ]  # fmt: skip
        spots = np.full((len(rows), max(map(len, rows)) + 1), len(order))
        for row, own in zip(spots, rows, strict=True):
            row[: len(own)] = own
        return np.array(list(order), dtype=np.int64), spots

    def _ratios(self, channel: int | Indexes, own: Indexes, beside: Indexes) -> Floats:
        keys = self.key_of(channel, own, beside)
        if not len(self.keys):
            return np.zeros(keys.shape)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.ratios[at], 0.0)


def association(found: Floats, expected: Floats) -> Floats:
    """The associations of pairs that stand with right options so often and would by chance so often."""
    ratios = np.log((found + SEEN) / (expected + SEEN))
    return np.asarray(np.where(np.abs(ratios) < LEAST, 0.0, np.round(ratios / _STEP) * _STEP))


def field_words(profile: FieldProfile) -> Words:
    """The telling words of a field as stems: of its name, its title and description, its parents."""
    field = profile.field
    parents = " ".join(one.name for one in profile.parents)
    told = f"{field.title or ''} {field.description}"
    return telling_stems(field.name), telling_stems(told), telling_stems(parents)


def list_words(array: Field, item: FieldProfile) -> Words:
    """The telling words of a list as stems; what is told of its items is told of it."""
    told = " ".join((array.title or "", array.description, item.field.description))
    parents = (one.name for one in item.parents if one.path != array.path)
    return telling_stems(array.name), telling_stems(told), telling_stems(" ".join(parents))


@lru_cache(maxsize=8192)
def telling_stems(text: str) -> tuple[str, ...]:
    """The stems of words that say something, each once."""
    kept = (spanish_stem(word) for word in words_of(text) if _is_telling(fold(word)))
    return tuple(dict.fromkeys(kept))


@lru_cache(maxsize=16384)
def _is_telling(folded: str) -> bool:
    return len(folded) > 1 and folded.isalpha() and folded not in _silent()


@lru_cache(maxsize=1)
def _silent() -> frozenset[str]:
    return frozenset(map(fold, stop_words("phrases") | stop_words("fields")))


class OptionWords:
    """Reads the words of options: their shape, their first one, those of their label, those before."""

    def __init__(self, here: Surroundings, pairs: Sequence[Pair]) -> None:
        self._here, self._pairs = here, pairs
        self._telling = [at for at, word in enumerate(here.folded) if _is_telling(word)]

    def of(self, one: Candidate, value: JSON, home: int) -> Words:
        """The words of a mention that gives a value and stands in a pair of that number, or none."""
        label = _said_by(self._pairs[home]) if home >= 0 else ""
        return words_beside(one, value, label, self._before(one))

    def of_list(self, items: Sequence[Candidate], values: Sequence[JSON]) -> Words:
        """The words of a list of values: what its first items look like and stand behind."""
        if not items:
            return ((),) * len(SIDES)
        looked = list(zip(items, values, strict=False))
        first = items[0]
        home = pair_around(self._pairs, first.span)
        size = f"={len(values).bit_length()} bits of items"
        shapes = [size, *(word for one, value in looked for word in shape_of(one, value))]
        openings = dict.fromkeys(word for one, _ in looked for word in opening_of(one))
        label = telling_stems(_said_by(home)) if home is not None else ()
        return tuple(dict.fromkeys(shapes)), tuple(openings), label, self._before(first)

    def _before(self, one: Candidate) -> tuple[str, ...]:
        here = self._here
        first = here.token_range(one.start, one.end)[0]
        line = here.token_range(*lines_around(here.document.text, one.start, one.start))[0]
        until = bisect_left(self._telling, first)
        near = self._telling[max(0, until - _NEAR) : until]
        sentence = here.sentence_of[first]
        stems = (here.stems[at] for at in near if at >= line and here.sentence_of[at] == sentence)
        return tuple(dict.fromkeys(stems))


def words_beside(one: Candidate, value: JSON, label: str, before: tuple[str, ...] = ()) -> Words:
    """The words of a mention that gives a value behind a label, in the order of :data:`SIDES`."""
    return shape_of(one, value), opening_of(one), telling_stems(label), before


def _said_by(pair: Pair) -> str:
    return f"{pair.label} {pair.row}"


def opening_of(one: Candidate) -> tuple[str, ...]:
    """The first word of a mention, if it has one."""
    return tuple(word.lower() for word in one.mention.split(maxsplit=1)[:1])


def shape_of(one: Candidate, value: JSON) -> tuple[str, ...]:
    """What a mention looks like, in words: its kind; the size of a number; letters and digits."""
    kind = f"={one.label}"
    if is_number(value):
        whole = "whole" if float(value).is_integer() else "broken"
        return kind, f"={whole} {math.floor(2 * math.log10(1 + abs(value)))}"
    words, digits, capitals = looks_of(one.mention)
    long = next((name for most, name in _LONG if words < most), "words from 13")
    return (
        kind,
        f"={words} words" if words < _LONG[0][0] else f"={long}",
        f"=digits {(digits > 0) + (digits >= 0.4)}",
        f"=capitals {(capitals > 0) + (capitals >= 0.25)}",
    )


def looks_of(said: str) -> tuple[int, float, float]:
    """How many words, and the shares of digits and of capitals."""
    size = max(1, len(said))
    digits, capitals = sum(map(str.isdigit, said)), sum(map(str.isupper, said))
    return said.count(" ") + 1, digits / size, capitals / size


def without_silent(one: Associations) -> Associations:
    """The same without pairs that say nothing and words that stand in no other pair."""
    kept = one.ratios != 0.0
    rest, other = np.divmod(one.keys[kept], len(one.numbers))
    channel, own = np.divmod(rest, len(one.numbers))
    used, places = np.unique(np.concatenate([own, other]), return_inverse=True)
    words = list(one.numbers)
    found = Associations(
        {words[old]: new for new, old in enumerate(used.tolist())}, one.keys[:0], one.ratios[kept]
    )
    return replace(found, keys=found.key_of(channel, *np.split(places, 2)))


def pack(one: Associations) -> bytes:
    """The associations that say something, as the bytes of a compressed file."""
    kept = without_silent(one)
    return packed(
        words=np.frombuffer("\n".join(kept.numbers).encode(), dtype=np.uint8),
        steps=np.diff(kept.keys, prepend=0).astype(np.uint64),
        ratios=np.round(kept.ratios / _STEP).astype(np.int8),
    )


def unpack(content: bytes, sha256: str) -> Associations:
    """The associations of a packed file whose hash is ``sha256``; else :class:`SettingsError`."""
    table = unpacked(content, sha256)
    words = table["words"].tobytes().decode().split("\n")
    keys = np.cumsum(table["steps"]).astype(np.int64)
    return Associations({word: at for at, word in enumerate(words)}, keys, table["ratios"] * _STEP)
