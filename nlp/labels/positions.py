"""Where answers without a label stand: the words before them, or the line that they begin."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import Pair
from nlp.labels.lessons import POSITION
from nlp.lesson import Key, Lesson, Place
from nlp.stems import fold

_TOKEN = re.compile(r"\w+(?:[.,/'’-]\w+)*|[^\w\s]")
_WORD = re.compile(r"\S+")
_BEFORE = 4
_FIRST_LINES = 4
_ABOVE = 6
"""A line above of so few words names what stands below it."""
_ENDS = re.compile(r"\s*(?:[(,;|]|[-–—·]\s|\.\s|\.$|$)|\s{2,}")
_LINE, _OVER = "^", "¶"

Spot = tuple[Key, int, int]


def spots(text: str) -> Iterator[Spot]:
    """Every place where an answer may begin: what stands before it, its offset, the end of its line.

    What stands before is one to four words and signs of the line, digits as ``#``; at the head of a line
    its number, or the words of a short line above.
    """
    number = 0
    here = 0
    above: Key = ()
    for line in text.split("\n"):
        tokens = list(_TOKEN.finditer(line))
        if tokens:
            end = here + len(line.rstrip())
            yield from _in_line(tokens, here, end)
            first = here + tokens[0].start()
            if number < _FIRST_LINES:
                yield (_LINE, str(number)), first, end
            if 0 < len(above) <= _ABOVE:
                yield (_OVER, *above), first, end
            above = tuple(_plain(one.group()) for one in tokens)
            number += 1
        here += len(line) + 1


def _in_line(tokens: Sequence[re.Match[str]], here: int, end: int) -> Iterator[Spot]:
    words = [_LINE, *(_plain(one.group()) for one in tokens)]
    for at in range(1, len(tokens)):
        start = tokens[at].start()
        opens = tokens[at].group()[0]
        if not (opens.isalnum() or opens in "«\"'+-"):
            continue
        for width in range(1, _BEFORE + 1):
            before = tuple(words[max(0, at + 1 - width) : at + 1])
            if len(before) == width and _tells(before):
                yield before, here + start, end


def _tells(before: Key) -> bool:
    worded = any(char.isalpha() for word in before for char in word)
    return worded or (before[0] == _LINE and len(before) > 1)


def _plain(word: str) -> str:
    return re.sub(r"\d", "#", fold(word).strip("*_"))


def end_after(text: str, end: int) -> str:
    """What ends an answer: a mark, wide blanks, a word, or the end of the line (an empty string)."""
    line = text[end : end + 40].split("\n")[0]
    found = _WORD.search(line)
    if found is None:
        return ""
    mark = _ENDS.match(line)
    return (mark.group().strip() or "  ") if mark else fold(found.group())


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
            pair = pair_at(text, place, start, line_end)
            if not pair.is_empty:
                found.append(replace(pair, row=lesson.path))
    return found


def pair_at(text: str, place: Place, start: int, line_end: int) -> Pair:
    """What stands at a place, as a pair; its ``near`` is how sure the place is."""
    end = _stop(text, start, line_end, place.ends)
    words = " ".join(place.before)
    return Pair(words, start, start, start, end, POSITION, near=place.share)


def _stop(text: str, start: int, line_end: int, ends: Sequence[str]) -> int:
    """Where an answer ends that begins here: at the first thing that ended one in the examples."""
    best = line_end
    for mark in filter(None, ends):
        at = _pattern(mark).search(text, start + 1, best)
        best = min(best, at.start()) if at else best
    return best


def _pattern(mark: str) -> re.Pattern[str]:
    if not mark.strip():
        return re.compile(r"\s{2,}")
    sign = re.escape(mark)
    if mark in ".-–—·":
        return re.compile(rf"\s*{sign}(?=\s|$)")
    return re.compile(rf"\s+{sign}(?!\w)" if mark[0].isalnum() else rf"\s*{sign}", re.IGNORECASE)
