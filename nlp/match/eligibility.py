"""Which candidates can answer a field at all, whatever speaks for them."""

import math
import re
from collections.abc import Sequence

from nlp.absence import absence_in
from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import duration_parts
from nlp.asked.form_likeness import pattern_fits
from nlp.asked.iso_codes import iso_form
from nlp.asked.pattern_codes import CODED, asks_code, is_word
from nlp.asked.rendering import answer_value
from nlp.asked.scales import FRACTION
from nlp.asked.schema_lexicon import field_lexicon
from nlp.asked.time_forms import written_in
from nlp.asked.told_form import told_form
from nlp.labels.datelines import asks_event, written_on
from nlp.latest import latest
from nlp.match.answer_types import GROUP_LABELS
from nlp.match.counted_moments import COMPLETED
from nlp.match.implied import ABSENCE
from nlp.match.kind_members import of_kind
from nlp.match.surroundings import Surroundings
from nlp.names.heads import KEPT_ALWAYS
from nlp.reckon.reckoning_words import pattern_of
from nlp.reckon.stays import takes_span
from nlp.schema import is_number
from nlp.spans import RECKONED, Candidate, Span, holds
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern

_ANNOUNCED = 6
"""Words before a colon that greet or name what follows: "Querida Ana:"."""
_OPENING = frozenset("«“\"‘'")
_CLOSES = re.compile(r"[.,;:?!]?[»”\"’']")
_NAMES_PIECE = text_pattern("names_piece")
_WITH_DAY = re.compile(r"[\dX]{4}-(?:\d\d|XX)-\d\d|XXXX-WXX-\d")
_WHOLE_MONTHS = re.compile(r"[\dX]{4}(?:-\d\d)?")
_LACKS, _NUMBER_OF = text_pattern("lacks_name"), text_pattern("number_name")
_CENTURIES = 30
"""The last number of a century."""
_HEADED = frozenset({"ORGANIZATION", "LOCATION"})


def eligible(profile: FieldProfile, here: Surroundings) -> list[int]:
    """The indexes of the candidates that can answer the field at all."""
    candidates = here.candidates
    if iso_form(profile) is not None:
        return [at for at, one in enumerate(candidates) if answer_value(one, profile) is not None]
    allowed = GROUP_LABELS.get(profile.group)
    if allowed is None:
        return _words(profile, here)
    chosen = [
        index
        for index, candidate in enumerate(candidates)
        if candidate.label in allowed
        and candidate.source != CODED
        and _has_value(profile, candidate)
    ]
    return (_dates if profile.group == "date" else _numbers)(profile, here, chosen)


def _words(profile: FieldProfile, here: Surroundings) -> list[int]:
    """The candidates that a field of words may take."""
    candidates = here.candidates
    chosen = of_kind(profile, candidates, _open_to_words(here))
    own = {fold(word) for word in words_of(profile.field.name)} - KEPT_ALWAYS
    chosen = [one for one in chosen if _head_of(candidates[one]) not in own]
    if _NUMBER_OF.match(profile.field.name):  # it has figures where the text has any
        figures = [one for one in chosen if any(map(str.isdigit, candidates[one].mention))]
        chosen = figures or chosen
    chosen = _days(profile, here, chosen)
    if profile.form == "email":  # no telephone beside it
        chosen = [one for one in chosen if "@" in candidates[one].mention]
    if "one_word" in told_form(profile.field.description).ways:
        chosen = [one for one in chosen if candidates[one].mention.isalpha()] or chosen
    return fitting_codes(profile, here, chosen) or quoted(profile, here, chosen) or chosen


