"""Lists on forms: rows of tables, labels that come again, bullets, boxes, values with commas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.amount_columns import as_money, elsewhere, is_either, is_number, named_for
from nlp.labels.items import items_of
from nlp.labels.lexicon import label_lexicon
from nlp.labels.likeness import Asked, asked_of, likeness
from nlp.labels.line_items import line_items
from nlp.labels.marks import marked
from nlp.labels.parts import Grid, Pair
from nlp.labels.repeated import repeated_groups
from nlp.labels.segments import Span
from nlp.labels.state import Form
from nlp.labels.values import Reader
from nlp.schema import JSON, Field
from nlp.stems import fold

_LEAST_COLUMN = 0.4
_LEAST_GRID = 0.45
_LEAST_LIST = 0.5
_LEAST_GROUP = 0.5
_SINGLE = 0.75
_MARKED = 0.9


@dataclass(frozen=True, slots=True)
class Rows:
    """The items of a list: their values, the span of each, and how sure they are."""

    path: str
    values: tuple[JSON, ...]
    spans: tuple[Span, ...]
    score: float


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
    leaves = [one for one in item.walk() if one.is_leaf and "*" not in one.path[len(item.path) :]]
    asked = [asked_of(profiles[one.path]) for one in leaves if one.path in profiles]
    if not asked:
        return None
    found = [
        rows
        for rows in (
            *(_grid_rows(array, item, asked, grid, reader) for grid in form.grids),
            *_groups(array, item, asked, form, reader),
            _named_amounts(array, item, asked, form, reader),
        )
        if rows is not None
    ]
    return max(found, key=lambda one: (one.score, len(one.values)), default=None)


def _grid_rows(
    array: Field, item: Field, asked: Sequence[Asked], grid: Grid, reader: Reader
) -> Rows | None:
    """The rows of a table whose columns say what the items' fields ask for."""
    text = reader.text

    def read(one: Asked, cell: Span) -> JSON:
        return _cell(one, cell, reader)

    scored = []
    own: set[int] = set()
    for at, one in enumerate(asked):
        for column, head in enumerate(grid.header):
            pair = Pair(text[slice(*head)], *head, *head, "cell", (grid.title,))
            alike = likeness(one, pair)
            cells = [row[column] for row in grid.rows if row[column] is not None]
            fits = [_cell(one, cell, reader) for cell in cells if cell is not None]
            fit = sum(value is not None for value in fits) / max(1, len(fits))
            claimed = named_for(array, one, pair)
            alike = max(alike, claimed)
            if claimed:
                own.add(column)
            if is_number(one) and is_either(one):
                alike = as_money(alike, [text[slice(*cell)] for cell in cells if cell is not None])
            if alike >= _LEAST_COLUMN and fit >= (0.3 if claimed else 0.5):
                scored.append((alike * fit, at, column))
    columns: dict[int, int] = {}
    total = 0.0
    for alike, at, column in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if at not in columns and column not in columns.values():
            columns[at] = column
            total += alike
    _leftover(asked, grid, reader, columns)
    score = total / len(asked)
    if score < _LEAST_GRID or (len(asked) > 1 and len(columns) < 2):
        return None
    values, spans = [], []
    for row in grid.rows:
        if _sums_up(text, row):
            continue
        filled = {
            asked[at].profile.path: _cell(asked[at], cell, reader)
            if (cell := row[column])
            else None
            for at, column in columns.items()
        }
        if any(row[column] is None for column in columns.values() if column in own):
            continue
        worded = [at for at, one in enumerate(asked) if at in columns and not is_number(one)]
        if worded and all(row[columns[at]] is None for at in worded):
            continue
        elsewhere(asked, grid, row, columns, filled, reader.text, read)
        if sum(value is not None for value in filled.values()) * 2 < len(filled):
            continue
        values.append(built(item, filled))
        named = [cell for cell in row if cell is not None]
        spans.append((named[0][0], named[-1][1]))
    return Rows(array.path, tuple(values), tuple(spans), min(1.0, score)) if values else None


def _leftover(asked: Sequence[Asked], grid: Grid, reader: Reader, columns: dict[int, int]) -> None:
    """A field without a column takes the one column left that suits it, if it is text."""
    free = [one for one in range(len(grid.header)) if one not in columns.values()]
    for at, one in enumerate(asked):
        if at in columns or one.profile.field.nullable:
            continue
        for column in free:
            cells = [row[column] for row in grid.rows if row[column] is not None]
            wordy = sum(reader.text[slice(*cell)][:1].isalpha() for cell in cells if cell)
            fits = [_cell(one, cell, reader) for cell in cells if cell is not None]
            good = fits and all(value is not None for value in fits)
            if one.profile.field.kind == "string" and 2 * wordy < len(cells):
                good = False
            if good and column not in columns.values():
                columns[at] = column
                break


