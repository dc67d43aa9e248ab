"""What can be said of a mention whatever a field asks: its place, its form, its frequency."""

from collections import Counter

import numpy as np

from nlp.asked.rendering import wording
from nlp.match.answer_types import label_of
from nlp.match.surroundings import Floats, Places, Surroundings
from nlp.names.heads import untitled, without_ordinals
from nlp.spans import LABELS, Candidate
from nlp.stems import fold

_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "MISCELLANEOUS"})
_CODES = frozenset({"IDENTIFIER", "EMAIL", "URL"})
_VALUED = _CODES | {
    "DATE", "DATETIME", "TIME", "DURATION", "SET", "RANGE", "NUMBER", "ORDINAL", "PERCENT",
    "QUANTITY", "MONEY", "AGE", "TEMPERATURE",
}  # fmt: skip
"""Labels that say what a mention is."""
_LONGEST_NAME = 5
_AGENT_REACH = 3
"""Words behind "por" among which an agent begins."""
_OF = frozenset({"de", "del"})
_ARTICLES = frozenset({"el", "la", "los", "las"})
_HEADING_GAP = 12
"""Blanks and marks that may stand between a heading and what it introduces."""


def mention_traits(here: Surroundings) -> dict[str, Floats]:
    """What can be said of each candidate whatever the field asks."""
    places = here.places
    text, size = here.document.text, max(1, len(here.document.text))
    mentions = [fold(candidate.mention) for candidate in here.candidates]
    counts: Counter[str] = Counter()
    seen_at: set[tuple[str, int]] = set()
    firsts: dict[str, int] = {}
    for mention, candidate in zip(mentions, here.candidates, strict=True):
        if (mention, candidate.start) not in seen_at:
            seen_at.add((mention, candidate.start))
            counts[mention] += 1
        firsts[mention] = min(firsts.get(mention, size), candidate.start)
    title_end = _title_end(here)
    second = here.sentence_of[places.sentence_first] if len(here.candidates) else np.zeros(0)
    body = _first_body_sentence(here)
    wordings: dict[str, int] = {}
    rows = {
        "wording": [
            wordings.setdefault(wording(one.mention), len(wordings)) for one in here.candidates
        ],
        "label": [LABELS.index(label_of(candidate)) for candidate in here.candidates],
        "position": [candidate.start / size for candidate in here.candidates],
        "first_mention": [
            float(candidate.start == firsts[mention])
            for mention, candidate in zip(mentions, here.candidates, strict=True)
        ],
        "frequency": np.minimum(1.4, np.log([counts[mention] for mention in mentions])),
        "in_title": [float(candidate.start < title_end) for candidate in here.candidates],
        "whole_title": [
            float(candidate.start < title_end and candidate.end >= title_end - 2)
            for candidate in here.candidates
        ],
        "capital": [float(candidate.mention[:1].isupper()) for candidate in here.candidates],
        "digits": [
            float(
                candidate.label != "ORGANIZATION"  # "Juzgado n.º 4"
                and any(map(str.isdigit, candidate.mention))
            )
            for candidate in here.candidates
        ],
        "opens_section": [float(_opens_section(here, one)) for one in here.candidates],
        "quoted": [
            float(text[max(0, candidate.start - 1) : candidate.start] in {'"', "'", "«", "“", "‘"})
            for candidate in here.candidates
        ],
    }
    rows["after_by"] = [
        float("por" in here.folded[max(0, at - _AGENT_REACH) : at]) for at in places.first.tolist()
    ]
    traits = {name: np.array(values, dtype=np.float64) for name, values in rows.items()}
    traits["hangs_on"] = _heads(here)
    traits["valued"] = np.array([float(one.label in _VALUED) for one in here.candidates])
    traits["holds_code"] = _holding_codes(here)
    traits["subject"] = _subjects(here, mentions, counts, title_end)
    traits["partial"] = _partial_names(here.candidates, mentions)
    traits["weak_capital"] = _weak_capitals(here, places)
    traits["tokens"] = np.log1p(np.maximum(0, places.last - places.first).astype(np.float64))
    traits["lead_sentence"] = (second == body).astype(np.float64)
    traits["sentence_start"] = (places.first == places.sentence_first).astype(np.float64)
    return traits


def _heads(here: Surroundings) -> Floats:
    """The token that a candidate hangs on by "de", "municipio" of "municipio de X"; -1 where none."""
    found = []
    for at in here.places.first.tolist():
        of = at - 1
        while of > max(0, at - 3) and here.folded[of] in _ARTICLES:
            of -= 1
        linked = 0 < of < at and here.folded[of] in _OF
        found.append(of - 1 if linked else -1)
    return np.array(found, dtype=np.float64)


