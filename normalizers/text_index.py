"""The words of a document, indexed so that a phrase is found without reading the text again."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from normalizers.folding import Folded, Token, fold
from normalizers.lexicon import words
from normalizers.morphology import stem

MATCH_LIMIT = 64
"""Mentions looked at for one value: a word that stands everywhere says nothing more."""

_BREAKS = frozenset(".;:!?\n")


@dataclass(frozen=True, slots=True)
class Match:
    """A run of tokens ``first`` … ``last`` (inclusive) and its offsets in the text."""

    first: int
    last: int
    start: int
    end: int


class TextIndex:
    """Words and stems of one document with their places."""

    def __init__(self, text: str) -> None:
        self.folded: Folded = fold(text)
        self.tokens: tuple[Token, ...] = tuple(self.folded.tokens())
        self.places: dict[str, list[int]] = defaultdict(list)
        self.stems: dict[str, list[int]] = defaultdict(list)
        for place, token in enumerate(self.tokens):
            self.places[token.text].append(place)
            self.stems[stem(token.text)].append(place)

    def runs(self, phrase: Folded, *, by_stem: bool = False) -> Iterator[Match]:
        """Yield where the words of a phrase stand side by side, in order.

        A break (a full stop, a colon, a blank line) may stand between two words only where the
        phrase has one too.
        """
        wanted = tuple(phrase.tokens())
        if not wanted:
            return
        key = stem if by_stem else str
        table = self.stems if by_stem else self.places
        keys = [key(token.text) for token in wanted]
        rarest = min(range(len(keys)), key=lambda place: len(table.get(keys[place], ())))
        breaks = [
            _has_break(phrase.source[left.end : right.start]) for left, right in pairwise(wanted)
        ]
        found = 0
        for place in table.get(keys[rarest], ()):
            first = place - rarest
            if first < 0 or not self._runs_at(first, keys, breaks, by_stem=by_stem):
                continue
            last = first + len(keys) - 1
            yield Match(first, last, self.tokens[first].start, self.tokens[last].end)
            found += 1
            if found >= MATCH_LIMIT:
                return

    def _runs_at(self, first: int, keys: list[str], breaks: list[bool], *, by_stem: bool) -> bool:
        if first + len(keys) > len(self.tokens):
            return False
        for step, wanted in enumerate(keys):
            token = self.tokens[first + step]
            if (stem(token.text) if by_stem else token.text) != wanted:
                return False
            if step and not breaks[step - 1]:
                between = self.folded.source[self.tokens[first + step - 1].end : token.start]
                if _has_break(between):
                    return False
        return True


def _has_break(between: str) -> bool:
    return any(sign in _BREAKS for sign in between.replace("\n", " ")) or "\n\n" in between


def content_words(phrase: Folded) -> list[Token]:
    """The words of a phrase that are not articles, prepositions and the like; all if none is."""
    every = list(phrase.tokens())
    stopwords = words("stopwords")
    return [token for token in every if token.text not in stopwords] or every
