"""The number behind a label that a field asks for, and how well it suits the field."""

import re
from collections.abc import Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.asked.scales import FRACTION
from nlp.labels.form_elements import Filled, Pair
from nlp.labels.likeness import asks_percent, names_any
from nlp.numeric.currencies import is_currency
from nlp.numeric.digits import read_digits
from nlp.schema import JSON, is_number
from nlp.spans import DAY_LABELS, Candidate, Value

_CODED = re.compile(r"[A-Z]{1,6}[-/]?\d[\w/-]{1,20}")
_NUMERAL = re.compile(r"[-+−]?\d{1,3}(?:[.\xa0 ]\d{3})+(?:,\d+)?(?!\d)|[-+−]?\d+(?:[.,]\d+)?")
_MARK = re.compile(r"\d{1,3}(?:[.,]\d+)?\s?(?:/|sobre|de)\s?(?:5|10|20|50|100|1000)(?:\spuntos)?")
"""A mark out of the best one: "86/100"."""
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_NUMBERS = frozenset(
    {"NUMBER", "QUANTITY", "MONEY", "PERCENT", "AGE", "DURATION", "TEMPERATURE", "RANGE", "ORDINAL"}
)


def read_number(
    profile: FieldProfile, pair: Pair, text: str, here: Sequence[Candidate]
) -> Filled | None:
    """The number of a pair for a field; ``here`` are the candidates with a value that stand in it."""
    percent = asks_percent(profile)
    if pair.form == "percent" and not percent:
        return None
    if _CODED.fullmatch(text, pair.start, pair.end):
        return None
    if not percent and _MARK.fullmatch(text, pair.start, pair.end):
        return _in_figures(profile, pair, text)
    found = [one for one in here if one.label in _NUMBERS]
    year = _YEAR.fullmatch(text, pair.start, pair.end) is not None
    timed = any(one.label in {"DATE", "DATETIME", "TIME"} for one in here)
    if timed and not found and not year:
        return None
    found.sort(key=lambda one: (percent and one.label != "PERCENT", one.start, -one.end))
    if profile.edge > 0 and len(found) > 1:
        found.sort(key=lambda one: -one.end)
    for one in found:
        value = _as_share(answer_value(_edge(one, profile), profile), profile)
        if is_number(value) and value < 0 and _is_deducted(profile):
            value = -value
        if value is not None:
            return Filled(value, one.start, one.end, _fit(one, profile, pair, here), one)
    return _in_figures(profile, pair, text)


def _fit(one: Candidate, profile: FieldProfile, pair: Pair, here: Sequence[Candidate]) -> float:
    """How well a number suits the field: less where it is far in, of a date or of another measure."""
    fit = 1.0 if one.start - pair.start <= 12 else 0.7
    if any(day.label in DAY_LABELS and day.start <= one.start < day.end for day in here):
        fit = 0.3
    percent = asks_percent(profile)
    if percent and one.label != "PERCENT":
        fit *= 0.8
    if profile.unit and profile.unit != "%" and not _same_measure(one, profile.unit):
        fit *= 0.6
    if one.label == "MONEY" and profile.asks("measure") > profile.asks("money"):
        fit *= 0.6
    if not percent and one.label == "PERCENT":
        fit *= 0.6
    return fit


def _in_figures(profile: FieldProfile, pair: Pair, text: str) -> Filled | None:
    """The first figures of a pair as its number."""
    match = _NUMERAL.search(text, pair.start, pair.end)
    if match is None:
        return None
    digits = re.sub(r"[ \xa0+]", "", match.group()).replace("−", "-")
    number = read_digits(digits.lstrip("-"))
    if number is None:
        return None
    found = Value("number", number=-number if digits.startswith("-") else number)
    one = Candidate(*match.span(), match.group(), "NUMBER", found, "labels")
    value = answer_value(one, profile)
    rest = text[match.end() : pair.end].strip()
    fit = 0.85 if match.start() == pair.start and len(rest) < 15 else 0.5
    return Filled(value, one.start, one.end, fit, one)


def _as_share(value: JSON, profile: FieldProfile) -> JSON:
    """A percentage as a fraction, where the description asks for one."""
    if is_number(value) and abs(value) > 1 and profile.scale == FRACTION:
        return round(value / 100, 6)
    return value


def _is_deducted(profile: FieldProfile) -> bool:
    """Whether a field names what is taken off: a discount or a retention is told without its sign."""
    return names_any(profile.field.name, ("descuento", "retencion"))


def _edge(one: Candidate, profile: FieldProfile) -> Candidate:
    """Of a range, the end that a field asks for."""
    value = one.value
    if value is None or not profile.edge or value.low is None or value.high is None:
        return one
    return replace(one, value=replace(value, number=value.high if profile.edge > 0 else value.low))


def _same_measure(one: Candidate, unit: str) -> bool:
    """Whether an amount may be in a unit: money is no length, a length no money."""
    return one.label == "NUMBER" or is_currency(unit) == (one.label == "MONEY")
