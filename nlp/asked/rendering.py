"""A candidate as the JSON value a field asks for."""

import re
from dataclasses import replace
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import (
    converted,
    duration_in,
    duration_parts,
    named_unit,
    same_kind,
    unit_of,
    unit_symbol,
)
from nlp.asked.iso_codes import iso_form, iso_value
from nlp.asked.pattern_codes import code_of
from nlp.asked.scales import scaled
from nlp.asked.time_forms import written_in
from nlp.asked.told_form import ToldForm, told_form
from nlp.names.heads import untitled
from nlp.numeric.currencies import is_currency
from nlp.schema import Field
from nlp.spans import RECKONED, Candidate, Number
from nlp.stems import fold, spanish_stem, words_of
from nlp.temporal.clocks import clock_place
from nlp.temporal.date_numbers import short_year
from nlp.word_lists import text_pattern

_ASIDE = re.compile(r"(?<=\w)\s\([a-záéíóúñ][^()]{2,30}\)$")
"""What encyclopedias add to a name to tell it from others: "Mercurio (planeta)"."""
_NAME_SHARE = 0.4
_PHRASE_WORDS = 8
"""A line of fewer words is a phrase: its full stop is not part of the answer."""
_SEVERAL_SENTENCES = 10
"""Words of a label's value from which it may go on with other sentences."""
_SENTENCE_END, _CODED, _SIGNED, _POSITIVE, _LEADING = map(
    text_pattern, ("value_sentence_end", "named_code", "number_sign", "told_positive", "before_day")
)
_CENT, _CENTS = "cent", 100
_CENTURY = re.compile(r"\d\d")
_ASKS_CENTURY = re.compile(r"siglo|century", re.IGNORECASE)
_NAME_LED, _KIN_LED, _TOWN, _TIMES = map(text_pattern, ("name_led", "kin_led", "town", "times"))
_YEAR = re.compile(r"(?<!\d)(?:1\d|20|21)\d\d(?!\d)")
_SURELY = 0.4
"""How much a number must ask for a year so that "84" is 1984."""
_ALL_YEAR = re.compile(r"\d{4}")
"""A year and no more, however it is written: "año 82"."""
_BOTH_YEARS = re.compile(r"(?:YYYY|AAAA|yyyy|aaaa)[-/](?:YYYY|AAAA|yyyy|aaaa)")
_TITLED, _ADDRESS, _SURE_ADDRESS, _LEARNED, _SIRS, _SURNAME = map(
    text_pattern,
    ("asks_title", "address", "sure_address", "learned_title", "sirs", "names_surname"),
)
_LABEL = re.compile(r"^[^\W\d][\w ./º-]{1,28}:\s+(?=\S)")
_QUOTED = re.compile(r"[«“\"](?P<inside>[^«»“”\"\s][^«»“”\"]{0,80})[»”\"]")
_SHARE = re.compile(r"(\d{1,4})\s?/\s?\d{1,4}")
"""So many of so many, "3/10": what is asked for as a whole number is the first."""
_MARK_OF = re.compile(r"(\d{1,3})(?:\s?/\s?|\ssobre\s)(?:5|10|100)")
"""A mark of those given: of 12 asked for as a number, "7 sobre 10" is 7 in 10."""
_POINT = re.compile(r"\d{1,3}\.\d{3}")
_DECIMAL = re.compile(r"-?\d{1,9}\.\d{1,12}")
_COUNTS = {"un": 1, "one": 1, "1": 1, "dos": 2, "two": 2, "2": 2, "tres": 3, "three": 3, "3": 3}
_DECIMALS = re.compile(
    rf"\b({'|'.join(_COUNTS)}) (?:cifras )?(?:decimal|places?\b)"
    rf"|\b(?:redonde\w+ a|round\w* to) ({'|'.join(_COUNTS)})\b"
    rf"|\bdecimal\w*, con ({'|'.join(_COUNTS)}) cifras\b",
    re.IGNORECASE,
)
_ENDLESS, _ROUNDED = 8, 2
"""Decimals from which a number is rounded, and to how many, where nothing tells: seven sixths."""
_FAR = 1440
"""From so many of the unit asked for on, a unit of time tells no amount in it: days, no minutes."""
_NAMES_PIECE, _NAMES_DAY = text_pattern("names_piece"), text_pattern("names_day")
_CALENDAR = re.compile(
    r"[\dX]{4}-(?:Q(?P<quarter>\d)|H(?P<half>\d)|(?P<month>\d\d|XX)(?:-(?P<day>\d\d))?)"
)
_MOMENTS = frozenset({"DATE", "DATETIME", "TIME", "RANGE", "SET", "DURATION"})
_TIMED, _DAYS = frozenset({"DATETIME", "SET"}), frozenset({"DATE", "RANGE"})
_BEFORE_CLOCK, _BEHIND_CLOCK = text_pattern("before_clock"), text_pattern("behind_clock")


