"""What the labels of a text say of a schema, beside the ranked hints."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile, profile_schema
from nlp.asked.key_field import key_field_of
from nlp.hints import FieldHints, Hint
from nlp.labels.fields import LEAST, Answer, Labelled, read_labelled
from nlp.labels.rows import Rows, read_rows, table_rows
from nlp.labels.value_reading import Reader
from nlp.latest import latest
from nlp.schema import Schema, is_repeated
from nlp.spans import Candidate, Document, Span, holds

_CELLS = re.compile(r"\S(?:[ \t\xa0]{2,}|\t)\S|[\u2500-\u257f]|\.{4,}|^[:,;]|:$")
_LEAST_PROSE = 0.58
"""In running text a label must say more of what the field says."""
_BELOW = 0.02


@dataclass(frozen=True, slots=True)
class Labels:
    """What labels say of a schema: answers by path, and the lists."""

    labelled: Labelled
    rows: Mapping[str, Rows]
    tables: Mapping[str, Sequence[Span]]
    """Of the lists that have no such rows, those of the table whose heads say what the items ask for."""
    profiles: tuple[FieldProfile, ...] = ()

    def answer(self, path: str) -> Answer | None:
        """The labelled answer to a field, if it is likelier right than wrong."""
        found = self.labelled.answers.get(path)
        if found is None:
            return None
        return found if found.score >= (LEAST if self.labelled.is_form else _LEAST_PROSE) else None

    def answers_surely(self, path: str, least: float) -> bool:
        """Whether a label has a value for a field, by a score of at least so much."""
        found = self.labelled.answers.get(path)
        return found is not None and found.score >= least and found.value is not None


@latest(8)
def read_labels(document: Document, candidates: Sequence[Candidate], schema: Schema) -> Labels:
    """What the labels of a text say of a schema; asked again, the same reading."""
    every = profile_schema(schema)
    if schema.lessons:
        every = tuple(replace(one, lesson=schema.lessons.get(one.path)) for one in every)
    labelled = read_labelled(document, candidates, every)
    reader = Reader(document.text, candidates)
    profiles = {one.path: one for one in every}
    rows: dict[str, Rows] = {}
    tables: dict[str, Sequence[Span]] = {}
    for array in schema.walk():
        if array.kind == "array" and not is_repeated(array.path):
            found_rows = read_rows(array, profiles, labelled.form, reader)
            if found_rows is not None:
                rows[array.path] = found_rows
            else:
                tables[array.path] = table_rows(array, profiles, labelled.form, document.text)
    return Labels(labelled, rows, tables, every)


def sureness(score: float) -> float:
    """How often an answer of such a score is right."""
    return min(0.98, max(0.05, 0.2 + 0.8 * score))


def with_rows(
    labels: Labels, schema: Schema, hints: Mapping[str, FieldHints]
) -> dict[str, FieldHints]:
    """The hints, those of lists whose rows labels read drawn to these rows."""
    changed = dict(hints)
    for array in schema.walk():
        key = key_field_of(array) if array.path in labels.rows else None
        if key is not None:
            changed[key.path] = _listed(changed[key.path], labels.rows[array.path])
    return changed


def is_one_cell(mention: str) -> bool:
    """Whether a mention says something and lies in one cell of its line."""
    return any(map(str.isalnum, mention)) and _CELLS.search(mention) is None


def _listed(ranked: FieldHints, rows: Rows) -> FieldHints:
    sure = sureness(rows.score)
    if not rows.values:
        return replace(ranked, answered=min(ranked.answered, 1 - sure))
    inside = tuple(
        Hint(one.candidate, max(one.score, sure), one.reasons)
        if any(holds(span, one.candidate.span) for span in rows.spans)
        else replace(one, score=min(one.score, _BELOW))
        for one in ranked.hints
    )
    return replace(
        ranked,
        hints=tuple(sorted(inside, key=lambda one: -one.score)),
        answered=max(ranked.answered, sure),
    )
