"""Whether the text answers a field at all, as a calibrated probability.

The weights are trained with answered and unanswered fields weighing the same, so the logit is a
likelihood ratio that knows nothing of how often the training data says null. The prior comes
from the schema: a field that admits no null is asked to be answered, one that does is as likely
answered as not.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from nlp.asked.enum_members import members_of
from nlp.asked.field_profile import FieldProfile
from nlp.match.boosted import kind_of
from nlp.match.closed_sets import Choices
from nlp.match.flag_evidence import flag_evidence
from nlp.match.member_features import member_features
from nlp.match.ranker import Ranker, log_odds, sigmoid, softmax
from nlp.match.surroundings import Floats, Surroundings

QUESTION_GROUP = "question_answered"
PRIOR_NULLABLE = 0.45
PRIOR_NULLABLE_WORDS = 0.6
"""For strings: a text has words for more fields than it has numbers and dates for."""
PRIOR_REQUIRED = 0.9
PRIOR_LIST = 0.8
CODE_FOUND = 0.93
"""How likely a text answers a field with a pattern of which it has what fits, or one that wants what
stands in quotation marks of which it has some."""

UNSPOKEN = 0.05
"""The chance that a text answers an enum none of whose members it hints at."""
_SETTLED = 0.9
"""The chance from which a member is no guess: a number past a threshold settles it without words."""
_HINTED = 0.8
"""The chance of an answer where words speak for or against a member: of 134 such enums of all sources
that may be null .18 are."""
_UNTOLD = frozenset({"default", "middle_tone"})
"""Features of a member that no word of the text gives."""

_CUES = (
    "name_before", "name_after", "name_label", "name_column", "whole_heading", "entity*agent",
    "entity*name_starts",
)  # fmt: skip


def answered_features(
    profile: FieldProfile, columns: Mapping[str, Floats], linear: Floats, scores: Floats
) -> dict[str, float]:
    """What the best candidates say about there being an answer.

    ``linear`` are the scores of the linear ranker, ``scores`` those that decide.
    """
    if not len(scores):
        return {"nothing": 1.0, "null_rule": profile.null_rule}
    best = int(np.argmax(scores))
    chances = softmax(scores)
    unit = columns.get("unit_same")
    return _question_features(columns, best) | {
        "best": float(np.clip(linear[best], -5.0, 10.0)) / 5.0,
        "cue": max(float(columns[name][best]) for name in _CUES if name in columns),
        "said": max(float(columns[name][best]) for name in ("described_before", "described_after")),
        "type_fit": float(columns["type_fit"][best]),
        "sure": float(chances[best]),
        "unit_same": float(unit[best]) if unit is not None else 0.0,
        "nearest": float(columns["name_nearest"][best]),
        "lead": float(columns["lead_sentence"][best]),
        "count": float(np.log1p(len(scores))),
        "null_rule": profile.null_rule,
        "any_cue": float(max(columns["name_before"].max(), columns["name_after"].max())),
    }


def _question_features(columns: Mapping[str, Floats], best: int) -> dict[str, float]:
    """How much of a question the sentence of its best answer says, where the trees looked."""
    if "asked_sentence" not in columns:
        return {}
    return {
        "asked_sentence": float(columns["asked_sentence"][best]),
        "asked_found": float(np.log1p(columns["asked_found"][best])),
        "asked_missing": float(columns["asked_missing"][best]) / 5.0,
        "names_sentence": min(2.0, float(columns["names_sentence"][best])),
        "asked_fit": float(columns["asked_fit"][best]),
    }


def answered_group(profile: FieldProfile, groups: Mapping[str, object]) -> str:
    """Which weights say whether a field is answered: questions have their own where trained."""
    asked = kind_of(profile) == "question" and QUESTION_GROUP in groups
    return QUESTION_GROUP if asked else "answered"


def answered_probability(
    profile: FieldProfile,
    columns: Mapping[str, Floats],
    linear: Floats,
    scores: Floats,
    ranker: Ranker,
) -> float:
    """The probability that the text answers the field."""
    group = answered_group(profile, ranker.groups)
    logit = ranker.logit(group, answered_features(profile, columns, linear, scores))
    prior = PRIOR_REQUIRED
    if profile.field.nullable:
        words = profile.field.kind in {"string", "any"}
        prior = PRIOR_NULLABLE_WORDS if words else PRIOR_NULLABLE
    return sigmoid(logit + float(np.log(prior / (1 - prior))))


def code_answered(profile: FieldProfile, answered: float, *, found: bool) -> float:
    """The probability for a field with a pattern: what fits it is telling, and so is its absence."""
    if not profile.field.nullable:
        return answered
    return max(answered, CODE_FOUND) if found else min(answered, 1.0 - CODE_FOUND)


def enum_answered(profile: FieldProfile, choices: Choices, here: Surroundings) -> float:
    """The probability that the text answers an enum: that its best member is more than a guess.

    A member that leads only because the schema names it first is one.
    """
    if not profile.field.nullable:
        return PRIOR_REQUIRED
    if choices[0][1] < _SETTLED:
        told = member_features(profile, members_of(profile), here)
        if not any(told[name].any() for name in told.keys() - _UNTOLD):
            return UNSPOKEN
    return _HINTED


def flag_answered(profile: FieldProfile, here: Surroundings, ranker: Ranker) -> float:
    """The probability that the text speaks of what a flag asks."""
    if not profile.field.nullable:
        return PRIOR_REQUIRED
    return sigmoid(ranker.logit("flag_answered", flag_evidence(profile, here)))


def list_features(chances: Sequence[float]) -> dict[str, float]:
    """What the chances of the likeliest items, best first, say about there being any."""
    if not chances:
        return {"nothing": 1.0}
    return {
        "best": log_odds(chances[0]) / 3.0,
        "sum": float(np.log1p(sum(chances[:10]))),
    }


def list_answered(ranker: Ranker, features: Mapping[str, float]) -> float:
    """The probability that a list has any item."""
    logit = ranker.logit("list_answered", features)
    return sigmoid(logit + float(np.log(PRIOR_LIST / (1 - PRIOR_LIST))))
