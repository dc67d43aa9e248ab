"""What typesetting puts into a text that says nothing, and the text to read without it.

The text of a letter or of a PDF breaks where the line is full, not where a sentence, a name or an
amount ends. Where a text is wrapped so, its paragraphs are read whole, and words that a hyphen parts at
the end of a line too; breaks that say something stay: of lists, tables, forms, verses, addresses. Blanks
of every width are plain ones, two of them in running text are one, letters and their accents one
character, and what has no width is nothing. Marks of forms are boxes of one kind.
"""

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from nlp.layout.continued import continued
from nlp.layout.going_on import LINE, is_small, lacks_more, parted_word
from nlp.layout.marks import IN_MARKS
from nlp.layout.plain_text import Edit, PlainText, edited
from nlp.layout.sentences import split_sentences
from nlp.spans import Document, Span
from nlp.word_lists import stop_words

_BLANK = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NO_WIDTH = re.compile("\xad[ \t]*\r?\n[ \t]*|[\xad\u200b-\u200d\u2060\ufeff]")
_ACCENTED = re.compile("[^\\W\\d_][\u0300-\u036f]+")
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*")
"""What leads the lines of a letter that is answered."""
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
    r"\s*(?:[-*+•·–—◦‣▪■●►✓→☐☑☒✔✘]|\[[ xX✓✔]?\]|\d{1,3}[.º°]?ª?\s*[-–—]\s"
    r"|\(?(?:\d{1,3}|[a-zA-Zñ]|[ivxIVX]{1,5})(?:\)|\.(?:\s|$)))"
)
"""What begins an item, a clause or a quotation."""
_LABEL = re.compile(r"\s*[^\W\d_][^:.;!?|]{0,48}?:(?=\s|$)")
_LEADS = ":;"
"""Marks behind which a small letter goes on and a capital begins."""
_GAP = re.compile(r"(?<=\S)  (?=\S)")
_RUNNING, _LITTLE = 6, 0.27
"""Words of a line of running text at least, and the share of those that say nothing by themselves: in
prose four of ten, in forms and tables one."""
_AMID = re.compile(r"[a-zà-öø-ÿ,]  [a-zà-öø-ÿ]")
"""Words of one sentence with two blanks between them."""
_LEAD = re.compile(r"\s*(?:\S+\s+){3}\S+")
"""The beginning of a line, which may be a cell of its own: a time, a number, a name."""
_PARTED = 20
"""Characters of a line at least that ends with a part of a word."""
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
    hyphen: int | None
    """How many characters of a hyphen go where it parts a word; None where none does."""
    sure: bool
    """Whether the line breaks off, which needs no full line: at a hyphen amid a word in small letters,
    or, of a value behind its label or of running text, with a word that nothing ends with."""


def without_typesetting(document: Document) -> PlainText:
    """The document to read, and where everything in it stands in the one given.

    A text that needs nothing of this is read as it is.
    """
    text, places = _edited(document.text)
    read = document if places is None else replace(document, text=text)
    return PlainText(document, read, places)


def _edited(given: str) -> tuple[str, Sequence[Span] | None]:
    text, places = given, None
    # Marks first, while columns stand where they do; then lines: by its blank is known what no line may
    # break at.
    for find in (*IN_MARKS, continued, _joined, _characters, _doubled):
        text, places = edited(text, places, [*find(text)])
    return text, places


def _characters(text: str) -> list[Edit]:
    """Accents made one with their letters, plain blanks for others, nothing for what has no width."""
    if text.isascii():
        return []
    edits = [Edit(*one.span(), " ") for one in _BLANK.finditer(text)]
    edits += [Edit(*one.span(), "") for one in _NO_WIDTH.finditer(text)]
    for one in _ACCENTED.finditer(text):
        composed = unicodedata.normalize("NFC", one.group())
        if len(composed) < len(one.group()):
            edits.append(Edit(*one.span(), composed))
    return sorted(edits)


