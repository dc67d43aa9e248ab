"""The labelled answers beside the ranked ones: hints that say what labels say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile, profile_schema
from nlp.asked.key_field import key_field_of
from nlp.hints import KEPT, FieldHints, Hint, Reason
from nlp.labels.fields import LEAST, Answer, Labelled, label_candidate, read_labelled
from nlp.labels.rows import Rows, read_rows, table_rows
from nlp.labels.value_reading import Reader
from nlp.latest import latest
from nlp.schema import Schema, is_repeated
from nlp.spans import Candidate, Document, Span, holds

_CELLS = re.compile(r"\S(?:[ \t\xa0]{2,}|\t)\S|[\u2500-\u257f]|\.{4,}|^[:,;]|:$")
_UNLABELLED = 0.25
"""What is left of the odds of a field that no label of a form speaks for."""
_EMPTY = 0.04
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


def with_labels(
    labels: Labels,
    schema: Schema,
    profiles: Sequence[FieldProfile],
    hints: Mapping[str, FieldHints],
) -> dict[str, FieldHints]:
    """The hints with what labels say in front."""
    changed = dict(hints)
    for profile in profiles:
        ranked = changed[profile.path]
        answer = labels.answer(profile.path)
        if ranked.weighed:
            continue
        if answer is not None:
            changed[profile.path] = _said(profile, ranked, answer)
        elif not is_repeated(profile.path):
            changed[profile.path] = _unsaid(profile, ranked, labels.labelled)
    for array in schema.walk():
        anchor = key_field_of(array) if array.path in labels.rows else None
        if anchor is not None:
            changed[anchor.path] = _listed(changed[anchor.path], labels.rows[array.path])
    return changed


def _said(profile: FieldProfile, ranked: FieldHints, answer: Answer) -> FieldHints:
    sure = sureness(answer.score)
    if answer.is_constant and not profile.field.is_choice:
        return ranked
    if answer.empty:
        return replace(
            ranked,
            answered=min(ranked.answered, _EMPTY) if profile.field.nullable else ranked.answered,
        )
    if profile.field.is_choice:
        rest = [(value, chance) for value, chance in ranked.choices if value != answer.value]
        total = sum(chance for _, chance in rest) or 1.0
        choices = (
            (answer.value, sure),
            *((value, chance / total * (1 - sure)) for value, chance in rest),
        )
        return replace(ranked, choices=choices, answered=max(ranked.answered, sure))
    first = Hint(label_candidate(answer), sure, (Reason("label", answer.score, 1.0),))
    others = [one for one in ranked.hints if one.candidate.span != (answer.start, answer.end)]
    later = (replace(one, score=one.score * (1 - sure)) for one in others[: KEPT - 1])
    return replace(ranked, hints=(first, *later), answered=max(sure, ranked.answered))


def _unsaid(profile: FieldProfile, ranked: FieldHints, labelled: Labelled) -> FieldHints:
    """A field without a label: what belongs to others is not its own."""
    if profile.lesson is not None and profile.lesson.is_explained and profile.field.nullable:
        ranked = replace(ranked, answered=min(ranked.answered, _EMPTY))
    if not labelled.is_form:
        return ranked
    free = tuple(
        one
        for one in ranked.hints
        if not any(
            one.candidate.start < end and start < one.candidate.end for start, end in labelled.taken
        )
        and (profile.group != "text" or is_one_cell(one.candidate.mention))
    )
    total = sum(one.score for one in free)
    kept = [replace(one, score=one.score / total) for one in free[:KEPT]] if total else ()
    answered = ranked.answered
    if profile.field.nullable and not profile.field.is_choice:  # members stand without labels
        odds = answered / max(1e-6, 1 - answered) * _UNLABELLED
        answered = odds / (1 + odds)
    return replace(ranked, hints=tuple(kept), answered=answered)


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
