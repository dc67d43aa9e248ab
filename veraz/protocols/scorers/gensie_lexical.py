"""Lexical similarity of GenSIE's free text, of two strings and of two lists of strings at once."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"\w+")


@lru_cache(maxsize=65536)
def tokens(text: str) -> frozenset[str]:
    r"""The set of lower-cased ``\w+`` tokens; accents are kept."""
    return frozenset(_TOKEN.findall(text.lower()))


def lexical(a: str, b: str) -> float:
    """Jaccard index of the two sets of tokens; both empty 1."""
    left, right = tokens(a), tokens(b)
    if not left or not right:
        return float(not left and not right)
    common = len(left & right)
    return common / (len(left) + len(right) - common)


def lexical_table(left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
    """:func:`lexical` of every string of ``left`` (rows) with every string of ``right``.

    Only tokens that both sides have are looked at, each once.
    """
    rows, columns = _places(left), _places(right)
    common = np.zeros((len(left), len(right)))
    for token in rows.keys() & columns.keys():
        common[np.ix_(rows[token], columns[token])] += 1
    sizes = [np.array([len(tokens(text)) for text in side]) for side in (left, right)]
    union = sizes[0][:, None] + sizes[1][None, :] - common
    table: NDArray[np.float64] = np.divide(common, union, where=union > 0, out=np.ones_like(common))
    return table


def _places(texts: Sequence[str]) -> dict[str, list[int]]:
    """Which strings hold each token."""
    places: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        for token in tokens(text):
            places.setdefault(token, []).append(place)
    return places