def _joined(text: str) -> Iterator[Edit]:
    lines = [(match.start(), match.group()) for match in LINE.finditer(text)]
    prose = [one for one in lines if not _LAID_OUT.search(one[1])]
    pairs = [*_pairs(text, lines, {start for start, _ in prose})]
    width = _width(pairs, [len(line.rstrip()) for _, line in prose if line.strip()])
    for pair in pairs:
        may = pair.may if (width or 0) >= _NARROW else pair.goes_on
        full = width is not None and pair.least <= width + _SLACK and width <= pair.most
        if pair.sure or (may and full):
            start, end = pair.between
            blank = " " if pair.hyphen is None else ""
            yield Edit(start - (pair.hyphen or 0), end, blank)


def _doubled(text: str) -> Iterator[Edit]:
    """Two blanks for one in running text, not those that part labels and columns."""
    for found in LINE.finditer(text) if "  " in text else ():
        line, words = found.group(), found.group().lower().split()
        little = sum(word in stop_words("values") for word in words)
        if (
            "  " not in line.strip()
            or _LAID_OUT.search(line)
            or len(words) < _RUNNING
            or little < _LITTLE * len(words)
        ):
            continue
        found_lead = _LEAD.match(line)
        lead = found_lead.end() if found_lead is not None else len(line)
        for gap in _GAP.finditer(line):
            amid = gap.start() >= lead or _AMID.match(line, gap.start() - 1) is not None
            if amid and _LABEL.match(line, gap.end()) is None:
                yield Edit(found.start() + gap.start(), found.start() + gap.end(), " ")


def _pairs(text: str, lines: Sequence[tuple[int, str]], prose: Container[int]) -> Iterator[_Pair]:
    """The pairs of lines of running text; ``prose`` are where such lines begin."""
    for (start, above), (begin, below) in pairwise(lines):
        end = start + len(above.rstrip())
        if text.count("\n", end, begin) != 1 or not above.strip() or not below.strip():
            continue
        if start not in prose or begin not in prose:
            continue
        (lead, above), (indent, rest) = _led(above.rstrip()), _led(below)
        if lead.count(">") != indent.count(">") or not above or not rest:
            continue
        if len(lead) >= _INDENTED and lead != indent and not _BEGINS.match(above):
            continue
        word = rest.split(" ", maxsplit=1)[0]
        small = is_small(word)
        whole = parted_word(above, rest[0])
        hyphen = None if whole is None else len(above) - len(whole)
        goes_on = lacks_more(above) or hyphen is not None
        if len(indent) - len(lead) >= _ALIGNED and not goes_on:
            continue
        label = _LABEL.match(rest) is not None and (not small or word.endswith(":"))
        may = goes_on or not (label or _BEGINS.match(rest) or _stopped(above, word, small))
        told = may and (goes_on or (small and above[-1] not in _LEADS))
        least = len(lead) + len(above)
        if hyphen is not None:
            sure = rest[0].islower() and least >= _PARTED
        else:
            sure = goes_on and not label and not _BEGINS.match(rest) and _is_said(above)
        between = end, begin + len(indent)
        yield _Pair(between, least, least + len(word), told, may, hyphen, sure)


def _is_said(line: str) -> bool:
    """Whether a line is a value behind its label or running text, and no label of what stands below."""
    return _LABEL.match(line) is not None or len(line.split()) >= _RUNNING


def _led(line: str) -> tuple[str, str]:
    """The blanks and marks of quotation before a line, and the line."""
    lead = _QUOTED.match(line)
    end = lead.end() if lead is not None else 0
    return line[:end], line[end:]


def _stopped(above: str, word: str, small: bool) -> bool:
    """Whether a sentence, or what leads to a list, ends with a line; not "Dra." or "núm."."""
    if above[-1] in _LEADS:
        return not small
    tail = above[-_TAIL:]
    *_, last = split_sentences(f"{tail} {word}", 0, len(tail) + 1 + len(word))
    return last[0] > len(tail)


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
