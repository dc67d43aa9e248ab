"""Tables among the lines of a form: labels with values, or grids."""

import re
from collections.abc import Sequence

from nlp.labels.form_elements import Grid, Pair
from nlp.labels.grids import is_header, known_header, ruled_grid, spaced_grid
from nlp.labels.segments import holds_label, pieces
from nlp.labels.state import State, add
from nlp.layout.alignment import column_of
from nlp.layout.structure import Line, Table
from nlp.spans import Span

_NAME = re.compile(r"[^\W\d_]{3}")
_LETTERS = re.compile(r"[^\W\d_]{2,}\.?")
_DASHES = re.compile(r"[-=_─]{3,}")


def labels_inside(text: str, table: Table) -> bool:
    """Whether the cells of a table hold labels and values themselves."""
    cells = [cell for row in table.rows for cell in row]
    return 3 * sum(": " in text[cell.start : cell.end] for cell in cells) > len(cells)


def read_table(state: State, table: Table) -> None:
    """Read a table with bars."""
    text = state.text
    grid = ruled_grid(text, table, state.sections[0] if state.sections else "")
    width = len(grid.header)
    every = (grid.header, *grid.rows)
    if width in {2, 4} and _keys_and_values(text, grid):
        for row in every:
            for left in range(0, width - 1, 2):
                key, value = row[left], row[left + 1]
                if key is not None and any(map(str.isalpha, text[slice(*key)])):
                    add(state, key, value or (key[1], key[1]), "row", column=left)
        return
    _add_grid(state, grid)


def _keys_and_values(text: str, grid: Grid) -> bool:
    """Whether the first column of a table holds labels: words that forms use, and no figures."""
    keys = [text[slice(*key)] for row in grid.rows for key in row[::2] if key is not None]
    if any(any(map(str.isdigit, key[:1])) for key in keys):
        return False
    known = sum(known_header(text, [row[0]]) for row in grid.rows if row[0] is not None)
    return 2 * known > len(keys)


def _add_grid(state: State, grid: Grid) -> None:
    text = state.text
    state.grids.append(grid)
    single = len(grid.rows) == 1
    for row in grid.rows:
        named = _name_of(text, row)
        for head, cell in zip(grid.header, row, strict=True):
            if single or named is None:
                label, span, form, outer = text[slice(*head)], head, "columns", ""
            elif cell is None or cell[0] <= named[0]:
                continue
            else:
                code = row[0] if row[0] is not None and row[0] < named else None
                label = " ".join(text[slice(*one)] for one in (code, named) if one is not None)
                span, form, outer = named, "cell", text[slice(*head)]
            at = cell or (span[1], span[1])
            state.pairs.append(Pair(label, *span, *at, form, state.sections, state.near, (), outer))


def _name_of(text: str, row: Sequence[Span | None]) -> Span | None:
    """The cell that names a row: its first, if it is letters alone, or the first with a word."""
    cells = [one for one in row if one is not None]
    if row[0] is not None and _LETTERS.fullmatch(text, *row[0]):
        return row[0]
    return next((one for one in cells if _NAME.search(text, *one)), None)


def grid_at(state: State, lines: tuple[Line, ...], at: int) -> int:
    """Read a table set in columns of blanks that begins here; 0 if none does."""
    text = state.text
    header = pieces(text, lines[at].start, lines[at].end)
    if len(header) < 2 or not is_header(text, header):
        return 0
    starts, rows = [lines[at].start - column_of(text, lines[at].start)], [header]
    index = at + 1
    while index < len(lines):
        line = lines[index]
        if line.kind == "rule" and not line.apart and len(rows) == 1:
            index += 1
            continue
        cut = pieces(text, line.start, line.end)
        cut = [cell for cell in cut if not _DASHES.fullmatch(text, *cell)]
        if line.apart or len(cut) < 2 or len(cut) > len(header) + 1 or holds_label(text, cut):
            break
        starts.append(line.start - column_of(text, line.start))
        rows.append(cut)
        index += 1
    if len(rows) < 2 or not (known_header(text, header) or (len(rows) > 2 and len(header) > 2)):
        return 0
    if len(header) == 2 and 2 * sum(known_header(text, row[:1]) for row in rows) > len(rows):
        return 0
    grid = spaced_grid(starts, rows, state.sections[0] if state.sections else "")
    if grid is None:
        return 0
    _add_grid(state, grid)
    state.open = None
    return index
