"""Labels that name two things, and what each takes of the value: "Marca / Modelo: Orbea / H30"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms
from nlp.labels.terms import held, known_terms, label_terms, label_words

Span = tuple[int, int]

IMPLIED = "half"
"""How a half is written that takes words of a value which nothing but its words part."""
_ASKED = 0.85

_NAMED = re.compile(
    r"(?P<first>[^\W\d_][\w .º°]{1,24}?)(?P<by>\s[yYeE]\s|\s/\s|/)(?P<second>[^\W\d_][\w .º°]{1,24})"
)
_CUTS = (
    re.compile(r"\s+/\s+"),
    re.compile(r"(?<=\w\w)/(?=\w\w)|(?<=\d)/(?=\d)|(?<=[^\W\d_])/(?=[-+](?!\w))"),
)
_DASH = re.compile(r"\s+[-–—]\s+")
_WORDS_FIRST = re.compile(r"(?P<first>[^\d]*?[^\d\s,])[\s,]+(?:a\s)?(?P<second>[$€+-]?\d.*)")
_SIGNED = re.compile(r"(?P<first>[^\W\d_]{1,3})\s?(?P<second>[-+−]|\(?(?:pos|neg)[^\s)]*\)?)")
_ONE_WORD = re.compile(r"(?P<first>[^\s,;/]+)\s(?P<second>[^\s/(].*)")
_SHARED_END = re.compile(r"[^\W\d_]{3,}\s(?P<end>del?\s.+)")
_ENDING = 2
"""A word so short behind a slash may be an ending: "tutor/a", "firmas/os"."""


def halves(text: str, one: Pair) -> Iterator[Pair]:
    """A label that names two things as two labels, each with its part of the value.

    A value that is not parted is said of both, where the label has blanks around what joins it.
    """
    match = _NAMED.fullmatch(one.label)
    if match is None or one.is_empty or len(one.label) != one.label_end - one.label_start:
        return
    first, second = match["first"].strip(), match["second"].strip()
    if min(len(first.split()[-1].strip(".")), len(second.split()[0].strip("."))) < _ENDING:
        return
    one_term = is_known(one.label) and len(label_terms(one.label)) == 1
    parts = _parts(text, one, first, second, slash="/" in match["by"], plain=not one_term)
    known = is_known(first) and is_known(second)
    if parts is None and (one_term or not known or match["by"] == "/"):
        return
    end = _SHARED_END.fullmatch(second)
    names = (f"{first} {end['end']}" if end and " " not in first else first, second)
    for at, (name, group) in enumerate(zip(names, ("first", "second"), strict=True)):
        start, stop = (one.label_start + offset for offset in match.span(group))
        half = replace(one, label=name, label_start=start, label_end=stop)
        if parts is None:
            yield replace(half, form="part")
        else:
            form = one.form if text[parts[0][1] : parts[1][0]].strip() else IMPLIED
            yield replace(half, start=parts[at][0], end=parts[at][1], form=form)


def asked_apart(pairs: Sequence[Pair], asked: Sequence[FieldTerms]) -> tuple[Pair, ...]:
    """The pairs without halves that nothing but their words part, where one field asks for both."""

    def is_asked(label: str) -> bool:
        return any(
            held(term, one.name_bag) >= _ASKED for term in label_terms(label) for one in asked
        )

    said = [one for one in pairs if one.form == IMPLIED]
    alone = {
        id(one)
        for two in zip(said[::2], said[1::2], strict=True)
        if not all(is_asked(one.label) for one in two)
        for one in two
    }
    return tuple(one for one in pairs if id(one) not in alone)


def _parts(
    text: str, one: Pair, first: str, second: str, *, slash: bool, plain: bool
) -> tuple[Span, Span] | None:
    """The two parts of a value, cut as its label is, or where words turn into figures.

    A label that is not ``plain`` is one phrase: a dash parts nothing.
    """
    cuts = _CUTS if slash else _CUTS[:1]
    for cut in cuts:
        found = list(cut.finditer(text, one.start, one.end))
        if len(found) == 1:
            return (one.start, found[0].start()), (found[0].end(), one.end)
    if not (is_known(first) and is_known(second)):
        return None
    patterns = []
    if _asks_figures(second) and not _asks_figures(first):
        patterns = [_WORDS_FIRST]
    elif label_lexicon().sets["leading"].intersection(label_words(first)):
        patterns = [_ONE_WORD]
    for pattern in (*patterns, _SIGNED):
        match = pattern.fullmatch(text, one.start, one.end)
        if match is not None:
            return match.span("first"), match.span("second")
    found = list(_DASH.finditer(text, one.start, one.end)) if plain else []
    if len(found) != 1:
        return None
    return (one.start, found[0].start()), (found[0].end(), one.end)


def _asks_figures(name: str) -> bool:
    return bool(label_lexicon().sets["figures"].intersection(label_words(name)))


def is_known(words: str) -> bool:
    """Whether forms use most of these words."""
    known, every = known_terms(words)
    return 2 * known > every
