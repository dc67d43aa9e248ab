"""Bounds and approximations around an expression: "antes de", "más de", "o posterior"."""

from nlp.temporal.time_lexicon import lexicon
from nlp.temporal.tokens import Words


def before(words: Words, index: int) -> tuple[int, str] | None:
    """A bound that leads: index after it, articles left out, and its modifier."""
    for wording, modifier in lexicon().bounds_before.get(words.words[index], ()):
        after = index + len(wording)
        if words.words[index:after] == wording:
            return after, modifier
    return None


def behind(words: Words, index: int) -> tuple[int, str] | None:
    """A bound that follows ("o más tarde", "en adelante"): index after it and its modifier."""
    for wording, modifier in lexicon().bounds_behind.get(words.words[index], ()):
        after = index + len(wording)
        if words.words[index:after] == wording:
            return after, modifier
    return None
