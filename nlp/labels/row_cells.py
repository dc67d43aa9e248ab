"""The lines of a text in cells, and the columns of words that stand below each other."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from nlp.labels.form_elements import is_ticked, options_in
from nlp.latest import latest
from nlp.layout.marks import BOX
from nlp.layout.page_elements import Line
from nlp.layout.structure import layout
from nlp.numeric.digits import decimal_mark
from nlp.spans import Document, Span
from nlp.stems import fold

_CELL = re.compile(r"[^\s|._…](?:(?!\s{2,}|\t|\s*\||\s?\.{3,}|\s?…|\s?_{3,}).)*")
_MARK = re.compile(r"[x✓✔•●]")
_LEGEND = re.compile(
    r"(?:(?<=^)|(?<=[\s/;,(]))(?P<code>[a-z][a-z/.]{0,3}|-{1,2})\)?\s?[=:–-]?\s?"
    r"(?P<words>[a-z][a-z ]{2,30}?)(?=\s?(?:[/;,.()|]|$|\s{2}))"
)
_HEADS = 3
"""Cells of a line that names columns, at least; cells of a column, its head among them."""
_NEAR = sorted(range(-5, 6), key=abs)
"""By how many characters the places of one column may differ, the least first."""
_RULED = 100
"""The places of a ruled line that a column of it counts for."""
_WORDS, _CODE = 3, 4
"""Words of a cell of such a column, letters of a code, at most."""
_GAP = 4
"""Lines from one row of a table to the next at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, folded, and where; ``at`` is its place in the line."""

    said: str
    at: int
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A line with its cells; ``state`` is the cell by which it was chosen."""

    span: Span
    cells: tuple[Cell, ...]
    heads: tuple[Cell, ...] = ()
    """The cells of the last line above it that has no figures."""
    state: Cell | None = None

    def head_of(self, cell: Cell) -> str:
        """What the head above a cell says."""
        return min(self.heads, key=lambda one: abs(one.at - cell.at), default=cell).said


@dataclass(frozen=True)
class Rows:
    """The lines of a text in cells, what a legend says of codes, and the decimal mark."""

    rows: tuple[Row, ...]
    legend: Mapping[str, str]
    decimal: str

    def meant(self, cell: Cell) -> tuple[str, ...]:
        """What a cell says, and what the legend says of that."""
        return (cell.said, *filter(None, (self.legend.get(cell.said),)))

    def where(self, holds: Callable[[Cell], bool]) -> list[Row]:
        """The rows with a cell behind their first that holds."""
        found = []
        for row in self.rows:
            cell = next((one for one in row.cells[:0:-1] if holds(one)), None)
            if cell is not None:
                found.append(replace(row, state=cell))
        return found

    @cached_property
    def columns(self) -> list[list[Cell]]:
        """What stands in words in rows below each other, some of it more than once; no heads."""
        columns: list[list[Cell]] = []
        last: dict[int, tuple[int, int]] = {}
        for number, row in enumerate(self.rows):
            for cell in row.cells[1:]:
                if any(map(str.isdigit, cell.said)) or not 0 < len(cell.said.split()) <= _WORDS:
                    continue
                known = (last.get(cell.at + one, (0, -_GAP - 1)) for one in _NEAR)
                at = next((at for at, seen in known if number - seen <= _GAP), len(columns))
                if at == len(columns):
                    columns.append([])
                columns[at].append(cell)
                last[cell.at] = at, number
        kept = [one for one in columns if _HEADS < len(one) > len({cell.said for cell in one})]
        return [
            one if any(cell.said == one[0].said for cell in one[1:]) else one[1:] for one in kept
        ]


@latest(2)
def rows_of(document: Document) -> Rows:
    """The lines of a text in cells."""
    rows = tuple(_rows(document))
    codes = {cell.said for row in rows for cell in row.cells[1:] if 0 < len(cell.said) <= _CODE}
    return Rows(rows, dict(_legend(document, codes)), decimal_mark(document.text))


def bare(said: str) -> str:
    """Words as the cells have them: folded, without the marks around them."""
    return fold(said).strip(" .:_")


def _rows(document: Document) -> Iterator[Row]:
    """The cells of each line; of boxes, what the ticked one says; of a mark, the head it stands under."""
    text = document.text
    heads: tuple[Cell, ...] = ()
    named: tuple[Cell, ...] = ()
    for line in layout(document).lines:
        if not any(map(str.isalnum, text[line.start : line.end])):
            continue
        cells = list(_filled(text, line))
        marks = [at for at, cell in enumerate(cells) if at and _MARK.fullmatch(cell.said)]
        if len(marks) == 1 and len(heads) > 1:
            mark = cells[marks[0]]
            head = min(heads, key=lambda one: abs(one.at - mark.at))
            cells[marks[0]] = replace(mark, said=head.said, at=heads[0].at)
        elif not marks and len(cells) > 1:
            heads = tuple(cells)
        ticked = [one for one in options_in(text, line.start, line.end) if one.ticked and one.text]
        cells += [Cell(bare(one.text), 0, (one.start, one.end)) for one in ticked]
        if len(cells) >= _HEADS and not any(char.isdigit() for one in cells for char in one.said):
            named = tuple(cells)
        yield Row((line.start, line.end), tuple(cells), named)


def _filled(text: str, line: Line) -> Iterator[Cell]:
    """The cells of a line but the values behind labels and the boxes left empty."""
    begin = text.rfind("\n", 0, line.start) + 1
    rule = next((one for one in "|\t" if text.find(one, begin, line.end) >= 0), None)
    here, rules, led = begin, 0, False
    for found in _CELL.finditer(text, line.start, line.end):
        start, end = found.span()
        rules += text.count(rule, here, start) if rule else 0
        here, behind_label, led = start, led, text[end - 1] == ":"
        box = BOX.fullmatch(text, start, end) if "*" not in found.group() else None
        if behind_label or (box is not None and not is_ticked(found.group())):
            continue
        at = rules * _RULED if rule else start - begin
        yield Cell("x" if box is not None else bare(found.group()), at, (start, end))


def _legend(document: Document, codes: set[str]) -> Iterator[tuple[str, str]]:
    """What a line says of two codes or more: "C cumple / NC no cumple"."""
    for line in layout(document).lines:
        said = fold(document.text[line.start : line.end])
        found = [
            (one["code"], one["words"]) for one in _LEGEND.finditer(said) if one["code"] in codes
        ]
        if len({code for code, _ in found}) > 1:
            yield from found
