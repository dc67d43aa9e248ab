"""Enums and booleans: which member the text speaks for.

A member's words, what the schema says of it and their Spanish counterparts are looked for in the
text; negated mentions count against it.
"""

import re
from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import word_cues
from nlp.asked.schema_lexicon import Phrase, field_lexicon
from nlp.match.answer_types import FIT
from nlp.match.enum_members import Member, members_of
from nlp.match.member_features import member_features
from nlp.match.negation import denied_at_cues, negated_tokens
from nlp.match.ranker import Ranker, sigmoid, softmax
from nlp.match.surroundings import Floats, Surroundings, within
from nlp.schema import JSON
from nlp.stems import fold, words_of

Choices = tuple[tuple[JSON, float], ...]

_UNSAID = 1.5
"""Log-odds against a member of a list of which the text says nothing."""
_DENYING_PREFIXES = ("in", "im", "des")
"""What makes the contrary of a word: "incompatible"."""
_LEAST_STEM = 5
_LACKS = frozenset({"sin", "no", "without", "not"})
_TRUE_RULE = re.compile(
    r"\b(?:true|verdadero|s[ií])\s+(?:if|when|si|cuando)\b([^.;]{1,160})", re.IGNORECASE
)
_FALSE_RULE = re.compile(
    r"\b(?:false|falso|no)\s+(?:if|when|si|cuando)\b([^.;]{1,160})", re.IGNORECASE
)


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
    if not members:
        return ()
    columns = member_features(profile, members, here, window)
    columns["same_label"] = _same_label(members, label)
    chances = softmax(ranker.scores("member", columns))
    order = np.argsort(-chances, kind="stable").tolist()
    return tuple((members[row].value, float(chances[row])) for row in order)


def several_choices(profile: FieldProfile, here: Surroundings, ranker: Ranker) -> Choices:
    """For a list of members: each with the probability that the text speaks of it, best first."""
    members = members_of(profile)
    if not members:
        return ()
    scores = ranker.scores("member", member_features(profile, members, here)) - _UNSAID
    pairs = [(one.value, sigmoid(float(score))) for one, score in zip(members, scores, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _same_label(members: Sequence[Member], label: str) -> Floats:
    """Which members name the class that a candidate's label stands for ("PERSON", "LUGAR")."""
    lexicon = field_lexicon()
    classes = {name for name, fits in FIT.items() if label and fits.get(label, 0.0) >= 0.6}
    return np.array(
        [
            float(
                any(
                    one.answer_class in classes
                    for word in words_of(str(member.value).lower())
                    for one in lexicon.concepts_of(word)
                )
                or fold(label) == fold(str(member.value))
            )
            for member in members
        ]
    )


def boolean_choices(
    profile: FieldProfile,
    here: Surroundings,
    ranker: Ranker,
    *,
    window: tuple[int, int] | None = None,
) -> Choices:
    """True and False with their probabilities, given that the text answers."""
    features = boolean_features(profile, here, window)
    chance = sigmoid(ranker.logit("flag", features))
    pair = ((True, chance), (False, 1.0 - chance))
    return pair if chance >= 0.5 else (pair[1], pair[0])


def boolean_features(
    profile: FieldProfile, here: Surroundings, window: tuple[int, int] | None = None
) -> dict[str, float]:
    """What speaks for a flag being true."""
    against = _rule_cues(_FALSE_RULE, profile) or {}
    told = _rule_cues(_TRUE_RULE, profile)
    against |= {
        (prefix + cue[0],): one
        for cue, one in profile.names.items()
        for prefix in _DENYING_PREFIXES
        if len(cue) == 1 and len(cue[0]) >= _LEAST_STEM
    }
    said = profile.described if told is None else told
    said = {cue: one for cue, one in said.items() if cue not in against}
    denied = negated_tokens(here)
    named = within(here.cue_weights(profile.names, profile.keys), window)
    ruled = within(here.cue_weights(said, {}), window)
    opposed = within(here.cue_weights(against, {}), window)
    return {
        "named": float(np.where(denied, 0.0, named).max(initial=0.0)),
        "named_often": float(np.log1p(np.where(denied, 0.0, named).sum())),
        "ruled": float(np.where(denied, 0.0, ruled).max(initial=0.0)),
        "together": _together(here, np.where(denied, 0.0, np.maximum(named, ruled))),
        "best_denied": _denied_at_best(profile, here, named, ruled),
        "denied": float(np.where(denied, named, 0.0).max(initial=0.0)),
        "opposed": float(np.where(denied, 0.0, opposed).max(initial=0.0)),
        "default_true": float(profile.field.has_default and profile.field.default is True),
        "default_false": float(profile.field.has_default and profile.field.default is False),
    }


def _rule_cues(rule: re.Pattern[str], profile: FieldProfile) -> dict[Phrase, float] | None:
    """What the description says after "true if" or "false if", as cues; None where it says neither."""
    found = rule.search(profile.field.description)
    if found is None:
        return None
    lexicon = field_lexicon()
    return word_cues(
        [(word, 1.0) for word in words_of(found.group(1)) if not lexicon.is_stopword(word)]
    )


def _denied_at_best(
    profile: FieldProfile, here: Surroundings, named: Floats, ruled: Floats
) -> float:
    """Whether the sentence that says most of the flag denies it; not of flags that ask for a lack."""
    if fold(words_of(profile.field.name)[0] if profile.field.name else "") in _LACKS:
        return 0.0
    return denied_at_cues(here, np.maximum(named, 0.5 * ruled))


def _together(here: Surroundings, weights: Floats) -> float:
    """The most different cues one sentence holds, on a log scale."""
    kinds: dict[int, set[str]] = {}
    for at in np.flatnonzero(weights[:-1]).tolist():
        kinds.setdefault(int(here.sentence_of[at]), set()).add(here.stems[at])
    return float(np.log1p(max((len(one) for one in kinds.values()), default=0)))
