"""The unit that a field asks for, and the amounts of a text in it: "1,5 kg" is 1500 g."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from nlp.asked.schema_lexicon import field_lexicon
from nlp.numeric.currencies import is_currency
from nlp.numeric.quantities import find_ages, find_quantities, find_temperatures
from nlp.numeric.units import convert, read_unit
from nlp.schema import Field
from nlp.spans import Candidate, Document, Number
from nlp.stems import fold, words_of
from nlp.temporal.dates import find_dates

_STATED = re.compile(
    r"[(\[]([^()\[\]]{1,40})[)\]]|\b(?:en|in)\s(\w{1,24}(?:/\w{1,8}|(?:\s\w{1,24}){0,2}))", re.I
)
_SHORT = 3
"""Letters up to which a unit's writing is a symbol, which may be a word of a sentence ("ha")."""
_ALONE = 12
"""Characters of a description that may be no more than a unit: "EUR", "m²"."""
_SYMBOLS = {
    "year": "año", "month": "mes", "week": "sem", "day": "d", "hour": "h", "minute": "min",
    "second": "s",
}  # fmt: skip
"""The units of time of fields and values, as quantities write them."""
_WORDS = {symbol: word for word, symbol in _SYMBOLS.items()}
_TIMES = frozenset(_WORDS)
_TIMEX = re.compile(r"P((?:[\dX.]{1,16}[YMWD])*)(?:T((?:[\dX.]{1,16}[HMS])+))?")
_COUNTED_DAYS = re.compile(r"P(?:T(?P<nights>\d{1,4})NI|(?P<working>\d{1,4})BD)")
"""A number of nights or of working days, which is one of days."""
_TIMEX_PART = re.compile(r"([\dX.]+)([A-Z])")
_TIMEX_UNITS = {
    "Y": "year", "M": "month", "W": "week", "D": "day", "TH": "hour", "TM": "minute", "TS": "second",
}  # fmt: skip
_DEGREES = "°"
"""Of an arc or of a scale: "grados Celsius" names one unit, "grados" alone names none."""

_AMBIGUOUS = frozenset(["min", "m", "h", "d", "s", "a", "g", "l", "t"])
"""Ends of names that may be another word: ``edad_min`` is a minimum."""

_WORDS_TOO = frozenset({"in", "au"})
"""Unit symbols that are words of other names ("checked_in")."""
_ARTICLE = "a"
"""Of the symbols that may be stated, the one that is an article first ("in a week")."""
_SHARE = 1000
"""How much less the first of two units of one kind is, where they name a share: ``dosis_mg_kg``."""
_LENGTHS = frozenset({"m", "cm", "mm", "km", "dm"})

_CALENDAR = frozenset(["año", "mes"])
"""Units of no fixed length in days: they convert into each other only."""


def named_unit(field: Field) -> str | None:
    """The one unit that a field's name, title or description asks for, None where they name two."""
    return _named(field.name, field.title, field.description)


@lru_cache(maxsize=4096)
def _named(name: str, title: str, description: str) -> str | None:
    words = _name_words(name)
    short = _short_end(words)
    found = {unit_symbol(unit) for unit in _units_said(name, title, description)}
    if short and words[-1].lower() not in _AMBIGUOUS:
        found.add(unit_symbol(short))
    found.discard(_DEGREES)
    return found.pop() if len(found) == 1 else None


def asked_unit(
    own: Field, owners: Sequence[Field], text: str, classes: Mapping[str, float]
) -> str | None:
    """The unit that a field likely asks for: its name's end, what its name, title and ``text`` say
    first, that of the object it stands in (``altitud_m.minima``), or years of an age.
    """
    words, amount = _name_words(own.name), own.is_numeric
    if classes.get("date", 0.0) > 0.3 and not ends_in_unit(words):
        return None
    said = (*_units_said(own.name, own.title, text), "%" if "%" in text else "")
    is_age = amount and bool(field_lexicon().ages & {fold(word) for word in words})
    is_money = classes.get("money", 0.0) > classes.get("duration", 0.0)
    is_least = bool(words) and words[-1].lower() == "min" and (is_age or is_money)
    at_end = None if is_least else _short_end(words)
    unit = at_end or next(filter(None, said), None)
    if unit is None and amount:
        above = (_short_end(_name_words(one.name)) for one in reversed(owners[1:]))
        unit = next(filter(None, above), None)
    if unit is None and is_age:
        unit = "year"
    return unit


