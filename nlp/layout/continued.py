"""Values of a form that go on in the next line, in their column, put behind where they begin.

"Procedencia:  Familia Figueredo del" with "Monte, descendientes" below, under the value: what stands
below a value with nothing before it that names it, and what that value waits for, is its second line.
In forms of two columns the second lines of both stand beside each other. Items of a list below one
another wait for nothing and stay where they are.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from nlp.layout.going_on import lacks_more, parted_word
from nlp.layout.plain_text import Edit
from nlp.spans import Span

_LINE = re.compile(r"[^\n\r]+")
_CELLS = re.compile(r"\||\t")
_PIECE = re.compile(r"[\S\xa0]+(?:(?: |(?<=[a-zñáéíóú]{3}\.)  (?=[^\W\d_a-z]))[\S\xa0]+)*")
"""What two blanks or more part from what stands beside it, unless a sentence ends before them."""
_NAMED = re.compile(r"[^\W\d_][^:]{0,40}?\s?:\s+(?=\S)")
"""A label before what stands in it."""
_NAMES = re.compile(r"(?:[^\W\d_][^:]{0,40}?\s?:|\(?(?:\d{1,2}|[a-z])[.)]|[-*•–—])(?:\s|$)")
"""What begins a piece that goes on with nothing."""
_LETTER = re.compile(r"[^\W\d_]{2}")
_INDENTED = 3
"""Blanks before a line that has nothing in the first column, at least."""
_GAP = 3
"""Blanks that stay between two columns."""
_STOPPED = re.compile(r"[.;:]$")
_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ]\S*(?: (?:[A-ZÁÉÍÓÚÑ]\S*|de|del|la|las|los|y)){1,5}")
_LAST_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ][^\W\d_]+")
"""What may be a name without its last word, and that word."""
_MOST_LINES = 12
"""Further lines of one value at most."""
_REGULAR, _LONG = 4, 0.6
"""Values in a column that make it that of a form, and the share of its width that a full line has."""
_OPEN = (("(", ")"), ("«", "»"), ("“", "”"), ("[", "]"))


@dataclass(slots=True)
class _Value:
    """Something that may go on below: where it begins in its line, where it ends and the next column
    begins in the text, whether a label leads it; ``more`` are its further lines."""

    column: int
    start: int
    end: int
    room: int | None
    named: bool
    more: list[Span] = field(default_factory=list)


def continued(text: str) -> Iterator[Edit]:
    """The second lines of values, behind the first."""
    lines = [match.span() for match in _LINE.finditer(text)]
    widths = _widths(text, lines)
    edits: list[Edit] = []
    open_values: list[_Value] = []
    begun: list[_Value] = []
    last = 0
    for number, (start, end) in enumerate(lines):
        near = text.count("\n", last, start) == 1
        before, last = last, end
        pieces = [*_PIECE.finditer(text, start, end)]
        if _CELLS.search(text, start, end) or not pieces:
            open_values = []
            continue
        going = {} if not near else _going_on(text, start, pieces, open_values, widths)
        if near and not going and _is_sole(text, lines, number):
            going = _in_column(text, start, pieces, open_values, widths)
        for at, value in going.items():
            value.more.append(pieces[at].span())
        if len(going) == len(pieces):
            edits.append(Edit(before, end, ""))
            continue
        for at in going:
            first, behind = pieces[at].span()
            edits.append(Edit(first, behind, " " * (behind - first)))
        fresh = [*_values(text, start, pieces, going)]
        begun += fresh
        open_values = [*going.values(), *fresh]
    for value in begun:
        edits += _behind(text, value)
    yield from sorted(edits, key=lambda edit: edit[:2])


def _values(
    text: str, start: int, pieces: Sequence["re.Match[str]"], going: Mapping[int, _Value]
) -> Iterator[_Value]:
    """What in a line may go on below: all but what stands first without a label."""
    for at, piece in enumerate(pieces):
        if at in going:
            continue
        room = pieces[at + 1].start() if at + 1 < len(pieces) else None
        label = _NAMED.match(piece.group())
        led = at > 0 and pieces[at - 1].group().endswith(":")
        begin = piece.start() + (label.end() if label is not None else 0)
        if at > 0 or label is not None:
            named = led or label is not None
            yield _Value(begin - start, begin, piece.end(), room, named)


def _going_on(
    text: str,
    start: int,
    pieces: Sequence["re.Match[str]"],
    values: Sequence[_Value],
    widths: Mapping[int, Counter[int]],
) -> dict[int, _Value]:
    """Which pieces of a line go on with which values of the line above."""
    found: dict[int, _Value] = {}
    if pieces[0].start() - start < _INDENTED:
        return found
    aligned: dict[int, _Value] = {}
    by = {value.column: value for value in values}
    for at, piece in enumerate(pieces):
        said, column = piece.group(), piece.start() - start
        named = at > 0 and at - 1 not in found and pieces[at - 1].group().endswith(":")
        if named or _NAMES.match(said) or not _LETTER.search(said):
            continue
        value = next((by[near] for near in (column, column - 1, column + 1) if near in by), None)
        if value is None or len(value.more) >= _MOST_LINES:
            continue
        aligned[at] = value
        if (value.named or len(pieces) == 1) and _waits(text, value, said, widths):
            found[at] = value
    beside = len(aligned) == len(pieces) > 1
    if beside and any(_breaks_off(_said(text, value)) for value in aligned.values()):
        return aligned
    return found


def _is_sole(text: str, lines: Sequence[Span], number: int) -> bool:
    """Whether the line below a line begins elsewhere, so that it is no list of items."""
    if number + 1 == len(lines):
        return True
    (start, end), (below, _) = lines[number : number + 2]
    if text.count("\n", end, below) != 1:
        return True
    columns = [_PIECE.search(text, one[0], one[1]) for one in lines[number : number + 2]]
    first, second = (one.start() if one is not None else -1 for one in columns)
    return abs((first - start) - (second - below)) > 1


def _in_column(
    text: str,
    start: int,
    pieces: Sequence["re.Match[str]"],
    values: Sequence[_Value],
    widths: Mapping[int, Counter[int]],
) -> dict[int, _Value]:
    """The only piece of a line, below a long value in the column in which a form has its values."""
    said, column = pieces[0].group(), pieces[0].start() - start
    if len(pieces) > 1 or column < _INDENTED or _NAMES.match(said) or not _LETTER.search(said):
        return {}
    for value in values[:1]:
        lengths = widths[value.column]
        whole = _said(text, value)
        long = " " in whole and value.end - value.start >= _LONG * max(lengths, default=0)
        if abs(value.column - column) <= 1 and lengths.total() >= _REGULAR and long:
            return {} if _STOPPED.search(whole) or value.more else {0: value}
    return {}


def _said(text: str, value: _Value) -> str:
    return " ".join(text[slice(*span)] for span in ((value.start, value.end), *value.more))


def _breaks_off(said: str) -> bool:
    """Whether nothing ends so: with a small word, a comma, a hyphen, an open bracket."""
    opened = any(said.count(one) > said.count(other) for one, other in _OPEN)
    return opened or lacks_more(said) or said[-1] in ",-(/"


def _waits(text: str, value: _Value, said: str, widths: Mapping[int, Counter[int]]) -> bool:
    """Whether a value waits for more, or is a name that had no room for the last word."""
    spans = [(value.start, value.end), *value.more]
    whole = _said(text, value)
    if not _LETTER.search(whole):
        return False
    if _breaks_off(whole):
        return True
    if said[0].islower() and whole[0] != whole[0].lower() and not _STOPPED.search(whole):
        return "@" not in said.split(" ", maxsplit=1)[0]
    if not (value.named and _NAME.fullmatch(whole) and _LAST_NAME.fullmatch(said)):
        return False
    start, end = spans[-1]
    width = end - start + 1 + len(said)
    if value.room is not None and value.room - value.start - 1 < width:
        return True
    others = [one for near in (-1, 0, 1) for one in widths.get(value.column + near, ())]
    mine = [end - start for start, end in spans]
    return any(end - start <= one < width for one in others if one not in mine)


def _widths(text: str, lines: Sequence[Span]) -> Mapping[int, Counter[int]]:
    """By the column in which they begin, how long the values of a form are."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for start, end in lines:
        pieces = [*_PIECE.finditer(text, start, end)]
        for value in _values(text, start, pieces, {}):
            found[value.column][value.end - value.start] += 1
    return found


def _behind(text: str, value: _Value) -> Iterator[Edit]:
    """What a value goes on with, behind it, in place of blanks before the next column."""
    longer = 0
    end = value.end
    for at, (start, behind) in enumerate(value.more):
        before = text[slice(*([(value.start, value.end), *value.more][at]))]
        joined = parted_word(before, text[start])
        if joined is not None and at == 0:
            end -= len(before) - len(joined)
            if end < value.end:
                yield Edit(end, value.end, "")
        following = value.more[at + 1][0] if at + 1 < len(value.more) else None
        said = text[start:behind]
        whole = parted_word(said, text[following]) if following is not None else None
        if whole is not None:
            said, behind = whole, start + len(whole)
        said = said if joined is not None else f" {said}"
        longer += len(said)
        yield Edit(value.end, value.end, said, (start, behind))
    room = 0 if value.room is None else value.room - value.end - _GAP
    if room > 0 and longer:
        yield Edit(value.end, value.end + min(room, longer), "")
