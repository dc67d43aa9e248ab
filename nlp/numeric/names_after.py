"""The names of a lexicon that begin at a place of a text, the longest first."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from nlp.folding import fold
from nlp.numeric.digits import SPACES

_WORD = re.compile(r"[^\W\d_]+")


def first_words(names: Iterable[str]) -> frozenset[str]:
    """The words that names begin with: most words after a number begin none."""
    return frozenset(first.group() for name in names if (first := _WORD.match(name)))


@cache
def _run_of_words(joints: str, words: int) -> "re.Pattern[str]":
    return re.compile(rf"[^\W\d_]+(?:[{joints}][^\W\d_]+){{0,{words - 1}}}")


def runs_at(
    text: str, start: int, *, begins: Callable[[], frozenset[str]], words: int, joints: str = SPACES
) -> Iterator[tuple[int, str]]:
    """Yield the end and the folded text of each run of words at ``start``, the longest first.

    Nothing where the first word, folded, is none of ``begins()``. A run has at most ``words``
    words with one of the characters ``joints`` between two of them. Offsets are characters.
    """
    first = _WORD.match(text, start)
    if first is None or fold(first.group()) not in begins():
        return
    match = _run_of_words(joints, words).match(text, start)
    end = match.end() if match else start
    while end > start:
        yield end, fold(text[start:end])
        end = max(text.rfind(joint, start, end) for joint in joints)
