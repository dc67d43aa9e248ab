"""Reads the labels, grids and boxes of a text, line by line; linear in its length."""

import re
from dataclasses import dataclass, field, replace

from nlp.labels.codes import code_pairs
from nlp.labels.grids import is_header, known_header, ruled_grid, spaced_grid
from nlp.labels.parts import BOX, Grid, Pair, options_in
from nlp.labels.segments import Span, labelled, leader, pieces, trimmed, unmarked
from nlp.layout.structure import Layout, Line, Table

_MOST_BEFORE = 6
_COLUMN = 10
_TITLE_WORDS = 9
_BELOW_LENGTH = 160
_FIGURE = re.compile(r"[-+]?\d|[€$%]|—$|-+$")


@dataclass(frozen=True, slots=True)
class Form:
    """The labelled values and the grids of a text, in its order."""

    pairs: tuple[Pair, ...] = ()
    grids: tuple[Grid, ...] = ()
    lists: tuple[Pair, ...] = ()


@dataclass(slots=True)
class _State:
    text: str
    sections: tuple[str, ...] = ()
    near: float = 1.0
    used: bool = False
    open: Pair | None = None
    pairs: list[Pair] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    columns: list[tuple[int, int, str]] = field(default_factory=list)
    number: int = 0


def read_form(text: str, page: Layout) -> Form:
    """Everything that is labelled in a text."""
    state = _State(text)
    tables = {table.start: table for table in page.tables if "|" in text[table.start : table.start + 200].split("\n")[0]}
    lines = page.lines
    at = 0
    while at < len(lines):
        state.number = at
        line = lines[at]
        table = tables.get(line.start)
        if table is not None and not _labels_inside(text, table):
            _read_table(state, table)
            while at < len(lines) and lines[at].start < table.end:
                at += 1
            state.open = None
            continue
        at = _read_line(state, lines, at, page)
    state.pairs.extend(code_pairs(text, state.pairs))
    state.pairs.sort(key=lambda one: (one.label_start, one.start))
    return Form(tuple(state.pairs), tuple(state.grids))


def _labels_inside(text: str, table: Table) -> bool:
    cells = [cell for row in table.rows for cell in row]
    inside = sum(": " in text[cell.start : cell.end] for cell in cells)
    return 3 * inside > len(cells)


def _read_table(state: _State, table: Table) -> None:
    text = state.text
    grid = ruled_grid(text, table, state.sections[0] if state.sections else "")
    width = len(grid.header)
    every = (grid.header, *grid.rows)
    if width in {2, 4} and _keys_and_values(text, grid):
        for row in every:
            for left in range(0, width - 1, 2):
                key, value = row[left], row[left + 1]
                if key is not None and key[0] < key[1] and any(map(str.isalpha, text[slice(*key)])):
                    _add(state, key, value or (key[1], key[1]), "row", column=left)
        return
    _add_grid(state, grid)


def _keys_and_values(text: str, grid: Grid) -> bool:
    """Whether a table of two columns holds labels and values: not the same kind in each row."""
    if len(grid.header) == 2 and len(grid.rows) < 2:
        return True
    keys = [text[slice(*row[0])] for row in grid.rows if row[0] is not None]
    if any(any(map(str.isdigit, key[:1])) for key in keys):
        return False
    values = [text[slice(*row[1])] for row in grid.rows if row[1] is not None]
    figures = sum(bool(_FIGURE.match(value)) for value in values)
    known = sum(known_header(text, [row[0]]) for row in grid.rows if row[0] is not None)
    alike = figures in {0, len(values)} and len(values) > 1
    return 2 * known > len(keys) and not (alike and figures and known < len(keys))


def _add_grid(state: _State, grid: Grid) -> None:
    text = state.text
    state.grids.append(grid)
    single = len(grid.rows) == 1
    for row in grid.rows:
        named = next((one for one in row if one is not None and any(map(str.isalpha, text[slice(*one)]))), None)
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
            state.pairs.append(
                Pair(label, *span, *at, form, state.sections, state.near, (), outer)
            )


