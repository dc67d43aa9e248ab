"""Lists on forms: rows and columns of tables, bullets, boxes, values with commas."""

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
_LEAST_COLUMN = 0.4
_LEAST_GRID = 0.45
_FIGURES, _WORDY = 0.3, 0.3
"""What is left of a likeness where a column of figures would answer a field that asks for words."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The items of a list: their values, the span of each, and how sure they are."""

    values: tuple[JSON, ...]
    spans: tuple[Span, ...]
    score: float
    told: tuple[Mapping[str, JSON], ...] = ()
    """Of objects, what the form says of each leaf; the rest of each value is left empty."""
    denied: bool = False
    """Whether words say that there are none: "Alergias: niega"."""


def read_rows(
    array: Field, profiles: dict[str, FieldProfile], form: Form, reader: Reader
) -> Rows | None:
    """The items of a list, where the form has them in rows or behind a label."""
    item = array.item
    if item is None:
        return None
    if item.is_leaf:
        profile = profiles.get(item.path)
        return None if profile is None else _values(array, profile, form, reader)
    leaves = item.single_leaves()
    asked = [field_terms_of(profiles[one.path]) for one in leaves if one.path in profiles]
    if not asked:
        return None
    return _of_grids(item, asked, form, reader)


def _of_grids(item: Field, asked: Sequence[FieldTerms], form: Form, reader: Reader) -> Rows | None:
    """The rows of the table that tells the list best."""
    found = [_grid_rows(item, asked, grid, reader) for grid in form.grids]
    kept = [one for one in found if one is not None]
    return max(kept, key=lambda one: (one.score, len(one.values)), default=None)


def _values(array: Field, profile: FieldProfile, form: Form, reader: Reader) -> Rows | None:
    """The values behind or below a label that names the list, or behind each of several alike."""
    asked = field_terms_of(profile)
    if not asked.names or array.item is None:
        return None
    alike = ((likeness(asked, one), one) for one in form.pairs if one.form not in NO_LIST)
    score, pair = max(alike, key=lambda one: one[0], default=(0.0, None))
    if pair is None or score < _LEAST_LIST:
        return _of_grids(array.item, [asked], form, reader)
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


def _grid_rows(item: Field, asked: Sequence[FieldTerms], grid: Grid, reader: Reader) -> Rows | None:
    """The rows of a table whose columns say what the items' fields ask for."""
    text = reader.text
    scored = []
    full = shorthand_of(one.profile for one in asked)
    for at, one in enumerate(asked):
        for column, head in enumerate(grid.header):
            pair = pair_of(text, head, head, "cell", (grid.title,))
            alike = likeness(one, replace(pair, label=full(pair.label)))
            cells = [cell for row in grid.rows if (cell := row[column])]
            fit = sum(_cell(one, cell, reader) is not None for cell in cells) / max(1, len(cells))
            figures = cells and not any(
                map(str.isalpha, "".join(text[slice(*one)] for one in cells))
            )
            if figures and not _may_be_figures(one):
                alike *= _FIGURES
            if alike >= _LEAST_COLUMN and fit >= 0.5:
                scored.append((alike * fit, at, column))
    columns: dict[int, int] = {}
    total = 0.0
    for alike, at, column in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if at not in columns and column not in columns.values():
            columns[at] = column
            total += alike
    _other_ends(asked, scored, columns)
    copied = [at for at, one in enumerate(asked) if at in columns or not _judged(one)]
    score = total / max(1, len(copied))
    if score < _LEAST_GRID or (len(asked) > 1 and len(columns) < 2):
        return None
    worded = [column for at, column in columns.items() if asked[at].profile.group != "number"]
    told, spans = [], []
    for row in grid.rows:
        if _sums_up(text, row):
            continue
        filled = {
            asked[at].profile.path: _cell(asked[at], row[column], reader)
            for at, column in columns.items()
        }
        if worded and all(row[column] is None for column in worded):
            continue
        if sum(value is not None for value in filled.values()) * 2 < len(filled):
            continue
        told.append(filled)
        named = [cell for cell in row if cell is not None]
        spans.append((named[0][0], named[-1][1]))
    values = tuple(built(item, one) for one in told)
    return Rows(values, tuple(spans), min(1.0, score), tuple(told)) if told else None


def _judged(one: FieldTerms) -> bool:
    """Whether a table may leave a field without a column: it is judged, or need not be said."""
    return one.profile.field.is_choice or one.profile.field.nullable


def _may_be_figures(one: FieldTerms) -> bool:
    profile = one.profile
    plain = profile.field.kind == "string" and profile.group == "text" and profile.form is None
    return not plain or asks_number_of(profile) or profile.asks("text", "title", "term") < _WORDY


def _other_ends(
    asked: Sequence[FieldTerms], scored: Sequence[tuple[float, int, int]], columns: dict[int, int]
) -> None:
    """The upper end of a range shares the column of the lower one: "12,0 - 16,0"."""
    for _, at, column in sorted(scored, reverse=True):
        edge = asked[at].profile.edge
        shared = [other for other, there in columns.items() if there == column]
        if at not in columns and edge and any(asked[one].profile.edge == -edge for one in shared):
            columns[at] = column


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


def built(field: Field, filled: Mapping[str, JSON]) -> JSON:
    """An object of the values of its leaves; what no column gives is left empty."""
    if field.kind == "object":
        return {child.name: built(child, filled) for child in field.fields}
    if field.kind == "array":
        return []
    value = filled.get(field.path)
    if value is not None or field.nullable:
        return value
    if field.has_default:
        return field.default
    if field.kind == "enum" and field.enum:
        return next((one for one in field.enum if str(one).lower() == "normal"), field.enum[0])
    return {"string": "", "integer": 0, "number": 0, "boolean": False}.get(field.kind)
