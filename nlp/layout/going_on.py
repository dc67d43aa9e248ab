"""The lines of a text as they are given, and what says that words go on behind the end of one."""

import re

from nlp.word_lists import stop_words

LINE = re.compile(r"[^\n\r]+")
"""What stands between two line breaks; a form feed belongs to the line that it begins."""
_SMALL = re.compile(r"[a-zà-öø-ÿ]")
_MARKS = "«“\"'(¿¡[*_"
_LAST_WORD = re.compile(r"(?<!\S)[^\W\d_]+$")
_PARTED = re.compile(r"[^\W\d_]{2,}[-\xad]$")
_COMPOUND = re.compile(r"\w{2}(?:ic|iv|ari|an|os)o-$")
"""What the first part of a compound ends in, which keeps its hyphen: "teórico-práctico"."""


def is_small(said: str) -> bool:
    """Whether words begin with a small letter."""
    return _SMALL.match(said.lstrip(_MARKS)) is not None


def lacks_more(line: str) -> bool:
    """Whether a line ends in a word that nothing ends with: "de", "la", "y"; not "categoría A"."""
    last = _LAST_WORD.search(line)
    if last is None or last.group().lower() not in stop_words("lines"):
        return False
    return last.group().islower() or line.isupper()


def parted_word(line: str, following: str) -> str | None:
    """A line that ends with the first part of a word, as it goes on with a letter: without its hyphen,
    unless a compound has one; None for any other line."""
    found = _PARTED.search(line)
    if found is None or not following.isalpha() or following.isupper() is not line[-2].isupper():
        return None
    return line if _COMPOUND.search(line) else line[:-1]
