"""Labels without a colon on one line: with numbers or boxes behind them."""

import re
from collections.abc import Sequence

from nlp.labels.codes import NUMBER_SIGN
from nlp.labels.form_elements import BOX, Pair
from nlp.labels.segments import Span
from nlp.labels.state import State, add
from nlp.layout.structure import Line

_PAGE = re.compile(r"(?:hoja|p[áa]g(?:ina|\.)?|page)\s\d+(?:\s?(?:de|/)\s?\d+)?", re.I)


def _may_label(text: str, cell: Span) -> bool:
    return text[cell[0]].isalpha() and not _has_digit(text, cell)


def _has_digit(text: str, cell: Span) -> bool:
    return any(map(str.isdigit, text[slice(*cell)]))


def numbered_cells(state: State, cut: Sequence[Span], line: Line) -> list[Span]:
    """Cells of a line without page numbers and what numbers the cell before: "ACTA   N.º 12"."""
    text = state.text
    kept: list[Span] = []
    for cell in cut:
        if kept and _PAGE.fullmatch(text, *cell):
            continue
        sign = NUMBER_SIGN.match(text, *cell)
        before = kept[-1] if kept else None
        if sign is None or before is None or " " in text[sign.end() : cell[1]].strip():
            kept.append(cell)
            continue
        label = text[slice(*before)]
        state.pairs.append(Pair(label, *before, sign.end(), cell[1], "row", state.sections))
    return kept


def boxes_behind(state: State, cut: Sequence[Span], line: Line) -> bool:
    """Read a label without a colon in front of its boxes: "Motivo   [x] Venta   [ ] Otro"."""
    text = state.text
    if len(cut) < 2 or BOX.search(text, *cut[0]) or not _may_label(text, cut[0]):
        return False
    if not all(BOX.match(text, *cell) for cell in cut[1:]):
        return False
    add(state, cut[0], (cut[1][0], cut[-1][1]), "row", column=0)
    return True
