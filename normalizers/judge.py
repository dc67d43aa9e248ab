"""From the places of a draft to settled places: every rule asked once, the gate deciding.

What speaks against a value without changing it, a doubt, makes it less sure and worth a second look.
"""

from dataclasses import replace

from nlp.asked.field_units import amounts, converted, named_unit
from nlp.schema import Draft
from nlp.schema_validation import is_valid
from nlp.temporal.read_timex import timex_of
from normalizers.gate import admit
from normalizers.place import Context, Place, Proposal, schema_path
from normalizers.shape import shape
from normalizers.support import unsupported
from normalizers.table import RULES, Rule
from normalizers.unanswered import (
    candidate_value,
    default_value,
    least_wrong_value,
    only_one_of_form,
)

WORDED = 0.9
"""From which probability the text words a member."""

EXCLUDED = 0.05
"""Up to which probability it excludes another."""

Rules = tuple[tuple[str, Rule], ...]

ANSWERS: Rules = (
    ("default of the schema", default_value),
    ("candidate of the text", candidate_value),
    ("only one of its form", only_one_of_form),
)


def judge(draft: Draft, context: Context, rules: Rules = RULES) -> list[Place]:
    """The places of a draft after every rule, in the schema's order, those to be removed too."""
    places = shape(draft.root, context.schema)
    context = replace(
        context,
        silent=all(place.missing for place in places),
        valid=bool(context.schema.original) and is_valid(context.schema, draft.root),
    )
    return [_judged(place, context, rules) for place in places]


def looked_at(draft: Draft, context: Context) -> list[Place]:
    """The places of a draft with where the text says them and what speaks against them, unaltered."""
    places = (aligned(place, context) for place in shape(draft.root, context.schema))
    return [replace(place, doubts=doubts_of(place, context)) for place in places]


def _judged(place: Place, context: Context, rules: Rules) -> Place:
    place = asked(aligned(place, context), (("second look", second_look),), context)
    place = asked(place, rules, context)
    place = asked(place, (("no support in the text", unsupported),), context)
    for answer in ANSWERS:
        answered = asked(place, (answer,), context)
        if answered is not place:
            # The draft's validity does not vouch for a value that no model said.
            place = asked(answered, rules, replace(context, valid=False))
    place = asked(place, (("required and unanswered", least_wrong_value),), context)
    return replace(place, doubts=doubts_of(place, context))


def second_look(place: Place, context: Context) -> Proposal | None:
    """What the model said of the place when it was asked again."""
    if place.path not in context.second or context.second[place.path] == place.value:
        return None
    return Proposal(context.second[place.path], "model")


def asked(place: Place, rules: Rules, context: Context) -> Place:
    """The place after the rules, each asked once."""
    for name, rule in rules:
        place = admit(place, name, rule(place, context), context)
    return place


def aligned(place: Place, context: Context) -> Place:
    """The place with where the text says its value."""
    if place.value is None or isinstance(place.value, list | dict):
        return place
    return replace(place, alignment=context.aligner.align(place.value, place.field))


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
