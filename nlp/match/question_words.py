"""What a field asks, read as a question: its question word, the noun it asks for, its words.

"¿En qué año se fundó la villa?" asks for a year, with the words of its subject as cues; a field
that is no question asks for the head of its name.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.asked.schema_lexicon import FieldLexicon, field_lexicon
from nlp.stems import both_stems, cognate_key, fold, spanish_stem, words_of
from nlp.word_lists import read_yaml

_ASKED = re.compile(r"¿([^?]{2,400})\??|([^.?¿]{2,400})\?")
_TOKEN = re.compile(r"[^\W_]+")
_RAW = read_yaml("question_words")
_QUESTION_WORDS: Mapping[str, str] = _RAW["words"]
WORDS: tuple[str, ...] = (*dict.fromkeys(_QUESTION_WORDS.values()), "none")
"""What a question asks with; ``which`` names a kind of thing ("qué equipo"), ``what`` does not."""
_UNACCENTED = {fold(word): kind for word, kind in _QUESTION_WORDS.items()} | _RAW["unaccented"]
_PREPOSITIONS, _LINKS, _TIMES = (
    frozenset(_RAW[name].split()) for name in ("prepositions", "links", "times")
)
_KINDS: Mapping[str, str] = {
    "who": "person", "when": "date", "where": "place", "how_many": "count", "how_much": "measure",
}  # fmt: skip
_NAMING_A_KIND = frozenset({"which", "what", "how_many", "how_much"})
_MOST_WORDS = 24
_FOCUS_WORDS = 2


@dataclass(frozen=True, slots=True)
class Asking:
    """A field as a question.

    ``word`` is one of :data:`WORDS`; ``focus`` the stems of the noun asked for, the head first;
    ``terms`` every telling word, as the stems and cognate keys it may be found by, in order;
    ``names`` marks the terms written with a capital or a figure; ``next`` is the index of the term
    right behind the question word, -1 where there is none; ``classes`` what the question word and
    the noun call for, as in :mod:`nlp.asked.answer_classes`; ``preposition`` is the one before it;
    ``question`` says that the description is a question, with or without a word of ours.
    """

    word: str
    focus: tuple[str, ...]
    terms: tuple[frozenset[str], ...]
    names: tuple[bool, ...]
    next: int
    classes: Mapping[str, float]
    preposition: str
    question: bool


def asking_of(profile: FieldProfile) -> Asking:
    """What a field asks: its description where that is a question, else its name."""
    owners = (one.name for one in profile.parents[1:] if one.is_named)
    return _asking(profile.field.name, profile.field.description, " ".join(owners))


@lru_cache(maxsize=4096)
def _asking(name: str, description: str, owners: str) -> Asking:
    lexicon = field_lexicon()
    asked = _question(description)
    tokens = _TOKEN.findall(asked or description)
    at, word = _question_word(tokens) if asked else (-1, "none")
    own = () if asked else (*words_of(name), *words_of(owners))
    kept = [one for one in _telling(own, tokens, lexicon) if one[0] != at]
    if word == "none":
        focus = _head(words_of(name), lexicon)
    else:
        focus = _focus(tokens, at, lexicon) if word in _NAMING_A_KIND else ()
    after = next((row for row, (spot, _) in enumerate(kept) if spot > at >= 0), -1)
    if word == "what" and focus:
        word = "which"
    return Asking(
        word=word,
        focus=tuple(spanish_stem(one) for one in focus),
        terms=tuple(frozenset({*both_stems(one), cognate_key(one)} - {""}) for _, one in kept),
        names=tuple(spot > 0 and (one[:1].isupper() or one.isdigit()) for spot, one in kept),
        next=after,
        classes=_classes(word, focus, lexicon),
        preposition=_preposition(tokens, at),
        question=bool(asked),
    )


def _preposition(tokens: list[str], at: int) -> str:
    before = fold(tokens[at - 1]) if at > 0 else ""
    return before if before in _PREPOSITIONS else ""


def asked_noun(question: str) -> str:
    """The noun a question asks for ("¿En qué año…?" → "año"); empty where it names none."""
    tokens = _TOKEN.findall(question)
    at, word = _question_word(tokens)
    focus = _focus(tokens, at, field_lexicon()) if word in _NAMING_A_KIND else ()
    return focus[0].lower() if focus else ""


def _question(description: str) -> str:
    """The question in a description, with its marks or opened by an accented word; empty if none."""
    match = _ASKED.search(description)
    if match:
        return (match.group(1) or match.group(2)).strip()
    opening = [one.lower() for one in _TOKEN.findall(description[:40])[:2]]
    for at, word in enumerate(opening):
        if word in _QUESTION_WORDS and not word.isascii():
            return description if at == 0 or fold(opening[0]) in _PREPOSITIONS else ""
    return ""


def _question_word(tokens: list[str]) -> tuple[int, str]:
    """Where the question word stands and what it asks; with its accent it counts anywhere."""
    for at, token in enumerate(tokens):
        kind = _QUESTION_WORDS.get(token.lower())
        if kind is None:
            continue
        following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
        if kind == "what" and at and tokens[at - 1].lower() == "por":
            return at, "why"
        if kind == "how" and following in {"many", "much"}:
            return at + 1, f"how_{following}"
        return at, kind
    for at, token in enumerate(tokens[:4]):
        kind = _UNACCENTED.get(fold(token))
        if kind is not None and (at == 0 or fold(tokens[at - 1]) in _PREPOSITIONS):
            return at, kind
    return -1, "none"


def _telling(
    own: tuple[str, ...], tokens: list[str], lexicon: FieldLexicon
) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    spots = [(-2, one) for one in own] + list(enumerate(tokens))
    for spot, one in spots:
        stem = spanish_stem(one)
        if lexicon.is_stopword(one) or stem in seen or (len(one) < 2 and not one.isdigit()):
            continue
        seen.add(stem)
        yield spot, one
        if len(seen) >= _MOST_WORDS:
            return


def _focus(tokens: list[str], at: int, lexicon: FieldLexicon) -> tuple[str, ...]:
    """The noun right behind the question word ("qué equipo", "cuál es el nombre del río")."""
    found: list[str] = []
    for token in tokens[at + 1 : at + 8]:
        if fold(token) in _LINKS:
            continue
        if lexicon.is_stopword(token) and fold(token) not in lexicon.generic:
            break
        found.append(token)
        if len(found) == _FOCUS_WORDS:
            break
    return tuple(found)


def _head(words: tuple[str, ...], lexicon: FieldLexicon) -> tuple[str, ...]:
    if not words:
        return ()
    ordered = words if lexicon.is_spanish(words[0]) else words[::-1]
    return ordered[:_FOCUS_WORDS]


def _classes(word: str, focus: tuple[str, ...], lexicon: FieldLexicon) -> dict[str, float]:
    scores: dict[str, float] = {}
    if word == "which" and focus and fold(focus[0]) in _TIMES:
        return {"date": 1.0}
    if word in _KINDS:
        scores[_KINDS[word]] = 1.0
    for rank, one in enumerate(focus):
        concepts = lexicon.classed(one)
        for concept in concepts:
            share = (1.0, 0.4)[rank] / len(concepts)
            scores[concept.answer_class] = scores.get(concept.answer_class, 0.0) + share
        if concepts and not lexicon.is_generic(one):
            break
    total = sum(scores.values())
    return {name: score / total for name, score in scores.items()} if total else {}