def answer_value(candidate: Candidate, profile: FieldProfile) -> str | Number | None:
    """The value a candidate gives a field; None where it gives none.

    Numbers come in the unit the field names, dates in the form it asks for (the text's own form
    where it asks for none), everything else in the words of the text.
    """
    if profile.field.is_numeric:
        return _number(candidate, profile)
    if (form := iso_form(profile)) is not None:
        named = iso_value(candidate, form)
        return None if named is None else bared(named, profile)
    if profile.group == "date":
        return _date(candidate, profile)
    code = code_of(candidate)
    if code is not None:
        return code
    mention = _asked_part(candidate, profile)
    if candidate.label == "LABEL_VALUE" and not profile.long_text:
        mention = _first_sentence(mention)
    if profile.asks("title", "heading") > _NAME_SHARE:
        mention = _ASIDE.sub("", mention)
    if profile.asks("person", "organization", "place", "identifier") > _NAME_SHARE:
        mention = _LABEL.sub("", mention)
    if candidate.label not in _MOMENTS:
        mention = _SIRS.sub("", _without_own_name(mention, profile))
    mention = mention[form_of_address(profile, mention, candidate.label) :]
    if (led := _NAME_LED.match(mention)) is not None and (
        _asks_bare_name(profile) or _is_kin_alone(mention[: led.end()], profile)
    ):
        mention = mention[led.end() :]
    if (quoted := _QUOTED.fullmatch(mention)) is not None:
        mention = quoted["inside"]
    mention = bared(mention, profile)
    if candidate.label == "SENTENCE" and mention.count(" ") < _PHRASE_WORDS:
        return mention.removesuffix(".")
    return mention


def _without_own_name(mention: str, profile: FieldProfile) -> str:
    """A code without the word before it that the field is called by, as in 650 of 654 of teachers'."""
    signed = _SIGNED.match(mention)
    if signed is not None and profile.asks("identifier") > _NAME_SHARE:
        mention = mention[signed.end() :]
    coded = _CODED.fullmatch(mention)
    if coded is None or spanish_stem(coded["word"]) not in profile.called:
        return mention
    return coded["code"]


def _asks_bare_name(profile: FieldProfile) -> bool:
    """Whether a field asks for somebody or a town by name: "hermano Saúl" is more than that."""
    if _TITLED.search(profile.field.description):
        return False
    return profile.asks("person") > _NAME_SHARE or _TOWN.search(profile.field.name) is not None


def _is_kin_alone(led: str, profile: FieldProfile) -> bool:
    """Whether what leads to a name says whose kin or what animal it is, and the field asks for a name."""
    return _KIN_LED.fullmatch(led) is not None and "nombre" in words_of(fold(profile.field.name))


def bared(mention: str, profile: FieldProfile) -> str:
    """A mention without what the description of the field, or of its list, says to leave out."""
    field = profile.field
    if field.constraints.pattern:
        return mention
    if field.description:
        return told_form(field.description).bared(mention)
    array = profile.parents[-1] if profile.parents and not field.is_named else None
    if array is None or not array.description:
        return mention
    return _form_of_items(array.description).bared(mention)


@lru_cache(maxsize=4096)
def _form_of_items(description: str) -> ToldForm:
    """What is told of a list as the form of its items; "only" says which, not how they are written."""
    told = told_form(description)
    return replace(told, left_out=told.left_out - {"asides"})


