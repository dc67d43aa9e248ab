"""Columns of crosses in a table: what is marked in each."""

import re
from collections.abc import Sequence

from nlp.labels.form_elements import Grid, Pair
from nlp.labels.likeness import FieldTerms, likeness
from nlp.labels.segments import Span
from nlp.labels.state import Form
from nlp.schema import Field
from nlp.stems import fold, words_of

_LEAST = 0.5
_CROSS = re.compile(r"[xX✓✔☒☑]|\[\s?[xX✓✔]\s?\]|\(\s?[xX]\s?\)")
_MARK = re.compile(r"[xX✓✔☒☑☐□·.\-–—]|\[\s?[xX✓✔]?\s?\]|\(\s?[xX]?\s?\)")


def marked(array: Field, asked: FieldTerms, form: Form, text: str) -> tuple[Span, ...] | None:
    """What a table marks for a list of texts, in the column that the list's parent names.

    None where no table has such a column.
    """
    for grid in form.grids:
        width = range(len(grid.header))
        marks = [at for at in width if _is_marks(text, grid, at)]
        named = next((at for at in width if at not in marks), None)
        if not marks or named is None:
            continue
        head = grid.header[named]
        title = Pair(text[slice(*head)], *head, *head, "cell", (grid.title,))
        column = _column_of(array, [fold(text[slice(*grid.header[at])]) for at in marks])
        if column is None or likeness(asked, title) < _LEAST:
            continue
        return tuple(
            cell
            for row in grid.rows
            if (cell := row[named]) is not None
            and (mark := row[marks[column]]) is not None
            and _CROSS.fullmatch(text, *mark)
        )
    return None


def _column_of(array: Field, names: Sequence[str]) -> int | None:
    """The column of marks that a word of the list's path names."""
    if len(names) == 1:
        return 0
    words = [fold(word) for part in array.path.split(".") for word in words_of(part)]
    return next(
        (at for word in reversed(words) for at, name in enumerate(names) if name == word), None
    )


def _is_marks(text: str, grid: Grid, column: int) -> bool:
    cells = [row[column] for row in grid.rows]
    return bool(cells) and all(one is None or _MARK.fullmatch(text, *one) for one in cells)
