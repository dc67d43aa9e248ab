"""Runs the spaCy pipeline over a document, passage by passage, once for all finders."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from nlp.layout.structure import layout
from nlp.names.tokenizing import is_verb_form
from nlp.pipeline_es import spanish_model, spanish_model_signature
from nlp.spans import Document, Span
from nlp.word_lists import text_pattern, word_set

if TYPE_CHECKING:
    from spacy.language import Language

# spaCy refuses texts over a million characters and slows down on tokens without blanks.
_LONGEST = 2_000
_BATCH = 64
# Zero-width characters, soft hyphens, emphasis, code and notes ("Ponce¹"). Underscores only at the edge
# of a word: inside one ("nombre_campo") they belong to it.
_DROPPED = re.compile(
    r"[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e]|\*|`|~~|#(?=[#\s])|(?<!\w)_{1,3}(?=\w)"
    r"|(?<=\w)_{1,3}(?!\w)|(?:(?<=[^\W\d_]{3})|(?<=[A-ZÁÉÍÓÚÑ]\.))[¹²³⁰⁴-⁹]{1,3}(?!\w)"
)
_BREAKS = str.maketrans(dict.fromkeys("\n\r\x0b\x0c\x85\u2028\u2029\t\xa0\u2009\u202f\x00", " "))
_FINITE = "Fin"
_FINITE_END, _DOSE = text_pattern("finite_end"), text_pattern("dose")
_STOPS = '.,;:!?)»”"'

_running = Lock()


@dataclass(frozen=True, slots=True)
class Plain:
    """``text`` as a reader sees it; ``offsets[i]`` is where its character ``i`` stands.

    ``offsets`` has one entry per character; every break or odd blank is a plain space.
    """

    text: str
    offsets: tuple[int, ...] | range

    def span(self, start: int, end: int) -> Span:
        """The span of the whole text that ``text[start:end]`` (not empty) stands for."""
        return self.offsets[start], self.offsets[end - 1] + 1


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as the pipeline read it: its span of the unchanged text, spaCy's label and words.

    ``words`` are those of the passage without markdown and zero-width marks.
    """

    start: int
    end: int
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """A word: its span of the unchanged text, its universal part of speech and verb form.

    ``part`` is empty where the pipeline has no tagger, ``form`` ("Fin", "Inf", "Part", "Ger")
    where the word is no verb.
    """

    start: int
    end: int
    part: str
    form: str


def analyse(document: Document) -> tuple[Named, ...]:
    """The entities spaCy sees in a document, read without markdown and zero-width marks."""
    return _analyse(document.text, spanish_model_signature())[0]


def tagged_words(document: Document) -> tuple[Tagged, ...]:
    """The words of a document in order, without marks, read along with the entities."""
    return _analyse(document.text, spanish_model_signature())[1]


@lru_cache(maxsize=4)
def _analyse(text: str, signature: str) -> tuple[tuple[Named, ...], tuple[Tagged, ...]]:
    nlp, _, _ = spanish_model()
    pieces = pieces_of(text)
    with pipeline_running(nlp):
        docs = nlp.pipe((piece.text for piece in pieces), batch_size=_BATCH)
        named: list[Named] = []
        tagged: list[Tagged] = []
        for piece, doc in zip(pieces, docs, strict=True):
            for entity in doc.ents:
                span = piece.span(entity.start_char, entity.end_char)
                named.append(Named(*span, entity.label_, entity.text))
            for word in doc:
                if not (word.is_punct or word.is_space):
                    span = piece.span(word.idx, word.idx + len(word))
                    form = "".join(word.morph.get("VerbForm", []))
                    noun = form == _FINITE and _is_noun(text, *span)
                    tagged.append(
                        Tagged(*span, "NOUN" if noun else word.pos_, "" if noun else form)
                    )
        return tuple(named), tuple(tagged)


def _is_noun(text: str, start: int, end: int) -> bool:
    """Whether a word that is tagged a finite verb can be none: "omeprazol", "metformina 850 mg"."""
    word = text[start:end].lower()
    if word in word_set("common_verbs") or not word.isalpha():
        return False
    dosed = _DOSE.match(text, end) is not None and not is_verb_form(word)
    return dosed or _FINITE_END.search(word) is None


@contextmanager
def pipeline_running(nlp: "Language") -> Iterator[None]:
    """One thread at a time, and nothing kept.

    The pipeline's string store is shared by every thread; without the zone it would keep each new
    word for good, and a long batch would grow by every name and number it has seen.
    """
    with _running, nlp.memory_zone():
        yield


def pieces_of(text: str) -> list[Plain]:
    """What the pipeline is given of a text, passage by passage."""
    return [piece for piece in _pieces(text) if piece.text.strip()]


def _pieces(text: str) -> Iterator[Plain]:
    """Passages of at most ``_LONGEST`` characters, cut at a sentence or a blank if there is one."""
    parts = layout(Document("", text))
    for passage in parts.passages:
        start = passage.start
        while passage.end - start > _LONGEST:
            cut = text.rfind(". ", start, start + _LONGEST) + 1
            cut = cut or text.rfind(" ", start, start + _LONGEST) + 1
            cut = cut if cut > start else start + _LONGEST
            yield plain_passage(text, start, cut)
            start = cut
        yield plain_passage(text, start, passage.end)


def plain_passage(text: str, start: int, end: int) -> Plain:
    """Clean ``text[start:end]``; a zero-width space after a stop counts as a space."""
    if _DROPPED.search(text, start, end) is None:
        return Plain(text[start:end].translate(_BREAKS), range(start, end))
    pieces: list[str] = []
    offsets: list[int] = []
    here = start
    for match in _DROPPED.finditer(text, start, end):
        pieces.append(text[here : match.start()])
        offsets.extend(range(here, match.start()))
        before = text[match.start() - 1] if match.start() > start else " "
        if match.group() == "\u200b" and before in _STOPS:
            pieces.append(" ")
            offsets.append(match.start())
        here = match.end()
    pieces.append(text[here:end])
    offsets.extend(range(here, end))
    return Plain("".join(pieces).translate(_BREAKS), tuple(offsets))
