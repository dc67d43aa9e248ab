"""The objects of a list: what each one's stretch of text says of its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nlp.asked.enum_members import members_of
from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.asked.rendering import answer_value
from nlp.asked.schema_lexicon import field_lexicon
from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.match.closed_sets import boolean_choices, enum_choices
from nlp.match.item_fields import nearest, window_of
from nlp.match.member_features import said_at
from nlp.match.options import said_value
from nlp.match.ranker import Ranker
from nlp.match.row_reading import Filling
from nlp.match.surroundings import Surroundings
from nlp.schema import JSON, Field
from nlp.spans import Candidate, Span, holds

ROW = "row"
"""The source of a candidate that stands for a whole row."""
_NAMED_ENOUGH = 0.3
"""How well the nearest candidate must suit an object's nullable field to be said to fill it."""
MEMBER_CHOSEN = 0.5


@dataclass(frozen=True, slots=True)
class Task:
    """What a schema is answered from: the reading of a text, the ranked hints by path."""

    here: Surroundings
    hints: Mapping[str, FieldHints]
    profiles: Mapping[str, FieldProfile]
    ranker: Ranker
    labels: Labels
    rows: Mapping[str, Filling]


def filled_rows(array: Field, filling: Filling, task: Task) -> JSON:
    """The objects that a block tells; what no place of its rows answers is looked for in each row."""
    item, key_field = array.item, key_field_of(array)
    if item is None or key_field is None:
        return []
    found: list[JSON] = []
    for row, window in zip(filling.told, filling.spans, strict=True):
        told = {
            path: value
            for path, value in row.items()
            if value is not None or path not in task.profiles or task.profiles[path].field.nullable
        }
        found.append(_of_row(item, key_field, window, told, task))
    return found[: array.constraints.max_items]


def _of_row(
    item: Field,
    key_field: Field,
    window: Span,
    told: Mapping[str, JSON],
    task: Task,
) -> JSON:
    """The object of a row: what is told of it, and what no mention told already says of the rest."""
    inside = [one for one in task.here.candidates if holds(window, one.span)]
    taken = [
        one
        for path, value in told.items()
        for one in inside
        if value is not None
        and path in task.profiles
        and answer_value(one, task.profiles[path]) == value
    ]
    head = Candidate(window[0], window[0], "", "NOUN_PHRASE", None, ROW)
    return _Row(key_field, head, window, task, taken, told).value(item)


def records_of(
    array: Field,
    key_field: Field,
    stretches: Sequence[tuple[Candidate, Span]],
    task: Task,
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
        row = _Row(key_field, name, window, task)
        found.append(row.value(item))
        if not needed or any(one.value is not None for one in row.taken):
            kept.append(found[-1])
    return kept if len(kept) >= (array.constraints.min_items or 0) else found


def member_records(
    array: Field, key_field: Field, members: Sequence[JSON], task: Task
) -> list[JSON]:
    """The objects of a list that members of an enum tell apart, each where the text says its member."""
    if array.item is None:
        return []
    profile, text = task.profiles[key_field.path], task.here.document.text
    heads = {
        one.value: Candidate(*span, text[slice(*span)], "NOUN_PHRASE", None, ROW)
        for one in members_of(profile)
        if one.value in members and (span := said_at(one, task.here)) is not None
    }
    found: list[JSON] = []
    for value, head in sorted(heads.items(), key=lambda one: one[1].start):
        others = [other for other in heads.values() if other is not head]
        window = window_of(head, others, task.here)
        row = _Row(key_field, head, window, task, told={key_field.path: value})
        found.append(row.value(array.item))
    return found[: array.constraints.max_items]


@dataclass(slots=True)
class _Row:
    """The stretch of text of one object: what names it, what is told of it, what is taken by a field."""

    key_field: Field
    head: Candidate
    window: Span
    task: Task
    taken: list[Candidate] = field(default_factory=list)
    told: Mapping[str, JSON] = field(default_factory=dict)

    def value(self, field: Field) -> JSON:
        """What the stretch says of a field; an object field by field."""
        if field.kind == "object":
            return {child.name: self.value(child) for child in field.fields if is_written(child)}
        if field.path in self.told:
            return self.told[field.path]
        if field.kind == "array":
            return []
        task, head = self.task, self.head
        profile = task.profiles.get(field.path)
        if profile is None or field.kind in {"recursive", "union"}:
            return None
        if field.path == self.key_field.path and head.mention:
            return answer_value(head, profile)
        if field.is_choice:
            return self._choice(profile)
        found = nearest(profile, head, self.window, task.here, task.ranker, self.taken)
        if found is None or (field.nullable and found[1] < _NAMED_ENOUGH):
            return unsaid_value(field)
        self.taken.append(found[0])
        return said_value(found[0], profile, task.here.document.text)

    def _choice(self, profile: FieldProfile) -> JSON:
        field, here, ranker = profile.field, self.task.here, self.task.ranker
        tokens = here.token_range(*self.window)
        if field.kind == "boolean":
            if field.default is not None:
                return field.default
            choices = boolean_choices(profile, here, ranker, window=tokens)
            return None if field.nullable and choices[0][1] < 0.7 else choices[0][0]
        choices = enum_choices(profile, here, ranker, window=tokens, label=self.head.label)
        if not choices:
            return None
        value, chance = choices[0]
        doubtful = chance < MEMBER_CHOSEN or field_lexicon().is_fallback(str(value))
        return None if field.nullable and doubtful else value


def unsaid_value(field: Field) -> JSON:
    """What stands where the text offers nothing: the schema's default, else null; nothing is made up."""
    return None if field.nullable else field.default


def is_written(child: Field) -> bool:
    """Whether a key is written: a recursion that may be left out ends here."""
    return child.kind != "recursive" or child.nullable or child.required
