"""A candidate as the JSON value a field asks for."""

import re
from dataclasses import replace
from functools import lru_cache

from nlp.asked.coded import code_of
from nlp.asked.field_profile import FieldProfile
from nlp.asked.scales import scaled
from nlp.asked.shapes import unit_of
from nlp.asked.time_forms import written_in
from nlp.names.heads import untitled
from nlp.spans import Candidate, Number
from nlp.stems import fold

_ASIDE = re.compile(r"(?<=\w)\s\([a-záéíóúñ][^()]{2,30}\)$")
"""What encyclopedias add to a name to tell it from others: "Mercurio (planeta)"."""
_NAME_SHARE = 0.4
_PHRASE_WORDS = 8
"""A line of fewer words is a phrase: its full stop is not part of the answer."""
_SEVERAL_SENTENCES = 10
"""Words of a label's value from which it may go on with other sentences."""
_SENTENCE_END = re.compile(
    r"(?:(?<=[^\W\d_]{4})|(?<=\w))\.\s+(?=(?:El|La|Los|Las|Se|En|No|Un|Una|Por|Para|Al|Con|Su)\s)"
)
_YEAR = re.compile(r"(?<!\d)(?:1\d|20|21)\d\d(?!\d)")
_POINT = re.compile(r"\d{1,3}\.\d{3}")
_DECIMAL = re.compile(r"-?\d{1,9}\.\d{1,12}")
_LEADING = re.compile(r"^(?:(?:el|este|del?|pasado|pr[oó]ximo|d[ií]a)\s){1,4}", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"^(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo),?\s(?:el\s|d[ií]a\s)?",
    re.IGNORECASE,
)
_TIMEX = re.compile(r"P((?:\d{1,9}(?:\.\d{1,6})?[YMWD])*)(?:T((?:\d{1,9}(?:\.\d{1,6})?[HMS])+))?")
_TIMEX_PART = re.compile(r"(\d+(?:\.\d+)?)([A-Z])")
_TIMEX_UNITS = {
    "Y": "year", "M": "month", "W": "week", "D": "day", "TH": "hour", "TM": "minute", "TS": "second",
}  # fmt: skip
_DAYS = {
    "year": 365.25, "month": 30.4375, "week": 7.0, "day": 1.0,
    "hour": 1 / 24, "minute": 1 / 1440, "second": 1 / 86400,
}  # fmt: skip
_MOST_TIMES = 800
"""How many of the smaller unit of time the bigger may be: hours in days or weeks, no years."""
_TO_BASE: dict[str, tuple[str, float]] = {
    "km": ("m", 1000.0),
    "m": ("m", 1.0),
    "cm": ("m", 0.01),
    "mm": ("m", 0.001),
    "kg": ("g", 1000.0),
    "g": ("g", 1.0),
    "mg": ("g", 0.001),
    "t": ("g", 1e6),
    "km²": ("m²", 1e6),
    "ha": ("m²", 1e4),
    "m²": ("m²", 1.0),
    "L": ("L", 1.0),
    "mL": ("L", 0.001),
    "W": ("W", 1.0),
    "kW": ("W", 1e3),
    "MW": ("W", 1e6),
}


def answer_value(candidate: Candidate, profile: FieldProfile) -> str | Number | None:
    """The value a candidate gives a field; None where it gives none.

    Numbers come in the unit the field names, dates in the form it asks for (the text's own form
    where it asks for none), everything else in the words of the text.
    """
    if profile.field.kind in {"integer", "number"}:
        return _number(candidate, profile)
    if profile.group == "date":
        return _date(candidate, profile)
    code = code_of(candidate)
    if code is not None:
        return code
    if candidate.label == "LABEL_VALUE" and not profile.long_text:
        candidate = replace(candidate, mention=_first_sentence(candidate.mention))
    if profile.asks("title", "heading") > _NAME_SHARE:
        return _ASIDE.sub("", candidate.mention)
    if candidate.label == "SENTENCE" and candidate.mention.count(" ") < _PHRASE_WORDS:
        return candidate.mention.removesuffix(".")
    return candidate.mention


def _first_sentence(mention: str) -> str:
    """What a label says, where whole sentences follow it on its line."""
    if mention.count(" ") < _SEVERAL_SENTENCES:
        return mention
    stop = _SENTENCE_END.search(mention)
    return mention[: stop.start()] if stop else mention


