"""Which words beside an option answer which words of a field, by vectors that solved texts taught.

:mod:`nlp.match.associations` knows pairs of words that teachers had together. Here every word has a
vector of few dimensions, one as a word of a field and one as a word beside an option, so that words
which were never seen together may still agree (a bilinear model of two bags of words; Bai et al.,
Supervised Semantic Indexing, CIKM 2009). Of each side of an option the words that agree most count
most. ``scripts/train_embeddings.py`` fits it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlp.match.associations import SIDES, Words
from nlp.match.surroundings import Floats, Surroundings
from nlp.match.trees import packed, unpacked
from nlp.spans import Candidate

Weights = NDArray[np.float32]
Beside = tuple[tuple[int, str], ...]
"""The words that stand with an option, each with the number of its place."""
FILE = "ranker_embeddings"
_BEFORE, _AFTER, _MENTION, _LABEL = 10, 6, 5, 8
"""How many words are looked at on each side: those next to a mention, its first, those of its label."""
LABEL_PLACE = _BEFORE + _AFTER
PLACES = LABEL_PLACE + 3
"""Places of words: the numbers of those before, of those after, label, mention, shape."""
SIDE_OF_PLACE = (*(0,) * _BEFORE, *(1,) * _AFTER, 2, 3, 4)
SIDE_COUNT = 5
SLIGHT = 0.2
"""What all words of a side count beside those that agree most."""
HALF = 0.5
"""What is added to the weight of a field's words, so that few words say less."""
_MOST = 30.0
_SHAPE, _LABEL_WORDS = SIDES.index("shape"), SIDES.index("label")
_SIDES = np.array(SIDE_OF_PLACE)
_STEPS = 127


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Vectors of words, and what their places count.

    ``numbers`` numbers the words, from 1; 0 is any other word. ``asked`` and ``beside`` hold a row a
    word, for words of fields and of options; ``part`` and ``place`` are added to them, ``part_weight``
    and ``place_weight`` multiply; ``query`` turns a field's vector into one for each side, ``side``
    weighs them. ``weight`` is the share of the logarithm of a chance, that by trees has the rest.
    """

    numbers: Mapping[str, int]
    asked: Weights
    beside: Weights
    part: Weights
    part_weight: Weights
    place: Weights
    place_weight: Weights
    query: Weights
    side: Weights
    weight: float

    def log_chances(self, field: Words, options: Sequence[Beside]) -> Floats:
        """The logarithm of each option's chance to be the answer, given that one of them is."""
        if not options:
            return np.zeros(0)
        scores = self.scores(field, options).astype(np.float64)
        scores -= scores.max()
        return np.asarray(scores - np.log(np.exp(scores).sum()))

    def scores(self, field: Words, options: Sequence[Beside]) -> Weights:
        """How well the words of each option agree with those of a field."""
        queries = np.einsum("d,sde->se", self._asked(field), self.query)
        sizes = [len(one) for one in options]
        words = [self.numbers.get(word, 0) for one in options for _, word in one]
        places = np.array([place for one in options for place, _ in one], dtype=np.int64)
        sides = _SIDES[places]
        vectors = self.beside[words] + self.place[places]
        agreed = np.einsum("nd,nd->n", vectors, queries[sides]) * self.place_weight[places]
        at = np.repeat(np.arange(len(options)), sizes) * SIDE_COUNT + sides
        size = len(options) * SIDE_COUNT
        most = np.log1p(np.bincount(at, np.exp(np.minimum(agreed, _MOST)), size))
        told = most.reshape(-1, SIDE_COUNT) @ self.side
        every = np.bincount(at, agreed, size).reshape(-1, SIDE_COUNT).sum(axis=1)
        return np.asarray(told + SLIGHT * every, dtype=np.float32)

    def _asked(self, field: Words) -> Weights:
        parts = np.array([at for at, part in enumerate(field) for _ in part], dtype=np.int64)
        words = [self.numbers.get(word, 0) for part in field for word in part]
        weights = self.part_weight[parts]
        vectors = self.asked[words] + self.part[parts]
        return np.asarray(weights @ vectors / (weights.sum() + HALF))


def words_of_option(here: Surroundings, one: Candidate, beside: Words) -> Beside:
    """The words of a sentence around a mention, its own, those of its label and of its shape.

    ``beside`` are its words by :data:`nlp.match.associations.SIDES`.
    """
    first, last = here.token_range(one.start, one.end)
    stems, sentences = here.stems, here.sentence_of
    own = sentences[first] if first < len(stems) else -1
    found: list[tuple[int, str]] = []
    for away, at in enumerate(range(first - 1, max(-1, first - 1 - _BEFORE), -1)):
        if sentences[at] != own:
            break
        found.append((away, stems[at]))
    for away, at in enumerate(range(last, min(len(stems), last + _AFTER))):
        if sentences[at] != own:
            break
        found.append((_BEFORE + away, stems[at]))
    found += [(LABEL_PLACE, word) for word in beside[_LABEL_WORDS][:_LABEL]]
    found += [(LABEL_PLACE + 1, word) for word in stems[first:last][:_MENTION]]
    found += [(LABEL_PLACE + 2, word) for word in beside[_SHAPE]]
    return tuple(found)


def pack(one: Embeddings) -> bytes:
    """The embeddings as the bytes of a compressed file: vectors of words in steps, each row its own."""
    table: dict[str, Any] = {
        name: getattr(one, name)
        for name in ("part", "part_weight", "place", "place_weight", "query", "side")
    }
    for name in ("asked", "beside"):
        rows: Weights = getattr(one, name)
        step = np.maximum(np.abs(rows).max(axis=1), 1e-6) / _STEPS
        table[name] = np.round(rows / step[:, None]).astype(np.int8)
        table[f"{name}_step"] = step.astype(np.float32)
    words = "\n".join(one.numbers)
    return packed(words=np.frombuffer(words.encode(), dtype=np.uint8), **table)


def unpack(content: bytes, sha256: str, weight: float) -> Embeddings:
    """The embeddings of a packed file whose hash is ``sha256``; else :class:`SettingsError`."""
    table = unpacked(content, sha256)
    words = table.pop("words").tobytes().decode().split("\n")
    vectors = {
        name: table.pop(name) * table.pop(f"{name}_step")[:, None] for name in ("asked", "beside")
    }
    numbers = {word: at for at, word in enumerate(words, start=1)}
    return Embeddings(numbers, **vectors, **table, weight=weight)


def read_embeddings(folder: Traversable) -> Embeddings | None:
    """The embeddings of a folder that holds some."""
    told = folder / f"{FILE}.json"
    if not told.is_file():
        return None
    raw = json.loads(told.read_text(encoding="utf-8"))
    return unpack((folder / f"{FILE}.npz").read_bytes(), raw["sha256"], raw["weight"])
