"""Where a text says several things alike: tables, marked lines, lines of one shape, parts of a value.

A block is read by its layout alone; which list it tells, if any, is not known here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from nlp.labels.form_elements import Grid, Pair
from nlp.labels.grids import spaced_grid
from nlp.labels.segments import has_digit, pieces
from nlp.layout.alignment import column_of
from nlp.layout.sentences import between
from nlp.layout.structure import Layout, Line
from nlp.spans import Span
from nlp.stems import fold

_MARK = re.compile(
    r"(?:(?P<bullet>[-–—•*·▪◦●►✓→.])|\(?(?P<number>\d{1,3})(?:[.)º°ª]{1,2}[-–]?|\.-)"
    r"|\(?(?P<letter>[a-zñA-Z])[.)]|(?P<roman>[IVX]{1,5})(?:\.[-–]?|\))"
    r"|(?P<ordinal>(?:PRIMER|SEGUND|TERCER|CUART|QUINT|SEXT|S[ÉE]PTIM|OCTAV|NOVEN|D[ÉE]CIM)[OA])\s?[.:][-–]?)"
    r"[ \t]+(?=\S)",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"\d{1,3}(?=\s{1,4}[^\W\d_])")
_TOKEN = re.compile(r"\S+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PARTS = (
    ("semicolons", re.compile(r"\s*;\s+(?:y\s+)?")),
    ("commas", re.compile(r"\s*,\s+(?:y\s+)?(?![^()]{0,80}\))|\s+[ye]\s+(?=[^,;]{2,60}$)")),
    ("bars", re.compile(r"\s+[·|/]\s+")),
)
TOLD = "told"
"""The form of rows in running text."""
_LEAST, _MOST = 2, 60
_LONGEST_ROW = 900
_LONGEST_PART = 160


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Rows that may each tell an object, and what may name their list.

    ``cells`` are given where the layout cuts the rows into columns, with ``header`` their names.
    """

    form: str
    rows: tuple[Span, ...]
    above: Span
    cells: tuple[tuple[Span | None, ...], ...] = ()
    header: tuple[str, ...] = ()
    title: str = ""


def row_blocks(
    text: str, page: Layout, grids: Sequence[Grid], pairs: Sequence[Pair]
) -> tuple[RowBlock, ...]:
    """The blocks of a text, each set of rows once."""
    found: dict[tuple[Span, ...], RowBlock] = {}
    for block in (
        *(_of_grid(text, page, grid) for grid in grids),
        *_tables(text, page),
        *_marked(text, page),
        *_runs(text, page),
        *_parted(text, page, pairs),
    ):
        fits = all(end - start <= _LONGEST_ROW for start, end in block.rows)
        least = 1 if block.cells else _LEAST
        if least <= len(block.rows) <= _MOST and fits:
            found.setdefault(block.rows, block)
    return tuple(found.values())


def _above(page: Layout, start: int) -> Span:
    before = [one for one in page.lines if one.end <= start and one.kind != "rule"]
    return (before[-1].start, before[-1].end) if before else (start, start)


def _of_grid(text: str, page: Layout, grid: Grid) -> RowBlock:
    rows = [row for row in grid.rows if any(row)]
    spans = tuple(
        (min(one[0] for one in row if one), max(one[1] for one in row if one)) for row in rows
    )
    header = tuple(text[slice(*head)] for head in grid.header)
    return RowBlock("grid", spans, _above(page, grid.start), tuple(rows), header, grid.title)


def _tables(text: str, page: Layout) -> Iterator[RowBlock]:
    """Neighbouring lines that gaps, tabs or bars cut, below names of columns or without any.

    Titles of groups of rows part a table; the names of its columns hold for all of them.
    """
    runs: list[list[_Cut]] = [[]]
    for line in (*page.lines, None):
        if line is not None and line.kind == "rule" and not line.apart:
            continue
        cut = [] if line is None else pieces(text, line.start, line.end)
        if line is None or line.apart:
            yield from _table(text, page, [run for run in runs if run])
            runs = [[]]
        if line is not None and len(cut) > 1:
            runs[-1].append((line, cut))
        elif runs[-1]:
            runs.append([])


