"""Finders of quantities with units, money, temperatures and ages."""

import re
from collections.abc import Iterator

from nlp.numeric.digits import decimal_mark
from nlp.numeric.measures import PERCENT_UNITS, SCALES, measures, repeated_end
from nlp.numeric.number_bounds import with_modifier
from nlp.numeric.numbers import in_order, measured_values, number_ranges
from nlp.numeric.numerals import numerals
from nlp.numeric.units import lexicon, read_unit
from nlp.spans import Candidate, Document, Value
from nlp.word_lists import text_pattern

SOURCE = "quantities"
_SCALE_NAME = text_pattern("temperature_scale")
_AGE_UNITS = text_pattern("age_units")
_AGE_BEFORE = text_pattern("age_before")
_AGE_SHORT = text_pattern("age_short")
_YEARS_BEFORE = text_pattern("years_before")
_PERSON_BEFORE = text_pattern("person_before")
_APPOSED = re.compile(r"[A-ZÁÉÍÓÚÑ][\wáéíóúñ]{1,20}(?:,\s(?:de\s)?|\s\()\Z")
_HALF = re.compile(r"\sy\smedio(?!\w)")
_PRESSURE = re.compile(
    r"(?<![\w/.,-])(\d{2,3})/(\d{2,3})(?:\s?(?P<unit>mm\s?Hg)(?!\w)|(?![\w/-]|[.,]\d))",
    re.IGNORECASE,
)
_SAYS_PRESSURE = text_pattern("says_pressure")
_SYSTOLIC, _DIASTOLIC = range(70, 261), range(30, 151)
_PULSE = 10
"""What lies between the two readings of a blood pressure at least."""
_SUBSTANCE = text_pattern("substance")
_AGES = {"a": "year", "m": "month", "s": "week", "d": "day"}
_IN_BRACKETS = re.compile(r"[^\W\d_]{2}[^\W\d_.]{0,20}\.?\s?[(\[]([^()\[\]\s]{1,8})[)\]]:?")
_SCALE_SIGN = re.compile(r"[°º]\s?([CFK])")
_HELD = re.compile(r"[^:|(\n\[A-ZÁÉÍÓÚÑ]{0,40}")
"""What may stand between a label and a number that its unit is of: no other label."""
_PIECE = frozenset("/:-–")
"""Marks of a date, an hour, a range, beside a number that is a piece of it."""


def find_quantities(document: Document) -> tuple[Candidate, ...]:
    """Numbers with a unit of measure, and ranges of them; unit is a canonical symbol ("km/h").

    A mass or volume comes twice where the text says of what: "500 mg" and "500 mg de paracetamol".
    """
    text = document.text
    told = _SAYS_PRESSURE.search(text) is not None
    pressures = [
        Candidate(*match.span(), match.group(), "QUANTITY", _pressure(match[1], match[2]), SOURCE)
        for match in _PRESSURE.finditer(text)
        if match["unit"] or (told and _is_pressure(int(match[1]), int(match[2])))
    ]
    return in_order([*_measured(text, "quantity"), *pressures, *_labelled(text)])


def _labelled(text: str) -> Iterator[Candidate]:
    """The bare numbers behind a label that states their unit: "Altura (m): 12"."""
    units = [(one.end(), one[1]) for one in _IN_BRACKETS.finditer(text)]
    known = [(end, *told) for end, written in units if (told := _kind_of(written))]
    if not known:
        return
    owned = {one.numeral.start for one in measures(text)}
    for one in numerals(text, decimal=decimal_mark(text)):
        if (
            not one.literal
            or one.start in owned
            or _PIECE & {*text[one.start - 1 : one.start], *text[one.end : one.end + 1]}
        ):
            continue
        end, unit, kind = next(
            (each for each in reversed(known) if each[0] <= one.start), (0, "", "")
        )
        if unit and _HELD.fullmatch(text[end : one.start]):
            mention, value = text[one.start : one.end], Value(kind, one.value, unit=unit)
            yield Candidate(one.start, one.end, mention, kind.upper(), value, SOURCE)


def _kind_of(written: str) -> tuple[str, str] | None:
    """The unit that stands between brackets, and the kind of values that have it."""
    if written in PERCENT_UNITS.values():
        return written, "percent"
    if scale := _SCALE_SIGN.fullmatch(written):
        return _scale(scale[1].lower()).unit or "", "temperature"
    unit = read_unit(written)
    return (unit, "quantity") if unit and written != "a" else None