def _cell(one: Asked, cell: Span, reader: Reader) -> JSON:
    if reader.is_empty(*cell):
        return None
    filled = reader.read(one.profile, Pair("", cell[0], cell[0], *cell, "cell"))
    return None if filled is None or filled.fit < 0.3 else filled.value


def _sums_up(text: str, row: Sequence[Span | None]) -> bool:
    totals = label_lexicon().totals
    for cell in row:
        if cell is None:
            continue
        words = fold(text[slice(*cell)]).strip("*_ .:").split()
        if words and words[0].strip(".:") in totals:
            return True
    return sum(cell is not None for cell in row) < 2 <= len(row) - 1


def built(field: Field, filled: dict[str, JSON]) -> JSON:
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


def _groups(
    array: Field, item: Field, asked: Sequence[Asked], form: Form, reader: Reader
) -> Iterator[Rows]:
    """Labels that come again, and lines of one shape."""

    def build(filled: dict[str, JSON]) -> JSON:
        return built(item, filled)

    yield from (
        Rows(array.path, group.values, group.spans, group.score)
        for source in (repeated_groups, line_items)
        for group in source(array, asked, form, reader, build)
    )


def _named_amounts(
    array: Field, item: Field, asked: Sequence[Asked], form: Form, reader: Reader
) -> Rows | None:
    """Lines of a name and an amount below a title that names the list."""
    texts = [one for one in asked if one.profile.field.kind == "string"]
    numbers = [one for one in asked if one.profile.field.kind in {"integer", "number"}]
    if len(texts) != 1 or len(numbers) != 1 or len(asked) != 2:
        return None
    listing = asked_of(
        replace(
            texts[0].profile,
            field=replace(texts[0].profile.field, name="", description="", title=""),
        )
    )
    best: tuple[float, list[Pair]] = (0.0, [])
    for title, pairs in _under_titles(form):
        alike = likeness(listing, Pair(title, 0, 0, 0, 0, "title"))
        if alike > best[0]:
            best = (alike, pairs)
    if best[0] < _LEAST_LIST or not best[1]:
        return None
    values, spans = [], []
    for pair in best[1]:
        if fold(pair.label).split()[0] in label_lexicon().totals or reader.is_empty(
            pair.start, pair.end
        ):
            continue
        filled = reader.read(numbers[0].profile, pair)
        if filled is not None:
            named = {texts[0].profile.path: pair.label, numbers[0].profile.path: filled.value}
            values.append(built(item, named))
            spans.append((pair.label_start, pair.label_end))
    return Rows(array.path, tuple(values), tuple(spans), 0.9 * best[0]) if values else None


def _under_titles(form: Form) -> Iterator[tuple[str, list[Pair]]]:
    groups: dict[str, list[Pair]] = {}
    for pair in form.pairs:
        if pair.form in {"row", "dots", "colon"} and pair.sections:
            groups.setdefault(pair.sections[0], []).append(pair)
    yield from groups.items()


def _values(array: Field, profile: FieldProfile, form: Form, reader: Reader) -> Rows | None:
    """The values behind or below a label that names the list."""
    asked = asked_of(profile)
    if not asked.names:
        return None
    crossed = marked(array, asked, form, reader.text)
    if crossed is not None:
        said = tuple(reader.text[start:end] for start, end in crossed)
        return Rows(array.path, said, crossed, _MARKED)
    best: tuple[float, Pair | None] = (0.0, None)
    for one in form.pairs:
        if one.form in {"cell", "code", "box", "percent", "title", "part", "head"}:
            continue
        alike = likeness(asked, one)
        if alike > best[0]:
            best = (alike, one)
    score, pair = best
    column = _column(array, asked, form, reader)
    if pair is None or score < _LEAST_LIST or (column is not None and column.score > score):
        return column
    again = [one for one in form.pairs if one.label == pair.label and one.form == pair.form]
    if len(again) > 1:
        return _repeated(array, profile, again, score, reader)
    if reader.is_empty(pair.start, pair.end):
        return Rows(array.path, (), (), score)
    spans = list(items_of(pair, reader.text))
    values = []
    for start, end in spans:
        filled = reader.read(profile, replace(pair, start=start, end=end))
        values.append(None if filled is None else filled.value)
    kept = [(value, span) for value, span in zip(values, spans, strict=True) if value is not None]
    return Rows(array.path, tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _repeated(
    array: Field, profile: FieldProfile, pairs: Sequence[Pair], score: float, reader: Reader
) -> Rows:
    """One label that comes again and again: each time one item."""
    told = [one for one in pairs if not reader.is_empty(one.start, one.end)]
    read = [(reader.read(profile, one), one) for one in told]
    kept = [(filled.value, (one.start, one.end)) for filled, one in read if filled is not None]
    return Rows(array.path, tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _column(array: Field, asked: Asked, form: Form, reader: Reader) -> Rows | None:
    found = [
        _grid_rows(array, array.item, [asked], grid, reader) for grid in form.grids if array.item
    ]
    kept = [one for one in found if one is not None]
    return max(kept, key=lambda one: one.score, default=None)