_Cut = tuple[Line, list[Span]]
"""A line and its cells."""


def _table(text: str, page: Layout, runs: Sequence[list[_Cut]]) -> Iterator[RowBlock]:
    if not runs:
        return
    head, *below = runs[0]
    shapes = {_shaped(text, cell) for run in (below, *runs[1:]) for _, cut in run for cell in cut}
    named = {one for cell in head[1] if "9" in (one := _shaped(text, cell))}
    if any("9" in one for one in shapes) and shapes.isdisjoint(named):
        runs = [below, *runs[1:]]
        every = [one for run in runs for one in run]
        for run in [every, *(runs if len(runs) > 1 else ())]:
            lines = [head, *run]
            starts = [line.start - column_of(text, line.start) for line, _ in lines]
            grid = spaced_grid(starts, [cut for _, cut in lines], "") if run else None
            if grid is not None:
                block = _of_grid(text, page, grid)
                yield block if run is every else replace(block, above=_above(page, run[0][0].start))
    for run in runs:
        if len(run) >= _LEAST:
            width = max(len(cut) for _, cut in run)
            cells = tuple(tuple(cut) + (None,) * (width - len(cut)) for _, cut in run)
            spans = tuple((line.start, line.end) for line, _ in run)
            yield RowBlock("cells", spans, _above(page, run[0][0].start), cells, ("",) * width)


def _shaped(text: str, span: Span) -> str:
    """What stands somewhere with each number a 9."""
    return _NUMBER.sub("9", text[slice(*span)])


def _marked(text: str, page: Layout) -> Iterator[RowBlock]:
    """Lines that open alike, each with what stands further in or goes on below it."""
    lines = [line for line in page.lines if line.kind != "rule"]
    keys = [_key(text, line) for line in lines]
    for key in dict.fromkeys(keys):
        at = [number for number, one in enumerate(keys) if one == key]
        if not key[0] or len(at) < _LEAST:
            continue
        groups: list[list[int]] = [[at[0]]]
        for before, here in pairwise(at):
            between = range(before + 1, here)
            if any(_ends(text, lines[one], keys[one], key) for one in between):
                groups.append([])
            groups[-1].append(here)
        yield from (_block(text, page, lines, keys, one) for one in groups if len(one) >= _LEAST)
        if len(groups) > 1:
            yield _block(text, page, lines, keys, at)


Key = tuple[str, str, int]
"""What a line opens with: the kind of mark, its shape, how far in."""


def _key(text: str, line: Line) -> Key:
    inside = column_of(text, line.start)
    mark = _MARK.match(text, line.start, line.end)
    if mark is not None:
        kind = mark.lastgroup or ""
        return kind, mark["bullet"] or "", inside if kind == "bullet" else 0
    if line.kind == "heading":
        return "heading", str(line.level), 0
    if _PLAIN_NUMBER.match(text, line.start, line.end):
        return "figure", "", 0
    token = _TOKEN.match(text, line.start, line.end)
    if token is None:
        return "", "", inside
    word = token[0].strip("*_[](){}.,;:#")
    if any(map(str.isdigit, word)):
        shape = re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", word))
        return "shape", shape, 0
    return ("word", fold(word), 0) if word[:1].isupper() and len(word) > 2 else ("", "", inside)


def _ends(text: str, line: Line, key: Key, of: Key) -> bool:
    """Whether a line between two of a kind parts them: a heading, or a line as far out."""
    if line.kind == "heading":
        return of[0] != "heading"
    other = not key[0] or (key[0] == "word" and key[1] != of[1])
    return other and of[0] in {"bullet", "letter", "figure"} and _opens(text, line, of[2])


def _opens(text: str, line: Line, inside: int) -> bool:
    """Whether a line begins something as far out as what stands so far in."""
    return column_of(text, line.start) <= inside and not text[line.start].islower()


