"""Text without case and accents: one home for every way that we compare what is written.

Two ways, for two ends. :func:`fold` makes the keys that lexicons are looked up by: ``ñ`` becomes
``n``, because people without the key write "ano" and no word of a lexicon is told from another by it.
:func:`fold_text` and :func:`fold_word` say whether a text has a value: there "peña" is not "pena". They
also see through quotes, spacing, hyphenation and Markdown.

The latter keeps ``ñ`` apart from ``n`` and the ordinal marks ``ª º`` apart from letters; it maps every
folded character back to its place in the unchanged text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

_TILDE = "\u0303"
_GONE = "\x00"
_LONG = "\x01"
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›′″ʻʼ"
_DASHES = "-‐‑‒–—―−"
_KEPT = "ªº°ñ½¼¾"


def _fold_character(character: str) -> str:
    if character in _QUOTES:
        return "'"
    if character in _DASHES:
        return "-"
    if character.isspace():
        return " " if character != "\n" else "\n"
    lowered = character.casefold()
    if lowered in _KEPT or character == _TILDE:
        return lowered
    if unicodedata.category(character) in {"Cf", "Mn", "Cc"}:
        return ""
    plain = unicodedata.normalize("NFKD", lowered)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)) or character


class _FoldTable(dict[int, str]):
    """A translation table that learns each code point when it is first met."""

    def __init__(self) -> None:
        super().__init__()
        self.expansions: dict[str, str] = {}

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _fold_character(character)
        if len(folded) > 1:
            self.expansions[character] = folded
            folded = _LONG
        self[code] = folded or _GONE
        return self[code]


_TABLE = _FoldTable()
_SPECIAL = re.compile(
    r"n\u0303"
    r"|(?<=[^\W\d_])-[ \x00]{0,8}\n[ \n]{0,8}(?=[^\W\d_])"  # hyphenation at a line end
    r"|\]\(https?:[^)\s]{1,400}\)"  # the target of a markdown link
    r"|[ \n\x00]*[ \n][ \n\x00]*"
    r"|[\x00\u0303*]+"
    r"|(?<![^\W_])_+|_+(?![^\W_])"
    r"|\x01"
)
_TOKEN = re.compile(r"[^\W_]+|[%€$£°]")


@dataclass(frozen=True, slots=True)
class Token:
    """A folded word with its half-open offsets into the unchanged text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; ``text[i]`` came from ``source[starts[i]:ends[i]]``."""

    source: str
    text: str
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)

    def tokens(self) -> Iterator[Token]:
        """Yield the words in order."""
        for match in _TOKEN.finditer(self.text):
            start, end = match.span()
            yield Token(match.group(), self.starts[start], self.ends[end - 1])


def _replacement(match: re.Match[str], source: str) -> str:
    found = match.group()
    if found == "n" + _TILDE:
        return "ñ"
    if found == _LONG:
        return _TABLE.expansions[source[match.start()]]
    if found[0] in "-]":
        return ""
    if found[0] in " \n" or " " in found or "\n" in found:
        return "\n" if found.count("\n") > 1 else " "
    return ""


def fold_text(text: str) -> Folded:
    """Fold a text; linear in its length. A blank line folds to one newline."""
    single = text.translate(_TABLE)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0
    for match in _SPECIAL.finditer(single):
        start, end = match.span()
        pieces.append(single[last:start])
        starts.extend(range(last, start))
        ends.extend(range(last + 1, start + 1))
        replaced = _replacement(match, text)
        pieces.append(replaced)
        starts.extend([start] * len(replaced))
        ends.extend([end] * len(replaced))
        last = end
    pieces.append(single[last:])
    starts.extend(range(last, len(text)))
    ends.extend(range(last + 1, len(text) + 1))
    return Folded(text, "".join(pieces), starts, ends)


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Lower case without accents (``Órgano`` → ``organo``, ``ñ`` → ``n``); the length may change."""
    return without_accents(text.lower())


def fold_list(words: str) -> frozenset[str]:
    """The words of a line, folded (see :func:`fold`)."""
    return frozenset(map(fold, str(words).split()))


def without_accents(text: str) -> str:
    """Drop every combining mark (``Órgano`` → ``Organo``, ``ñ`` → ``n``); the length may change."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


@lru_cache(maxsize=4096)
def fold_word(text: str) -> str:
    """Fold a short string: no case, no accents, one space, no edge punctuation."""
    folded = " ".join(fold_text(text).text.split())
    return folded.strip(" .,;:!?¡¿'()[]{}") or folded
