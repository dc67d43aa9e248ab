"""Lists that ask only for the rows of a table in one state: "puntos que no cumplen"."""

import re
from collections.abc import Mapping
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints, Hint, Reason
from nlp.labels.applied import Labels
from nlp.labels.fields import labelled_mention
from nlp.labels.form_elements import DONE, options_in, unwritten
from nlp.labels.likeness import field_terms_of, likeness
from nlp.labels.row_cells import Row
from nlp.labels.value_reading import Reader
from nlp.match.row_reading import Filling
from nlp.reckon.reckoning_words import pattern_of, told_of
from nlp.reckon.row_states import chosen_rows
from nlp.schema import Field, Schema, is_repeated, join_element
from nlp.spans import Document, Span, meet

_SURE = 0.9
_SEVERAL = 2
"""Ticked boxes of a group that lists what there is; of one that offers a choice one is ticked."""
_ALIKE, _MANY = 0.2, 5
"""How well its label must say the list; so many boxes list what there is, whatever their label says."""
_NUMBER = re.compile(r"\(?(?P<code>\d{1,3}(?:\.\d{1,3})*|[a-zA-Z])(?:[.)]|(?<=\d))\s+(?=\S)")
"""What numbers a row in the cell that names it."""
_NAMES = re.compile(r"[^\W\d_]{3}")


def with_state_rows(
    hints: Mapping[str, FieldHints],
    document: Document,
    schema: Schema,
    reader: Reader,
    labels: Labels,
) -> dict[str, FieldHints]:
    """The hints, those of plain lists that ask for rows in one state the names of just these."""
    changed = dict(hints)
    profiles = {one.path: one for one in labels.profiles}
    for array in schema.walk():
        path = join_element(array.path)
        if array.kind != "array" or is_repeated(array.path) or path not in profiles:
            continue
        rows = (_name_of(row, array, document.text) for row in chosen_rows(array, document))
        spans = _unticked(array, profiles[path], labels, document.text) or filter(None, rows)
        named = [
            (filled.value, labelled_mention(document.text, span))
            for span in spans
            if (filled := reader.given(profiles[path], unwritten("", span, "cell"))) is not None
        ]
        if named:
            found = tuple(
                Hint(one, _SURE, (Reason("state", 1.0, 1.0),), value) for value, one in named
            )
            changed[path] = replace(
                hints[path], hints=found, choices=(), answered=_SURE, weighed=True
            )
    return changed


def _unticked(array: Field, profile: FieldProfile, labels: Labels, text: str) -> list[Span]:
    """The boxes left empty of the group of several ticked ones that a list of what is missing means."""
    missing, pairs = pattern_of("counts_missing"), labels.labelled.form.pairs
    if not missing.search(told_of(array)):
        return []
    if not any(one.form == DONE for one in pairs) and any(
        missing.search(one.label) for one in pairs
    ):
        return []
    terms = field_terms_of(profile)
    best: tuple[float, list[Span]] = (-1.0, [])
    for pair in pairs:
        boxes = options_in(text, pair.start, pair.end)
        left = [(one.start, one.end) for one in boxes if one.text and not one.ticked]
        alike = likeness(terms, pair)
        if not left or (pair.form != DONE and len(boxes) - len(left) < _SEVERAL):
            continue
        if pair.form == DONE or alike >= _ALIKE or len(boxes) >= _MANY:
            best = max(best, (alike, left))
    return best[1]


def kept_rows(array: Field, filling: Filling, document: Document) -> Filling:
    """A reading of a list without the rows that are in no state it asks for."""
    wanted = [row.span for row in chosen_rows(array, document)]
    kept = [
        at for at, span in enumerate(filling.spans) if any(meet(span, other) for other in wanted)
    ]
    if not kept:
        return filling
    told = tuple(filling.told[at] for at in kept)
    return replace(filling, told=told, spans=tuple(filling.spans[at] for at in kept))


def _name_of(row: Row, array: Field, text: str) -> Span | None:
    """The cell that names a row, or what numbers it where a list asks for that."""
    asks_code = pattern_of("asks_code").search(
        f"{array.name.replace('_', ' ')} {array.description}"
    )
    first = row.cells[0].span
    number = _NUMBER.match(text, *first)
    if asks_code is not None:
        return number.span("code") if number is not None else first
    spans = [(number.end(), first[1]) if number is not None else first]
    spans += [one.span for one in row.cells[1:] if one is not row.state]
    return next((one for one in spans if _NAMES.search(text, *one)), None)
