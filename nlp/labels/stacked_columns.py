"""Labels that stand above their values, and blocks side by side."""

import re
from collections.abc import Sequence
from itertools import takewhile

from nlp.labels.codes import labelled_code
from nlp.labels.form_elements import Pair, pair_of, unwritten
from nlp.labels.grids import known_header
from nlp.labels.in_turn import BOX_NUMBER, LEAST_KNOWN, beside, names, unnumbered, with_boxes
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import holds_label, labelled, leader, pieces, trimmed, unmarked
from nlp.labels.state import State, entitle
from nlp.labels.terms import known_share, label_words
from nlp.labels.unlabelled import ADDRESS, NAME, TOWN
from nlp.layout.alignment import under_heads
from nlp.layout.marks import BOX
from nlp.layout.structure import Line
from nlp.spans import Span
from nlp.word_lists import text_pattern

_ATTENTION, _STREET = text_pattern("attention"), text_pattern("street_type")
_TOWN = re.compile(r"[^\W\d_][^\d,;:]{1,40}")
"""A line below an address that may name its town."""
_HEAD_LENGTH = 42
_MOST_LINES = 9


def columns_at(state: State, lines: Sequence[Line], at: int) -> int:
    """Read heads with their values in columns below, beginning here; the line behind, or 0."""
    text = state.text
    heads = pieces(text, lines[at].start, lines[at].end)
    if not _are_heads(text, heads):
        return 0
    columns: list[list[list[Span]]] = [[] for _ in heads]
    index = at + 1
    while index < len(lines) and index <= at + _MOST_LINES:
        line = lines[index]
        if line.apart or line.kind == "rule":
            break
        cells = pieces(text, line.start, line.end)
        if _are_heads(text, cells) and (_numbered(text, cells) or _in_turn(text, lines, index, at)):
            break
        placed = under_heads(text, heads, cells)
        if placed is None:
            break
        for column, found in zip(columns, placed, strict=True):
            if found:
                column.append(found)
        index += 1
    if len(heads) == 1 and _begins_section(text, lines[at + 1 : index]):
        title = unnumbered(text, heads[0])
        entitle(state, text[slice(*title)])
        state.open = None
        return at + 1
    rows = index - at - 1
    ended = index >= len(lines) or lines[index].apart or lines[index].kind == "rule"
    if rows == 1 and len(heads) > 1:
        below = pieces(text, lines[at + 1].start, lines[at + 1].end)
        if len(heads) == 2 and _is_label_with_value(text, below):
            return 0
        ended = ended or _in_turn(text, lines, index, at)
    if not rows and _numbered(text, heads) and ended:
        for head in heads:
            _entry(state, head, None)
        return at + 1
    if not rows or not (ended or _numbered(text, heads)):
        return 0
    if rows > 1 and not _are_blocks(text, heads, columns):
        return 0
    for head, column in zip(heads, columns, strict=True):
        _read_column(state, head, column)
    state.open = None
    return index


def _is_label_with_value(text: str, cells: Sequence[Span]) -> bool:
    return names(text, cells[0]) and not all(names(text, one) for one in cells)


def _begins_section(text: str, lines: Sequence[Line]) -> bool:
    """Whether what stands below a single numbered title is labels, boxes or a table, and no value."""
    every = [with_boxes(text, pieces(text, line.start, line.end)) for line in lines[:2]]
    if every and len(every[0]) > 1 and text[every[0][0][0]] == "¿":
        return True
    if not every or not every[0] or (len(every) < 2 and not beside(text, every[0])):
        return False
    first = every[0][0]
    if BOX.match(text, *first):
        return False
    if holds_label(text, [first]) or leader(text, *first) or BOX.search(text, *first):
        return True
    return bool(beside(text, every[0])) or all(len(cells) > 1 for cells in every)


def _are_heads(text: str, cells: Sequence[Span]) -> bool:
    """Whether all cells of a line name something: capitals, numbers of boxes, words of forms."""
    if not cells or holds_label(text, cells):
        return False
    plain = [text[slice(*unnumbered(text, cell))] for cell in cells]
    if any(
        len(one) > _HEAD_LENGTH
        or not any(map(str.isalpha, one))
        or one[:1].isdigit()
        or (BOX.search(one) and not one[0].isalpha())
        for one in plain
    ):
        return False
    if _numbered(text, cells) and 2 * sum(one.isupper() for one in plain) >= len(plain):
        return all(
            said.isupper() or BOX_NUMBER.match(text, *cell)
            for said, cell in zip(plain, cells, strict=True)
        )
    if len(cells) < 2 or any(labelled_code(text, cell) for cell in cells):
        return False
    if any(any(map(str.isdigit, one)) for one in plain):
        return False
    if all(map(str.isupper, plain)):
        return any(known_share(one) >= LEAST_KNOWN for one in plain)
    return known_header(text, cells) and all(known_share(one) >= LEAST_KNOWN for one in plain)


