"""Values that need no weighing or little: times between moments, what numbers tell of another."""

from collections.abc import Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import rounded
from nlp.hints import Hint, hint_of_reckoned
from nlp.match.elapsed import elapsed
from nlp.match.surroundings import Surroundings
from nlp.match.told_numbers import told_by_parts, told_together
from nlp.reckon.aggregates import total_of
from nlp.reckon.reckoning_words import says, told_of, words
from nlp.schema import is_repeated
from nlp.spans import Candidate, Number

_SURE = 0.85
_UNTIL, WITH = " → ", ", "


def reckoned_hint(profile: FieldProfile, hints: Sequence[Hint], here: Surroundings) -> Hint | None:
    """What a field of a number asks to be reckoned, with the last mention it is reckoned from.

    ``hints`` are the ranked mentions that would answer the field as they stand. What two numbers of
    one sentence say of a third needs no weighing: the hint has its value.
    """
    if not profile.field.is_numeric or is_repeated(profile.path):
        return None
    stated = elapsed(profile, here)
    if stated is not None:
        hint = reckoned_from(profile, *stated, _UNTIL)
        return replace(hint, value=None) if hint is not None else None
    told = told_by_parts(profile, hints, here) or told_together(profile, hints, here)
    return reckoned_from(profile, *told, WITH) if told is not None else None


def reckoned_from(
    profile: FieldProfile, value: float, mentions: Sequence[Candidate], between: str
) -> Hint | None:
    """A reckoned value at the last of its mentions; None where the field cannot take it.

    ``between`` joins the mentions where they are shown as what it is reckoned from.
    """
    number = as_asked(profile, value)
    if number is None:
        return None
    parts = sorted(mentions, key=lambda one: one.start)
    said = between.join(dict.fromkeys(one.mention for one in parts))
    return hint_of_reckoned(parts[-1], number, _SURE, said)


def as_asked(profile: FieldProfile, value: float) -> Number | None:
    """A reckoned number in the form a field asks for; None where the field cannot take it."""
    number = rounded(total_of([value]), profile.field)
    told = told_of(profile.field)
    if profile.field.kind == "integer" and not isinstance(number, int):
        return None
    return number if number >= 0 or says(told, words("signed")) else None
