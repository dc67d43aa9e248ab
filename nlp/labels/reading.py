"""Reads the labels, grids and boxes of a text, line by line; linear in its length."""

import re
from dataclasses import replace

from nlp.labels.asides import asides
from nlp.labels.beside import boxes_behind, numbered_cells
from nlp.labels.codes import NUMBER_SIGN, code_pairs, trailing_code
from nlp.labels.date_time_labels import CLOCK
from nlp.labels.form_elements import BOX, Pair, options_in
from nlp.labels.label_tables import grid_at, labels_inside, read_table
from nlp.labels.letterhead import letterhead
from nlp.labels.segments import (
    Span,
    capital_label,
    in_capitals,
    labelled,
    leader,
    pieces,
    trimmed,
    unmarked,
)
from nlp.labels.stacked import is_framed, stack_at
from nlp.labels.stacked_columns import code_of, columns_at
from nlp.labels.state import Form, State, add, entitle
from nlp.labels.unheaded_rows import unheaded_rows_of
from nlp.labels.unlabelled import addresses, parts_of_values
from nlp.layout.alignment import unframed
from nlp.layout.structure import Layout, Line

_TITLE_WORDS = 9
_BELOW_LENGTH = 160


def read_form(text: str, page: Layout) -> Form:
    """Everything that is labelled in a text."""
    text = unframed(text)
    state = State(text, capitals=in_capitals(text, page.lines))
    tables = {
        table.start: table
        for table in page.tables
        if "|" in text[table.start : table.start + 200].split("\n")[0]
    }
    lines = page.lines
    at = 0
    while at < len(lines):
        state.number = at
        line = lines[at]
        table = tables.get(line.start)
        if table is not None and not labels_inside(text, table):
            read_table(state, table)
            while at < len(lines) and lines[at].start < table.end:
                at += 1
            state.open = None
            continue
        at = _read_line(state, lines, at, page)
    state.pairs.extend(code_pairs(text, state.pairs))
    state.pairs.extend(tuple(addresses(text, lines, state.pairs)))
    state.pairs.extend(tuple(letterhead(text, lines, state.pairs, state.blocks)))
    state.pairs.extend(tuple(parts_of_values(text, state.pairs)))
    state.pairs.extend(tuple(asides(text, state.pairs)))
    state.pairs.sort(key=lambda one: (one.label_start, one.start))
    read = [*state.blocks, *((one.start, one.end) for one in state.grids)]
    unheaded = tuple(unheaded_rows_of(text, lines, state.pairs, read))
    return Form(tuple(state.pairs), tuple(state.grids), unheaded)


def _read_line(state: State, lines: tuple[Line, ...], at: int, page: Layout) -> int:
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
    if state.capitals and not any(found):
        found = [[one] if (one := capital_label(text, *piece)) else [] for piece in cut]
        found = found if found and found[0] else [[] for _ in cut]
    plain = not any(found)
    block = plain and columns_at(state, lines, at)
    if block or boxes_behind(state, cut, line):
        return block or at + 1
    if not any(found):
        cut = numbered_cells(state, cut, line)
        if cut and BOX.search(text, *cut[0]):
            _read_boxes(state, start, line.end)
            return at + 1
        block = grid_at(state, lines, at) or stack_at(state, lines, at)
        if block:
            return block
    if any(found):
        _read_labelled(state, lines, at, cut, found)
        return at + 1
    _read_plain(state, lines, at, cut, page)
    return at + 1


def _read_labelled(
    state: State,
    lines: tuple[Line, ...],
    at: int,
    cut: list[Span],
    found: list[list[tuple[Span, Span]]],
) -> None:
    text, line = state.text, lines[at]
    last: Pair | None = None
    for piece, labels in zip(cut, found, strict=True):
        if not labels:
            if last is not None and (last.is_empty or _is_clock(text, piece)):
                start = piece[0] if last.is_empty else last.start
                state.pairs[-1] = last = replace(last, start=start, end=piece[1])
            elif last is None and len(cut) > 1 and (sides := leader(text, *piece)):
                add(state, *sides, "dots", column=piece[0] - line.start)
            elif coded := trailing_code(text, *piece):
                add(state, *coded, "row", column=piece[0] - line.start)
            continue
        for label, value in labels:
            last = add(state, label, value, "colon", column=label[0] - line.start)
    if last is None or not last.is_empty or sum(map(len, found)) > 1:
        state.open = None
        return
    state.open = last
    after = lines[at + 1] if at + 1 < len(lines) else None
    if after is None or (after.apart and after.kind != "list" and not BOX.match(text, after.start)):
        return
    following = unmarked(text, after.start, after.end)
    if after.kind in {"rule", "heading", "table"}:
        return
    inner = [one for piece in pieces(text, following, after.end) for one in labelled(text, *piece)]
    level = _indented(text, after.start) <= _indented(text, line.start)
    if inner and level and _inline_before(state, line):
        return
    if inner:
        if (
            after.apart
            or state.pairs[-1].label_start == line.start
            or text[line.start : line.end].isupper()
        ):
            entitle(state, last.label)
        return
    if _inline_before(state, line) and level:
        return
    if after.kind != "list" and not BOX.match(text, following):
        first, end = trimmed(text, after.start, after.end)
        if end - first <= _BELOW_LENGTH:
            state.pairs[-1] = replace(last, start=first, end=end, form="below")
            state.open = None


