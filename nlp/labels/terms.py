"""Labels and names of fields as terms that can be compared."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nlp.asked.schema_lexicon import field_lexicon
from nlp.asked.wordnet import entry_of
from nlp.labels.label_lexicon import LabelLexicon, label_lexicon
from nlp.stems import both_stems, cognate_key, enye_restored, fold, spanish_stem

_ASIDE = re.compile(r"\([^()]{0,80}\)")
_SHARE = re.compile(r"\d{1,3}(?:[.,]\d{1,3})?\s?%")
_EACH = re.compile(r"[€$]\s?/\s?u(?:d|ds|nid|nidad)?\b\.?")
_CAMEL = re.compile(r"(?<=[a-záéíóúñ0-9ºª°])(?=[A-ZÁÉÍÓÚÑ])")
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]{1,2}[./]){2,4}(?:[^\W\d_]{1,2}(?!\w))?")
_WORD = re.compile(r"[^\W_]+\.?[ºª°]?(?:/[oa]s?(?!\w))?")
_GENERAL = 0.4
_SAME, _STEM, _RELATED, _KIN, _ALIKE = 0.92, 0.85, 0.62, 0.5, 0.7
_NEAR = 0.66
_PART = 0.72
_LONGEST_PHRASE = 4

ORDINALS = {"primer": "1", "segundo": "2", "tercer": "3", "cuarto": "4"}
_ORDINALS = {
    re.compile(rf"(?<!\w){digit}\.?(?:e?r[oa]?|d[oa]|t[oa]|[ºª°])(?!\w)", re.IGNORECASE): word
    for word, digit in ORDINALS.items()
}

Keys = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or a phrase with one meaning: ``keys`` it shares with others like it."""

    word: str
    keys: Keys
    weight: float

    @property
    def names_kind(self) -> bool:
        """Whether a word of it only says what kind of thing is meant: "número", "fecha"."""
        return any(part in label_lexicon().sets["general"] for part in self.word.split())


@lru_cache(maxsize=8192)
def label_words(text: str, *, asides: bool = False) -> tuple[str, ...]:
    """The telling words of a label: folded, abbreviations written out."""
    lexicon = label_lexicon()
    plain = text if asides else _ASIDE.sub(" ", text)
    plain = _EACH.sub(" precio unitario ", _SHARE.sub(" ", plain))
    plain = _DOTTED.sub(lambda match: re.sub(r"[./]", "", match.group()) + ". ", plain)
    for number, ordinal in _ORDINALS.items():
        plain = number.sub(f" {ordinal} ", plain)
    words: list[str] = []
    for match in _WORD.finditer(_CAMEL.sub(" ", plain.replace("_", " "))):
        word = fold(match.group()).split("/")[0].rstrip(".ºª°").rstrip(".")
        if not lexicon.lines_of((word,)) and lexicon.lines_of((enye_restored(word),)):
            word = enye_restored(word)
        words.extend(lexicon.abbreviations.get(word, (word,)))
    telling = tuple(word for word in words if word not in lexicon.sets["ignored"])
    return telling or tuple(words)


@lru_cache(maxsize=8192)
def label_terms(text: str, *, asides: bool = False) -> tuple[Term, ...]:
    """A label as terms; a known phrase is one term."""
    lexicon = label_lexicon()
    phrases = _phrases(label_words(text, asides=asides), lexicon.lines_of)
    return tuple(_term(words, lines, lexicon) for words, lines in phrases)


@lru_cache(maxsize=8192)
def known_terms(text: str) -> tuple[int, int]:
    """How many terms of a label are words that labels are known by, and how many there are."""
    lexicon = label_lexicon()
    phrases = _phrases(label_words(text), lexicon.marking_lines_of)
    known = sum(
        bool(lines) or any(n < lexicon.marking for n in lexicon.by_stem.get(spanish_stem(one), ()))
        for (one, *_), lines in phrases
    )
    return known, len(phrases)


def is_known(label: str) -> bool:
    """Whether forms use at least half of the words of a label."""
    known, every = known_terms(label)
    return 2 * known >= every


def known_share(label: str) -> float:
    """The share of the words of a label that forms use."""
    terms = label_terms(label)
    # A word that only resembles the English name of a concept need be none that forms use.
    known = sum(
        any(key[0] in "sc" and key != f"c:{term.word}" for key, _ in term.keys) for term in terms
    )
    return known / max(1, len(terms))


def _phrases(
    words: tuple[str, ...], lines_of: Callable[[tuple[str, ...]], tuple[int, ...]]
) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The words as known phrases and single words, each with the lines it stands in."""
    found: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
    at = 0
    while at < len(words):
        for width in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
            lines = lines_of(words[at : at + width])
            if lines:
                found.append((words[at : at + width], lines))
                at += width
                break
        else:
            found.append((words[at : at + 1], ()))
            at += 1
    return found


def _term(words: tuple[str, ...], lines: tuple[int, ...], lexicon: LabelLexicon) -> Term:
    word = " ".join(words)
    keys: dict[str, float] = {f"x:{word}": 1.0}
    for reading in lexicon.readings.get(word, ()):
        meant = _term(reading, lexicon.lines_of(reading), lexicon)
        keys |= {key: max(strength, keys.get(key, 0.0)) for key, strength in meant.keys}
    keys |= {f"s:{line}": _SAME for line in lines}
    keys |= {f"r:{line}": _NEAR for line in lexicon.lines_of(words, near=True)}
    if len(words) == 1:
        for concept in field_lexicon().concepts_of(word):
            keys[f"c:{concept.names[0]}"] = _RELATED if not lines else _KIN
        if not lines:
            keys |= _translated(word, lexicon)
            keys |= {f"w:{stem}": 0.95 for stem in both_stems(word)}
            keys |= {f"s:{line}": _STEM for line in lexicon.by_stem.get(spanish_stem(word), ())}
            key = cognate_key(word)
            if key:
                keys[f"k:{key}"] = _ALIKE
    else:
        for part in words:
            if part not in lexicon.sets["general"]:
                single = _term((part,), lexicon.lines_of((part,)), lexicon)
                for key, strength in single.keys:
                    keys.setdefault(key, strength * _PART)
    general = all(one in lexicon.sets["general"] for one in words)
    return Term(word, tuple(keys.items()), _GENERAL if general else 1.0)


def _translated(word: str, lexicon: LabelLexicon) -> dict[str, float]:
    """The keys of the Spanish words for an English one that the labels' lexicon does not have."""
    entry = entry_of(word)
    keys: dict[str, float] = {}
    for one in entry.spanish if entry else ():
        if "_" not in one:
            keys[f"w:{spanish_stem(one)}"] = _RELATED
            keys |= {f"s:{line}": _RELATED for line in lexicon.lines_of((fold(one),))}
    return keys


def bag(terms: tuple[Term, ...], strength: float = 1.0) -> dict[str, float]:
    """The keys of terms with how strongly they stand for them."""
    return merged(*({key: one * strength for key, one in term.keys} for term in terms))


def merged(*bags: Mapping[str, float]) -> dict[str, float]:
    """The keys of several bags, each as strong as where it is strongest."""
    found: dict[str, float] = {}
    for each in bags:
        found |= {key: one for key, one in each.items() if one > found.get(key, 0.0)}
    return found


def held(term: Term, keys: dict[str, float]) -> float:
    """How surely a bag of keys holds a term."""
    best = 0.0
    for key, one in term.keys:
        there = keys.get(key, 0.0)
        least = one if one < there else there
        if least > best:
            best = least
    return best
