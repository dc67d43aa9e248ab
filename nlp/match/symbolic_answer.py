"""An answer to a whole schema from the ranked candidates alone, without a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.asked.rendering import answer_value
from nlp.asked.schema_lexicon import field_lexicon
from nlp.hints import FieldHints, Hint
from nlp.labels.applied import Labels, labelled_value, ordered_value
from nlp.match.blocks import assigned_blocks
from nlp.match.closed_sets import Choices, boolean_choices, enum_choices
from nlp.match.item_fields import named_part, nearest, window_of
from nlp.match.list_items import best_set
from nlp.match.object_rows import ObjectRow, assigned_rows
from nlp.match.offsets import with_offset
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker, trained_ranker
from nlp.match.reckoned_answers import put_reckoned
from nlp.match.surroundings import Surroundings
from nlp.schema import JSON, Field, Schema
from nlp.spans import Candidate, Document

_NAMED_ENOUGH = 0.3
"""How well the nearest candidate must suit an object's nullable field to be said to fill it."""
_MEMBER_CHOSEN = 0.5
_SHARED_CHANCE = 0.7
"""Exponent of a phrase's chance in the decision for null: near-doubles of it ("el lago Enol",
"lago Enol de Asturias") have a share of the chance that is its own."""
_SUMMARY_SENTENCES = 3
_SUMMARY_WORDS = 28


@dataclass(frozen=True, slots=True)
class _Task:
    here: Surroundings
    hints: Mapping[str, FieldHints]
    profiles: Mapping[str, FieldProfile]
    ranker: Ranker
    labels: Labels
    blocks: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, tuple[ObjectRow, ...]]


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
    reading = read_pool(document, candidates, schema)
    labels, here, profiles = reading.labels, reading.here, reading.labels.profiles
    settled = {one.path for one in profiles if _is_settled(labels, one.path.removesuffix(".*"))}
    by_path = {one.path: one for one in profiles}
    task = _Task(
        here=here,
        hints={one.path: one for one in hints},
        profiles=by_path,
        ranker=ranker or trained_ranker(),
        labels=labels,
        blocks=assigned_blocks(
            [one for one in profiles if one.path not in settled], here, _taken(labels)
        ),
        rows=assigned_rows(schema, by_path, here, _taken(labels)),
    )
    answer = _value(schema.root, task)
    put_reckoned(answer, document, candidates, schema, labels, hints)
    return answer


def _is_settled(labels: Labels, path: str) -> bool:
    settled, value = labelled_value(labels, path)
    return settled and value is not None


def _taken(labels: Labels) -> list[tuple[int, int]]:
    """The spans of the lists that labels settle."""
    return [
        span
        for path, rows in labels.rows.items()
        if _is_settled(labels, path)
        for span in rows.spans
    ]


def _value(field: Field, task: _Task) -> JSON:
    if field.kind == "object":
        return {child.name: _value(child, task) for child in field.fields if _wanted(child)}
    settled, value = labelled_value(task.labels, field.path)
    if settled and (value is not None or field.nullable):
        return value
    if field.kind == "array":
        return _list(field, task)
    if field.kind == "recursive":
        return None
    if field.kind == "union":
        return _value(field.options[0], task) if field.options else None
    profile = task.profiles.get(field.path)
    return None if profile is None else _leaf(profile, task.hints.get(field.path), task)


def _wanted(child: Field) -> bool:
    """Whether a key is written: a recursion that may be left out ends here."""
    return child.kind != "recursive" or child.nullable or child.required


def _leaf(profile: FieldProfile, ranked: FieldHints | None, task: _Task) -> JSON:
    field = profile.field
    if field.kind in {"enum", "boolean"}:
        return _choice(field, ranked.choices if ranked else (), ranked.answered if ranked else 0.0)
    if ranked is None or not ranked.hints:
        return _nothing(field)
    best = ranked.hints[0]
    sure = best.score**_SHARED_CHANCE if profile.group == "text" else best.score
    if field.nullable and ranked.answered * sure <= 1.0 - ranked.answered:
        return None
    ordered = ordered_value(task.labels, ranked)
    if ordered is not None:
        return ordered
    if profile.long_text and not field.nullable:
        return _summary(ranked.hints, profile)
    return _said(best.candidate, profile, task)


def _said(candidate: Candidate, profile: FieldProfile, task: _Task) -> JSON:
    """What a mention answers; a moment with the offset that the text says of it."""
    value = answer_value(candidate, profile)
    if profile.group != "date" or not isinstance(value, str):
        return value
    return with_offset(value, candidate, profile.field, task.here.document.text)


def _summary(hints: Sequence[Hint], profile: FieldProfile) -> JSON:
    """The best sentence, and more of them in the order of the text while it is short."""
    kept: list[Candidate] = []
    for hint in hints[:_SUMMARY_SENTENCES]:
        words = sum(one.mention.count(" ") + 1 for one in kept)
        if kept and (words >= _SUMMARY_WORDS or hint.candidate.label != "SENTENCE"):
            break
        kept.append(hint.candidate)
    if len(kept) == 1:
        return answer_value(kept[0], profile)
    return " ".join(one.mention for one in sorted(kept, key=lambda one: one.start))


