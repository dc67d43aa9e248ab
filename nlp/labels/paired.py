"""Labels that name two things, and what each takes of the value: "Marca / Modelo: Orbea / H30"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from nlp.labels.form_elements import Pair
from nlp.labels.terms import known_terms, label_terms

Span = tuple[int, int]

_NAMED = re.compile(
    r"(?P<first>[^\W\d_][\w .º°]{1,24}?)(?P<by>\s[yYeE]\s|\s/\s|/)(?P<second>[^\W\d_][\w .º°]{1,24})"
)
_CUTS = (
    re.compile(r"\s+/\s+"),
    re.compile(r"(?<=\w\w)/(?=\w\w)|(?<=\d)/(?=\d)|(?<=[^\W\d_])/(?=[-+](?!\w))"),
)
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
    parts = _parts(text, one, slash="/" in match["by"])
    one_term = is_known(one.label) and len(label_terms(one.label)) == 1
    known = is_known(first) and is_known(second)
    if parts is None and (one_term or not known or match["by"] == "/"):
        return
    for at, (name, group) in enumerate(((first, "first"), (second, "second"))):
        start, stop = (one.label_start + offset for offset in match.span(group))
        half = replace(one, label=name, label_start=start, label_end=stop)
        if parts is None:
            yield replace(half, form="part")
        else:
            yield replace(half, start=parts[at][0], end=parts[at][1])


def _parts(text: str, one: Pair, *, slash: bool) -> tuple[Span, Span] | None:
    """The two parts of a value, cut as its label is."""
    for cut in _CUTS if slash else _CUTS[:1]:
        found = list(cut.finditer(text, one.start, one.end))
        if len(found) == 1:
            return (one.start, found[0].start()), (found[0].end(), one.end)
    return None


def is_known(words: str) -> bool:
    """Whether forms use most of these words."""
    known, every = known_terms(words)
    return 2 * known > every
