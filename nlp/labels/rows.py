"""Lists on forms: the column of a table, bullets, boxes, values with commas; rows of a table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import NO_LIST, Grid, pair_of, unwritten
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms, asks_number_of, field_terms_of, likeness
from nlp.labels.state import Form
from nlp.labels.value_reading import Reader
from nlp.labels.written_out import shorthand_of
from nlp.schema import JSON, Field
from nlp.spans import Span

_LEAST_LIST = 0.5
_NUMBER = re.compile(r"\s*\(?(?:n\.?\s?[ºo°]\.?\s?)?\d{1,3}\)?[.:]?$")
_LEAST_COLUMN = 0.45
_LEAST_CELLS = 0.5
"""The share of a column's cells that must say what the field asks for."""
_FIGURES, _WORDY = 0.3, 0.3
"""What is left of a likeness where a column of figures would answer a field that asks for words."""
_LEAST_HEADS = 2


@dataclass(frozen=True, slots=True)
class Rows:
    """The items of a list: their values, the span of each, and how sure they are."""

    values: tuple[JSON, ...]
    spans: tuple[Span, ...]
    score: float
    denied: bool = False
    """Whether words say that there are none: "Alergias: niega"."""


def read_rows(
    array: Field, profiles: Mapping[str, FieldProfile], form: Form, reader: Reader
) -> Rows | None:
    """The items of a list of plain values, in the column of a table or behind a label."""
    profile = profiles.get(array.item.path) if array.item is not None else None
    if profile is None:
        return None
    asked = field_terms_of(profile)
    if not asked.names:
        return None
    alike = ((likeness(asked, one), one) for one in form.pairs if one.form not in NO_LIST)
    score, pair = max(alike, key=lambda one: one[0], default=(0.0, None))
    if pair is None or score < _LEAST_LIST:
        columns = (_column(asked, grid, reader) for grid in form.grids)
        found = (one for one in columns if one is not None)
        return max(found, key=lambda one: (one.score, len(one.values)), default=None)
    plain = _unnumbered(pair.label)
    told = [one for one in form.pairs if _unnumbered(one.label) == plain and one.form == pair.form]
    if len(told) == 1:
        if reader.gives_none(profile, pair):
            return Rows((), (), score, denied=not pair.is_empty)
        spans = items_of(pair, reader.text)
        told = [replace(pair, start=start, end=end) for start, end in spans]
    read = [(reader.given(profile, one), (one.start, one.end)) for one in told]
    kept = [(one.value, span) for one, span in read if one is not None and one.value is not None]
    return Rows(tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _unnumbered(label: str) -> str:
    """A label without the number of the object it belongs to: "Teléfono 2"."""
    return _NUMBER.sub("", label)


def _column(asked: FieldTerms, grid: Grid, reader: Reader) -> Rows | None:
    """The cells of the column whose head says what the items ask for."""
    text = reader.text
    full = shorthand_of([asked.profile])
    best, score = 0, 0.0
    for column, head in enumerate(grid.header):
        pair = pair_of(text, head, head, "cell", (grid.title,))
        alike = likeness(asked, replace(pair, label=full(pair.label)))
        cells = [cell for row in grid.rows if (cell := row[column])]
        fit = sum(_cell(asked, cell, reader) is not None for cell in cells) / max(1, len(cells))
        letters = any(map(str.isalpha, "".join(text[slice(*one)] for one in cells)))
        if cells and not letters and not _may_be_figures(asked):
            alike *= _FIGURES
        if fit >= _LEAST_CELLS and alike * fit > score:
            best, score = column, alike * fit
    if score < _LEAST_COLUMN:
        return None
    read = [(_cell(asked, row[best], reader), row) for row in grid.rows if not _sums_up(text, row)]
    kept = [(value, _span_of(row)) for value, row in read if value is not None]
    values, spans = tuple(value for value, _ in kept), tuple(span for _, span in kept)
    return Rows(values, spans, min(1.0, score)) if kept else None


def table_rows(
    array: Field, profiles: Mapping[str, FieldProfile], form: Form, text: str
) -> tuple[Span, ...]:
    """The rows of the table whose heads say what most fields of a list's objects ask for."""
    leaves = array.item.single_leaves() if array.item is not None else ()
    asked = [field_terms_of(profiles[one.path]) for one in leaves if one.path in profiles]
    least = max(min(_LEAST_HEADS, len(asked)), len(asked) / 2)

    def named(grid: Grid) -> int:
        heads = [pair_of(text, head, head, "cell", (grid.title,)) for head in grid.header]
        return sum(any(likeness(one, head) >= _LEAST_COLUMN for head in heads) for one in asked)

    grids = ((named(grid), grid) for grid in form.grids if asked)
    most, best = max(grids, key=lambda one: one[0], default=(0, None))
    if best is None or most < least:
        return ()
    return tuple(_span_of(row) for row in best.rows if not _sums_up(text, row))


def _span_of(row: Sequence[Span | None]) -> Span:
    cells = [cell for cell in row if cell is not None]
    return cells[0][0], cells[-1][1]


def _may_be_figures(one: FieldTerms) -> bool:
    profile = one.profile
    plain = profile.field.kind == "string" and profile.group == "text" and profile.form is None
    return not plain or asks_number_of(profile) or profile.asks("text", "title", "term") < _WORDY


def _cell(one: FieldTerms, cell: Span | None, reader: Reader) -> JSON:
    if cell is None:
        return None
    filled = reader.given(one.profile, unwritten("", cell, "cell"))
    return None if filled is None else filled.value


def opens_total(text: str, row: Sequence[Span | None]) -> bool:
    """Whether a cell of a row begins what sums up the rows above it."""
    return any(label_lexicon().opens_total(text[slice(*cell)]) for cell in row if cell is not None)


def above_total(text: str, grid: Grid) -> list[tuple[Span | None, ...]]:
    """The rows of a table down to one that sums up those above it."""
    return list(takewhile(lambda row: not opens_total(text, row), grid.rows))


def _sums_up(text: str, row: Sequence[Span | None]) -> bool:
    return opens_total(text, row) or sum(cell is not None for cell in row) < 2 <= len(row) - 1
