"""Labels that name two things, and what each takes of the value: "Marca / Modelo: Orbea / H30"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from nlp.labels.form_elements import Pair, options_in
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.terms import known_terms, label_terms, label_words
from nlp.stems import fold

Span = tuple[int, int]

_NAMED = re.compile(
    r"(?P<first>[^\W\d_][\w .º°]{1,24}?)(?P<by>\s[yYeE]\s|\s/\s|/)(?P<second>[^\W\d_][\w .º°]{1,24})"
)
_CUTS = (
    re.compile(r"\s+/\s+"),
    re.compile(r"(?<=\w\w)/(?=\w\w)|(?<=\d)/(?=\d)|(?<=[^\W\d_])/(?=[-+](?!\w))"),
)
_DASH = re.compile(r"\s+[-–—]\s+")
_WORDS_FIRST = re.compile(r"(?P<first>[^\d]*?[^\d\s,])[\s,]+(?:a\s)?(?P<second>[$€+-]?\d.*)")
_FIGURES_FIRST = re.compile(
    r"(?P<first>.*\d(?:\s?[hm%]\b\.?)?)[\s,]+(?:en\s)?(?P<second>[^\W\d_][^\d]*)"
)
_SIGNED = re.compile(r"(?P<first>[^\W\d_]{1,3})\s?(?P<second>[-+−]|\(?(?:pos|neg)[^\s)]*\)?)")
_ONE_WORD = re.compile(r"(?P<first>[^\s,;/]+)\s(?P<second>[^\s/(].*)")
_BETWEEN_FIGURES = re.compile(r"\d/\d")
_SHARED_END = re.compile(r"[^\W\d_]{3,}\s(?P<end>del?\s.+)")
_TIMES = frozenset({"fecha", "hora", "dia", "mes", "ano"})
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
    if is_known(one.label) and len(label_terms(one.label)) == 1:
        return
    parts = _parts(text, one, first, second, slash="/" in match["by"])
    known = is_known(first) and is_known(second)
    if parts is None and not (known and match["by"] != "/"):
        return
    end = _SHARED_END.fullmatch(second)
    names = (f"{first} {end['end']}" if end and " " not in first else first, second)
    for at, (name, group) in enumerate(zip(names, ("first", "second"), strict=True)):
        start, stop = (one.label_start + offset for offset in match.span(group))
        half = replace(one, label=name, label_start=start, label_end=stop)
        if parts is None:
            yield replace(half, form="part")
        else:
            yield replace(half, start=parts[at][0], end=parts[at][1])


def _parts(
    text: str, one: Pair, first: str, second: str, *, slash: bool
) -> tuple[Span, Span] | None:
    """The two parts of a value, cut as its label is, or where words turn into figures."""
    if options_in(text, one.start, one.end):
        return None
    timed = any(_TIMES.intersection(label_words(name)) for name in (first, second))
    cuts = _CUTS if slash else _CUTS[:1]
    for cut in cuts:
        found = list(cut.finditer(text, one.start, one.end))
        if len(found) == 1 and not (timed and _BETWEEN_FIGURES.search(text, one.start, one.end)):
            return (one.start, found[0].start()), (found[0].end(), one.end)
    if not (is_known(first) and is_known(second)):
        return None
    figured = [_asks_figures(name) for name in (first, second)]
    patterns = []
    if figured == [False, True]:
        patterns = [_WORDS_FIRST]
    elif figured == [True, False]:
        patterns = [_FIGURES_FIRST]
    elif label_lexicon().leading.intersection(label_words(first)):
        patterns = [_ONE_WORD]
    for pattern in (*patterns, _SIGNED):
        match = pattern.fullmatch(text, one.start, one.end)
        if match is not None:
            return match.span("first"), match.span("second")
    found = list(_DASH.finditer(text, one.start, one.end))
    return ((one.start, found[0].start()), (found[0].end(), one.end)) if len(found) == 1 else None


def _asks_figures(name: str) -> bool:
    return bool(label_lexicon().figures.intersection(label_words(name)))


def is_known(words: str) -> bool:
    """Whether forms use most of these words."""
    known, every = known_terms(words)
    return every > 0 and 2 * known > every and fold(words) not in label_lexicon().ignored
