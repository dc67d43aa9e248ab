"""The words of time, loaded once from ``resources/temporal*.yaml``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from nlp.word_lists import read_yaml

Phrase = tuple[str, ...]
Bounds = Mapping[str, tuple[tuple[Phrase, str], ...]]
"""Wordings with their modifiers, by their first word."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Folded words → what they mean; ``phrases`` tables map word tuples.

    ``holidays`` maps a name to its rules, ``references`` to a TIMEX3 reference and ``repeated`` to
    a period; :attr:`phrase_heads` gives for a first word the tables' phrases, longest first.
    """

    months: Mapping[str, int]
    short_months: frozenset[str]
    weekdays: Mapping[str, int]
    short_weekdays: frozenset[str]
    units: Mapping[str, str]
    figure_units: frozenset[str]
    seasons: Mapping[str, str]
    parts: Mapping[str, str]
    days: Mapping[str, int]
    nights: Mapping[str, int]
    directions: Mapping[str, int]
    anaphoric: frozenset[str]
    few: frozenset[str]
    ordinals: dict[str, int]
    edges: Mapping[str, str]
    zones: Mapping[str, str]
    phrases: Mapping[str, tuple[tuple[Phrase, str, Any], ...]]
    bounds_before: Bounds
    bounds_behind: Bounds
    openers: frozenset[str]


def _reverse(table: Mapping[Any, Iterable[str]]) -> dict[str, Any]:
    return {word: key for key, words in table.items() for word in words}


def _phrases(raw: Mapping[str, Any], holidays: list[Any]) -> dict[str, Any]:
    heads: dict[str, list[tuple[Phrase, str, Any]]] = {}

    def add(name: str, table: str, meaning: Any) -> None:
        phrase = tuple(name.split())
        heads.setdefault(phrase[0], []).append((phrase, table, meaning))

    for entry in holidays:
        for name in entry["names"]:
            add(name, "week" if entry.get("week") else "holiday", tuple(entry["rules"]))
    for table in ("references", "repeated"):
        for name, meaning in _reverse(raw[table]).items():
            add(name, table, meaning)
    return {
        head: tuple(sorted(found, key=lambda entry: -len(entry[0])))
        for head, found in heads.items()
    }


def _heads(table: Mapping[str, str]) -> Bounds:
    """Wordings by their first word, the longest first."""
    heads: dict[str, list[tuple[Phrase, str]]] = {}
    for wording in sorted(table, key=len, reverse=True):
        phrase = tuple(wording.split())
        heads.setdefault(phrase[0], []).append((phrase, table[wording]))
    return {head: tuple(found) for head, found in heads.items()}


def _phrase(written: str) -> Phrase:
    return tuple(written.split())


def _grammar() -> SimpleNamespace:
    """Sets of words, words with their values, and sequences of words, by name."""
    raw = read_yaml("temporal")
    sets = {
        name: frozenset(words.split() if isinstance(words, str) else words)
        for name, words in raw["grammar"].items()
    }
    phrases = {
        name: _phrase(found)
        if isinstance(found, str)
        else tuple((_phrase(one), value) for one, value in found.items())
        if isinstance(found, dict)
        else tuple(map(_phrase, found))
        for name, found in raw["grammar_phrases"].items()
    }
    return SimpleNamespace(**sets, **raw["grammar_values"], **phrases)


GRAMMAR = _grammar()
"""The ``grammar`` sections of ``resources/temporal.yaml``; read once, for parsers ask at every word."""


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The one lexicon."""
    raw = read_yaml("temporal")
    holidays = read_yaml("temporal_holidays")
    units = {word: unit["timex"] for unit in raw["units"].values() for word in unit["words"]}
    directions = {
        word: step for step, key in ((1, "next"), (-1, "last"), (0, "this")) for word in raw[key]
    }
    edges = {word: edge for edge in ("start", "mid", "end") for word in raw[f"{edge}_words"]}
    return Lexicon(
        months=_reverse(raw["months"]),
        short_months=frozenset(raw["short_months"]),
        weekdays=_reverse(raw["weekdays"]),
        short_weekdays=frozenset(raw["short_weekdays"]),
        units=units,
        figure_units=frozenset(raw["figure_units"]),
        seasons=_reverse(raw["seasons"]),
        parts=_reverse(raw["parts"]),
        days=raw["days"],
        nights=raw["nights"],
        directions=directions,
        anaphoric=frozenset(raw["anaphoric"]),
        few=frozenset(raw["few"]),
        ordinals=raw["ordinals"],
        edges=edges,
        zones=raw["zones"],
        phrases=_phrases(raw, holidays),
        bounds_before=_heads(_reverse(raw["bounds_before"])),
        bounds_behind=_heads(_reverse(raw["bounds_behind"])),
        openers=frozenset(raw["openers"]),
    )
