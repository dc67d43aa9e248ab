"""What the numbers of a text come to: sums, differences and products that a field may ask for.

Every formula is one that the layout or the words of a text propose: a column, the lines of a block, the
amounts of a sentence, the numbers of which a word of the field speaks. Which of them a field means,
:mod:`nlp.match.weighed_formulas` says.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from nlp.asked.field_profile import FieldProfile
from nlp.labels.applied import Labels
from nlp.labels.likeness import FieldTerms
from nlp.labels.rows import opens_total
from nlp.labels.terms import Term, held, label_terms
from nlp.latest import latest
from nlp.layout.structure import layout
from nlp.match.operands import Operand, operands_of
from nlp.match.pool import Reading
from nlp.match.told_numbers import told_numbers
from nlp.reckon.reckoning_words import expression_of, named, pattern_of, says, words
from nlp.reckon.row_states import counted_rows
from nlp.schema import is_number
from nlp.spans import Document, Span, holds
from nlp.stems import fold

PLUS, MINUS, TIMES, OVER, ROWS = "plus", "minus", "product", "over", "rows"
"""Operators; ``rows`` sums the products of two columns."""
_ASKED = {PLUS: "sum", MINUS: "minus", TIMES: "product", OVER: "over"}
_MOST = 40
"""Operands of one formula at most."""
_SCALE, _SCALED = 1e6, 1e3
_SHOWN = 6
"""Numbers that a reckoning tells."""
_SIGNS = {PLUS: " + ", MINUS: " − ", TIMES: " × ", OVER: " ÷ ", ROWS: " + "}
_HEAD = 80
"""Characters of a line above others that tell of them."""
_REACH, _NEXT = 4, 2
"""How many numbers further on the other one of a difference stands at most, and that of a product."""
_RUN = 4
"""Numbers of one unit, one behind the other, that are summed up at most where nothing else joins them."""
_SAYS = 0.6
"""How surely words hold a term that chooses among numbers."""
_NARROWED = frozenset({"column", "lines", "passage", "text"})
_LEAST_PAID = 0.01
"""What of a total is paid in advance at least."""
_CENT = 0.006


@dataclass(frozen=True, slots=True)
class Formula:
    """An operator over operands; ``kind`` says what proposes it, ``head`` are words for all of them."""

    kind: str
    operator: str
    terms: tuple[Operand, ...]
    head: str = ""

    @property
    def value(self) -> float:
        """What it comes to, without the noise of binary fractions."""
        first, *rest = values = [one.value for one in self.terms]
        if self.operator == MINUS:
            found = first - sum(rest)
        elif self.operator == TIMES:
            found = math.prod(values)
        elif self.operator == OVER:
            found = first / math.prod(rest)
        elif self.operator == ROWS:
            half = len(values) // 2
            found = sum(map(math.prod, zip(values[:half], values[half:], strict=True)))
        else:
            found = sum(values)
        return float(f"{found:.12g}")

    @property
    def reckoning(self) -> str:
        """How it is reckoned: ``12 + 3.5``, the first numbers of many."""
        said = [f"{one.value:g}" for one in self.terms[:_SHOWN]]
        if self.operator == ROWS:
            half = len(self.terms) // 2
            twos = zip(self.terms[:half], self.terms[half:], strict=True)
            said = [f"{one.value:g} × {other.value:g}" for one, other in islice(twos, _SHOWN // 2)]
        more = len(self.terms) > _SHOWN
        return _SIGNS[self.operator].join([*said, "…"] if more else said)


def formulas_of(asked: FieldTerms, document: Document, reading: Reading) -> Iterator[Formula]:
    """Every formula proposed to a field, none twice; which kinds, :func:`asking` says."""
    operands = operands_of(document, reading)
    told = asking(asked.profile)
    found: list[Iterable[Formula]] = [_told(document, reading)]
    if told & {"sum", "total", "all", "computed"}:
        plain = _sums(document, reading)
        found += [plain, _of_terms(asked, operands), _of_lists(reading.labels, operands)]
        found.append(_narrowed(asked, plain, operands, document))
    if told & {"minus", "difference", "left", "computed", "balance"}:
        found += [_differences(operands), _balances(operands)]
        terms = terms_of(asked)
        near = [one for one in operands if any(held(term, one.near) for term in terms)]
        found.append(_all_differences(near))
    if "over" in told:
        found.append(_quotients(operands))
    if told & {"product", "total", "sum", "computed"}:
        found += [_products(operands), _rows(reading, operands)]
    seen: set[tuple[str, tuple[Operand, ...]]] = set()
    for one in (formula for each in found for formula in each):
        key = (one.operator, one.terms)
        if 2 <= len(one.terms) <= _MOST and key not in seen:
            seen.add(key)
            yield one


def asking(profile: FieldProfile) -> frozenset[str]:
    """How a field asks for something to be reckoned: the groups of words that its own belong to."""
    told = fold(f"{named(profile)}. {profile.field.description}")
    found = {name for name in FORMULA_WORDS if pattern_of(f"formula_{name}").search(told)}
    expression = expression_of(profile.field.description)
    found |= {_ASKED[expression[0]]} if expression is not None else set()
    found |= {name for name in _OTHERS if pattern_of(name).search(told)}
    if pattern_of("asks_balance").search(f"{named(profile)}. {profile.field.description}"):
        found.add("balance")
    return frozenset(found)


_OTHERS = ("denied", "before")
"""Words that ask for the rest of a whole, or for the other side of what is compared."""
FORMULA_WORDS = ("sum", "total", "all", "minus", "difference", "left", "product", "computed")
"""Groups of words by which fields ask for something to be reckoned (``resources/reckoning.yaml``)."""


def terms_of(asked: FieldTerms) -> list[Term]:
    """The terms of a field that say of what something is asked, not that it is to be reckoned."""
    every = dict.fromkeys((*asked.names, *asked.description))
    return [one for one in every if not says(one.word, words("reckoned"))]


@latest(2)
def _told(document: Document, reading: Reading) -> tuple[Formula, ...]:
    """What a sentence says of a third number by two, with the words that may name it."""
    text = document.text
    by_start = {one.candidate.start: one for one in operands_of(document, reading)}
    found = []
    for one in told_numbers(text, reading.here.candidates):
        first, second = by_start.get(one.first.start), by_start.get(one.second.start)
        if first is not None and second is not None and _of_one_scale(first, second):
            rest = text[one.rest : one.rest + _HEAD] if one.rest is not None else ""
            kind = "compared" if one.compared else "rest"
            head = f"{one.about} {rest}"
            found.append(Formula(kind, MINUS if one.sign < 0 else PLUS, (first, second), head))
    return tuple(found)


def _of_one_scale(one: Operand, other: Operand) -> bool:
    """Whether the second of two numbers does not leave a scale to the first: "6,8 millones, 1,1 más"."""
    return abs(one.value) < _SCALE or abs(other.value) > _SCALED


@latest(2)
def _sums(document: Document, reading: Reading) -> tuple[Formula, ...]:
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
        rows = []
        for row in grid.rows:
            if opens_total(text, row):
                break
            rows.append(row)
        for at, head in enumerate(grid.header):
            cells = [cell for row in rows for cell in row[at : at + 1] if cell is not None]
            inside = [_within(cell, operands) for cell in cells]
            column = [each[-1] for each in inside if each]
            told = f"{text[slice(*head)]} {grid.title}"
            yield Formula("column", PLUS, tuple(column), told)
            above = sum(one.value for one in column[:-1])
            if len(column) > 2 and math.isclose(column[-1].value, above, abs_tol=_CENT):
                yield Formula("column", PLUS, tuple(column[:-1]), told)


def _within(span: Span, operands: Iterable[Operand]) -> list[Operand]:
    return [one for one in operands if holds(span, one.candidate.span)]


def _lines(document: Document, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The first, second or last numbers of lines that follow each other, all and those of one unit."""
    by_line: dict[int, list[Operand]] = defaultdict(list)
    for each in operands:
        by_line[each.line].append(each)
    for place in (-1, 0, 1):
        block: list[Operand] = []
        head = ""
        for at, line in enumerate(layout(document).lines):
            here = by_line.get(at, [])
            one: Operand | None = here[place] if here and place < len(here) else None
            apart = line.apart or line.kind in {"heading", "rule"}
            sums_up = bool(block) and not apart and one is not None and one.is_total
            if block and (apart or sums_up or one is None):
                yield from _by_unit("lines", block, head)
                block = []
            if one is None:
                head = document.text[line.start : line.end][:_HEAD]
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


