"""Members of enums and poles of flags as options: what the text and its labels say for each.

Where no label speaks of a field, whether it is answered at all is not weighed anew.
"""

from collections.abc import Mapping, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.labels.fields import Answer
from nlp.labels.value_reading import Reader
from nlp.match.enum_members import members_of
from nlp.match.options import FieldOptions, Option, Traits, log_odds
from nlp.schema import JSON

_MOST_LABELS = 6
_BOXES = frozenset({"box", "boxes"})


def is_choice(profile: FieldProfile) -> bool:
    """Whether a field takes the member, or the pole, that weighs most."""
    single = "*" not in profile.path.split(".")
    return single and profile.field.kind in {"enum", "boolean"} and profile.lesson is None


def choice_options(
    labels: Labels, ranked: Mapping[str, FieldHints], reader: Reader
) -> tuple[FieldOptions, ...]:
    """The options of every choice that stands in no list; ``ranked`` are the hints by path."""
    alike: dict[int, list[tuple[float, int]]] = {}
    for (at, number), score in labels.labelled.alike.items():
        alike.setdefault(at, []).append((score, number))
    found = []
    for at, asked in enumerate(labels.labelled.asked):
        if not is_choice(asked.profile):
            continue
        hints = ranked[asked.profile.path]
        likest = sorted(alike.get(at, ()), reverse=True)[:_MOST_LABELS]
        read = [_read(asked.profile, *one, labels, reader) for one in likest]
        path = asked.profile.path
        told = path in labels.labelled.answers or path in labels.ordered
        told = told or any(value is not None for value, _ in read)
        whole = _of_field(asked.profile, hints, labels, likest)
        values = [value for value, _ in hints.choices]
        options = tuple(
            Option(value, None, traits=_traits(value, asked.profile, hints, labels, read) | whole)
            for value in values
        )
        nothing = {**whole, "nothing": 1.0} if told else {}
        found.append(FieldOptions(at, asked.profile, options, hints, nothing))
    return tuple(found)


def _read(
    profile: FieldProfile, score: float, number: int, labels: Labels, reader: Reader
) -> tuple[JSON, Traits]:
    """What stands behind a label as a member or pole, and how well."""
    pair = labels.labelled.pairs[number]
    filled = None if reader.is_empty(pair.start, pair.end) else reader.read(profile, pair)
    if filled is None:
        return None, {"worth": 0.0}
    return filled.value, {
        "worth": score * filled.fit,
        "alike": score,
        "fit": filled.fit,
        "box": pair.form in _BOXES,
    }


def _of_field(
    profile: FieldProfile,
    hints: FieldHints,
    labels: Labels,
    likest: Sequence[tuple[float, int]],
) -> Traits:
    answer = labels.labelled.answers.get(profile.path)
    return {
        "nothing": 0.0,
        "options": len(hints.choices),
        "flag": profile.field.kind == "boolean",
        "nullable": profile.field.nullable,
        "answered": log_odds(hints.answered),
        "form_text": labels.labelled.is_form,
        "pairs": len(labels.labelled.pairs),
        "left_blank": answer.score if answer is not None and answer.empty else 0.0,
        "best_label": likest[0][0] if likest else 0.0,
        "described": len(profile.field.description.split()),
    }


def _traits(
    value: JSON,
    profile: FieldProfile,
    hints: FieldHints,
    labels: Labels,
    read: Sequence[tuple[JSON, Traits]],
) -> Traits:
    chances = {str(one): chance for one, chance in hints.choices}
    mine = chances.pop(str(value))
    behind = [
        {**traits, "label_rank": rank} for rank, (said, traits) in enumerate(read) if said == value
    ]
    others = [traits["worth"] for said, traits in read if said is not None and said != value]
    return {
        "chance": log_odds(mine),
        "rank": sum(one > mine for one in chances.values()),
        "lead": log_odds(mine) - log_odds(max(chances.values(), default=0.0)),
        "place": _place(value, profile),
        "true": value is True,
        "default": profile.field.has_default and profile.field.default == value,
        "assigned": _for_or_against(value, labels.labelled.answers.get(profile.path)),
        "ordered": _for_or_against(value, labels.ordered.get(profile.path)),
        "other_worth": max(others, default=0.0),
        **max(behind, key=lambda one: one["worth"], default={}),
    }


def _place(value: JSON, profile: FieldProfile) -> int:
    """The number of a member in the schema."""
    if profile.field.kind == "boolean":
        return int(value is False)
    return [one.value for one in members_of(profile)].index(value)


def _for_or_against(value: JSON, answer: Answer | None) -> float:
    """The score of a label's answer, below zero where it is another."""
    if answer is None or answer.empty:
        return 0.0
    return answer.score if answer.value == value else -answer.score
