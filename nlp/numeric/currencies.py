"""Currencies as Spanish writes them: names, ISO 4217 codes and symbols, before or after a number.

The lexicon is ``resources/currencies.json`` (generated: CLDR's Spanish names and our YAML). A unit
of money is an ISO 4217 code, or ``cent`` and ``penny`` for hundredths.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from nlp.folding import fold
from nlp.numeric.digits import SPACES
from nlp.numeric.names_after import first_words, runs_at
from nlp.numeric.numeral_grammar import Numeral
from nlp.numeric.numerals import read_number
from nlp.spans import Number
from nlp.word_lists import alternatives, read_json, whole_words

GAP = re.compile(rf"[{SPACES}\n]{{0,2}}(?:de[{SPACES}])?")
_MAGNITUDE = re.compile(
    rf"[{SPACES}]?(MM|mm|M|m|k)(?=[€$£])|[{SPACES}](MM|M)(?=[{SPACES}](?:de[{SPACES}])?[^\W\d_])"
)
_SCALE = re.compile(
    rf"[{SPACES}](mil millones|millones|mill?(?:\.|(?!\w))|billones|MM|mm|M|mdd|mdp)(?!\w)"
)
_SCALES = {"mil millones": 10**9, "millones": 10**6, "billones": 10**12, "mil": 10**3}
_MILLIONS_OF = re.compile(rf"[{SPACES}]?(?:(?P<unit>mdp|MDP|mdd|MDD)|(?P<bare>MM))(?!\w)")
"""Millions of pesos and of dollars as Mexico's press writes them; "MM" behind a currency is so many."""
_OF = {"mdp": "MXN", "mdd": "USD"}
_CENTS = re.compile(
    rf"[{SPACES}](?P<link>(?:y|con)[{SPACES}])?"
    r"(?:(?P<digits>\d{1,2})(?![\d.,]*\d)"
    rf"|(?P<words>[^\W\d_]{{2,12}}(?: y [^\W\d_]{{2,8}})?)(?=[{SPACES}][cp]))"
    rf"(?P<name>[{SPACES}](?:centavos?|c[eé]ntimos?|cents?|peniques?)(?!\w)|/100(?!\d))?",
    re.IGNORECASE,
)
_HUNDREDTHS = re.compile(rf"[{SPACES}](?i:(?:con|y)[{SPACES}])?(?P<digits>\d\d)/100(?!\d)")
"""Cents of an amount in words: "CIENTO UNO CON 53/100 SOLES"."""
_CODES = frozenset(("USD", "EUR", "GBP", "MXN", "ARS", "COP", "CLP", "JPY", "CHF", "CAD", "AUD"))
_DOLLAR = re.compile(r"(?<![^\W\d_])\$")
_LETTERS = re.compile(r"(?<!\w)[A-Z]{3}(?!\w)")
_SMALL = re.compile(r"\d{1,2}(?![\d.,]*\d)")
_AFTER_CENTS = re.compile(rf"[{SPACES}]?(?:$|[.,;:)!?]|(?:puedes|y|en|por|de|al|cada|cuest)\b)")


@dataclass(frozen=True, slots=True)
class Currency:
    """What follows a number: where it ends, the unit ("" if only a scale), factor and cents."""

    end: int
    unit: str
    factor: Number = 1
    extra: Number = 0


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_json("currencies")
    return table


@cache
def _names() -> Mapping[str, str]:
    table = _table()
    names: dict[str, str] = {**table["generic"], **table["names"]}
    return {**names, **table["subunits"]}


@cache
def asked_currencies() -> Mapping[str, str]:
    """By folded name or code, the money that a schema asks for: its code, "peso" for any pesos."""
    found: Mapping[str, str] = _table()["asked"]
    return found


@cache
def _pesos() -> frozenset[str]:
    return frozenset(code for name, code in asked_currencies().items() if "pesos" in name)


def currency_named(said: str) -> str | None:
    """The ISO 4217 code of the currency that words or a code name last; None where nothing does."""
    codes = [one.group() for one in _LETTERS.finditer(said) if one.group() in _table()["codes"]]
    if codes:
        return codes[-1]
    named = [_names()[one.group()] for one in _every_name().finditer(fold(said))]
    return next((unit for unit in reversed(named) if _LETTERS.fullmatch(unit)), None)


@cache
def _every_name() -> "re.Pattern[str]":
    return whole_words(_names())


def is_currency(unit: str) -> bool:
    """Whether a unit asked for is money."""
    return unit in asked_currencies().values()


def may_be_in(written: str, mention: str, asked: str) -> bool:
    """Whether an amount of money may be in the currency asked for.

    ``written`` is the unit read: of bare dollar signs and pesos the text may not say whose they are.
    """
    if written == asked or {written, asked} <= _pesos():
        return True
    either = all(unit == "USD" or unit in _pesos() for unit in (written, asked))
    return either and _DOLLAR.search(mention) is not None


@cache
def _symbols() -> "re.Pattern[str]":
    return re.compile(alternatives([*_table()["symbols"], *_table()["codes"]]))