def _block(
    text: str, page: Layout, lines: Sequence[Line], keys: Sequence[Key], at: Sequence[int]
) -> RowBlock:
    stops = []
    for here, last in zip(at, (*at[1:], len(lines)), strict=True):
        stop = here
        for one in range(here + 1, last):
            closes = _ends(text, lines[one], keys[one], keys[here])
            if closes or (last == len(lines) and lines[one].apart):
                break
            stop = one
        stops.append(stop)
    deep = [column_of(text, lines[here].start) for here in at]
    level = any(
        _opens(text, lines[one], inside)
        for here, stop, inside in list(zip(at, stops, deep, strict=True))[:-1]
        for one in range(here + 1, stop + 1)
    )
    if not level:
        for one in range(at[-1] + 1, stops[-1] + 1):
            if _opens(text, lines[one], deep[-1]):
                stops[-1] = one - 1
                break
    rows = []
    for here, stop in zip(at, stops, strict=True):
        mark = _MARK.match(text, lines[here].start, lines[here].end)
        rows.append((mark.end() if mark else lines[here].start, lines[stop].end))
    return RowBlock(keys[at[0]][0], tuple(rows), _above(page, lines[at[0]].start))


def _runs(text: str, page: Layout) -> Iterator[RowBlock]:
    """Lines without marks one below the other, with and without the first; lines further in go on."""
    run: list[Line] = []
    for line in (*page.lines, None):
        if line is None or line.apart or line.kind in {"rule", "heading"}:
            yield from _lines(text, page, run)
            run = []
        if line is not None and line.kind not in {"rule", "heading"}:
            run.append(line)


def _lines(text: str, page: Layout, run: Sequence[Line]) -> Iterator[RowBlock]:
    shapes = [_shape(text, line) for line in run]
    other = len(shapes) > _LEAST and shapes[0] not in shapes[1:]
    for begin in (0, 1) if other else (0,):
        rows: list[Span] = []
        first = -1
        for line in run[begin:]:
            inside = column_of(text, line.start)
            first = inside if first < 0 else first
            if rows and (inside > first + 1 or text[line.start].islower()):
                rows[-1] = (rows[-1][0], line.end)
            else:
                rows.append((line.start, line.end))
        prose = 2 * sum(end - start > _LONGEST_PART for start, end in rows) > len(rows)
        marked = all(_MARK.match(text, *row) for row in rows)
        if len(rows) >= _LEAST and not marked and not prose:
            yield RowBlock("lines", tuple(rows), _above(page, rows[0][0]))


def _shape(text: str, line: Line) -> tuple[bool, bool, bool]:
    """Whether a line holds figures, a colon, gaps: what lines that say things alike share."""
    said = text[line.start : line.end]
    return has_digit(text, (line.start, line.end)), ":" in said, "   " in said or "\t" in said


def _parted(text: str, page: Layout, pairs: Sequence[Pair]) -> Iterator[RowBlock]:
    """The parts of a label's value or of a sentence, of one that has no lines of a list."""
    listed = [line.start for line in page.lines if line.kind == "list"]
    valued = [((one.label_start, one.label_end), (one.start, one.end)) for one in pairs]
    for sentence in page.sentences:
        colon = text.find(": ", sentence.start, sentence.end)
        if colon > 0:
            valued.append(((sentence.start, colon), (colon + 2, sentence.end)))
        valued.append(((sentence.start, sentence.start), (sentence.start, sentence.end)))
    for label, (start, end) in dict.fromkeys(valued):
        if end - start > _LONGEST_ROW or any(start < one < end for one in listed):
            continue
        for form, cuts in _PARTS:
            if label[0] == label[1] and form != "semicolons":
                continue
            parts = between(cuts.finditer(text, start, end), start, end)
            rows = [(first, _bare_end(text, first, last)) for first, last in parts if first < last]
            least = _LEAST + (label[0] == label[1])
            if len(rows) >= least and all(stop - at <= _LONGEST_PART for at, stop in rows):
                yield RowBlock(form, tuple(rows), label)


def _bare_end(text: str, start: int, end: int) -> int:
    while end > start + 1 and text[end - 1] in " .;,\n":
        end -= 1
    return end
