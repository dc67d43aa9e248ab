"""The words the normalizers know, read once from ``resources/normalizers``."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from nlp.folding import fold_word
from nlp.word_lists import read_yaml


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml("normalizers/lexicon")
    return loaded


@lru_cache(maxsize=32)
def words(name: str) -> frozenset[str]:
    """Return one list of the lexicon, folded (see :func:`nlp.folding.fold_word`)."""
    return frozenset(fold_word(str(entry)) for entry in _entries()[name])


@lru_cache(maxsize=8)
def signs(name: str) -> tuple[str, ...]:
    """Return one list of the lexicon as written."""
    return tuple(str(entry) for entry in _entries()[name])
