"""What is most and least in the columns of tables: where an option stands among the cells of its own,
and whether its row is the one that a column told of by the field puts first or last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nlp.labels.form_elements import Grid
from nlp.labels.likeness import FieldTerms, label_bag
from nlp.labels.rows import above_total
from nlp.labels.terms import held
from nlp.match.surroundings import Floats, Surroundings
from nlp.match.told_numbers import plain_numbers, raw_number
from nlp.spans import DAY_LABELS, Span, holds

_NAMED = 0.6
"""How surely a head holds a word of a field that asks by what its column says."""
_LEAST = 2
"""Cells with values that a column has at least."""
_TIMES = DAY_LABELS | {"TIME"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column whose cells can be set in order: the spans of its rows and cells, in that order."""

    head: str
    rows: tuple[Span, ...]
    cells: tuple[Span, ...]


def ordered_columns(here: Surroundings, grids: Sequence[Grid]) -> tuple[Column, ...]:
    """The columns of numbers or of times, the cells of each from the least to the most."""
    if not grids:
        return ()
    text = here.document.text
    values: dict[Span, tuple[str, float | str]] = {}
    for one in here.candidates:
        if one.label in _TIMES and one.timex is not None and "X" not in one.timex:
            values[one.span] = ("time" if "T" in one.timex else "date", one.timex)
    for one in plain_numbers(here.candidates):
        number = raw_number(one)
        if number is not None:
            values.setdefault(one.span, ("number", number))
    return tuple(column for grid in grids for column in _columns(text, grid, values))


def _columns(
    text: str, grid: Grid, values: dict[Span, tuple[str, float | str]]
) -> Iterator[Column]:
    rows = above_total(text, grid)
    for at, head in enumerate(grid.header):
        found = []
        for row in rows:
            cell = row[at] if at < len(row) else None
            inside = [one for span, one in values.items() if cell is not None and holds(cell, span)]
            if cell is not None and inside:
                filled = [one for one in row if one is not None]
                found.append((inside[0], (filled[0][0], filled[-1][1]), cell))
        if len(found) >= _LEAST and len({kind for (kind, _), _, _ in found}) == 1:
            found.sort(key=lambda one: one[0])
            spans = tuple(row for _, row, _ in found), tuple(cell for _, _, cell in found)
            yield Column(text[slice(*head)], *spans)


def extremes(
    columns: Sequence[Column], asked: FieldTerms, spans: Sequence[Span]
) -> dict[str, Floats]:
    """Of each option, how much of its own column is less, and whether its row leads another's."""
    share = np.full(len(spans), np.nan)
    most, least = np.zeros(len(spans)), np.zeros(len(spans))
    for column in columns:
        size = len(column.cells) - 1
        words = label_bag(column.head)
        said = max((held(term, words) for term in (*asked.names, *asked.description)), default=0.0)
        for number, span in enumerate(spans):
            at = next((at for at, cell in enumerate(column.cells) if holds(cell, span)), None)
            if at is not None:
                share[number] = at / size
            elif said >= _NAMED:
                most[number] = max(most[number], said * holds(column.rows[-1], span))
                least[number] = max(least[number], said * holds(column.rows[0], span))
    return {"share_of_column": share, "row_of_most": most, "row_of_least": least}
