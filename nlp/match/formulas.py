"""What the numbers of a text come to: sums, differences and products that a field may ask for.

Every formula is one that the layout or the words of a text propose: a column, the lines of a block, the
amounts of a sentence, the numbers of which a word of the field speaks. Which of them a field means,
:mod:`nlp.match.weighed_formulas` says.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations

from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import column_of
from nlp.labels.likeness import FieldTerms
from nlp.labels.terms import Term, held
from nlp.latest import latest
from nlp.match.elapsed import Moment, lasts, time_unit
from nlp.match.formula import (
    COUNT,
    GROWN,
    LEAST,
    LESS,
    MEAN,
    MINUS,
    MORE,
    MOST,
    OF_HUNDRED,
    OVER,
    PLUS,
    PLUS_PRODUCT,
    ROWS,
    SHARE,
    SHARE_OF,
    TIMES,
    UNTIL,
    Formula,
)
from nlp.match.operands import (
    HEAD,
    SAYS,
    Operand,
    by_line,
    last_within,
    moment_operands,
    of_one_kind,
    of_two_kinds,
    operands_of,
    percent_operands,
    row_groups,
    within,
)
from nlp.match.pool import Reading
from nlp.match.summands import laid_out_sums, narrowed_sums, sums_of_terms
from nlp.match.told_numbers import told_numbers
from nlp.reckon.reckoning_words import asks_balance, expression_of, pattern_of, says, told_of, words
from nlp.spans import Document
from nlp.stems import fold

_ASKED = {PLUS: "sum", MINUS: "minus", TIMES: "product", OVER: "over"}
_TOGETHER = frozenset({PLUS, TIMES, ROWS, PLUS_PRODUCT})
_OTHERS = ("denied", "before")
"""Words that ask for the rest of a whole, or for the other side of what is compared."""
_PERCENT = "%"
_PERCENTS = 4
"""Percentages of a text, beyond which none is taken of a number."""
_OF_OTHER = 6
"""How many numbers apart two may stand of which one is a share of the other."""
_PARTS = 5
"""Parts of a whole at most."""
_AHEAD = 60
"""Characters behind the word for the rest that tell what it is of."""
_BACK = 300
"""Characters before that word in which the whole and its parts stand."""
FORMULA_WORDS = (
    "sum", "total", "all", "minus", "difference", "left", "product", "computed", "most", "least",
    "mean", "count", "each",
)  # fmt: skip
"""Groups of words by which fields ask for something to be reckoned (``resources/reckoning.yaml``)."""
_LARGEST = 40
"""Operands of one formula at most."""
_OF_GROUPS = (MOST, LEAST, MEAN)
_PARTIAL = frozenset({"run", "label"})
"""Sums of too little to choose the largest from."""
_SCALE, _SCALED = 1e6, 1e3
_EACH = 6
"""How many numbers apart two may stand of which one is by the other."""
_REACH, _NEXT = 4, 2
"""How many numbers further on the other one of a difference stands at most, and that of a product."""


def formulas_of(asked: FieldTerms, document: Document, reading: Reading) -> Iterator[Formula]:
    """Every formula proposed to a field, none twice; which kinds, :func:`asking` says.

    A whole and what the text calls a part of it are neither added up nor multiplied.
    """
    seen: set[tuple[str, tuple[Operand, ...]]] = set()
    told = _told(document, reading)
    wholes = [one.terms for one in told if one.kind == "rest"]
    proposed = chain(told, _remainders(document, reading), _asked_for(asked, document, reading))
    for one in proposed:
        key = (one.operator, one.terms)
        least = 1 if one.operator == COUNT else 2  # one row may be all that is counted
        if key in seen or not least <= len(one.terms) <= _LARGEST:
            continue
        seen.add(key)
        if one.operator not in _TOGETHER or not any(map(set(one.terms).issuperset, wholes)):
            yield one


def _asked_for(asked: FieldTerms, document: Document, reading: Reading) -> Iterator[Formula]:
    """The formulas that the words of a field ask for."""
    profile = asked.profile
    told = asking(profile)
    may_share = profile.unit == _PERCENT or bool(told) or profile.asks("money") > 0
    operands = operands_of(document, reading) if told or may_share else ()
    terms = terms_of(asked) if told else []
    sums = told & {"sum", "total", "all", "computed"}
    beside = [one for one in _OF_GROUPS if one in told]
    if sums or beside:
        plain = laid_out_sums(document, reading)
        every = [
            *plain,
            *sums_of_terms(terms, operands),
            *narrowed_sums(profile.field, terms, plain, operands, document),
        ]
        yield from every if sums else ()
        yield from _of_groups(beside, every)
    if told & {"count", "total"}:
        yield from _counted(terms, row_groups(document, reading))
    yield from _times(profile, moment_operands(profile, document, reading))
    if may_share:
        percents = percent_operands(document, reading)
        yield from _shares(profile, percents, operands)
    if told & {"minus", "difference", "left", "computed", "balance"}:
        yield from _differences(operands)
        near = [one for one in operands if any(held(term, one.near) for term in terms)]
        for one, other in permutations(near, 2):
            if of_one_kind(one, other):
                yield Formula("told", MINUS, (one, other))
    if "over" in told:
        yield from _quotients(operands)
    elif "each" in told:
        yield from _quotients(operands, _EACH)
    if told & {"product", "total", "sum", "computed"}:
        yield from _products(operands)
        yield from _with_products(operands)
        yield from _rows(reading, operands)


def _counted(
    terms: Sequence[Term], groups: Sequence[tuple[str, tuple[Operand, ...]]]
) -> Iterator[Formula]:
    """How many rows there are, and how many that a word of the field is in, or is not."""
    for head, rows in groups:
        yield Formula("count", COUNT, rows, head)
        for term in terms:
            told = [held(term, one.near) >= SAYS for one in rows]
            if any(told) and not all(told):
                for kind, wanted in (("count_with", True), ("count_without", False)):
                    chosen = (one for one, here in zip(rows, told, strict=True) if here is wanted)
                    yield Formula(kind, COUNT, tuple(chosen), head)


def _times(profile: FieldProfile, moments: Sequence[tuple[Moment, Operand]]) -> Iterator[Formula]:
    """The time from each moment to each later one, in the unit of the field."""
    unit = time_unit(profile)
    for (first, one), (last, other) in permutations(moments, 2):
        time = lasts(first, last, unit)
        if time is not None and (one.at < other.at or first.dated):
            yield Formula("time", UNTIL, (one, other), "", time)


def _of_groups(asked: Sequence[str], sums: Sequence[Formula]) -> Iterator[Formula]:
    """The largest, the least and the mean of what would be added up, as the field asks."""
    for one in sums:
        if one.kind not in _PARTIAL:
            for operator in asked:
                yield Formula(f"{operator}_{one.kind}", operator, one.terms, one.head)


def asking(profile: FieldProfile) -> frozenset[str]:
    """How a field asks for something to be reckoned: the groups of words that its own belong to."""
    return _asking(told_of(profile.field), profile.field.description)


@lru_cache(maxsize=256)
def _asking(told: str, description: str) -> frozenset[str]:
    folded = fold(told)
    found = {name for name in FORMULA_WORDS if pattern_of(f"formula_{name}").search(folded)}
    found |= {name for name in _OTHERS if pattern_of(name).search(folded)}
    expression = expression_of(description)
    if expression is not None:
        found.add(_ASKED[expression[0]])
    if asks_balance(told):
        found.add("balance")
    return frozenset(found)


def terms_of(asked: FieldTerms) -> list[Term]:
    """The terms of a field that say of what something is asked, not that it is to be reckoned."""
    every = dict.fromkeys((*asked.names, *asked.description))
    return [one for one in every if not says(one.word, words("reckoned"))]


@latest(2)
def _told(document: Document, reading: Reading) -> tuple[Formula, ...]:
    """What a sentence says of a third number by two, with the words that may name it."""
    text = document.text
    told = told_numbers(text, reading.here.candidates)
    operands = operands_of(document, reading) if told else ()
    by_start = {one.candidate.start: one for one in operands}
    found = []
    for one in told:
        first, second = by_start.get(one.first.start), by_start.get(one.second.start)
        if first is not None and second is not None and _of_one_scale(first, second):
            rest = text[one.rest : one.rest + HEAD] if one.rest is not None else ""
            kind = "compared" if one.compared else "rest"
            head = f"{one.about} {rest}"
            found.append(Formula(kind, MINUS if one.sign < 0 else PLUS, (first, second), head))
    return tuple(found)


def _of_one_scale(one: Operand, other: Operand) -> bool:
    """Whether the second of two numbers does not leave a scale to the first: "6,8 millones, 1,1 más"."""
    return abs(one.value) < _SCALE or abs(other.value) > _SCALED


@latest(2)
def _remainders(document: Document, reading: Reading) -> tuple[Formula, ...]:
    """What is left of each whole where a text speaks of the rest, with the words for it."""
    text = document.text
    found: list[Formula] = []
    matches = list(pattern_of("formula_rest").finditer(text))
    operands = operands_of(document, reading) if matches else ()
    for match in matches:
        before = within((match.start() - _BACK, match.start()), operands)
        clause = pattern_of("clause_end").split(text[match.end() : match.end() + _AHEAD])[0]
        found += _of_wholes(before, clause)
    return tuple(found)


def _of_wholes(before: Sequence[Operand], head: str) -> Iterator[Formula]:
    """Each number less all smaller ones behind it of its kind, and less the last ones of these."""
    for at, whole in enumerate(before):
        parts = [
            one for one in before[at + 1 :] if one.value < whole.value and of_one_kind(one, whole)
        ]
        for size in range(1, min(len(parts), _PARTS) + 1):
            last = parts[-size:]
            if sum(one.value for one in last) < whole.value:
                yield Formula("remainder", MINUS, (whole, *last), head)


def _shares(
    profile: FieldProfile, percents: Sequence[Operand], operands: Sequence[Operand]
) -> Iterator[Formula]:
    """What percentages and numbers come to together, for a field of percentages or of numbers."""
    if profile.unit == _PERCENT:
        yield from _as_percent(operands)
        own = [one for one in percents if 0 < one.value < 100]
        yield Formula("others", OF_HUNDRED, tuple(own))
        for one in own:
            yield Formula("other", OF_HUNDRED, (one, one))
    elif len(percents) <= _PERCENTS:
        for share in percents:
            for whole in operands:
                if whole.unit != _PERCENT:
                    yield Formula("share", SHARE, (whole, share))
                    yield Formula("less_share", LESS, (whole, share))
                    yield Formula("more_share", MORE, (whole, share))


def _as_percent(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Of two numbers of one kind near each other, what share the less is, and by how much one grew."""
    for one, other in _near_each_other(operands, _OF_OTHER):
        less, more = sorted((one, other), key=lambda each: each.value)
        if of_one_kind(one, other) and 0 < less.value < more.value:
            yield Formula("share_of", SHARE_OF, (less, more))
            yield Formula("grown", GROWN, (less, more))
            yield Formula("shrunk", GROWN, (more, less))


