"""The words of a document, indexed so that a phrase is found without reading the text again."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from nlp.folding import Folded, Token, fold_text, fold_word
from nlp.word_lists import stop_words
from normalizers.morphology import stem

MATCH_LIMIT = 64
"""Mentions looked at for one value: a word that stands everywhere says nothing more."""

_SHORTEST_CODE = 7
_DASHES = "-‐‑‒–—−"
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
        self.folded: Folded = fold_text(text)
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
        said = [token.text for token in wanted]
        keys = [key(text) for text in said]
        rarest = min(range(len(keys)), key=lambda place: len(table.get(keys[place], ())))
        gaps = [phrase.source[left.end : right.start] for left, right in pairwise(wanted)]
        found = 0
        for place in table.get(keys[rarest], ()):
            first = place - rarest
            if first < 0 or not self._runs_at(first, keys, said, gaps, by_stem=by_stem):
                continue
            last = first + len(keys) - 1
            yield Match(first, last, self.tokens[first].start, self.tokens[last].end)
            found += 1
            if found >= MATCH_LIMIT:
                return

    def _runs_at(
        self, first: int, keys: list[str], said: list[str], gaps: list[str], *, by_stem: bool
    ) -> bool:
        if first + len(keys) > len(self.tokens):
            return False
        for step, wanted in enumerate(keys):
            token = self.tokens[first + step]
            if (stem(token.text) if by_stem else token.text) != wanted:
                return False
            if by_stem and token.text != said[step] and self._is_name(token):
                return False
            before = self.tokens[first + step - 1] if step else token
            between = self.folded.source[before.end : token.start]
            if step and not _same_gap(between, gaps[step - 1], said[step - 1], said[step]):
                return False
        return True

    def _is_name(self, token: Token) -> bool:
        """Whether a word is written as a name is: a name does not inflect."""
        written = self.folded.source[token.start : token.end]
        return written[0].isupper() and not written.isupper()

    def breaks_between(self, first: int, last: int) -> bool:
        """Whether a full stop, a colon or a blank line stands between two tokens, by place."""
        for place in range(first, last):
            left, right = self.tokens[place], self.tokens[place + 1]
            digits = left.text[-1].isdigit() and right.text[0].isdigit()
            if not digits and _has_break(self.folded.source[left.end : right.start]):
                return True
        return False

    def compact(self, phrase: Folded) -> Match | None:
        """Where a code stands with other separators ("ES91 2100…" = "ES912100…"), or None."""
        wanted = "".join(token.text for token in phrase.tokens())
        if len(wanted) < _SHORTEST_CODE or sum(sign.isdigit() for sign in wanted) < 4:
            return None
        for first, token in enumerate(self.tokens):
            if not wanted.startswith(token.text):
                continue
            read, last = token.text, first
            while len(read) < len(wanted) and last + 1 < len(self.tokens):
                last += 1
                read += self.tokens[last].text
                if not wanted.startswith(read) or self.breaks_between(last - 1, last):
                    break
            else:
                if read == wanted:
                    return Match(first, last, token.start, self.tokens[last].end)
        return None


def _has_break(between: str) -> bool:
    return any(sign in _BREAKS for sign in between.replace("\n", " ")) or "\n\n" in between


def _same_gap(between: str, wanted: str, left: str, right: str) -> bool:
    """Whether two words may stand so in the text: no break more, digits with the same sign."""
    if left[-1].isdigit() and right[0].isdigit():
        return _sign(between) == _sign(wanted)
    return _has_break(wanted) or not _has_break(between)


def _sign(between: str) -> str:
    return "".join("-" if sign in _DASHES else sign for sign in between if not sign.isspace())


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    return frozenset(map(fold_word, stop_words("values")))


def content_words(phrase: Folded) -> list[Token]:
    """The words of a phrase that are not articles, prepositions and the like; all if none is."""
    every = list(phrase.tokens())
    return [token for token in every if token.text not in _stop_words()] or every
