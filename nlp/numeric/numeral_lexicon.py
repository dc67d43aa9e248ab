"""The words of Spanish numerals, expanded from ``resources/numbers.yaml``.

Every key is folded (:func:`fold`): lower case, no accents. A word maps to one or more
:class:`Reading`; the grammar (:mod:`nlp.numeric.numeral_grammar`) decides which one holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from nlp.spans import Number
from nlp.word_lists import read_yaml


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word is in a numeral.

    ``rank`` is unit, teen, ten, hundred, thousand, scale, collective, half, denominator, one of
    the connectors (and, with, point, minus, over) or, with ``ordinal``, the rank of an ordinal.
    ``plural`` is the grammatical number of the word.
    """

    rank: str
    value: Number = 0
    ordinal: bool = False
    plural: bool = False


@cache
def numbers_resource() -> Mapping[str, Any]:
    """The parsed ``resources/numbers.yaml``."""
    content: Mapping[str, Any] = read_yaml("numbers")
    return content


_RANKS = {
    "units": "unit",
    "teens": "teen",
    "tens": "ten",
    "hundreds": "hundred",
    "thousand": "thousand",
    "scales": "scale",
}


def _endings(masculine: str) -> tuple[tuple[str, bool], ...]:
    """The four forms of a word in ``-o`` with their plural flag."""
    stem = masculine[:-1]
    return (stem + "o", False), (stem + "a", False), (stem + "os", True), (stem + "as", True)


def _cardinals(table: Mapping[str, Mapping[str, Number]]) -> dict[str, Reading]:
    words: dict[str, Reading] = {}
    for group, rank in _RANKS.items():
        for word, value in table[group].items():
            plural = value != 1 and not (rank == "scale" and not word.endswith("s"))
            words[word] = Reading(rank, value, plural=plural)
            if rank == "hundred" and word.endswith("os"):
                words[word[:-2] + "as"] = Reading(rank, value, plural=True)
    units = {word: value for word, value in table["units"].items() if value}
    for ten, base in table["tens"].items():
        for unit, value in units.items():  # the one-word spelling: treintaicinco
            words.setdefault(f"{ten}i{unit}", Reading("teen", base + value, plural=True))
    return words


def _ordinals(table: Mapping[str, Mapping[str, Number]]) -> dict[str, Reading]:
    words: dict[str, Reading] = {}
    for group, rank in _RANKS.items():
        for word, value in table[group].items():
            for form, plural in _endings(word):
                words[form] = Reading(rank, value, ordinal=True, plural=plural)
    for ten, base in table["tens"].items():  # decimotercero, vigesimoprimero
        for unit, value in table["units"].items():
            for form, plural in _endings(unit):
                reading = Reading("teen", base + value, ordinal=True, plural=plural)
                words.setdefault(ten + form, reading)
        for form, plural in _endings("octavo"):  # decimoctavo drops an o
            words[ten[:-1] + form] = Reading("teen", base + 8, ordinal=True, plural=plural)
        for short, value in table["short"].items():
            words.setdefault(ten + short, Reading("teen", base + value, ordinal=True))
    for short, value in table["short"].items():
        words[short] = Reading("unit", value, ordinal=True)
    return words


def _glued(cardinals: Mapping[str, Reading], ordinals: Mapping[str, Reading]) -> dict[str, Reading]:
    """Compounds written as one word: dosmilesimo, veinticincoavos."""
    suffixes: list[str] = numbers_resource()["denominator_suffixes"]
    words: dict[str, Reading] = {}
    for prefix, reading in cardinals.items():
        if reading.rank in ("thousand", "scale") or reading.value < 2:
            continue
        for suffix in suffixes:
            denominator = Reading("denominator", reading.value, plural=suffix.endswith("s"))
            words[prefix + suffix] = denominator
            if prefix[-1] == "a":  # treintavo
                words[prefix[:-1] + suffix] = denominator
        for word, scale in ordinals.items():
            if scale.rank in ("thousand", "scale"):
                value = reading.value * scale.value
                words[prefix + word] = Reading("scale", value, ordinal=True, plural=scale.plural)
    return words


@cache
def lexicon() -> Mapping[str, Reading]:
    """Folded word → what it is in a numeral."""
    table = numbers_resource()
    cardinals = _cardinals(table["cardinals"])
    ordinals = _ordinals(table["ordinals"])
    words = {**_glued(cardinals, ordinals), **ordinals, **cardinals}
    for word, value in table["collectives"].items():
        words[word] = Reading("collective", value, plural=word.endswith("s"))
    for word, value in table["denominators"].items():
        rank = "half" if word in ("medio", "media") else "denominator"
        words[word] = Reading(rank, value, plural=word.endswith("s"))
    for word, rank in table["connectors"].items():
        words[word] = Reading(rank)
    for word, value in table["scale_abbreviations"].items():
        words[word] = Reading("scale", value, plural=True)  # never a number by itself
    for word in table["parts"]:
        words[word] = Reading("part", plural=word.endswith("s"))
    words["cientos"] = words["cientas"] = Reading("hundreds", 100, plural=True)
    return words
