"""Labels with their values behind them on a line, set apart by blanks: "Banco  X  Cuenta  12"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from nlp.labels.codes import labelled_code, unsigned
from nlp.labels.segments import has_digit, holds_label, pieces
from nlp.labels.state import State, add
from nlp.labels.terms import known_share
from nlp.layout.alignment import column_of
from nlp.layout.marks import BOX
from nlp.layout.structure import Line
from nlp.spans import Span

BOX_NUMBER = re.compile(r"\d{1,2}[a-z]?[.)]?\s(?=[^\W\d_])")
_BRACKETED_NUMBER = re.compile(r"\[\d{1,3}[a-z]?\]\s(?=[^\W\d_])")
LEAST_KNOWN = 0.5
"""The share of the words of a head or label that forms use, at least."""
_PLAINLY_KNOWN = 0.75
_LABEL_OF_CODE = 2
"""Words of a label whose value begins with a word of its own; more of them are a name beside a code."""
_IN_TURN = 6
"""Cells of a line that may be labels and values in turn however spaced; of more, spaces must tell."""
_ASIDE = re.compile(
    r"\A\d{1,2}(?:\.?[ºª°]|er|ro|do|da|r[oa]|t[oa])\s|\s*\([^()]*\)|\s\d{1,2}(?:[.,]\d{1,2})?\s?%"
)
"""An ordinal, a unit or a remark in brackets, a share: "1er apellido", "Consumo (m3)", "IVA 21 %"."""


def in_turn_at(state: State, lines: Sequence[Line], at: int) -> int:
    """Read lines of labels and values in turn that begin here; the line behind, or 0."""
    text = state.text
    rows = _rows_alike(text, lines[at:])
    if not rows or not _are_in_turn(text, rows):
        return 0
    for number, row in enumerate(rows):
        state.number = at + number
        for label, value in zip(row[::2], row[1::2], strict=True):
            column = label[0] - lines[at + number].start
            add(state, unnumbered(text, label), value, "row", column=column)
    state.open = None
    return at + len(rows)


def _rows_alike(text: str, lines: Sequence[Line]) -> list[list[Span]]:
    """The cells of the first lines that have as many each, below each other; of labels and values."""
    rows: list[list[Span]] = []
    for line in lines:
        cut = with_boxes(text, pieces(text, line.start, line.end))
        if len(cut) < 4 or len(cut) % 2 or (rows and not _stand_alike(text, rows[0], cut)):
            break
        if len(cut) > _IN_TURN and not _nearer(cut):
            return []
        rows.append(cut)
    return rows


def _are_in_turn(text: str, rows: Sequence[Sequence[Span]]) -> bool:
    """Whether every other cell is a label: questions, or words that forms use more than the values do."""
    labels = [unnumbered(text, cell) for row in rows for cell in row[::2]]
    values = [cell for row in rows for cell in row[1::2]]
    if not all(_may_label(text, cell) for cell in labels):
        return False
    if all(text[start] == "¿" for start, _ in labels):
        return True
    said = sum(known_share(text[slice(*one)]) for one in labels)
    told = sum(known_share(text[slice(*one)]) for one in values if not has_digit(text, one))
    most = said - 1 if all(map(_nearer, rows)) else said / 2
    return said >= LEAST_KNOWN * len(labels) and told <= most


def beside(text: str, cells: Sequence[Span]) -> dict[Span, tuple[Span, Span] | None]:
    """Cells that are a label with its value behind it, among cells that are read otherwise.

    By the cell of the label, the label without its number and the value without its sign; by the cell
    of the value, None. A label is words that forms use and its value none, and stands nearer to it
    than what follows.
    """
    found: dict[Span, tuple[Span, Span] | None] = {}
    for at, (one, other) in enumerate(pairwise(cells)):
        apart = at + 2 < len(cells) and other[0] - one[1] >= cells[at + 2][0] - other[1]
        if one in found or apart or holds_label(text, (one, other)):
            continue
        if len(text[slice(*one)].split()) > _LABEL_OF_CODE and labelled_code(text, other):
            continue
        if names(text, one) and not names(text, other):
            found[one] = unnumbered(text, one), unsigned(text, other)
            found[other] = None
    return found


def with_boxes(text: str, cells: Sequence[Span]) -> list[Span]:
    """The cells of a line, boxes with the boxes before them as one."""
    joined: list[Span] = []
    for cell in cells:
        if joined and BOX.match(text, *cell) and BOX.match(text, *joined[-1]):
            cell = joined.pop()[0], cell[1]
        joined.append(cell)
    return joined


def unnumbered(text: str, cell: Span) -> Span:
    """A head without the number of its box."""
    match = BOX_NUMBER.match(text, *cell) or _BRACKETED_NUMBER.match(text, *cell)
    return (match.end(), cell[1]) if match else cell


def names(text: str, cell: Span) -> bool:
    """Whether a cell is a label by its words, most of which forms use."""
    bare = unnumbered(text, cell)
    return _may_label(text, bare) and known_share(text[slice(*bare)]) >= _PLAINLY_KNOWN


def _may_label(text: str, cell: Span) -> bool:
    """Whether words may be a label: a question, or no figures but those of a unit or a share."""
    said = text[slice(*cell)]
    if said.startswith("¿"):
        return said.endswith("?")
    bare = _ASIDE.sub("", said)
    return bare[:1].isalpha() and not any(map(str.isdigit, bare))


def _nearer(cells: Sequence[Span]) -> bool:
    """Whether each value stands nearer to its label than the next label to it."""
    gaps = [after[0] - before[1] for before, after in pairwise(cells)]
    return max(gaps[::2]) < min(gaps[1::2])


def _stand_alike(text: str, first: Sequence[Span], second: Sequence[Span]) -> bool:
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and all(
        abs(column_of(text, one[0]) - column_of(text, other[0])) <= 1 for one, other in pairs
    )
