"""Reads the word lists of ``resources/nlp``: one entry a line, ``#`` starts a comment."""

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=64)
def word_list(name: str) -> tuple[str, ...]:
    """The entries of ``resources/nlp/NAME.txt``, in order, each once."""
    text = (files("resources") / "nlp" / f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.split("#", 1)[0].strip() for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


@lru_cache(maxsize=64)
def word_set(name: str) -> frozenset[str]:
    """The entries of ``resources/nlp/NAME.txt`` as a set."""
    return frozenset(word_list(name))
