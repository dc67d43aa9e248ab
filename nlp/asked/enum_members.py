"""The members of an enum as cues: their words, their Spanish, what the schema says of each."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import word_cues
from nlp.asked.schema_lexicon import field_lexicon
from nlp.latest import latest
from nlp.schema import JSON, Field
from nlp.stems import (
    Phrase,
    cognate_key,
    fold,
    spanish_stem,
    stem_phrases,
    vowel_changed,
    words_of,
)
from nlp.word_lists import read_yaml, text_pattern

_KNOWN = 0.9
"""What the Spanish of a common English member weighs as its cue."""
_CHANGED = 0.8
"""What a form with another vowel weighs beside the one written."""
_NUMERALS = {
    "1": ("i", "primer", "primero"), "2": ("ii", "segund", "dos"), "3": ("iii", "tercer", "tres"),
    "4": ("iv", "cuart"), "5": ("v", "quint", "cinc"),
}  # fmt: skip
_SEXES: Mapping[frozenset[str], Mapping[str, str]] = {
    frozenset("fm"): {"f": "female", "m": "male"},
    frozenset("hm"): {"h": "male", "m": "female"},
    frozenset("mv"): {"v": "male", "m": "female"},
}
"""What the letters of the sexes stand for, by which of them stand side by side."""
_SEX_CODES = frozenset().union(*_SEXES)
_ARROWS = (re.compile(r"\s*(?:->|=>|→)\s*"), re.compile(r"\s*[:=]\s*"))

_EXPLAINED = text_pattern("member_explained")


@dataclass(frozen=True, slots=True)
class Member:
    """An enum member as cues: its own words, what is said of it, the topics it names.

    ``parts`` are the cues of each of its words, ``phrases`` what Spanish says for it as a whole.
    """

    value: JSON
    words: Mapping[Phrase, float]
    parts: tuple[Mapping[Phrase, float], ...]
    phrases: tuple[Phrase, ...]
    notes: Mapping[Phrase, float]
    topics: Mapping[Phrase, float]
    keys: Mapping[str, float]
    whole: Phrase
    polarity: int


@lru_cache(maxsize=1)
def _member_lines() -> Mapping[str, Sequence[str]]:
    """The lines of Spanish cues for common members, by the word or words joined by "_"."""
    found: dict[str, list[str]] = defaultdict(list)
    for names, cues in read_yaml("member_words", plain=True).items():
        for name in names.split():
            found[fold(name)].append(cues)
    return dict(found)


@lru_cache(maxsize=4096)
def member_words(name: str) -> tuple[Phrase, ...]:
    """Spanish stem phrases for a common member; stemmed when it is asked for, as few ever are."""
    return tuple(phrase for cues in _member_lines().get(name, ()) for phrase in stem_phrases(cues))


def members_of(profile: FieldProfile) -> tuple[Member, ...]:
    """The members of an enum field, ready to be looked for."""
    return _members(profile.field)


@latest(64)
def _members(field: Field) -> tuple[Member, ...]:
    notes = _notes(field)
    values = field.enum
    sexes = _SEXES.get(frozenset(map(fold, map(str, values))) & _SEX_CODES, {})
    return tuple(
        _member(value, notes.get(str(value), ""), sexes.get(fold(str(value)), ""))
        for value in values
    )


def _member(value: JSON, note: str, sex: str) -> Member:
    lexicon = field_lexicon()
    words = words_of(str(value).lower())
    content = [word for word in words if not lexicon.is_stopword(word)] or list(words)
    topics = {cue: 1.0 for word in content for one in lexicon.topics_of(word) for cue in one.cues}
    said = [word for word in words_of(note) if not lexicon.is_stopword(word)]
    named = {name for word in words for one in lexicon.concepts_of(word) for name in one.names}
    cues = [cues_of(word) for word in content]
    joined = fold(sex or "_".join(words))
    known = member_words(joined) or member_words(joined.replace("_", ""))
    return Member(
        value=value,
        words=dict.fromkeys(known, _KNOWN)
        | {cue: one for found in cues for cue, one in found.items()},
        parts=tuple(cues),
        phrases=known,
        notes=word_cues([(word, 1.0) for word in said]),
        topics=topics,
        keys={key: 1.0 for word in content if (key := cognate_key(word))},
        whole=tuple(map(spanish_stem, words)),
        polarity=int("positive" in named) - int("negative" in named),
    )


@lru_cache(maxsize=4096)
def cues_of(word: str) -> dict[Phrase, float]:
    """What a word of a member is known by: its stem, its concepts, Spanish for it, numerals."""
    cues = word_cues([(word, 1.0)])
    for phrase in member_words(fold(word)):
        cues[phrase] = max(cues.get(phrase, 0.0), _KNOWN)
    for (stem,), weight in [pair for pair in cues.items() if len(pair[0]) == 1]:
        for other in vowel_changed(stem):
            cues.setdefault((other,), _CHANGED * weight)
    for numeral in _NUMERALS.get(word, ()):
        cues[(numeral,)] = 1.0
    return cues


def _notes(field: Field) -> dict[str, str]:
    """What the schema says of each member: its note, or what the description says of it.

    "Habituales -> HIGH", "A: alta", "VU vulnerable", "'depends' if under conditions".
    """
    notes = {
        str(value): note for value, note in zip(field.enum, field.enum_notes, strict=False) if note
    }
    members, lexicon = map(str, field.enum), field_lexicon()
    telling = {one for one in members if one.isupper() or not lexicon.is_stopword(one)}
    for part in re.split(r"[,;.\n(]", field.description):
        told = _EXPLAINED.match(part.rpartition(":")[2])
        if told and told["member"] in telling:
            notes[told["member"]] = f"{notes.get(told['member'], '')} {told['note']}"
            continue
        arrow = _ARROWS[0] if _ARROWS[0].search(part) else _ARROWS[1]
        sides = arrow.split(part, maxsplit=1)
        if len(sides) != 2:
            continue
        for said, named in (sides, sides[::-1]):
            for value in field.enum:
                if fold(named).strip(" '\")") == fold(str(value)):
                    notes[str(value)] = f"{notes.get(str(value), '')} {said}"
    return notes
