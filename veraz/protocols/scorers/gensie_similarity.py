"""Similarity of free text by name: ``lexical``, or any sentence-embedding model.

The libraries that run such models are imported only when one is named.
"""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.gensie_judge import Similarity
from veraz.protocols.scorers.gensie_lexical import lexical

Encode = Callable[[list[str]], Any]


def _sentence_transformers(library: Any, name: str) -> Encode:
    model = library.SentenceTransformer(name)
    return lambda texts: model.encode(texts)


def _fastembed(library: Any, name: str) -> Encode:
    model = library.TextEmbedding(model_name=name)
    return lambda texts: list(model.embed(texts))


LIBRARIES: tuple[tuple[str, Callable[[Any, str], Encode]], ...] = (
    ("fastembed", _fastembed),
    ("sentence_transformers", _sentence_transformers),
)


class EmbeddingSimilarity:
    """Cosine of the embeddings of two strings; every string is encoded once."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._vectors: dict[str, NDArray[np.float64]] = {}

    def _vector(self, text: str) -> NDArray[np.float64]:
        if text not in self._vectors:
            vector = np.asarray(self._encode([text])[0], dtype=np.float64)
            norm = float(np.linalg.norm(vector))
            self._vectors[text] = vector / norm if norm else vector
        return self._vectors[text]

    def __call__(self, a: str, b: str) -> float:
        """Cosine, from -1 to 1."""
        return float(self._vector(a) @ self._vector(b))


def similarity_named(name: str) -> Similarity:
    """The similarity a user names; raises :class:`ScoringError` where it cannot be had."""
    if name == "lexical":
        return lexical
    for module, build in LIBRARIES:
        try:
            library = importlib.import_module(module)
        except ImportError:
            continue
        try:
            return EmbeddingSimilarity(build(library, name))
        except (ValueError, OSError) as error:
            raise ScoringError(f"{module} cannot load the model {name!r}: {error}") from error
    raise ScoringError(
        f"the similarity {name!r} needs a library of sentence embeddings: "
        "pip install fastembed, or sentence-transformers; or take --similarity lexical"
    )
