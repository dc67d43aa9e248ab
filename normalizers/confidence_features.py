"""What is known of an answer to one field, as named numbers: the inputs of its confidence."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from nlp.asked.time_forms import TIME_FORMATS
from nlp.folding import fold_word
from nlp.hints import FieldHints, Hint
from nlp.schema import JSON
from nlp.spans import Span, holds
from normalizers.confidence_relations import relations
from normalizers.place import Place, schema_path

GROUPS: tuple[str, ...] = ("model", "candidates", "null")
"""What is calibrated apart: a value that a model gave, one that the candidates gave, a null."""

_LOOKED_AT = 5
"""Hints of another field that may claim a mention."""
_MANY_FIELDS = 40
_MANY_LEAVES = math.exp(6)
_MANY_RIVALS = 5
_NO_HINTS = 0.5

Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of an answer besides the place itself.

    ``candidate`` says whether a finder marked the value's mention; ``agreement`` is the share of
    several answers that agree, 0 to 1; ``logprob`` the mean natural logarithm of the probability of
    the value's tokens; the latter two are None where there is none. ``source`` is whose the draft
    is, model or candidates; ``others`` are the hints of every field, by schema path. ``literal`` says
    that the schema asks for the text's own words; ``rivals`` are the spans that say other members of
    the field's enum.
    """

    hints: FieldHints | None = None
    candidate: bool = False
    agreement: float | None = None
    logprob: float | None = None
    source: str = "model"
    others: Mapping[str, FieldHints] | None = None
    literal: bool = False
    rivals: tuple[Span, ...] = ()


def group_of(place: Place, source: str) -> str:
    """Which of :data:`GROUPS` judges the place."""
    return "null" if kind_of(place) in {"null", "empty"} else source


def kind_of(place: Place) -> str:
    """null, empty (a list or object of nothing), boolean, enum, string or number."""
    if place.value is None:
        return "null"
    if isinstance(place.value, list | dict):
        return "empty"
    if isinstance(place.value, bool):
        return "boolean"
    if place.field.kind == "enum":
        return "enum"
    return "string" if isinstance(place.value, str) else "number"


def features(places: Sequence[Place], signals: Sequence[Signals]) -> list[Features]:
    """The features of every place of one answer; what is not named is 0."""
    known = [_of_place(place, told) for place, told in zip(places, signals, strict=True)]
    likings = [one.get("hint", 0.0) for one in known]
    related = relations(places, likings, [told.rivals for told in signals])
    whole = _of_answer(places, known)
    return [
        one | {f"related:{name}": value for name, value in asdict(each).items()} | whole
        for one, each in zip(known, related, strict=True)
    ]


def _of_place(place: Place, told: Signals) -> Features:
    kind, hints = kind_of(place), told.hints
    known = {
        f"kind:{kind}": 1.0,
        f"state:{_state(place)}": 1.0,
        "from_candidates": float(told.source == "candidates"),
        "answered": hints.answered if hints else _NO_HINTS,
        "in_list": float(place.in_list),
        "below_list": float(any(step.isdecimal() for step in place.path.split("."))),
        "nested": float("." in place.path and not place.in_list),
        "described": float(bool(place.field.description)),
        "fields": min(1.0, len(told.others or ()) / _MANY_FIELDS),
    }
    if kind in {"string", "number"}:
        known |= _of_value(place, kind, told)
    elif kind in {"enum", "boolean"}:
        known |= _of_choice(place, kind, told)
    else:
        known |= _of_nothing(place, hints)
    known |= {f"doubt:{doubt}": 1.0 for doubt in place.doubts}
    if told.agreement is not None:
        known |= {"agreed": 1.0, "agreement": told.agreement}
    return known


def _of_value(place: Place, kind: str, told: Signals) -> Features:
    aligned = place.alignment
    own = max((hint.score for hint in _saying(place.value, aligned.spans, told.hints)), default=0.0)
    top = max((hint.score for hint in told.hints.hints), default=0.0) if told.hints else 0.0
    rival, labelled, labelled_other = _claims(place, told.others or {})
    return {
        f"aligned:{aligned.kind}": 1.0,
        f"{kind}:aligned:{aligned.kind}": 1.0,
        "quoted" if told.literal else "worded": math.log(len(str(place.value).split()) + 1),
        "candidate": float(told.candidate),
        "support": aligned.support if kind == "string" else 1.0,
        "mentions": min(1.0, len(aligned.mentions) / 5),
        "repeated": float(len(aligned.mentions) > 1),
        "hint": own,
        "hint_odds": math.log((own + 0.01) / (1.01 - own)) / 5,
        "hint_top": top,
        "hint_behind": top - own,
        "hint_first": float(0 < own >= top),
        "rival": rival,
        "rival_ahead": max(0.0, rival - own),
        "labelled": labelled,
        "labelled_other": 0.0 if labelled else labelled_other,
        "date": float(place.field.constraints.format in TIME_FORMATS),
    }


