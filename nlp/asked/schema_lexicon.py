"""The vocabulary of schemas: what a field's words mean, in English and in Spanish.

Reads ``resources/field_lexicon.yaml``, which describes its own sections.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from nlp.asked.wordnet import entry_of
from nlp.folding import fold_list
from nlp.numeric.currencies import asked_currencies
from nlp.stems import Phrase, both_stems, english_stem, fold, spanish_stem, stem_phrases
from nlp.word_lists import read_yaml, stop_words


@dataclass(frozen=True, slots=True)
class Concept:
    """Words of two languages with one meaning; ``answer_class`` is what they call for."""

    answer_class: str
    names: tuple[str, ...]
    cues: tuple[Phrase, ...]
    words: tuple[str, ...] = ()
    """The Spanish words without accents, as they are written."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldLexicon:
    """The concepts and word lists, indexed by stem.

    ``units`` maps a folded unit word to its symbol, ``short_units`` a symbol in lower case; ``ages``
    names what is counted in years, ``rates`` stand before what a number is per, ``unit_leads`` before
    a unit, ``of_which`` behind one; a name of ``paces`` is of minutes by a length;
    ``against`` are stems of verbs that say a thing is not so, ``still_open`` that it is not yet so;
    ``flag_words`` say in a flag's name only that there is a thing, ``asks_denial`` that it is not so;
    ``polarity`` maps a Spanish stem to +1 or -1; ``edges`` a folded word of a name to -1 (the lower
    end of a range) or +1; ``forms`` one to the name of a form (:mod:`nlp.asked.form_likeness`).
    """

    concepts: tuple[Concept, ...]
    by_word: dict[str, tuple[int, ...]]
    by_stem: dict[str, tuple[int, ...]]
    topics: tuple[Concept, ...]
    topics_by_stem: dict[str, tuple[int, ...]]
    polarity: dict[str, int]
    against: frozenset[str]
    still_open: frozenset[str]
    flag_words: frozenset[str]
    asks_denial: frozenset[str]
    fallback: frozenset[str]
    generic: frozenset[str]
    stopwords: frozenset[str]
    units: dict[str, str]
    short_units: dict[str, str]
    ages: frozenset[str]
    rates: frozenset[str]
    unit_leads: frozenset[str]
    of_which: frozenset[str]
    paces: frozenset[str]
    designators: frozenset[str]
    opens_range: frozenset[str]
    closes_range: frozenset[str]
    begins: frozenset[str]
    ends: frozenset[str]
    edges: dict[str, float]
    edges_in_time: dict[str, float]
    parts: frozenset[str]
    forms: dict[str, str]
    shortened: dict[str, tuple[str, ...]]
    shapes: tuple[tuple[re.Pattern[str], str], ...]
    agent: re.Pattern[str]
    no_agent: frozenset[str]
    told_names: re.Pattern[str]

    def concepts_of(self, word: str) -> tuple[Concept, ...]:
        """The concepts a word of a schema names, whichever of the two languages it is in."""
        return _concepts_of(self, word)

    def is_known(self, word: str) -> bool:
        """Whether a word, or its stem, stands in the lexicon."""
        return fold(word) in self.by_word or not self.by_stem.keys().isdisjoint(both_stems(word))

    def classed(self, word: str) -> tuple[Concept, ...]:
        """Those of them that call for a class of answer."""
        return tuple(one for one in self.concepts_of(word) if one.answer_class)

    def may_ask(self, word: str, answer_class: str) -> bool:
        """Whether a concept that a word names calls for a class of answer."""
        return any(one.answer_class == answer_class for one in self.concepts_of(word))

    def topics_of(self, word: str) -> tuple[Concept, ...]:
        """The topics a word names."""
        known = self.topics_by_stem
        found = dict.fromkeys(one for stem in both_stems(word) for one in known.get(stem, ()))
        return tuple(self.topics[index] for index in found)

    def is_stopword(self, word: str) -> bool:
        """Whether a word of a schema says nothing about the answer."""
        return fold(word) in self.stopwords

    def is_spanish(self, word: str) -> bool:
        """Whether a word is known as Spanish and not as English."""
        names = self.by_stem.get(english_stem(word), ())
        english = any(word.lower() in self.concepts[index].names for index in names)
        return not english and bool(self.by_stem.get(spanish_stem(word)))

    def is_generic(self, word: str) -> bool:
        """Whether a name such as "name" or "valor" leaves it to its parent what is asked."""
        return fold(word) in self.generic

    def is_fallback(self, member: str) -> bool:
        """Whether an enum member stands for "anything else" or "not known"."""
        return fold(member).replace(" ", "_") in self.fallback


_AGENTS = frozenset({"person", "organization"})


@lru_cache(maxsize=16384)
def _concepts_of(lexicon: FieldLexicon, word: str) -> tuple[Concept, ...]:
    by_word = lexicon.by_word
    exact = by_word.get(fold(word)) or by_word.get(fold(word).removesuffix("s"))
    if not exact and _names_agent(lexicon, fold(word)):
        return _AGENT
    found = exact or dict.fromkeys(
        index
        for stem in both_stems(word)
        for index in lexicon.by_stem.get(stem, ())
        if not _is_only_akin(fold(word), lexicon.concepts[index])
    )
    known = tuple(lexicon.concepts[index] for index in found)
    return known or _abbreviated(lexicon, fold(word)) or _translated(fold(word))


