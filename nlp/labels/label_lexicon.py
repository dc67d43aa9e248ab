"""The words of labels (``resources/label_words.yaml``): abbreviations, words that mean the same."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nlp.asked.wordnet import entry_of
from nlp.folding import fold_list
from nlp.stems import fold, spanish_stem
from nlp.word_lists import read_yaml, word_set

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelLexicon:
    """The lists of the resource, folded.

    ``abbreviations`` maps a short word to the words it stands for, ``readings`` one that may stand for
    something, unless the schema knows better, to the words of each; ``same`` maps the stems of a word
    or phrase to the numbers of the lines it stands in; ``sets`` are the lists of single words.
    """

    abbreviations: dict[str, Words]
    readings: dict[str, tuple[Words, ...]]
    same: dict[Words, tuple[int, ...]]
    near: dict[Words, tuple[int, ...]]
    by_stem: dict[str, tuple[int, ...]]
    sets: dict[str, frozenset[str]]
    known: dict[str, str]
    marking: int
    """How many of the lines, the first, hold words that make what holds them a label."""

    def lines_of(self, words: Words) -> tuple[int, ...]:
        """The lines a word or phrase stands in, as it is or but for gender and number."""
        return _looked_up(self.same, words)

    def marking_lines_of(self, words: Words) -> tuple[int, ...]:
        """Those of its lines whose words make a label of what holds them."""
        return tuple(line for line in self.lines_of(words) if line < self.marking)

    def marking_by_stem(self, stem: str) -> tuple[int, ...]:
        """The same of a stem."""
        return tuple(line for line in self.by_stem.get(stem, ()) if line < self.marking)

    def near_of(self, words: Words) -> tuple[int, ...]:
        """The lines of words that stand near each other, but mean different things."""
        return _looked_up(self.near, words)

    def mended(self, word: str) -> str:
        """A misspelt word as it should be: one letter left out, changed, added or swapped."""
        if len(word) < _LEAST_MENDED or word in self.known or _is_word(word):
            return word
        alike = self.known.get(spanish_stem(word), "")
        if alike[:_LEAST_MENDED] == word[:_LEAST_MENDED]:
            return word
        for shorter in _shortened(word):
            found = self.known.get(shorter)
            if found is not None:
                return found
        return word


def _is_word(word: str) -> bool:
    """Whether a word is one of English or Spanish as it stands, and no slip of another."""
    return spanish_stem(word) in word_set("spanish_stems") or entry_of(word) is not None


_LEAST_MENDED = 5


def _looked_up(lines: dict[Words, tuple[int, ...]], words: Words) -> tuple[int, ...]:
    found = lines.get(words)
    if found is not None:
        return found
    last = words[-1]
    for other in (last.removesuffix("s"), last.removesuffix("es"), f"{last[:-1]}o", last + "s"):
        found = lines.get((*words[:-1], other))
        if found is not None:
            return found
    return ()


def _shortened(word: str) -> list[str]:
    return [f"~{word}", *(f"~{word[:at]}{word[at + 1 :]}" for at in range(len(word)))]


def _known(words: set[str]) -> dict[str, str]:
    """Words and their stems; and, marked, what is left of each word without one letter."""
    found: dict[str, str] = {}
    for word in sorted(words):
        found[word] = found[spanish_stem(word)] = word
        if len(word) >= _LEAST_MENDED:
            for shorter in _shortened(word):
                found.setdefault(shorter, word)
    return found


@lru_cache(maxsize=1)
def label_lexicon() -> LabelLexicon:
    """The lexicon, read once."""
    raw: dict[str, Any] = read_yaml("label_words")
    ignored = fold_list(raw["ignored"])
    same, words = _lines([*raw["same"], *raw["also"]], ignored)
    near, related = _lines(raw["near"], ignored)
    by_stem: dict[str, dict[int, None]] = {}
    for phrase, numbers in same.items():
        if len(phrase) == 1:
            by_stem.setdefault(spanish_stem(phrase[0]), {}).update(numbers)
    words |= related
    abbreviations: dict[str, Words] = {}
    readings: dict[str, tuple[Words, ...]] = {}
    for short, full in raw["abbreviations"].items():
        if isinstance(full, list):
            readings[fold(str(short))] = tuple(tuple(fold(one).split("_")) for one in full)
        else:
            abbreviations[fold(str(short))] = tuple(fold(full).split("_"))
    words.update(word for full in abbreviations.values() for word in full)
    return LabelLexicon(
        abbreviations=abbreviations,
        readings=readings,
        same={phrase: tuple(numbers) for phrase, numbers in same.items()},
        near={phrase: tuple(numbers) for phrase, numbers in near.items()},
        by_stem={stem: tuple(numbers) for stem, numbers in by_stem.items()},
        known=_known(words),
        marking=len(raw["same"]),
        sets={name: fold_list(one) for name, one in raw.items() if isinstance(one, str)},
    )


def _lines(
    lines: list[str], ignored: frozenset[str]
) -> tuple[dict[Words, dict[int, None]], set[str]]:
    """Phrases with the numbers of their lines, and every word in them."""
    found: dict[Words, dict[int, None]] = {}
    words: set[str] = set()
    for number, line in enumerate(lines):
        for phrase in map(fold, str(line).split()):
            every = phrase.replace("-", "_").split("_")
            parts = tuple(word for word in every if word not in ignored) or tuple(every)
            found.setdefault(parts, {})[number] = None
            words.update(parts)
    return found, words
