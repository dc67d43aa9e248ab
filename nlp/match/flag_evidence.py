"""What the sentence that says most of a flag says of it: asserted, denied, refused, still open."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nlp.absence import absence_in
from nlp.asked.enum_members import cues_of
from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import content_words
from nlp.asked.schema_lexicon import field_lexicon
from nlp.labels.form_elements import Pair, is_ticked
from nlp.labels.members import flag_of
from nlp.latest import latest
from nlp.layout.marks import BOX
from nlp.match.negation import clause_of, is_denied_at, negated_tokens
from nlp.match.surroundings import Floats, Surroundings, within
from nlp.stems import cognate_key, fold, words_of
from nlp.word_lists import text_pattern

Spots = NDArray[np.bool_]
"""Which tokens say a word."""
_WITH = text_pattern("comes_with")
_TOLD = 0.5
"""What the words of a description count beside those of the name."""
_LONGEST = 60
_UNASKED, _YES_BEHIND = text_pattern("flag_unasked"), text_pattern("yes_behind")
_LABEL_END = re.compile(
    rf"(?:(?!{BOX.pattern})[^\n.;,:?=()\[\]]){{0,40}}?"
    rf"(?:[:?=»]+|\.{{3,}}|➡️?|→| {{2,}}|\t|$|(?={BOX.pattern}))[*_\s]*"
)
_ZERO = re.compile(r"[-–+]?\s?(?:[A-Za-z]{1,3}\b)?\s?[$€]?\s*0+(?:[.,]0+)*(?![\d.,]*\d)")


def flag_evidence(
    profile: FieldProfile, here: Surroundings, window: tuple[int, int] | None = None
) -> dict[str, float]:
    """What the schema and the text, or its tokens within ``window``, say of a flag.

    A denial confirms a flag that asks what is not so ("sin gluten"); the refusal or delay that a
    flag asks for does not speak against it.
    """
    lexicon = field_lexicon()
    default = {"default_true": float(profile.field.default is True)}
    name = words_of(profile.field.name)
    description = words_of(_UNASKED.sub("", profile.field.description))
    words = _telling(name) or content_words(name)
    names, told = _spots(words, here, window), _spots(_telling(description), here, window)
    if not any(one.any() for one in (*names, *told)):
        return default
    sentences = np.asarray(here.sentence_of[:-1])
    named, also = _shares(names, sentences), _shares(told, sentences)
    total = named + _TOLD * also
    likest = np.flatnonzero(total >= total.max() - 1e-9)
    cues = names if named[likest[0]] else told
    cued = np.any(cues, axis=0)
    # Of sentences that say as much, one that does not deny it counts.
    for best in likest[np.isin(likest, sentences[cued])]:
        at = np.flatnonzero(cued & (sentences == best)).tolist()
        first, last = np.searchsorted(sentences, [best, best + 1]).tolist()
        clause_denied = is_denied_at(here, at, (first, last))
        if not clause_denied:
            break
    says = [bool(one[first:last].any()) for one in cues]
    evidence = {
        **default,
        "named": sum(says) / len(says) if cues is names else 0.0,
        "described": float(also[best]),
        **_behind(here, at[-1]),
    }
    denied = _denied_share(here, cues, sum(says), sentences)
    if not lexicon.asks_denial.isdisjoint(map(fold, (*name, *description))):
        return evidence | {"confirmed": max(denied, float(clause_denied))}
    asked = {phrase[0] for word in (*words, *description) for phrase in cues_of(word)}
    around = [clause_of(here, one, (first, last)) for one in at]
    near = {stem for low, high in around for stem in here.stems[low:high]}
    return evidence | {
        "denied": denied,
        "clause_denied": float(clause_denied),
        "refused": float(_speaks(lexicon.against, near, asked) and not _comes_with(here, at)),
        "still_open": float(_speaks(lexicon.still_open, near, asked)),
    }


@latest(8)
def asked_shares(profile: FieldProfile, here: Surroundings) -> Floats:
    """Which share of a field's name and description the sentence of each token says; once a text."""
    sentences = np.asarray(here.sentence_of[:-1], dtype=np.int64)
    if not len(sentences):
        return np.zeros(0)
    name, description = (
        _shares(_spots(content_words(words_of(said)), here, None), sentences)
        for said in (profile.field.name, profile.field.description)
    )
    return np.asarray((name + _TOLD * description)[sentences])


def _telling(words: Sequence[str]) -> list[str]:
    """The words that say what a flag asks: not that there is a thing, nor that there is none."""
    lexicon = field_lexicon()
    bare = lexicon.flag_words | lexicon.asks_denial
    return [word for word in content_words(words) if fold(word) not in bare]


def _speaks(stems: frozenset[str], near: set[str], asked: set[str]) -> bool:
    """Whether one of the stems is near, of which the flag itself asks for none."""
    return stems.isdisjoint(asked) and not stems.isdisjoint(near)


def _comes_with(here: Surroundings, at: Sequence[int]) -> bool:
    """Whether something comes with what is asked for: "desestimado con costas"."""
    return any(one > 0 and _WITH.fullmatch(here.folded[one - 1]) for one in at)


def _spots(words: Sequence[str], here: Surroundings, window: tuple[int, int] | None) -> list[Spots]:
    """Where the text says each word, or what Spanish says for it."""
    keys = [cognate_key(word) for word in words]
    return [
        within(here.cue_weights(cues_of(word), {key: 1.0} if key else {}), window)[:-1] > 0.0
        for word, key in zip(words, keys, strict=True)
    ]


def _shares(words: Sequence[Spots], sentences: NDArray[np.int64]) -> Floats:
    """Which share of the words each sentence says; a word of many sentences counts less."""
    shares = np.zeros(int(sentences[-1]) + 1)
    for one in words:
        saying = np.unique(sentences[one])
        shares[saying] += 1.0 / (1.0 + 0.3 * np.log(max(1, len(saying))))
    return shares / max(1, len(words))


def _denied_share(
    here: Surroundings, cues: Sequence[Spots], most: int, sentences: NDArray[np.int64]
) -> float:
    """Of the sentences that say as many of the words, the share in which a denial reaches one."""
    every = sum(np.bincount(sentences[one], minlength=sentences[-1] + 1) > 0 for one in cues)
    denied = np.any(cues, axis=0) & negated_tokens(here)[:-1]
    alike = np.flatnonzero(np.asarray(every) >= most)
    return float(np.isin(alike, sentences[denied]).mean())


def _behind(here: Surroundings, at: int) -> dict[str, float]:
    """Yes or no where a value behind a cue says it: a word, a sign, a box, nothing, an amount of 0."""
    text, start, end = here.document.text, here.starts[at], here.ends[at]
    box = BOX.search(text, max(0, start - 4), start)
    if box is not None and not text[box.end() : start].strip(" *_"):
        return _said(is_ticked(box.group()), 1.0)
    if _YES_BEHIND.match(text, end):
        return _said(said=True, sure=1.0)
    line = text.find("\n", end)
    label = _LABEL_END.match(text, end, line if line >= 0 else len(text))
    if label is None:
        return {}
    value = text[label.end() : line if line >= 0 else len(text)][:_LONGEST]
    if absence_in(value) == "none" or _ZERO.match(value):
        return _said(said=False, sure=1.0)
    pair = Pair("", start, end, label.end(), label.end() + len(value), "colon")
    return _said(*flag_of(text, pair))


def _said(said: bool | None, sure: float) -> dict[str, float]:
    return {} if said is None else {f"said_{'yes' if said else 'no'}": sure}