def _short_end(words: Sequence[str]) -> str | None:
    """The unit whose symbol ends a name of several words (``largo_m``)."""
    lexicon = field_lexicon()
    which = lexicon.of_which
    if len(words) > 2 and fold(words[-1]) in which and fold(words[-2]) not in which:
        words = words[:-1]
    last = words[-1].lower() if len(words) > 1 else ""
    if last in _WORDS_TOO:
        return None
    if len(words) > 2 and fold(words[-2]) in lexicon.rates:  # "mg_per_day", "price_per_night"
        number = words[-3].lower()
        return _rate(number, last) or lexicon.short_units.get(number)
    unit = lexicon.short_units.get(last) or lexicon.units.get(last)
    if len(words) > 2 and not _is_least(words) and (rate := _rate(words[-2].lower(), last)):
        return rate
    return unit


def _is_least(words: Sequence[str]) -> bool:
    """Whether "min" before a unit is the least of it: ``peso_min_g``, not ``ritmo_min_km``."""
    return words[-2].lower() == "min" and field_lexicon().paces.isdisjoint(map(fold, words))


def _rate(number: str, per: str) -> str | None:
    """The unit of two symbols that end a name, the one by the other: ``glucosa_mg_dl``.

    Of an amount of money by something, the currency.
    """
    known, by = (field_lexicon().short_units.get(one) or read_unit(one) for one in (number, per))
    if known is None or by is None:
        return None
    if same_kind(known, by) and (convert(1, by, known) or 0) < _SHARE:
        return None
    if is_currency(known):
        return known
    return read_unit(f"{known}/{unit_symbol(by)}") or read_unit(f"{number}/{per}")


def _name_words(name: str) -> list[str]:
    """The words of a name; the exponent of a length is part of it (``superficie_m2``)."""
    words: list[str] = []
    for word in words_of(name):
        if word in {"2", "3"} and words and words[-1].lower() in _LENGTHS:
            words[-1] += word
        else:
            words.append(word)
    return words


def _units_said(name: str, title: str, description: str) -> Iterator[str]:
    """The units that words say, as values carry them, the surest first; "" for a rate ("por hora")."""
    for text in (title, description):
        alone = _symbol(text.strip()) if 0 < len(text) <= _ALONE else None
        yield from (_stated(text) if alone is None else (_WORDS.get(alone, alone),))
    yield from _spelled(_name_words(name), symbols=True)
    for text in (title, description):
        yield from _spelled(words_of(text))


def _spelled(text: Sequence[str], *, symbols: bool = False) -> Iterator[str]:
    """The units whose names, or ``symbols``, stand among words; "" is what no number converts to."""
    words = [fold(word) for word in text]
    units, rates = field_lexicon().units, field_lexicon().rates
    index = 0
    while index < len(words):
        for width in (4, 3, 2, 1):
            written = " ".join(words[index : index + width])
            short = len(written) <= _SHORT and (not symbols or written in _AMBIGUOUS | _WORDS_TOO)
            if not short and written in units:
                yield "" if index and words[index - 1] in rates else units[written]
                index += width - 1
                break
        index += 1


def _stated(text: str) -> Iterator[str]:
    """The units between brackets or after "en": "(m)", "[kg]", "en pulgadas"."""
    for match in _STATED.finditer(text):
        written = _lead().sub("", (match[1] or match[2]).strip(), count=1)
        symbol = _symbol(written)
        while symbol is None and match[2] and " " in written:
            written = written.rpartition(" ")[0]
            symbol = _symbol(written)
        if symbol is not None and written != _ARTICLE:
            yield _WORDS.get(symbol, symbol)


@cache
def _lead() -> "re.Pattern[str]":
    """What leads to a unit and is no part of it: "en metros", "unidad: kg"."""
    return re.compile(rf"\b(?:{'|'.join(field_lexicon().unit_leads)})\b:?\s*", re.IGNORECASE)


