"""Questions answered by a mark under one of several heads: "¿Fuma?       X" below "SÍ    NO"."""

import re
from collections.abc import Iterator, Sequence

from nlp.labels.form_elements import Pair
from nlp.layout.sentences import columns
from nlp.spans import Span

_ROW = re.compile(
    r"(?m)^[ \t]{0,20}(?:\d{1,2}[.)ºª-]{0,2}\s)?(?P<label>[^\W_]?[^\n|]{2,100}?)"
    r"(?:[ \t.…·_]{3,80}|(?<=\?) {1,2})(?P<mark>[xX✓✔])(?=[ \t]{0,80}$|[ \t]{2})"
)
_ASIDE = 4
"""Characters by which a mark may stand beside the middle of its head."""
_ABOVE = 4
"""Lines above the first row among which the heads are looked for."""
_MOST_ROWS = 200
_APART = 400
"""Characters between two rows of one block."""


def with_marked_columns(text: str, found: Sequence[Pair]) -> list[Pair]:
    """The pairs of a form, rows that a mark answers having the head above the mark."""
    told = [pair for block in _blocks(text) for pair in _told(text, block)]
    rows = [(pair.label_start, _line_end(text, pair.label_start)) for pair in told]

    def in_row(at: int) -> bool:
        return any(start <= at < end for start, end in rows)

    return [
        *(pair for pair in found if not (in_row(pair.label_start) or in_row(pair.start))),
        *told,
    ]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _blocks(text: str) -> Iterator[list[re.Match[str]]]:
    """Rows that stand close together, two or more."""
    block: list[re.Match[str]] = []
    for count, row in enumerate(_ROW.finditer(text)):
        if count >= _MOST_ROWS:
            break
        if block and row.start() - block[-1].end() > _APART:
            if len(block) > 1:
                yield block
            block = []
        block.append(row)
    if len(block) > 1:
        yield block


def _told(text: str, block: Sequence[re.Match[str]]) -> Iterator[Pair]:
    heads = next((one for one in _heads(text, block[0].start()) if _fit(text, block, one)), ())
    for row in block if heads else ():
        start, end = _head_of(_column(text, row.start("mark")), heads)[1]
        label = row["label"].strip(" .…·_:")
        yield Pair(label, row.start("label"), row.end("label"), start, end, "row")


def _heads(text: str, end: int) -> Iterator[list[tuple[float, Span]]]:
    """The heads that a line above may have, with the columns of their middles."""
    for _ in range(_ABOVE):
        end = text.rfind("\n", 0, end)
        if end < 0:
            return
        start = text.rfind("\n", 0, end) + 1
        cells = [cell for cell in columns(text, start, end) if text[slice(*cell)].strip()]
        yield [((first + last) / 2 - start, (first, last)) for first, last in cells]


def _fit(text: str, block: Sequence[re.Match[str]], heads: Sequence[tuple[float, Span]]) -> bool:
    """Whether every mark stands under one of several heads, and not all under the first cell."""
    if len(heads) < 2:
        return False
    marks = [_column(text, row.start("mark")) for row in block]
    near = [_head_of(mark, heads) for mark in marks]
    aside = all(
        abs(head[0] - mark) <= _ASIDE + (head[1][1] - head[1][0]) / 2
        for head, mark in zip(near, marks, strict=True)
    )
    labels_end = max(_column(text, row.end("label")) for row in block)
    names_rows = len(heads) > 2 and _column(text, heads[0][1][0]) < labels_end
    return aside and not (names_rows and any(head[1] == heads[0][1] for head in near))


def _head_of(mark: int, heads: Sequence[tuple[float, Span]]) -> tuple[float, Span]:
    return min(heads, key=lambda head: abs(head[0] - mark))


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1
