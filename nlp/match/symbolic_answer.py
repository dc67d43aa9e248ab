"""An answer to a whole schema from the ranked candidates alone, without a model."""

from collections.abc import Collection, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.asked.rendering import answer_value
from nlp.hints import FieldHints
from nlp.labels.boxes import boxed_flag, boxed_members
from nlp.labels.fields import label_candidate
from nlp.match.boosted import kind_of
from nlp.match.closed_sets import Choices
from nlp.match.expected import most_shared
from nlp.match.item_fields import window_of
from nlp.match.list_items import best_set
from nlp.match.object_values import (
    MEMBER_CHOSEN,
    Task,
    filled_rows,
    is_written,
    member_records,
    records_of,
    unsaid_value,
)
from nlp.match.options import as_told, said_value
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker, trained_ranker
from nlp.match.row_choice import chosen_rows
from nlp.match.row_reading import Filling
from nlp.match.state_rows import kept_rows
from nlp.reckon.aggregates import is_labelled, sums_of
from nlp.reckon.reckoning import numbers_in, reckoned
from nlp.reckon.reckoning_words import pattern_of, says, told_of, words
from nlp.schema import JSON, Field, Schema, is_number, join_element, split_path
from nlp.spans import Candidate, Document

_SILENT_FLAG = 0.5
"""What the chance counts that a text says nothing of a flag: of 327 flags of twenty sources, left out,
that may be null 175 are right where it counts in full, 184 by half."""
_SHARED_CHANCE = 0.7
"""Exponent of a phrase's chance in the decision for null: near-doubles of it ("el lago Enol",
"lago Enol de Asturias") have a share of the chance that is its own."""
_LIKELY_ENOUGH = 0.2
"""The least chance of an answer to a key that may be left out. Of 1,075 such keys of many authors 107 are
not written so: 33 of the 80 without an answer, 66 that would be wrong and 8 that would be right."""
_SURELY_SAID = 0.7
"""The chance from which a mention is the answer, whatever could be reckoned."""
_BESIDE = 40
"""Characters before a number in which a word says that it is a sum."""


def answer_schema(
    document: Document,
    schema: Schema,
    candidates: tuple[Candidate, ...],
    hints: tuple[FieldHints, ...],
    *,
    ranker: Ranker | None = None,
) -> JSON:
    """The answer of the highest expected score, field by field; null where the text offers nothing."""
    if not document.text.strip():
        return {} if schema.root.kind == "object" else None
    task = read_task(document, schema, candidates, hints, ranker or trained_ranker())
    answer = _value(schema.root, task)
    _put_reckoned(answer, document, candidates, schema, task)
    return answer


def read_task(
    document: Document,
    schema: Schema,
    candidates: tuple[Candidate, ...],
    hints: Sequence[FieldHints],
    ranker: Ranker,
) -> Task:
    """What a schema is answered from."""
    reading = read_pool(document, candidates, schema)
    return Task(
        here=reading.here,
        hints={one.path: one for one in hints},
        profiles={one.path: one for one in reading.labels.profiles},
        ranker=ranker,
        labels=reading.labels,
        rows=chosen_rows(schema, reading, ranker),
    )


def _value(field: Field, task: Task) -> JSON:
    if field.kind == "object":
        return {
            child.name: _value(child, task)
            for child in field.fields
            if is_written(child) and not _is_left_out(child, task)
        }
    if field.kind == "boolean" and (flag := _boxed(field, task)) is not None:
        return flag
    ranked = task.hints.get(field.path)
    if ranked is not None and ranked.weighed:
        return _weighed(field, ranked)
    listed = task.hints.get(join_element(field.path))
    if listed is not None and listed.weighed:
        return _as_ticked(_weighed_list(field, listed), field, task)
    if field.path in task.rows:
        return told_by_rows(field, task.rows[field.path], task)
    if field.path in task.labels.rows:
        return list(task.labels.rows[field.path].values)
    profile, answer = task.profiles.get(field.path), task.labels.answer(field.path)
    if profile and answer and (answer.value is not None or field.nullable):
        text = task.here.document.text
        return as_told(answer.value, label_candidate(answer), profile, text)
    if field.kind == "array":
        return _list(field, task)
    if field.kind == "recursive":
        return None
    if field.kind == "union":
        return _value(field.options[0], task) if field.options else None
    return None if profile is None else _leaf(profile, ranked, task)


def _is_left_out(field: Field, task: Task) -> bool:
    """Whether a key that need not be written is left out: hardly anything is its answer.

    A question is always answered, since near-doubles share a chance; so is what a label says.
    """
    ranked, profile = task.hints.get(field.path), task.profiles.get(field.path)
    if ranked is None or profile is None or not field.may_be_left_out:
        return False
    labelled = task.labels.answer(field.path)
    if not ranked.weighed and labelled is not None and labelled.value is not None:
        return False
    return kind_of(profile) != "question" and ranked.chance < _LIKELY_ENOUGH


def _boxed(field: Field, task: Task) -> bool | None:
    profile = task.profiles.get(field.path)
    pairs, text = task.labels.labelled.form.pairs, task.here.document.text
    return boxed_flag(profile, pairs, text) if profile is not None else None


