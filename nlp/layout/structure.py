"""How a text is laid out: lines, sentences, headings, lists, tables, ``label: value``.

:func:`layout` reads a document once, in time linear in its length, and keeps the last few
results, so that every finder may ask for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from nlp.layout.alignment import unframed
from nlp.layout.lines import read_lines, read_tables
from nlp.layout.page_elements import Heading, LabelValue, Layout, Line, Sentence, Table, part_at
from nlp.layout.sentences import BLANKS, before_stop, split_sentences, trim
from nlp.spans import Document, Span

__all__ = ["Layout", "Line", "Table", "layout"]

_MARKS = BLANKS + "*_#`="
_MAX_LABEL_WORDS = 7
_MAX_LABEL_LENGTH = 64
_NO_LABEL = frozenset('.;!?|«»“”"')


def layout(document: Document) -> Layout:
    """Read the layout of a document; the same text is read once."""
    return _layout(document.text)


@lru_cache(maxsize=16)
def _layout(text: str) -> Layout:
    text = unframed(text)
    lines = read_lines(text)
    tables = read_tables(text, lines)
    lines = tuple(replace(line, kind=_kind(line, tables)) for line in lines)
    labels = tuple(_read_labels(text, lines))
    led = {label.start for label in labels}
    lines = tuple(
        replace(line, kind="label") if line.kind == "text" and line.body in led else line
        for line in lines
    )
    headings = tuple(_read_headings(text, lines))
    passages = tuple(_read_passages(text, lines))
    sentences = tuple(
        Sentence(start, end)
        for passage in passages
        for start, end in split_sentences(text, passage.start, passage.end)
    )
    cells = tuple(cell for table in tables for row in table.rows for cell in row)
    return Layout(lines, passages, sentences, headings, labels, tables, cells)


def _kind(line: Line, tables: Sequence[Table]) -> str:
    """The kind of a line: that of a table where it stands in one, and only there."""
    inside = part_at(tables, line.start) is not None
    return "table" if inside else "text" if line.kind == "table" else line.kind


def _read_headings(text: str, lines: Iterable[Line]) -> Iterator[Heading]:
    open_headings: list[Heading] = []
    for line in lines:
        if line.kind != "heading":
            continue
        start, end = trim(text, line.body, line.end, _MARKS)
        if start == end:
            continue
        while open_headings and open_headings[-1].level >= line.level:
            open_headings.pop()
        parent = open_headings[-1] if open_headings else None
        heading = Heading(start, end, line.level, parent)
        open_headings.append(heading)
        yield heading


def _read_passages(text: str, lines: Sequence[Line]) -> Iterator[Sentence]:
    """Lines, with wrapped lines of one paragraph joined."""
    start = end = -1
    for line in lines:
        if line.kind == "rule" or not any(map(str.isalnum, text[line.body : line.end])):
            continue
        wrapped = line.kind == "text" and not line.apart and text[line.start].islower()
        if start < 0 or not wrapped or text[end - 1] in ".:;!?":
            if start >= 0:
                yield Sentence(start, end)
            start = line.body if line.kind in {"heading", "list"} else line.start
        end = line.end
    if start >= 0:
        yield Sentence(start, end)


def _read_labels(text: str, lines: Iterable[Line]) -> Iterator[LabelValue]:
    for line in lines:
        if line.kind not in {"text", "list"}:
            continue
        open_label: LabelValue | None = None
        for start, end in _segments(text, line.body, line.end):
            label = _read_label(text, start, end)
            if label is not None:
                if open_label is not None:
                    yield open_label
                open_label = label
            elif open_label is None:
                break
            else:
                open_label = replace(open_label, end=end, value_end=_value_end(text, start, end))
        if open_label is not None:
            yield open_label


def _segments(text: str, start: int, end: int) -> Iterator[Span]:
    """The pieces of a line that may each hold a pair: sentences cut at ``; `` and ``|``."""
    for first, last in split_sentences(text, start, end):
        here = first
        while here < last:
            cuts = (text.find(sign, here, last) for sign in ("; ", " | "))
            cut = min((at + 1 for at in cuts if at > 0), default=last)
            yield here, cut
            here = cut + 1


def _read_label(text: str, start: int, end: int) -> LabelValue | None:
    """The pair that opens ``text[start:end]``, if one does."""
    start, end = trim(text, start, end)
    colon = text.find(":", start, min(end, start + _MAX_LABEL_LENGTH + 6))
    if colon < 0 or (colon + 1 < end and text[colon + 1] not in " \t\xa0*_\u200b"):
        return None
    label_start, label_end = trim(text, start, colon, _MARKS)
    label = text[label_start:label_end]
    if not label or not label[0].isalpha() or len(label.split()) > _MAX_LABEL_WORDS:
        return None
    if any(char in _NO_LABEL for char in label) or label.count("(") != label.count(")"):
        return None
    value_start, _ = trim(text, colon + 1, end, _MARKS)
    return LabelValue(
        start, end, label_start, label_end, value_start, _value_end(text, value_start, end)
    )


def _value_end(text: str, start: int, end: int) -> int:
    """Where a value ends: before its full stop, unless that belongs to an abbreviation."""
    _, end = trim(text, start, end, _MARKS + ";,|")
    return trim(text, start, before_stop(text, start, end), _MARKS)[1]