@cache
def _symbols_before() -> "re.Pattern[str]":
    names, symbols = "dólar|euro|dólares|euros", _symbols().pattern
    return re.compile(rf"(?<![\w$€£])(?:({symbols})[{SPACES}]?|({names})[{SPACES}])\Z")


def _unit(symbol: str) -> str:
    unit: str = _table()["symbols"].get(symbol, symbol)
    return unit


def currency_before(text: str, start: int) -> tuple[int, str] | None:
    """The start and unit of a currency written right before the number at ``start``."""
    lead = text[max(0, start - 9) : start]
    if not lead.strip() or not (lead[-1] in SPACES or not lead[-1].islower()):
        return None
    match = _symbols_before().search(lead)
    if match is None:
        return None
    symbol = match[1]
    if symbol in _table()["not_before_small_numbers"] and _SMALL.match(text, start):
        return None
    unit = _unit(symbol) if symbol else _names()[fold(match[2])]
    return start - len(lead) + match.start(), _local(text, unit)


def currency_after(text: str, numeral: Numeral) -> Currency | None:
    """The currency that follows a number, with scale words in between and cents behind."""
    position = numeral.end
    factor: Number = 1
    millions = _MILLIONS_OF.match(text, position)
    if millions and (millions["unit"] or currency_before(text, numeral.start)):
        return Currency(millions.end(), _OF.get((millions["unit"] or "").lower(), ""), 10**6)
    magnitude = _MAGNITUDE.match(text, position) if numeral.literal else None
    if magnitude:
        position = magnitude.end()
        factor = 1000 if magnitude[1] == "k" else 10**6
    hundredths = _HUNDREDTHS.match(text, position) if not numeral.literal else None
    if hundredths:
        position = hundredths.end()
    gap = GAP.match(text, position)
    begin = gap.end() if gap else position
    named = _named(text, begin)
    if named is None:
        return None
    end, unit = named
    if numeral.article and fold(text[begin:end]) in _table()["not_after_article"]:
        return None
    scale = _SCALE.match(text, end) if re.match(r"[A-Z$€]", text[begin : begin + 1]) else None
    if scale and scale[1] in _SCALES:
        end, factor = scale.end(), factor * _SCALES[scale[1]]
    unit = _local(text, unit)
    if hundredths:
        return Currency(end, unit, factor, int(hundredths["digits"]) / 100)
    cents = subunit_after(text, end) if unit not in ("cent", "penny") and factor == 1 else None
    if cents:
        return Currency(cents[0], unit, factor, cents[1])
    return Currency(end, unit, factor)


def _named(text: str, start: int) -> tuple[int, str] | None:
    symbol = _symbols().match(text, start)
    following = text[symbol.end() : symbol.end() + 1] if symbol else ""
    if symbol and not (symbol.group()[-1].isalpha() and following.isalpha()):
        return symbol.end(), _unit(symbol.group())
    names = _names()
    for end, folded in runs_at(text, start, begins=_first_words, words=6):
        unit = names.get(folded)
        if unit is None and end - start == 3 and text[start:end].upper() in _CODES:
            unit = text[start:end].upper()
        if unit is not None:
            return _generic(text, start, end) if not unit else (end, unit)
    return None


@cache
def _first_words() -> frozenset[str]:
    """The words that the names of currencies begin with, and their codes in lower case."""
    return first_words((*_names(), *(code.lower() for code in _CODES)))


def _generic(text: str, start: int, end: int) -> tuple[int, str] | None:
    """A name that many currencies share: pesos are money even where the country is unknown."""
    return (end, _country(text)) if fold(text[start : start + 4]) == "peso" else None


def subunit_after(text: str, end: int) -> tuple[int, float] | None:
    """Where the cents behind a currency end and what they add: "15 dólares 50"."""
    match = _CENTS.match(text, end)
    if match is None:
        return None
    hundredths = int(match["digits"]) if match["digits"] else read_number(match["words"])
    if not isinstance(hundredths, int) or not 0 <= hundredths < 100:
        return None
    if not match["name"]:
        link = (match["link"] or "").strip().lower()
        follows = _AFTER_CENTS.match(text, match.end())
        if match["words"] or link == "y" or not (link or follows):
            return None
    return match.end(), hundredths / 100


def _local(text: str, unit: str) -> str:
    """The currency of "$": the pesos of the country that the text names most, else the dollar."""
    if unit != "$":
        return unit
    return _country(text) or "USD"


@cache
def _country_pattern() -> "re.Pattern[str]":
    names = "|".join(re.escape(name) for name in _table()["countries"])
    return re.compile(rf"(?<!\w)(?:{names})(?=s?(?!\w))")


@lru_cache(maxsize=16)
def _country(text: str) -> str:
    """The code of the pesos of the country a text names most, "" if it names none."""
    named = _country_pattern().findall(fold(text))
    counts = Counter(_table()["countries"][name] for name in named)
    return counts.most_common(1)[0][0] if counts else ""