def _as_ticked(answer: JSON, array: Field, task: Task) -> JSON:
    """A list of members without those whose boxes a form leaves empty, with those it has ticked."""
    profile = task.profiles.get(join_element(array.path))
    if not isinstance(answer, list) or profile is None or profile.field.kind != "enum":
        return answer
    if pattern_of("counts_missing").search(told_of(array)):
        return answer
    boxed = boxed_members(profile, task.labels.labelled.form.pairs, task.here.document.text)
    kept = [one for one in answer if boxed.get(one, True)]
    return kept + [one for one, ticked in boxed.items() if ticked and one not in kept]


def told_by_rows(array: Field, filling: Filling, task: Task) -> JSON:
    """The objects that a reading of rows gives a list."""
    return filled_rows(array, kept_rows(array, filling, task.here.document), task)


def _weighed(field: Field, ranked: FieldHints) -> JSON:
    """The first of the weighed options, where it is likelier than that the text says nothing."""
    return None if field.nullable and ranked.is_silent else ranked.hints[0].value


def _weighed_list(field: Field, ranked: FieldHints) -> JSON:
    """The items of the likeliest list."""
    values = [hint.value for hint in ranked.hints] or [value for value, _ in ranked.choices]
    return None if field.nullable and not values else values


def _leaf(profile: FieldProfile, ranked: FieldHints | None, task: Task) -> JSON:
    field = profile.field
    if field.is_choice:
        return _choice(field, ranked.choices if ranked else (), ranked.answered if ranked else 0.0)
    if ranked is None or not ranked.hints:
        return unsaid_value(field)
    best = ranked.hints[0]
    sure = best.score**_SHARED_CHANCE if profile.group == "text" else best.score
    if field.nullable and ranked.answered * sure <= 1.0 - ranked.answered:
        return None
    if kind_of(profile) == "question":
        best = most_shared(ranked.hints)
    return said_value(best.candidate, profile, task.here.document.text)


def _choice(field: Field, choices: Choices, answered: float) -> JSON:
    if not choices:
        return field.default
    silent = (1.0 - answered) * (_SILENT_FLAG if field.kind == "boolean" else 1.0)
    return None if field.nullable and answered * choices[0][1] <= silent else choices[0][0]


def _list(field: Field, task: Task) -> JSON:
    key_field = key_field_of(field)
    item = field.item
    if key_field is None or item is None or ".*." in f"{field.path}.":
        return []
    ranked = task.hints.get(key_field.path)
    if key_field.kind == "enum":
        choices = ranked.choices if ranked is not None else ()
        members = [value for value, chance in choices if chance >= MEMBER_CHOSEN]
        return members if item.is_leaf else member_records(field, key_field, members, task)
    if ranked is None or key_field.kind == "boolean":
        return []
    kept, gain = best_set([hint.score for hint in ranked.hints])
    may_be_empty = item.is_leaf and not field.constraints.min_items
    if may_be_empty and ranked.answered * gain < 1.0 - ranked.answered:
        return []
    picked = sorted((hint.candidate for hint in ranked.hints[:kept]), key=lambda one: one.start)
    picked = picked[: field.constraints.max_items]
    profile = task.profiles[key_field.path]
    if item.is_leaf:
        values = [answer_value(one, profile) for one in picked]
        return [value for value in values if value is not None]
    stretches = [(one, window_of(one, picked, task.here)) for one in picked]
    return records_of(field, key_field, stretches, task)


def _put_reckoned(
    answer: JSON, document: Document, candidates: Sequence[Candidate], schema: Schema, task: Task
) -> None:
    """Write ages, times, counts and sums into an answer, where no mention of the text says them."""
    facts = {one.path: one for one in reckoned(document, candidates, schema, task.labels)}
    columns: dict[str, list[float]] = {}
    numbers_in(answer, "", columns)
    summed = {one for column in columns.values() if len(column) > 1 for one in column}
    sums = sums_of(columns, task.labels)
    for path, value in ({path: one.value for path, one in facts.items()} | sums).items():
        fact = facts.get(path) if path not in sums else None
        parts = summed if fact is None else fact.parts
        said = _is_said(task.hints.get(path), document.text, parts)
        # A label may say the dose of one time ("Metformina 850 mg  1-0-1"), not that of a day.
        product = fact is not None and fact.product
        if not said and (product or not is_labelled(task.profiles[path], task.labels)):
            _put(answer, split_path(path), value)


def _is_said(ranked: FieldHints | None, text: str, summed: Collection[float]) -> bool:
    """Whether the text itself says a value: surely, or a word for a sum stands by the likeliest.

    A formula that was weighed is as good.

    One of several numbers that are ``summed`` is not their sum.
    """
    if ranked is None or not ranked.hints:
        return False
    best = ranked.hints[0]
    if is_number(best.value) and float(best.value) in summed:
        return False
    if best.score > _SURELY_SAID or best.reckoning:
        return True
    start = best.candidate.start
    return says(text[max(0, start - _BESIDE) : start].rpartition("\n")[2], words("sums"))


def _put(answer: JSON, keys: Sequence[str], value: JSON) -> None:
    """Write a value where a path of objects leads."""
    for key in keys[:-1]:
        answer = answer.get(key) if isinstance(answer, dict) else None
    if isinstance(answer, dict):
        answer[keys[-1]] = value
