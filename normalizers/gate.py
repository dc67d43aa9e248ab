"""The gate: only here is a place given another value.

A model's value is presumed right. It changes only with a licence, and the licence is written down
(:class:`normalizers.outcome.Change`):

- ``schema``: the value is invalid there, or the field's own words name a form;
- ``text``: the value is not in the text, and the same value, written otherwise, is; or it is a
  phrase of absence ("no consta") that the text does not have, or has behind a label, where it is
  evidence that there is no value, in a field that may be null or left out;
- ``model``: asked again about a value in doubt, it said another one, which the text has or which
  answers a place that had none;
- ``strictness``, ``abstention``: the user asked for support or for confidence that is not there;
- ``unanswered``: no model answered the place.

Any other value that is valid and stands in the text is never touched.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from nlp.schema import JSON, is_number
from normalizers.outcome import Change, Evidence, FieldResult, Witness
from normalizers.place import Context, Place, Proposal
from normalizers.validity import fault

ADDED = "the schema demands it"
GONE = "the schema forbids it"

FORMS = frozenset({"format", "description"})
"""Keywords by which a schema names a form of writing without making another one invalid."""


def admit(place: Place, rule: str, proposal: Proposal | None, context: Context) -> Place:
    """The place with the value proposed, where a licence allows it; else the place as it was."""
    if proposal is None or not LICENCES[proposal.authority](place, proposal, context):
        return place
    before, after = place.value, proposal.value
    empty = not (isinstance(after, str) or is_number(after))
    alignment = place.alignment if empty else context.aligner.align(after, place.field)
    witness = proposal.witness
    if witness.evidence is None and alignment.spans and not empty:
        start, end = alignment.spans[0]
        mention = context.document.text[start:end]
        witness = replace(witness, evidence=Evidence(start, end, mention))
    change = Change(rule, proposal.authority, witness, before, after)
    return replace(
        place,
        value=after,
        alignment=alignment,
        removed=place.in_list and after is None,
        changes=(*place.changes, change),
    )


def repaired(
    earlier: FieldResult | None, *, raw: JSON, before: JSON, after: JSON, keyword: str
) -> FieldResult:
    """The result of a place that the schema's last word gives another value; nothing supports it.

    Its licence is that the whole answer breaks ``keyword`` there (:mod:`normalizers.repair`).
    """
    invented = after not in (None, [], {})
    outcome = "placeholder" if invented else "unanswered" if raw is None else "dropped"
    change = Change("schema repair", "schema", Witness(keyword), before, after)
    return FieldResult(
        path="",
        raw=raw,
        value=after,
        outcome=outcome,
        reason=ADDED if invented or raw is None else GONE,
        confidence=0.0 if invented else 0.5,
        changes=(*(earlier.changes if earlier is not None else ()), change),
    )


def omitted(result: FieldResult) -> FieldResult:
    """The result without the value that was made up for it; any other as it is."""
    if result.outcome != "placeholder":
        return result
    return replace(result, value=None, outcome="omitted", confidence=0.0, changes=())


def _schema_allows(place: Place, proposal: Proposal, context: Context) -> bool:
    names_form = proposal.witness.keyword in FORMS
    if not names_form and (context.valid or not fault(place.value, place.field)):
        return False
    return proposal.value is None or not fault(proposal.value, place.field)


def _text_allows(place: Place, proposal: Proposal, context: Context) -> bool:
    if proposal.value is None:
        return place.may_say_nothing and bool(
            proposal.witness.evidence or not stands_verbatim(place, context)
        )
    if stands_verbatim(place, context):
        return False
    written = context.aligner.align(proposal.value, place.field)
    return written.kind == "exact" and not fault(proposal.value, place.field)


def stands_verbatim(place: Place, context: Context) -> bool:
    """Whether the text has the value as it is, or, of a number, writes its magnitude."""
    return place.alignment.kind == "exact" or (
        place.alignment.kind in {"value", "enum"} and not isinstance(place.value, str)
    )


def _model_allows(place: Place, proposal: Proposal, context: Context) -> bool:
    if proposal.value in (None, "") or fault(proposal.value, place.field):
        return False
    if place.value is None or fault(place.value, place.field):
        return True
    if place.field.is_choice or place.path in context.refused:
        return True
    now = context.aligner.align(proposal.value, place.field).kind != "none"
    return now and not stands_verbatim(place, context)


def _strictness_allows(place: Place, proposal: Proposal, context: Context) -> bool:
    unsupported = place.alignment.kind == "none" and not place.missing
    return proposal.value is None and place.may_be_empty and unsupported


LICENCES: Mapping[str, Callable[[Place, Proposal, Context], bool]] = {
    "schema": _schema_allows,
    "text": _text_allows,
    "model": _model_allows,
    "strictness": _strictness_allows,
    "abstention": lambda place, proposal, _: proposal.value is None and place.may_be_empty,
    "unanswered": lambda place, *_: place.value is None,
}