def _dates(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> list[int]:
    """Those of the dates that a field may take: in its form, if there are any."""
    if asks_event(profile):
        chosen = _but_dateline(here, chosen)
    chosen = _days(profile, here, chosen)
    return [at for at in chosen if fills_form(here.candidates[at], profile)] or chosen


def _days(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> list[int]:
    """Without the months and years, where a field is called a day and there are days."""
    asked = _NAMES_PIECE.match(profile.field.name)
    if asked is None or asked.lastgroup != "day":
        return chosen
    timexes = {at: here.candidates[at].timex or "" for at in chosen}
    if not any(_WITH_DAY.match(one) for one in timexes.values()):
        return chosen
    return [at for at in chosen if _WHOLE_MONTHS.fullmatch(timexes[at]) is None]


def fills_form(one: Candidate, profile: FieldProfile) -> bool:
    """Whether a mention tells all that the form of dates that a field asks for has."""
    return one.timex is not None and written_in(one.timex, profile.templates) is not None


def _numbers(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> list[int]:
    """Those of the numbers that a field may take."""
    candidates = here.candidates
    lacks, parts = _LACKS.search(profile.field.name) is not None, _parts_of_times(here)
    usual = [
        one
        for one in chosen
        if (candidates[one].source != RECKONED or takes_span(profile, candidates[one]))
        and not (lacks and candidates[one].source == ABSENCE)
        and (candidates[one].label != "ORDINAL" or profile.unit is None)
        and one not in parts
        and not _is_less(profile, candidates[one], here)
    ]
    return _within_bounds(profile, here, usual)


def _is_less(profile: FieldProfile, one: Candidate, here: Surroundings) -> bool:
    """Whether a longer mention says more in the unit asked for: "7 años" of "7 años con 5 meses"."""
    return any(
        holds(longer.span, one.span)
        and longer.span != one.span
        and profile.unit == unit
        and answer_value(longer, profile) is not None
        for longer, unit in _lengths_in_parts(here)
    )


@latest(4)
def _lengths_in_parts(here: Surroundings) -> list[tuple[Candidate, str]]:
    """The lengths of several parts, with the unit of the last."""
    parts = ((one, duration_parts(one.timex)) for one in here.candidates)
    return [(one, said[-1][1]) for one, said in parts if len(said) > 1]


@latest(4)
def _parts_of_times(here: Surroundings) -> frozenset[int]:
    """The quantities that are parts of a time, which says itself what a field asks of it: "4 a 2 m"."""
    times = [one.span for one in here.candidates if one.label in {"AGE", "DURATION"}]
    return frozenset(
        at
        for at, one in enumerate(here.candidates)
        if one.label == "QUANTITY"
        and any(span != one.span and holds(span, one.span) for span in times)
    )


def _but_dateline(here: Surroundings, chosen: list[int]) -> list[int]:
    """Without the day that a text is written on, where it says another from there: "mañana"."""
    found = [here.candidates[one] for one in chosen]
    counted = [
        one.span
        for one in found
        if one.source == COMPLETED and pattern_of("from_today").search(one.mention)
    ]
    own = _dateline(here) if counted else None
    if own is None or all(span == own for span in counted):
        return chosen
    return [at for at, one in zip(chosen, found, strict=True) if not holds(own, one.span)]


@latest(4)
def _dateline(here: Surroundings) -> Span | None:
    found = written_on(here.document.text, here.candidates)
    return None if found is None else found[0].span


def _within_bounds(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> list[int]:
    """The candidates that give a number, those out of bounds only where no other does."""
    answers = {index: answer_value(here.candidates[index], profile) for index in chosen}
    numbers = {index: one for index, one in answers.items() if is_number(one)}
    bounds = profile.field.constraints
    low = -math.inf if bounds.minimum is None else bounds.minimum
    high = math.inf if bounds.maximum is None else bounds.maximum
    if profile.scale == FRACTION:
        low, high = max(low, 0.0), min(high, 1.0)
    return [index for index, one in numbers.items() if low <= one <= high] or [*numbers]


def fitting_codes(profile: FieldProfile, here: Surroundings, chosen: Sequence[int]) -> list[int]:
    """The candidates that fit the pattern of a field that asks for a code.

    Those that patterns found, and those of ``chosen`` that are written so.
    """
    if not asks_code(profile.field):
        return []
    pattern = profile.field.constraints.pattern
    found = [index for index, one in enumerate(here.candidates) if one.source == CODED]
    return [
        index
        for index in (*found, *chosen)
        if not is_word(here.candidates[index].mention)
        and pattern_fits(str(answer_value(here.candidates[index], profile)), pattern) > 0
    ]


def quoted(profile: FieldProfile, here: Surroundings, chosen: Sequence[int]) -> list[int]:
    """What stands in quotation marks, where the field asks for something without its own."""
    if profile.listed or "quotes" not in told_form(profile.field.description).left_out:
        return []
    text, spans = here.document.text, here.candidates
    return [
        one
        for one in chosen
        if text[max(0, spans[one].start - 1) : spans[one].start] in _OPENING
        and _CLOSES.match(text, spans[one].end)
    ]


@latest(4)
def _open_to_words(here: Surroundings) -> list[int]:
    """The candidates that a field of words looks at; read, never changed."""
    return [
        index
        for index, one in enumerate(here.candidates)
        if not _is_noise(one) and not here.is_label(one) and one.source not in {ABSENCE, CODED}
    ]


def _is_noise(candidate: Candidate) -> bool:
    """A lone function word that a finder took for a name, a web address, words for no value.

    One word alone, "Nada", may be a name where no label stands before it.
    """
    mention = candidate.mention
    may_say_none = " " in mention or candidate.label in {"LABEL_VALUE", "TABLE_CELL"}
    if may_say_none and absence_in(mention) is not None:
        return True
    if mention.endswith(":") and mention.count(" ") < _ANNOUNCED:
        return True
    if " " not in mention:
        return field_lexicon().is_stopword(mention) and candidate.label != "LABEL_VALUE"
    return "://" in mention and candidate.label not in {"URL", "LABEL_VALUE", "TABLE_CELL"}


def _head_of(candidate: Candidate) -> str | None:
    """The common noun that leads a name, which says again what a field is called: "bar Lucerna"."""
    if candidate.label not in _HEADED:
        return None
    head, _, name = candidate.mention.partition(" ")
    return fold(head) if head.islower() and not name.islower() else None


def _has_value(profile: FieldProfile, candidate: Candidate) -> bool:
    if profile.group != "number":
        return candidate.label != "RANGE" or candidate.timex is not None
    if candidate.label == "DATE":
        year = answer_value(candidate, profile)
        return is_number(year) and (profile.asks("date") > 0.25 or year <= _CENTURIES)
    return candidate.value is not None