def _is_pressure(systolic: int, diastolic: int) -> bool:
    """Whether two numbers without a unit may be a blood pressure, in a text that speaks of one."""
    likely = systolic in _SYSTOLIC and diastolic in _DIASTOLIC
    return likely and systolic - diastolic >= _PULSE


def _pressure(systolic: str, diastolic: str) -> Value:
    """A blood pressure is two readings: the range between them, written with a stroke."""
    low, high = sorted((int(systolic), int(diastolic)))
    return Value("quantity_range", low=low, high=high, unit="mmHg", text=f"{systolic}/{diastolic}")


def find_money(document: Document) -> tuple[Candidate, ...]:
    """Amounts of money; unit is the ISO 4217 code, ``cent`` or ``penny``, None if unknown."""
    return in_order(_measured(document.text, "money"))


def find_temperatures(document: Document) -> tuple[Candidate, ...]:
    """Temperatures, "bajo cero" included; unit is celsius, fahrenheit, kelvin or degree."""
    text = document.text
    found = _measured(text, "temperature")
    scales = [
        Candidate(*match.span(), match.group(), "TEMPERATURE", _scale(match[1]), SOURCE)
        for match in _SCALE_NAME.finditer(text)
        if not any(one.start < match.end() and match.start() < one.end for one in found)
    ]
    return in_order([*found, *scales])


def _scale(written: str) -> Value:
    """The scale alone: "de Fahrenheit a Celsius" names units without a number."""
    return Value("temperature", unit=SCALES[written[0].lower()])


def _measured(text: str, kind: str) -> list[Candidate]:
    return [
        Candidate(start, end, text[start:end], kind.upper(), value, SOURCE)
        for start, last, value in measured_values(text, kind)
        for end in (last, _substance(text, last, value.unit))
        if end
    ]


def _substance(text: str, end: int, unit: str | None) -> int | None:
    """Where "de paracetamol" ends after a mass or a volume, if it follows."""
    known = lexicon().units.get(unit or "")
    if known is None or known.family not in ("mass", "volume", "amount", "activity"):
        return None
    match = _SUBSTANCE.match(text, end)
    return match.end() if match else None


def find_ages(document: Document) -> tuple[Candidate, ...]:
    """Ages ("tiene 45 años", "un niño de 3 meses"); unit is year, month, week or day."""
    text = document.text
    found = []
    for numeral in numerals(text, decimal=decimal_mark(text)):
        unit = _AGE_UNITS.match(text, repeated_end(text, numeral))
        if unit is None:
            continue
        if not unit["old"] and not _is_age(text, numeral.start, unit["unit"]):
            continue
        half = None if unit["old"] else _HALF.match(text, unit.end())
        number = numeral.value + (0.5 if half else 0)
        value = Value("age", number, unit=_AGES[unit["unit"][0].lower()])
        end = half.end() if half else unit.end()
        value = with_modifier(text, numeral.start, end, value)
        found.append(Candidate(numeral.start, end, text[numeral.start : end], "AGE", value, SOURCE))
    return in_order([*found, *_age_ranges(text), *_short_ages(text)])


def _short_ages(text: str) -> Iterator[Candidate]:
    """Ages with the initials of their units, behind the word: "Edad: 4 a 2 m", and their years."""
    for found in _AGE_SHORT.finditer(text):
        years, months = int(found["years"]), found["months"]
        value = Value("age", years, unit="year")
        yield Candidate(*found.span("age"), found["age"], "AGE", value, SOURCE)
        if months:
            span = (found.start("age"), found.end())
            value = Value("duration", timex=f"P{years}Y{int(months)}M")
            yield Candidate(*span, text[slice(*span)], "DURATION", value, SOURCE)


def _age_ranges(text: str) -> Iterator[Candidate]:
    """Ages between two numbers: "jóvenes de 18 a 25 años"."""
    for span in number_ranges(text):
        unit = _AGE_UNITS.match(text, span.end)
        if unit is None or len(span.amounts) < 2:
            continue
        if unit["old"] or _is_age(text, span.amounts[0].start, unit["unit"]):
            value = Value("age", low=span.low, high=span.high, unit=_AGES[unit["unit"][0].lower()])
            mention = text[span.start : unit.end()]
            yield Candidate(span.start, unit.end(), mention, "AGE", value, SOURCE)


def _is_age(text: str, start: int, unit: str) -> bool:
    """Whether what comes before says that a span of time is somebody's age."""
    lead = text[max(0, start - 48) : start]
    if any(cue.search(lead) for cue in (_AGE_BEFORE, _PERSON_BEFORE, _APPOSED)):
        return True
    return unit.lower() == "años" and bool(_YEARS_BEFORE.search(lead))