def _near_each_other(operands: Sequence[Operand], reach: int) -> Iterator[tuple[Operand, Operand]]:
    """Each number with each behind it that is by ``reach`` numbers apart at most."""
    for at, one in enumerate(operands):
        for other in operands[at + 1 : at + 1 + reach]:
            yield one, other


def _differences(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Two numbers near each other, one less the other."""
    for one, other in _near_each_other(operands, _REACH):
        if of_one_kind(one, other):
            yield Formula("difference", MINUS, (one, other))
            yield Formula("difference", MINUS, (other, one))


def _products(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Two numbers near each other that are not of one unit."""
    for one, other in _near_each_other(operands, _NEXT):
        if of_two_kinds(one, other):
            yield Formula("product", TIMES, (one, other))


def _with_products(operands: Sequence[Operand]) -> Iterator[Formula]:
    """The product of two numbers near each other, and one before them or behind them added to it."""
    for first, second, third in zip(operands, operands[1:], operands[2:], strict=False):
        for one, other, more in ((first, second, third), (second, third, first)):
            if of_two_kinds(one, other):
                yield Formula("plus_product", PLUS_PRODUCT, (one, other, more))


def _quotients(operands: Sequence[Operand], reach: int | None = None) -> Iterator[Formula]:
    """Each number by each other one that is not of its unit; by ``reach`` numbers apart at most."""
    for one in operands:
        near = operands if reach is None else operands[max(0, one.at - reach) : one.at + reach + 1]
        for other in near:
            if one is not other and other.value and of_two_kinds(one, other):
                yield Formula("quotient", OVER, (one, other))


def _rows(reading: Reading, operands: Sequence[Operand]) -> Iterator[Formula]:
    """The products of two columns, or of the first two numbers of each line, summed up."""
    for grid in reading.labels.labelled.form.grids:
        columns = [
            last_within(column_of(grid.rows, at), operands) for at in range(len(grid.header))
        ]
        for one, other in (*pairwise(columns), *zip(columns, columns[2:], strict=False)):
            if [each.line for each in one] == [each.line for each in other]:
                yield Formula("rows", ROWS, (*one, *other))
    twos = [line[:2] for line in by_line(operands).values() if len(line) > 1]
    yield Formula("rows", ROWS, (*(one for one, _ in twos), *(other for _, other in twos)))
