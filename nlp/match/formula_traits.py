"""What speaks for a formula being what a field asks for: words, place, units, what else would answer."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.form_likeness import unit_fit
from nlp.hints import Hint
from nlp.labels.likeness import FieldTerms, covered, label_bag
from nlp.labels.terms import Term, label_terms
from nlp.match.formula import (
    COUNT,
    LEAST,
    MEAN,
    MINUS,
    MOST,
    OVER,
    PLUS,
    PLUS_PRODUCT,
    ROWS,
    TIMES,
    Formula,
)
from nlp.match.formulas import FORMULA_WORDS, asking, terms_of
from nlp.match.operands import CENT, Operand, gaps
from nlp.match.trees import Traits
from nlp.reckon.reckoning_words import expression_of, named, pattern_of, words
from nlp.stems import fold, words_of

_SMALL = 1e-6
_YEARS = (1900, 2100)
_STOP = re.compile(r"[.;]\s")
_SAID = ("name", "told", "first")
"""What is read of a field for words that ask: its name, its description, the opening of that."""
_WORDS = {
    PLUS: ("sum", "total", "all"),
    MINUS: ("minus", "difference", "left"),
    TIMES: ("product", "total"),
    ROWS: ("product", "total", "sum"),
    PLUS_PRODUCT: ("total", "sum"),
    OVER: ("each", "mean"),
    MOST: ("most",),
    LEAST: ("least",),
    MEAN: ("mean",),
    COUNT: ("count", "total"),
}
"""The words that ask for each operator."""
_OPENING = 2
"""Words of a description that say what is asked."""


@dataclass(frozen=True, slots=True)
class Current:
    """What answers a field as it stands: its value, its chance, whether it is reckoned, its label's."""

    value: float | None
    chance: float
    is_reckoned: bool
    labelled: float


@dataclass(frozen=True, slots=True)
class _Read:
    """How much of a field the words by an operand say, whether the word behind it does, how its unit
    fits, how much they say of each part of the description's own expression, how likely it answers."""

    said: float
    noun: bool
    fit: float
    parts: Sequence[float]
    chance: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What is read of a field once for all its formulas.

    ``told`` is how many operands its words tell, ``numbers`` are those of the text, ``read`` is what each
    operand is to the field; ``operator`` is that of the description's own expression.
    """

    terms: Sequence[Term]
    numbers: Sequence[Operand]
    operator: str
    told: int
    current: Current
    own: Mapping[str, float]
    read: Mapping[Operand, _Read]


def read_asked(
    asked: FieldTerms,
    current: Current,
    hints: Sequence[Hint],
    numbers: Sequence[Operand],
    others: Iterable[Operand],
) -> Asked:
    """The traits of a field with its ranked hints, and what the operands of a text are to it."""
    profile, description = asked.profile, asked.profile.field.description
    opening = " ".join(description.split()[:_OPENING])
    groups = dict(zip(_SAID, map(fold, (named(profile.field), description, opening)), strict=True))
    own = {
        f"{place}_{name}": float(pattern_of(f"formula_{name}").search(said) is not None)
        for place, said in groups.items()
        for name in FORMULA_WORDS
    }
    expression = expression_of(description)
    operator, parts = expression if expression is not None else ("", [])
    asks = asking(profile)
    own |= {
        **{name: float(name in asks) for name in ("balance", "denied", "before")},
        "chance": current.chance,
        "reckoned": float(current.is_reckoned),
        "labelled": current.labelled,
        "null": float(current.value is None),
        "money": profile.asks("money"),
        "has_unit": float(profile.unit is not None),
        "whole": float(profile.field.kind == "integer"),
        "numbers": float(len(numbers)),
        "operands": float(len(parts)),
    }
    counted = [_number(word) for word in words_of(fold(description))]
    told = next((one for one in counted if one), 0)
    terms = terms_of(asked)
    named_parts = [label_terms(one) for one in parts]

    def read_of(one: Operand) -> _Read:
        noun = _share(terms, label_bag(one.noun)) > 0
        fit = unit_fit(profile, one.candidate)
        said = [_share(part, one.near) for part in (terms, *named_parts)]
        alike = [each.score for each in hints if each.candidate.meets(one.candidate)]
        return _Read(said[0], noun, fit, said[1:], max(alike, default=0.0))

    every = dict.fromkeys((*numbers, *others))
    read = {one: read_of(one) for one in every}
    return Asked(terms, numbers, operator, told, current, own, read)


def _number(word: str) -> int:
    """How many operands a word tells: "dos", "ambas", "3"."""
    if word.isdigit():
        return int(word) if 1 < int(word) < 13 else 0
    for number, each in enumerate(words("numbered"), start=2):
        if word in each.split():
            return number
    return 0


def traits_of(asked: Asked, one: Formula, text: str) -> Traits:
    """What speaks for a formula."""
    return {
        **asked.own,
        f"is_{one.kind}": 1.0,
        **_of_operator(asked.own, one.operator),
        **_of_values(asked, one),
        **_of_words(asked, one),
        **_of_places(one, text),
        **_of_parts(asked, one),
    }


def _of_operator(own: Mapping[str, float], operator: str) -> Traits:
    """Whether a field's name, its description and the opening of that ask for just this operator."""
    words = _WORDS.get(operator, ())
    return {
        f"own_{place}": float(any(own[f"{place}_{word}"] for word in words)) for place in _SAID
    } | {"has_words": float(bool(words))}


