"""Tables of a form, ruled or set in columns of blanks, as grids."""

from collections.abc import Sequence

from nlp.labels.form_elements import Grid
from nlp.labels.segments import trimmed
from nlp.labels.terms import label_terms
from nlp.layout.structure import Table
from nlp.spans import Span, meet

_HEADER_LENGTH = 34


def is_header(text: str, cells: Sequence[Span]) -> bool:
    """Whether a row of cells names columns: short words, no figures."""
    return all(
        end - start <= _HEADER_LENGTH
        and any(map(str.isalpha, text[start:end]))
        and not any(map(str.isdigit, text[start:end]))
        for start, end in cells
    )


def known_header(text: str, cells: Sequence[Span]) -> bool:
    """Whether most of the names are words that forms use."""
    known = sum(
        any(key[0] in "sc" for term in label_terms(text[start:end]) for key, _ in term.keys)
        for start, end in cells
    )
    return 2 * known > len(cells)


def ruled_grid(text: str, table: Table, title: str) -> Grid:
    """A table with bars as a grid; its first row names the columns."""

    def cell(start: int, end: int) -> Span | None:
        start, end = trimmed(text, start, end)
        return (start, end) if start < end else None

    rows = [tuple(cell(one.start, one.end) for one in row) for row in table.rows]
    first = table.rows[0]
    header = tuple(cell(one.start, one.end) or (one.start, one.start) for one in first)
    width = len(header)
    body = tuple(
        (row + (None,) * width)[:width] for row in rows[1:] if any(one is not None for one in row)
    )
    return Grid(table.start, header, body, title)


def spaced_grid(
    line_starts: Sequence[int], rows: Sequence[Sequence[Span]], title: str
) -> Grid | None:
    """Rows of pieces as a grid: each piece under the name it stands under."""
    header, body = list(rows[0]), [list(row) for row in rows[1:]]
    edge = header[0][0] - line_starts[0]
    if all(
        len(row) == len(header) + 1 and row[0][1] - begin <= edge
        for begin, row in zip(line_starts[1:], body, strict=True)
    ):
        header.insert(0, (header[0][0], header[0][0]))
    names = [(start - line_starts[0], end - line_starts[0]) for start, end in header]
    placed = []
    for begin, row in zip(line_starts[1:], body, strict=True):
        cells = _placed(names, [(start - begin, end - begin) for start, end in row])
        if cells is None:
            return None
        placed.append(tuple(None if at is None else row[at] for at in cells))
    return Grid(header[0][0], tuple(header), tuple(placed), title)


def _placed(names: Sequence[Span], row: Sequence[Span]) -> Sequence[int | None] | None:
    """For each name the piece that stands under it; None if two share a name."""
    if len(row) == len(names):
        return list(range(len(row)))
    found: list[int | None] = [None] * len(names)
    if len(row) == len(names) + 1:
        without = [[*range(at), *range(at + 1, len(row))] for at in range(1, len(row))]
        return min(
            without,
            key=lambda kept: sum(
                _apart(name, row[at]) for name, at in zip(names, kept, strict=True)
            ),
        )
    if len(row) > len(names):
        return None
    after = 0
    for index, (start, end) in enumerate(row):
        left = len(names) - (len(row) - index)
        choices = range(after, left + 1)
        best = min(choices, key=lambda at: _apart(names[at], (start, end)))
        found[best] = index
        after = best + 1
    return found


def _apart(name: Span, piece: Span) -> float:
    """How far two spans of columns are from each other: the nearest of their edges."""
    if meet(name, piece):
        return -min(name[1], piece[1]) + max(name[0], piece[0])
    return min(abs(name[0] - piece[0]), abs(name[1] - piece[1]))
