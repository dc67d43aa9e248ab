"""English words as Spanish ones, by the wordnets of both (``resources/wordnet_en_es.tsv``)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from nlp.word_lists import stop_words

_ENDINGS = (
    ("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
    ("men", "man"),
)  # fmt: skip
"""How inflected forms end, and their lemmas: the detachment rules of WordNet's ``morphy``."""
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """An English lemma: the class of answer it calls for or "", its Spanish, the commonest first."""

    word: str
    answer_class: str
    spanish: tuple[str, ...]


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, str]:
    text = (files("resources") / "wordnet_en_es.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t", 1) for line in text.splitlines() if not line.startswith("#"))


@lru_cache(maxsize=4096)
def entry_of(word: str) -> Entry | None:
    """What is known of a folded English word, or of what it is a form of; None for others."""
    if word in stop_words("phrases"):
        return None
    lines = _lines()
    for lemma in _lemmas(word):
        if lemma in lines:
            answer_class, spanish = lines[lemma].split("\t")
            return Entry(lemma, answer_class, tuple(spanish.split()))
    return None


def _lemmas(word: str) -> Iterator[str]:
    for ending, whole in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            stem = word.removesuffix(ending) if ending else word
            yield stem + whole
            if ending in {"ed", "ing"} and not whole and stem[-1] == stem[-2]:
                yield stem[:-1]
