"""Rows counted and columns summed, where a field asks for the number or the sum of a list."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import rounded
from nlp.labels.applied import Labels, sureness
from nlp.labels.form_elements import Grid, column_of
from nlp.labels.likeness import covered
from nlp.labels.rows import above_total
from nlp.labels.terms import label_terms
from nlp.reckon.reckoning_words import named, says, words
from nlp.reckon.row_states import counted_rows
from nlp.reckon.spans_of_time import Reckoned
from nlp.schema import Field, Schema, is_repeated
from nlp.spans import Candidate, Document, Number, Span, holds
from nlp.stems import fold, spanish_stem, words_of

_COUNTED = frozenset({"NUMBER", "MONEY", "QUANTITY", "PERCENT"})
_NAMED = 0.6
"""The share of a column's head that a field's words must say to ask for its sum."""
_OF_COLUMNS = frozenset({"columns", "cell"})
_SHOWN = 6
"""Numbers of a sum that its reckoning tells."""
_BEGINNING = 24
"""Characters of a row that tell of it."""
_SURE = 0.68
_LEAST = 2
_MONEY = 0.3


def counts(
    profiles: Sequence[FieldProfile], schema: Schema, labels: Labels, text: str
) -> Iterator[Reckoned]:
    """How many rows a list has, for a field named for the number of just these."""
    for array in schema.walk():
        if array.kind != "array" or is_repeated(array.path):
            continue
        nouns = _stems(array.name)
        asking = [
            one
            for one in _numbers(profiles)
            if says(named(one.field), words("counts")) and nouns & _stems(one.field.name)
        ]
        spans = _rows_of(array, labels)
        if len(asking) == 1 and len(spans) >= _LEAST:
            yield _counted(asking[0], spans, text)


def _rows_of(array: Field, labels: Labels) -> Sequence[Span]:
    """The rows of a list of plain values that labels read surely, of one of objects its table's."""
    if array.item is not None and not array.item.is_leaf:
        return labels.tables.get(array.path, ())
    rows = labels.rows.get(array.path)
    return rows.spans if rows is not None and sureness(rows.score) >= _SURE else ()


def state_counts(profiles: Sequence[FieldProfile], document: Document) -> Iterator[Reckoned]:
    """How many rows are in the state that a field counts."""
    for one in _numbers(profiles):
        if one.field.kind == "integer" and one.unit is None:
            spans = [row.span for row in counted_rows(one.field, document)]
            if spans:
                yield _counted(one, spans, document.text)


def _counted(profile: FieldProfile, spans: Sequence[Span], text: str) -> Reckoned:
    first, last = (text[slice(*one)] for one in (spans[0], spans[-1]))
    return Reckoned(profile.path, len(spans), spans[0], count_written(first, last))


def count_written(first: str, last: str) -> str:
    """A number of rows as its reckoning tells it: how the first and the last of them begin."""
    return " … ".join(" ".join(one.split())[:_BEGINNING] for one in (first, last))


def sums_of(columns: Mapping[str, Sequence[float]], labels: Labels) -> dict[str, Number]:
    """The sums of leaves of lists that fields ask for and no label gives, by path of the field.

    ``columns`` are the numbers of each leaf of a list, in the order of its rows.
    """
    leaves = [one for one in labels.profiles if len(columns.get(one.path, ())) >= _LEAST]
    found: dict[str, Number] = {}
    for one in _numbers(labels.profiles):
        if not _asks_sum(one) or labels.answer(one.path) is not None:
            continue
        fitting = [(_likeness(one, leaf), leaf) for leaf in leaves]
        best = max((share for share, _ in fitting), default=0)
        chosen = [leaf for share, leaf in fitting if share == best]
        if not best:
            chosen = [leaf for leaf in chosen if one.asks("money") > _MONEY < leaf.asks("money")]
        if len(chosen) == 1:
            found[one.path] = total_of(columns[chosen[0].path])
    return found


def column_sums(
    profiles: Sequence[FieldProfile], labels: Labels, candidates: Sequence[Candidate], text: str
) -> Iterator[Reckoned]:
    """The sums of columns of tables, for fields that ask for the sum of what one head says."""
    asking = [one for one in _numbers(profiles) if _asks_sum(one) and not is_labelled(one, labels)]
    columns = list(_columns(labels.labelled.form.grids, candidates, text)) if asking else []
    terms = {one.profile.path: one.all for one in labels.labelled.asked}
    for one in asking if columns else ():
        shares = [_head_share(column.head, terms.get(one.path, {})) for column in columns]
        best = max(shares)
        chosen = [column for column, share in zip(columns, shares, strict=True) if share == best]
        if len(chosen) > 1:
            told = _stems(one.field.description)
            chosen = [column for column in chosen if _stems(column.head) & told]
        if best >= _NAMED and len(chosen) == 1:
            numbers, first = chosen[0].numbers, chosen[0].first
            total = rounded(total_of(numbers), one.field)
            yield Reckoned(one.path, total, first, sum_written(numbers), numbers)


