"""What a form is made of: labels with values, grids of cells, boxes to tick."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nlp.layout.marks import BOX
from nlp.layout.sentences import trim
from nlp.schema import JSON
from nlp.spans import Candidate, Span, holds
from nlp.word_lists import text_pattern

GREETED, SIGNED = "greeted", "signed"
LETTER = frozenset({GREETED, SIGNED})
"""Forms of pairs whose label no text writes: how a letter opens and closes says it."""
DONE = "done"
"""The form of lines that each open with a box."""
ISSUERS = ("Emisor", "Empresa", "Compañía", "Centro", "Comercio", "Entidad", "Organismo")
"""What the name at the head of a form may be called."""
NO_LIST = LETTER | {"cell", "code", "box", "percent", "title", "part", "head"}
"""Forms of pairs that hold no list."""
_ASKS = re.compile(
    rf"(?:{text_pattern('other_option').pattern}|[^:()]{{2,40}}\()[^:]{{0,40}}:\s{{1,3}}(?=\w)"
)
"""Words of a box that ask for more: "Otro:", "Medicamentos (indique cuáles):"."""
_NUMBER = re.compile(r"\d{1,2}[.)]\s+(?=\S)")
_WIDE = re.compile(r"(?<=\w)[ \t]{2,}(?=\S)")
_TICKED = re.compile(r"[xX✓✔*•●☑☒■◉]")


@dataclass(frozen=True, slots=True)
class Pair:
    """A label and what stands in it: ``text[start:end]``, nothing where they are equal.

    ``form`` says how it is written: colon, columns, row, below, boxes, inline, code. ``sections``
    are titles above it, innermost first, ``near`` how much the innermost still holds;
    ``before`` the labels above it in its column, the nearest first.
    """

    label: str
    label_start: int
    label_end: int
    start: int
    end: int
    form: str
    sections: tuple[str, ...] = ()
    near: float = 1.0
    before: tuple[str, ...] = ()
    row: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return self.start >= self.end


def pair_of(
    text: str,
    label: Span,
    value: Span,
    form: str,
    sections: tuple[str, ...] = (),
    near: float = 1.0,
) -> Pair:
    """A label that a text writes with what stands in it."""
    return Pair(text[slice(*label)], *label, *value, form, sections, near)


def unwritten(label: str, value: Span, form: str, sections: tuple[str, ...] = ()) -> Pair:
    """A value whose label the text does not write where it stands, or that has none."""
    return Pair(label, value[0], value[0], *value, form, sections)


def pair_around(pairs: Iterable[Pair], span: Span) -> Pair | None:
    """The pair with the shortest value around a span; None where it stands in none."""
    around = [one for one in pairs if holds((one.start, one.end), span)]
    return min(around, key=lambda one: one.end - one.start, default=None)


@dataclass(frozen=True, slots=True)
class Filled:
    """A value found, where it stands, and how well it suits the field (0: not at all)."""

    value: JSON
    start: int
    end: int
    fit: float
    candidate: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: spans of the header's cells and of the cells below (None where empty)."""

    start: int
    header: tuple[Span, ...]
    rows: tuple[tuple[Span | None, ...], ...]
    title: str = ""


def column_of(rows: Iterable[tuple[Span | None, ...]], at: int) -> list[Span]:
    """The cells of a column that are filled."""
    return [cell for row in rows for cell in row[at : at + 1] if cell is not None]


@dataclass(frozen=True, slots=True)
class Box:
    """A box and what stands beside it."""

    start: int
    end: int
    text: str
    ticked: bool

    @property
    def filled(self) -> Span:
        """What is written behind words that ask for it: "Otro: sin lactosa", else all its words."""
        asks = _ASKS.match(self.text)
        return (self.start + asks.end() if asks is not None else self.start), self.end


def is_ticked(box: str) -> bool:
    """Whether a box is ticked."""
    return _TICKED.search(box) is not None


def options_in(text: str, start: int, end: int) -> tuple[Box, ...]:
    """The boxes between two offsets with their words, before or behind the box."""
    boxes = list(BOX.finditer(text, start, end))
    if not boxes:
        return ()
    leading = any(map(str.isalnum, text[start : boxes[0].start()]))
    found = []
    for index, box in enumerate(boxes):
        if leading:
            first = boxes[index - 1].end() if index else start
            last = box.start()
        else:
            first = box.end()
            last = boxes[index + 1].start() if index + 1 < len(boxes) else end
        if not leading and (gap := _WIDE.search(text, first + 2, last)):
            last = gap.start()
        first, last = trim(text, first, last, " \t\n-·|/,;*")
        if leading and (number := _NUMBER.match(text, first, last)):
            first = number.end()
        ticked = is_ticked(box.group())
        found.append(Box(first, max(first, last), text[first : max(first, last)], ticked))
    return tuple(found)
