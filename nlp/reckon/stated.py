"""What a description says to reckon: "Registrada menos recobrada", "Sacos por su peso".

The operands are fields of the same schema where their names say so.
"""

import math
import re
from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import rounded
from nlp.asked.schema_lexicon import field_lexicon
from nlp.reckon.reckoning import total_of
from nlp.reckon.reckoning_words import pattern_of, stems_of
from nlp.schema import JSON
from nlp.spans import Number

APART, MINUS, PLUS, TIMES, OVER = "apart", "minus", "plus", "times", "over"
_MOST_OPERANDS = 6
_LEAST_NAMED = 0.5
"""Of an operand's words, the share that the name of its field says at least."""


def expression_of(description: str) -> tuple[str, list[str]] | None:
    """The operator that a description names first, and the words of its operands."""
    told = re.split(r"[;(.:]|, (?:sin|excl|con|en|rounded|without)\b", description)[0].strip()
    apart = pattern_of("difference_of").match(told)
    if apart is not None:
        return APART, [apart[1], apart[2]]
    summed = pattern_of("sum_of").match(told)
    bare = told[summed.end() :] if summed is not None else told
    for name in (MINUS, PLUS, TIMES, OVER):
        parts = pattern_of(name).split(bare)
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return name, parts
    parts = pattern_of("and").split(bare) if summed is not None else []
    return (PLUS, parts) if 2 <= len(parts) <= _MOST_OPERANDS else None


def stated(profiles: Sequence[FieldProfile], answer: JSON) -> Iterator[tuple[str, Number]]:
    """The values that descriptions reckon from other fields of an answer, by path."""
    numbers = [one for one in profiles if one.group == "number" and "*" not in one.path.split(".")]
    for profile in numbers:
        found = expression_of(profile.field.description)
        if found is None:
            continue
        operator, parts = found
        paths = [_operand(part, profile, numbers) for part in parts]
        values = [_at(answer, path) for path in paths if path is not None]
        told = [one for one in values if isinstance(one, int | float)]
        if len(told) < len(parts) or len({*paths}) < len(parts):
            continue
        value = _reckon(operator, told, percent=profile.unit == "%")
        if value is not None:
            number = rounded(total_of([value]), profile.field)
            if profile.field.kind == "number" or isinstance(number, int):
                yield profile.path, number


def _operand(part: str, asking: FieldProfile, numbers: Sequence[FieldProfile]) -> str | None:
    """The one field that the words of an operand name."""
    said = _content(part)
    parent = asking.path.rpartition(".")[0]
    ranked: list[tuple[float, bool, str]] = []
    for one in numbers:
        name, owner = _content(one.field.name), one.path.rpartition(".")[0]
        shared = said & name
        whole = said <= name | _content(owner.replace(".", " "))
        named = name <= said and len(shared) >= _LEAST_NAMED * len(said)
        if shared and one is not asking and (whole or named):
            ranked.append((len(shared) / len(said | name), owner == parent, one.path))
    ranked.sort(reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    return ranked[0][2]


def _content(text: str) -> frozenset[str]:
    lexicon = field_lexicon()
    return frozenset(stems_of(text, lambda word: not lexicon.is_stopword(word)))


def _reckon(operator: str, values: Sequence[float], *, percent: bool) -> float | None:
    first, *rest = values
    if operator == APART:
        return abs(first - sum(rest))
    if operator == MINUS:
        return first - sum(rest)
    if operator == PLUS:
        return sum(values)
    if operator == TIMES:
        return math.prod(values)
    by = math.prod(rest)
    return first / by * (100 if percent else 1) if by else None


def _at(answer: JSON, path: str) -> JSON:
    for key in path.split("."):
        answer = answer.get(key) if isinstance(answer, dict) else None
    return answer
