"""What can be reckoned with in a text: its numbers, rows, percentages and moments, as operands.

Each has what it counts, where it stands and the words that tell of it, and is numbered among its kind,
rows in their group.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.labels.form_elements import Pair, pair_around
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import label_bag
from nlp.labels.rows import above_total
from nlp.latest import latest
from nlp.layout.page_elements import Layout, Line, Sentence
from nlp.layout.structure import layout
from nlp.match.elapsed import Moment, asks_elapsed, moments_of, time_unit
from nlp.match.pool import Reading
from nlp.match.told_numbers import plain_numbers, raw_number
from nlp.reckon.reckoning_words import calls_paid, pattern_of, without_leaders
from nlp.reckon.stays import CLOCKS
from nlp.spans import Candidate, Document, Span, holds
from nlp.stems import fold

Bag = dict[str, float]
"""The keys of words and how strongly they stand for them; read, never changed."""

SAYS = 0.6
"""How surely words hold a term of a field that chooses among numbers or rows."""
HEAD = 80
"""Characters of what leads to numbers, or goes on behind them, that tell of all."""
CENT = 0.006
"""By how much two amounts may differ that are one."""
_BEFORE, _BEHIND = 80, 40
"""Characters before a number and behind it that may tell of it."""
_LEAD = 80
"""Characters that open a line and tell of every number in it."""
_NEAR = 200
"""Characters of all that tells of a number."""
_LINE = 160
"""Characters of a line that is as one row: its words tell of all its numbers."""
_LEAST = 2
"""Rows of a group at least."""
_MOMENTS = 12
"""Moments of a text, beyond which none is set against each other one."""
_NOUN = re.compile(r"\W{0,3}(?:de\s)?([^\W\d_]{3,})")
_DIGITS = re.compile(r"\d+")
_CLAUSE_END = re.compile(r"[,;.|](?:\s|$)")
_NO_PAIR = Pair("", 0, 0, 0, 0, "")


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """A number of a text; ``at`` is its place among its kind, those of lines and the rest in the layout.

    ``near`` are the words by it and of its label, ``row`` those of its whole line, ``above`` the title
    it stands under; ``noun`` is the word behind it. ``is_total`` says that its line sums others up;
    ``is_whole``, ``is_paid`` and ``is_due`` are what the words before it call an amount.
    """

    at: int
    candidate: Candidate
    value: float
    unit: str | None
    line: int
    sentence: int
    passage: int
    label: str
    form: str
    above: str
    near: Bag
    row: Bag
    noun: str
    is_total: bool
    is_whole: bool
    is_paid: bool
    is_due: bool


@latest(2)
def operands_of(document: Document, reading: Reading) -> tuple[Operand, ...]:
    """The numbers of a text in its order, without its dates; asked again, the same."""
    numbers = [
        (number, one)
        for one in plain_numbers(reading.here.candidates)
        if (number := raw_number(one)) is not None
    ]
    return tuple(placed(document, reading, numbers))


def placed(
    document: Document, reading: Reading, valued: Sequence[tuple[float, Candidate]]
) -> list[Operand]:
    """Mentions in the order of the text as operands, with what each comes to."""
    page, text = layout(document), document.text
    pairs = [one for one in reading.labels.labelled.form.pairs if one.form != "title"]
    found: list[Operand] = []
    for at, each in groupby(valued, key=lambda pair: _place(page.lines, pair[1])):
        own, line = list(each), page.lines[at]
        row = _bag(text[line.start : line.end] if line.end - line.start <= _LINE else "")
        around = _around(text, line, [one for _, one in own])
        for (number, one), (lead, before, behind) in zip(own, around, strict=True):
            pair = pair_around(pairs, one.span) or _NO_PAIR
            parts = (lead.strip(), before.strip(), behind.strip(), pair.label, pair.row)
            amount = without_leaders(f"{pair.label} {before}")
            noun = _NOUN.match(behind)
            operand = Operand(
                at=len(found),
                candidate=one,
                value=number,
                unit=unit_of(one),
                line=at,
                sentence=_place(page.sentences, one),
                passage=_place(page.passages, one),
                label=fold(pair.label),
                form=pair.form,
                above=_above(text, page, one, pair),
                near=_bag(" ".join(dict.fromkeys(parts))[:_NEAR]),
                row=row,
                noun=fold(noun[1]) if noun is not None else "",
                is_total=label_lexicon().opens_total(
                    (pair.row or pair.label or lead).strip(" |*-")
                ),
                is_whole=pattern_of("says_total").search(amount) is not None,
                is_paid=calls_paid(amount, behind),
                is_due=pattern_of("to_pay").search(amount) is not None,
            )
            found.append(operand)
    return found


def _above(text: str, page: Layout, one: Candidate, pair: Pair) -> str:
    """The titles that a number stands under: of its pair, and of its part of the text."""
    heading = page.heading_of(one.start)
    headings = [text[heading.start : heading.end]] if heading is not None else []
    return " ".join([*pair.sections[:1], *headings])


def _bag(said: str) -> Bag:
    return label_bag(_DIGITS.sub("", said))


def _place(parts: Sequence[Line | Sentence], one: Candidate) -> int:
    """The number of the last part that begins before a mention ends; -1 before the first."""
    return bisect_left(parts, one.end, key=attrgetter("start")) - 1


def _around(text: str, line: Line, numbers: Sequence[Candidate]) -> Iterator[tuple[str, str, str]]:
    """What opens the line of numbers, and what stands before each and behind it."""
    lead = text[line.start : numbers[0].start][:_LEAD]
    ends = [line.start, *(one.end for one in numbers)]
    starts = [*(one.start for one in numbers[1:]), max(line.end, numbers[-1].end)]
    for one, begin, stop in zip(numbers, ends, starts, strict=False):
        before = text[max(begin, one.start - _BEFORE) : one.start]
        behind = text[one.end : min(stop, one.end + _BEHIND)]
        yield lead, before, _CLAUSE_END.split(behind)[0]


@latest(2)
def percent_operands(document: Document, reading: Reading) -> tuple[Operand, ...]:
    """The percentages of a text, each at the place of the next number."""
    valued = [
        (number, one)
        for one in reading.here.candidates
        if one.label == "PERCENT" and (number := raw_number(one)) is not None
    ]
    valued.sort(key=lambda pair: pair[1].span)
    starts = [one.candidate.start for one in operands_of(document, reading)]
    return tuple(
        replace(one, at=bisect_left(starts, one.candidate.start))
        for one in placed(document, reading, valued)
    )


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
        rows = (replace(one, unit="ROW", near=label_bag(one.candidate.mention)) for one in made)
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


def of_one_kind(one: Operand, other: Operand) -> bool:
    """Whether two numbers may count the same, as far as their units say."""
    return one.unit == other.unit or None in (one.unit, other.unit)


def of_two_kinds(one: Operand, other: Operand) -> bool:
    """Whether two numbers may count different things, as those of a product do."""
    return one.unit != other.unit or one.unit is None


def gaps(text: str, operands: Iterable[Operand]) -> list[str]:
    """What stands between neighbours of some operands, in the order of the text."""
    spans = sorted(one.candidate.span for one in operands)
    return [text[first[1] : second[0]] for first, second in pairwise(spans)]


def within(span: Span, operands: Iterable[Operand]) -> list[Operand]:
    """The operands that stand in a span."""
    return [one for one in operands if holds(span, one.candidate.span)]


def last_within(spans: Iterable[Span], operands: Sequence[Operand]) -> list[Operand]:
    """The last operand of each span that has one."""
    return [inside[-1] for span in spans if (inside := within(span, operands))]


def by_line(operands: Iterable[Operand]) -> dict[int, list[Operand]]:
    """The operands of each line that has some."""
    found: dict[int, list[Operand]] = defaultdict(list)
    for one in operands:
        found[one.line].append(one)
    return found
