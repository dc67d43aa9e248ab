"""Labels without a colon on one line: with values in turn, with numbers or boxes behind them."""

import re
from collections.abc import Sequence
from itertools import takewhile

from nlp.labels.codes import NUMBER_SIGN
from nlp.labels.form_elements import BOX, Pair
from nlp.labels.segments import Span, pieces
from nlp.labels.stacked_columns import known_share
from nlp.labels.state import State, add
from nlp.layout.alignment import column_of
from nlp.layout.structure import Line

_PAGE = re.compile(r"(?:hoja|p[áa]g(?:ina|\.)?|page)\s\d+(?:\s?(?:de|/)\s?\d+)?", re.I)
_BOXED = re.compile(rf"\w[^:\n]*(?:{BOX.pattern})")
"""A cell whose box stands behind its words."""
_LEAST_KNOWN = 0.5


def in_turn_at(state: State, lines: Sequence[Line], at: int) -> int:
    """Read lines of labels and values in turn ("Banco  X  Cuenta  12"); the line behind, or 0."""
    text = state.text
    rows: list[list[Span]] = []
    for line in lines[at:]:
        cut = pieces(text, line.start, line.end)
        if len(cut) not in {4, 6} or (rows and not _stand_alike(text, rows[0], cut)):
            break
        rows.append(cut)
    labels = [cell for row in rows for cell in row[::2]]
    values = [cell for row in rows for cell in row[1::2]]
    if not rows or not all(_may_label(text, cell) for cell in labels):
        return 0
    said = sum(known_share(text[slice(*one)]) for one in labels)
    told = sum(known_share(text[slice(*one)]) for one in values if not has_digit(text, one))
    if said < _LEAST_KNOWN * len(labels) or 2 * told > said:
        return 0
    for number, row in enumerate(rows):
        state.number = at + number
        for label, value in zip(row[::2], row[1::2], strict=True):
            add(state, label, value, "row", column=label[0] - lines[at + number].start)
    state.open = None
    return at + len(rows)


def _stand_alike(text: str, first: Sequence[Span], second: Sequence[Span]) -> bool:
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and all(
        abs(column_of(text, one[0]) - column_of(text, other[0])) <= 1 for one, other in pairs
    )


def _may_label(text: str, cell: Span) -> bool:
    return text[cell[0]].isalpha() and not has_digit(text, cell)


def has_digit(text: str, cell: Span) -> bool:
    """Whether a figure stands in a cell."""
    return any(map(str.isdigit, text[slice(*cell)]))


def numbered_cells(state: State, cut: Sequence[Span]) -> list[Span]:
    """Cells of a line without page numbers and what numbers the cell before: "ACTA   N.º 12"."""
    text = state.text
    kept: list[Span] = []
    for cell in cut:
        if kept and _PAGE.fullmatch(text, *cell):
            continue
        sign = NUMBER_SIGN.match(text, *cell) if kept else None
        if sign is None:
            kept.append(cell)
            continue
        label = text[slice(*kept[-1])]
        state.pairs.append(Pair(label, *kept[-1], sign.end(), cell[1], "row", state.sections))
    return kept


def boxes_behind(state: State, cut: Sequence[Span]) -> bool:
    """Read a label without a colon before its boxes: "Motivo   [x] Venta", "Urge   Sí [x]   No [ ]"."""
    text = state.text
    if len(cut) < 2 or BOX.search(text, *cut[0]) or not _may_label(text, cut[0]):
        return False
    boxed = list(takewhile(lambda cell: _BOXED.fullmatch(text, *cell), cut[1:]))
    if len(boxed) < 2 and not all(BOX.match(text, *cell) for cell in cut[1:]):
        return False
    last = boxed[-1] if len(boxed) > 1 else cut[-1]
    add(state, cut[0], (cut[1][0], last[1]), "row", column=0)
    return True
