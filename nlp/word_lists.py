"""The word lists of ``resources/nlp`` (one entry a line, ``#`` starts a comment) and the stop words."""

from functools import lru_cache
from importlib.resources import files
from typing import Literal

import yaml


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


@lru_cache(maxsize=4)
def stop_words(use: Literal["phrases", "fields", "values"]) -> frozenset[str]:
    """The words that say nothing in one place (``resources/stop_words.yaml``), in lower case."""
    text = (files("resources") / "stop_words.yaml").read_text(encoding="utf-8")
    groups = yaml.safe_load(text)
    return frozenset(
        word for uses, words in groups.items() if use in uses.split() for word in words.split()
    )
