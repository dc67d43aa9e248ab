"""Every reckoned fact of a text for a schema."""

from collections.abc import Mapping, Sequence

from nlp.labels.applied import Labels
from nlp.labels.form_elements import pair_around
from nlp.layout.mention_context import place_of
from nlp.layout.structure import layout
from nlp.reckon.aggregates import column_sums, counts, state_counts
from nlp.reckon.doses import daily_doses
from nlp.reckon.spans_of_time import DayAt, Reckoned, ages, spans
from nlp.schema import JSON, Schema, is_number, join_element, join_path
from nlp.spans import Candidate, Document
from nlp.temporal.timex import day_of


def reckoned(
    document: Document, candidates: Sequence[Candidate], schema: Schema, labels: Labels
) -> tuple[Reckoned, ...]:
    """Ages, days between dates, rows counted, doses of a day, columns summed; at most one a field."""
    days = list(_days(document, candidates, labels))
    found = (
        *ages(labels.profiles, days, document.reference),
        *spans(labels.profiles, days),
        *counts(labels.profiles, schema, labels, document.text),
        *state_counts(labels.profiles, document),
        *daily_doses(labels.profiles, candidates, document.text),
        *column_sums(labels.profiles, labels, candidates, document.text),
    )
    first: dict[str, Reckoned] = {}
    for one in found:
        first.setdefault(one.path, one)
    return tuple(first.values())


def _days(document: Document, candidates: Sequence[Candidate], labels: Labels) -> list[DayAt]:
    """The whole dates, each with its own label or else the words before it."""
    page = layout(document)
    pairs = [one for one in labels.labelled.form.pairs if one.form != "title"]
    found: list[DayAt] = []
    for one in candidates:
        day = day_of(one.timex)
        end = one.value.timex_end if one.value is not None else None
        if day is None or (end and end[:10] != day.isoformat()):
            continue
        pair = pair_around(pairs, one.span)
        where = pair.label if pair is not None else place_of(document, page, one)
        found.append(DayAt(day, one, where, pair is not None))
    return found


def numbers_in(value: JSON, path: str, columns: dict[str, list[float]]) -> None:
    """Collect the numbers of an answer by the schema path of their leaf."""
    if isinstance(value, Mapping):
        for name, below in value.items():
            numbers_in(below, join_path(path, name), columns)
    elif isinstance(value, list | tuple):
        for below in value:
            numbers_in(below, join_element(path), columns)
    elif is_number(value):
        columns.setdefault(path, []).append(float(value))
