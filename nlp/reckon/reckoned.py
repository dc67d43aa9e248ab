"""Every reckoned fact of a text for a schema."""

import datetime
from collections.abc import Mapping, Sequence

from nlp.labels.applied import Labels
from nlp.layout.places import place_of
from nlp.layout.structure import layout
from nlp.reckon.spans_of_time import DayAt, Reckoned, ages, periods, spans
from nlp.reckon.tables import counts, sums
from nlp.schema import JSON, Schema
from nlp.spans import Candidate, Document


def reckoned(
    document: Document, candidates: Sequence[Candidate], schema: Schema, labels: Labels
) -> tuple[Reckoned, ...]:
    """Ages, days between dates, rows counted, columns summed; at most one a field."""
    days = list(_days(document, candidates, labels))
    found = (
        *ages(labels.profiles, days, document.reference),
        *spans(labels.profiles, days),
        *periods(labels.profiles, candidates, labels.labelled.form.pairs),
        *counts(labels.profiles, schema, labels, document.text),
        *sums(labels.profiles, schema, labels, _columns(schema, labels)),
    )
    first: dict[str, Reckoned] = {}
    for one in found:
        first.setdefault(one.path, one)
    return tuple(first.values())


def _days(document: Document, candidates: Sequence[Candidate], labels: Labels) -> "list[DayAt]":
    """The whole dates, each with its own label or else the words before it."""
    page = layout(document)
    pairs = [one for one in labels.labelled.form.pairs if one.form != "title"]
    found: list[DayAt] = []
    for one in candidates:
        timex = one.value.timex if one.value is not None and not one.value.timex_end else None
        try:
            day = datetime.date.fromisoformat((timex or "")[:10])
        except ValueError:
            continue
        own = [pair for pair in pairs if pair.start <= one.start and one.end <= pair.end]
        pair = min(own, key=lambda pair: pair.end - pair.start, default=None)
        where = pair.label if pair is not None else place_of(document, page, one)
        found.append(DayAt(day, one, where, pair is not None))
    return found


def _columns(schema: Schema, labels: Labels) -> Mapping[str, Sequence[float]]:
    """The numbers of the lists of objects that labels read, by schema path."""
    columns: dict[str, list[float]] = {}
    for array in schema.walk():
        rows = labels.rows.get(array.path) if array.kind == "array" else None
        for value in rows.values if rows is not None else ():
            _numbers(value, f"{array.path}.*", columns)
    return columns


def _numbers(value: JSON, path: str, columns: dict[str, list[float]]) -> None:
    if isinstance(value, Mapping):
        for name, below in value.items():
            _numbers(below, f"{path}.{name}", columns)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        columns.setdefault(path, []).append(float(value))
