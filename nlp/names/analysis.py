"""Runs the spaCy pipeline over a document, passage by passage, once for all finders."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from spacy.tokens import Doc, Span

from nlp.layout.structure import layout
from nlp.names.plain import Plain, plain_passage
from nlp.pipeline_es import spanish_model, spanish_model_signature
from nlp.spans import Document

# spaCy refuses texts over a million characters and slows down on tokens without blanks.
_LONGEST = 2_000
_BATCH = 64

_running = Lock()


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as the pipeline read it; ``plain`` maps it back to the text."""

    plain: Plain
    doc: Doc

    def span(self, tokens: Span) -> tuple[int, int]:
        """The span of the unchanged text that spaCy tokens stand for."""
        return self.plain.span(tokens.start_char, tokens.end_char)


def analyse(document: Document) -> tuple[Passage, ...]:
    """The passages of a document with spaCy's entities; markdown and zero-width marks are gone."""
    return _analyse(document.text, spanish_model_signature())


@lru_cache(maxsize=4)
def _analyse(text: str, signature: str) -> tuple[Passage, ...]:
    nlp, _, _ = spanish_model()
    pieces = [piece for piece in _pieces(text) if piece.text.strip()]
    with _running:  # the pipeline's string store is shared by every thread
        docs = nlp.pipe((piece.text for piece in pieces), batch_size=_BATCH)
        return tuple(Passage(piece, doc) for piece, doc in zip(pieces, docs, strict=True))


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
