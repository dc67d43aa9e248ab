"""Which span answers which field: ranked candidates and whether the text answers at all."""

from collections.abc import Sequence

import numpy as np

from nlp.answered import answered_probability, enum_answered, flag_answered
from nlp.choices import boolean_choices, enum_choices
from nlp.features import eligible, features_of
from nlp.field_profile import FieldProfile, profile_schema
from nlp.hints import FieldHints, Hint
from nlp.ranker import Ranker, softmax, trained_ranker
from nlp.schema import Schema
from nlp.spans import Candidate, Document
from nlp.stems import fold
from nlp.surroundings import Floats, Surroundings, read_surroundings

KEPT = 10
"""Hints kept for one field, best first."""


def match_hints(
    document: Document,
    candidates: tuple[Candidate, ...],
    schema: Schema,
    *,
    ranker: Ranker | None = None,
) -> tuple[FieldHints, ...]:
    """Rank the candidates for every leaf of the schema, in the order of its leaves.

    A hint's score is the probability that the candidate is the answer, given that the text
    answers; ``answered`` is the probability of that. ``ranker`` is the trained one unless given.
    """
    ranker = ranker or trained_ranker()
    here = read_surroundings(document, candidates)
    return tuple(_field_hints(one, here, ranker, schema) for one in profile_schema(schema))


def _field_hints(
    profile: FieldProfile, here: Surroundings, ranker: Ranker, schema: Schema
) -> FieldHints:
    if profile.field.kind == "enum":
        choices = enum_choices(profile, here, ranker, schema)
        return FieldHints(profile.path, (), enum_answered(profile, choices), choices)
    if profile.field.kind == "boolean":
        choices = boolean_choices(profile, here, ranker, schema)
        return FieldHints(profile.path, (), flag_answered(profile, here, ranker), choices)
    chosen = eligible(profile, here.candidates)
    columns = features_of(profile, here, chosen)
    scores = ranker.scores(profile.group, columns)
    chances = softmax(scores)
    hints = tuple(
        Hint(
            here.candidates[chosen[row]],
            chance,
            ranker.reasons(profile.group, columns, row),
        )
        for row, chance in _merged(chances, [here.candidates[one] for one in chosen])
    )
    answered = answered_probability(profile, columns, scores, ranker)
    return FieldHints(profile.path, hints, answered)


def _merged(chances: Floats, picked: Sequence[Candidate]) -> list[tuple[int, float]]:
    """The best rows, each mention once with the chances of all its occurrences."""
    order = np.argsort(-chances, kind="stable").tolist()
    best: dict[str, int] = {}
    sums: dict[int, float] = {}
    for row in order:
        key = fold(picked[row].mention)
        first = best.setdefault(key, row)
        sums[first] = sums.get(first, 0.0) + float(chances[row])
    ranked = sorted(sums.items(), key=lambda pair: -pair[1])
    return ranked[:KEPT]
