"""What the text says for each member of an enum: named numbers, one array per feature."""

import re
from collections.abc import Sequence

import numpy as np

from nlp.asked.enum_members import Member
from nlp.asked.field_profile import FieldProfile
from nlp.asked.schema_lexicon import field_lexicon
from nlp.latest import latest
from nlp.match.flag_evidence import asked_shares
from nlp.match.negation import negated_tokens
from nlp.match.surroundings import Cues, Floats, Surroundings, within
from nlp.spans import Span, holds
from nlp.stems import fold
from nlp.word_lists import text_pattern

_HALF = text_pattern("half_word")
_AMOUNTS = frozenset({"NUMBER", "QUANTITY", "MONEY", "DURATION", "TIME", "DATETIME", "AGE"})
_CODE = 3
"""Letters of the longest code."""
_ABBREVIATION = range(3, 6)
"""Letters of a word cut short."""
_SHORTENED = 0.9
_GOES_ON = re.compile(r"\.(?:\s?[,;:)]|\s[a-zñáéíóú\d])")
_REACH = 3
"""Words of the text within which each word of a member must stand."""


def member_features(
    profile: FieldProfile,
    members: Sequence[Member],
    here: Surroundings,
    window: tuple[int, int] | None = None,
) -> dict[str, Floats]:
    """What speaks for each member, one array per feature."""
    named = Cues(here.cue_weights(profile.names, {}), here.way)
    near_field, asked = np.maximum(named.before[:-1], named.after[1:]), asked_shares(profile, here)
    tone, polar = _tone(here, window), any(member.polarity > 0 for member in members)
    rows = []
    for member in members:
        weights, said = _weights(member, here, window), _said_share(member, here, window)
        kept = np.where(negated_tokens(here), 0.0, weights)[:-1]
        row = _member_row(member, here, window, weights) | {
            "near_field": float((near_field * kept).max(initial=0.0)),
            "told_with": float((asked * kept).max(initial=0.0)),
            "in_full": float(len(member.parts) > 1 and said == 1.0),
            "missing": 1.0 - said if said > 0.0 else 0.0,
            "tone": member.polarity * tone,
            "middle_tone": float(member.polarity == 0 and polar) * (1.0 - abs(tone)),
            "default": float(profile.field.has_default and profile.field.default == member.value),
        }
        rows.append(row)
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _said_share(member: Member, here: Surroundings, window: tuple[int, int] | None) -> float:
    """Which share of a member's words the text says close to each other, where it says most of them."""
    whole = within(here.cue_weights(dict.fromkeys(member.phrases, 1.0), {}), window)
    if whole[:-1].any():
        return 1.0
    parts = (within(here.cue_weights(part, {}), window) for part in member.parts)
    spots = sorted(
        (at, number)
        for number, weights in enumerate(parts)
        for at in np.flatnonzero(weights[:-1]).tolist()
    )
    reach = _REACH * len(member.parts)
    best = 0
    for row, (first, _) in enumerate(spots):
        sentence = here.sentence_of[first]
        near = {
            number
            for at, number in spots[row : row + _REACH * reach]
            if at - first < reach and here.sentence_of[at] == sentence
        }
        best = max(best, len(near))
    return best / max(1, len(member.parts))


def _weights(member: Member, here: Surroundings, window: tuple[int, int] | None) -> Floats:
    """How much each token says a member; a code in capitals ("EN", "A") is no word in small letters."""
    weights = here.cue_weights(member.words, member.keys)
    for at, word in _abbreviated(here):
        if any(
            len(cue) == 1 and cue[0].startswith(word) and cue[0] != word for cue in member.words
        ):
            weights[at] = max(weights[at], _SHORTENED)
    weights = within(weights, window)
    weights[_halves(here)] = 0.0
    code = str(member.value)
    if len(code) > _CODE or not code.isupper() or field_lexicon().concepts_of(code):
        return weights
    for at, word in enumerate(here.folded):
        if word == fold(code) and here.document.text[here.starts[at] : here.ends[at]] != code:
            weights[at] = 0.0
    return weights


@latest(4)
def _halves(here: Surroundings) -> list[int]:
    """The words "media" and "medio" that are a part of an amount: "media libra", "las nueve y media"."""
    spots = [at for at, word in enumerate(here.folded) if _HALF.fullmatch(word)]
    amounts = [one.span for one in here.candidates if one.label in _AMOUNTS] if spots else []
    return [
        at for at in spots if any(holds(one, (here.starts[at], here.ends[at])) for one in amounts)
    ]


@latest(4)
def _abbreviated(here: Surroundings) -> list[tuple[int, str]]:
    """The words that a full stop shortens within a sentence, by their places: "sexo fem., 67 años"."""
    text = here.document.text
    return [
        (at, word)
        for at, (word, end) in enumerate(zip(here.folded, here.ends, strict=True))
        if len(word) in _ABBREVIATION and word.isalpha() and _GOES_ON.match(text, end)
    ]


def said_at(member: Member, here: Surroundings) -> Span | None:
    """The offsets of the word that says a member most, the first of several; None where none does."""
    weights = np.where(negated_tokens(here), 0.0, _weights(member, here, None))[:-1]
    at = int(np.argmax(weights)) if weights.any() else -1
    return None if at < 0 else (here.starts[at], here.ends[at])


def _member_row(
    member: Member, here: Surroundings, window: tuple[int, int] | None, weights: Floats
) -> dict[str, float]:
    if field_lexicon().is_fallback(str(member.value)):
        # "Otro" or "ninguno" is said of anything, and says the member only where it says the field.
        weights = np.zeros_like(weights)
    noted = within(here.cue_weights(member.notes, {}), window)
    topical = within(here.cue_weights(member.topics, {}), window)
    denied = negated_tokens(here)
    kept = np.where(denied, 0.0, weights)
    title, lead = _opening(here)
    # A sign, an emoji or an empty string has no words to be found by.
    whole = [
        at
        for first in member.whole[:1]
        for at in here.by_stem.get(first, ())
        if here.stems[at : at + len(member.whole)] == member.whole
        and weights[at] > 0.0
        and (window is None or window[0] <= at < window[1])
    ]
    distinct = len({here.stems[at] for at in np.flatnonzero(topical[:-1]).tolist()})
    return {
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
