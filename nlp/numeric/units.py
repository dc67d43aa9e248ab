"""Units of measure as Spanish writes them: names, symbols, compounds, and conversion.

The lexicon is ``resources/units.json`` (generated: CLDR's Spanish names and our YAML). A unit is
known by its canonical symbol: "km", "m2", "mg/dL", "km/h", "celsius".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from nlp.folding import fold
from nlp.numeric.digits import SPACES
from nlp.numeric.names_after import first_words, runs_at
from nlp.numeric.unit_symbols import canonical_symbol
from nlp.spans import Number
from nlp.word_lists import read_json

_PER_WORD = re.compile(
    rf"[{SPACES}](?:por|(?:al|a la)(?![{SPACES}][A-ZÁÉÍÓÚÑ][a-z]))(?: cada)?[{SPACES}]"
    r"([^\W\d_]+(?: [^\W\d_]+)?)"
)
"""What a unit is counted by; a name is none: "18 litros a la Pinta"."""
_PER_STROKE = re.compile(
    rf"[{SPACES}]?/[{SPACES}]?(\d{{1,4}}[{SPACES}]?)?([^\W\d_]{{1,14}}[23²³]?)(?!\w)"
)
_COUNTED = frozenset({"volume", "time"})
"""What amounts are by another count of than a power of ten: doses and flows."""
_PART = r"[^\W\d_]{1,5}(?:\^?-?[23]|[²³])?"
_SYMBOL = re.compile(
    rf"(?:['\"”″@]{{1,2}}|{_PART}(?:\.?[/·⋅*](?:{_PART}|\({_PART}(?:[·⋅*]{_PART}){{0,2}}\))){{0,3}})(?!\w)"
)
_JOINED = re.compile(r"[/·⋅*]")
_EXPONENTS = str.maketrans("²³", "23")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the lexicon: canonical symbol, family and factor to the family's SI unit.

    ``bare`` says whether its symbol may follow a number by itself, ``one`` whether its name counts
    after "un" or "una", ``time`` that alone it makes a duration, not a quantity.
    """

    symbol: str
    family: str
    factor: float
    bare: bool = True
    one: bool = True
    time: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Folded name → unit, symbol → unit (case counts), canonical symbol → unit."""

    names: Mapping[str, Unit]
    symbols: Mapping[str, Unit]
    units: Mapping[str, Unit]
    dimensions: Mapping[str, Mapping[str, int]]


@cache
def lexicon() -> Lexicon:
    """The unit lexicon, read once."""
    content = read_json("units")
    names: dict[str, Unit] = {}
    symbols: dict[str, Unit] = {}
    units: dict[str, Unit] = {}
    for symbol, entry in content["units"].items():
        told = {key: entry[key] for key in entry.keys() - {"names", "symbols"}}
        unit = units[symbol] = Unit(symbol, **told)
        for name in entry["names"]:
            names.setdefault(name, unit)
        for written in entry["symbols"]:
            symbols.setdefault(written, unit)
    return Lexicon(names, symbols, units, content["dimensions"])


@dataclass(frozen=True, slots=True)
class UnitMention:
    """A unit in a text: where it ends, its canonical symbol, and whether it is a plain time."""

    end: int
    symbol: str
    time: bool = False
    one: bool = True


def unit_after(text: str, start: int) -> UnitMention | None:
    """The unit whose name or symbol begins at ``start`` exactly, with what it is per."""
    if text[start : start + 1] == "/":
        return _rate(text, start)
    symbol = _SYMBOL.match(text, start)
    # A compound ("mol/(L·s)") comes before its first part is taken for the whole.
    compound = _symbolic(symbol) if symbol and _JOINED.search(symbol.group()) else None
    found = compound or _named(text, start) or (_symbolic(symbol) if symbol else None)
    return _per(text, found) if found else None


def _rate(text: str, start: int) -> UnitMention | None:
    """A bare number per volume: "15.000/mm³"."""
    match = _PER_STROKE.match(text, start)
    unit = lexicon().symbols.get(match[2]) if match and not match[1] else None
    if match is None or unit is None or unit.family != "volume":
        return None
    return UnitMention(match.end(), f"/{unit.symbol}")


def _named(text: str, start: int) -> UnitMention | None:
    names = lexicon().names
    for end, folded in runs_at(text, start, begins=_first_words, words=4, joints=SPACES + "-"):
        unit = names.get(folded.replace("\u00a0", " "))
        if unit is not None:
            return UnitMention(end, unit.symbol, unit.time, unit.one)
    return None


@cache
def _first_words() -> frozenset[str]:
    """The words that the names of units begin with: most words after a number are not one."""
    return first_words(lexicon().names)


def _symbolic(match: "re.Match[str]") -> UnitMention | None:
    written = match.group()
    joined = _compound(written) if _JOINED.search(written) else None
    unit = lexicon().symbols.get(written) if joined is None else None
    if unit is not None:
        return UnitMention(match.end(), unit.symbol, unit.time) if unit.bare else None
    symbol = joined or canonical_symbol(written)
    return UnitMention(match.end(), symbol) if symbol else None


@lru_cache(maxsize=4096)
def _compound(written: str) -> str | None:
    """The canonical form of "mg/dl", "hab/km²", "MG/ML", or None if a part is unknown."""
    return _joined(written) or (_joined(written.lower()) if written.isupper() else None)


def _joined(written: str) -> str | None:
    parts = re.split(r"\.?([/·⋅*])", written)
    symbols = lexicon().symbols
    for i in range(0, len(parts), 2):
        unit = symbols.get(parts[i])
        power = ""
        if unit is None and parts[i][-1:] in "23²³":
            base = parts[i][:-1].rstrip("^")
            unit, power = symbols.get(base), parts[i][-1].translate(_EXPONENTS)
        if unit is None:
            return None
        parts[i] = unit.symbol + power
    return "".join("·" if part in "⋅*" else part for part in parts)


def _per(text: str, mention: UnitMention) -> UnitMention:
    """What follows "por" or "/": "kilómetros por hora", "miligramos/decilitro"."""
    table = lexicon()
    match = _PER_WORD.match(text, mention.end)
    if match:
        words = fold(match[1])
        unit = table.names.get(words) or table.names.get(words.split()[0])
        if unit is not None:
            end = match.end(1) if words in table.names else match.start(1) + len(words.split()[0])
            return UnitMention(end, f"{mention.symbol}/{unit.symbol}")
    match = _PER_STROKE.match(text, mention.end)
    if match:
        unit = table.symbols.get(match[2]) or table.names.get(fold(match[2]))
        count = (match[1] or "").strip()
        if unit is not None and _is_rate(mention.symbol, count, unit):
            return UnitMention(match.end(), f"{mention.symbol}/{count}{unit.symbol}")
    return mention


def _is_rate(unit: str, count: str, per: Unit) -> bool:
    """Whether a unit is by so many of another: "mg/5 ml", "g/100 g"; not "kJ/456 kcal", a second value.

    An amount is by a power of ten of anything, by any count of a volume or a time ("mg/8 h").
    """
    if not count.strip("0").removeprefix("1"):
        return True
    own = lexicon().units.get(unit)
    return per.family in _COUNTED and (own is None or own.family != per.family)


def read_unit(written: str) -> str | None:
    """The canonical symbol of a unit written by itself ("metros por segundo" → "m/s")."""
    stripped = written.strip()
    unit = lexicon().symbols.get(stripped)
    if unit is not None:
        return unit.symbol
    mention = unit_after(stripped, 0)
    return mention.symbol if mention and mention.end == len(stripped) else None


def convert(number: Number, from_unit: str, to_unit: str) -> float | None:
    """The number in another unit of the same dimension, or None where that makes no sense.

    Units are canonical symbols or anything :func:`read_unit` reads; compounds convert part by part
    ("km/h" → "m/s"); temperatures convert between celsius, fahrenheit and kelvin.
    """
    if from_unit in _TO_KELVIN and to_unit in _TO_KELVIN:
        scale, shift = _TO_KELVIN[from_unit]
        kelvin = number * scale + shift
        scale, shift = _TO_KELVIN[to_unit]
        return (kelvin - shift) / scale
    source, target = _measure(from_unit), _measure(to_unit)
    if source is None or target is None or source[1] != target[1]:
        return None
    return number * source[0] / target[0]


_TO_KELVIN: Mapping[str, tuple[float, float]] = {
    "celsius": (1.0, 273.15),
    "kelvin": (1.0, 0.0),
    "fahrenheit": (5 / 9, 273.15 - 32 * 5 / 9),
}


def _measure(unit: str) -> tuple[float, Mapping[str, int]] | None:
    """Factor to SI and the dimension's exponents of a canonical symbol or compound."""
    table = lexicon()
    if unit not in table.units:
        unit = read_unit(unit) or unit
    factor = 1.0
    exponents: dict[str, int] = {}
    sign = 1
    for part in re.split(r"([/·])", unit):
        if part in ("/", "·"):
            sign = -1 if part == "/" or sign < 0 else 1
            continue
        match = re.fullmatch(r"(\d*)(.+?)", part)
        known = table.units.get(match[2]) if match else None
        if match is None or known is None or match[1].strip("0") == "" < match[1]:
            return None
        factor *= (known.factor * float(match[1] or 1)) ** sign
        own = table.dimensions[known.family]
        keys = own if known.family != "count" else {f"C:{known.symbol}": 1}
        for name, power in keys.items():
            exponents[name] = exponents.get(name, 0) + sign * power
    return factor, {name: power for name, power in exponents.items() if power}
