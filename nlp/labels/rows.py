"""Lists on forms: rows of tables, labels that come again, bullets, boxes, values with commas."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import Pair, options_in
from nlp.labels.grid_rows import Rows, grid_rows, rows_of
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms, field_terms_of, likeness
from nlp.labels.repeated import repeated_groups, unnumbered_label
from nlp.labels.state import Form
from nlp.labels.value_reading import Reader
from nlp.schema import Field
from nlp.stems import fold

_LEAST_LIST = 0.5
_LEAST_GROUP = 0.5
_SINGLE = 0.75


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
    asked = [field_terms_of(profiles[one.path]) for one in leaves if one.path in profiles]
    if not asked:
        return None
    found = [
        rows
        for rows in (
            *(grid_rows(array, item, asked, grid, reader) for grid in form.grids),
            *_groups(array, item, asked, form, reader),
        )
        if rows is not None
    ]
    return max(found, key=lambda one: (one.score, len(one.values)), default=None)


def _groups(
    array: Field, item: Field, asked: Sequence[FieldTerms], form: Form, reader: Reader
) -> Iterator[Rows]:
    """Labels that come again."""
    yield from (
        rows_of(array, item, group.told, group.spans, group.score)
        for group in repeated_groups(array, asked, form, reader)
    )


def _values(array: Field, profile: FieldProfile, form: Form, reader: Reader) -> Rows | None:
    """The values behind or below a label that names the list."""
    asked = field_terms_of(profile)
    if not asked.names:
        return None
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
    plain = unnumbered_label(pair.label)
    again = [
        one for one in form.pairs if unnumbered_label(one.label) == plain and one.form == pair.form
    ]
    if len(again) > 1:
        return _repeated(array, profile, again, score, reader)
    if reader.is_empty(pair.start, pair.end):
        return Rows(array.path, (), (), score)
    pair = _told_behind(pair, form, reader)
    spans = list(items_of(pair, reader.text))
    values = []
    for start, end in spans:
        filled = reader.read(profile, replace(pair, start=start, end=end))
        values.append(None if filled is None else filled.value)
    kept = [(value, span) for value, span in zip(values, spans, strict=True) if value is not None]
    return Rows(array.path, tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _told_behind(pair: Pair, form: Form, reader: Reader) -> Pair:
    """For a label that is answered with yes or no, the label behind it that asks which."""
    yes = [one.text for one in options_in(reader.text, pair.start, pair.end) if one.ticked]
    said = fold(yes[0] if yes else reader.text[pair.start : pair.end]).strip(" .")
    if said not in label_lexicon().affirmative:
        return pair
    after = [one for one in form.pairs if one.label_start >= pair.end]
    first = fold(after[0].label).split()[0] if after else ""
    return after[0] if first in label_lexicon().which else pair


def _repeated(
    array: Field, profile: FieldProfile, pairs: Sequence[Pair], score: float, reader: Reader
) -> Rows:
    """One label that comes again and again: each time one item."""
    told = [one for one in pairs if not reader.is_empty(one.start, one.end)]
    read = [(reader.read(profile, one), one) for one in told]
    kept = [(filled.value, (one.start, one.end)) for filled, one in read if filled is not None]
    return Rows(array.path, tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _column(array: Field, asked: FieldTerms, form: Form, reader: Reader) -> Rows | None:
    found = [
        grid_rows(array, array.item, [asked], grid, reader) for grid in form.grids if array.item
    ]
    kept = [one for one in found if one is not None]
    return max(kept, key=lambda one: one.score, default=None)
