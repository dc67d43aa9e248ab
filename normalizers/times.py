"""Normalizers of dates and times: the form asked, the text's own form, no more than it says."""

import re

from nlp.schema import Field
from nlp.temporal.dates import find_mentions
from normalizers.folding import fold
from normalizers.leaf import Context, Leaf
from normalizers.lexicon import words
from normalizers.time_forms import TimeForm, asked_form, written
from normalizers.timex import CLOCK, ISO, timex_of

_WORDS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-záéíóúñ])(?=[A-ZÁÉÍÓÚÑ])")


def asks_for_date(field: Field) -> bool:
    """Whether the form, the name or the description of a field asks for a date."""
    form = asked_form(field)
    if form is not None:
        return form.has_date
    if field.kind != "string":
        return False
    name = _CAMEL.sub(" ", f"{field.name} {field.title}").replace("_", " ")
    asked = set(_WORDS.findall(fold(name).text))
    first = _WORDS.findall(fold(field.description).text)[:3]
    return bool(words("date_words") & (asked | set(first)))


def date_form(leaf: Leaf, context: Context) -> Leaf:
    """Write a date in the form that the field asks for, else in the text's own form."""
    if leaf.field.kind != "string" or not isinstance(leaf.value, str):
        return leaf
    form = asked_form(leaf.field)
    timex = timex_of(leaf.value) or (_only_date(leaf.value, form) if form else None)
    if timex is None:
        return leaf
    if form is None:
        return _own_form(leaf, timex, context)
    value = written(timex, form.template)
    if value is None or value == leaf.value:
        return leaf
    return leaf.changed(value, f"date form {form.template}")


def _only_date(text: str, form: TimeForm) -> str | None:
    """The one complete date that a longer string holds; not one that another is counted from."""
    if form.or_verbatim and words("relational_words") & set(_WORDS.findall(fold(text).text)):
        return None
    found = (timex_of(text[each.start : each.end]) for each in find_mentions(text[:300]))
    whole = {timex for timex in found if timex is not None and written(timex, form.template)}
    return whole.pop() if len(whole) == 1 else None


def _own_form(leaf: Leaf, timex: str, context: Context) -> Leaf:
    """A date that the model put in ISO form, as the text writes it."""
    if not ISO.fullmatch(leaf.value.strip()) and not CLOCK.fullmatch(leaf.value.strip()):
        return leaf
    found = context.aligner.times.written_as(timex)
    if len(found) != 1 or leaf.value in context.document.text:
        return leaf
    return leaf.changed(found[0], "the text's own form")


def date_precision(leaf: Leaf, context: Context) -> Leaf:
    """Take from a date or time what the text does not say: a day, a month, seconds."""
    if leaf.field.kind != "string" or not isinstance(leaf.value, str):
        return leaf
    timex = timex_of(leaf.value)
    if timex is None or not _written_in_full(leaf.value):
        return leaf
    said = context.aligner.times.said(timex)
    form = asked_form(leaf.field)
    if said == timex or not said:
        return leaf
    if form is None:
        own = context.aligner.times.written_as(said)
        return leaf.changed(own[0] if len(own) == 1 else said, "no more precise than the text")
    shorter = written(said, form.template)
    if shorter is not None:
        return leaf.changed(shorter, "no more precise than the text")
    return _incomplete(leaf, said, form, context)


def _written_in_full(value: str) -> bool:
    return bool(ISO.fullmatch(value.strip()) or re.search(r"\d", value))


def _incomplete(leaf: Leaf, said: str, form: TimeForm, context: Context) -> Leaf:
    if form.or_verbatim:
        own = context.aligner.times.written_as(said)
        return leaf.changed(own[0] if own else said, "no more precise than the text")
    return leaf.drop("the text does not say the whole date")


def whole_date(leaf: Leaf, context: Context) -> Leaf:
    """Drop a date that is not whole where the field asks for a whole one, and for nothing else."""
    if leaf.field.kind != "string" or not isinstance(leaf.value, str):
        return leaf
    form = asked_form(leaf.field)
    if form is None or form.or_verbatim or not form.has_date or not leaf.field.nullable:
        return leaf
    timex = timex_of(leaf.value)
    if timex is None or written(timex, form.template) is not None:
        return leaf
    return leaf.drop(f"not a whole date of the form {form.template}")


def relative_date(leaf: Leaf, context: Context) -> Leaf:
    """Drop a date that only says a day in relation to another ("hoy", "este miércoles").

    With a reference day it is written as the date it means.
    """
    if not isinstance(leaf.value, str) or not asks_for_date(leaf.field):
        return leaf
    if any(sign.isdigit() for sign in leaf.value) or len(leaf.value) > 60:
        return leaf
    mentions = find_mentions(leaf.value)
    if not mentions or not _nothing_else(leaf.value, [(m.start, m.end) for m in mentions]):
        return leaf
    reference = context.document.reference
    readings = mentions[0].values(reference)
    timex = readings[0].timex if readings and readings[0].timex_end is None else None
    if timex and re.match(r"(?:BC)?\d", timex):
        form = asked_form(leaf.field)
        shown = written(timex, form.template) if form else None
        return leaf.changed(shown, "the date it means") if shown else leaf
    if timex and not timex.startswith(("XXXX-W", "P")):
        return leaf  # "marzo", "1 de mayo": a date of some year
    return leaf.drop("a date relative to an unknown day") if leaf.field.nullable else leaf


def _nothing_else(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether only articles, prepositions and the like stand outside the spans."""
    for start, end in reversed(spans):
        text = text[:start] + " " + text[end:]
    return all(word in words("stopwords") | {"durante"} for word in _WORDS.findall(fold(text).text))
