"""Lists that running text tells: things named together, sentences behind one that announces them."""

import re
from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.match.coordinations import Coordination
from nlp.match.options import Traits
from nlp.match.surroundings import Cues, Floats, Surroundings
from nlp.schema import Field
from nlp.spans import Span
from nlp.word_lists import text_pattern

_RUNS = {"comma": 0.0, "lines": 1.0, "sentences": 2.0}
_CUE = 0.5
_NAMED = 0.3
"""How near the name of a list must be to things told together."""
_ANNOUNCES = text_pattern("announces_list")
"""What a sentence has that leads to others: a colon, a number of things."""
_MOST = 40
_OF = re.compile(r"\s+(?:de(?:l| la| los| las)?\s+|a\s+)?")
_ARTICLE = text_pattern("article_before")
_LONGEST_ARTICLE = 5
_ARTICLED = text_pattern("asks_articles")


def told_lists(
    profile: FieldProfile,
    here: Surroundings,
    coordinations: Sequence[Coordination],
    names: Floats,
    described: Floats,
) -> Iterator[tuple[list[Span], Traits]]:
    """The items of each list as spans, and how near to it the text names what is asked.

    ``names`` and ``described`` are the words that do.
    """
    before = (Cues(names, here.way).before, Cues(described, here.way).before)
    for one in coordinations:
        if one.kind in _RUNS:
            first, named = _unnamed(one.spans[0], names, here)
            at = here.token_range(one.opening, one.opening + 1)[0]
            led, described_led = max(named, float(before[0][at])), float(before[1][at])
            if led >= _NAMED:
                traits = {"run": _RUNS[one.kind], "led": led, "led_described": described_led}
                yield [first, *one.spans[1:]], traits
    if profile.group == "text":
        yield from _announced(names, described, here)


def _unnamed(span: Span, names: Floats, here: Surroundings) -> tuple[Span, float]:
    """A first item without the list's name before it, and that name's weight: "carga de añil"."""
    first, last = here.token_range(*span)
    cues = [at for at in range(first, last) if names[at] >= _CUE]
    if not cues or cues[0] > first + 1 or cues[0] + 1 >= last:
        return span, 0.0
    link = _OF.match(here.document.text, here.ends[cues[0]])
    start = link.end() if link else span[0]
    return ((start, span[1]), float(names[cues[0]])) if start < span[1] else (span, 0.0)


def _announced(
    names: Floats, described: Floats, here: Surroundings
) -> Iterator[tuple[list[Span], Traits]]:
    """The sentences behind one that names the list, to the end of their paragraph."""
    text, sentences = here.document.text, here.layout.sentences
    for at, lead in enumerate(sentences[:-1]):
        first, last = here.token_range(lead.start, lead.end)
        named = float(names[first:last].max(initial=0.0))
        if named < _CUE or not _ANNOUNCES.search(text, lead.start, lead.end):
            continue
        spans: list[Span] = []
        for before, one in zip(sentences[at:], sentences[at + 1 : at + _MOST], strict=False):
            parted = "\n\n" in text[before.end : one.start]
            if parted and (spans or not text[lead.start : lead.end].rstrip().endswith(":")):
                break
            spans.append((one.start, one.end))
        if spans:
            told = float(described[first:last].max(initial=0.0))
            yield spans, {"run": _RUNS["sentences"], "led": named, "led_described": told}


def asks_articles(array: Field, profile: FieldProfile) -> bool:
    """Whether items are to be given with their articles."""
    return bool(_ARTICLED.search(f"{array.description} {profile.field.description}"))


def with_article(text: str, span: Span) -> Span:
    """A span with the article before it."""
    article = _ARTICLE.search(text, max(0, span[0] - _LONGEST_ARTICLE), span[0])
    return (article.start(), span[1]) if article else span
