"""Which rows of a form's tables and checklists a field asks for by their state.

"Puntos que no cumplen", "results out of range", "alumnos ausentes", "requisitos marcados NO": a state
stands in a column as a word or a code, as a mark under one of several heads, as a ticked box or, beside
a figure, as an asterisk.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from nlp.labels.form_elements import BOX, is_ticked, options_in
from nlp.latest import latest
from nlp.layout.structure import layout
from nlp.numeric.digits import decimal_mark, read_digits
from nlp.reckon.reckoning_words import pattern_of, says, words
from nlp.schema import Field
from nlp.spans import Document, Span
from nlp.stems import fold, spanish_stem, words_of

_CELL = re.compile(r"[^\s|._…](?:(?!\s{2,}|\t|\s*\||\s?\.{3,}|\s?…|\s?_{3,}).)*")
_LEAST = 3
"""Rows of a table whose states are told."""
_NEAR = 5
"""Characters by which the places of one column differ at most."""
_RULED = 100
"""The places of a ruled line that a column of it counts for."""
_SIDES = {"<": "most", ">": "least"}
_STATES = ("no", "yes", "none", "missing")
_ASKED = ("flags", "no", "yes", "missing")
_STATE_WORDS, _CODE = 3, 4
"""Words of a state, letters of a code for one, at most."""
_GAP = 4
"""Lines from one row of a table to the next at most."""
_QUOTES = "'\"«»“”‘’"
_SHORT = 3
"""Letters of words that name no state."""
_OPENING = 3
"""Words of a description that say that it counts."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, folded, and where; ``at`` is its place in the line."""

    said: str
    at: int
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A line with its cells; ``state`` is the cell by which it was chosen."""

    span: Span
    cells: tuple[Cell, ...]
    heads: tuple[Cell, ...] = ()
    """The cells of the last line above it that has no figures."""
    state: Cell | None = None

    def head_of(self, cell: Cell) -> str:
        """What the head above a cell says."""
        return min(self.heads, key=lambda one: abs(one.at - cell.at), default=cell).said


@dataclass(frozen=True, slots=True)
class Rows:
    """The lines of a text in cells, what a legend says of codes, and the decimal mark."""

    rows: tuple[Row, ...]
    legend: Mapping[str, str]
    decimal: str

    def meant(self, cell: Cell) -> tuple[str, ...]:
        """What a cell says, and what the legend says of that."""
        return (cell.said, *filter(None, (self.legend.get(cell.said),)))

    def where(self, holds: Callable[[Cell], bool]) -> list[Row]:
        """The rows with a cell behind their first that holds."""
        found = []
        for row in self.rows:
            cell = next((one for one in row.cells[:0:-1] if holds(one)), None)
            if cell is not None:
                found.append(replace(row, state=cell))
        return found


@latest(2)
def rows_of(document: Document) -> Rows:
    """The lines of a text in cells."""
    rows = tuple(_rows(document))
    codes = {cell.said for row in rows for cell in row.cells[1:] if 0 < len(cell.said) <= _CODE}
    return Rows(rows, dict(_legend(document, codes)), decimal_mark(document.text))


def counted_rows(field: Field, document: Document) -> list[Row]:
    """The rows whose state a field of a number counts; none where no state answers."""
    opening = " ".join(field.description.split()[:_OPENING])
    if pattern_of("adds_up").search(told_of(field)):
        return []
    worded = says(f"{_named(field)} {opening}", words("counts"))
    return chosen_rows(field, document, worded=worded)


def chosen_rows(field: Field, document: Document, *, worded: bool = False) -> list[Row]:
    """The rows in the state that a field asks for; none where it asks for none or no row tells one.

    ``worded`` says whether any word of the field may name a state.
    """
    told = told_of(field)
    quoted = [
        (one.start(), _bare(one.group()).strip(_QUOTES))
        for one in pattern_of("quoted").finditer(field.description)
    ]
    asked = next((one for one in _ASKED if pattern_of(f"counts_{one}").search(told)), None)
    if asked == "missing" and not (worded or holds_names(field)):
        asked = None
    if not (quoted or asked or worded):
        return []
    rows = rows_of(document)
    literal = _literal(quoted, field.description, rows)
    if literal:
        return literal
    if asked == "flags":
        return _flagged(rows) or _beyond(rows)
    if pattern_of("counts_others").search(told):
        return []
    in_state = _in_state(asked, rows) if asked else []
    if asked == "no" and not in_state:
        in_state = _beyond(rows)
    in_words = worded or asked in ("no", "yes")
    return in_state or (_in_words(told, rows) if in_words else [])


def holds_names(field: Field) -> bool:
    """Whether a field is a list of plain values."""
    return field.kind == "array" and field.item is not None and field.item.is_leaf


def _named(field: Field) -> str:
    return " ".join((*words_of(field.name), field.title))


def told_of(field: Field) -> str:
    """The words of a field's name, title and description."""
    return f"{_named(field)}. {field.description}"


