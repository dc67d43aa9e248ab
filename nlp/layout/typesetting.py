"""What typesetting puts into a text that says nothing: full lines, blanks of every width.

The text of a letter or of a PDF breaks where the line is full, not where a sentence, a name or an
amount ends. Where a text is wrapped so, blanks take the place of those line breaks; breaks that say
something stay: of lists, tables, forms, verses, addresses. Blanks that no line may break at, thin ones
and the like become plain ones. Every offset stays what it was.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from nlp.layout.sentences import split_sentences
from nlp.spans import Document, Span
from nlp.word_lists import stop_words

_BLANKS = str.maketrans(
    dict.fromkeys(
        "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        " ",
    )
)
_LINE = re.compile(r"[^\n\r]+")
_BREAK = re.compile(r"[ \t]*\r?\n[ \t]*")
_NARROWEST = 38
"""Characters of a page's width at least: shorter lines are verses, labels, cells."""
_WIDEST = 140
_NARROW = 50
"""Characters of a page's width from which on a line may go on with a capital or a figure."""
_FITTING = 0.6
"""Share of the lines going on in small letters that must be as full as one width lets them be."""
_BEYOND = 0.1
"""Share of the lines that may be longer than the page is wide."""
_LAID_OUT = re.compile(r"\||\t|\S {3,}\S|\.{4,}|(?: \.){3,}|^\s*(?:[-+=_*~·.]{3,}|#{1,6} )")
"""What is no line of a paragraph: cells, columns, leaders, rules, headings."""
_INDENTED = 4
"""Blanks before a line that another one below it must have too; else both are centred."""
_ALIGNED = 6
"""Blanks that a line has more than the one above where it is another value of the same label."""
_BEGINS = re.compile(
    r"\s*(?:[-*+•·–—◦‣▪■●►✓→☐☑☒✔✘>]|\[[ xX✓✔]?\]|\d{1,3}[.º°]?ª?\s*[-–—]\s"
    r"|\(?(?:\d{1,3}|[a-zA-Zñ]|[ivxIVX]{1,5})(?:\)|\.(?:\s|$)))"
)
"""What begins an item, a clause or a quotation."""
_LABEL = re.compile(r"\s*[^\W\d_][^:.;!?|]{0,48}?:(?=\s|$)")
_LEADS = ":;"
"""Marks behind which a small letter goes on and a capital begins."""
_SMALL = re.compile(r"[a-zà-öø-ÿ]")
_LAST_WORD = re.compile(r"(?<!\S)[^\W\d_]+$")
_TAIL = 40
"""Characters of the line above that tell whether a sentence ends there."""
_SLACK = 8
"""Characters that a line may be longer than the width that fits most of them."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two lines of which one stands below the other; ``least`` to ``most`` are the widths of a page on
    which the second's first word has no room behind the first."""

    between: Span
    least: int
    most: int
    goes_on: bool
    may: bool


def without_typesetting(document: Document) -> Document:
    """The document to read: plain blanks in place of others and of line breaks that only say that a
    line was full.

    The text keeps its length; one that needs nothing of this is the same object.
    """
    text = whole_paragraphs(document.text.translate(_BLANKS))
    return document if text == document.text else replace(document, text=text)


@lru_cache(maxsize=16)
def whole_paragraphs(text: str) -> str:
    """A text with the lines of its paragraphs joined, where a page has wrapped them."""
    pairs = [*_pairs(text)]
    width = _width(pairs, [*map(len, map(str.rstrip, _prose(text)))])
    if width is None:
        return text
    parts: list[str] = []
    at = 0
    for pair in pairs:
        may = pair.may if width >= _NARROW else pair.goes_on
        if may and pair.least <= width + _SLACK and width <= pair.most:
            start, end = pair.between
            parts += text[at:start], " " * (end - start)
            at = end
    return "".join((*parts, text[at:]))


def _prose(text: str) -> Iterator[str]:
    return (one for one in _LINE.findall(text) if not _LAID_OUT.search(one) and one.strip())


def _pairs(text: str) -> Iterator[_Pair]:
    lines = [(match.start(), match.group()) for match in _LINE.finditer(text)]
    for (start, above), (begin, below) in pairwise(lines):
        end = start + len(above.rstrip())
        between = (end, begin + len(below) - len(below.lstrip()))
        if _BREAK.fullmatch(text, *between) is None or not above.strip() or not below.strip():
            continue
        if _LAID_OUT.search(above) or _LAID_OUT.search(below):
            continue
        indented = _indentation(above)
        if indented >= _INDENTED and indented != _indentation(below) and not _BEGINS.match(above):
            continue
        above, word = above.rstrip(), below.split(maxsplit=1)[0]
        small = _SMALL.match(word.lstrip("«“\"'(¿¡[*_")) is not None
        goes_on = _lacks_more(above)
        if _indentation(below) - indented >= _ALIGNED and not goes_on:
            continue
        begins = _BEGINS.match(below) is not None or _LABEL.match(below) is not None
        may = goes_on or not (begins or _stopped(above, word, small))
        told = may and (goes_on or (small and above[-1] not in _LEADS))
        yield _Pair(between, len(above), len(above) + len(word), told, may)


def _lacks_more(line: str) -> bool:
    """Whether a line ends in a word that nothing ends with: "de", "la", "y"."""
    last = _LAST_WORD.search(line)
    return last is not None and last.group().lower() in stop_words("values")


def _stopped(above: str, word: str, small: bool) -> bool:
    """Whether a sentence, or what leads to a list, ends with a line; not "Dra." or "núm."."""
    if above[-1] in _LEADS:
        return not small
    tail = above[-_TAIL:]
    *_, last = split_sentences(f"{tail} {word}", 0, len(tail) + 1 + len(word))
    return last[0] > len(tail)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _width(pairs: Sequence[_Pair], lengths: Sequence[int]) -> int | None:
    """The width that lets most lines be full; None for a text that no page has wrapped."""
    going = [pair for pair in pairs if pair.goes_on and pair.most >= _NARROWEST]
    widths = sorted({length for length in lengths if _NARROWEST <= length <= _WIDEST})
    if not going or not widths:
        return None

    def fitting(width: int, pairs: Sequence[_Pair]) -> int:
        return sum(pair.least <= width <= pair.most for pair in pairs)

    may = [pair for pair in pairs if pair.may]
    width = max(widths, key=lambda width: (fitting(width, going), fitting(width, may), width))
    longer = sum(length > width for length in lengths)
    if fitting(width, going) < _FITTING * len(going) or longer > _BEYOND * len(lengths):
        return None
    return width
