"""Which rows of a form's tables and checklists a field asks for by their state.

"Puntos que no cumplen", "results out of range", "alumnos ausentes", "requisitos marcados NO": a state
stands in a column as a word or a code, as a mark under one of several heads, as a ticked box or, beside
a figure, as an asterisk.
"""

from collections.abc import Collection
from dataclasses import replace
from re import Match

from nlp.labels.row_cells import Cell, Row, Rows, bare, rows_of
from nlp.numeric.digits import read_digits
from nlp.reckon.reckoning_words import named, pattern_of, says, told_of, words
from nlp.schema import Field
from nlp.spans import Document
from nlp.stems import fold, spanish_stem, words_of

_LEAST = 3
"""Rows of a table whose states are told."""
_SIDES = {"<": "most", ">": "least"}
_STATES = ("no", "yes", "none", "missing")
_ASKED = ("flags", "no", "yes", "missing")
_QUOTES = "'\"«»“”‘’"
_SHORT = 3
"""Letters of words that name no state."""
_OPENING = 3
"""Words of a description that say that it counts."""


def counted_rows(field: Field, document: Document) -> list[Row]:
    """The rows whose state a field of a number counts; none where no state answers."""
    opening = " ".join(field.description.split()[:_OPENING])
    if pattern_of("adds_up").search(told_of(field)):
        return []
    worded = says(f"{named(field)} {opening}", words("counts"))
    return chosen_rows(field, document, worded=worded)


def chosen_rows(field: Field, document: Document, *, worded: bool = False) -> list[Row]:
    """The rows in the state that a field asks for; none where it asks for none or no row tells one.

    ``worded`` says whether any word of the field may name a state.
    """
    told = told_of(field)
    quoted = [
        (one.start(), bare(one.group()).strip(_QUOTES))
        for one in pattern_of("quoted").finditer(field.description)
    ]
    asked = next((one for one in _ASKED if pattern_of(f"counts_{one}").search(told)), None)
    if asked == "missing" and not (worded or _holds_names(field)):
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


def _holds_names(field: Field) -> bool:
    """Whether a field is a list of plain values."""
    return field.kind == "array" and field.item is not None and field.item.is_leaf


def _literal(quoted: Collection[tuple[int, str]], description: str, rows: Rows) -> list[Row]:
    """The rows that say what a description quotes or sets in capitals; of one column, all others."""
    chosen: list[Cell] = []
    others: list[Cell] = []
    for column in rows.columns if quoted else ():
        said = {meant for one in column for meant in rows.meant(one)}
        found = [(at, state) for at, state in quoted if state in said]
        states = {state for _, state in found}
        if found and pattern_of("without").search(description, 0, found[0][0]):
            left = [one for one in column if states.isdisjoint(rows.meant(one))]
            others = max(others, left, key=len)
        else:
            chosen += [one for one in column if not states.isdisjoint(rows.meant(one))]
    return rows.where(frozenset(others or chosen).__contains__)


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


def _bounds_in(cell: Cell, row: Row) -> Match[str] | None:
    """The limits that a cell gives, by itself or with its head: "50" below "Valor máx."."""
    found = pattern_of("bounds").fullmatch(cell.said)
    if found is not None or not cell.said[:1].isdigit():
        return found
    head = row.head_of(cell)
    side = next((one for one, end in _SIDES.items() if pattern_of(f"head_{end}").search(head)), "")
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
    for column in rows.columns:
        fitting = [
            one for one in column if any(_stem(word) in asked for word in words_of(one.said)[:1])
        ]
        if len(fitting) > max(1, len(best)):
            best = fitting
    return rows.where(frozenset(best).__contains__)


def _stem(word: str) -> str:
    return spanish_stem(word.removesuffix("s"))