def sum_written(numbers: Sequence[float]) -> str:
    """A sum as its reckoning tells it, the first numbers of it."""
    said = " + ".join(f"{one:g}" for one in numbers[:_SHOWN])
    return f"{said} + …" if len(numbers) > _SHOWN else said


def is_labelled(profile: FieldProfile, labels: Labels) -> bool:
    """Whether a label answers a field; a cell of a column answers none that asks for its sum.

    Nor does a label whose value is left blank, where the field must have one.
    """
    answer = labels.answer(profile.path)
    if answer is not None and answer.empty and not profile.field.nullable and _asks_sum(profile):
        return False
    if answer is None or answer.number is None or not _asks_sum(profile):
        return answer is not None
    pairs = labels.labelled.pairs
    pair = pairs[answer.number]
    alike = sum((one.label, one.form) == (pair.label, pair.form) for one in pairs)
    is_one_cell = pair.form in _OF_COLUMNS and alike > 1
    return not is_one_cell or says(f"{pair.label} {pair.row}", words("sums"))


def _head_share(head: str, asked: dict[str, float]) -> float:
    """How much of the head of a column, the words for sums apart, a field's words say."""
    terms = [term for term in label_terms(head) if not says(term.word, words("sums"))]
    said, whole = covered(terms, asked)
    return said / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class _Column:
    """The numbers of a table's column, totals apart, and its head."""

    head: str
    numbers: tuple[float, ...]
    first: Span


def _columns(
    grids: Sequence[Grid], candidates: Sequence[Candidate], text: str
) -> Iterator[_Column]:
    numbers = [
        (one.span, float(one.value.number))
        for one in candidates
        if one.value is not None and one.value.number is not None and one.label in _COUNTED
    ]
    for grid in grids:
        rows = above_total(text, grid)
        for at, head in enumerate(grid.header):
            cells = column_of(rows, at)
            found = [_number_in(cell, numbers) for cell in cells]
            kept = tuple(one for one in found if one is not None)
            if len(kept) > _LEAST and math.isclose(kept[-1], sum(kept[:-1]), abs_tol=0.005):
                kept, found = kept[:-1], found[:-1]  # the total, by whatever name
            if len(kept) >= _LEAST and len(kept) == len(found):
                yield _Column(text[slice(*head)], kept, cells[0])


def _number_in(cell: Span, numbers: Sequence[tuple[Span, float]]) -> float | None:
    """The number of a cell that has one."""
    inside = [(span, number) for span, number in numbers if holds(cell, span)]
    widest = [
        number
        for span, number in inside
        if not any(other != span and holds(other, span) for other, _ in inside)
    ]
    return widest[0] if len(set(widest)) == 1 else None


def total_of(numbers: Sequence[float]) -> Number:
    """The sum, whole where it is, without the noise of binary fractions."""
    total = float(f"{sum(numbers):.12g}")
    return int(total) if total.is_integer() else total


def _asks_sum(profile: FieldProfile) -> bool:
    """Whether a field is named for a sum, or its description begins with the word."""
    opening = " ".join(profile.field.description.split()[:1])
    return says(f"{named(profile.field)} {opening}", words("sums"))


def _likeness(profile: FieldProfile, leaf: FieldProfile) -> int:
    """How many words a field has of a leaf of a list and of the list; a unit in common is one."""
    told = f"{profile.field.name} {profile.field.description}"
    array = next(one for one in leaf.parents[::-1] if one.kind == "array")
    shared = _stems(told) & (_stems(leaf.field.name) | _stems(array.name))
    return len(shared) + (profile.unit is not None and profile.unit == leaf.unit)


def _numbers(profiles: Sequence[FieldProfile]) -> list[FieldProfile]:
    return [one for one in profiles if one.group == "number" and not is_repeated(one.path)]


def _stems(name: str) -> set[str]:
    skipped = (*words("counts"), *words("sums"))
    return {
        spanish_stem(fold(word))
        for word in words_of(name)
        if len(word) > 3 and not says(word, skipped)
    }
