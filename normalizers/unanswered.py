"""What stands at a place that no model answered: the default, a candidate, the least wrong value.

A null that the model said stays null where the schema allows it; hints never overwrite.
"""

from nlp.hints import FieldHints
from nlp.schema import JSON, Field
from normalizers.least_wrong import least_wrong
from normalizers.limits import mentions_of_form
from normalizers.outcome import Witness
from normalizers.place import Context, Place, Proposal, schema_path
from normalizers.validity import fault

ANSWERED = 0.5
"""From which probability a candidate stands in for an answer that may also be null."""


def default_value(place: Place, context: Context) -> Proposal | None:
    """The schema's default for a key that the model left out."""
    field = place.field
    if not _is_open(place) or not place.missing or not field.has_default or field.default is None:
        return None
    return Proposal(field.default, "unanswered", Witness("default"))


def candidate_value(place: Place, context: Context) -> Proposal | None:
    """The best candidate, where no model answered at all or the place may not be null."""
    if (
        not _is_open(place)
        or not place.missing
        or (place.field.may_be_empty and not context.silent)
    ):
        return None  # a key that may be null or left out is left out by a model that says nothing of it
    path = schema_path(place.path)
    hinted = _hinted(place.field, context.hints.get(path), silent=context.silent)
    return None if hinted is None else Proposal(hinted, "unanswered", Witness("candidate"))


def only_one_of_form(place: Place, context: Context) -> Proposal | None:
    """The only mention of the text that has the pattern of a required string."""
    pattern = place.field.constraints.pattern
    if not _is_demanded(place) or place.field.kind != "string" or pattern is None:
        return None
    found = mentions_of_form(pattern, context.document.text)
    if len(found) != 1 or fault(found[0], place.field):
        return None
    return Proposal(found[0], "unanswered", Witness("pattern"))


def least_wrong_value(place: Place, context: Context) -> Proposal | None:
    """The least wrong valid value of a required place that nothing answers."""
    if not _is_demanded(place):
        return None
    made_up = least_wrong(place.field, context.schema)
    return None if made_up is None else Proposal(made_up, "unanswered", Witness("required"))


def _is_open(place: Place) -> bool:
    kinds = {"null", "array", "object"}
    return place.value is None and not place.in_list and place.field.kind not in kinds


def _is_demanded(place: Place) -> bool:
    return _is_open(place) and not place.field.may_be_empty


def _hinted(field: Field, hints: FieldHints | None, *, silent: bool) -> JSON:
    """What the hints answer; where no model did, a place that may not be null takes the best."""
    if hints is None:
        return None
    least = ANSWERED if field.may_be_empty or not silent else 0.0
    if hints.choices:
        member, probability = hints.choices[0]
        return member if probability >= least else None
    if not hints.hints or hints.hints[0].score * hints.answered < least:
        return None
    return hints.hints[0].candidate.mention
