"""What is left to pay: the total of a text less what it says was paid in advance."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints, Hint
from nlp.labels.applied import Labels
from nlp.labels.form_elements import pair_around
from nlp.match.expressions import WITH, reckoned_from
from nlp.match.told_numbers import plain_numbers, raw_number
from nlp.reckon.reckoning_words import (
    asks_balance,
    calls_paid,
    pattern_of,
    told_of,
    without_leaders,
)
from nlp.schema import is_repeated
from nlp.spans import Candidate
from nlp.stems import stems_of

_BEFORE, _BEHIND = 60, 30
"""Characters before an amount and behind it that say what it is."""
_PRICE = re.compile(r"\d{3,}|\d{1,3}(?:[., ]\d{2,3})+")
"""How a bare number is written that may be an amount of money."""
_LABELLED = 0.6
_MONEY = 0.3
_SHORT = 3
_LEAST_PAID = 0.01
"""What of a total is paid in advance at least."""


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount of a text, the words before it and those behind."""

    one: Candidate
    value: float
    before: str
    behind: str


def with_balances(
    hints: Mapping[str, FieldHints], labels: Labels, candidates: tuple[Candidate, ...], text: str
) -> dict[str, FieldHints]:
    """The hints, in front what is left to pay, where a field asks for it and no label says it."""
    changed = dict(hints)
    asking = [
        one
        for one in labels.profiles
        if one.field.is_numeric and not is_repeated(one.path) and _asks_for_money(one)
    ]
    amounts = list(_amounts(labels, candidates, text)) if asking else []
    if any(pattern_of("says_balance").search(one.before) for one in amounts):
        return changed
    for profile in asking:
        field = changed[profile.path]
        if labels.answers_surely(profile.path, _LABELLED):
            continue
        found = _balance(profile, amounts)
        if found is not None:
            changed[profile.path] = field.led_by(found, field.hints, found.score)
    return changed


def _asks_for_money(profile: FieldProfile) -> bool:
    is_amount = profile.unit is None or profile.asks("money") >= _MONEY
    return is_amount and asks_balance(told_of(profile.field))


def _amounts(labels: Labels, candidates: tuple[Candidate, ...], text: str) -> Iterator[_Amount]:
    """The amounts of a text with what says what they are: the label, or the words of their clause."""
    pairs = [one for one in labels.labelled.form.pairs if one.form != "title"]
    last, seen = 0, None
    for one in plain_numbers(candidates):
        number = raw_number(one)
        if number is None or not (one.label == "MONEY" or _PRICE.fullmatch(one.mention)):
            continue
        begin = max(last, one.start - _BEFORE, text.rfind("\n", 0, one.start) + 1)
        pair = pair_around(pairs, one.span)
        label = pair.label if pair is not None and pair is not seen else ""
        behind = pattern_of("clause_end").split(text[one.end : one.end + _BEHIND])[0]
        said = without_leaders(f"{label} {text[begin : one.start]}")
        yield _Amount(one, number, said, behind)
        last, seen = one.end, pair


def _balance(profile: FieldProfile, amounts: Sequence[_Amount]) -> Hint | None:
    paid = [one for one in amounts if calls_paid(one.before, one.behind)]
    told = stems_of(profile.field.description, longer=_SHORT)
    whole = [
        one
        for one in amounts
        if one not in paid and pattern_of("says_total").search(one.before) is not None
    ]
    if not paid or not whole:
        return None

    def fit(one: _Amount) -> tuple[int, bool, float]:
        to_pay = pattern_of("to_pay").search(one.before) is not None
        return len(stems_of(one.before) & told), to_pay, one.value

    total = max(whole, key=fit)
    values = {one.value for one in paid if one.value >= _LEAST_PAID * total.value}
    left = total.value - sum(values)
    if not values or left < 0:
        return None
    return reckoned_from(profile, left, [total.one, *(one.one for one in paid)], WITH)
