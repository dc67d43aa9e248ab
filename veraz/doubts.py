"""Which fields of a first answer deserve a second look."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.hints import FieldHints
from nlp.schema import JSON, Draft, Schema, escape_name, join_element, split_path
from normalizers.outcome import FieldResult
from veraz.extracted import UNANSWERED
from veraz.parsing import Refusal

ANSWERED = 0.85
OFFERED = 0.5
UNSURE = math.log(0.6)
MAX_DOUBTS = 10


@dataclass(frozen=True, slots=True)
class Doubt:
    """A suspicious field: its path, without list indexes; why; what the prompt says of it.

    ``kind`` is missing (required, without an answer), refused (the caller's own class does not take
    the value; ``mention`` says why), empty (a list that should not be), unanswered (null although a
    candidate fits), unsupported (nothing in the text bears the value out) or unsure (the model's own
    probability is low, or the text speaks against the value:
    :data:`normalizers.outcome.DOUBTS`).
    """

    path: str
    kind: str
    value: JSON = None
    mention: str = ""


def find_doubts(
    results: Sequence[FieldResult], draft: Draft, schema: Schema, hints: Sequence[FieldHints]
) -> tuple[Doubt, ...]:
    """The suspicious fields of an answer, worst kinds first, at most :data:`MAX_DOUBTS`.

    Elements of lists are not doubted one by one: a second answer need not list them in the same
    order.
    """
    hinted = {group.path: group for group in hints}
    found = [
        doubt
        for result in results
        if not any(step.isdecimal() for step in split_path(result.path))
        and (doubt := _doubt(result, draft, schema, hinted)) is not None
    ]
    order = ("missing", "empty", "unanswered", "unsupported", "unsure")
    return tuple(sorted(found, key=lambda doubt: order.index(doubt.kind))[:MAX_DOUBTS])


def _doubt(
    result: FieldResult, draft: Draft, schema: Schema, hinted: Mapping[str, FieldHints]
) -> Doubt | None:
    field = schema.at(result.path)
    if field is None:
        return None
    if result.outcome in UNANSWERED:
        return Doubt(result.path, "missing", value=result.raw)
    if result.value == []:
        below = hinted.get(join_element(result.path))
        likely = below is not None and below.answered >= ANSWERED
        return Doubt(result.path, "empty") if field.required or likely else None
    if result.value is None and result.raw is None:
        group = hinted.get(result.path)
        if group and group.hints and group.answered >= ANSWERED and group.hints[0].score >= OFFERED:
            return Doubt(result.path, "unanswered", mention=group.hints[0].candidate.mention)
        return None
    if field.kind == "string" and (result.outcome in ("dropped", "unsupported")):
        return Doubt(result.path, "unsupported", value=result.raw)
    if draft.logprobs.get(result.path, 0.0) < UNSURE and field.is_choice:
        return Doubt(result.path, "unsure", value=result.raw)
    if result.doubts:
        return Doubt(result.path, "unsure", value=result.raw)
    return None


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What the second answer adds to the first.

    ``draft`` is the first one with the lists and objects that it had left empty; ``values`` are the
    second answer's values of the places doubted, for the gate to decide on; ``agreement`` says, by
    field path, whether both say the same.
    """

    draft: Draft
    values: Mapping[str, JSON]
    agreement: Mapping[str, float]


def refused_fields(refusals: Sequence[Refusal], answer: JSON, schema: Schema) -> tuple[Doubt, ...]:
    """What a class has against an answer, by field: inside a list, the list as a whole is meant."""
    found: dict[str, Doubt] = {}
    for refusal in refusals:
        steps = []
        for step in split_path(refusal.path):
            if step.isdecimal():
                break
            steps.append(step)
        paths = [".".join(map(escape_name, steps))] if steps else [f.path for f in schema.fields]
        for path in paths:
            value = value_at(answer, split_path(path))[1]
            found.setdefault(path, Doubt(path, "refused", value=value, mention=refusal.message))
    return tuple(found.values())[:MAX_DOUBTS]


def look_again(draft: Draft, second: Draft, doubts: Sequence[Doubt]) -> SecondLook:
    """What a second answer says of the fields doubted; silence takes nothing away."""
    root = draft.root
    values: dict[str, JSON] = {}
    agreement: dict[str, float] = {}
    for doubt in doubts:
        steps = split_path(doubt.path)
        known, value = value_at(second.root, steps)
        if not known:
            continue
        agreement[doubt.path] = float(value == doubt.value)
        if isinstance(value, list | dict):
            root = with_value(root, steps, value) if value else root
        else:
            values[doubt.path] = value
    problems = tuple(dict.fromkeys((*draft.problems, *second.problems)))
    return SecondLook(replace(draft, root=root, problems=problems), values, agreement)


def value_at(root: JSON, steps: Sequence[str]) -> tuple[bool, JSON]:
    """Whether objects hold a value at these steps, and the value."""
    for step in steps:
        if not isinstance(root, dict) or step not in root:
            return False, None
        root = root[step]
    return True, root


def with_value(root: JSON, steps: Sequence[str], value: JSON) -> JSON:
    """A copy of the objects with another value at these steps."""
    if not steps:
        return value
    inside = root if isinstance(root, dict) else {}
    return {**inside, steps[0]: with_value(inside.get(steps[0]), steps[1:], value)}