def _holding_codes(here: Surroundings) -> Floats:
    """Whether a mention is an identifier with words around it ("póliza HG-55")."""
    starts = np.array([one.start for one in here.candidates])
    ends = np.array([one.end for one in here.candidates])
    bare = np.array([one.label not in _CODES for one in here.candidates], dtype=np.bool_)
    holding = np.zeros(len(here.candidates))
    for code in here.candidates:
        if code.label in _CODES:
            holding[bare & (starts <= code.start) & (code.end <= ends)] = 1.0
    return holding


def _opens_section(here: Surroundings, candidate: Candidate) -> bool:
    """Whether a candidate is what comes right below its heading."""
    heading = here.layout.heading_of(candidate.start)
    if heading is None or not heading.end < candidate.start <= heading.end + _HEADING_GAP:
        return False
    return not any(map(str.isalnum, here.document.text[heading.end : candidate.start]))


def _subjects(
    here: Surroundings, mentions: list[str], counts: Counter[str], title_end: int
) -> Floats:
    """How much each mention is what the text is about: named in the title, or named most."""
    title = fold(here.document.text[:title_end])
    most = max(counts.values(), default=1)
    return np.array(
        [
            0.6 * float(len(mention) > 2 and mention in title)
            + 0.4 * float(most > 2 and counts[mention] > 0.6 * most)
            if candidate.mention[:1].isupper()
            else 0.0
            for mention, candidate in zip(mentions, here.candidates, strict=True)
        ]
    )


def _partial_names(candidates: tuple[Candidate, ...], mentions: list[str]) -> Floats:
    """Which names are only a part of a longer one in the text ("Prado" beside "Elena Prado").

    What a title adds makes no name longer.
    """
    edges: set[str] = set()
    for candidate in candidates:
        words = fold(untitled(candidate.mention)).split() if candidate.label in _NAMES else []
        if 2 <= len(words) <= _LONGEST_NAME:
            edges.update(" ".join(words[:size]) for size in range(1, len(words)))
            edges.update(" ".join(words[-size:]) for size in range(1, len(words)))
    return np.array(
        [
            float(candidate.mention[:1].isupper() and mention in edges)
            for mention, candidate in zip(mentions, candidates, strict=True)
        ]
    )


def _weak_capitals(here: Surroundings, places: Places) -> Floats:
    """Whether a capital means nothing: one word that opens its sentence and is no name elsewhere.

    Words the text also writes small, and short words, are no names; so are mentions without any
    capital or digit that a finder took for one.
    """
    text = here.document.text
    small = {
        folded
        for folded, start in zip(here.folded, here.starts, strict=True)
        if text[start].islower()
    }
    weak = []
    for row, candidate in enumerate(here.candidates):
        first = int(places.first[row])
        single = int(places.last[row]) - first == 1
        opens = first == int(places.sentence_first[row])
        word = here.folded[first] if first < len(here.folded) else ""
        common = word in small or len(word) <= 3
        named = candidate.label in _NAMES
        lower = candidate.mention.islower()
        loud = candidate.mention.isupper() and _loud_line(here, candidate)
        alone = single and opens and first + 1 == int(places.sentence_last[row])
        weak.append(float(named and (lower or loud or alone or (single and opens and common))))
    return np.array(weak, dtype=np.float64)


def _loud_line(here: Surroundings, candidate: Candidate) -> bool:
    """Whether a mention is part of a longer line written all in capitals."""
    line = here.layout.line_at(candidate.start)
    if line is None or line.end - line.body <= len(candidate.mention) + 2:
        return False
    return without_ordinals(here.document.text[line.body : line.end]).isupper()


def _title_end(here: Surroundings) -> int:
    """Where the first line ends if it is a heading or reads like a title, else 0."""
    if not here.layout.lines:
        return 0
    line = here.layout.lines[0]
    heading = here.layout.heading_of(line.body)
    return line.end if heading is not None and heading.start < line.end else 0


def _first_body_sentence(here: Surroundings) -> int:
    """The number of the first sentence that is not a heading, as ``sentence_of`` counts."""
    kinds = {line.start: line.kind for line in here.layout.lines}
    for sentence in here.layout.sentences:
        line = here.layout.line_at(sentence.start)
        if line is None or kinds[line.start] != "heading":
            first, _ = here.token_range(sentence.start, sentence.end)
            return int(here.sentence_of[first])
    return 1