def _of_terms(asked: FieldTerms, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The numbers by which a word of the field stands, all and the last or first of each line."""
    for term in terms_of(asked):
        told = [one for one in operands if held(term, one.near) >= _SAYS and not one.is_total]
        yield from _by_unit("word", told)
        yield from _by_unit("word", list({one.line: one for one in told}.values()))
        yield from _by_unit("word", list({one.line: one for one in told[::-1]}.values())[::-1])


def _of_lists(labels: Labels, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The numbers of one leaf of a list that labels read."""
    for path, rows in labels.rows.items():
        leaves: Mapping[str, list[Operand]] = defaultdict(list)
        for span, row in zip(rows.spans, rows.values, strict=False):
            inside = _within(span, operands)
            for name, value in row.items() if isinstance(row, Mapping) else ():
                if is_number(value):
                    alike = (one for one in inside if abs(one.value - value) < _CENT)
                    leaves[name].extend(islice(alike, 1))
        for name, column in leaves.items():
            yield Formula("list", PLUS, tuple(column), f"{name} {path}")


def _narrowed(
    asked: FieldTerms, plain: Iterable[Formula], operands: Sequence[Operand], document: Document
) -> Iterator[Formula]:
    """Sums of the rows that a word of the field is in, or that it leaves out, or of one state."""
    field = asked.profile.field
    left_out = pattern_of("leaves_out").search(field.description)
    out = label_terms(left_out[1]) if left_out is not None else ()
    kept = [one for one in terms_of(asked) if one not in out]
    for one in plain:
        if one.kind in _NARROWED:
            for term in out:
                rest = tuple(each for each in one.terms if not _tells(term, each))
                yield Formula("without", PLUS, rest if rest != one.terms else (), one.head)
            for term in kept:
                only = tuple(each for each in one.terms if _tells(term, each))
                yield Formula("only", PLUS, only if only != one.terms else (), one.head)
    rows = [_within(row.span, operands) for row in counted_rows(field, document)]
    for place in (-1, 0, 1):
        cells = [row[place] for row in rows if place < len(row) and row]
        yield Formula("state", PLUS, tuple(cells) if len(cells) == len(rows) else ())


def _tells(term: Term, one: Operand) -> bool:
    return held(term, one.row) >= _SAYS or held(term, one.near) >= _SAYS


def _differences(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Two numbers near each other, one less the other."""
    for one in operands:
        for other in operands[one.at + 1 : one.at + 1 + _REACH]:
            if _of_one_kind(one, other):
                yield Formula("difference", MINUS, (one, other))
                yield Formula("difference", MINUS, (other, one))


def _all_differences(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Each two of some numbers, one less the other."""
    for one in operands:
        for other in operands:
            if one is not other and _of_one_kind(one, other):
                yield Formula("told", MINUS, (one, other))


def _of_one_kind(one: Operand, other: Operand) -> bool:
    return one.unit == other.unit or None in (one.unit, other.unit)


def _balances(operands: Sequence[Operand]) -> Iterator[Formula]:
    """What the text calls a whole less all that it calls paid, every amount once."""
    paid = {one.value: one for one in reversed(operands) if one.is_paid}
    for whole in operands:
        if whole.is_whole and not whole.is_paid:
            least = _LEAST_PAID * whole.value
            parts = [one for value, one in paid.items() if least <= value <= whole.value]
            yield Formula("balance", MINUS, (whole, *reversed(parts)))


def _products(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Two numbers near each other that are not of one unit."""
    for one in operands:
        for other in operands[one.at + 1 : one.at + 1 + _NEXT]:
            if one.unit != other.unit or one.unit is None:
                yield Formula("product", TIMES, (one, other))


def _quotients(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Each number by each other one that is not of its unit."""
    for one in operands:
        for other in operands:
            if one is not other and other.value and (one.unit != other.unit or one.unit is None):
                yield Formula("quotient", OVER, (one, other))


def _rows(reading: Reading, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The products of two columns, or of the first two numbers of each line, summed up."""
    for grid in reading.labels.labelled.form.grids:
        columns = [
            [inside[-1] for row in grid.rows for cell in row[at : at + 1]
             if cell is not None and (inside := _within(cell, operands))]
            for at in range(len(grid.header))
        ]  # fmt: skip
        for one, other in (*pairwise(columns), *zip(columns, columns[2:], strict=False)):
            if [each.line for each in one] == [each.line for each in other]:
                yield Formula("rows", ROWS, (*one, *other))
    by_line: dict[int, list[Operand]] = defaultdict(list)
    for each in operands:
        by_line[each.line].append(each)
    twos = [line[:2] for line in by_line.values() if len(line) > 1]
    yield Formula("rows", ROWS, (*(one for one, _ in twos), *(other for _, other in twos)))