def _in_turn(text: str, lines: Sequence[Line], index: int, at: int) -> bool:
    """Whether heads stand two lines below others, and what stands between are no heads."""
    if index != at + 2:
        return False
    names = pieces(text, lines[index].start, lines[index].end)
    between = pieces(text, lines[at + 1].start, lines[at + 1].end)
    said = [text[slice(*cell)] for cell in between]
    known = sum(known_share(one) for one in said if not any(map(str.isdigit, one)))
    known /= max(1, len(said))
    return _are_heads(text, names) and known < LEAST_KNOWN


def _numbered(text: str, cells: Sequence[Span]) -> bool:
    """Whether the cells of a line are boxes of a form with a number each (all but one)."""
    marked = sum(BOX_NUMBER.match(text, *cell) is not None for cell in cells)
    return marked >= max(1, len(cells) - 2) and 2 * marked > len(cells) - 1


def _are_blocks(
    text: str, heads: Sequence[Span], columns: Sequence[Sequence[Sequence[Span]]]
) -> bool:
    """Whether columns of several lines are blocks of their own and no table."""
    if _numbered(text, heads):
        return True
    if len(heads) == 2 and all(_is_party(text[slice(*head)]) for head in heads):
        return True
    cells = [cell for column in columns for row in column for cell in row]
    own = sum(bool(holds_label(text, [cell]) or labelled_code(text, cell)) for cell in cells)
    return len(heads) < 4 and 0 < len(cells) <= 4 * own


def _read_column(state: State, head: Span, column: Sequence[Sequence[Span]]) -> None:
    cells = [cell for row in column for cell in row]
    text = state.text
    head = unnumbered(text, head)
    if len(column) < 2 and not holds_label(text, cells):
        _read_cells(state, head, cells)
        return
    boxes = list(takewhile(lambda cell: BOX.match(text, *cell), cells))
    items = list(takewhile(lambda row: unmarked(text, *row[0]) > row[0][0], column))
    listed = boxes or [cell for row in items for cell in row]
    if len(listed) > 1:
        _entry(state, head, (listed[0][0], listed[-1][1]), "bullets")
        cells = cells[len(listed) :]
    _read_block(state, head, cells)


def _read_cells(state: State, head: Span, cells: Sequence[Span]) -> None:
    """What stands on one line below a head: a value, or words with a code beside them."""
    text = state.text
    if len(cells) < 2 or all(BOX.search(text, *cell) for cell in cells):
        _entry(state, head, (cells[0][0], cells[-1][1]) if cells else None)
        return
    wordy = max(cells, key=lambda cell: sum(map(str.isalpha, text[slice(*cell)])))
    _entry(state, head, wordy)
    for cell in cells:
        if cell == wordy:
            continue
        start, end = trimmed(text, *cell, " ()")
        sides = labelled_code(text, (start, end))
        label, value = sides if sides else (head, (start, end))
        state.pairs.append(pair_of(text, label, value, "row", (text[slice(*head)],)))


def _entry(state: State, head: Span, cell: Span | None, form: str = "columns") -> None:
    label = unnumbered(state.text, head)
    value = cell if cell is not None else (label[1], label[1])
    state.pairs.append(pair_of(state.text, label, value, form, state.sections[:1], 0.5))


def _read_block(state: State, head: Span, cells: Sequence[Span]) -> None:
    """A block below a title: labels, codes, a name on the first free line, then an address."""
    text = state.text
    title = text[slice(*head)].rstrip(": ")
    party = _is_party(title)
    named = addressed = False
    for cell in cells:
        inner = list(labelled(text, *cell))
        for label, value in inner:
            state.pairs.append(pair_of(text, label, trimmed(text, *value), "colon", (title,)))
        if inner:
            continue
        street = party and named and _STREET.match(text, *cell) is not None
        sides = None if street else labelled_code(text, cell) or _attention(text, cell)
        if sides is not None:
            state.pairs.append(pair_of(text, *sides, "row", (title,)))
        elif not named:
            named = True
            state.pairs.append(Pair(title, *head, *cell, "columns"))
            if party:
                state.pairs.append(unwritten(NAME, cell, "below", (title,)))
        elif party:
            told = TOWN if addressed and _TOWN.fullmatch(text, *cell) else ADDRESS
            addressed = True
            state.pairs.append(unwritten(told, cell, "under", (title,)))


def _is_party(title: str) -> bool:
    """Whether a title names a person or a company that what stands below it belongs to."""
    return not label_lexicon().sets["parties"].isdisjoint(label_words(title))


def _attention(text: str, cell: Span) -> tuple[Span, Span] | None:
    """The sides of "Att. Eva Gil": whom to ask for."""
    found = _ATTENTION.match(text, *cell)
    return (found.span(1), (found.end(), cell[1])) if found is not None else None
