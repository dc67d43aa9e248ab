"""Bounds and approximations around an expression: "antes de", "más de", "o posterior"."""

from nlp.temporal.time_lexicon import Bounds, lexicon
from nlp.temporal.tokens import Words


def before(words: Words, index: int) -> tuple[int, str] | None:
    """A bound that leads: index after it, articles left out, and its modifier."""
    return _bound(words, index, lexicon().bounds_before)


def behind(words: Words, index: int) -> tuple[int, str] | None:
    """A bound that follows ("o más tarde", "en adelante"): index after it and its modifier."""
    return _bound(words, index, lexicon().bounds_behind)


def _bound(words: Words, index: int, table: Bounds) -> tuple[int, str] | None:
    for wording, modifier in table.get(words.words[index], ()):
        after = index + len(wording)
        if words.words[index:after] == wording:
            return after, modifier
    return None