def _rows(document: Document) -> Iterator[Row]:
    """The cells of each line; of boxes, what the ticked one says; of a mark, the head it stands under."""
    text = document.text
    heads: tuple[Cell, ...] = ()
    named: tuple[Cell, ...] = ()
    for line in layout(document).lines:
        if not any(map(str.isalnum, text[line.start : line.end])):
            continue
        begin = text.rfind("\n", 0, line.start) + 1
        cells = [
            Cell(_bare(one.group()), _place(text, begin, one.start(), line.end), one.span())
            for one in _CELL.finditer(text, line.start, line.end)
        ]
        labels = [text[cell.span[1] - 1] == ":" for cell in cells]
        cells = [one for one, led in zip(cells, [False, *labels], strict=False) if not led]
        cells = [
            replace(one, said="x") if BOX.fullmatch(text, *one.span) else one
            for one in cells
            if not BOX.fullmatch(text, *one.span) or is_ticked(text[slice(*one.span)])
        ]
        marks = [cell for cell in cells[1:] if pattern_of("mark").fullmatch(cell.said)]
        if len(marks) == 1 and len(heads) > 1:
            head = min(heads, key=lambda one: abs(one.at - marks[0].at))
            cells[cells.index(marks[0])] = replace(marks[0], said=head.said, at=heads[0].at)
        elif not marks and len(cells) > 1:
            heads = tuple(cells)
        ticked = [one for one in options_in(text, line.start, line.end) if one.ticked and one.text]
        cells += [Cell(_bare(one.text), 0, (one.start, one.end)) for one in ticked]
        if len(cells) >= _LEAST and not any(char.isdigit() for one in cells for char in one.said):
            named = tuple(cells)
        yield Row((line.start, line.end), tuple(cells), named)


def _place(text: str, begin: int, at: int, end: int) -> int:
    """Where a cell stands in its line: the number of its column where the text rules them."""
    rule = next((one for one in "|\t" if text.find(one, begin, end) >= 0), None)
    return text.count(rule, begin, at) * _RULED if rule else at - begin


def _bare(said: str) -> str:
    return fold(said).strip(" .:_")


def _legend(document: Document, codes: set[str]) -> Iterator[tuple[str, str]]:
    """What a line says of two codes or more: "C cumple / NC no cumple"."""
    for line in layout(document).lines:
        said = fold(document.text[line.start : line.end])
        found = [
            (one["code"], one["words"])
            for one in pattern_of("legend").finditer(said)
            if one["code"] in codes
        ]
        if len({code for code, _ in found}) > 1:
            yield from found


def _literal(quoted: Collection[tuple[int, str]], description: str, rows: Rows) -> list[Row]:
    """The rows that say what a description quotes or sets in capitals; of one column, all others."""
    chosen: list[Cell] = []
    others: list[Cell] = []
    for column in _columns(rows) if quoted else ():
        said = {meant for one in column for meant in rows.meant(one)}
        found = [(at, state) for at, state in quoted if state in said]
        states = {state for _, state in found}
        if found and pattern_of("without").search(description, 0, found[0][0]):
            left = [one for one in column if states.isdisjoint(rows.meant(one))]
            others = max(others, left, key=len)
        else:
            chosen += [one for one in column if not states.isdisjoint(rows.meant(one))]
    return rows.where((others or chosen).__contains__)


