"""The vocabulary of schemas: what a field's words mean, in English and in Spanish.

Reads ``resources/field_lexicon.yaml``, which describes its own sections.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from nlp.asked.wordnet import entry_of
from nlp.folding import fold_list
from nlp.numeric.currencies import asked_currencies
from nlp.stems import english_stem, fold, spanish_stem
from nlp.word_lists import read_yaml, stop_words

Phrase = tuple[str, ...]
"""The Spanish stems of the words of a cue, in order."""


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
    a unit;
    ``against`` are stems of verbs that say a thing is not so, ``still_open`` that it is not yet so;
    ``flag_words`` say in a flag's name only that there is a thing, ``asks_denial`` that it is not so;
    ``polarity`` maps a Spanish stem to +1 or -1; ``edges`` a folded word of a name to -1 (the lower
    end of a range) or +1; ``forms`` one to the name of a form (:mod:`nlp.asked.value_formats`).
    """

    concepts: tuple[Concept, ...]
    by_word: dict[str, tuple[int, ...]]
    by_stem: dict[str, tuple[int, ...]]
    topics: tuple[Concept, ...]
    topics_by_stem: dict[str, tuple[int, ...]]
    polarity: dict[str, int]
    deny_before: tuple[str, ...]
    deny_after: tuple[str, ...]
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
    designators: frozenset[str]
    opens_range: frozenset[str]
    closes_range: frozenset[str]
    begins: frozenset[str]
    ends: frozenset[str]
    edges: dict[str, float]
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
        stems = (english_stem(word), spanish_stem(word))
        return fold(word) in self.by_word or any(one in self.by_stem for one in stems)

    def classed(self, word: str) -> tuple[Concept, ...]:
        """Those of them that call for a class of answer."""
        return tuple(one for one in self.concepts_of(word) if one.answer_class)

    def topics_of(self, word: str) -> tuple[Concept, ...]:
        """The topics a word names."""
        stems = (english_stem(word), spanish_stem(word))
        found = dict.fromkeys(i for stem in stems for i in self.topics_by_stem.get(stem, ()))
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
        for stem in (english_stem(word), spanish_stem(word))
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


def _phrase(cue: str) -> Phrase:
    return tuple(spanish_stem(word) for word in cue.split("_"))


def _concept(answer_class: str, names: str, cues: str) -> Concept:
    return Concept(
        answer_class,
        tuple(names.split()),
        tuple(dict.fromkeys(_phrase(cue) for cue in str(cues).split())),
        tuple(fold(cue) for cue in str(cues).split()),
    )


def _index(concepts: tuple[Concept, ...], *, named_by_cues: bool) -> dict[str, tuple[int, ...]]:
    index: dict[str, dict[int, None]] = {}
    for number, concept in enumerate(concepts):
        stems = {english_stem(name.replace("_", "")) for name in concept.names}
        if named_by_cues:
            stems |= {cue[0] for cue in concept.cues if len(cue) == 1}
        for stem in stems:
            index.setdefault(stem, {})[number] = None
    return {stem: tuple(numbers) for stem, numbers in index.items()}


def _by_word(concepts: tuple[Concept, ...]) -> dict[str, tuple[int, ...]]:
    """Concepts by word as written: "author" is not taken for "authority", "hora" not for "horas"."""
    index: dict[str, dict[int, None]] = {}
    for number, concept in enumerate(concepts):
        for name in (*concept.names, *concept.words):
            index.setdefault(fold(name.replace("_", "")), {})[number] = None
    return {name: tuple(numbers) for name, numbers in index.items()}


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
    polarity = {spanish_stem(word): -1 for word in raw["polarity"]["negative"].split()}
    polarity |= {spanish_stem(word): 1 for word in raw["polarity"]["positive"].split()}
    return FieldLexicon(
        concepts=concepts,
        by_word=_by_word(concepts),
        by_stem=_index(concepts, named_by_cues=True),
        topics=topics,
        topics_by_stem=_index(topics, named_by_cues=False),
        polarity=polarity,
        deny_before=tuple(fold(cue) for cue in raw["negation"]["before"]),
        deny_after=tuple(fold(cue) for cue in raw["negation"]["after"]),
        against=frozenset(map(spanish_stem, raw["negation"]["against"].split())),
        still_open=frozenset(map(spanish_stem, raw["negation"]["open"].split())),
        flag_words=fold_list(raw["flag_words"]),
        asks_denial=fold_list(raw["negation"]["asked"]),
        fallback=frozenset(fold(str(word)) for word in raw["fallback"]),
        generic=fold_list(raw["generic"]),
        stopwords=frozenset(fold(word) for word in stop_words("fields")),
        units={
            fold(written).replace("_", " "): str(symbol)
            for symbol, forms in raw["units"].items()
            for written in forms
        }
        | dict(asked_currencies()),
        ages=fold_list(raw["unit_words"]["ages"]),
        rates=fold_list(raw["unit_words"]["rates"]),
        unit_leads=fold_list(raw["unit_words"]["leads"]),
        designators=fold_list(raw["designators"]),
        opens_range=fold_list(raw["range"]["opens"]),
        closes_range=fold_list(raw["range"]["closes"]),
        begins=fold_list(raw["range"]["begins"]),
        ends=fold_list(raw["range"]["ends"]),
        edges=dict.fromkeys(fold_list(raw["range"]["low"]), -1.0)
        | dict.fromkeys(fold_list(raw["range"]["high"]), 1.0),
        parts=frozenset(map(spanish_stem, raw["parts"].split()))
        | frozenset(map(english_stem, raw["parts"].split())),
        forms={word: name for name, words in raw["forms"].items() for word in fold_list(words)},
        shortened={
            short: tuple(fold(full).split("_"))
            for names, full in raw["shortened"].items()
            for short in names.split()
        },
        shapes=tuple((re.compile(shape), name) for shape, name in raw["shapes"]["names"]),
        agent=re.compile(raw["shapes"]["agent"]),
        no_agent=fold_list(raw["shapes"]["no_agent"]),
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
