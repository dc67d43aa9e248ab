"""A mention as the value a field asks for, and how well it has the form asked for."""

import re

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.asked.rendering import answer_value
from nlp.asked.time_forms import written
from nlp.numeric.currencies import may_be_in
from nlp.schema import JSON, is_number
from nlp.schemas.patterns import fits
from nlp.spans import Candidate

_ZONE = re.compile(r"(?<=\d)(?:Z|[+-]\d\d:?\d\d)$")
_SEPARATORS = re.compile(r"[\s.\-/]")
_LONGEST_CODE = 64
_PART_OF_DAY = re.compile(r"T[A-Z]|^[A-Z]|-[A-Z]")


def value_for(one: Candidate, profile: FieldProfile) -> JSON:
    """A mention in the form a field asks for; a date as far as the text says it, in ISO 8601."""
    if profile.group == "date" and profile.field.kind == "string":
        return _date(one, profile)
    value: JSON = answer_value(one, profile)
    if not within(value, profile):
        return None
    pattern = profile.field.constraints.pattern
    if pattern and isinstance(value, str) and profile.group == "text":
        return in_pattern(pattern, one) or value
    return value


def in_pattern(pattern: str, candidate: Candidate) -> str | None:
    """What a mention is in a pattern's writing: as it stands, normalised, or without separators."""
    named = candidate.value.text if candidate.value is not None else None
    squeezed = _SEPARATORS.sub("", candidate.mention)
    for said in (candidate.mention, named, squeezed):
        if said and len(said) <= _LONGEST_CODE and fits(pattern, said):
            return said
    return None


def within(value: JSON, profile: FieldProfile) -> bool:
    """Whether a number keeps the bounds of its field; anything else does."""
    return not (is_number(value) and profile.field.constraints.bound_broken(value))


def _date(one: Candidate, profile: FieldProfile) -> JSON:
    """None where a mention is no date, says no day or is a range of them where one is asked."""
    timex = one.timex
    if one.value is None or timex is None:
        return None
    if one.value.timex_end and profile.edge:
        timex = one.value.timex_end if profile.edge > 0 else timex
    elif one.value.timex_end and profile.date_form:
        return None
    timex = _ZONE.sub("", timex)
    if "X" in timex or _PART_OF_DAY.search(timex):
        bare = answer_value(one, profile)
        return bare if any(map(str.isdigit, str(bare))) else None
    if profile.date_form is None:
        return timex
    return written(timex, profile.date_form.template) or timex


def form_fit(one: Candidate, value: JSON, profile: FieldProfile) -> float:
    """1 where a value has the form, the unit or the pattern asked for, -1 where it has another."""
    if profile.group == "date":
        if profile.date_form is None:
            return 0.0
        timex = _ZONE.sub("", (one.value.timex or "") if one.value is not None else "")
        return 1.0 if written(timex, profile.date_form.template) == value else -1.0
    if profile.group == "number":
        unit = unit_of(one)
        if profile.unit is None:
            return 0.0
        if unit is None:
            return -0.3
        return 1.0 if may_be_in(unit, one.mention, profile.unit) else -1.0
    pattern = profile.field.constraints.pattern
    if pattern and isinstance(value, str):
        return 1.0 if in_pattern(pattern, one) == value else -1.0
    return 0.0


def answer_fit(value: JSON, profile: FieldProfile) -> float:
    """1 where a labelled value has the pattern asked for, -1 where not."""
    pattern = profile.field.constraints.pattern
    if pattern and isinstance(value, str):
        return 1.0 if fits(pattern, value) else -1.0
    return 0.0
