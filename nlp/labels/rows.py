"""Lists on forms: rows and columns of tables, bullets, boxes, values with commas."""

import re
from collections.abc import Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import NO_LIST
from nlp.labels.grid_rows import Rows, grid_rows
from nlp.labels.items import items_of
from nlp.labels.likeness import FieldTerms, field_terms_of, likeness
from nlp.labels.state import Form
from nlp.labels.value_reading import Reader
from nlp.schema import Field

_LEAST_LIST = 0.5
_NUMBER = re.compile(r"\s*\(?(?:n\.?\s?[ºo°]\.?\s?)?\d{1,3}\)?[.:]?$")


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
    found = [grid_rows(item, asked, grid, reader) for grid in form.grids]
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
    told = [one for one in told if not reader.gives_none(profile, one)]
    read = [(reader.read(profile, one), (one.start, one.end)) for one in told]
    kept = [(one.value, span) for one, span in read if one is not None and one.value is not None]
    return Rows(tuple(v for v, _ in kept), tuple(s for _, s in kept), score)


def _unnumbered(label: str) -> str:
    """A label without the number of the object it belongs to: "Teléfono 2"."""
    return _NUMBER.sub("", label)
