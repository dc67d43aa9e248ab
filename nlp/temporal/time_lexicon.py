"""The words of time, read once from ``resources/temporal*.yaml``."""

from collections.abc import Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from nlp.word_lists import read_yaml

Phrase = tuple[str, ...]


def _grammar() -> SimpleNamespace:
    """Sets of words, words with their values, sequences of words and whole wordings, by name."""
    raw = read_yaml("temporal")
    sets = {
        name: frozenset(words.split() if isinstance(words, str) else words)
        for name, words in raw["grammar"].items()
    }
    codes = {name: _reversed(table) for name, table in raw["grammar_codes"].items()}
    phrases = {
        name: _phrase(found)
        if isinstance(found, str)
        else tuple((_phrase(one), value) for one, value in found.items())
        if isinstance(found, dict)
        else tuple(map(_phrase, found))
        for name, found in raw["grammar_phrases"].items()
    }
    bounds = {
        name: _by_first_word((_phrase(one), said) for one, said in _reversed(raw[name]).items())
        for name in ("bounds_before", "bounds_behind")
    }
    wordings = _by_first_word(_wordings(raw))
    return SimpleNamespace(
        **sets, **raw["grammar_values"], **codes, **phrases, **bounds, wordings=wordings
    )


def _wordings(raw: Mapping[str, Any]) -> Iterator[tuple[Phrase, str, Any]]:
    """Whole expressions: wording, table, and its rules, TIMEX3 reference or period."""
    for entry in read_yaml("temporal_holidays"):
        for name in entry["names"]:
            yield _phrase(name), "week" if entry.get("week") else "holiday", tuple(entry["rules"])
    for table in ("references", "repeated"):
        for name, meaning in _reversed(raw[table]).items():
            yield _phrase(name), table, meaning


def _reversed(table: Mapping[Any, Iterable[str]]) -> dict[str, Any]:
    return {word: key for key, words in table.items() for word in words}


def _phrase(written: str) -> Phrase:
    return tuple(written.split())


def _by_first_word(entries: Iterable[tuple[Any, ...]]) -> dict[str, list[tuple[Any, ...]]]:
    """Entries by the first word of the wording they begin with, the longest first."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for entry in sorted(entries, key=lambda one: -len(one[0])):
        found.setdefault(entry[0][0], []).append(entry)
    return found


GRAMMAR = _grammar()
"""Folded words and wordings by the name of their list; read once, for parsers ask at every word."""
