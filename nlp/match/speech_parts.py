"""Which words of a text are finite verbs, adverbs and the like, and so no part of a name.

The tags are the pipeline's, read with the entities; without a model, those of
:mod:`nlp.names.tokenizing`, which know fewer verbs.
"""

from bisect import bisect_left
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nlp.names.analysis import tagged_words
from nlp.names.tokenizing import sentence_words
from nlp.pipeline_es import spanish_model_signature
from nlp.spans import Document

_COARSE = {
    "NOUN": "noun",
    "PROPN": "name",
    "ADJ": "adjective",
    "NUM": "number",
    "ADV": "adverb",
    "PRON": "pronoun",
    "SCONJ": "conjunction",
    "INTJ": "adverb",
    "ADP": "preposition",
}
_FINITE = "finite"
LEADING = frozenset({_FINITE, "pronoun", "adverb", "conjunction"})
"""Tags of words before the phrase that a sentence begins with: "Ayer compré pan"."""
OUTER = LEADING | {"preposition", "other", "verb"}
"""Tags of words that no phrase begins or ends with."""


@dataclass(frozen=True, slots=True)
class SpeechParts:
    """The words of a text in order: half-open offsets and a tag.

    ``tags`` are noun, name, adjective, number, adverb, pronoun, preposition, conjunction, finite
    (a conjugated verb), verb (an infinitive or a gerund) and other. ``verbs`` indexes the finite ones.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    tags: tuple[str, ...]
    verbs: tuple[int, ...]

    def tags_in(self, start: int, end: int) -> tuple[str, ...]:
        """The tags of the words that begin inside ``text[start:end]``."""
        return self.tags[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def first_but(self, tags: Container[str], at: int) -> int:
        """The first word from the one numbered ``at`` on with none of some tags; their number if none."""
        size = len(self.tags)
        return next((one for one in range(at, size) if self.tags[one] not in tags), size)

    def first_verb(self, start: int, end: int) -> int | None:
        """Where the first conjugated verb inside ``text[start:end]`` begins."""
        at = bisect_left(self.starts, start)
        spot = bisect_left(self.verbs, at)
        if spot == len(self.verbs) or self.starts[self.verbs[spot]] >= end:
            return None
        return self.starts[self.verbs[spot]]

    def last_verb_end(self, start: int, end: int) -> int | None:
        """Where the last conjugated verb inside ``text[start:end]`` ends."""
        spot = bisect_left(self.verbs, bisect_left(self.starts, end)) - 1
        if spot < 0 or self.starts[self.verbs[spot]] < start:
            return None
        return self.ends[self.verbs[spot]]


def speech_parts(document: Document) -> SpeechParts:
    """The parts of speech of a document's words; the same text is read once."""
    return _speech_parts(document.text, spanish_model_signature())


@lru_cache(maxsize=4)
def _speech_parts(text: str, signature: str) -> SpeechParts:
    document = Document("", text)
    words = list(_tagged(document)) or [
        (word.start, word.end, _FINITE if word.tag == "verb" else word.tag)
        for words in sentence_words(document)
        for word in words
    ]
    return SpeechParts(
        starts=tuple(start for start, _, _ in words),
        ends=tuple(end for _, end, _ in words),
        tags=tuple(tag for _, _, tag in words),
        verbs=tuple(at for at, (_, _, tag) in enumerate(words) if tag == _FINITE),
    )


def _tagged(document: Document) -> Iterator[tuple[int, int, str]]:
    """The words as the pipeline tags them; none where it has no tagger."""
    before, end = "", 0
    for word in tagged_words(document):
        if not word.part:
            continue
        joined = not document.text[end : word.start].strip()
        before = _tag(word.part, word.form, before if joined else "")
        end = word.end
        yield word.start, word.end, before


def _tag(part: str, form: str, before: str) -> str:
    """The tag of a word after one tagged ``before``; "ha cerrado" is all verb."""
    if part in {"VERB", "AUX"}:
        if form == "Part" and before != _FINITE:
            return "adjective"
        return "verb" if form in {"Inf", "Ger"} else _FINITE
    return _COARSE.get(part, "other")
