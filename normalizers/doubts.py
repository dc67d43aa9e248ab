"""What speaks against a value without changing it: less confidence, a second look."""

from nlp.asked.field_units import amounts, converted, named_unit
from nlp.temporal.read_timex import timex_of
from normalizers.place import Context, Place, schema_path

WORDED = 0.9
"""From which probability the text words a member."""

EXCLUDED = 0.05
"""Up to which probability it excludes another."""


def doubts_of(place: Place, context: Context) -> tuple[str, ...]:
    """The doubts about a value, of :data:`normalizers.outcome.DOUBTS`."""
    value = place.value
    if value is None or isinstance(value, bool | list | dict):
        return ()
    if place.field.kind == "enum":
        return ("other member",) if _words_other_member(place, context) else ()
    if isinstance(value, str):
        return ("more precise",) if _is_more_precise(value, context) else ()
    return ("other unit",) if _has_other_unit(place, context) else ()


def _words_other_member(place: Place, context: Context) -> bool:
    hints = context.hints.get(schema_path(place.path))
    if hints is None or place.in_list or not hints.choices or hints.choices[0][1] < WORDED:
        return False
    return next((p for member, p in hints.choices if member == place.value), 1.0) <= EXCLUDED


def _is_more_precise(value: str, context: Context) -> bool:
    timex = timex_of(value) if any(sign.isdigit() for sign in value) else None
    if timex is None:
        return False
    said = context.aligner.times.said(timex)
    return bool(said) and said != timex


def _has_other_unit(place: Place, context: Context) -> bool:
    unit = named_unit(place.field)
    if unit is None or not place.value:
        return False
    here = {
        written for one in context.candidates for n, written in amounts(one) if n == place.value
    }
    other = bool(here) and unit not in here
    return other and all(converted(place.value, written, unit) is not None for written in here)
