"""The words by which reckoned facts are found (``resources/reckoning.yaml``)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from nlp.asked.field_profile import FieldProfile
from nlp.schema import is_repeated
from nlp.stems import fold, words_of
from nlp.word_lists import read_yaml

_MOST_OPERANDS = 6


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_yaml("reckoning")
    return table


@cache
def words(group: str, name: str = "") -> tuple[str, ...]:
    """A list of beginnings of words, by group and name."""
    found = _table()[group]
    return tuple(map(str, found[name] if name else found))


@cache
def pattern_of(name: str) -> re.Pattern[str]:
    """How a description says what is to be reckoned."""
    return re.compile(_table()["patterns"][name])


@cache
def _pattern(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(re.escape(fold(one)) for one in beginnings) + ")")


def says(text: str, beginnings: Sequence[str]) -> bool:
    """Whether a word of the text begins so."""
    return _pattern(tuple(beginnings)).search(fold(text)) is not None


def named(profile: FieldProfile) -> str:
    """The words of a field's name and title."""
    return " ".join((*words_of(profile.field.name), profile.field.title))


def asks(profile: FieldProfile, name: str) -> bool:
    """Whether a whole number of ``name`` (age, days) is asked for."""
    if profile.group != "number" or is_repeated(profile.path):
        return False
    pattern = re.compile(r"\b(?:" + "|".join(words("asks", name)) + r")\b")
    return pattern.search(fold(named(profile))) is not None


def expression_of(description: str) -> tuple[bool, list[str]] | None:
    """Whether a description says a difference, else it is a sum, and the words of its operands.

    "Ingresos menos gastos", "Suma de tasa e impuesto".
    """
    told = re.split(r"[;(.:]|, (?:sin|excl|con|en|rounded|without)\b", description)[0].strip()
    summed = pattern_of("sum_of").match(told)
    bare = told[summed.end() :] if summed is not None else told
    for operator in ("minus", "plus", "and")[: 3 if summed is not None else 2]:
        parts = pattern_of(operator).split(bare)
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return operator == "minus", parts
    return None
