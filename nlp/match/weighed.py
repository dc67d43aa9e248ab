"""Each field's options weighed: boosted trees over what labels, ranks, places and neighbours say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nlp.hints import KEPT, FieldHints, Hint
from nlp.match.options import FieldOptions
from nlp.match.ranker import softmax
from nlp.match.trees import Trees

_SPOKEN = 0.3
"""From which likeness on a label speaks of a field. Without one the trees do not know whether the text
answers: how often fields are null differs too much from source to source."""


def weigh(fields: Sequence[FieldOptions], trees: Trees) -> dict[str, FieldHints]:
    """The hints of the weighed fields by path, best first; a score is the chance given an answer.

    A field that may be null and of which no label speaks stays with the ranker.
    """
    fields = [
        one
        for one in fields
        if not one.profile.field.nullable or one.nothing["best_label"] >= _SPOKEN
    ]
    rows = [field.rows for field in fields]
    scores = trees.scores(table(trees.names, [one for each in rows for one in each]))
    found, first = {}, 0
    for field, each in zip(fields, rows, strict=True):
        chances = softmax(scores[first : first + len(each)])
        first += len(each)
        if field.options:
            found[field.profile.path] = _hints(field, chances.tolist())
    return found


def table(names: Sequence[str], rows: Sequence[Mapping[str, float]]) -> NDArray[np.float32]:
    """One row an option, one column a name; NaN where there is no such trait."""
    cells = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(cells, dtype=np.float32).reshape(len(rows), len(names))


def _hints(field: FieldOptions, chances: Sequence[float]) -> FieldHints:
    answered, said = field.ranked.answered, 1.0
    if len(chances) > len(field.options):
        answered = said = max(1.0 - chances[-1], 1e-9)
    ranked = sorted(zip(field.options, chances, strict=False), key=lambda pair: -pair[1])
    hints = tuple(
        Hint(one.candidate, chance / said, one.reasons, one.value) for one, chance in ranked
    )
    return replace(field.ranked, hints=hints[:KEPT], answered=answered, weighed=True)
