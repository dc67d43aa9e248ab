"""Values that a field's own words say how to reckon: "ingresos menos gastos", "entre alta e ingreso".

Each operand is looked for like a field named by its words; without a mention that stands by them
nothing is reckoned.
"""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.asked.field_words import word_cues
from nlp.asked.form_likeness import unit_fit
from nlp.asked.rendering import answer_value
from nlp.asked.schema_lexicon import field_lexicon
from nlp.hints import Hint, Reason
from nlp.match.eligibility import eligible
from nlp.match.features import features_of
from nlp.match.ranker import Ranker
from nlp.match.surroundings import Surroundings
from nlp.reckon.reckoning_words import pattern_of, says, words
from nlp.reckon.stays import CLOCKS, DAYS
from nlp.spans import RECKONED, Candidate, Number, Value
from nlp.stems import words_of

_SURE = 0.85
_BESIDE = 0.25
"""How near a cue of an operand must stand to its mention, at least."""
_CUES = ("name_before", "name_after", "name_label", "name_nearest", "name_heading", "name_column")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)?(?:T(\d\d)(?::(\d\d))?(?::\d\d)?)?")
_DAY_MINUTES = 24 * 60
_MINUTES = {"minute": 1, "hour": 60, "day": _DAY_MINUTES, "week": 7 * _DAY_MINUTES}
_MOST_OPERANDS = 6
_CONVERTIBLE = 0.8
_OPENING = 4
"""Words of a description that say what is asked; those behind them say of what."""
_ORDER = 20
"""How many times the one the other amount of a difference may be."""
_LONGEST = {"minute": 24 * 60, "hour": 14 * 24, "day": 400, "week": 104}
_OF_TIME = CLOCKS | DAYS


@dataclass(frozen=True, slots=True)
class _Operand:
    """A mention with its value: an amount, or minutes since the beginning of time or of the day."""

    one: Candidate
    value: float
    dated: bool = True


def reckoned_hint(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings, ranker: Ranker
) -> Hint | None:
    """What a field of a number asks to be reckoned, with the last mention it is reckoned from.

    ``hints`` are the ranked mentions that would answer the field as they stand.
    """
    if profile.field.kind not in {"integer", "number"} or "*" in profile.path.split("."):
        return None
    found = _told(profile, hints, here, ranker) or _difference(profile, hints, here)
    if found is None:
        return None
    value, operands = found
    last = max((one.one for one in operands), key=lambda one: one.start)
    number: Number = float(f"{value:.12g}")
    number = int(number) if float(number).is_integer() else number
    if profile.field.kind == "integer" and not isinstance(number, int):
        return None
    kept = replace(last, label="NUMBER", value=Value("number", number=number), source=RECKONED)
    return Hint(kept, _SURE, (Reason("reckoned", 1.0, 1.0),))


def _told(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings, ranker: Ranker
) -> tuple[float, list[_Operand]] | None:
    """What the description's own expression gives: a difference between two, a sum of several."""
    told = profile.field.description
    between = pattern_of("between").search(told)
    if between is not None:
        sides = [between.group("a") or between.group("b"), between.group("c")]
        if profile.unit in _OF_TIME or says(told, words("asks", "days")):
            return _elapsed(profile, sides, here, ranker)
        return _difference(profile, hints, here) or _amounts(
            profile, sides, here, ranker, difference=True
        )
    for name in ("minus", "plus"):
        parts = pattern_of(name).split(told.split(";")[0].split("(")[0])
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return _amounts(profile, parts, here, ranker, difference=name == "minus")
    return None


def _amounts(
    profile: FieldProfile,
    parts: Sequence[str],
    here: Surroundings,
    ranker: Ranker,
    *,
    difference: bool,
) -> tuple[float, list[_Operand]] | None:
    operands: list[_Operand] = []
    for part in parts:
        found = _operand(part, profile, here, ranker, operands)
        if found is None:
            return None
        operands.append(found)
    values = [one.value for one in operands]
    return (values[0] - sum(values[1:]) if difference else sum(values)), operands


def _operand(
    part: str,
    profile: FieldProfile,
    here: Surroundings,
    ranker: Ranker,
    taken: Sequence[_Operand],
) -> _Operand | None:
    for row, one in _ranked(part, profile, here, ranker, "number"):
        value = answer_value(one, profile)
        if one.source == RECKONED or not isinstance(value, int | float):
            continue
        if any(not _go_together(one, value, other) for other in taken):
            continue
        return _Operand(one, float(value)) if row else None
    return None


