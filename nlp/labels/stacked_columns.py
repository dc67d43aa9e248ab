"""Labels that stand above their values, blocks side by side, labels and values in turn."""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from nlp.labels.codes import trailing_code
from nlp.labels.form_elements import BOX, Pair, pair_of, unwritten
from nlp.labels.grids import known_header
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import (
    has_digit,
    holds_label,
    labelled,
    leader,
    pieces,
    trimmed,
    unmarked,
)
from nlp.labels.state import State, add, entitle
from nlp.labels.terms import label_terms, label_words
from nlp.labels.unlabelled import ADDRESS, NAME
from nlp.layout.alignment import column_of, under_heads
from nlp.layout.structure import Line
from nlp.spans import Span

_BOX_NUMBER = re.compile(r"\d{1,2}[a-z]?[.)]?\s(?=[^\W\d_])")
_BRACKETED_NUMBER = re.compile(r"\[\d{1,3}[a-z]?\]\s(?=[^\W\d_])")
_SPACED_CODE = re.compile(r"(?P<label>[^\W\d_][\w.]{1,12}) (?P<code>[+(]?\d[\d ().-]{5,20}\d)")
_HEAD_LENGTH = 42
_MOST_LINES = 9
_LEAST_KNOWN = 0.5
_PLAINLY_KNOWN = 0.75
_LABEL_OF_CODE = 2
"""Words of a label whose value begins with a word of its own; more of them are a name beside a code."""
_IN_TURN = 6
"""Cells of a line that may be labels and values in turn however spaced; of more, spaces must tell."""
_ASIDE = re.compile(
    r"\A\d{1,2}(?:\.?[ºª°]|er|ro|do|da|r[oa]|t[oa])\s|\s*\([^()]*\)|\s\d{1,2}(?:[.,]\d{1,2})?\s?%"
)
"""An ordinal, a unit or a remark in brackets, a share: "1er apellido", "Consumo (m3)", "IVA 21 %"."""


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
        if (
            len(heads) == 2
            and _names(text, below[0])
            and not all(_names(text, one) for one in below)
        ):
            return 0
        said = any(map(str.isalnum, text[below[0][0] : below[-1][1]]))
        ended = ended or _in_turn(text, lines, index, at) or (said and not _are_heads(text, below))
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


def _begins_section(text: str, lines: Sequence[Line]) -> bool:
    """Whether what stands below a single numbered title is labels, boxes or a table, and no value."""
    every = [with_boxes(text, pieces(text, line.start, line.end)) for line in lines[:2]]
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
            said.isupper() or _BOX_NUMBER.match(text, *cell)
            for said, cell in zip(plain, cells, strict=True)
        )
    if len(cells) < 2 or any(code_of(text, cell) for cell in cells):
        return False
    if any(any(map(str.isdigit, one)) for one in plain):
        return False
    if all(map(str.isupper, plain)):
        return any(known_share(one) >= _LEAST_KNOWN for one in plain)
    return known_header(text, cells) and all(known_share(one) >= _LEAST_KNOWN for one in plain)


def _in_turn(text: str, lines: Sequence[Line], index: int, at: int) -> bool:
    """Whether heads stand two lines below others, and what stands between are no heads."""
    if index != at + 2:
        return False
    names = pieces(text, lines[index].start, lines[index].end)
    between = pieces(text, lines[at + 1].start, lines[at + 1].end)
    said = [text[slice(*cell)] for cell in between]
    known = sum(known_share(one) for one in said if not any(map(str.isdigit, one)))
    known /= max(1, len(said))
    return _are_heads(text, names) and known < _LEAST_KNOWN


def _numbered(text: str, cells: Sequence[Span]) -> bool:
    """Whether the cells of a line are boxes of a form with a number each (all but one)."""
    marked = sum(_BOX_NUMBER.match(text, *cell) is not None for cell in cells)
    return marked >= max(1, len(cells) - 2) and 2 * marked > len(cells) - 1


def unnumbered(text: str, cell: Span) -> Span:
    """A head without the number of its box."""
    match = _BOX_NUMBER.match(text, *cell) or _BRACKETED_NUMBER.match(text, *cell)
    return (match.end(), cell[1]) if match else cell


def known_share(label: str) -> float:
    """The share of the words of a label that forms use."""
    terms = label_terms(label)
    # A word that only resembles the English name of a concept need be none that forms use.
    known = sum(
        any(key[0] in "sc" and key != f"c:{term.word}" for key, _ in term.keys) for term in terms
    )
    return known / max(1, len(terms))


