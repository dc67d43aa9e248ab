"""Reads the lines of a text and what kind each is; linear in the length of the text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nlp.layout.page_elements import Cell, Line, Table
from nlp.layout.sentences import between, trim
from nlp.spans import Span
from nlp.word_lists import text_pattern, word_list

_LINE = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
_RULE = re.compile(r"[-=*_~+#·.\s]{3,}")
_MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(?=\S)")
_WIKI_HEADING = re.compile(r"(={1,6})\s*([^=\s][^=]{0,200})\1")
_MARKER = re.compile(
    r"(?:(?:[-*+•]\s+)?(?:\[[ xX✓✔]?\]|[☐☑☒✔✘])|[-*+•·–—◦‣▪■●►✓→]"
    r"|\(?(?:\d{1,3}|[a-zñ]|[ivx]{1,5}|[A-Z])[.)]|\d{1,2}\.ª|[•◦▪]?)\s+(?=\S)"
)
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})[.)]?[ºª]?\s+(?=[^\W\d_])")
_ROMAN = re.compile(r"[IVXLCDM]{1,7}[.)]\s+(?=\S)")
_TABLE_RULE = re.compile(r"[\s|:+=-]*-{2,}[\s|:+=-]*")
_HEADING_NUMBER = text_pattern("heading_number")
_HEADING_MARKS = "#*_ \t\xa0"
_CLOSING = ".,;:!?…"
_DELIMITERS = (re.compile(r"\|"), re.compile(r"\t+"), re.compile(r" {3,}"), re.compile(r";"))
_HEADING_DEPTH = {
    word: int(depth) for word, depth in (entry.split() for entry in word_list("heading_words"))
}


def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a text in order; ``kind`` looks at the neighbours where it has to."""
    raw = [_classify(text, start, end, apart) for start, end, apart in _bare_lines(text)]
    lines: list[Line] = []
    for line, after in zip(raw, (*raw[1:], None), strict=False):
        before = lines[-1] if lines else None
        lines.append(_with_neighbours(text, line, before, after))
    return tuple(lines)


def _bare_lines(text: str) -> Iterator[tuple[int, int, bool]]:
    previous_end = -2
    for match in _LINE.finditer(text):
        start, end = trim(text, match.start(), match.end())
        if start == end:
            continue
        gap = text.count("\n", previous_end, start) if previous_end >= 0 else 2
        yield start, end, gap > 1
        previous_end = end


def _classify(text: str, start: int, end: int, apart: bool) -> Line:
    """Say what a line is by itself; lines that need their neighbours come out as text."""
    if end - start >= 3 and _RULE.fullmatch(text, start, end):
        return Line(start, end, "rule", start, apart=apart)
    heading = _MARKDOWN_HEADING.match(text, start, end)
    if heading:
        return Line(start, end, "heading", heading.end(), len(heading.group(1)), apart)
    wiki = _WIKI_HEADING.fullmatch(text, start, end)
    if wiki:
        return Line(start, end, "heading", wiki.start(2), len(wiki.group(1)), apart)
    if text[start] == "|" and text.find("|", start + 1, end) > 0:
        return Line(start, end, "table", start, apart=apart)
    level = _word_heading(text, start, end)
    if level:
        return Line(start, end, "heading", start, level, apart)
    if _is_emphasised(text, start, end):
        return Line(start, end, "heading", start, 3, apart)
    marker = _MARKER.match(text, start, end)
    if marker:
        indentation = start - (max(text.rfind("\n", max(0, start - 40), start), start - 40) + 1)
        return Line(start, end, "list", marker.end(), max(indentation, 0), apart)
    return Line(start, end, "text", start, apart=apart)


def _is_emphasised(text: str, start: int, end: int) -> bool:
    """Whether the whole line is one bold passage."""
    if end - start > 120 or not text.startswith(("**", "__"), start):
        return False
    mark = text[start : start + 2]
    return end - start > 4 and text.find(mark, start + 2, end) == end - 2


def _word_heading(text: str, start: int, end: int) -> int:
    """The depth of a heading such as "CAPÍTULO IV" or "Artículo 3. Objeto", else 0."""
    if end - start > 120:
        return 0
    words = text[start:end].strip(_HEADING_MARKS).split(maxsplit=2)
    depth = _HEADING_DEPTH.get(words[0].lower(), 0) if len(words) > 1 else 0
    if not depth or not words[0][0].isupper():
        return 0
    number = words[1].rstrip(".,:;-–—ºª°)").lower()
    long_text = text[end - 1] in _CLOSING and end - start > 60
    numbered = number.isdigit() or _HEADING_NUMBER.fullmatch(number)
    return depth if numbered and not long_text else 0


