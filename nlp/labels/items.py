"""The items of a list that stands in one value: ticked boxes, bullets, what commas part."""

import re
from collections.abc import Iterator
from dataclasses import replace

from nlp.labels.form_elements import Pair, options_in
from nlp.labels.segments import trimmed, unmarked, until
from nlp.layout.sentences import between, split_sentences
from nlp.spans import Span

_CUT = re.compile(r"\s*;\s*|\s*,\s(?!\d)|\s+[ye]\s+(?=[^\s,;]+(?:\s[^\s,;]+){0,4}$)|\s·\s|\s/\s|\n")
OTHER_CUTS = (
    re.compile(r"\s*;\s*|\n"),
    re.compile(r"\s*,\s(?!\d)|\n"),
    re.compile(r"\s+(?:[-–—+|>→]|->)\s+|\n"),
    re.compile(r"\s*/\s*|\n"),
    re.compile(r"\s*[,;]\s+|\n"),
)
"""Other ways to part a value; which is right only its list and its neighbours tell."""
_SENTENCE = re.compile(r"[A-ZÁÉÍÓÚÑ¿¡][^\n]{8,}[.!?]")


_MARK = re.compile(
    r"(?<!\S)(?:(?P<number>\d{1,2})|(?P<letter>[a-j]))(?:[.)]-?|\.?[ºª]\.?)\s+(?=[«“\"¿¡]?[^\W\d_]{2})"
)
"""What opens an item of a list in running text: "1. Notas. 2. Excursión.", "a) pan; b) leche"."""
_LAST_STOP = re.compile(r"(?<=[\w)]{3})\.$")
_LEAST_NUMBERED = 2
_WORDS_OF_SENTENCES = 5
"""Words of items on average from which on all their full stops are kept: of teachers' lists of so many
words five of five keep them, of shorter ones one of four."""
_CLOSED = re.compile(r"(?<=\w{3})[.,;]?(?:\s[yo])?\s*$")


def items_of(pair: Pair, text: str) -> Iterator[Span]:
    """The spans of the items of a labelled value."""
    options = options_in(text, pair.start, pair.end)
    if options:
        yield from (one.filled for one in options if one.ticked and one.text)
        return
    if pair.form == "bullets":
        here = pair.start
        for line in text[pair.start : pair.end].split("\n"):
            start, end = trimmed(text, unmarked(text, here, here + len(line)), here + len(line))
            here += len(line) + 1
            if start < end:
                yield start, end
        return
    numbered = list(_numbered(pair, text))
    if numbered:
        yield from numbered
        return
    sentences = list(split_sentences(text, pair.start, pair.end))
    if (
        len(sentences) > 1
        and all(_SENTENCE.fullmatch(text, *one) for one in sentences)
        and ";" not in text[pair.start : pair.end]
    ):
        yield from sentences
        return
    yield from parted(pair, text, _CUT)


def _numbered(pair: Pair, text: str) -> Iterator[Span]:
    """The items that count on from the first, where the value opens with a mark of one."""
    marks = [_MARK.match(text, pair.start, pair.end)]
    for one in _MARK.finditer(text, pair.start + 1, pair.end):
        last = marks[-1]
        if last is not None and _place(one) == _place(last) + 1 and one.lastgroup == last.lastgroup:
            marks.append(one)
    opened = [one for one in marks if one is not None]
    if len(opened) < _LEAST_NUMBERED:
        return
    ends = [*(one.start() for one in opened[1:]), pair.end]
    whole = [trimmed(text, mark.end(), end) for mark, end in zip(opened, ends, strict=True)]
    *others, (start, end) = whole
    if all(len([*split_sentences(text, *one)]) < 2 for one in others):
        whole[-1] = next(
            split_sentences(text, start, end), (start, end)
        )  # what follows is no item's
    words = sum(text.count(" ", *one) + 1 for one in whole)
    if words >= _WORDS_OF_SENTENCES * len(whole) and all(text[end - 1] == "." for _, end in whole):
        yield from whole
        return
    for start, end in whole:
        yield start, until(_CLOSED, text, start, end)


def _place(mark: re.Match[str]) -> int:
    return int(mark["number"]) if mark["number"] else ord(mark["letter"]) - ord("a") + 1


def first_sentence(pair: Pair, text: str) -> Pair | None:
    """A value without what further sentences say of it; None where there are none."""
    first, *more = [*split_sentences(text, pair.start, pair.end)] or [(pair.start, pair.end)]
    return replace(pair, end=until(_LAST_STOP, text, *first)) if more else None


def parted(pair: Pair, text: str, cuts: re.Pattern[str]) -> Iterator[Span]:
    """The spans between the cuts of a value, none of which stands in brackets."""
    found = (
        one
        for one in cuts.finditer(text, pair.start, pair.end)
        if not _in_brackets(text, pair, one.start())
    )
    parts = [
        trimmed(text, unmarked(text, start, end), end)
        for start, end in between(found, pair.start, pair.end)
        if start < end
    ]
    if len(parts) > 1 and not any(text[end - 1] == "." for _, end in parts[:-1]):
        parts[-1] = next(split_sentences(text, *parts[-1]), parts[-1])  # what follows is no item's
        parts[-1] = parts[-1][0], until(_LAST_STOP, text, *parts[-1])  # of the sentence, no item's
    yield from parts


def _in_brackets(text: str, pair: Pair, at: int) -> bool:
    """Whether brackets of a value are open where something stands, and closed behind on its line."""
    opened = text.count("(", pair.start, at) - text.count(")", pair.start, at)
    close, line = text.find(")", at, pair.end), text.find("\n", at, pair.end)
    return opened > 0 and close >= 0 and (line < 0 or close < line)
