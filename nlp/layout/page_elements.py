"""The parts a layout is made of, and the questions it answers.

Every part carries half-open code-point offsets into the unchanged text. The questions
:class:`Layout` answers take an offset and cost a binary search.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Protocol, TypeVar

from nlp.word_lists import text_pattern


@dataclass(frozen=True, slots=True)
class Line:
    """A line with something on it, without its line break or outer blanks.

    ``kind`` is heading, list, table, label, rule (a line of marks such as ``---``) or text;
    ``body`` is where the content starts, after a marker such as ``##`` or ``3.``; ``level`` is the
    depth of a heading (1 = outermost) or the indentation of a list line in columns; ``apart``
    says that a blank line (or the start of the text) stands before it.
    """

    start: int
    end: int
    kind: str
    body: int
    level: int = 0
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, heading, list line, table row or other passage that stands by itself."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without its marks; ``level`` 1 is the outermost, ``parent`` the one above it."""

    start: int
    end: int
    level: int
    parent: "Heading | None" = None


@dataclass(frozen=True, slots=True)
class LabelValue:
    """``label: value``; an empty value (``value_start == value_end``) leads the lines below it."""

    start: int
    end: int
    label_start: int
    label_end: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table without its blanks; ``row`` 0 is the first row of the table."""

    start: int
    end: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Table:
    """Neighbouring lines with the same columns; ``has_header`` says that row 0 names them."""

    start: int
    end: int
    rows: tuple[tuple[Cell, ...], ...]
    has_header: bool

    def header_of(self, cell: Cell) -> Cell | None:
        """The cell that names the column of ``cell``, if any."""
        if not self.has_header or cell.row == 0 or cell.column >= len(self.rows[0]):
            return None
        return self.rows[0][cell.column]


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Part = TypeVar("Part", bound=_Placed)
_START = attrgetter("start")
_FEW = 3
"""Labels of a text that is no form."""
_LEADS_NAME = text_pattern("leads_name")


def part_at(parts: Sequence[Part], offset: int) -> Part | None:
    """The part that holds ``offset``; ``parts`` are sorted and do not overlap."""
    index = bisect_right(parts, offset, key=_START) - 1
    return parts[index] if index >= 0 and offset < parts[index].end else None


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of one text, each kind sorted by ``start`` and without overlaps.

    ``passages`` are the lines with the wrapped ones of a paragraph joined, each of one or more
    ``sentences``.
    """

    lines: tuple[Line, ...]
    passages: tuple[Sentence, ...]
    sentences: tuple[Sentence, ...]
    headings: tuple[Heading, ...]
    labels: tuple[LabelValue, ...]
    tables: tuple[Table, ...]
    cells: tuple[Cell, ...]

    def line_at(self, offset: int) -> Line | None:
        """The line that holds ``offset``."""
        return part_at(self.lines, offset)

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that holds ``offset``."""
        return part_at(self.sentences, offset)

    def heading_of(self, offset: int) -> Heading | None:
        """The heading above ``offset`` (for a heading, the heading itself)."""
        index = bisect_right(self.headings, offset, key=_START) - 1
        return self.headings[index] if index >= 0 else None

    def headings_of(self, offset: int) -> tuple[Heading, ...]:
        """The headings above ``offset``, innermost first, each of an outer level."""
        path: list[Heading] = []
        heading = self.heading_of(offset)
        while heading is not None:
            path.append(heading)
            heading = heading.parent
        return tuple(path)

    def label_at(self, offset: int) -> LabelValue | None:
        """The ``label: value`` pair that holds ``offset``."""
        return part_at(self.labels, offset)

    def is_label(self, start: int, end: int, text: str) -> bool:
        """Whether a span is the label of a pair, or a piece of it: a question, not an answer.

        A name inside is none where a text has few labels: "Curso de cerámica en Lugo: ocho sesiones".
        """
        pair = self.label_at(start)
        if pair is None or not pair.label_start <= start or end > pair.label_end:
            return False
        if start == pair.label_start or len(self.labels) > _FEW:
            return True
        coded = any(map(str.isdigit, text[start:end]))
        named = text[start].isupper() and _LEADS_NAME.search(text, pair.label_start, start)
        return not (coded or named)

    def table_at(self, offset: int) -> Table | None:
        """The table that holds ``offset``."""
        return part_at(self.tables, offset)

    def column_head(self, offset: int) -> Cell | None:
        """The cell that names the column of the table cell that holds ``offset``."""
        cell, table = part_at(self.cells, offset), self.table_at(offset)
        return table.header_of(cell) if table is not None and cell is not None else None