def _with_neighbours(text: str, line: Line, before: Line | None, after: Line | None) -> Line:
    if line.kind == "list" and _NUMBERED.match(text, line.start, line.end):
        alone = all(one is None or one.kind != "list" for one in (before, after))
        if alone and _looks_like_heading(text, line, before, after):
            depth = text[line.start : line.body].rstrip(" .)").count(".") + 1
            return replace(line, kind="heading", level=depth + 1)
        return line
    if line.kind != "text":
        return line
    if after is not None and after.kind == "rule" and not after.apart:
        marks = set(text[after.start : after.end])
        if marks in ({"="}, {"-"}) and line.end - line.start <= 120:
            return replace(line, kind="heading", level=1 + ("-" in marks))
    if _looks_like_heading(text, line, before, after):
        span = line.start, line.end
        number = _NUMBERED.match(text, *span) or _ROMAN.match(text, *span)
        level = 2 if text[slice(*span)].isupper() else 3
        return replace(
            line, kind="heading", body=number.end() if number else line.start, level=level
        )
    return line


def _looks_like_heading(text: str, line: Line, before: Line | None, after: Line | None) -> bool:
    """Whether a short line without a full stop opens what follows it."""
    size = line.end - line.start
    if size > 100 or after is None or text[line.end - 1] in _CLOSING:
        return False
    mention = text[line.body : line.end]
    first = mention.lstrip("«“\"'¿¡([*_")[:1]
    if not (first.isupper() or first.isdigit()) or len(mention.split()) > 14:
        return False
    if not any(char.isalpha() for char in mention) or ": " in mention:
        return False
    if mention.isupper() and (line.apart or after.apart or after.end - after.start > 2 * size):
        return True
    opens = line.apart or (before is not None and text[before.end - 1] in _CLOSING)
    longer = after.kind == "text" and after.end - after.start > max(60, size * 3 // 2)
    leads = after.apart and after.kind in {"text", "list", "table", "heading"}
    return opens and (longer or leads or after.kind in {"list", "table"})


def read_tables(text: str, lines: Iterable[Line]) -> tuple[Table, ...]:
    """The tables among the lines: two or more neighbours with the same columns."""
    tables: list[Table] = []
    group: list[tuple[Line, list[Span]]] = []
    columns = 0
    delimiter = -1
    ruled = False
    for line in lines:
        if group and not line.apart and _TABLE_RULE.fullmatch(text, line.start, line.end):
            ruled = ruled or len(group) == 1
            continue
        found, cells = _cells(text, line)
        unlike = found != delimiter or abs(len(cells) - columns) > (found == 0)
        if not group or line.apart or unlike:
            tables.extend(_close(text, group, delimiter, ruled))
            group, ruled = [], False
        if found >= 0:
            group.append((line, cells))
            delimiter, columns = found, len(group[0][1])
        else:
            group, delimiter = [], -1
    tables.extend(_close(text, group, delimiter, ruled))
    return tuple(tables)


def _cells(text: str, line: Line) -> tuple[int, list[Span]]:
    """The delimiter a line is cut by (its index, or -1) and the spans of its cells."""
    if line.kind not in {"table", "text", "list", "label"}:
        return -1, []
    for index, delimiter in enumerate(_DELIMITERS):
        start, end = line.start, line.end
        if index == 0:
            start += text[start] == "|"
            end -= text[end - 1] == "|" and end - 1 > start
        if delimiter.search(text, start, end) is None and not (index == 0 and line.kind == "table"):
            continue
        parts = between(delimiter.finditer(text, start, end), start, end)
        cells = [trim(text, *part) for part in parts]
        wanted = 3 if index == 3 else 2
        if len(cells) >= wanted and (line.kind != "list" or index == 0):
            return index, cells
    return -1, []


def _close(
    text: str, group: list[tuple[Line, list[Span]]], delimiter: int, ruled: bool
) -> Iterator[Table]:
    wanted = 1 if ruled else 3 if delimiter == 3 else 2
    if len(group) < wanted:
        return
    rows = tuple(
        tuple(Cell(start, end, row, column) for column, (start, end) in enumerate(cells))
        for row, (_, cells) in enumerate(group)
    )
    has_header = ruled or _first_row_names(text, rows)
    yield Table(group[0][0].start, group[-1][0].end, rows, has_header)


def _first_row_names(text: str, rows: tuple[tuple[Cell, ...], ...]) -> bool:
    """Whether the first row holds short names while the rows below hold figures."""

    def has_digit(cell: Cell) -> bool:
        return any(char.isdigit() for char in text[cell.start : min(cell.end, cell.start + 80)])

    if any(has_digit(cell) or cell.end - cell.start > 60 for cell in rows[0]):
        return False
    return any(has_digit(cell) for row in rows[1:4] for cell in row)