def _read_line(state: _State, lines: tuple[Line, ...], at: int, page: Layout) -> int:
    """Read one line, or the block that begins with it; the index of the next one."""
    text, line = state.text, lines[at]
    if line.kind == "rule":
        return at + 1
    if line.apart and state.used:
        state.near = min(state.near, 0.6)
    start = unmarked(text, line.start, line.end)
    if BOX.match(text, start, line.end) and ":" not in text[start : start + 4]:
        _read_boxes(state, start, line.end)
        return at + 1
    cut = pieces(text, start, line.end)
    found = [list(labelled(text, *piece)) for piece in cut]
    if not any(found):
        block = _grid_at(state, lines, at)
        if block:
            return block
    if any(found):
        _read_labelled(state, lines, at, cut, found)
        return at + 1
    _read_plain(state, lines, at, cut, page)
    return at + 1


def _read_labelled(state: _State, lines: tuple[Line, ...], at: int, cut: list[Span], found: list[list[tuple[Span, Span]]]) -> None:
    text, line = state.text, lines[at]
    last: Pair | None = None
    for piece, labels in zip(cut, found, strict=True):
        if not labels:
            if last is not None and last.is_empty:
                state.pairs[-1] = last = replace(last, start=piece[0], end=piece[1])
            elif last is None and len(cut) > 1 and (sides := leader(text, *piece)):
                _add(state, *sides, "dots", column=piece[0] - line.start)
            continue
        for label, value in labels:
            last = _add(state, label, value, "colon", column=label[0] - line.start)
    if last is None or not last.is_empty or sum(map(len, found)) > 1:
        state.open = None
        return
    state.open = last
    after = lines[at + 1] if at + 1 < len(lines) else None
    if after is None or after.apart and after.kind != "list" and not BOX.match(text, after.start):
        return
    following = unmarked(text, after.start, after.end)
    if after.kind in {"rule", "heading", "table"}:
        return
    inner = [one for piece in pieces(text, following, after.end) for one in labelled(text, *piece)]
    if inner:
        if after.apart or state.pairs[-1].label_start == line.start or text[line.start:line.end].isupper():
            _entitle(state, last.label)
        return
    if after.kind != "list" and not BOX.match(text, following):
        first, end = trimmed(text, after.start, after.end)
        if end - first <= _BELOW_LENGTH:
            state.pairs[-1] = replace(last, start=first, end=end, form="below")
            state.open = None


def _entitle(state: _State, title: str, parents: tuple[str, ...] = ()) -> None:
    state.sections = (title, *parents)
    state.near, state.used = 1.0, False
    state.columns.clear()


def _read_boxes(state: _State, start: int, end: int) -> None:
    """Boxes on a line of their own: each is a flag, and all are options of what stands above."""
    text = state.text
    if state.open is not None:
        for index in range(len(state.pairs) - 1, -1, -1):
            if state.pairs[index].label_start == state.open.label_start:
                one = state.pairs[index]
                first = start if one.is_empty else one.start
                state.pairs[index] = state.open = replace(one, start=first, end=end, form="boxes")
                break
    box = BOX.match(text, start, end)
    options = options_in(text, start, end)
    if box is not None and len(options) == 1:
        _add(state, (options[0].start, options[0].end), box.span(), "box", column=0)
    for label, value in labelled(text, options[-1].start if options else start, end):
        _add(state, label, value, "colon", column=label[0] - start)


