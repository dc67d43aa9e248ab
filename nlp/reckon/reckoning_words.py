"""The words by which reckoned facts are found (``resources/reckoning.yaml``)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from nlp.asked.field_profile import FieldProfile
from nlp.schema import Field, is_repeated
from nlp.stems import fold, words_of
from nlp.word_lists import read_yaml

_MOST_OPERANDS = 6
_LEADERS = re.compile(r"[.…_]{2,}")
_OPERATORS = ("minus", "plus", "product", "over")


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


def named(field: Field) -> str:
    """The words of a field's name and title."""
    return " ".join((*words_of(field.name), field.title))


def told_of(field: Field) -> str:
    """The words of a field's name, title and description."""
    return f"{named(field)}. {field.description}"


def asks(profile: FieldProfile, name: str) -> bool:
    """Whether a whole number of ``name`` (age, days) is asked for."""
    if profile.group != "number" or is_repeated(profile.path):
        return False
    pattern = re.compile(r"\b(?:" + "|".join(words("asks", name)) + r")\b")
    return pattern.search(fold(named(profile.field))) is not None


def asks_balance(told: str) -> bool:
    """Whether the words of a field ask for what is left to pay."""
    return pattern_of("asks_balance").search(told) is not None


def calls_paid(before: str, behind: str) -> bool:
    """Whether the words before an amount or behind it say that it was paid."""
    found = pattern_of("says_paid").search(before) or pattern_of("paid_behind").match(behind)
    return found is not None


def without_leaders(said: str) -> str:
    """Words before an amount without the dots or lines that lead to it."""
    return _LEADERS.sub(" ", said)


@lru_cache(maxsize=4096)
def expression_of(description: str) -> tuple[str, list[str]] | None:
    """How a description reckons, "minus", "plus", "product" or "over", and its operands' words.

    They are read, never changed.

    "Ingresos menos gastos", "Suma de tasa e impuesto", "Peso neto (bruto menos tara)".
    """
    opening, *remarks = pattern_of("remark").split(description)
    return _expression(opening) or (
        _expression(remarks[0]) if "(" in description and remarks else None
    )


def operation_of(description: str) -> tuple[str, str, str] | None:
    """The operation between two amounts that a description is, and no more, with its operands' words.

    "Diferencia entre bruto y tara", "Bruto menos tara": where :func:`expression_of` reads what a part of
    a description says, for formulas to be weighed, this is all of it, and is done.
    """
    for pattern in ("operation_named", "operation_between"):
        found = pattern_of(pattern).fullmatch(fold(description))
        if found is not None:
            name = next(one for one in _OPERATORS if found[one])
            return name, found["first"], found["second"]
    return None


def _expression(said: str) -> tuple[str, list[str]] | None:
    told = said.strip(" )")
    summed = pattern_of("sum_of").match(told)
    bare = told[summed.end() :] if summed is not None else told
    for operator in (*_OPERATORS, "and") if summed is not None else _OPERATORS:
        parts = pattern_of(operator).split(bare)
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return "plus" if operator == "and" else operator, parts
    return None
