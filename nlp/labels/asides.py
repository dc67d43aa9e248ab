"""What a labelled value says beside itself: brackets, codes behind a comma, parts of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import LETTER, Pair, options_in
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.paired import halves, is_known
from nlp.stems import fold

_ASIDE = re.compile(r"(?P<whole>[^()]{2,80}?)\s?\(\s?(?P<aside>[^()]{2,60}?)\s?\)\.?")
_CODED = re.compile(
    r"(?:^|[,;(]\s{0,2})(?:con\s)?(?P<label>[^\W\d_]{3,20}\.?)(?:\s(?:n\.?\s?[ºo°]\.?|núm\.?))?\s"
    r"(?P<code>[A-Z]{0,4}[-/]?\d[\w/.,-]{0,24}\w|\d)(?=[\s,;)]|$)"
)
_CLOCK = r"(?:[01]?\d|2[0-3])"
_HOURS = re.compile(
    rf"(?<![\d:/.])(?:(?P<Desde>{_CLOCK}[:.]\d\d)\s?(?:h\s?)?(?:[-–]|a(?:\slas)?)\s?(?P<Hasta>{_CLOCK}[:.]\d\d)"
    rf"|de\s(?P<from>{_CLOCK})\sa\s(?P<to>{_CLOCK})\sh(?:oras)?)(?![\d/])"
)
KINSHIP = "Parentesco"
_UNREAD = LETTER | {"title", "cell", "code", "head", "under", "part"}


def asides(text: str, pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The parts of labelled values that words of their own label."""
    for one in pairs:
        if one.form in _UNREAD:
            continue
        yield from halves(text, one)
        if one.is_empty or options_in(text, one.start, one.end):
            continue
        for coded in _CODED.finditer(text, one.start, one.end):
            if is_known(coded["label"]):
                yield _part(one, coded["label"], coded.span("label"), coded.span("code"))
        yield from _bracketed(text, one)
        yield from _ranged(text, one)


def _bracketed(text: str, one: Pair) -> Iterator[Pair]:
    match = _ASIDE.fullmatch(text, one.start, one.end)
    if match is None:
        return
    first = match["aside"].split()[0]
    whole, aside = match.span("whole"), match.span("aside")
    if fold(match["aside"]) in label_lexicon().sets["kin"]:
        yield _part(one, KINSHIP, aside, aside)
        yield _part(one, one.label, whole, whole, sections=one.sections)
    elif first[0].isalpha() and is_known(first) and not _CODED.search(text, aside[0] - 1, aside[1]):
        yield _part(one, first, aside, aside)


def _ranged(text: str, one: Pair) -> Iterator[Pair]:
    """The two ends of a span of hours: "de 9 a 12 h", "21:30-21:45"."""
    match = _HOURS.search(text, one.start, one.end)
    if match is not None:
        for label, bare in (("Desde", "from"), ("Hasta", "to")):
            span = match.span(label) if match[label] else match.span(bare)
            yield _part(one, label, span, span)


def _part(
    one: Pair, label: str, at: tuple[int, int], value: tuple[int, int],
    sections: tuple[str, ...] | None = None,
) -> Pair:  # fmt: skip
    above = (one.label, *one.sections) if sections is None else sections
    return replace(
        one, label=label, label_start=at[0], label_end=at[0], start=value[0], end=value[1],
        form="part", sections=above, near=1.0,
    )  # fmt: skip
