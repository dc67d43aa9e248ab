"""Labels that stand above their values, blocks side by side, labels and values in turn."""

import re
from collections.abc import Sequence

from nlp.labels.codes import NUMBER_SIGN, trailing_code
from nlp.labels.grids import known_header
from nlp.labels.lexicon import label_lexicon
from nlp.labels.parts import BOX, Pair
from nlp.labels.segments import Span, labelled, pieces, trimmed
from nlp.labels.state import State, add, entitle
from nlp.labels.unlabelled import ADDRESS, NAME
from nlp.labels.words import label_terms, label_words
from nlp.layout.columns import under_heads
from nlp.layout.structure import Line
from nlp.match.stems import fold

_BOX_NUMBER = re.compile(r"\d{1,2}[a-z]?[.)]?\s(?=[^\W\d_])")
_HEAD_LENGTH = 42
_MOST_LINES = 9
_LEAST_KNOWN = 0.5
_ALONE = 0.6
_STREET_NUMBER = re.compile(r"[^\W\d_].*\d")


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
        if _are_heads(text, cells) and _numbered(text, cells):
            break
        placed = under_heads(text, heads, cells, several=True)
        if placed is None or not _told_apart(text, placed):
            break
        for column, found in zip(columns, placed, strict=True):
            if found:
                column.append(found)
        index += 1
    rows = index - at - 1
    ended = index >= len(lines) or lines[index].apart or lines[index].kind == "rule"
    if not rows and _numbered(text, heads) and ended:
        for head in heads:
            _entry(state, head, None)
        return at + 1
    if not rows or not (ended or _numbered(text, heads)):
        return 0
    if rows > 1 and not _are_blocks(text, heads, columns):
        return 0
    if len(heads) == 1 and not (_numbered(text, heads)):
        return 0
    for head, column in zip(heads, columns, strict=True):
        _read_column(state, head, column)
    state.open = None
    return index


def _are_heads(text: str, cells: Sequence[Span]) -> bool:
    """Whether all cells of a line name something: capitals, numbers of boxes, words of forms."""
    if not cells or any(any(labelled(text, *cell)) for cell in cells):
        return False
    plain = [text[slice(*unnumbered(text, cell))] for cell in cells]
    if any(
        len(one) > _HEAD_LENGTH or not any(map(str.isalpha, one)) or any(map(str.isdigit, one[:1]))
        for one in plain
    ):
        return False
    if any(BOX.search(one) and not one[0].isalpha() for one in plain):
        return False
    if _numbered(text, cells) and 2 * sum(one.isupper() for one in plain) >= len(plain):
        return True
    if len(cells) < 2 or any(_coded(text, cell) for cell in cells):
        return False
    bare = [one for one in plain if not any(map(str.isdigit, one))]
    if len(bare) < len(plain):
        return False
    upper = all(one.isupper() for one in plain)
    return known_header(text, cells) and (upper or all(_known(one) >= _LEAST_KNOWN for one in plain))


def _numbered(text: str, cells: Sequence[Span]) -> bool:
    """Whether the cells of a line are boxes of a form with a number each (all but one)."""
    marked = sum(_BOX_NUMBER.match(text, *cell) is not None for cell in cells)
    return bool(cells) and marked >= max(1, len(cells) - 2) and 2 * marked > len(cells) - 1


def unnumbered(text: str, cell: Span) -> Span:
    """A head without the number of its box."""
    match = _BOX_NUMBER.match(text, *cell)
    return (match.end(), cell[1]) if match else cell


def _known(label: str) -> float:
    terms = label_terms(label)
    known = sum(any(key[0] in "sc" for key, _ in term.keys) for term in terms)
    return known / max(1, len(terms))


def _coded(text: str, cell: Span) -> tuple[Span, Span] | None:
    """The known word for a code at the begin of a cell, and the code behind it."""
    sides = trailing_code(text, *cell)
    if sides is None:
        return None
    words = label_words(text[slice(*sides[0])])
    return sides if set(words) & label_lexicon().codes or _known(text[slice(*sides[0])]) >= 1 else None


def _told_apart(text: str, placed: Sequence[Sequence[Span]]) -> bool:
    """Whether several cells of one line in one column are labelled each."""
    return all(
        len(found) < 2 or all(any(labelled(text, *cell)) for cell in found) for found in placed
    )