def code_of(text: str, cell: Span) -> tuple[Span, Span] | None:
    """The known word for a code at the begin of a cell, and the code behind it."""
    spaced = _SPACED_CODE.fullmatch(text, *cell)
    sides = (spaced.span("label"), spaced.span("code")) if spaced else trailing_code(text, *cell)
    if sides is None:
        return None
    label = text[slice(*sides[0])]
    coded = not label_lexicon().sets["codes"].isdisjoint(label_words(label))
    return sides if coded or known_share(label) >= 1 else None


def _are_blocks(
    text: str, heads: Sequence[Span], columns: Sequence[Sequence[Sequence[Span]]]
) -> bool:
    """Whether columns of several lines are blocks of their own and no table."""
    if _numbered(text, heads):
        return True
    cells = [cell for column in columns for row in column for cell in row]
    own = sum(bool(holds_label(text, [cell]) or code_of(text, cell)) for cell in cells)
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
        sides = code_of(text, (start, end))
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
    party = bool(label_lexicon().sets["parties"].intersection(label_words(title)))
    named = False
    for cell in cells:
        inner = list(labelled(text, *cell))
        for label, value in inner:
            state.pairs.append(pair_of(text, label, trimmed(text, *value), "colon", (title,)))
        if inner:
            continue
        sides = code_of(text, cell)
        if sides is not None:
            state.pairs.append(pair_of(text, *sides, "row", (title,)))
        elif not named:
            named = True
            state.pairs.append(Pair(title, *head, *cell, "columns"))
            if party:
                state.pairs.append(unwritten(NAME, cell, "below", (title,)))
        elif party:
            state.pairs.append(unwritten(ADDRESS, cell, "under", (title,)))


def in_turn_at(state: State, lines: Sequence[Line], at: int) -> int:
    """Read lines of labels and values in turn ("Banco  X  Cuenta  12"); the line behind, or 0."""
    text = state.text
    rows: list[list[Span]] = []
    for line in lines[at:]:
        cut = with_boxes(text, pieces(text, line.start, line.end))
        if len(cut) < 4 or len(cut) % 2 or (rows and not _stand_alike(text, rows[0], cut)):
            break
        rows.append(cut)
        if len(cut) > _IN_TURN and not _nearer(cut):
            return 0
    labels = [unnumbered(text, cell) for row in rows for cell in row[::2]]
    values = [cell for row in rows for cell in row[1::2]]
    if not rows or not all(_may_label(text, cell) for cell in labels):
        return 0
    said = sum(known_share(text[slice(*one)]) for one in labels)
    told = sum(known_share(text[slice(*one)]) for one in values if not has_digit(text, one))
    asked = all(text[one[0]] == "¿" for one in labels)
    most = said - 1 if all(map(_nearer, rows)) else said / 2
    if not asked and (said < _LEAST_KNOWN * len(labels) or told > most):
        return 0
    for number, row in enumerate(rows):
        state.number = at + number
        for label, value in zip(row[::2], row[1::2], strict=True):
            column = label[0] - lines[at + number].start
            add(state, unnumbered(text, label), value, "row", column=column)
    state.open = None
    return at + len(rows)


def with_boxes(text: str, cells: Sequence[Span]) -> list[Span]:
    """The cells of a line, boxes with the boxes before them as one."""
    joined: list[Span] = []
    for cell in cells:
        if joined and BOX.match(text, *cell) and BOX.match(text, *joined[-1]):
            cell = joined.pop()[0], cell[1]
        joined.append(cell)
    return joined


def beside(text: str, cells: Sequence[Span]) -> dict[Span, Span]:
    """Labels with the values behind them, among cells of which others are read otherwise.

    A label is words that forms use and its value none, and stands nearer to it than what follows.
    """
    found: dict[Span, Span] = {}
    last: Span | None = None
    for at, (one, other) in enumerate(pairwise(cells)):
        apart = at + 2 < len(cells) and other[0] - one[1] >= cells[at + 2][0] - other[1]
        if one == last or apart or holds_label(text, (one, other)):
            continue
        if len(text[slice(*one)].split()) > _LABEL_OF_CODE and code_of(text, other):
            continue
        if _names(text, one) and not _names(text, other):
            found[one] = last = other
    return found


def _names(text: str, cell: Span) -> bool:
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
