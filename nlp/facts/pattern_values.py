"""Mentions that are written as a field's ``pattern`` says, and the value in that writing."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import regex

from nlp.asked.field_profile import FieldProfile
from nlp.schemas.patterns import matches
from nlp.spans import Candidate, Document, Value

_LOOSE = ("texto libre", "Ana", "12345", "casa", "Una frase cualquiera.")
"""What a pattern that tells one writing from others does not admit."""
_TOKEN = re.compile(r"\S+")
_EDGES = " \t\n.,;:()[]«»\"'*_|"
_MAX_WORDS = 4
_MAX_TOKENS = 6_000
_MAX_LENGTH = 64
_SEPARATORS = re.compile(r"[\s.\-/]")


@lru_cache(maxsize=1024)
def is_telling(pattern: str) -> bool:
    """Whether a pattern is anchored at both ends and tells a code from a word or a number."""
    if not (pattern.startswith("^") and pattern.endswith("$")):
        return False
    return all(fits(pattern, one) is False for one in _LOOSE)


def fits(pattern: str, text: str) -> bool | None:
    """Whether a text is written as the pattern says; None where nobody can tell."""
    try:
        return matches(pattern, text)
    except regex.error:
        return None


def in_pattern(pattern: str, candidate: Candidate) -> str | None:
    """What a mention is in a pattern's writing: as it stands, normalised, or without separators."""
    named = candidate.value.text if candidate.value is not None else None
    squeezed = _SEPARATORS.sub("", candidate.mention)
    for written in (candidate.mention, named, squeezed):
        if written and len(written) <= _MAX_LENGTH and fits(pattern, written):
            return written
    return None


def written_so(document: Document, pattern: str) -> tuple[Candidate, ...]:
    """The mentions of a text that a telling pattern admits, in order, each writing once.

    The value's text is the mention as the pattern has it: as it stands, or without separators.
    """
    if not is_telling(pattern):
        return ()
    found: dict[str, Candidate] = {}
    tokens = list(_TOKEN.finditer(document.text))[:_MAX_TOKENS]
    end = 0
    for first in range(len(tokens)):
        if tokens[first].start() < end:
            continue
        for start, stop in _windows(document.text, tokens, first):
            mention = document.text[start:stop]
            for written in dict.fromkeys((mention, _SEPARATORS.sub("", mention))):
                if (fitting := fits(pattern, written)) is None:
                    return ()  # a pattern too slow for one word is not tried on the next
                if fitting:
                    named = Value("identifier", text=written)
                    one = Candidate(start, stop, mention, "IDENTIFIER", named, "pattern")
                    found.setdefault(written, one)
                    end = stop
                    break
            if end == stop:
                break
    return tuple(found.values())


def _windows(text: str, tokens: "Sequence[re.Match[str]]", first: int) -> Iterator[tuple[int, int]]:
    """Spans of one to four words with a figure, without the marks at their edges."""
    for last in range(first, min(len(tokens), first + _MAX_WORDS)):
        start, stop = tokens[first].start(), tokens[last].end()
        written = text[start:stop]
        start += len(written) - len(written.lstrip(_EDGES))
        stop -= len(written) - len(written.rstrip(_EDGES))
        if stop - start <= _MAX_LENGTH and any(map(str.isdigit, text[start:stop])):
            yield start, stop
        if "\n" in written:
            return


def pattern_of(profile: FieldProfile) -> str | None:
    """The pattern of a field that asks for a code, if it tells one."""
    pattern = profile.field.constraints.pattern
    if profile.group != "text" or profile.field.kind != "string" or not pattern:
        return None
    return pattern if is_telling(pattern) else None