def form_of_address(profile: FieldProfile, mention: str, label: str = "") -> int:
    """How long the form of address before a person's name is that the field does not ask for."""
    if _SURNAME.search(profile.field.name):
        return len(mention) - len(untitled(mention))
    found = _ADDRESS.match(mention)
    if found is None and not profile.listed:
        found = _LEARNED.match(mention)
    if found is None:
        return 0
    told = profile.asks("person") >= _NAME_SHARE or label == "PERSON"
    if not (told or _SURE_ADDRESS.match(mention)):
        return 0
    return 0 if _TITLED.search(profile.field.description) else found.end()


def _first_sentence(mention: str) -> str:
    """What a label says, where whole sentences follow it on its line."""
    if mention.count(" ") < _SEVERAL_SENTENCES:
        return mention
    stop = _SENTENCE_END.search(mention)
    return mention[: stop.start()] if stop else mention


def _number(candidate: Candidate, profile: FieldProfile) -> Number | None:
    if candidate.label == "DATE":
        century = _CENTURY.fullmatch(candidate.timex or "")
        if century is not None and _ASKS_CENTURY.search(
            f"{profile.field.name} {profile.field.title}"
        ):
            return int(century.group()) + 1
        piece = _calendar_piece(candidate.timex or "", profile)
        if piece is not None:
            return piece
        year = _YEAR.search(candidate.mention) or _ALL_YEAR.fullmatch(candidate.timex or "")
        return int(year.group()) if year else None
    value = candidate.value
    if value is None:
        return None
    if _reads_as_decimal(candidate.mention, profile):
        return float(candidate.mention)
    if profile.field.kind == "integer" and profile.unit is None and profile.asks("date") > _SURELY:
        full = short_year(candidate.mention)
        if full is not None:
            return full
        if value.kind == "duration":  # "nueve años antes" is no year
            return None
    number = value.number
    if number is None and (profile.edge or value.text is None):
        ends = (value.low, value.high) if profile.edge <= 0 else (value.high, value.low)
        number = next((one for one in ends if one is not None), None)
    share = _SHARE.fullmatch(candidate.mention) if value.number is not None else None
    if share is not None and profile.field.kind == "integer":
        return int(share.group(1))
    mark = _MARK_OF.fullmatch(candidate.mention)
    if mark is not None and profile.scale is None:
        return int(mark.group(1))
    if number is None:
        if value.kind == "set" and (profile.unit is None or _TIMES.search(candidate.mention)):
            return None  # "cada día" is no number, "dos días a la semana" no seven
        own = _own_part(value.timex, profile)
        return _whole(_duration(value.timex, profile.unit) if own is None else own, profile)
    if value.unit == _CENT and profile.unit is not None and is_currency(profile.unit):
        number = number / _CENTS
    number = _converted(number, unit_of(candidate), profile.unit)
    if number is None:
        return None
    if candidate.source != RECKONED:
        number = scaled(number, candidate, profile.scale)
    return _whole(rounded(number, profile.field), profile)


def _calendar_piece(timex: str, profile: FieldProfile) -> int | None:
    """The day, the month, the quarter or half year of a date for a whole number that is called so."""
    asked, found = _NAMES_PIECE.match(profile.field.name), _CALENDAR.match(timex)
    if asked is None or found is None or profile.field.kind != "integer":
        return None
    said = found[asked.lastgroup or 0]
    return int(said) if said and said.isdecimal() else None


def rounded(number: Number, field: Field) -> Number:
    """A number with the decimals that a description wants, and without the sign that it does not."""
    told = field.description
    if number < 0 and _POSITIVE.search(told):
        number = -number
    if not isinstance(number, float):
        return number
    decimals = _DECIMALS.search(told)
    if decimals is not None:
        return round(number, _COUNTS[next(filter(None, decimals.groups())).lower()])
    return round(number, _ROUNDED) if number != round(number, _ENDLESS) else number


def _own_part(timex: str | None, profile: FieldProfile) -> Number | None:
    """The part of a duration in the field's unit, where another field asks for another part.

    Of "32 semanas y 4 días" one asks for 32 and one for 4.
    """
    parts = duration_parts(timex)
    own = next((amount for amount, unit in parts if unit == profile.unit), None)
    if own is None or len(parts) < 2 or not profile.parents:
        return None
    rest = {unit_symbol(unit) for _, unit in parts if unit != profile.unit}
    siblings = profile.parents[-1].fields
    asked = any(named_unit(one) in rest for one in siblings if one.path != profile.path)
    return own if asked else None


