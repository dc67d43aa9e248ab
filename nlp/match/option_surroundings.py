"""What stands where options stand and around it: the field's words, its rivals', numbers."""

from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.layout.alignment import lines_around
from nlp.match.answer_types import type_features
from nlp.match.options import FieldOptions
from nlp.match.surroundings import Floats, Indexes, Surroundings, overlaps
from nlp.spans import CODE_LABELS
from nlp.word_lists import text_pattern

Columns = dict[str, Floats]
_NUMBERS = frozenset({"NUMBER", "QUANTITY", "MONEY", "PERCENT", "AGE", "TEMPERATURE", "ORDINAL"})
_KINDS = {
    "as_person": frozenset({"PERSON"}),
    "as_organization": frozenset({"ORGANIZATION"}),
    "as_place": frozenset({"LOCATION"}),
    "as_number": _NUMBERS,
    "as_date": frozenset({"DATE", "DATETIME", "TIME", "DURATION"}),
    "as_code": CODE_LABELS,
}
"""Kinds of mentions that an option's place may be shared with."""
_CUT = text_pattern("clause_cut")
"""What parts what is said of one thing from what is said of the next."""


class OptionSurroundings:
    """Tells of options what stands where they stand; ``fields`` are all that are weighed."""

    def __init__(self, here: Surroundings, fields: Sequence[FieldOptions]) -> None:
        self._here = here
        self._text = here.document.text
        self._spans = np.stack([here.places.start, here.places.end], axis=1)
        numbers = np.array([one.label in _NUMBERS for one in here.candidates], dtype=bool)
        self._numbers = np.unique(self._spans[numbers], axis=0)
        self._of_kind = {
            name: np.array([one.label in labels for one in here.candidates], dtype=np.float64)
            for name, labels in _KINDS.items()
        }
        cuts = [0, *(one.end() for one in _CUT.finditer(self._text)), len(self._text) + 1]
        self._cuts = np.array(cuts)
        self._label = here.traits["label"].astype(np.int64)
        self._names = [here.cues_of(one.profile)[0] for one in fields]
        size = len(here.stems) + 1
        self._before = np.array([one.before for one in self._names]).reshape(-1, size)
        self._after = np.array([one.after for one in self._names]).reshape(-1, size)

    def columns(self, number: int, profile: FieldProfile, spans: Indexes) -> Columns:
        """What is to say of the places that the field of that number may take."""
        here = self._here
        columns = self._of_types(profile, spans)
        first, last = np.array([here.token_range(*span) for span in spans.tolist()]).T
        others = np.arange(len(self._before)) != number
        told = here.cues_of(profile)[1]
        total = self._names[number].total
        lines = np.array([lines_around(self._text, *span) for span in spans.tolist()])
        line = np.array([here.token_range(*one) for one in lines.tolist()])
        inside = total[last] - total[first]
        clause = self._clauses(spans)
        names = np.array([one.total for one in self._names]).reshape(-1, len(total))
        within = names[:, clause[:, 1]] - names[:, clause[:, 0]]
        within -= names[:, last] - names[:, first]
        start, end = self._numbers.T
        before = (start >= lines[:, :1]) & (end <= spans[:, :1])
        after = (start >= spans[:, 1:]) & (end <= lines[:, 1:])
        return columns | {
            "name_before": self._before[number][first],
            "name_after": self._after[number][last],
            "rival_before": self._before[others][:, first].max(axis=0, initial=0.0),
            "rival_after": self._after[others][:, last].max(axis=0, initial=0.0),
            "told_before": told.before[first],
            "told_after": told.after[last],
            "name_inside": inside,
            "name_in_line": total[line[:, 1]] - total[line[:, 0]] - inside,
            "name_in_clause": within[number],
            "rival_in_clause": within[others].max(axis=0, initial=0.0),
            "told_in_clause": told.total[clause[:, 1]] - told.total[clause[:, 0]],
            "numbers_before": before.sum(axis=1, dtype=np.float64),
            "numbers_after": after.sum(axis=1, dtype=np.float64),
        }

    def _clauses(self, spans: Indexes) -> Indexes:
        """The tokens of the clause that each place stands in: between commas, stops and conjunctions."""
        low = self._cuts[np.searchsorted(self._cuts, spans[:, 0], side="right") - 1]
        high = self._cuts[np.searchsorted(self._cuts, spans[:, 1], side="left")]
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        return np.array([self._here.token_range(*one) for one in pairs]).reshape(-1, 2)

    def _of_types(self, profile: FieldProfile, spans: Indexes) -> Columns:
        """How well the mentions that share each place suit what is asked, and how ill."""
        shared = overlaps(spans, self._spans)
        types = type_features(profile, self._label)
        told = {"suits": types["type_fit"], "misfits": types["type_misfit"], **self._of_kind}
        return {name: (shared * weight).max(axis=1, initial=0.0) for name, weight in told.items()}
