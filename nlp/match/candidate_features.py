"""What can be said of a mention whatever a field asks: its place, its form, its frequency."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from nlp.asked.rendering import wording
from nlp.match.answer_types import VALUED_LABELS, label_of
from nlp.match.surroundings import Flags, Floats, Indexes, Surroundings
from nlp.names.heads import untitled, without_ordinals
from nlp.spans import CODE_LABELS, LABELS, NAME_LABELS, Candidate
from nlp.stems import fold

_NAMES = NAME_LABELS | {"MISCELLANEOUS"}
_QUOTES = frozenset("\"'«“‘")
_LONGEST_NAME = 5
_AGENT_REACH = 3
"""Words behind "por" among which an agent begins."""
_OF = frozenset({"de", "del"})
_ARTICLES = frozenset({"el", "la", "los", "las"})
_HEADING_GAP = 12
"""Blanks and marks that may stand between a heading and what it introduces."""


def mention_traits(here: Surroundings) -> dict[str, Floats]:
    """What can be said of each candidate whatever the field asks."""
    places, candidates, text = here.places, here.candidates, here.document.text
    mentions = [fold(one.mention) for one in candidates]
    starts, ends = places.start, places.end
    told = set(zip(mentions, starts.tolist(), strict=True))
    counts = Counter(mention for mention, _ in told)
    firsts = dict(sorted(told, reverse=True))
    title_end = _title_end(here)
    wordings: dict[str, int] = {}
    traits = {
        "wording": [wordings.setdefault(wording(one.mention), len(wordings)) for one in candidates],
        "label": [LABELS.index(label_of(one)) for one in candidates],
        "hangs_on": _heads(here),
        "position": starts / max(1, len(text)),
        "first_mention": starts == [firsts[mention] for mention in mentions],
        "frequency": np.minimum(1.4, np.log([counts[mention] for mention in mentions])),
        "in_title": starts < title_end,
        "whole_title": (starts < title_end) & (ends >= title_end - 2),
        "capital": [one.mention[:1].isupper() for one in candidates],
        "digits": [
            one.label != "ORGANIZATION" and any(map(str.isdigit, one.mention))  # "Juzgado n.º 4"
            for one in candidates
        ],
        "opens_section": [_opens_section(here, one) for one in candidates],
        "quoted": [text[max(0, one.start - 1) : one.start] in _QUOTES for one in candidates],
        "after_by": [
            "por" in here.folded[max(0, at - _AGENT_REACH) : at] for at in places.first.tolist()
        ],
        "valued": [one.label in VALUED_LABELS for one in candidates],
        "holds_code": _holding_codes(candidates, starts, ends),
        "subject": _subjects(here, mentions, counts, title_end),
        "partial": _partial_names(candidates, mentions),
        "weak_capital": _weak_capitals(here),
        "tokens": np.log1p(np.maximum(0, places.last - places.first)),
        "lead_sentence": here.sentence_of[places.sentence_first] == _first_body_sentence(here),
        "sentence_start": places.first == places.sentence_first,
    }
    return {name: np.array(values, dtype=np.float64) for name, values in traits.items()}


def _heads(here: Surroundings) -> list[int]:
    """The token that a candidate hangs on by "de", "municipio" of "municipio de X"; -1 where none."""
    found = []
    for at in here.places.first.tolist():
        of = at - 1
        while of > max(0, at - 3) and here.folded[of] in _ARTICLES:
            of -= 1
        linked = 0 < of < at and here.folded[of] in _OF
        found.append(of - 1 if linked else -1)
    return found


def _holding_codes(candidates: Sequence[Candidate], starts: Indexes, ends: Indexes) -> Flags:
    """Whether a mention is an identifier with words around it ("póliza HG-55")."""
    bare = np.array([one.label not in CODE_LABELS for one in candidates], dtype=np.bool_)
    holding = np.zeros(len(candidates), dtype=np.bool_)
    for code in candidates:
        if code.label in CODE_LABELS:
            holding |= bare & (starts <= code.start) & (code.end <= ends)
    return holding


def _opens_section(here: Surroundings, candidate: Candidate) -> bool:
    """Whether a candidate is what comes right below its heading."""
    heading = here.layout.heading_of(candidate.start)
    if heading is None or not heading.end < candidate.start <= heading.end + _HEADING_GAP:
        return False
    return not any(map(str.isalnum, here.document.text[heading.end : candidate.start]))


def _subjects(
    here: Surroundings, mentions: Sequence[str], counts: Counter[str], title_end: int
) -> list[float]:
    """How much each mention is what the text is about: named in the title, or named most."""
    title = fold(here.document.text[:title_end])
    most = max(counts.values(), default=1)
    return [
        one.mention[:1].isupper()
        * (
            0.6 * (len(mention) > 2 and mention in title)
            + 0.4 * (most > 2 and counts[mention] > 0.6 * most)
        )
        for mention, one in zip(mentions, here.candidates, strict=True)
    ]


def _partial_names(candidates: Sequence[Candidate], mentions: Sequence[str]) -> list[bool]:
    """Which names are only a part of a longer one in the text ("Prado" beside "Elena Prado").

    What a title adds makes no name longer.
    """
    edges: set[str] = set()
    for candidate in candidates:
        words = fold(untitled(candidate.mention)).split() if candidate.label in _NAMES else []
        if 2 <= len(words) <= _LONGEST_NAME:
            edges.update(" ".join(words[:size]) for size in range(1, len(words)))
            edges.update(" ".join(words[-size:]) for size in range(1, len(words)))
    return [
        one.mention[:1].isupper() and mention in edges
        for mention, one in zip(mentions, candidates, strict=True)
    ]


def _weak_capitals(here: Surroundings) -> list[bool]:
    """Whether a capital means nothing: one word that opens its sentence and is no name elsewhere.

    Words the text also writes small, and short words, are no names; so are mentions without any
    capital or digit that a finder took for one.
    """
    text, places = here.document.text, here.places
    small = {
        folded
        for folded, start in zip(here.folded, here.starts, strict=True)
        if text[start].islower()
    }
    single = places.last - places.first == 1
    opens = single & (places.first == places.sentence_first)
    alone = opens & (places.first + 1 == places.sentence_last)
    words = [here.folded[at] if at < len(here.folded) else "" for at in places.first.tolist()]
    return [
        one.label in _NAMES
        and bool(
            one.mention.islower()
            or (one.mention.isupper() and _loud_line(here, one))
            or alone[row]
            or (opens[row] and (word in small or len(word) <= 3))
        )
        for row, (one, word) in enumerate(zip(here.candidates, words, strict=True))
    ]


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
    for sentence in here.layout.sentences:
        line = here.layout.line_at(sentence.start)
        if line is None or line.kind != "heading":
            first, _ = here.token_range(sentence.start, sentence.end)
            return int(here.sentence_of[first])
    return 1
