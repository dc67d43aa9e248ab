"""Which mentions name the objects of a list: what stands beside them speaks for or against.

An object that must have an amount or a date stands where the text gives one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.answer_types import GROUP_LABELS
from nlp.match.eligibility import eligible
from nlp.match.features import features_of
from nlp.match.item_fields import window_of
from nlp.match.ranker import odds_of, sigmoids
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema import Field, is_repeated
from nlp.spans import Candidate

_FITTING = 0.6
"""How much of the best type fit a value must have to be one that a field of the object can hold."""
_WITH, _WITHOUT = 1.0, -2.5
"""Log-odds for a mention whose row or sentence holds all values its object must have, and none."""
_UNLIKELY = 0.002
_VALUES = GROUP_LABELS["number"] - {"IDENTIFIER", "ORDINAL", "NUMBER"}
_ASKS_VALUE = ("date", "time", "duration", "frequency", "money", "count", "measure", "ordinal")
_ASKED = 0.25


@dataclass(frozen=True, slots=True)
class ItemName:
    """The leaf that names the objects of a list, with the values each of them must have."""

    profile: FieldProfile
    needed: tuple[FieldProfile, ...]
    of_objects: bool


def item_name(array: Field, named: FieldProfile, leaves: Sequence[FieldProfile]) -> ItemName:
    """An array's naming leaf with the numbers and dates that its objects cannot do without."""
    item = array.item.path if array.item is not None else array.path
    needed = tuple(
        one
        for one in leaves
        if one.group in {"number", "date"}
        and not one.field.nullable
        and one.path != named.path
        and one.path.startswith(f"{item}.")
        and not is_repeated(one.path[len(item) :])
    )
    of_objects = array.item is not None and not array.item.is_leaf
    return ItemName(named, needed, of_objects)


def object_chances(
    named: ItemName, here: Surroundings, picked: Sequence[Candidate], chances: Floats
) -> Floats:
    """The chances of mentions to name an object: amounts and dates name none."""
    profile = named.profile
    if profile.group == "text" and profile.asks(*_ASKS_VALUE) <= _ASKED:
        chances = chances * np.array([float(one.label not in _VALUES) for one in picked])
    return _by_company(named, here, picked, chances)


def _by_company(
    named: ItemName, here: Surroundings, picked: Sequence[Candidate], chances: Floats
) -> Floats:
    """The chances by the values that stand in the row or sentence of each mention."""
    likely = np.flatnonzero(chances > _UNLIKELY).tolist()
    if not named.needed or not likely:
        return chances
    spans = np.array([picked[row].span for row in likely])
    windows = np.array([window_of(picked[row], (), here) for row in likely])
    first, last, opening, close = (column[:, None] for column in (*spans.T, *windows.T))
    share = np.zeros(len(picked))
    for profile in named.needed:
        values = fitting_values(profile, here)
        start, end = np.array([one.span for one in values]).reshape(-1, 2).T
        beside = (opening <= start) & (end <= close) & ~((start < last) & (first < end))
        share[likely] += beside.any(axis=1)
    share /= len(named.needed)
    odds = odds_of(chances) + _WITHOUT + (_WITH - _WITHOUT) * share
    return sigmoids(odds)


def fitting_values(profile: FieldProfile, here: Surroundings) -> list[Candidate]:
    """The values that suit a field by their type."""
    chosen = eligible(profile, here)
    if not chosen:
        return []
    fit = features_of(profile, here, chosen)["type_fit"]
    return [
        here.candidates[one]
        for one, suited in zip(chosen, fit.tolist(), strict=True)
        if suited >= _FITTING * fit.max()
    ]
