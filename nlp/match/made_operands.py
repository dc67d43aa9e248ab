"""Operands beside the numbers of a text: rows that may be counted, percentages, moments.

Each kind is numbered by itself, rows those of their group; a percentage has the place of the next number.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, permutations

from nlp.asked.field_profile import FieldProfile
from nlp.labels.items import items_of
from nlp.labels.likeness import label_bag
from nlp.labels.rows import above_total
from nlp.labels.terms import Term, held
from nlp.latest import latest
from nlp.layout.structure import layout
from nlp.match.elapsed import Moment, asks_elapsed, lasts, moments_of, time_unit
from nlp.match.formula import COUNT, HEAD, UNTIL, Formula
from nlp.match.operands import SAYS, Operand, operands_of, placed
from nlp.match.pool import Reading
from nlp.reckon.stays import CLOCKS
from nlp.spans import Candidate, Document, Span

_LEAST = 2
_MOMENTS = 12
"""Moments of a text, beyond which none is set against each other one."""
_ROW = "ROW"


@latest(2)
def row_groups(document: Document, reading: Reading) -> tuple[tuple[str, tuple[Operand, ...]], ...]:
    """The rows of each table and list of a text, the items of its enumerations; what leads to them."""
    found = []
    for head, spans in _groups(document, reading):
        items = [
            (1.0, Candidate(*span, document.text[slice(*span)], "LIST_LINE", None, "rows"))
            for span in spans
        ]
        if len(items) < _LEAST:
            continue
        made = placed(document, reading, items)
        rows = (replace(one, unit=_ROW, near=label_bag(one.candidate.mention)) for one in made)
        found.append((head, tuple(rows)))
    return tuple(found)


def _groups(document: Document, reading: Reading) -> Iterator[tuple[str, list[Span]]]:
    """What leads to rows or items, and where these stand."""
    text, form = document.text, reading.labels.labelled.form
    for grid in form.grids:
        told = " ".join(text[slice(*head)] for head in grid.header)
        filled = ([cell for cell in row if cell is not None] for row in above_total(text, grid))
        yield f"{grid.title} {told}", [(row[0][0], row[-1][1]) for row in filled if row]
    lines = layout(document).lines
    for kind, each in groupby(enumerate(lines), key=lambda pair: pair[1].kind):
        block = list(each)
        if kind == "list":
            above = lines[block[0][0] - 1] if block[0][0] else None
            head = text[above.start : above.end][-HEAD:] if above is not None else ""
            yield head, [(line.body, line.end) for _, line in block]
    for pair in form.pairs:
        if pair.form == "colon":
            yield pair.label, list(items_of(pair, text))
    for one in reading.coordinations:
        yield text[max(0, one.opening - HEAD) : one.opening], sorted(one.spans)


@latest(2)
def percent_operands(document: Document, reading: Reading) -> tuple[Operand, ...]:
    """The percentages of a text."""
    valued = [
        (float(one.value.number), one)
        for one in reading.here.candidates
        if one.label == "PERCENT" and one.value is not None and one.value.number is not None
    ]
    valued.sort(key=lambda pair: pair[1].span)
    starts = [one.candidate.start for one in operands_of(document, reading)]
    return tuple(
        replace(one, at=bisect_left(starts, one.candidate.start))
        for one in placed(document, reading, valued)
    )


def counted(
    terms: Iterable[Term], groups: Sequence[tuple[str, tuple[Operand, ...]]]
) -> Iterator[Formula]:
    """How many rows there are, and how many that a word of the field is in, or is not."""
    every = list(terms)
    for head, rows in groups:
        yield Formula("count", COUNT, rows, head)
        for term in every:
            told = [held(term, one.near) >= SAYS for one in rows]
            if any(told) and not all(told):
                for kind, wanted in (("count_with", True), ("count_without", False)):
                    chosen = (one for one, here in zip(rows, told, strict=True) if here is wanted)
                    yield Formula(kind, COUNT, tuple(chosen), head)


@latest(2)
def _moments(
    document: Document, reading: Reading, clock: bool
) -> tuple[tuple[Moment, Operand], ...]:
    moments = moments_of(reading.here, clock)
    valued = [(float(one.value), one.one) for one in moments]
    made = placed(document, reading, valued)
    unit = "clock" if clock else "date"
    return tuple((one, replace(each, unit=unit)) for one, each in zip(moments, made, strict=True))


def moment_operands(
    profile: FieldProfile, document: Document, reading: Reading
) -> tuple[tuple[Moment, Operand], ...]:
    """The moments whose distance a field may ask for, as operands; none where it asks for no time."""
    if not asks_elapsed(profile):
        return ()
    found = _moments(document, reading, time_unit(profile) in CLOCKS)
    return found if len(found) <= _MOMENTS else ()


def times(profile: FieldProfile, moments: Sequence[tuple[Moment, Operand]]) -> Iterator[Formula]:
    """The time from each moment to each later one, in the unit of the field."""
    unit = time_unit(profile)
    for (first, one), (last, other) in permutations(moments, 2):
        time = lasts(first, last, unit)
        if time is not None and (one.at < other.at or first.dated):
            yield Formula("time", UNTIL, (one, other), "", time)
