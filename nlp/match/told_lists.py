"""Lists that running text tells: things named together, sentences behind one that announces them.

The sentences that speak of a list most tell more: clauses, names, a lone thing.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints
from nlp.labels.segments import until
from nlp.layout.alignment import lines_around
from nlp.layout.sentences import between
from nlp.match.blocks import list_description
from nlp.match.coordinations import SEPARATOR, Coordination
from nlp.match.negation import name_denial
from nlp.match.surroundings import Cues, Floats, Surroundings
from nlp.match.trees import Traits
from nlp.spans import Span, holds
from nlp.word_lists import text_pattern

_TOGETHER, _LINES, _SENTENCES, _NAMED = 0.0, 1.0, 2.0, 3.0
_LONE, _OF_PARAGRAPH, _OF_TEXT, _CLAUSES = 4.0, 5.0, 6.0, 7.0
"""What a list is made of."""
_RUNS = {"comma": _TOGETHER, "lines": _LINES}
_CUE = 0.5
_NEAR = 0.3
"""How near the name of a list must be to things told together."""
_ANNOUNCES = text_pattern("announces_list")
"""What a sentence has that leads to others: a colon, a number of things."""
_MOST = 40
_OF = re.compile(r"\s+(?:de(?:l| la| los| las)?\s+|a\s+)?")
_ARTICLE_BEFORE = text_pattern("article_before")
_LONGEST_ARTICLE = 5
_ARTICLED = text_pattern("asks_articles")
_MOST_SENTENCES = 5
_LEAST, _DESCRIBED = 0.2, 0.6
_MOST_SPOKEN = 3.0
_NAMES = {"person": "PERSON", "organization": "ORGANIZATION", "place": "LOCATION"}
_ASKED = 0.25
_INFINITIVE = r"\w{2,14}[aei]r(?:se|l[aeo]s?)?\s"
_ARTICLE = r"(?:el|las?|los|un[ao]?s?)\s"
_OPENER = re.compile(
    rf"(?P<word>que|de|a|en|por|para|con|contra|sobre|desde|hacia|si|no)l?\s"
    rf"|(?P<article>{_ARTICLE})|{_INFINITIVE}"
)
_OPENING = {"": _INFINITIVE, "article": _ARTICLE}
"""What opens clauses that no one word opens."""
_STOP = re.compile(r"[.;:](?=\s|$)")
_TRAILING = text_pattern("list_trailing")
_LEADING = re.compile(r"\s(?:del?|al?|en|con|por|como)\s(?:(?:el|las?|los|un|una)\s)?")


class Spoken:
    """How much each sentence of a text speaks of a field, by its name and by its description."""

    def __init__(self, profile: FieldProfile, here: Surroundings) -> None:
        named, told = here.cues_of(profile)
        self.names = np.maximum(here.cue_weights(profile.list_names, {}), named.weights)
        self.described = told.weights
        self.sentences = here.layout.sentences
        ranges = [here.token_range(one.start, one.end) for one in self.sentences]
        self._starts = np.array([one.start for one in self.sentences])
        self._named = np.array([_distinct(self.names, here, *one) for one in ranges])
        self._told = np.array([_distinct(self.described, here, *one) for one in ranges])
        self.all = self._named + _DESCRIBED * self._told
        self._share = self.all / max(1e-6, self.all.max(initial=0.0))
        self.order = np.argsort(-self.all, kind="stable").tolist()
        self._rank = np.argsort(self.order, kind="stable")
        self.denial = name_denial(self.names, here)

    def traits(self, spans: Sequence[Span]) -> Traits:
        """How much the sentences in which the items stand speak of the field."""
        if not spans or not self.sentences:
            return {}
        at = np.searchsorted(self._starts, [start for start, _ in spans], side="right") - 1
        at = np.maximum(at, 0)
        return {
            "spoken": float(self.all[at].mean()),
            "spoken_named": float(self._named[at].mean()),
            "spoken_told": float(self._told[at].mean()),
            "spoken_share": float(self._share[at].mean()),
            "spoken_rank": float(self._rank[at].min()),
            "spoken_first": float(self._share[at[0]]),
            "sentences": float(len(set(at.tolist()))),
        }


def _distinct(weights: Floats, here: Surroundings, first: int, last: int) -> float:
    """The weights of some words together, the same word once."""
    best: dict[str, float] = {}
    for at in (np.flatnonzero(weights[first:last]) + first).tolist():
        best[here.stems[at]] = max(best.get(here.stems[at], 0.0), float(weights[at]))
    return min(_MOST_SPOKEN, sum(best.values()))


def told_lists(
    spoken: Spoken,
    profile: FieldProfile,
    here: Surroundings,
    coordinations: Sequence[Coordination],
) -> Iterator[tuple[list[Span], Traits]]:
    """The items of each list as spans, and how near to it the text names what is asked."""
    names, described = spoken.names, spoken.described
    before = (Cues(names, here.way).before, Cues(described, here.way).before)
    for one in coordinations:
        if one.kind in _RUNS:
            first, named = _unnamed(one.spans[0], names, here)
            at = here.token_range(one.opening, one.opening + 1)[0]
            led, described_led = max(named, float(before[0][at])), float(before[1][at])
            told: Traits = {"run": _RUNS[one.kind], "led_described": described_led}
            traits = told | ({"led": led} if led >= _NEAR else {"far": led})
            for spans, cut, tail in _cut(here.document.text, [first, *one.spans[1:]]):
                yield spans, traits | tail | ({"cut": cut} if cut else {})
    if profile.group == "text":
        yield from _announced(names, described, here)


def _cut(text: str, spans: Sequence[Span]) -> Iterator[tuple[list[Span], float, Traits]]:
    """Members as they are, and without what leads to them, or may be said of them all, at either end."""
    *others, last = spans
    endings: list[tuple[Span, Traits]] = [(last, {})]
    trailing = _TRAILING.search(text, last[0] + 1, last[1])
    if trailing is not None:
        endings.append(((last[0], trailing.start()), {"tail_cut": 1.0}))
    for ending, tail in endings:
        for opened, cut in _openings(text, [*others, ending]):
            yield opened, cut, tail


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
            yield spans, {"run": _SENTENCES, "led": named, "led_described": told}


def asks_articles(profile: FieldProfile) -> bool:
    """Whether the items of a list are to be given with their articles."""
    return bool(_ARTICLED.search(list_description(profile)))


def with_article(text: str, span: Span) -> Span:
    """A span with the article before it."""
    article = _ARTICLE_BEFORE.search(text, max(0, span[0] - _LONGEST_ARTICLE), span[0])
    return (article.start(), span[1]) if article else span


def spoken_lists(
    spoken: Spoken,
    profile: FieldProfile,
    here: Surroundings,
    coordinations: Sequence[Coordination],
    ranked: FieldHints,
) -> Iterator[tuple[list[Span], Traits]]:
    """What the sentences tell that speak of the field most, and all names of the kind it asks for."""
    text = here.document.text
    labels = {label for name, label in _NAMES.items() if profile.asks(name) >= _ASKED}
    names = _outermost([one.span for one in here.candidates if one.label in labels])
    firsts = {text[slice(*span)]: span for span in reversed(names)}
    yield sorted(firsts.values()), {"run": _OF_TEXT}
    for at in spoken.order[:_MOST_SENTENCES]:
        if spoken.all[at] < _LEAST:
            break
        one = spoken.sentences[at]
        if at == spoken.order[0]:
            paragraph = lines_around(text, one.start, one.end)
            yield _inside(names, *paragraph), {"run": _OF_PARAGRAPH}
        yield _inside(names, one.start, one.end), {"run": _NAMED}
        inside = [hint for hint in ranked.hints if one.start <= hint.candidate.start < one.end]
        if inside:
            lone = max(inside, key=lambda hint: hint.score).candidate
            yield from _articled(text, [lone.span], {"run": _LONE})
        if profile.group == "text":
            yield from ((spans, {"run": _CLAUSES}) for spans in _clauses(text, one.start, one.end))
        for run in coordinations:
            if run.kind == "comma" and one.start <= run.spans[0][0] < one.end:
                for spans, cut, tail in _cut(text, run.spans):
                    yield from _articled(text, spans, {"run": _TOGETHER, "cut": cut, **tail})


def _outermost(spans: Sequence[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda one: (one[0], -one[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _inside(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    return [span for span in spans if holds((start, end), span)]


def _openings(text: str, spans: Sequence[Span]) -> Iterator[tuple[list[Span], float]]:
    """Members, the first as it is and without what may lead to them all: "venta de pan y leche"."""
    yield list(spans), 0.0
    cuts = [one.end() for one in _LEADING.finditer(text, *spans[0])]
    for cut in sorted({*cuts[:1], *cuts[-1:]}):
        yield [(cut, spans[0][1]), *spans[1:]], 1.0
    figures = [any(map(str.isdigit, text[slice(*span)])) for span in spans]
    if len(spans) > 2 and figures[0] and not any(figures[1:]):
        yield list(spans[1:]), 1.0  # "de 2 años, cariñosa y juguetona"


def _articled(text: str, spans: list[Span], traits: Traits) -> Iterator[tuple[list[Span], Traits]]:
    """Items without and with their articles."""
    yield spans, traits
    whole = [with_article(text, span) for span in spans]
    if whole != spans:
        yield whole, {**traits, "articled": 1.0}


def _clauses(text: str, start: int, end: int) -> Iterator[list[Span]]:
    """Parts of a sentence that one word, articles or infinitives open: "que se vaya y que no vuelva"."""
    cuts = SEPARATOR.finditer(text, start, end)
    begins, ends = zip(*between(cuts, start, end), strict=True)
    opened: dict[str, list[int]] = {}
    for at, begin in enumerate(begins[1:], 1):
        if opener := _OPENER.match(text, begin, end):
            opened.setdefault(opener["word"] or opener.lastgroup or "", []).append(at)
    for word, parts in opened.items():
        before = parts[0] - 1
        opens = re.compile(r"(?<!\w)" + _OPENING.get(word, rf"{word}l?\s"))
        heads = [one.start() for one in opens.finditer(text, begins[before], ends[before])]
        if not heads:
            continue
        starts = [heads[-1], *(begins[at] for at in parts)]
        stops = [*(ends[at - 1] for at in parts), until(_STOP, text, begins[parts[-1]], end)]
        spans = list(zip(starts, stops, strict=True))
        yield spans
        if word:
            yield [
                (bare.end(), last) for first, last in spans if (bare := _OPENER.match(text, first))
            ]
