"""Reads a text and its candidates into :class:`nlp.match.surroundings.Surroundings`."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from nlp.layout.structure import Layout, layout
from nlp.match.candidate_features import mention_traits
from nlp.match.surroundings import STEP, Floats, Indexes, Places, Surroundings
from nlp.match.value_roles import value_traits
from nlp.spans import Candidate, Document, Span
from nlp.stems import cognate_key, fold, located_words, spanish_stem

_MARKS: dict[str, float] = {",": 0.15, ";": 0.5, "(": 0.2, ")": 0.2}
"""What a mark takes."""
_DASH = re.compile(r"\s[—–-]\s")
_LONGEST_GAP = 40
"""Characters between two words that are looked through for marks."""
_NEXT_SENTENCE = 1.05
"""What the end of a sentence takes."""


def read_surroundings(
    document: Document,
    candidates: tuple[Candidate, ...],
    openings: Mapping[Span, int] | None = None,
) -> Surroundings:
    """Tokenize the text and place the candidates in it.

    ``openings`` maps the offsets of enumerated candidates to the offset where their enumeration
    starts: the words before it speak of every member.
    """
    page = layout(document)
    located = located_words(document.text)
    starts = tuple(start for _, start, _ in located)
    ends = tuple(end for _, _, end in located)
    stems = tuple(spanish_stem(word) for word, _, _ in located)
    keys = tuple(cognate_key(word) for word, _, _ in located)
    sentence_starts = _sentence_starts(document.text, page)
    sentence_of = np.searchsorted(sentence_starts, [*starts, len(document.text)], side="right")
    here = Surroundings(
        document=document,
        layout=page,
        candidates=candidates,
        starts=starts,
        ends=ends,
        stems=stems,
        folded=tuple(fold(word) for word, _, _ in located),
        sentence_of=sentence_of,
        way=_way(document.text, starts, ends, sentence_of),
        by_stem=_spots(stems),
        by_key=_spots(keys),
        places=_places_of(candidates, page, starts, ends, openings or {}),
    )
    return replace(here, traits=mention_traits(here) | value_traits(here))


def _spots(said: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Where each word stands; nowhere where it says nothing."""
    spots: defaultdict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(said):
        spots[one].append(at)
    return {one: tuple(found) for one, found in spots.items() if one}


def _way(text: str, starts: tuple[int, ...], ends: tuple[int, ...], sentence_of: Indexes) -> Floats:
    """What the words and marks cost up to each token, and up to the end of the text."""
    costs = [0.0]
    for left, right in zip(ends, (*starts, len(text))[1:], strict=True):
        gap = text[left : min(right, left + _LONGEST_GAP)]
        marks = () if gap == " " else _MARKS.items()
        costs.append(STEP + sum(cost for mark, cost in marks if mark in gap))
    way = np.array(costs)
    way[1:] += _NEXT_SENTENCE * (np.diff(sentence_of) > 0)
    return np.cumsum(way)


def _sentence_starts(text: str, page: Layout) -> list[int]:
    """Where sentences start, and the parts of a heading: "Acta — Junta" is two."""
    parts = [
        match.end()
        for heading in page.headings
        for match in _DASH.finditer(text, heading.start, heading.end)
    ]
    return sorted({*(sentence.start for sentence in page.sentences), *parts})


def _places_of(
    candidates: tuple[Candidate, ...],
    page: Layout,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    openings: Mapping[Span, int],
) -> Places:
    table: list[tuple[int, ...]] = []

    def tokens(start: int, end: int) -> tuple[int, int]:
        return bisect_right(ends, start), bisect_left(starts, end)

    for candidate in candidates:
        start, end = candidate.start, candidate.end
        first, last = around = tokens(start, end)
        opening = openings.get((start, end))
        above = named = column = (0, 0)
        sentence = page.sentence_at(start)
        if sentence is not None:
            around = tokens(sentence.start, max(sentence.end, end))
        heading = page.heading_of(start)
        if heading is not None and not heading.start <= start < heading.end:
            above = tokens(heading.start, heading.end)
        label = page.label_at(start)
        if label is not None and start >= label.value_start:
            named = tokens(label.label_start, label.label_end)
        header = page.column_head(start)
        if header is not None:
            column = tokens(header.start, header.end)
        opens = first if opening is None else tokens(opening, opening + 1)[0]
        table.append((start, end, first, last, opens, *around, *above, *named, *column))
    return Places(*np.array(table, dtype=np.int64).reshape(-1, 13).T.copy())