def _choice(field: Field, choices: Choices, answered: float) -> JSON:
    if not choices:
        return field.default if field.has_default else None
    if field.nullable and answered * choices[0][1] <= 1.0 - answered:
        return None
    return choices[0][0]


def _nothing(field: Field) -> JSON:
    """What stands where the text offers nothing: the schema's default, else null; nothing is made up."""
    return field.default if field.has_default and not field.nullable else None


def _list(field: Field, task: _Task) -> JSON:
    key_field = key_field_of(field)
    item = field.item
    if key_field is None or item is None or ".*." in f"{field.path}.":
        return []
    if key_field.kind == "enum":
        return _members(key_field, task)
    block = task.blocks.get(key_field.path)
    if block is not None:
        return list(block[: field.constraints.max_items])
    rows = task.rows.get(field.path)
    if rows is not None:
        stretches = [(row.head, row.span) for row in rows[: field.constraints.max_items]]
        return _records(field, key_field, stretches, task)
    ranked = task.hints.get(key_field.path)
    if ranked is None or key_field.kind == "boolean":
        return []
    chances = [hint.score for hint in ranked.hints]
    kept, gain = best_set(chances)
    if not field.constraints.min_items and ranked.answered * gain < 1.0 - ranked.answered:
        return []
    picked = sorted((hint.candidate for hint in ranked.hints[:kept]), key=lambda one: one.start)
    picked = picked[: field.constraints.max_items]
    profile = task.profiles[key_field.path]
    if item.is_leaf:
        values = [answer_value(one, profile) for one in picked]
        return [value for value in values if value is not None]
    several = len(item.fields) > 1
    stretches = [
        (named_part(one, task.here) if several else one, window_of(one, picked, task.here))
        for one in picked
    ]
    return _records(field, key_field, stretches, task)


def _members(leaf: Field, task: _Task) -> JSON:
    """The members of an enum that the text speaks of, for a list of them."""
    ranked = task.hints.get(leaf.path)
    choices = ranked.choices if ranked is not None else ()
    return [value for value, chance in choices if chance >= _MEMBER_CHOSEN]


def _records(
    array: Field,
    key_field: Field,
    stretches: Sequence[tuple[Candidate, tuple[int, int]]],
    task: _Task,
) -> JSON:
    """The objects of a list: each one's name, and what stands in its stretch for the other fields.

    Where each object must have a number or a date, one without any is left out, unless that leaves
    fewer than the list must hold.
    """
    item = array.item
    if item is None:
        return []
    needed = any(
        (one := task.profiles.get(leaf.path)) is not None
        and one.group in {"number", "date"}
        and not leaf.nullable
        and leaf.required
        and leaf.path != key_field.path
        for leaf in item.walk()
        if leaf.is_leaf
    )
    found: list[JSON] = []
    kept: list[JSON] = []
    for name, window in stretches:
        taken: list[Candidate] = []
        found.append(_fill(item, key_field, name, window, task, taken))
        if not needed or any(one.value is not None for one in taken):
            kept.append(found[-1])
    return kept if len(kept) >= (array.constraints.min_items or 0) else found


def _fill(
    field: Field,
    key_field: Field,
    one: Candidate,
    window: tuple[int, int],
    task: _Task,
    taken: list[Candidate],
) -> JSON:
    if field.kind == "object":
        return {
            child.name: _fill(child, key_field, one, window, task, taken)
            for child in field.fields
            if _wanted(child)
        }
    if field.kind == "array":
        return []
    profile = task.profiles.get(field.path)
    if profile is None or field.kind in {"recursive", "union"}:
        return None
    if field.path == key_field.path:
        return answer_value(one, profile)
    if field.kind in {"enum", "boolean"}:
        return _local_choice(profile, one, window, task)
    found = nearest(profile, one, window, task.here, task.ranker, taken)
    if found is None or (field.nullable and found[1] < _NAMED_ENOUGH):
        return _nothing(field)
    taken.append(found[0])
    return _said(found[0], profile, task)


def _local_choice(
    profile: FieldProfile, one: Candidate, window: tuple[int, int], task: _Task
) -> JSON:
    field = profile.field
    tokens = task.here.token_range(*window)
    if field.kind == "boolean":
        if field.has_default and field.default is not None:
            return field.default
        choices = boolean_choices(profile, task.here, task.ranker, window=tokens)
        return None if field.nullable and choices[0][1] < 0.7 else choices[0][0]
    choices = enum_choices(profile, task.here, task.ranker, window=tokens, label=one.label)
    if field.nullable and (
        not choices
        or choices[0][1] < _MEMBER_CHOSEN
        or field_lexicon().is_fallback(str(choices[0][0]))
    ):
        return None
    return choices[0][0] if choices else None
