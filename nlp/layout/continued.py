"""Values of a form that go on in the next line, in their column, put behind where they begin.

"Procedencia:  Familia Figueredo del" with "Monte, descendientes" below, under the value: what stands
below a value with nothing before it that names it, and what that value waits for, is its second line.
In forms of two columns the second lines of both stand beside each other. Items of a list below one
another wait for nothing and stay where they are.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from nlp.layout.going_on import LINE, lacks_more, parted_word
from nlp.layout.plain_text import Edit
from nlp.spans import Span

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


_Widths = Mapping[int, Counter[int]]
"""By the column in which they begin, how often the values of a form are how long."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text and its pieces, as spans of the text."""

    start: int
    end: int
    pieces: tuple[Span, ...]

    def column(self, at: int) -> int:
        """Where in the line a piece begins."""
        return self.pieces[at][0] - self.start


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

    @property
    def spans(self) -> tuple[Span, ...]:
        """Its lines."""
        return (self.start, self.end), *self.more


def continued(text: str) -> Iterator[Edit]:
    """The second lines of values, behind the first."""
    lines = [_read(text, *match.span()) for match in LINE.finditer(text)]
    widths: dict[int, Counter[int]] = defaultdict(Counter)
    for line in lines:
        for value in _values(text, line, {}):
            widths[value.column][value.end - value.start] += 1
    edits: list[Edit] = []
    open_values: list[_Value] = []
    begun: list[_Value] = []
    last = 0
    for line, below in zip_longest(lines, lines[1:]):
        near = text.count("\n", last, line.start) == 1
        before, last = last, line.end
        if _CELLS.search(text, line.start, line.end) or not line.pieces:
            open_values = []
            continue
        going: dict[int, _Value] = {}
        if near and line.column(0) >= _INDENTED:
            going = _going_on(text, line, open_values, widths)
            going = going or _in_column(text, line, below, open_values, widths)
        for at, value in going.items():
            value.more.append(line.pieces[at])
        if len(going) == len(line.pieces):
            edits.append(Edit(before, line.end, ""))
            continue
        for first, behind in (line.pieces[at] for at in going):
            edits.append(Edit(first, behind, " " * (behind - first)))
        fresh = [*_values(text, line, going)]
        begun += fresh
        open_values = [*going.values(), *fresh]
    for value in begun:
        edits += _behind(text, value)
    yield from sorted(edits, key=lambda edit: edit[:2])


def _read(text: str, start: int, end: int) -> _Line:
    return _Line(start, end, tuple(one.span() for one in _PIECE.finditer(text, start, end)))


def _values(text: str, line: _Line, going: Container[int]) -> Iterator[_Value]:
    """What in a line may go on below: all but what stands first without a label."""
    for at, (start, end) in enumerate(line.pieces):
        if at in going:
            continue
        label = _NAMED.match(text[start:end])
        if at > 0 or label is not None:
            begin = start + (label.end() if label is not None else 0)
            room = line.pieces[at + 1][0] if at + 1 < len(line.pieces) else None
            named = label is not None or _is_led(text, line, at)
            yield _Value(begin - line.start, begin, end, room, named)


def _is_led(text: str, line: _Line, at: int) -> bool:
    """Whether a piece stands behind a label."""
    return at > 0 and text[line.pieces[at - 1][1] - 1] == ":"


def _goes_with(said: str) -> bool:
    """Whether a piece may go on with what stands above it: words, and no label or item."""
    return _NAMES.match(said) is None and _LETTER.search(said) is not None


def _going_on(
    text: str, line: _Line, values: Sequence[_Value], widths: _Widths
) -> dict[int, _Value]:
    """Which pieces of a line go on with which values of the line above."""
    found: dict[int, _Value] = {}
    aligned: dict[int, _Value] = {}
    by = {value.column: value for value in values}
    for at, span in enumerate(line.pieces):
        said, column = text[slice(*span)], line.column(at)
        if (at - 1 not in found and _is_led(text, line, at)) or not _goes_with(said):
            continue
        value = next((by[near] for near in (column, column - 1, column + 1) if near in by), None)
        if value is None or len(value.more) >= _MOST_LINES:
            continue
        aligned[at] = value
        if (value.named or len(line.pieces) == 1) and _waits(text, value, said, widths):
            found[at] = value
    beside = len(aligned) == len(line.pieces) > 1
    if beside and any(_breaks_off(_said(text, value)) for value in aligned.values()):
        return aligned
    return found


def _in_column(
    text: str, line: _Line, below: _Line | None, values: Sequence[_Value], widths: _Widths
) -> dict[int, _Value]:
    """The only piece of a line, below a long value in the column in which a form has its values."""
    value = values[0] if values else None
    if value is None or value.more or abs(value.column - line.column(0)) > 1:
        return {}
    alone = len(line.pieces) == 1 and not _lists(text, line, below)
    if not alone or not _goes_with(text[slice(*line.pieces[0])]):
        return {}
    whole, lengths = _said(text, value), widths[value.column]
    long = " " in whole and value.end - value.start >= _LONG * max(lengths, default=0)
    regular = lengths.total() >= _REGULAR
    return {0: value} if long and regular and _STOPPED.search(whole) is None else {}


def _lists(text: str, line: _Line, below: _Line | None) -> bool:
    """Whether the line below a line begins in its column, as the items of a list do."""
    if below is None or not below.pieces or text.count("\n", line.end, below.start) != 1:
        return False
    return abs(line.column(0) - below.column(0)) <= 1


def _said(text: str, value: _Value) -> str:
    return " ".join(text[slice(*span)] for span in value.spans)


def _breaks_off(said: str) -> bool:
    """Whether nothing ends so: with a small word, a comma, a hyphen, an open bracket."""
    opened = any(said.count(one) > said.count(other) for one, other in _OPEN)
    return opened or lacks_more(said) or said[-1] in ",-(/"


def _waits(text: str, value: _Value, said: str, widths: _Widths) -> bool:
    """Whether a value waits for more, or is a name that had no room for the last word."""
    whole = _said(text, value)
    if not _LETTER.search(whole):
        return False
    if _breaks_off(whole):
        return True
    if said[0].islower() and whole[0] != whole[0].lower() and not _STOPPED.search(whole):
        return "@" not in said.split(" ", maxsplit=1)[0]
    if not (value.named and _NAME.fullmatch(whole) and _LAST_NAME.fullmatch(said)):
        return False
    mine = [end - start for start, end in value.spans]
    width = mine[-1] + 1 + len(said)
    if value.room is not None and value.room - value.start - 1 < width:
        return True
    others = [one for near in (-1, 0, 1) for one in widths.get(value.column + near, ())]
    return any(mine[-1] <= one < width for one in others if one not in mine)


def _behind(text: str, value: _Value) -> Iterator[Edit]:
    """What a value goes on with, behind it, in place of blanks before the next column."""
    longer = 0
    parted = False
    for (start, end), following in zip(value.spans, (*value.more, None), strict=True):
        said = text[start:end]
        whole = parted_word(said, text[following[0]]) if following is not None else None
        kept = said if whole is None else whole
        if start != value.start:
            moved = kept if parted else f" {kept}"
            longer += len(moved)
            yield Edit(value.end, value.end, moved, (start, start + len(kept)))
        elif kept != said:
            yield Edit(start + len(kept), end, "")
        parted = whole is not None
    room = 0 if value.room is None else value.room - value.end - _GAP
    if room > 0 and longer:
        yield Edit(value.end, value.end + min(room, longer), "")
