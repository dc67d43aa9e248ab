"""Splits a passage into sentences by its punctuation, in linear time and without a model."""

import re
from collections.abc import Iterable, Iterator

from nlp.spans import Span
from nlp.word_lists import word_set

BLANKS = " \t\xa0\u2007\u2009\u202f\u200b\u200c\u200d\u2060\ufeff\n\r\v\f\x85\u2028\u2029"

# The second way: a stop between two sentences whose blank is missing ("elevado.Trastornos").
_STOP = re.compile(
    r"[.!?…]{1,8}[\"»”’')\]*_]{0,4}(?=[\s\u200b\ufeff]|$)"
    r"|(?<=[a-záéíóúñ]{3})\.(?=[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{1,20}[ ,])"
)
_GAP = re.compile(r"[\s\u200b\ufeff]+")
_COLUMN = re.compile(r"[ \t\xa0]{3,}|\t")
_NAMED = re.compile(r"[A-ZÁÉÍÓÚÑ]\w+ $")
_LAST_WORD = re.compile(r"[^\s(«“\"'¿¡\[]{1,16}$")
_INITIALS = re.compile(r"(?:\w\.){0,4}[^\W\d_]")


def split_sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield ``(start, end)`` of each sentence of ``text[start:end]``, without outer blanks."""
    here = start
    for match in _STOP.finditer(text, start, end):
        gap = _GAP.match(text, match.end(), end)
        following = gap.end() if gap else match.end()
        if following >= end:
            break
        if _ends_sentence(text, here, match, text[following]):
            yield here, match.end()
            here = following
    here, end = trim(text, here, end)
    if here < end:
        yield here, end


def _ends_sentence(text: str, start: int, stop: "re.Match[str]", following: str) -> bool:
    if following.islower():
        return False
    if not stop.group().startswith(".") or stop.group().startswith(".."):
        return True
    before = _LAST_WORD.search(text, max(start, stop.start() - 16), stop.start())
    word = before.group() if before else ""
    if word.isdigit() and stop.start() - len(word) == start:
        return False  # "3. El arrendatario…": the number of the paragraph
    if word.lower() in word_set("abbreviations"):
        return False
    return not (_INITIALS.fullmatch(word) and word[-1:].isupper() and following.isalpha())


def columns(text: str, start: int, end: int) -> Iterator[Span]:
    """The pieces of a span that wide blanks part, as they stand beside each other on a form."""
    return (
        span
        for span in between(_COLUMN.finditer(text, start, end), start, end)
        if span[0] < span[1]
    )


def between(cuts: Iterable["re.Match[str]"], start: int, end: int) -> Iterator[Span]:
    """The spans that cuts part, from ``start`` to ``end``; an empty one between two that touch."""
    for cut in cuts:
        yield start, cut.start()
        start = cut.end()
    yield start, end


def trim(text: str, start: int, end: int, marks: str = BLANKS) -> Span:
    """Move both ends of a span inwards over blanks (or the given marks)."""
    while start < end and text[start] in marks:
        start += 1
    while end > start and text[end - 1] in marks:
        end -= 1
    return start, end


def before_stop(text: str, start: int, end: int) -> int:
    """Where words end before their full stop, unless that belongs to an abbreviation: "Gil, S.A."."""
    abbreviated = "." in text[max(start, end - 4) : max(start, end - 1)]
    last = _LAST_WORD.search(text, max(start, end - 16), max(start, end - 1))
    if last is not None and last.start() > start:  # "Antonella Q.", "menisco dcho."
        word, named = last.group(), _NAMED.search(text[start : last.start()]) is not None
        known = word.lower() in word_set("abbreviations")
        abbreviated |= (named and word.isupper()) if len(word) == 1 else known
    return end - (end > start and text[end - 1] == "." and not abbreviated)
