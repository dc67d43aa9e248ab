"""What is taken in a day: the dose of one time by how often it is taken."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import converted
from nlp.numeric.numerals import read_number
from nlp.numeric.units import read_unit
from nlp.reckon.aggregates import total_of
from nlp.reckon.reckoning_words import pattern_of, told_of
from nlp.reckon.spans_of_time import Reckoned
from nlp.schema import is_repeated
from nlp.spans import Candidate, Number
from nlp.stems import fold, words_of

_BEHIND, _BEFORE = 70, 60
"""Characters behind a dose in which its frequency stands, and before it in which its drug does."""
_DAY = 24
_OF_DOSES = frozenset({"g", "mg", "µg", "mL", "UI"})
_LEAST_NAME = 5
"""Letters of a word of a field that may name a drug."""
_BY = re.compile(r"(?P<unit>[^/]+)/(?:(?P<hours>\d{1,2})?h|(?P<day>d))")
_STRENGTH = re.compile(r"(?P<unit>g|mg|µg|UI)/(?P<volume>\d*)mL")
_NEAR_STRENGTH = 250
_BETWEEN = 40
"""Characters between two doses of one drug: "50 mg por la mañana y otros 50 mg por la noche"."""
_BY_WEIGHT = re.compile(r"(?P<unit>[^/]+)/kg(?P<rest>/.+)?")


@dataclass(frozen=True, slots=True)
class Dose:
    """An amount taken so many times a day, and the mention that says it."""

    amount: float
    unit: str
    times: float
    one: Candidate
    drug: str
    hours: frozenset[str] = frozenset()
    """When in a day it is taken, where that is said."""


def daily_doses(
    profiles: Sequence[FieldProfile], candidates: Sequence[Candidate], text: str
) -> Iterator[Reckoned]:
    """The amount of a day for fields that ask for one, where the text says only that of one time.

    Of several doses that a field may mean it is the one whose drug the field is called by.
    """
    wanted = [one for one in profiles if _asks_daily(one)]
    if not wanted:
        return
    doses = list(_joined(_doses(candidates, text)))
    strengths = list(_strengths(candidates))
    for profile in wanted:
        unit = _unit(profile)
        fitting = [
            (one, float(amount))
            for one in doses
            if (amount := _in_unit(one, unit, strengths)) is not None
        ]
        fitting = [pair for pair in fitting if _is_called(profile, pair[0])] or fitting
        if len({round(amount * one.times, 6) for one, amount in fitting}) == 1:
            dose, amount = fitting[0]
            reckoning = f"{dose.one.mention} × {dose.times:g}"
            value = total_of([round(amount * dose.times, 6)])
            if dose.one.value is None or value == dose.one.value.number:
                continue  # the text says it itself
            told = tuple(number for _, number, *_ in strengths)
            parts = (amount, float(dose.one.value.number or 0), *told)
            yield Reckoned(profile.path, value, dose.one.span, reckoning, parts, product=True)


def _asks_daily(profile: FieldProfile) -> bool:
    if not profile.field.is_numeric or is_repeated(profile.path) or not _unit(profile):
        return False
    told = f"{' '.join(words_of(profile.field.name))}. {told_of(profile.field)}"
    return pattern_of("asks_daily").search(fold(told)) is not None


def _unit(profile: FieldProfile) -> str:
    """The unit of a dose that a field asks for by itself or "mg al día"; empty if none."""
    units = map(read_unit, words_of(profile.field.name))
    named = next((unit for unit in units if unit in _OF_DOSES), profile.unit or "")
    return named.removesuffix("/d")


def _is_called(profile: FieldProfile, dose: Dose) -> bool:
    """Whether a word of the field's path stands before the dose: the drug's name."""
    names = {fold(word) for word in words_of(profile.path.replace(".", " "))}
    return any(len(name) >= _LEAST_NAME and name in dose.drug for name in names)


def _doses(candidates: Sequence[Candidate], text: str) -> Iterator[Dose]:
    amounts = sorted(
        (one for one in candidates if one.label == "QUANTITY" and one.value is not None),
        key=lambda one: (one.start, -one.end),
    )
    starts = [one.start for one in amounts]
    weight = _weight(amounts, text)
    end = 0
    for one in amounts:
        if one.start < end or one.value is None or one.value.number is None:
            continue
        drug = fold(text[max(end, one.start - _BEFORE) : one.start])
        end = one.end
        amount, unit = float(one.value.number), one.value.unit or ""
        if by := _BY_WEIGHT.fullmatch(unit):
            if weight is None:
                continue
            amount, unit = amount * weight, by["unit"] + (by["rest"] or "")
        if by := _BY.fullmatch(unit):
            times = _DAY / float(by["hours"] or 1) if by["day"] is None else 1.0
            yield Dose(amount, by["unit"], times, one, drug)
            continue
        following = starts[bisect_left(starts, end) :][:1]
        behind = text[end : min(end + _BEHIND, *following, len(text))]
        behind = fold(pattern_of("dose_ends").split(behind, maxsplit=1)[0])
        taken = _taken(behind)
        if taken is not None:
            hours = frozenset(pattern_of("taken_meals").findall(behind))
            yield Dose(amount, unit, taken, one, drug, hours)


def _joined(doses: Iterator[Dose]) -> Iterator[Dose]:
    """The doses, of one drug at other hours of the day as one."""
    last: Dose | None = None
    for one in doses:
        if last is None:
            last = one
        elif _goes_on(last, one):
            amount = last.amount * last.times + one.amount * one.times
            last = replace(last, amount=amount, times=1.0, hours=last.hours | one.hours)
        else:
            yield last
            last = one
    if last is not None:
        yield last


def _goes_on(first: Dose, second: Dose) -> bool:
    """Whether a dose is taken at other hours than the one close before it, in the same unit."""
    near = second.one.start - first.one.end <= _BETWEEN
    apart = bool(first.hours and second.hours) and first.hours.isdisjoint(second.hours)
    return near and apart and first.unit == second.unit


Strength = tuple[int, float, str, float]
"""Where a text says how strong a solution is, the amount, its unit, and in how many millilitres."""


def _strengths(candidates: Sequence[Candidate]) -> Iterator[Strength]:
    for one in candidates:
        value = one.value
        found = _STRENGTH.fullmatch(value.unit or "") if value is not None else None
        if found is not None and value is not None and value.number is not None:
            yield one.start, float(value.number), found["unit"], float(found["volume"] or 1)


def _in_unit(dose: Dose, unit: str, strengths: Sequence[Strength]) -> Number | None:
    """The amount of a dose in a unit; of a solution by the strength that stands before it."""
    amount = converted(dose.amount, dose.unit, unit)
    if amount is not None:
        return amount
    volume = converted(dose.amount, dose.unit, "mL")
    before = [one for one in strengths if 0 < dose.one.start - one[0] <= _NEAR_STRENGTH]
    if volume is None or not before:
        return None
    _, amount, written, in_volume = before[-1]
    return converted(float(volume) * amount / in_volume, written, unit)


def _weight(amounts: Sequence[Candidate], text: str) -> float | None:
    """The one weight in kilograms that words say somebody has."""
    found = {
        one.value.number
        for one in amounts
        if one.value is not None
        and one.value.unit == "kg"
        and pattern_of("weighs").search(text, max(0, one.start - 20), one.start)
    }
    weight = found.pop() if len(found) == 1 else None
    return float(weight) if weight is not None else None


def _taken(said: str) -> float | None:
    """How many times a day, by how many pieces each time, folded words say a dose is taken."""
    times = _times(said)
    if times is None:
        return None
    pieces = pattern_of("taken_pieces").search(said)
    return times * (_number(pieces["n"]) if pieces is not None else 1.0)


def _times(said: str) -> float | None:
    if every := pattern_of("taken_every").search(said):
        hours = _number(every["hours"])
        return _DAY / hours if hours else None
    if often := pattern_of("taken_times").search(said):
        return _number(often["n"])
    if scheme := pattern_of("taken_scheme").search(said):
        return sum(_number(part) for part in re.split(r"\s?-\s?", scheme.group()))
    meals = set(pattern_of("taken_meals").findall(said))
    if meals:
        return float(len(meals))
    return 1.0 if pattern_of("taken_daily").search(said) else None


def _number(written: str) -> float:
    return float(read_number(written) or 0)