def _are_blocks(
    text: str, heads: Sequence[Span], columns: Sequence[Sequence[Sequence[Span]]]
) -> bool:
    """Whether columns of several lines are blocks of their own and no table."""
    if _numbered(text, heads):
        return True
    parties = label_lexicon().parties
    named = [bool(parties.intersection(label_words(text[slice(*head)]))) for head in heads]
    cells = [cell for column in columns for row in column for cell in row]
    own = sum(bool(any(labelled(text, *cell)) or _coded(text, cell)) for cell in cells)
    return len(heads) < 4 and (all(named) or 0 < len(cells) <= 4 * own)


def _read_column(state: State, head: Span, column: Sequence[Sequence[Span]]) -> None:
    cells = [cell for row in column for cell in row]
    text = state.text
    head = unnumbered(text, head)
    if len(cells) < 2 and not any(any(labelled(text, *cell)) for cell in cells):
        if not cells or not _coded(text, cells[0]) or not _is_party(text, head):
            _entry(state, head, cells[0] if cells else None)
            return
    _read_block(state, head, cells)


def _entry(state: State, head: Span, cell: Span | None) -> None:
    label = unnumbered(state.text, head)
    value = cell if cell is not None else (label[1], label[1])
    state.pairs.append(Pair(state.text[slice(*label)], *label, *value, "columns", state.sections[:1], 0.5))


def _is_party(text: str, head: Span) -> bool:
    return bool(label_lexicon().parties.intersection(label_words(text[slice(*head)])))


def _read_block(state: State, head: Span, cells: Sequence[Span]) -> None:
    """A block below a title: labels, codes, a name on the first free line, then an address."""
    text = state.text
    title = text[slice(*head)].rstrip(": ")
    named = False
    street: int | None = None
    for cell in cells:
        inner = list(labelled(text, *cell))
        for label, value in inner:
            spanned = trimmed(text, *value)
            state.pairs.append(Pair(text[slice(*label)], *label, *spanned, "colon", (title,)))
        if inner:
            continue
        sides = _coded(text, cell) or _numbered_code(text, cell)
        if sides is not None and not (named and street is None and _street(text, cell)):
            label, value = sides
            state.pairs.append(Pair(text[slice(*label)], *label, *value, "row", (title,)))
        elif not named:
            named = True
            state.pairs.append(Pair(title, *head, *cell, "columns"))
            state.pairs.append(Pair(NAME, cell[0], cell[0], *cell, "below", (title,)))
        elif street is None:
            street = len(state.pairs)
            state.pairs.append(Pair(ADDRESS, cell[0], cell[0], *cell, "under", (title,)))


def _numbered_code(text: str, cell: Span) -> tuple[Span, Span] | None:
    """A sign for numbers with or without the number: "N.º ES-B12880437", "N.º"."""
    sign = NUMBER_SIGN.match(text, *cell)
    if sign is not None:
        return (cell[0], sign.end()), (sign.end(), cell[1])
    if fold(text[slice(*cell)]).strip(" .") in {"n.º", "nº", "n.o", "num", "no"}:
        return cell, (cell[1], cell[1])
    return None


def _street(text: str, cell: Span) -> bool:
    return _STREET_NUMBER.match(text, *cell) is not None and "," in text[slice(*cell)]


def in_turn(state: State, cut: Sequence[Span], line: Line) -> bool:
    """Read a line of labels and values in turn ("Banco  X  Cuenta  12"), if it is one."""
    text = state.text
    if len(cut) not in {4, 6}:
        return False
    labels, values = cut[::2], cut[1::2]
    if any(
        any(map(str.isdigit, text[slice(*one)])) or not text[one[0]].isalpha() for one in labels
    ):
        return False
    said = [_known(text[slice(*one)]) for one in labels]
    told = [
        0.0 if any(map(str.isdigit, text[slice(*one)])) else _known(text[slice(*one)])
        for one in values
    ]
    if sum(said) < _ALONE * len(said) or sum(told) > 0.5 * sum(said):
        return False
    for label, value in zip(labels, values, strict=True):
        add(state, label, value, "row", column=label[0] - line.start)
    return True
