"""What stands in the places of rows, and what the numbers of the rows come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from nlp.match.associations import looks_of
from nlp.match.operands import CENT
from nlp.match.row_blocks import RowBlock
from nlp.match.row_fit import CellReader, held
from nlp.match.row_slots import Slot
from nlp.match.surroundings import Floats
from nlp.match.told_numbers import raw_number
from nlp.match.trees import Traits
from nlp.spans import Candidate
from nlp.stems import fold

_MOST_COLUMNS = 9
_MOSTLY = 0.6
_LABELS = (
    "PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "DURATION", "NUMBER", "MONEY", "QUANTITY",
    "PERCENT", "IDENTIFIER", "NOUN_PHRASE",
)  # fmt: skip
_DATES = ("DATE", "DATETIME", "TIME")
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Look:
    """What stands in a place: its class, its number in each row (NaN: none), and traits of it alone."""

    kind: str
    numbers: Floats
    traits: Traits


@dataclass(frozen=True, slots=True)
class _Related:
    """Two columns of numbers, what they come to row by row, how far a third column says the same."""

    one: Floats
    other: Floats
    made: Floats
    borne: float


class Looks:
    """What stands in the places of a block, each looked at once.

    ``columns`` are its cells or, where it has none, the values in their order.
    """

    def __init__(self, block: RowBlock, slots: Sequence[Slot], reader: CellReader) -> None:
        self._reader = reader
        own = "column" if block.cells else "value"
        base = sorted((one for one in slots if one.key[0] == own), key=lambda one: one.order)
        self.columns = base[:_MOST_COLUMNS]
        self.in_cells = bool(block.cells and base)
        plain = [self._look(one) for one in self.columns]
        numeric = [look.numbers for look in plain if look.kind == "number"]
        twos = list(combinations(numeric, 2))
        self._related = {
            "times": [_related(numeric, *two, two[0] * two[1]) for two in twos],
            "sum": [_related(numeric, *two, two[0] + two[1]) for two in twos],
        }
        self._kinds = [look.kind for look in plain]
        self._known = {
            id(one): self._with_reckoned(look)
            for one, look in zip(self.columns, plain, strict=True)
        }

    def of(self, slot: Slot) -> Look:
        """What stands in a place."""
        if id(slot) not in self._known:
            self._known[id(slot)] = self._with_reckoned(self._look(slot))
        return self._known[id(slot)]

    def rank(self, slot: Slot, kind: str) -> tuple[int, int]:
        """How many columns of a class stand before a place, and how many there are."""
        alike = [one for one, own in zip(self.columns, self._kinds, strict=True) if own == kind]
        return _before(slot, alike), len(alike)

    def headed(self, slot: Slot) -> Traits:
        """How many columns have the same name as a place, and which of them it is."""
        name = fold(slot.label)
        heads = [one for one in self.columns if name and fold(one.label) == name]
        if not heads:
            return {}
        return {"heads": float(len(heads)), "head_at": _before(slot, heads) / len(heads)}

    def _look(self, slot: Slot) -> Look:
        rows = held(slot, range(len(slot.spans)))
        numbers = np.full(len(slot.spans), np.nan)
        labels: dict[str, float] = {}
        for row in rows:
            one = self._mention(slot, row)
            if one is not None:
                value = raw_number(one)
                numbers[row] = np.nan if value is None else value
                labels[one.label] = labels.get(one.label, 0.0) + 1 / len(rows)
        said = [self._reader.text[slice(*span)] for span in slot.spans if span is not None]
        had = numbers[~np.isnan(numbers)]
        share = len(had) / len(rows)
        dated = sum(labels.get(name, 0.0) for name in _DATES)
        kind = "date" if dated >= _MOSTLY else "number" if share >= _MOSTLY else "text"
        named = {f"is_{name}": labels.get(name, 0.0) for name in _LABELS}
        return Look(
            kind, numbers, {**_of_words(said), "numbers": share, **named, **_of_numbers(had)}
        )

    def _mention(self, slot: Slot, row: int) -> Candidate | None:
        one, span = slot.candidates[row], slot.spans[row]
        if one is not None or span is None:
            return one
        inside = self._reader.inside(*span)
        return max(inside, key=lambda one: one.end - one.start, default=None)

    def _with_reckoned(self, look: Look) -> Look:
        """With it whether the numbers of the rows are what two columns come to, or one of such two."""
        found: Traits = {}
        if np.isnan(look.numbers).all():
            return look
        for how, related in self._related.items():
            result = part = 0.0
            larger = False
            for two in related:
                result = max(result, _alike(look.numbers, two.made))
                is_one = _alike(look.numbers, two.one) >= 1
                if two.borne > part and (is_one or _alike(look.numbers, two.other) >= 1):
                    part = two.borne
                    rest = two.other if is_one else two.one
                    larger = bool(np.nanmean(look.numbers) > np.nanmean(rest))
            found[f"{how}_result"] = result
            found[f"{how}_part"] = part
            found[f"{how}_larger"] = float(larger)
        return Look(look.kind, look.numbers, look.traits | found)


def _before(slot: Slot, columns: Sequence[Slot]) -> int:
    """How many columns stand before a place."""
    return sum(one.order < slot.order - _SAME for one in columns)


def _of_words(said: Sequence[str]) -> Traits:
    looks = [looks_of(one) for one in said]
    words, digits, capitals = (sum(column) / len(said) for column in zip(*looks, strict=True))
    return {
        "words": words,
        "digits": digits,
        "capitals": capitals,
        "letters": sum(sum(map(str.isalpha, one)) for one in said) / sum(map(len, said)),
        "distinct": len(set(map(fold, said))) / len(said),
    }


def _of_numbers(had: Floats) -> Traits:
    if not len(had):
        return {}
    steps = np.diff(had)
    several = len(had) > 1
    return {
        "size": float(np.log10(np.abs(had) + 0.01).mean()),
        "whole": float(np.mean(had == np.round(had))),
        "counts_up": float(several and bool((steps == 1).all())),
        "rises": float(several and bool((steps > 0).all())),
        "negative": float((had < 0).mean()),
    }


def _related(numeric: Sequence[Floats], one: Floats, other: Floats, made: Floats) -> _Related:
    return _Related(one, other, made, max(_alike(made, third) for third in numeric))


def _alike(one: Floats, other: Floats) -> float:
    """The share of the rows that have both numbers in which they are the same; 0 where half lack one."""
    both = ~(np.isnan(one) | np.isnan(other))
    if 2 * both.sum() < len(one) or not both.any():
        return 0.0
    near = CENT * np.maximum(1, np.abs(other[both]) / 100)
    return float(np.mean(np.abs(one[both] - other[both]) < near))