def _of_values(asked: Asked, one: Formula) -> Traits:
    values = [each.value for each in one.terms]
    sizes = [abs(each) for each in values]
    result, current = one.value, asked.current.value
    fits = [asked.read[each].fit for each in one.terms]
    size = len(values)
    return {
        "terms": float(size),
        "size": math.log10(abs(result) + _SMALL),
        "is_whole": float(result.is_integer()),
        "below": float(result < 0),
        "largest": max(sizes) / (abs(result) + _SMALL),
        "spread": math.log10((max(sizes) + _SMALL) / (min(sizes) + _SMALL)),
        "distinct": len(set(values)) / size,
        "units": float(len({each.unit for each in one.terms})),
        "bare": sum(each.unit is None for each in one.terms) / size,
        "least_fit": min(fits),
        "best_fit": max(fits),
        "amounts": sum(each.candidate.label == "MONEY" for each in one.terms) / size,
        "years": float(any(each.unit is None and _is_year(each.value) for each in one.terms)),
        "zero": float(0 in values),
        "single": float(1 in values),
        "stated": float(any(abs(each.value - result) < CENT for each in asked.numbers)),
        "has_current": float(current is not None and any(abs(each - current) < CENT for each in values)),
        "to_current": math.nan if current is None
        else math.log10((abs(result) + _SMALL) / (abs(current) + _SMALL)),
    }  # fmt: skip


def _is_year(value: float) -> bool:
    return value.is_integer() and _YEARS[0] <= value <= _YEARS[1]


def _of_words(asked: Asked, one: Formula) -> Traits:
    """How much of the field the words by each number say, by all of them, by those left out."""
    terms, size = asked.terms, len(one.terms)
    read = [asked.read[each] for each in one.terms]
    said = [each.said for each in read]
    units = {each.unit for each in one.terms}
    taken = set(one.terms)
    others = [
        asked.read[each].said for each in asked.numbers if each not in taken and each.unit in units
    ]
    nouns = [each.noun for each in one.terms]
    likely = [each.chance for each in read]
    return {
        "least_said": min(said),
        "said": sum(said) / size,
        "most_said": max(said),
        "saying": sum(each > 0 for each in said) / size,
        "head": _share(terms, label_bag(one.head)) if one.head else 0.0,
        "headed": float(bool(one.head)),
        "above": _share(terms, label_bag(one.terms[0].above)),
        "others": float(len(others)),
        "others_said": max(others, default=0.0),
        "others_saying": float(sum(each >= min(said) and each > 0 for each in others)),
        "noun": max(map(nouns.count, nouns)) / size if nouns[0] else 0.0,
        "noun_asked": sum(each.noun for each in read) / size,
        "least_likely": min(likely),
        "likely": sum(likely),
        "one_label": float(
            len({each.label for each in one.terms}) == 1 and bool(one.terms[0].label)
        ),
    }


def _share(terms: Sequence[Term], told: dict[str, float]) -> float:
    said, whole = covered(terms, told)
    return said / whole if whole else 0.0


def _of_places(one: Formula, text: str) -> Traits:
    places = [each.at for each in one.terms]
    between = gaps(text, one.terms)
    lines = {each.line for each in one.terms}
    size = len(places)
    return {
        "lines": float(len(lines)),
        "lines_over": float(max(lines) - min(lines) + 1 - len(lines)),
        "sentences": float(len({each.sentence for each in one.terms})),
        "passages": float(len({each.passage for each in one.terms})),
        "skipped": float(max(places) - min(places) + 1 - size),
        "apart": float(max(map(len, between), default=0)),
        "joined": float(pattern_of("joins").search(between[-1]) is not None) if between else 0.0,
        "times": sum(pattern_of("times").fullmatch(each) is not None for each in between) / size,
        "listed": sum(pattern_of("listed").fullmatch(each) is not None for each in between) / size,
        "stops": sum(_STOP.search(each) is not None for each in between) / size,
        "totals": float(sum(each.is_total for each in one.terms)),
        "forms": float(len({each.form for each in one.terms})),
        "cells": sum(each.form in {"columns", "cell"} for each in one.terms) / size,
        "labels": sum(each.form == "colon" for each in one.terms) / size,
        "whole_first": float(one.terms[0].is_whole),
        "due_first": float(one.terms[0].is_due),
        "paid_first": float(one.terms[0].is_paid),
        "paid_rest": sum(each.is_paid for each in one.terms[1:]) / max(1, size - 1),
        "part_of": float(any(pattern_of("of_which").search(each) is not None for each in between)),
    }


def _of_parts(asked: Asked, one: Formula) -> Traits:
    """How well the terms are what the description's own expression names, in its order."""
    table = [asked.read[each].parts for each in one.terms]
    told = {"number_told": float(asked.told == len(one.terms)) if asked.told else -1.0}
    count = len(table[0])
    if not count:
        return told
    if one.operator == MINUS and count > 1:
        fit, least = (table[0][0] + table[1][1]) / 2, min(table[0][0], table[1][1])
        wrong = (table[0][1] + table[1][0]) / 2
    else:
        best = [max(row[at] for row in table) for at in range(count)]
        fit, least, wrong = sum(best) / len(best), min(map(max, table)), 0.0
    return {
        **told,
        "operator": float(asked.operator == one.operator),
        "parts": fit,
        "least_part": least,
        "wrong_parts": wrong,
        "more_than_parts": float(len(one.terms) - count),
    }
