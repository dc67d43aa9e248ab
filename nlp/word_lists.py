"""Reads what ``resources`` holds: YAML, JSON, word lists (one entry a line, ``#`` starts a comment)."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import yaml

_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The parsers in C take a tenth of the time."""


def read_yaml(name: str, *, plain: bool = False) -> Any:
    """``resources/NAME.yaml``, read anew; ``plain`` leaves "no" and "12" the strings they are."""
    text = files("resources").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=_PLAIN if plain else _SAFE)


def read_json(name: str) -> Any:
    """``resources/NAME.json``, read anew."""
    return json.loads(files("resources").joinpath(f"{name}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _patterns() -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = read_yaml("patterns", plain=True)
    return found


def text_pattern(name: str) -> "re.Pattern[str]":
    """A pattern of ``resources/patterns.yaml``."""
    return re.compile("".join(_patterns()[name]))


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


def either(name: str, *, blank: str = r"\ ") -> str:
    """The entries of a list as alternatives of a pattern, the longer first; ``blank`` is their space."""
    return alternatives(word_list(name)).replace(r"\ ", blank)


def alternatives(words: Iterable[str]) -> str:
    """Words as alternatives of a pattern, the longer first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def whole_words(words: Iterable[str]) -> "re.Pattern[str]":
    """A pattern of any of the words, nothing of a word beside it."""
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)")


@lru_cache(maxsize=4)
def stop_words(use: Literal["phrases", "fields", "values", "lines"]) -> frozenset[str]:
    """The words that say nothing in one place (``resources/stop_words.yaml``), in lower case."""
    groups = read_yaml("stop_words")
    return frozenset(
        word for uses, words in groups.items() if use in uses.split() for word in words.split()
    )