def _flagged(rows: Rows) -> list[Row]:
    """Rows with marks beside figures, and those below with marks beside words; no legend of the marks."""
    mark = pattern_of("flag")
    marked = rows.where(lambda cell: cell.at > 0 and mark.search(cell.said) is not None)
    found: list[Row] = []
    for row in marked:
        figures = any(char.isdigit() for cell in row.cells for char in cell.said)
        if (figures or found) and not mark.search(row.cells[0].said):
            found.append(row)
    return found


def _beyond(rows: Rows) -> list[Row]:
    """Rows with readings that lie beyond the limits they give, each reading once."""
    found, compared = [], 0
    for row in rows.rows:
        bounds = [
            (cell, one) for cell in row.cells[1:] if (one := _bounds_in(cell, row)) is not None
        ]
        for cell in row.cells[1:] if len(bounds) == 1 else ():
            if cell is bounds[0][0]:
                continue
            reading = pattern_of("reading").fullmatch(cell.said)
            number = _number(reading["number"], rows.decimal) if reading else None
            if number is None:
                continue
            low, high = (
                _number(bounds[0][1][one] or bounds[0][1][other], rows.decimal)
                for one, other in (("low", "least"), ("high", "most"))
            )
            compared += 1
            if (low is not None and number < low) or (high is not None and number > high):
                found.append(replace(row, state=cell))
    return found if compared >= _LEAST else []


def _bounds_in(cell: Cell, row: Row) -> "re.Match[str] | None":
    """The limits that a cell gives, by itself or with its head: "50" below "Valor máx."."""
    found = pattern_of("bounds").fullmatch(cell.said)
    if found is not None or not cell.said[:1].isdigit():
        return found
    head = row.head_of(cell)
    side = next((one for one in "<>" if pattern_of(f"head_{_SIDES[one]}").search(head)), "")
    return pattern_of("bounds").fullmatch(f"{side} {cell.said}") if side else None


def _number(said: str | None, decimal: str) -> float | None:
    number = read_digits(said.lstrip("+-−"), decimal=decimal) if said else None
    return None if number is None or said is None else -number if said[0] in "-−" else number


def _in_state(state: str, rows: Rows) -> list[Row]:
    """The rows of checklists that say yes or no."""
    known = {said: one for one in _STATES for said in words("states", one)}
    kept = {"no", "missing"} if state == "missing" else {state}

    def state_of(cell: Cell) -> str | None:
        meant = rows.legend.get(cell.said)
        return known.get(cell.said) if meant is None else known.get(meant, "none")

    found = [
        row
        for row in rows.where(lambda cell: state_of(cell) is not None)
        if sum(state_of(cell) is not None for cell in row.cells) == 1
    ]
    chosen = [row for row in found if row.state and state_of(row.state) in kept]
    return chosen if len(found) >= _LEAST else []


def _in_words(told: str, rows: Rows) -> list[Row]:
    """The rows of one column that begin with a word of the field."""
    asked = {_stem(fold(word)) for word in words_of(told) if len(word) > _SHORT}
    best: list[Cell] = []
    for column in _columns(rows):
        fitting = [
            one for one in column if any(_stem(word) in asked for word in words_of(one.said)[:1])
        ]
        if len(fitting) > max(1, len(best)):
            best = fitting
    return rows.where(best.__contains__)


def _columns(rows: Rows) -> list[list[Cell]]:
    """What stands in words in rows below each other, some of it more than once; no heads."""
    columns: list[list[Cell]] = []
    last: list[int] = []
    for number, row in enumerate(rows.rows):
        for cell in row.cells[1:]:
            if any(map(str.isdigit, cell.said)) or not 0 < len(cell.said.split()) <= _STATE_WORDS:
                continue
            near = (
                at
                for at, one in enumerate(columns)
                if abs(one[-1].at - cell.at) <= _NEAR and number - last[at] <= _GAP
            )
            at = next(near, len(columns))
            if at == len(columns):
                columns.append([])
                last.append(number)
            columns[at].append(cell)
            last[at] = number
    repeated = [one for one in columns if _LEAST < len(one) > len({cell.said for cell in one})]
    return [
        one if any(cell.said == one[0].said for cell in one[1:]) else one[1:] for one in repeated
    ]


def _stem(word: str) -> str:
    return spanish_stem(word.removesuffix("s"))
