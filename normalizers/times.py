"""Rules of dates and times: the form that the schema or the field's own words ask for."""

import re

from nlp.asked.time_forms import TimeForm, asked_form, has_form, written
from nlp.folding import fold_text
from nlp.temporal.dates import Mention, find_mentions
from nlp.temporal.read_timex import timex_of
from normalizers.lexicon import words
from normalizers.outcome import Witness
from normalizers.place import Context, Place, Proposal
from normalizers.validity import fault

_WORDS = re.compile(r"[^\W_]+")
_MIDNIGHT = re.compile(r"T00:00(?::00)?$")
_LONGEST = 120


def date_form(place: Place, context: Context) -> Proposal | None:
    """A date or time in the form that the field asks for, where it says the whole of that form.

    The words of a description never rewrite what the model said and the text has: gold of real
    tasks follows the text there (``make bench-normalizers``). The time of day of a date goes only
    where the form excludes it: where the schema would refuse it, or where it is midnight and the
    field's words know no time of day.
    """
    form = asked_form(place.field) if place.field.kind == "string" else None
    value = place.value
    if form is None or not isinstance(value, str) or len(value) > _LONGEST:
        return None
    broken = fault(value, place.field)
    if not broken and (form.keyword != "description" or has_form(value, form.template)):
        return None
    if form.keyword == "description" and place.is_from_model and place.alignment.kind == "exact":
        return None
    timex = timex_of(value) or _only_date(value, form, context)
    if timex is None or (not broken and _would_lose(timex, form)):
        return None
    said = written(timex, form.template)
    if said is None or said == value:
        return None
    return Proposal(said, "schema", Witness(form.keyword))


def no_whole_date(place: Place, context: Context) -> Proposal | None:
    """Null for a part of a date ("2017", "2018-06-00") where the field's words ask for a whole one.

    Only where null is allowed and the words take nothing but that form.
    """
    form = asked_form(place.field) if place.field.kind == "string" else None
    value = place.value
    if form is None or form.or_verbatim or not place.field.nullable or not isinstance(value, str):
        return None
    timex = timex_of(value)
    if timex is None or "T" in timex or written(timex, form.template) is not None:
        return None
    return Proposal(None, "schema", Witness(form.keyword))


def _would_lose(timex: str, form: TimeForm) -> bool:
    """Whether a form that only words ask for has no room for what is said."""
    if "T" not in timex or form.has_hour:
        return False
    return form.has_room or not _MIDNIGHT.search(timex)


def _only_date(text: str, form: TimeForm, context: Context) -> str | None:
    """The one date that a longer string holds; with a reference day, the day it means.

    Never a date that another is counted from ("tras el 3 de mayo").
    """
    if words("relational_words") & set(_WORDS.findall(fold_text(text).text)):
        return None
    found = {reading for each in find_mentions(text) if (reading := _reading(each, text, context))}
    whole = {timex for timex in found if written(timex, form.template) is not None}
    return whole.pop() if len(whole) == 1 else None


def _reading(mention: Mention, text: str, context: Context) -> str | None:
    plain = timex_of(text[mention.start : mention.end])
    if plain is not None:
        return plain
    readings = mention.values(context.document.reference)
    timex = readings[0].timex if readings and readings[0].timex_end is None else None
    return timex if timex and re.match(r"\d{4}-\d\d", timex) else None
