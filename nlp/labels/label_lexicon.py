"""The words of labels (``resources/label_words.yaml``): abbreviations, words that mean the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nlp.folding import fold_list
from nlp.stems import fold, spanish_stem
from nlp.word_lists import read_yaml

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
    opposites: dict[str, frozenset[str]]
    """The stems of the words that say the opposite of one, by its stem."""
    marking: int
    """How many of the lines, the first, hold words that make what holds them a label."""

    def lines_of(self, words: Words, *, near: bool = False) -> tuple[int, ...]:
        """The lines a word or phrase stands in, as it is or but for gender and number.

        ``near``: those of words that stand near each other, but mean different things.
        """
        lines = self.near if near else self.same
        *before, last = words
        forms = last, last.removesuffix("s"), last.removesuffix("es"), f"{last[:-1]}o", f"{last}s"
        found = (lines.get((*before, form)) for form in forms)
        return next((one for one in found if one is not None), ())

    def opens_total(self, said: str) -> bool:
        """Whether words begin what sums up the rows of a table: "Total", "**Suma:** 3"."""
        words = fold(said).strip("*_ .:-|").split()
        return bool(words) and words[0].strip(".:") in self.sets["totals"]

    def lines_of_any(self, words: Iterable[str]) -> set[int]:
        """The lines in which any of some words stands."""
        return {line for word in words for line in self.lines_of((word,))}

    def marking_lines_of(self, words: Words) -> tuple[int, ...]:
        """Those of its lines whose words make a label of what holds them."""
        return tuple(line for line in self.lines_of(words) if line < self.marking)


@lru_cache(maxsize=1)
def label_lexicon() -> LabelLexicon:
    """The lexicon, read once."""
    raw: dict[str, Any] = read_yaml("label_words")
    sets = {name: fold_list(one) for name, one in raw.items() if isinstance(one, str)}
    same = _lines([*raw["same"], *raw["also"]], sets["ignored"])
    by_stem: dict[str, tuple[int, ...]] = {}
    for phrase, numbers in same.items():
        if len(phrase) == 1:
            stem = spanish_stem(phrase[0])
            by_stem[stem] = tuple(dict.fromkeys((*by_stem.get(stem, ()), *numbers)))
    short: dict[str, Any] = {fold(str(one)): full for one, full in raw["abbreviations"].items()}
    return LabelLexicon(
        abbreviations={one: _words(full) for one, full in short.items() if isinstance(full, str)},
        readings={
            one: tuple(map(_words, full)) for one, full in short.items() if isinstance(full, list)
        },
        same=same,
        near=_lines(raw["near"], sets["ignored"]),
        by_stem=by_stem,
        marking=len(raw["same"]),
        sets=sets,
        opposites=_opposites(raw["opposites"]),
    )


def _opposites(lines: list[str]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in lines:
        sides = [frozenset(map(spanish_stem, fold_list(side))) for side in line.split("/")]
        for one, other in (sides, sides[::-1]):
            found |= {stem: found.get(stem, frozenset()) | other for stem in one}
    return found


def _words(phrase: str) -> Words:
    return tuple(fold(phrase).split("_"))


def _lines(lines: list[str], ignored: frozenset[str]) -> dict[Words, tuple[int, ...]]:
    """Phrases with the numbers of their lines."""
    found: dict[Words, tuple[int, ...]] = {}
    for number, line in enumerate(lines):
        for phrase in str(line).split():
            every = _words(phrase.replace("-", "_"))
            parts = tuple(word for word in every if word not in ignored) or every
            found[parts] = tuple(dict.fromkeys((*found.get(parts, ()), number)))
    return found
