"""Numbers with their units, found once a text and shared by the finders of every kind.

A :class:`Measure` is a numeral with what it counts: percent, money, temperature or quantity.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from nlp.currencies import currency_after, currency_before
from nlp.digits import decimal_mark
from nlp.numeral_grammar import Numeral
from nlp.numerals import numerals
from nlp.spans import Number
from nlp.units import unit_after

_SPACE = " \u00a0\u202f\u2009"
_PERCENT = re.compile(
    rf"[{_SPACE}]{{0,2}}(?:(?P<percent>%(?!\w)|por\s(?:ciento|cien)(?!\w)|pct\.?(?!\w))"
    rf"|(?P<permille>‰|por mil(?!\w))"
    rf"|(?P<points>puntos?\sporcentual(?:es)?|p\.[{_SPACE}]?p\.|pp(?!\w))"
    rf"|(?P<basis>puntos?\sb[áa]sicos?|p\.[{_SPACE}]?b\.|pbs?(?!\w)))",
    re.IGNORECASE,
)
PERCENT_UNITS = {"percent": "%", "permille": "‰", "points": "pp", "basis": "bp"}
_DEGREES = re.compile(
    rf"[{_SPACE}]{{0,2}}(?:[°º˚][{_SPACE}]?|grados?(?!\w)[{_SPACE}]?|(?=celsius|cent[íi]grado|fah?renheit|kelvin|K(?!\w)))"
    rf"(?P<scale>(?:[CF](?!\w)|[cf](?!\w)|K(?!\w)|celsius|cent[íi]grados?|fah?renheit|kelvins?))?"
    rf"(?P<zero>\s(?:bajo|sobre)\scero)?",
    re.IGNORECASE,
)
_BELOW_ZERO = re.compile(r"\s(?P<zero>bajo\scero)", re.IGNORECASE)
_NOT_HEAT = re.compile(
    rf"[{_SPACE}]?(?:de\s(?:latitud|longitud|libertad|alcohol|inclinaci|pendiente|arco|giro|rotaci)|[NSEOW](?!\w)|\d|['′’])"
)
_SCALES = {"c": "celsius", "f": "fahrenheit", "k": "kelvin"}
_GAP = re.compile(rf"[{_SPACE}\n]{{0,2}}(?:de[{_SPACE}])?")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its unit: half-open offsets of both, magnitude, kind and unit.

    ``kind`` is percent, money, temperature or quantity. ``numeral`` is the number alone.
    """

    start: int
    end: int
    number: Number
    kind: str
    unit: str
    numeral: Numeral


@lru_cache(maxsize=16)
def measures(text: str, *, decimal: str | None = None) -> tuple[Measure, ...]:
    """Every measure of a text, left to right; two on one span are two readings of it.

    ``decimal`` is the decimal mark of ambiguous literals; None takes it from the text.
    """
    mark = decimal or decimal_mark(text)
    found: list[Measure] = []
    for numeral in numerals(text, decimal=mark):
        if numeral.kind != "ordinal":
            found.extend(_measures(text, numeral))
        elif numeral.literal and text[numeral.end - 1] in "º°":
            found.extend(_degrees(text, numeral))
    return tuple(found)


def _measures(text: str, numeral: Numeral) -> list[Measure]:
    percent = _PERCENT.match(text, numeral.end)
    if percent and percent.lastgroup:
        unit = PERCENT_UNITS[percent.lastgroup]
        return [Measure(numeral.start, percent.end(), numeral.value, "percent", unit, numeral)]
    heat = _temperature(text, numeral)
    if heat:
        return [heat]
    paid = _money(text, numeral)
    counted = _quantity(text, numeral)
    if paid and counted and paid.numeral.value >= 100_000:
        return [paid]
    return [one for one in (paid, counted) if one is not None]


def _temperature(text: str, numeral: Numeral) -> Measure | None:
    match = _DEGREES.match(text, numeral.end)
    if match is None or (numeral.article and not match["scale"]):
        return None
    if match["scale"] is None and match["zero"] is None and _NOT_HEAT.match(text, match.end()):
        return None
    if match["scale"] in ("c", "f", "k") and text[numeral.end : match.start("scale")].isspace():
        return None
    unit = _SCALES[match["scale"][0].lower()] if match["scale"] else "degree"
    number = numeral.value
    if match["zero"] and match["zero"].strip().lower().startswith("bajo"):
        number = -abs(number)
    return Measure(numeral.start, match.end(), number, "temperature", unit, numeral)


def _degrees(text: str, numeral: Numeral) -> list[Measure]:
    """ "20º" was read as an ordinal; a degree scale or "bajo cero" after it says otherwise."""
    zero = _BELOW_ZERO.match(text, numeral.end)
    if zero is None:
        return []
    number = -abs(numeral.value)
    return [Measure(numeral.start, zero.end(), number, "temperature", "degree", numeral)]


def _money(text: str, numeral: Numeral) -> Measure | None:
    before = currency_before(text, numeral.start)
    if before:
        start, unit = before
        end = numeral.end
        factor: Number = 1
        after = currency_after(text, numeral)
        if after:
            end, factor = after.end, after.factor
        return Measure(start, end, numeral.value * factor, "money", unit, numeral)
    after = currency_after(text, numeral)
    if after is None or not after.unit:
        return None
    return Measure(
        numeral.start,
        after.end,
        numeral.value * after.factor + after.extra,
        "money",
        after.unit,
        numeral,
    )


def _quantity(text: str, numeral: Numeral) -> Measure | None:
    gap = _GAP.match(text, numeral.end)
    start = gap.end() if gap else numeral.end
    if gap and "de" in gap.group() and numeral.kind == "cardinal" and numeral.literal:
        return None
    unit = unit_after(text, start)
    if unit is None or unit.time:
        return None
    return Measure(numeral.start, unit.end, numeral.value, "quantity", unit.symbol, numeral)
