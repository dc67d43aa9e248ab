"""The dependency trees of a text, parsed when asked for: only fields that are questions want them."""

from dataclasses import dataclass
from functools import lru_cache

from nlp.names.analysis import pieces_of, pipeline_running
from nlp.pipeline_es import PARSER, spanish_model, spanish_model_signature
from nlp.spans import Document

_NEEDED = ("tok2vec", "transformer", PARSER)
"""Of the parts of a pipeline, those that parse."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The tokens of a text in order: half-open offsets, the index of each one's head, its relation.

    The root of a sentence is its own head; ``relations`` are those of Universal Dependencies.
    All empty where the pipeline has no parser.
    """

    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    heads: tuple[int, ...] = ()
    relations: tuple[str, ...] = ()


def parsed(document: Document) -> Parsed:
    """The trees of a document; the same text is parsed once."""
    return _parsed(document.text, spanish_model_signature())


@lru_cache(maxsize=4)
def _parsed(text: str, signature: str) -> Parsed:
    from spacy.pipeline import Pipe

    nlp, _, _ = spanish_model()
    if PARSER not in nlp.component_names:
        return Parsed()
    pieces = pieces_of(text)
    rows: list[tuple[int, int, int, str]] = []
    with pipeline_running(nlp):
        docs = [nlp.make_doc(piece.text) for piece in pieces]
        for name, component in nlp.components:
            if name in _NEEDED and isinstance(component, Pipe):
                docs = list(component.pipe(docs))
        for piece, doc in zip(pieces, docs, strict=True):
            first = len(rows)
            for word in doc:
                span = piece.span(word.idx, word.idx + len(word))
                rows.append((*span, first + word.head.i, word.dep_))
    return Parsed(*zip(*rows, strict=True)) if rows else Parsed()
