"""Light Spanish stems: number and gender only, so that no other word is taken for it."""

from functools import lru_cache

_MINIMUM = 4


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a folded word without its plural and gender ending.

    After Savoy's light stemmer (2006): ``casas`` → ``cas``, ``luces`` → ``luz``,
    ``italiano`` → ``italian``. Words with a digit and words of under four letters stay whole.
    """
    if len(word) < _MINIMUM or not word.isalpha():
        return word
    base = word
    if base.endswith("ces") and len(base) > _MINIMUM:
        return base[:-3] + "z"
    if base.endswith("s"):
        base = base[:-1]
    if len(base) > 3 and base[-1] in "oae":
        base = base[:-1]
    return base


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """Return a folded word without its plural ending; gender stays."""
    if len(word) < _MINIMUM or not word.isalpha() or not word.endswith("s"):
        return word
    if word.endswith("ces"):
        return word[:-3] + "z"
    if word.endswith("es") and len(word) > _MINIMUM and word[-3] not in "aeiou":
        return word[:-2]
    return word[:-1]
