"""The regular expressions of schemas, which are strangers' and may never end by themselves.

Matching is bounded by the engine's own clock. Compiling has none, so what a pattern unrolls to is
estimated first, and one that would take seconds or gigabytes is not compiled at all.
"""

import math
import re
from functools import lru_cache

import regex

MAX_SECONDS = 0.2
"""Time one pattern may take on one string."""

MAX_PATTERN = 5_000
"""Characters of a pattern that is tried at all."""

MAX_WEIGHT = 50_000
"""Places a pattern may unroll to: ``(a{100}){100}`` has 10,000."""

MAX_GROUPS_DEEP = 50
"""Groups that may stand inside one another."""

_TOKEN = re.compile(
    r"""\\. | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\] | (?P<open>\() | (?P<close>\))
    | \{(?P<least>\d*)(?P<comma>,?)(?P<most>\d*)\} | .""",
    re.DOTALL | re.VERBOSE,
)
_OTHER_SYNTAX = re.compile(r"\(\?[^)]*[xV#]")
"""Comments and nested sets, in which brackets do not count as they are counted here."""


def matches(pattern: str, text: str) -> bool | None:
    """Whether a schema's pattern is found in a text; None where that would take too long.

    Raises :class:`regex.error` where the pattern is no regular expression.
    """
    if len(pattern) > MAX_PATTERN or is_bomb(pattern):
        return None
    try:
        return _compiled(pattern).search(text, timeout=MAX_SECONDS) is not None
    except (TimeoutError, RecursionError, MemoryError):
        return None


def fits(pattern: str, text: str) -> bool | None:
    """The same, None too where the pattern is no regular expression."""
    try:
        return matches(pattern, text)
    except regex.error:
        return None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern)


@lru_cache(maxsize=256)
def is_bomb(pattern: str) -> bool:
    """Whether compiling a pattern would take too much time or memory."""
    return len(pattern) <= MAX_PATTERN and weight(pattern) > MAX_WEIGHT  # a longer one never is


def weight(pattern: str) -> float:
    """About how many places a pattern unrolls to; infinite where its groups nest too deep."""
    nested = _OTHER_SYNTAX.search(pattern) is not None
    groups, last, product = [0.0], 0.0, 1.0
    for token in _TOKEN.finditer(pattern):
        if token["open"]:
            groups.append(0.0)
            last = 0.0
        elif token["close"]:
            last = 1.0 + groups.pop()
            if groups:
                groups[-1] += last
            else:
                groups = [last]  # a bracket too many closes all there was
        elif token["least"] or token["most"]:
            times = _times(token["least"], token["comma"], token["most"])
            groups[-1] += last * (times - 1)
            product *= times
        else:
            last = 1.0
            groups[-1] += last
        if len(groups) > MAX_GROUPS_DEEP:
            return math.inf
    return product * len(pattern) if nested else sum(groups)


def _times(least: str, comma: str, most: str) -> float:
    written = most if comma and most else least
    return max(1.0, float(written[:9] or 1))
