"""What stands where options stand and around it: mentions, the field's words and its rivals'."""

import math
from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.answer_types import type_features
from nlp.match.options import FieldOptions, Option, Traits
from nlp.match.surroundings import Floats, Indexes, Surroundings, overlaps
from nlp.schema import JSON

_KINDS: dict[str, frozenset[str]] = {
    "as_person": frozenset({"PERSON"}),
    "as_organization": frozenset({"ORGANIZATION"}),
    "as_place": frozenset({"LOCATION"}),
    "as_number": frozenset(
        {"NUMBER", "QUANTITY", "MONEY", "PERCENT", "AGE", "TEMPERATURE", "ORDINAL"}
    ),
    "as_date": frozenset({"DATE", "DATETIME", "TIME", "DURATION"}),
    "as_code": frozenset({"IDENTIFIER", "EMAIL", "URL"}),
}
"""Kinds of mentions that an option's place may be shared with."""
_YEARS = range(1900, 2101)


class OptionSurroundings:
    """Tells of options what stands where they stand; ``fields`` are all that are weighed."""

    def __init__(self, here: Surroundings, fields: Sequence[FieldOptions]) -> None:
        self._here = here
        self._text = here.document.text
        self._spans = np.array([(one.start, one.end) for one in here.candidates]).reshape(-1, 2)
        self._kinds = {
            name: np.array([one.label in labels for one in here.candidates], dtype=bool)
            for name, labels in _KINDS.items()
        }
        self._numbers = np.unique(self._spans[self._kinds["as_number"]], axis=0)
        near = [here.cues_of(one.profile)[0] for one in fields]
        size = len(here.stems) + 1
        self._before = np.array([one.before for one in near]).reshape(-1, size)
        self._after = np.array([one.after for one in near]).reshape(-1, size)

    def put(self, number: int, field: FieldOptions) -> None:
        """Add what is to say of the options of the field of that number."""
        if not field.options:
            return
        spans = np.array([one.span for one in field.options])
        columns = self._of_kinds(field.profile, spans) | self._of_words(
            number, field.profile, spans
        )
        columns |= self._of_numbers(spans)
        rows = np.array(list(columns.values())).T.tolist()
        for row, one in zip(rows, field.options, strict=True):
            one.traits |= zip(columns, row, strict=True)
            one.traits |= _of_value(one)

    def _of_kinds(self, profile: FieldProfile, spans: Indexes) -> dict[str, Floats]:
        """How much of each option a mention of each kind is, and how well what stands there suits."""
        shared = overlaps(spans, self._spans)
        found = {
            name: (shared * chosen).max(axis=1, initial=0.0) for name, chosen in self._kinds.items()
        }
        types = type_features(profile, self._here.traits["label"])
        for name, told in (("suits", "type_fit"), ("misfits", "type_misfit")):
            found[name] = (shared * types[told]).max(axis=1, initial=0.0)
        return found

    def _of_words(self, number: int, profile: FieldProfile, spans: Indexes) -> dict[str, Floats]:
        here = self._here
        first, last = np.array([here.token_range(*span) for span in spans.tolist()]).T
        named, told = here.cues_of(profile)
        others = np.arange(len(self._before)) != number
        total = named.total
        lines = [self._line(*span) for span in spans.tolist()]
        line = np.array([here.token_range(*one) for one in lines])
        above = np.array([here.token_range(*self._line_before(one[0])) for one in lines])
        return {
            "name_before": named.before[first],
            "name_after": named.after[last],
            "rival_before": self._before[:, first][others].max(axis=0, initial=0.0),
            "rival_after": self._after[:, last][others].max(axis=0, initial=0.0),
            "told_before": told.before[first],
            "told_after": told.after[last],
            "name_inside": total[last] - total[first],
            "name_in_line": total[line[:, 1]] - total[line[:, 0]] - (total[last] - total[first]),
            "name_above": total[above[:, 1]] - total[above[:, 0]],
        }

    def _of_numbers(self, spans: Indexes) -> dict[str, Floats]:
        """How many numbers stand before and behind an option in its line."""
        lines = np.array([self._line(*span) for span in spans.tolist()])
        first, last = self._numbers.T
        before = (first >= lines[:, :1]) & (last <= spans[:, :1])
        after = (first >= spans[:, 1:]) & (last <= lines[:, 1:])
        counts = {"numbers_before": before, "numbers_after": after}
        return {name: one.sum(axis=1, dtype=np.float64) for name, one in counts.items()}

    def _line(self, start: int, end: int) -> tuple[int, int]:
        close = self._text.find("\n", end)
        return self._text.rfind("\n", 0, start) + 1, close if close >= 0 else len(self._text)

    def _line_before(self, start: int) -> tuple[int, int]:
        end = len(self._text[:start].rstrip())
        return self._text.rfind("\n", 0, end) + 1, end


def _of_value(one: Option) -> Traits:
    """What a value is by itself: a number's size, whether it may be a year; the words of a name."""
    value: JSON = one.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {
            "amount": math.log10(1 + abs(value)),
            "whole": float(float(value).is_integer()),
            "year": float(value in _YEARS),
        }
    words = str(value).split()
    capital = sum(word[:1].isupper() and word[1:2].islower() for word in words)
    return {
        "capital_words": capital / max(1, len(words)),
        "with_digits": any(map(str.isdigit, str(value))),
    }
