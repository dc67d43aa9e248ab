"""Reads the labels, grids and boxes of a text, line by line; linear in its length."""

import re
from dataclasses import replace
from itertools import takewhile

from nlp.labels.captions import caption_pairs
from nlp.labels.codes import code_pairs, trailing_code
from nlp.labels.date_time_labels import CLOCK
from nlp.labels.form_elements import Pair
from nlp.labels.in_turn import beside, in_turn_at
from nlp.labels.label_tables import grid_at, labels_inside, read_table
from nlp.labels.letters import letter_parts
from nlp.labels.marked_columns import with_marked_columns
from nlp.labels.plain_lines import (
    BELOW_LENGTH,
    asked_boxes,
    boxes_alone,
    boxes_behind,
    checklists,
    read_boxes,
    read_plain,
    with_marked_answers,
)
from nlp.labels.presented import presented
from nlp.labels.segments import (
    capital_label,
    dotted,
    holds_label,
    in_capitals,
    labelled,
    pieces,
    trimmed,
    unmarked,
)
from nlp.labels.stacked import stack_at
from nlp.labels.stacked_columns import columns_at
from nlp.labels.state import Form, State, add, entitle
from nlp.labels.unlabelled import letterhead, parts_of_values
from nlp.layout.alignment import unframed
from nlp.layout.marks import BOX
from nlp.layout.structure import Layout, Line
from nlp.spans import Span

_ORDER = re.compile(r"(?:[A-Z]|[IVX]{1,5})[.)]-?")
"""The letter of a section that stands apart from its title: "A.  DATOS DEL TITULAR"."""


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
    state.pairs.extend(caption_pairs(text))
    state.pairs.extend(tuple(asked_boxes(text, state.pairs)))
    state.pairs.extend(tuple(letterhead(text, lines, state.pairs)))
    state.pairs[:] = with_marked_answers(text, state.pairs)
    state.pairs[:] = with_marked_columns(text, state.pairs)
    state.pairs.extend(tuple(checklists(text, lines)))
    state.pairs.extend(tuple(letter_parts(text, lines)))
    state.pairs.extend(tuple(presented(text)))
    state.pairs.extend(tuple(parts_of_values(text, state.pairs)))
    state.pairs.sort(key=lambda one: (one.label_start, one.start))
    return Form(tuple(state.pairs), tuple(state.grids))


def _read_line(state: State, lines: tuple[Line, ...], at: int, page: Layout) -> int:
    """Read one line, or the block that begins with it; the index of the next one."""
    text, line = state.text, lines[at]
    if line.kind == "rule":
        return at + 1
    if line.apart and state.used:
        state.near = min(state.near, 0.6)
    start = unmarked(text, line.start, line.end)
    if BOX.match(text, start, line.end):
        read_boxes(state, start, line.end)
        return at + 1
    cut = pieces(text, start, line.end)
    found = [list(labelled(text, *piece)) for piece in cut]
    if state.capitals and not any(found):
        found = [[one] if (one := capital_label(text, *piece)) else [] for piece in cut]
        found = found if found[0] else []
    if any(found):
        _read_labelled(state, lines, at, cut, found)
        return at + 1
    if len(cut) == 2 and _ORDER.fullmatch(text, *cut[0]) and text[slice(*cut[1])].isupper():
        entitle(state, text[slice(*cut[1])])
        state.open = None
        return at + 1
    if boxes_behind(state, cut):
        return at + 1
    block = columns_at(state, lines, at) or in_turn_at(state, lines, at)
    if not block and cut and BOX.search(text, *cut[0]):
        read_boxes(state, start, line.end)
        return at + 1
    block = block or grid_at(state, lines, at) or stack_at(state, lines, at)
    if not block:
        read_plain(state, lines, at, cut, page)
    return block or at + 1


def _read_labelled(
    state: State,
    lines: tuple[Line, ...],
    at: int,
    cut: list[Span],
    found: list[list[tuple[Span, Span]]],
) -> None:
    text, line = state.text, lines[at]
    last: Pair | None = None
    spaced = {} if all(found) else beside(text, cut)
    for number, (piece, labels) in enumerate(zip(cut, found, strict=True)):
        if not labels:
            if piece in spaced:
                if sides := spaced[piece]:
                    add(state, *sides, "row", column=piece[0] - line.start)
            elif last is not None and CLOCK.fullmatch(text, *piece):
                state.pairs[-1] = last = replace(last, end=piece[1])
            elif leaders := dotted(text, cut[number : number + 2]):
                add(state, *leaders[0], "dots", column=piece[0] - line.start)
            elif BOX.match(text, *piece) and (number == 0 or not BOX.match(text, *cut[number - 1])):
                boxes = list(takewhile(lambda each: BOX.match(text, *each), cut[number:]))
                led = number > 0 and not found[number - 1] and len(boxes) > 1
                if not (led and boxes_behind(state, (cut[number - 1], *boxes))):
                    boxes_alone(state, piece[0], boxes[-1][1])
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
    if after is None or (after.apart and after.kind != "list"):
        return
    following = unmarked(text, after.start, after.end)
    if after.kind in {"rule", "heading", "table"}:
        return
    if holds_label(text, pieces(text, following, after.end)):
        above = state.pairs[-2] if len(state.pairs) > 1 else last
        if above.is_empty or text.count("\n", above.end, line.start) != 1:
            entitle(state, last.label)
        return
    if after.kind != "list" and not BOX.match(text, following):
        first, end = trimmed(text, after.start, after.end)
        if end - first <= BELOW_LENGTH:
            state.pairs[-1] = replace(last, start=first, end=end, form="below")
            state.open = None