def _whole(number: Number | None, profile: FieldProfile) -> Number | None:
    if number is None:
        return None
    if profile.field.kind == "integer":
        return int(number) if float(number).is_integer() else None
    return number


def _duration(timex: str | None, wanted: str | None) -> Number | None:
    """How long a duration is in the unit wanted; in its own where it has one part and none is.

    Nobody tells minutes in whole days.
    """
    parts = duration_parts(timex)
    if wanted is not None and same_kind(wanted, "day"):
        size = converted(1, parts[-1][1], wanted) if parts else None
        return duration_in(timex, wanted) if size is not None and size < _FAR else None
    return parts[0][0] if len(parts) == 1 else None


def _converted(number: Number, unit: str | None, wanted: str | None) -> Number | None:
    """A number in the unit wanted; as it stands in a unit of another kind, None for years in days."""
    if unit is None or wanted is None or unit == wanted or not same_kind(unit, wanted):
        return number
    return converted(number, unit, wanted)


def _date(candidate: Candidate, profile: FieldProfile) -> str | None:
    timex = candidate.timex
    said = written_in(timex, profile.templates) if timex is not None else None
    if said is None:
        said = _two_years(candidate, profile)
    if said is not None:
        return said
    if profile.date_form is not None and profile.date_form.keyword == "format":
        return None
    if profile.date_form is None or timex is None:
        return _bare_date(_asked_part(candidate, profile))
    return candidate.mention


def _two_years(candidate: Candidate, profile: FieldProfile) -> str | None:
    """Two years in a row, in a form that has two: "temporada 24/25" as "2024/2025"."""
    form = next((one for one in profile.templates if _BOTH_YEARS.fullmatch(one)), None)
    first, last = candidate.timex, candidate.value.timex_end if candidate.value else None
    if form is None or first is None or last is None:
        return None
    years = _ALL_YEAR.fullmatch(first), _ALL_YEAR.fullmatch(last)
    return f"{first}{form[4]}{last}" if all(years) else None


def _asked_part(candidate: Candidate, profile: FieldProfile) -> str:
    """Of a moment the hour or the day where a field asks for one alone: "16:30", "jueves 15"."""
    mention = candidate.mention
    names_day = _NAMES_DAY.search(" ".join(words_of(profile.field.name))) is not None
    on_day = names_day and candidate.label in _DAYS and "T" in (candidate.timex or "")
    if candidate.label not in _TIMED and not on_day:
        return mention
    hours, days = profile.asks("time"), profile.asks("date")
    wanted = days > 2 * hours if names_day else hours > days
    clock = clock_place(mention, candidate.timex) if wanted else None
    if clock is None:
        return mention
    start, end = clock
    if not names_day:
        return mention[start:end]
    before = _BEFORE_CLOCK.sub("", mention[:start])
    return before or _BEHIND_CLOCK.sub("", mention[end:]) or mention


def _reads_as_decimal(mention: str, profile: FieldProfile) -> bool:
    """Whether "1.234" is a decimal here: the field's own examples write decimals with a point."""
    return (
        profile.field.kind == "number"
        and _POINT.fullmatch(mention) is not None
        and any(_DECIMAL.fullmatch(example) for example in profile.examples)
    )


def _bare_date(mention: str) -> str:
    """A date without what leads up to its day ("el pasado día 18")."""
    bare = _LEADING.sub("", mention)
    return bare if any(char.isdigit() for char in bare) else mention


def answer_key(profile: FieldProfile, candidate: Candidate) -> str:
    """What makes two candidates one answer: the same value, or the same words but for titles."""
    if gives_words(profile):
        return wording(candidate.mention)
    return str(answer_value(candidate, profile))


def gives_words(profile: FieldProfile) -> bool:
    """Whether the same words are the same answer to a field, not the same value."""
    return profile.group == "text" or (profile.group == "date" and not profile.date_form)


@lru_cache(maxsize=8192)
def wording(mention: str) -> str:
    """The words of a mention but for titles, as two of them are one answer."""
    return fold(untitled(mention)).strip(" .,")
