"""Where answers without a label stand: the words before them, or the line that they begin."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.lessons import POSITION, Key, Lesson, Place
from nlp.labels.parts import Pair
from nlp.match.stems import fold

_TOKEN = re.compile(r"\S+")
_BEFORE = 3
_FIRST_LINES = 4
_ENDS = re.compile(r"\s*(?:[(,;|]|[-–—·]\s|\.\s|\.$|$)")


def spots(text: str) -> Iterator[tuple[Key, int, int]]:
    """Every place where an answer may begin: the words before it, its offset, the end of its line."""
    number = 0
    here = 0
    for line in text.split("\n"):
        tokens = list(_TOKEN.finditer(line))
        end = here + len(line.rstrip())
        if tokens:
            if number < _FIRST_LINES:
                yield (f"line {number}",), here + tokens[0].start(), end
            for at in range(1, len(tokens)):
                before = tuple(_plain(one.group()) for one in tokens[max(0, at - _BEFORE) : at])
                if any(char.isalpha() for word in before for char in word):
                    yield before, here + tokens[at].start(), end
            number += 1
        here += len(line) + 1


def _plain(word: str) -> str:
    return re.sub(r"\d", "#", fold(word).strip("*_"))


def end_after(text: str, end: int) -> str:
    """What ends an answer: a mark, a word, or the end of the line (an empty string)."""
    line = text[end : end + 40].split("\n")[0]
    found = _TOKEN.search(line)
    if found is None:
        return ""
    mark = _ENDS.match(line)
    return mark.group().strip() if mark else fold(found.group())


def pairs_at(text: str, lessons: Sequence[Lesson]) -> list[Pair]:
    """The answers that stand where the examples had them, as pairs of one field each."""
    wanted: dict[Key, list[tuple[Lesson, Place]]] = {}
    for lesson in lessons:
        for place in lesson.places:
            wanted.setdefault(place.before, []).append((lesson, place))
    if not wanted:
        return []
    found = []
    for before, start, line_end in spots(text):
        for lesson, place in wanted.get(before, ()):
            end = stop(text, start, line_end, place.ends)
            if start < end:
                pair = Pair(" ".join(before), start, start, start, end, POSITION)
                found.append(replace(pair, row=lesson.path, near=place.share))
    return found


def stop(text: str, start: int, line_end: int, ends: Sequence[str]) -> int:
    """Where an answer ends that begins here: at the first thing that ended one in the examples."""
    if "" in ends and len(ends) == 1:
        return line_end
    best = line_end
    for mark in filter(None, ends):
        sign = re.escape(mark)
        pattern = rf"\s*{sign}(?=\s|$)" if mark in ".-–—·" else rf"\s*{sign}"
        pattern = rf"\s+{sign}(?!\w)" if mark[0].isalnum() else pattern
        at = re.compile(pattern, re.IGNORECASE).search(text, start + 1, best)
        best = min(best, at.start()) if at else best
    return best