def _is_clock(text: str, piece: Span) -> bool:
    return CLOCK.fullmatch(text, *piece) is not None


def _inline_before(state: State, line: Line) -> bool:
    """Whether the label on the line above has its value beside it."""
    before = state.pairs[-2] if len(state.pairs) > 1 else None
    return (
        before is not None
        and before.form in {"colon", "row"}
        and not before.is_empty
        and state.text.count("\n", before.end, line.start) == 1
    )


def _read_boxes(state: State, start: int, end: int) -> None:
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
        add(state, (options[0].start, options[0].end), box.span(), "box", column=0)
    for label, value in labelled(text, options[-1].start if options else start, end):
        add(state, label, value, "colon", column=label[0] - start)


def _read_plain(
    state: State, lines: tuple[Line, ...], at: int, cut: list[Span], page: Layout
) -> None:
    """A line without labels: a row of dots or columns, a title, or running text."""
    text, line = state.text, lines[at]
    if not cut:
        return
    sides = leader(text, cut[0][0], cut[-1][1])
    if sides is not None:
        add(state, *sides, "dots", column=0)
        return
    if (line.kind != "list" or len(cut) > 1) and _read_coded(state, line, cut):
        return
    if (
        len(cut) == 2
        and cut[1][1] - cut[1][0] <= 60
        and any(map(str.isalpha, text[slice(*cut[0])]))
    ):
        number = NUMBER_SIGN.match(text, *cut[1])
        start = number.end() if number else cut[1][0]
        add(state, cut[0], (start, cut[1][1]), "row", column=0)
        return
    if line.kind == "list" and text[line.body : line.end].isupper():
        entitle(state, text[line.body : line.end])
        return
    if line.kind == "list":
        if state.open is not None:
            _extend_open(state, *cut[0])
        return
    after = lines[at + 1] if at + 1 < len(lines) else None
    start, end = cut[0]
    if state.pairs and state.pairs[-1].form == "under" and state.pairs[-1].start == start:
        return
    if _left_empty(state, lines, at, len(cut)):
        add(state, (start, end), (end, end), "row", column=0)
        return
    short = (
        len(cut) == 1
        and len(text[start:end].split()) <= _TITLE_WORDS
        and text[end - 1] not in ".,;"
    )
    if not (short or line.kind == "heading") or after is None:
        state.open = None
        return
    if line.kind != "heading" and (text[start].isdigit() or re.search(r",.*\d", text[start:end])):
        return
    parents = (
        tuple(
            text[one.start : one.end] for one in page.headings_of(line.start) if one.start != start
        )
        if line.kind == "heading"
        else ()
    )
    entitle(state, text[start:end], parents)
    pair = add(state, (start, end), (end, end), "title", column=0)
    state.used = False
    state.open = pair
    if is_framed(text, line.start, line.end):
        return
    following = unmarked(text, after.start, after.end)
    plain = not after.apart and after.kind in {"text", "label"}
    if plain and _is_next_label(text, lines, at):
        state.pairs[-1] = replace(pair, form="under")
        return
    inner = [one for piece in pieces(text, following, after.end) for one in labelled(text, *piece)]
    if plain and not inner and after.end - after.start <= _BELOW_LENGTH:
        first, last = trimmed(text, after.start, after.end)
        state.pairs[-1] = replace(pair, start=first, end=last, form="under")


def _read_coded(state: State, line: Line, cut: list[Span]) -> bool:
    """Words that end with a code, alone or beside others; a lone one is a title as well."""
    coded = [trailing_code(state.text, *piece) for piece in cut]
    if not any(coded):
        return False
    if len(cut) == 2 and coded[0] is None and not code_of(state.text, cut[1]):
        return False
    for piece, sides in zip(cut, coded, strict=True):
        if sides is not None:
            add(state, *sides, "row", column=piece[0] - line.start)
    return len(cut) > 1


def _extend_open(state: State, start: int, end: int) -> None:
    """A bullet below a label or a title: one more of its values."""
    for index in range(len(state.pairs) - 1, -1, -1):
        one = state.pairs[index]
        if state.open is not None and one.label_start == state.open.label_start:
            first = start if one.is_empty or one.form == "under" else one.start
            state.pairs[index] = state.open = replace(one, start=first, end=end, form="bullets")
            return


def _left_empty(state: State, lines: tuple[Line, ...], at: int, width: int) -> bool:
    """Whether a lone name stands among rows of names with values."""
    line, last = lines[at], state.pairs[-1] if state.pairs else None
    if any(map(str.isdigit, state.text[line.start : line.end])):
        return False
    if width != 1 or line.apart or line.kind == "list" or last is None or last.form != "row":
        return False
    return last.end <= line.start and lines[at - 1].start <= last.label_start


def _is_next_label(text: str, lines: tuple[Line, ...], at: int) -> bool:
    """Whether the line below is the next label, its value set in below it."""
    if at + 2 >= len(lines) or lines[at + 2].apart:
        return False
    here, below, deeper = (_indented(text, lines[at + step].start) for step in (0, 1, 2))
    return here == below < deeper


def _indented(text: str, start: int) -> int:
    return start - (text.rfind("\n", 0, start) + 1)
