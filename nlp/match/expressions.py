"""Values that need no weighing or little: times between moments, what two numbers of a sentence tell of a
third, the difference of the likeliest amounts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import same_kind, unit_of
from nlp.asked.form_likeness import CONVERTIBLE, unit_fit
from nlp.asked.rendering import answer_value, rounded
from nlp.hints import Hint, hint_of_reckoned
from nlp.match.elapsed import elapsed
from nlp.match.surroundings import Surroundings
from nlp.match.told_numbers import told_by_parts, told_together
from nlp.reckon.aggregates import total_of
from nlp.reckon.reckoning_words import pattern_of, says, told_of, words
from nlp.schema import is_number, is_repeated
from nlp.spans import Candidate, Number
from nlp.stems import words_of

_SURE = 0.85
_OPENING = 4
"""Words of a description that say what is asked; those behind them say of what."""
_ORDER = 20
"""How many times the one the other amount of a difference may be."""

_Reckoned = tuple[float, Sequence[Candidate]]
"""A value and the mentions it is reckoned from."""


@dataclass(frozen=True, slots=True)
class _Operand:
    """A mention with its amount."""

    one: Candidate
    value: float


def reckoned_hint(profile: FieldProfile, hints: Sequence[Hint], here: Surroundings) -> Hint | None:
    """What a field of a number asks to be reckoned, with the last mention it is reckoned from.

    ``hints`` are the ranked mentions that would answer the field as they stand. What two numbers of
    one sentence say of a third needs no weighing: the hint has its value.
    """
    if not profile.field.is_numeric or is_repeated(profile.path):
        return None
    stated = elapsed(profile, here)
    settled = None
    if not stated:
        settled = told_by_parts(profile, hints, here) or told_together(profile, hints, here)
    found = stated or settled or _difference(profile, hints, here)
    if found is None:
        return None
    value, mentions = found
    hint = reckoned_from(profile, value, mentions)
    return replace(hint, value=None) if hint is not None and not settled else hint


def reckoned_from(
    profile: FieldProfile, value: float, mentions: Sequence[Candidate]
) -> Hint | None:
    """A reckoned value at the last of its mentions; None where the field cannot take it."""
    number = as_asked(profile, value)
    if number is None:
        return None
    return hint_of_reckoned(max(mentions, key=lambda one: one.start), number, _SURE)


def as_asked(profile: FieldProfile, value: float) -> Number | None:
    """A reckoned number in the form a field asks for; None where the field cannot take it."""
    number = rounded(total_of([value]), profile.field)
    told = told_of(profile.field)
    if profile.field.kind == "integer" and not isinstance(number, int):
        return None
    return number if number >= 0 or says(told, words("signed")) else None


def _difference(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> _Reckoned | None:
    """The difference of the two likeliest amounts of one kind, for a field that asks for one."""
    opening = pattern_of("circumstance").split(profile.field.description)[0].split()[:_OPENING]
    told = (*words_of(profile.field.name), *words_of(" ".join(opening)))
    asked = " ".join(word for word in told if not pattern_of("done").search(word))
    shares = profile.unit == "%" or profile.scale is not None
    if shares or not (says(asked, words("differences")) or _is_computed(profile)):
        return None
    operands: list[_Operand] = []
    fitting = [hint for hint in hints if unit_fit(profile, hint.candidate) >= CONVERTIBLE]
    others = [
        one
        for one in hints
        if one not in fitting and (profile.unit is None or unit_of(one.candidate) is None)
    ]
    for hint in (*fitting, *others):
        one, value = hint.candidate, answer_value(hint.candidate, profile)
        if not is_number(value) or one.label not in _AMOUNTS:
            continue
        if any(not _go_together(one, value, other) for other in operands):
            continue
        operands.append(_Operand(one, float(value)))
        if len(operands) == 2:
            break
    if len(operands) < 2 or _said(hints, here):
        return None
    return abs(operands[0].value - operands[1].value), [one.one for one in operands]


def _is_computed(profile: FieldProfile) -> bool:
    """Whether a description says that its number is to be reckoned, and names no sum, share or rate."""
    told = told_of(profile.field)
    computed = pattern_of("computed").search(profile.field.description) is not None
    timed = profile.unit is not None and same_kind(profile.unit, "day")
    return computed and not timed and pattern_of("other_ways").search(told) is None


_AMOUNTS = frozenset({"MONEY", "QUANTITY", "PERCENT", "NUMBER", "RANGE", "TEMPERATURE"})


def _go_together(one: Candidate, value: float, other: _Operand) -> bool:
    """Whether two mentions give amounts of one kind and of one order."""
    units = {unit_of(one), unit_of(other.one)} - {None}
    if one.meets(other.one) or len(units) > 1:
        return False
    small, big = sorted((abs(value), abs(other.value)))
    return small > 0 and big <= _ORDER * small


def _said(hints: Sequence[Hint], here: Surroundings) -> bool:
    """Whether the text itself says the difference: a word for it stands right by the best mention."""
    best = hints[0].candidate
    around = here.document.text[max(0, best.start - 40) : best.end + 40]
    return says(around, words("differences"))
