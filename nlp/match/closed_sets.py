"""Enums and booleans: which member the text speaks for.

A member's words, what the schema says of it and their Spanish counterparts are looked for in the
text; negated mentions count against it. Flags by what the text says of them.
"""

from collections.abc import Sequence

import numpy as np

from nlp.asked.enum_members import Member, members_of
from nlp.asked.field_profile import FieldProfile
from nlp.asked.schema_lexicon import field_lexicon
from nlp.match.answer_types import FIT
from nlp.match.calendar_members import with_ranges
from nlp.match.flag_evidence import flag_evidence
from nlp.match.member_features import member_features
from nlp.match.ranker import Ranker, sigmoid, softmax
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema import JSON
from nlp.stems import fold, words_of

Choices = tuple[tuple[JSON, float], ...]

_UNSAID = 1.5
"""Log-odds against a member of a list of which the text says nothing."""


def enum_choices(
    profile: FieldProfile,
    here: Surroundings,
    ranker: Ranker,
    *,
    window: tuple[int, int] | None = None,
    label: str = "",
) -> Choices:
    """The members with their probabilities, best first.

    ``window`` limits what is read to a token range, for a field of one object among many;
    ``label`` is the label of the candidate that names that object.
    """
    members = members_of(profile)
    columns = member_features(profile, members, here, window)
    columns["same_label"] = _same_label(members, label)
    chances = softmax(ranker.scores("member", columns))
    order = np.argsort(-chances, kind="stable").tolist()
    return tuple((members[row].value, float(chances[row])) for row in order)


def several_choices(profile: FieldProfile, here: Surroundings, ranker: Ranker) -> Choices:
    """For a list of members: each with the probability that the text speaks of it, best first."""
    members = members_of(profile)
    scores = ranker.scores("member", member_features(profile, members, here)) - _UNSAID
    scores = with_ranges(members, scores, here)
    pairs = [(one.value, sigmoid(float(score))) for one, score in zip(members, scores, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _same_label(members: Sequence[Member], label: str) -> Floats:
    """Which members name the class that a candidate's label stands for ("PERSON", "LUGAR")."""
    lexicon = field_lexicon()
    classes = {name for name, fits in FIT.items() if label and fits.get(label, 0.0) >= 0.6}
    return np.array(
        [
            fold(label) == fold(str(member.value))
            or any(
                one.answer_class in classes
                for word in words_of(str(member.value).lower())
                for one in lexicon.concepts_of(word)
            )
            for member in members
        ],
        dtype=np.float64,
    )


def boolean_choices(
    profile: FieldProfile,
    here: Surroundings,
    ranker: Ranker,
    *,
    window: tuple[int, int] | None = None,
) -> Choices:
    """True and False with their probabilities, given that the text answers."""
    chance = sigmoid(ranker.logit("flag", flag_evidence(profile, here, window)))
    pair = ((True, chance), (False, 1.0 - chance))
    return pair if chance >= 0.5 else (pair[1], pair[0])