def _abbreviated(lexicon: FieldLexicon, word: str) -> tuple[Concept, ...]:
    """What the words that an abbreviation stands for name."""
    full = lexicon.shortened.get(word, ())
    return tuple(dict.fromkeys(one for part in full for one in lexicon.concepts_of(part)))


def _translated(word: str) -> tuple[Concept, ...]:
    """What a wordnet says of an English word that the lexicon does not know."""
    entry = entry_of(word)
    if entry is None:
        return ()
    return (_concept(entry.answer_class, entry.word, " ".join(entry.spanish)),)


AGENT = ("agent",)
"""The name of what a word calls for by its ending alone: who does something."""
_WHO = Concept("person", AGENT, ())
_AGENT = (_WHO, _WHO, Concept("organization", AGENT, ()))
"""What a word for who does something asks for: twice as likely a person as a body."""
_LEAST_AGENT = 6


def _names_agent(lexicon: FieldLexicon, word: str) -> bool:
    """Whether a word that is not known as written names who does something, by its end."""
    bare = word.removesuffix("es" if word.endswith("res") else "s")
    long = len(bare) >= _LEAST_AGENT and not {word, bare} & lexicon.no_agent
    return long and lexicon.agent.search(bare) is not None


def _is_only_akin(word: str, concept: Concept) -> bool:
    """Whether a word shares no more than its stem with those of an agent: "operación", "operador"."""
    return concept.answer_class in _AGENTS and not any(
        word[: len(one) - 1] == one[:-1] for one in (*concept.names, *concept.words)
    )


def _concept(answer_class: str, names: str, cues: str) -> Concept:
    phrases = tuple(dict.fromkeys(stem_phrases(str(cues))))
    return Concept(answer_class, tuple(names.split()), phrases, tuple(map(fold, str(cues).split())))


def _name_stems(concept: Concept) -> list[str]:
    return [english_stem(name.replace("_", "")) for name in concept.names]


def _stems(concept: Concept) -> list[str]:
    """Those of its names, and of what Spanish says for it in one word."""
    return _name_stems(concept) + [cue[0] for cue in concept.cues if len(cue) == 1]


def _written(concept: Concept) -> list[str]:
    """Its words as they are written: "author" is not taken for "authority", "hora" not for "horas"."""
    return [fold(name.replace("_", "")) for name in (*concept.names, *concept.words)]


def _index(
    concepts: Sequence[Concept], keys_of: Callable[[Concept], Sequence[str]]
) -> dict[str, tuple[int, ...]]:
    index: dict[str, dict[int, None]] = {}
    for number, concept in enumerate(concepts):
        for key in keys_of(concept):
            index.setdefault(key, {})[number] = None
    return {key: tuple(numbers) for key, numbers in index.items()}


def _ends(written: Mapping[str, str]) -> dict[str, float]:
    """Which end of a range each word asks for: -1 or 1."""
    return {word: float(end) for end, words in written.items() for word in fold_list(words)}


@lru_cache(maxsize=1)
def field_lexicon() -> FieldLexicon:
    """The lexicon, read once."""
    raw: dict[str, Any] = read_yaml("field_lexicon")
    concepts = tuple(
        _concept(answer_class, names, cues)
        for answer_class, lines in raw["concepts"].items()
        for names, cues in lines.items()
    )
    topics = tuple(_concept("topic", names, cues) for names, cues in raw["topics"].items())
    plain: dict[str, Any] = {name: fold_list(words) for name, words in raw["words"].items()}
    plain |= {name: frozenset(map(spanish_stem, w.split())) for name, w in raw["stems"].items()}
    return FieldLexicon(
        **plain,
        concepts=concepts,
        by_word=_index(concepts, _written),
        by_stem=_index(concepts, _stems),
        topics=topics,
        topics_by_stem=_index(topics, _name_stems),
        polarity={
            spanish_stem(word): pole
            for pole, words in raw["polarity"].items()
            for word in words.split()
        },
        stopwords=frozenset(map(fold, stop_words("fields"))),
        units={
            fold(written).replace("_", " "): str(symbol)
            for symbol, forms in raw["units"].items()
            for written in forms
        }
        | dict(asked_currencies()),
        edges=_ends(raw["edges"]),
        edges_in_time=_ends(raw["edges"]) | _ends(raw["edges_in_time"]),
        parts=frozenset(stem for word in raw["parts"].split() for stem in both_stems(word)),
        forms={word: name for name, words in raw["forms"].items() for word in fold_list(words)},
        shortened={
            short: tuple(fold(full).split("_"))
            for names, full in raw["shortened"].items()
            for short in names.split()
        },
        shapes=tuple((re.compile(shape), name) for shape, name in raw["shapes"]["names"]),
        agent=re.compile(raw["shapes"]["agent"]),
        told_names=re.compile(raw["shapes"]["told"]),
        short_units={
            str(symbol).lower(): str(symbol)
            for symbol in (*raw["units"], *filter(str.isupper, asked_currencies().values()))
            if str(symbol).isalpha()
        },
    )


def compound_names(words: tuple[str, ...]) -> tuple[str, ...]:
    """Neighbouring words that the lexicon knows as one name, joined: ``side_effect``."""
    joined = (first + second for first, second in pairwise(words))
    return tuple(one for one in joined if field_lexicon().is_known(one))