def _read_plain(state: _State, lines: tuple[Line, ...], at: int, cut: list[Span], page: Layout) -> None:
    """A line without labels: a row of dots or columns, a title, or running text."""
    text, line = state.text, lines[at]
    if not cut:
        return
    sides = leader(text, cut[0][0], cut[-1][1])
    if sides is not None:
        _add(state, *sides, "dots", column=0)
        return
    if len(cut) == 2 and cut[1][1] - cut[1][0] <= 60 and any(map(str.isalpha, text[slice(*cut[0])])):
        _add(state, cut[0], cut[1], "row", column=0)
        return
    if line.kind == "list":
        if state.open is not None:
            _extend_open(state, *cut[0])
        return
    after = lines[at + 1] if at + 1 < len(lines) else None
    start, end = cut[0]
    short = len(cut) == 1 and len(text[start:end].split()) <= _TITLE_WORDS and text[end - 1] not in ".,;"
    if not (short or line.kind == "heading") or after is None:
        state.open = None
        return
    if line.kind != "heading" and (text[start].isdigit() or re.search(r",.*\d", text[start:end])):
        return
    parents = tuple(
        text[one.start : one.end] for one in page.headings_of(line.start) if one.start != start
    ) if line.kind == "heading" else ()
    _entitle(state, text[start:end], parents)
    pair = _add(state, (start, end), (end, end), "title", column=0)
    state.used = False
    state.open = pair
    following = unmarked(text, after.start, after.end)
    plain = not after.apart and after.kind in {"text", "label"} and line.kind != "heading"
    inner = [one for piece in pieces(text, following, after.end) for one in labelled(text, *piece)]
    if plain and not inner and after.end - after.start <= _BELOW_LENGTH:
        first, last = trimmed(text, after.start, after.end)
        state.pairs[-1] = replace(pair, start=first, end=last, form="under")


def _extend_open(state: _State, start: int, end: int) -> None:
    """A bullet below a label or a title: one more of its values."""
    for index in range(len(state.pairs) - 1, -1, -1):
        one = state.pairs[index]
        if state.open is not None and one.label_start == state.open.label_start:
            first = start if one.is_empty or one.form == "under" else one.start
            state.pairs[index] = state.open = replace(one, start=first, end=end, form="bullets")
            return


def _grid_at(state: _State, lines: tuple[Line, ...], at: int) -> int:
    """Read a table set in columns of blanks that begins here; 0 if none does."""
    text = state.text
    header = pieces(text, lines[at].start, lines[at].end)
    if len(header) < 2 or not is_header(text, header):
        return 0
    starts, rows = [_line_start(text, lines[at].start)], [header]
    index = at + 1
    while index < len(lines):
        line = lines[index]
        if line.kind == "rule" and not line.apart and len(rows) == 1:
            index += 1
            continue
        cut = pieces(text, line.start, line.end)
        if line.apart or len(cut) < 2 or len(cut) > len(header) + 1 or any(
            any(labelled(text, *piece)) for piece in cut
        ):
            break
        starts.append(_line_start(text, line.start))
        rows.append(cut)
        index += 1
    if len(rows) < 2 or not (known_header(text, header) or len(rows) > 2 and len(header) > 2):
        return 0
    if len(header) == 2 and not any(map(str.isdigit, text[rows[1][0][0] : rows[-1][-1][1]])):
        return 0
    grid = spaced_grid(text, starts, rows, state.sections[0] if state.sections else "")
    if grid is None:
        return 0
    _add_grid(state, grid)
    state.open = None
    return index


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _add(state: _State, label: Span, value: Span, form: str, *, column: int) -> Pair:
    text = state.text
    near = [name for number, col, name in state.columns if number == state.number]
    here = [name for _, col, name in state.columns if abs(col - column) <= 2]
    before = here if column > _COLUMN and here and not near else [name for *_, name in state.columns]
    if column > _COLUMN and here and near:
        before = here
    pair = Pair(
        text[slice(*label)], label[0], label[1], max(value[0], 0), max(value[1], value[0]), form,
        state.sections, state.near, tuple(reversed(before[-_MOST_BEFORE:])),
    )  # fmt: skip
    state.pairs.append(pair)
    if form != "title":
        state.columns.append((state.number, column, pair.label))
        state.used = True
    return pair