def _of_choice(place: Place, kind: str, told: Signals) -> Features:
    choices = told.hints.choices if told.hints else ()
    chance = next((odds for member, odds in choices if member == place.value), 0.0)
    chance = chance if choices else _NO_HINTS
    top = max((odds for _, odds in choices), default=_NO_HINTS)
    return {
        "choice": chance,
        f"{kind}:choice": chance,
        "choice_first": float(chance >= top),
        "choice_behind": top - chance,
        "choice_worded": float(place.alignment.kind != "none"),
        "choice_rivals": min(1.0, len(told.rivals) / _MANY_RIVALS),
        "choice_share": 1.0 / max(2, len(choices)),
    }


def _of_nothing(place: Place, hints: FieldHints | None) -> Features:
    answered = hints.answered if hints else _NO_HINTS
    top = max((hint.score for hint in hints.hints), default=0.0) if hints else 0.0
    return {
        "null:answered": answered,
        "null:top": top,
        "null:both": top * answered,
        "null:choice": float(bool(hints and hints.choices)),
        "null:nullable": float(place.field.nullable),
        "null:required": float(place.field.required),
    }


def _of_answer(places: Sequence[Place], known: Sequence[Features]) -> Features:
    """What the whole answer looks like: where much of it has no support, each part is less sure."""
    values = [
        one
        for place, one in zip(places, known, strict=True)
        if kind_of(place) in {"string", "number"}
    ]
    size, leaves = len(values), len(known)
    unaligned = sum(one.get("aligned:none", 0.0) for one in values)
    empty = sum(kind_of(place) in {"null", "empty"} for place in places)
    return {
        "all:supported": (size - unaligned + 2) / (size + 3),
        "all:hints": (sum(one["hint"] for one in values) + 1) / (size + 3),
        "all:first": (sum(one["hint_first"] for one in values) + 1) / (size + 2),
        "all:labelled": (sum(one["labelled"] for one in values) + 0.2) / (size + 2),
        "all:empty": (empty + 0.5) / (leaves + 3),
        "all:leaves": min(1.0, math.log(max(1, leaves)) / math.log(_MANY_LEAVES)),
    }


def _saying(value: JSON, spans: Iterable[Span], hints: FieldHints | None) -> Iterable[Hint]:
    """The hints whose mention is the value's, or says the same."""
    told = fold_word(str(value))
    here = frozenset(spans)
    for hint in hints.hints if hints else ():
        meant = hint.candidate.value
        number = meant.number if meant is not None else None
        if (
            hint.candidate.span in here
            or fold_word(hint.candidate.mention) == told
            or (number is not None and number == value)
        ):
            yield hint


def _claims(place: Place, others: Mapping[str, FieldHints]) -> tuple[float, float, float]:
    """How much other fields want the mention; how sure a label gives it to this one, to another."""
    mine = schema_path(place.path)
    rival = labelled = labelled_other = 0.0
    for path, fields in others.items() if place.alignment.spans else ():
        for hint in fields.hints[:_LOOKED_AT]:
            mention = hint.candidate.span
            spans = place.alignment.spans
            if not any(holds(mention, span) or holds(span, mention) for span in spans):
                continue
            shown = max(
                (
                    one.score
                    for one in fields.shown
                    if one.path is not None and (one.start, one.end) == mention
                ),
                default=0.0,
            )
            if path == mine:
                labelled = max(labelled, shown)
            else:
                rival = max(rival, hint.score)
                labelled_other = max(labelled_other, shown)
    return rival, labelled, labelled_other


def _state(place: Place) -> str:
    if place.missing:
        return "missing"
    if place.value is None and place.changes:
        return "dropped"
    return "corrected" if place.changes else "kept"