def _elapsed(
    profile: FieldProfile, sides: Sequence[str], here: Surroundings, ranker: Ranker
) -> tuple[float, list[_Operand]] | None:
    """The time between two moments, in the unit asked for; clocks alone go over midnight."""
    wanted = profile.unit if profile.unit in _OF_TIME else "day"
    operands: list[_Operand] = []
    for side in sides:
        taken = [one.one for one in operands]
        moments = (
            found
            for beside, one in _ranked(side, profile, here, ranker, "date")
            if beside and not _overlaps(one, taken)
            if (found := _moment(one, clock=wanted in CLOCKS)) is not None
        )
        first = next(moments, None)
        if first is None:
            return None
        operands.append(first)
    start, end = operands
    minutes = end.value - start.value
    if wanted in CLOCKS and not (start.dated and end.dated):
        minutes = (end.value % _DAY_MINUTES - start.value % _DAY_MINUTES) % _DAY_MINUTES
    length = minutes / _MINUTES[wanted]
    return (length, operands) if 0 < length <= _LONGEST[wanted] else None


def _moment(one: Candidate, *, clock: bool) -> _Operand | None:
    match = _MOMENT.fullmatch((one.value.timex or "") if one.value is not None else "")
    if match is None or one.value is None or one.value.timex_end is not None:
        return None
    day, hour, minute = match.groups()
    if (clock and hour is None) or (not clock and day is None):
        return None
    days = datetime.date.fromisoformat(day).toordinal() if day else 0
    into = int(hour or 0) * 60 + int(minute or 0) if clock else 0
    return _Operand(one, float(days * _DAY_MINUTES + into), dated=day is not None)


def _ranked(
    part: str, profile: FieldProfile, here: Surroundings, ranker: Ranker, group: str
) -> Iterator[tuple[bool, Candidate]]:
    """The mentions that an operand's words may mean, best first; whether its words stand by each."""
    lexicon = field_lexicon()
    content = [word for word in words_of(part) if not lexicon.is_stopword(word)]
    probe = replace(
        profile,
        group=group,
        names=word_cues([(word, 1.0) for word in content]),
        described={},
        keys={},
        templates=(),
        date_form=None,
        forms=(),
        edge=0.0,
    )
    chosen = eligible(probe, here)
    if not chosen or not probe.names:
        return
    columns = features_of(probe, here, chosen)
    near = np.max([columns[name] for name in _CUES], axis=0)
    scores = ranker.scores(group, columns)
    for row in np.argsort(-scores, kind="stable").tolist():
        yield bool(near[row] >= _BESIDE), here.candidates[chosen[row]]


def _difference(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> tuple[float, list[_Operand]] | None:
    """The difference of the two likeliest amounts of one kind, for a field that asks for one."""
    opening = " ".join(profile.field.description.split()[:_OPENING])
    asked = f"{' '.join(words_of(profile.field.name))} {opening}"
    shares = profile.unit == "%" or profile.scale is not None
    if shares or not says(asked, words("differences")):
        return None
    operands: list[_Operand] = []
    fitting = [hint for hint in hints if unit_fit(profile, hint.candidate) >= _CONVERTIBLE]
    for hint in (*fitting, *(one for one in hints if one not in fitting)):
        one, value = hint.candidate, answer_value(hint.candidate, profile)
        if not isinstance(value, int | float) or one.label not in _AMOUNTS:
            continue
        if any(not _go_together(one, value, other) for other in operands):
            continue
        operands.append(_Operand(one, float(value)))
        if len(operands) == 2:
            break
    if len(operands) < 2 or _said(profile, hints, here):
        return None
    return abs(operands[0].value - operands[1].value), operands


_AMOUNTS = frozenset({"MONEY", "QUANTITY", "PERCENT", "NUMBER", "RANGE", "TEMPERATURE"})


def _go_together(one: Candidate, value: float, other: _Operand) -> bool:
    """Whether two mentions give amounts of one kind and of one order."""
    units = {unit_of(one), unit_of(other.one)} - {None}
    if _overlaps(one, [other.one]) or len(units) > 1:
        return False
    small, big = sorted((abs(value), abs(other.value)))
    return small > 0 and big <= _ORDER * small


def _said(profile: FieldProfile, hints: Sequence[Hint], here: Surroundings) -> bool:
    """Whether the text itself says the difference: a word for it stands right by the best mention."""
    if not hints:
        return False
    best = hints[0].candidate
    around = here.document.text[max(0, best.start - 40) : best.end + 40]
    return says(around, words("differences"))


def _overlaps(one: Candidate, others: Sequence[Candidate]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)
