"""Values for what the model left out."""

from nlp.hints import FieldHints
from nlp.schema import JSON, Field
from normalizers.bounds import fits, only_of_form
from normalizers.leaf import Context, Leaf, schema_path
from normalizers.least_wrong import least_wrong
from normalizers.time_forms import asked_form, written
from normalizers.timex import timex_of

ANSWERED = 0.5
"""From which probability a hint stands in for an answer that may also be null."""

DATED = 0.2
"""From which probability a whole date stands in for a null."""


def fill(leaf: Leaf, context: Context) -> Leaf:
    """Answer a place that has no value: the schema's default, a hint, null where allowed.

    A nullable key that the model left out of an answer is null: it had its say. Where the model
    gave no answer at all, and for places that may not be null, the hints are asked.
    """
    if leaf.value is not None or leaf.in_list or leaf.field.kind in {"null", "array", "object"}:
        return leaf
    field = leaf.field
    if leaf.missing and field.has_default and field.default is not None:
        return leaf.changed(field.default, "the schema's default")
    hints = context.hints.get(schema_path(leaf.path))
    dated = _whole_date(field, hints)
    if dated is not None:
        return leaf.changed(dated, "the date that the text gives")
    if leaf.missing and field.nullable and not context.silent:
        return leaf
    if leaf.missing or not field.nullable:
        hinted = _hinted(field, hints, silent=context.silent)
        if hinted is not None:
            return leaf.changed(hinted, "filled from the text")
    if field.nullable or not field.required:
        return leaf
    written_so = only_of_form(field.constraints.pattern, context.document.text)
    if field.kind == "string" and written_so and fits(written_so, field.constraints):
        return leaf.changed(written_so, "the only one of its form in the text")
    return leaf.changed(least_wrong(field, context.schema), "required and without an answer")


def _whole_date(field: Field, hints: FieldHints | None) -> str | None:
    """The best hint, where it is a whole date of the form that the field asks for.

    Models leave such dates out because they fear to rewrite them; of the whole dates that a hint
    gives with this chance, nearly none stands where gold is null (``docs/evidence.md``).
    """
    form = asked_form(field) if field.kind == "string" else None
    if hints is None or not hints.hints or form is None or not form.has_date:
        return None
    best = hints.hints[0]
    timex = timex_of(best.candidate.mention) if best.score * hints.answered >= DATED else None
    return written(timex, form.template) if timex else None


def _hinted(field: Field, hints: FieldHints | None, *, silent: bool) -> JSON:
    """What the hints answer; where no model did, a place that may not be null takes the best."""
    if hints is None:
        return None
    least = ANSWERED if field.nullable or not field.required or not silent else 0.0
    if hints.choices:
        member, probability = hints.choices[0]
        return member if probability >= least else None
    if not hints.hints or hints.hints[0].score * hints.answered < least:
        return None
    return hints.hints[0].candidate.mention
