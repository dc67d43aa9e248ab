"""Enums and booleans: which member the text speaks for.

A member's words, what the schema says of it and their Spanish counterparts are looked for in the
text; negated mentions count against it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import word_cues
from nlp.asked.schema_lexicon import FieldLexicon, Phrase, field_lexicon
from nlp.match.features import FIT
from nlp.match.negation import denied_at_cues, negated_tokens
from nlp.match.ranker import Ranker, sigmoid, softmax
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema import JSON
from nlp.stems import cognate_key, fold, spanish_stem, words_of
from nlp.word_lists import read_yaml

_REACH = 3
"""Words of the text within which each word of a member must stand."""
_KNOWN = 0.9
"""What the Spanish of a common English member weighs as its cue."""
_NUMERALS = {
    str(at): (roman, *names.split())
    for at, (roman, names) in enumerate(
        [("i", "primer primero"), ("ii", "segund dos"), ("iii", "tercer tres"), ("iv", "cuart"),
         ("v", "quint cinc")],
        start=1,
    )
}  # fmt: skip
Choices = tuple[tuple[JSON, float], ...]

_UNSAID = 1.5
"""Log-odds against a member of a list of which the text says nothing."""
_DENYING_PREFIXES = ("in", "im", "des")
"""What makes the contrary of a word: "incompatible"."""
_LEAST_STEM = 5
_LACKS = frozenset({"sin", "no", "without", "not"})
_ARROWS = (re.compile(r"\s*(?:->|=>|→)\s*"), re.compile(r"\s*[:=]\s*"))
_TRUE_RULE = re.compile(
    r"\b(?:true|verdadero|s[ií])\s+(?:if|when|si|cuando)\b(?P<true>[^.;]{1,160})", re.IGNORECASE
)
_FALSE_RULE = re.compile(
    r"\b(?:false|falso|no)\s+(?:if|when|si|cuando)\b(?P<false>[^.;]{1,160})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Member:
    """An enum member as cues: its own words, what is said of it, the topics it names.

    ``parts`` are the cues of each of its words, ``phrases`` what Spanish says for it as a whole.
    """

    value: JSON
    words: Mapping[Phrase, float]
    parts: tuple[Mapping[Phrase, float], ...]
    phrases: tuple[Phrase, ...]
    notes: Mapping[Phrase, float]
    topics: Mapping[Phrase, float]
    keys: Mapping[str, float]
    whole: Phrase
    polarity: int
    fallback: bool


@lru_cache(maxsize=1)
def member_words() -> Mapping[str, tuple[Phrase, ...]]:
    """Spanish stem phrases for common members, by the English word or words joined by "_"."""
    found: dict[str, tuple[Phrase, ...]] = {}
    for names, said in read_yaml("member_words", plain=True).items():
        phrases = tuple(
            tuple(spanish_stem(word) for word in one.split("_")) for one in str(said).split()
        )
        for name in names.split():
            found[fold(name)] = (*found.get(fold(name), ()), *phrases)
    return found


def members_of(profile: FieldProfile) -> tuple[Member, ...]:
    """The members of an enum field, ready to be looked for."""
    lexicon = field_lexicon()
    notes = _notes(profile)
    return tuple(_member(value, notes.get(str(value), ""), lexicon) for value in profile.field.enum)


def _member(value: JSON, note: str, lexicon: FieldLexicon) -> Member:
    words = words_of(str(value).lower())
    content = [word for word in words if not lexicon.is_stopword(word)] or list(words)
    topics = {cue: 1.0 for word in content for one in lexicon.topics_of(word) for cue in one.cues}
    said = [word for word in words_of(note) if not lexicon.is_stopword(word)]
    stems = [spanish_stem(word) for word in content]
    cues = [_cues_of(word, lexicon) for word in content]
    known = member_words().get("_".join(fold(word) for word in words), ())
    return Member(
        value=value,
        words=dict.fromkeys(known, _KNOWN)
        | {cue: one for found in cues for cue, one in found.items()},
        parts=tuple(cues),
        phrases=known,
        notes=word_cues([(word, 1.0) for word in said], lexicon),
        topics=topics,
        keys={key: 1.0 for word in content if (key := cognate_key(word))},
        whole=tuple(stems),
        polarity=_pole(stems, words, lexicon),
        fallback=lexicon.is_fallback(str(value)),
    )


def _cues_of(word: str, lexicon: FieldLexicon) -> dict[Phrase, float]:
    """What a word of a member is known by: its stem, its concepts, Spanish for it, numerals."""
    cues = word_cues([(word, 1.0)], lexicon)
    for phrase in member_words().get(fold(word), ()):
        cues[phrase] = max(cues.get(phrase, 0.0), _KNOWN)
    for numeral in _NUMERALS.get(word, ()):
        cues[(numeral,)] = 1.0
    return cues


def _pole(stems: Sequence[str], words: Sequence[str], lexicon: FieldLexicon) -> int:
    names = {name for word in words for one in lexicon.concepts_of(word) for name in one.names}
    return int("positive" in names) - int("negative" in names)


def _notes(profile: FieldProfile) -> dict[str, str]:
    """What the schema says of each member: its note, or ``words -> MEMBER`` in the description."""
    field = profile.field
    notes = {
        str(value): note for value, note in zip(field.enum, field.enum_notes, strict=False) if note
    }
    for part in re.split(r"[,;.\n(]", field.description):
        arrow = _ARROWS[0] if _ARROWS[0].search(part) else _ARROWS[1]
        sides = arrow.split(part, maxsplit=1)
        if len(sides) != 2:
            continue
        for said, named in (sides, sides[::-1]):
            for value in field.enum:
                if fold(named).strip(" '\")") == fold(str(value)):
                    notes[str(value)] = f"{notes.get(str(value), '')} {said}"
    return notes


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


def member_features(
    profile: FieldProfile,
    members: Sequence[Member],
    here: Surroundings,
    window: tuple[int, int] | None = None,
) -> dict[str, Floats]:
    """What speaks for each member, one array per feature."""
    rows = [_member_row(member, here, window) for member in members]
    _add_coverage(rows, members, here, window)
    field_cues = here.cue_weights(profile.names, {})
    before, after = here.near(field_cues)
    near_field = np.maximum(before[:-1], after[1:])
    for row, member in zip(rows, members, strict=True):
        weights = _masked(here.cue_weights(member.words, member.keys), window)[:-1]
        row["near_field"] = float((near_field * weights).max(initial=0.0))
    tone = _tone(here, window)
    for index, (row, member) in enumerate(zip(rows, members, strict=True)):
        row["tone"] = member.polarity * tone
        row["middle_tone"] = float(member.polarity == 0 and _polar(members)) * (1.0 - abs(tone))
        row["fallback"] = float(member.fallback)
        row["first"] = float(index == 0)
        row["default"] = float(profile.field.has_default and profile.field.default == member.value)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: np.array([row.get(name, 0.0) for row in rows]) for name in names}


def _add_coverage(
    rows: Sequence[dict[str, float]],
    members: Sequence[Member],
    here: Surroundings,
    window: tuple[int, int] | None,
) -> None:
    """How much of each member one sentence says, and whether a longer member is said in full.

    "favorable con defectos leves" says more than "favorable" where the text says all of it.
    """
    told = [_told_parts(member, here, window) for member in members]
    for row, member, parts in zip(rows, members, told, strict=True):
        share = len(parts) / max(1, len(member.parts))
        row["in_full"] = float(len(member.parts) > 1 and share == 1.0)
        row["missing"] = 1.0 - share if share > 0.0 else 0.0
    for row, member in zip(rows, members, strict=True):
        row["outdone"] = float(
            any(
                longer["in_full"] and _is_said_by(member, other)
                for other, longer in zip(members, rows, strict=True)
                if other is not member
            )
        )


def _is_said_by(member: Member, longer: Member) -> bool:
    """Whether a longer member has all words of this one."""
    return 0 < len(member.parts) < len(longer.parts) and all(
        any(own.keys() & part.keys() for part in longer.parts) for own in member.parts
    )


def _told_parts(member: Member, here: Surroundings, window: tuple[int, int] | None) -> set[int]:
    """Which words of a member the text says close to each other, where it says most of them."""
    spots: list[tuple[int, int]] = []
    for number, part in enumerate(member.parts):
        weights = _masked(here.cue_weights(part, {}), window)
        spots += [(at, number) for at in np.flatnonzero(weights[:-1]).tolist()]
    whole = _masked(here.cue_weights(dict.fromkeys(member.phrases, 1.0), {}), window)
    if whole[:-1].any():
        return set(range(len(member.parts)))
    spots.sort()
    reach = _REACH * len(member.parts)
    best: set[int] = set()
    for row, (first, _) in enumerate(spots):
        sentence = here.sentence_of[first]
        near = {
            number
            for at, number in spots[row : row + _REACH * reach]
            if at - first < reach and here.sentence_of[at] == sentence
        }
        best = max(best, near, key=len)
    return best


def _polar(members: Sequence[Member]) -> bool:
    return any(member.polarity > 0 for member in members)


def _member_row(
    member: Member, here: Surroundings, window: tuple[int, int] | None
) -> dict[str, float]:
    weights = _masked(here.cue_weights(member.words, member.keys), window)
    noted = _masked(here.cue_weights(member.notes, {}), window)
    topical = _masked(here.cue_weights(member.topics, {}), window)
    denied = negated_tokens(here)
    kept = np.where(denied, 0.0, weights)
    title, lead = _opening(here)
    # A sign, an emoji or an empty string has no words to be found by.
    first = member.whole[0] if member.whole else None
    whole = [
        at
        for at in (here.by_stem.get(first, ()) if first is not None else ())
        if here.stems[at : at + len(member.whole)] == member.whole
        and (window is None or window[0] <= at < window[1])
    ]
    distinct = len({here.stems[at] for at in np.flatnonzero(topical[:-1]).tolist()})
    return {
        "title": float(kept[:title].max(initial=0.0)),
        "lead": float(kept[title:lead].max(initial=0.0)),
        "anywhere": float(kept.max(initial=0.0)),
        "often": float(np.log1p(kept.sum())),
        "whole": float(bool(whole)),
        "whole_early": float(bool(whole) and whole[0] < lead),
        "noted": float(np.log1p(noted.sum())),
        "denied": float((weights - kept).max(initial=0.0)),
        "topic": float(np.log1p(topical.sum())),
        "topic_kinds": float(np.log1p(distinct)),
        "topic_title": float(np.log1p(topical[:title].sum())),
        "topic_lead": float(np.log1p(topical[title:lead].sum())),
    }


def _masked(weights: Floats, window: tuple[int, int] | None) -> Floats:
    if window is None:
        return weights
    masked = np.zeros_like(weights)
    masked[window[0] : window[1]] = weights[window[0] : window[1]]
    return masked


def _opening(here: Surroundings) -> tuple[int, int]:
    """Token index after the title, and after the first two sentences of the body."""
    size = len(here.stems)
    if not size:
        return 0, 0
    title = 0
    heading = here.layout.headings[0] if here.layout.headings else None
    first = here.layout.lines[0] if here.layout.lines else None
    if heading is not None and first is not None and heading.start < first.end:
        title = here.token_range(heading.start, heading.end)[1]
    opening = int(here.sentence_of[min(title, size - 1)])
    lead = int(np.searchsorted(here.sentence_of[:size], opening + 1, side="right"))
    return title, max(title, lead)


def _tone(here: Surroundings, window: tuple[int, int] | None) -> float:
    """From -1 (the text blames) to 1 (it praises); a negated word counts for the other side."""
    lexicon = field_lexicon()
    denied = negated_tokens(here)
    first, last = window or (0, len(here.stems))
    title, _ = _opening(here)
    good = bad = 0.0
    for at in range(first, last):
        pole = lexicon.polarity.get(here.stems[at], 0)
        if not pole:
            continue
        weight = 2.0 if at < title else 1.0
        if (pole > 0) != bool(denied[at]):
            good += weight
        else:
            bad += weight
    return (good - bad) / (good + bad + 1.0)


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
    lexicon = field_lexicon()
    description = profile.field.description
    true_rule, false_rule = _TRUE_RULE.search(description), _FALSE_RULE.search(description)
    against = (
        word_cues(
            [(w, 1.0) for w in words_of(false_rule.group("false")) if not lexicon.is_stopword(w)],
            lexicon,
        )
        if false_rule
        else {}
    )
    said = (
        word_cues(
            [(w, 1.0) for w in words_of(true_rule.group("true")) if not lexicon.is_stopword(w)],
            lexicon,
        )
        if true_rule
        else profile.described
    )
    against |= {
        (prefix + cue[0],): one
        for cue, one in profile.names.items()
        for prefix in _DENYING_PREFIXES
        if len(cue) == 1 and len(cue[0]) >= _LEAST_STEM
    }
    said = {cue: one for cue, one in said.items() if cue not in against}
    denied = negated_tokens(here)
    named = _masked(here.cue_weights(profile.names, profile.keys), window)
    ruled = _masked(here.cue_weights(said, {}), window)
    opposed = _masked(here.cue_weights(against, {}), window)
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
