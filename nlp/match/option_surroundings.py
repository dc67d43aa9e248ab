"""What stands where options stand and around it: mentions, the field's words and its rivals'."""

import math
from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.answer_types import type_features
from nlp.match.options import FieldOptions, Option, Traits
from nlp.match.surroundings import Floats, Indexes, Surroundings, overlaps
from nlp.schema import JSON

_NUMBERS = frozenset({"NUMBER", "QUANTITY", "MONEY", "PERCENT", "AGE", "TEMPERATURE", "ORDINAL"})
_KINDS: dict[str, frozenset[str]] = {
    "as_person": frozenset({"PERSON"}),
    "as_organization": frozenset({"ORGANIZATION"}),
    "as_place": frozenset({"LOCATION"}),
    "as_number": _NUMBERS,
    "as_date": frozenset({"DATE", "DATETIME", "TIME", "DURATION"}),
    "as_code": frozenset({"IDENTIFIER", "EMAIL", "URL"}),
}
"""Kinds of mentions that an option's place may be shared with."""
_TOGETHER = 64
"""Places compared with all mentions of a label at a time."""
_YEARS = range(1900, 2101)


class OptionSurroundings:
    """Tells of options what stands where they stand; ``fields`` are all that are weighed."""

    def __init__(self, here: Surroundings, fields: Sequence[FieldOptions]) -> None:
        self._here = here
        self._text = here.document.text
        spans = sorted({one.span for field in fields for one in field.options})
        self._row = {span: row for row, span in enumerate(spans)}
        self._read_places(np.array(spans).reshape(-1, 2))
        near = [here.cues_of(one.profile)[0] for one in fields]
        size = len(here.stems) + 1
        self._before = np.array([one.before for one in near]).reshape(-1, size)
        self._after = np.array([one.after for one in near]).reshape(-1, size)

    def _read_places(self, spans: Indexes) -> None:
        """What is to say of a place whoever asks: the mentions there by label, its words and line."""
        here = self._here
        alike: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for one, code in zip(here.candidates, here.traits["label"].tolist(), strict=True):
            alike.setdefault((one.label, int(code)), []).append((one.start, one.end))
        lines = [self._line(*span) for span in spans.tolist()]
        above = [self._line_before(start) for start, _ in lines]
        self._words, self._line_words, self._words_above = (
            np.array([here.token_range(*one) for one in places]).reshape(-1, 2)
            for places in (spans.tolist(), lines, above)
        )
        self._codes = np.array([code for _, code in alike], dtype=np.int64)
        self._met = np.zeros((len(spans), len(alike)))
        for column, mentions in enumerate(map(np.array, alike.values())):
            for row in range(0, len(spans), _TOGETHER):
                part = slice(row, row + _TOGETHER)
                self._met[part, column] = overlaps(spans[part], mentions).max(axis=1)
        self._whoever = {
            name: self._met[:, [label in labels for label, _ in alike]].max(axis=1, initial=0.0)
            for name, labels in _KINDS.items()
        }
        numbers = {one for (label, _), each in alike.items() if label in _NUMBERS for one in each}
        first, last = np.array(sorted(numbers)).reshape(-1, 2).T
        line = np.array(lines).reshape(-1, 2)
        before = (first >= line[:, :1]) & (last <= spans[:, :1])
        after = (first >= spans[:, 1:]) & (last <= line[:, 1:])
        self._whoever["numbers_before"] = before.sum(axis=1, dtype=np.float64)
        self._whoever["numbers_after"] = after.sum(axis=1, dtype=np.float64)

    def put(self, number: int, field: FieldOptions) -> None:
        """Add what is to say of the options of the field of that number."""
        if not field.options:
            return
        at = np.array([self._row[one.span] for one in field.options])
        columns = {name: column[at] for name, column in self._whoever.items()}
        types = type_features(field.profile, self._codes)
        for name, told in (("suits", "type_fit"), ("misfits", "type_misfit")):
            columns[name] = (self._met[at] * types[told]).max(axis=1, initial=0.0)
        columns |= self._of_words(number, field.profile, at)
        rows = np.array(list(columns.values())).T.tolist()
        for row, one in zip(rows, field.options, strict=True):
            one.traits |= zip(columns, row, strict=True)
            one.traits |= _of_value(one)

    def _of_words(self, number: int, profile: FieldProfile, at: Indexes) -> dict[str, Floats]:
        named, told = self._here.cues_of(profile)
        first, last = self._words[at].T
        others = np.arange(len(self._before)) != number
        inside, in_line, above = (
            named.total[places[at, 1]] - named.total[places[at, 0]]
            for places in (self._words, self._line_words, self._words_above)
        )
        return {
            "name_before": named.before[first],
            "name_after": named.after[last],
            "rival_before": self._before[:, first][others].max(axis=0, initial=0.0),
            "rival_after": self._after[:, last][others].max(axis=0, initial=0.0),
            "told_before": told.before[first],
            "told_after": told.after[last],
            "name_inside": inside,
            "name_in_line": in_line - inside,
            "name_above": above,
        }

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