def _number(candidate: Candidate, profile: FieldProfile) -> Number | None:
    if candidate.label == "DATE":
        year = _YEAR.search(candidate.mention)
        return int(year.group()) if year else None
    value = candidate.value
    if value is None:
        return None
    if _reads_as_decimal(candidate.mention, profile):
        return float(candidate.mention)
    number = value.number
    if number is None:
        ends = (value.low, value.high) if profile.edge <= 0 else (value.high, value.low)
        number = next((one for one in ends if one is not None), None)
    if number is None:
        return _whole(_duration(value.timex, profile.unit), profile)
    number = _converted(number, unit_of(candidate), profile.unit)
    if number is None:
        return None
    number = scaled(number, candidate, profile.scale)
    return _whole(number, profile)


def _whole(number: Number | None, profile: FieldProfile) -> Number | None:
    if number is None:
        return None
    if profile.field.kind == "integer":
        return int(number) if float(number).is_integer() else round(number)
    return number


def _duration(timex: str | None, wanted: str | None) -> Number | None:
    """How long a duration is in the unit wanted; in its own where it has one part and none is."""
    match = _TIMEX.fullmatch(timex or "")
    if match is None:
        return None
    parts = [
        (float(amount), _TIMEX_UNITS[clock + letter])
        for clock, body in (("", match.group(1)), ("T", match.group(2) or ""))
        for amount, letter in _TIMEX_PART.findall(body)
    ]
    if wanted not in _DAYS:
        return parts[0][0] if len(parts) == 1 else None
    if not parts or any(not _comparable(unit, wanted) for _, unit in parts):
        return None
    total = sum(_exact(amount, unit, wanted) for amount, unit in parts)
    return float(f"{total:.10g}")


def _comparable(unit: str, wanted: str) -> bool:
    """Whether anybody counts the one unit of time in the other."""
    ratio = _DAYS[unit] / _DAYS[wanted]
    return 1 / _MOST_TIMES <= ratio <= _MOST_TIMES


def _exact(amount: float, unit: str, wanted: str) -> float:
    """An amount of one unit of time in another; a year has twelve months, whatever its days."""
    if (unit, wanted) == ("year", "month"):
        return amount * 12
    if (unit, wanted) == ("month", "year"):
        return amount / 12
    return amount * _DAYS[unit] / _DAYS[wanted]


def _converted(number: Number, unit: str | None, wanted: str | None) -> Number | None:
    """A number in the unit wanted; None for years where hours are counted."""
    if unit is None or wanted is None or unit == wanted:
        return number
    if unit in _DAYS and wanted in _DAYS:
        return float(f"{_exact(number, unit, wanted):.10g}") if _comparable(unit, wanted) else None
    source, target = _TO_BASE.get(unit), _TO_BASE.get(wanted)
    if source is None or target is None or source[0] != target[0]:
        return number
    return float(f"{number * source[1] / target[1]:.10g}")


def _date(candidate: Candidate, profile: FieldProfile) -> str:
    timex = candidate.value.timex if candidate.value is not None else None
    said = written_in(timex, profile.templates) if timex is not None else None
    if said is not None:
        return said
    if profile.date_form is None or timex is None:
        return _bare_date(candidate.mention)
    return candidate.mention


def _reads_as_decimal(mention: str, profile: FieldProfile) -> bool:
    """Whether "1.234" is a decimal here: the field's own examples write decimals with a point."""
    return (
        profile.field.kind == "number"
        and _POINT.fullmatch(mention) is not None
        and any(_DECIMAL.fullmatch(example) for example in profile.examples)
    )


def _bare_date(mention: str) -> str:
    """A date without what leads up to its day ("el pasado día 18"); the weekday goes with a year."""
    bare = _LEADING.sub("", mention)
    if _YEAR.search(bare):
        bare = _WEEKDAY.sub("", bare)
    return bare if any(char.isdigit() for char in bare) else mention


def answer_key(profile: FieldProfile, candidate: Candidate) -> str:
    """What makes two candidates one answer: the same value, or the same words but for titles."""
    if profile.group == "number" or (profile.group == "date" and profile.date_form):
        return str(answer_value(candidate, profile))
    return _plain(candidate.mention)


@lru_cache(maxsize=8192)
def _plain(mention: str) -> str:
    """The words of a mention but for titles, as two of them are one answer."""
    return fold(untitled(mention)).strip(" .,")
