"""Which numbers of a text are added up: sums that its layout or a word of the field proposes."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from nlp.labels.form_elements import column_of
from nlp.labels.rows import above_total
from nlp.labels.terms import Term, held, label_terms
from nlp.latest import latest
from nlp.layout.structure import layout
from nlp.match.formula import PLUS, Formula
from nlp.match.operands import CENT, HEAD, SAYS, Operand, by_line, last_within, operands_of, within
from nlp.match.pool import Reading
from nlp.reckon.reckoning_words import pattern_of
from nlp.reckon.row_states import counted_rows
from nlp.schema import Field
from nlp.spans import Document

_RUN = 4
"""Numbers of one unit, one behind the other, that are summed up at most where nothing else joins them."""
_NARROWED = frozenset({"column", "lines", "passage", "text"})


@latest(2)
def laid_out_sums(document: Document, reading: Reading) -> tuple[Formula, ...]:
    """The sums that a text's layout proposes, whatever is asked; asked again, the same."""
    operands = operands_of(document, reading)
    return (
        *_columns(document.text, reading, operands),
        *_lines(document, operands),
        *_stretches(operands),
        *_runs(operands),
    )


def _columns(text: str, reading: Reading, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The columns of tables down to a row that sums up, with and without a last cell that does."""
    for grid in reading.labels.labelled.form.grids:
        rows = above_total(text, grid)
        for at, head in enumerate(grid.header):
            column = last_within(column_of(rows, at), operands)
            told = f"{text[slice(*head)]} {grid.title}"
            yield Formula("column", PLUS, tuple(column), told)
            above = sum(one.value for one in column[:-1])
            if len(column) > 2 and math.isclose(column[-1].value, above, abs_tol=CENT):
                yield Formula("column", PLUS, tuple(column[:-1]), told)


def _lines(document: Document, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The first, second or last numbers of lines that follow each other, all and those of one unit."""
    lines = by_line(operands)
    for place in (-1, 0, 1):
        block: list[Operand] = []
        head = ""
        for at, line in enumerate(layout(document).lines):
            here = lines.get(at, [])
            one: Operand | None = here[place] if here and place < len(here) else None
            apart = line.apart or line.kind in {"heading", "rule"}
            sums_up = bool(block) and not apart and one is not None and one.is_total
            if block and (apart or sums_up or one is None):
                yield from _by_unit("lines", block, head)
                block = []
            if one is None:
                head = document.text[line.start : line.end][:HEAD]
            elif not sums_up:
                block.append(one)
        yield from _by_unit("lines", block, head)


def _by_unit(kind: str, operands: Sequence[Operand], head: str = "") -> Iterator[Formula]:
    """The sum of operands, and of those of each unit that some have."""
    yield Formula(kind, PLUS, tuple(operands), head)
    units = dict.fromkeys(one.unit for one in operands)
    for unit in units if len(units) > 1 else ():
        yield Formula(kind, PLUS, tuple(one for one in operands if one.unit == unit), head)


def _stretches(operands: Sequence[Operand]) -> Iterator[Formula]:
    """The numbers of one unit in a sentence, a passage, the text; those behind one label."""
    groups: dict[tuple[str, int | str, str | None], list[Operand]] = defaultdict(list)
    for one in operands:
        groups["sentence", one.sentence, one.unit].append(one)
        groups["passage", one.passage, one.unit].append(one)
        groups["text", 0, one.unit].append(one)
        if not one.is_total:
            groups["text", 1, one.unit].append(one)
        if one.label:
            groups["label", one.label, None].append(one)
    for (kind, told, _), each in groups.items():
        yield Formula(kind, PLUS, tuple(each), told if isinstance(told, str) else "")


def _runs(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Numbers of one unit, one behind the other."""
    for unit in dict.fromkeys(one.unit for one in operands):
        alike = [one for one in operands if one.unit == unit]
        for start in range(len(alike)):
            for end in range(start + 2, min(start + _RUN, len(alike)) + 1):
                yield Formula("run", PLUS, tuple(alike[start:end]))


def sums_of_terms(terms: Iterable[Term], operands: Sequence[Operand]) -> Iterator[Formula]:
    """The numbers by which a word of the field stands, all and the last or first of each line."""
    for term in terms:
        told = [one for one in operands if held(term, one.near) >= SAYS and not one.is_total]
        yield from _by_unit("word", told)
        yield from _by_unit("word", list({one.line: one for one in told}.values()))
        yield from _by_unit("word", list({one.line: one for one in told[::-1]}.values())[::-1])


def narrowed_sums(
    field: Field,
    terms: Iterable[Term],
    plain: Iterable[Formula],
    operands: Sequence[Operand],
    document: Document,
) -> Iterator[Formula]:
    """Sums of the rows that a word of the field is in, or that it leaves out, or of one state."""
    left_out = pattern_of("leaves_out").search(field.description)
    out = label_terms(left_out[1]) if left_out is not None else ()
    kept = [one for one in terms if one not in out]
    for one in plain:
        if one.kind in _NARROWED:
            for term in out:
                rest = tuple(each for each in one.terms if not _tells(term, each))
                yield Formula("without", PLUS, rest if rest != one.terms else (), one.head)
            for term in kept:
                only = tuple(each for each in one.terms if _tells(term, each))
                yield Formula("only", PLUS, only if only != one.terms else (), one.head)
    rows = [within(row.span, operands) for row in counted_rows(field, document)]
    for place in (-1, 0, 1):
        cells = [row[place] for row in rows if place < len(row) and row]
        yield Formula("state", PLUS, tuple(cells) if len(cells) == len(rows) else ())


def _tells(term: Term, one: Operand) -> bool:
    return held(term, one.row) >= SAYS or held(term, one.near) >= SAYS
