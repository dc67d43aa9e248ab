"""The text as folded words with offsets: what every temporal parser walks over."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from nlp.folding import fold as fold_letters

# A blank line is a word of its own, and so is a line end before the number or bullet of a list line:
# nothing is read across them.
_WORD = re.compile(
    r"[0-9]+|[^\W\d_][^\W\d_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W\d_]*)*|\n\s*\n"
    r"|\n(?=[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+[^\W\d_])|\S"
)
PAD = 8
BREAK = "\n\n"


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """Lower-case without accents; ``ñ`` becomes ``n``; a blank line becomes :data:`BREAK`."""
    if word.isspace():
        return BREAK
    return fold_letters(word) or word


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text; ``words`` ends in :data:`PAD` empty ones, so a look ahead is safe.

    ``memo`` keeps what a parser read at an index: the same place is tried as the beginning of a
    date, of a range and of a date with hours.
    """

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    memo: dict[tuple[str, int], Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def count(self) -> int:
        """How many real words there are."""
        return len(self.starts)

    def glued(self, index: int) -> bool:
        """Whether nothing stands between the word at ``index`` and the one before it."""
        return 0 < index < len(self.starts) and self.ends[index - 1] == self.starts[index]

    def broken(self, index: int) -> bool:
        """Whether a line ends just before the word at ``index``."""
        if not 0 < index < len(self.starts):
            return True
        return "\n" in self.text[self.ends[index - 1] : self.starts[index]]

    def surface(self, start: int, end: int) -> str:
        """The text of the words from ``start`` to before ``end``."""
        return self.text[self.starts[start] : self.ends[end - 1]]


def split_words(text: str) -> Words:
    """Split a text; digits, letters and each other mark are words of their own."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _WORD.finditer(text):
        words.append(fold(match.group()) if len(match.group()) < 40 else match.group())
        starts.append(match.start())
        ends.append(match.end())
    return Words(text, (*words, *("",) * PAD), tuple(starts), tuple(ends))