def _symbol(written: str) -> str | None:
    return field_lexicon().units.get(fold(written)) or read_unit(written)


def unit_symbol(symbol: str) -> str | None:
    """The symbol that quantities convert by: "d" for "day"; None for money and shares."""
    if symbol in ("celsius", "fahrenheit", "kelvin", _DEGREES):
        return symbol
    return read_unit(_SYMBOLS.get(symbol, symbol))


def ends_in_unit(name: Sequence[str]) -> bool:
    """Whether the last of several words of a name is a unit: an amount, whatever the others say."""
    last = fold(name[-1]) if len(name) > 1 else ""
    return last in field_lexicon().short_units.keys() - _WORDS_TOO - _SYMBOLS.keys()


def amounts(candidate: Candidate) -> Iterator[tuple[Number, str]]:
    """The numbers that a candidate writes, each with its unit; a duration is one, in its least unit."""
    value = candidate.value
    if value is None:
        return
    if value.kind == "duration":
        parts = duration_parts(value.timex)
        least = _SYMBOLS[parts[-1][1]] if parts else ""
        total = duration_in(value.timex, least)
        if total is not None:
            yield total, least
    elif value.unit and value.kind.removesuffix("_range") in ("quantity", "temperature", "age"):
        for number in (value.number, value.low, value.high):
            if number is not None:
                yield number, _SYMBOLS.get(value.unit, value.unit)


def duration_parts(timex: str | None) -> tuple[tuple[float | None, str], ...]:
    """The parts of a TIMEX3 duration: "PT1H30M" is 1 hour, 30 minute; None for an unknown amount."""
    days = _COUNTED_DAYS.fullmatch(timex or "")
    if days is not None:
        return ((float(days[days.lastgroup or 0]), "day"),)
    match = _TIMEX.fullmatch(timex or "")
    if match is None:
        return ()
    return tuple(
        (_amount(number), _TIMEX_UNITS[clock + letter])
        for clock, written in (("", match[1]), ("T", match[2] or ""))
        for number, letter in _TIMEX_PART.findall(written)
    )


def _amount(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None


def duration_in(timex: str | None, unit: str) -> Number | None:
    """The length of a TIMEX3 duration in a unit; None where a part of it does not convert."""
    total: Number | None = None
    for amount, written in duration_parts(timex):
        size = converted(amount, written, unit) if amount is not None else None
        if size is None:
            return None
        total = size if total is None else total + size
    return total


def unit_of(candidate: Candidate) -> str | None:
    """The unit of a candidate's value; of a duration with one part, the unit of that."""
    value = candidate.value
    if value is None:
        return None
    if value.unit is not None:
        return value.unit
    parts = duration_parts(value.timex)
    return parts[0][1] if len(parts) == 1 else None


@lru_cache(maxsize=4096)
def same_kind(first: str, second: str) -> bool:
    """Whether numbers convert from the one unit to the other, or are both of time."""
    one, other = _SYMBOLS.get(first, first), _SYMBOLS.get(second, second)
    return {one, other} <= _TIMES or convert(1, one, other) is not None


def converted(number: Number, written: str, unit: str) -> Number | None:
    """A number in another unit to twelve digits, an int where it is whole.

    None where it does not convert; years and months have no fixed length in days.
    """
    written, unit = _SYMBOLS.get(written, written), _SYMBOLS.get(unit, unit)
    if written == unit:
        return number
    if (written in _CALENDAR) != (unit in _CALENDAR):
        return None
    exact = convert(number, written, unit)
    if exact is None:
        return None
    rounded = float(f"{exact:.12g}")
    return int(rounded) if rounded.is_integer() else rounded


def in_unit(text: str, unit: str) -> Number | None:
    """The one amount that a short string says, in another unit than its own; None otherwise."""
    document = Document("", text)
    finders = (find_ages, find_temperatures, find_dates, find_quantities)
    found = {
        amount
        for finder in finders
        for one in finder(document)
        for amount in amounts(one)
        if amount[1] != unit
    }
    numbers = {converted(number, written, unit) for number, written in found}
    return numbers.pop() if len(numbers) == 1 else None
