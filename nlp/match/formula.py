"""A formula: an operator over operands, what it comes to, and how that is told."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean

from nlp.match.operands import Operand
from nlp.reckon.aggregates import count_written

PLUS, MINUS, TIMES, OVER, ROWS = "plus", "minus", "product", "over", "rows"
MOST, LEAST, MEAN, COUNT, UNTIL = "most", "least", "mean", "count", "until"
SHARE, LESS, MORE, PLUS_PRODUCT = "share", "less_share", "more_share", "plus_product"
SHARE_OF, GROWN, OF_HUNDRED = "share_of", "grown", "of_hundred"
"""Operators; ``rows`` sums the products of two columns, ``count`` says how many terms there are,
``until`` the time from the first of two moments to the second (``Formula.apart``). Of a number and a
percentage, ``share`` is that part of it, ``less_share`` and ``more_share`` what is left without it and
what it is with it; ``share_of`` is the percentage that one number is of another, ``grown`` by which the
second is more, ``of_hundred`` what percentages leave. ``plus_product`` adds a number to a product."""
_SHOWN = 6
"""Numbers that a reckoning tells."""
_SIGNS = {
    PLUS: " + ", MINUS: " − ", TIMES: " × ", OVER: " ÷ ", ROWS: " + ", MOST: " > ", LEAST: " < ",
    MEAN: " + ",
}  # fmt: skip


def _of_rows(terms: Sequence[float]) -> float:
    half = len(terms) // 2
    return sum(map(math.prod, zip(terms[:half], terms[half:], strict=True)))


_VALUES: Mapping[str, Callable[[Sequence[float]], float]] = {
    PLUS: sum,
    MINUS: lambda terms: terms[0] - sum(terms[1:]),
    TIMES: math.prod,
    OVER: lambda terms: terms[0] / math.prod(terms[1:]),
    ROWS: _of_rows,
    MOST: max,
    LEAST: min,
    MEAN: fmean,
    COUNT: len,
    SHARE: lambda terms: terms[0] * terms[1] / 100,
    LESS: lambda terms: terms[0] * (1 - terms[1] / 100),
    MORE: lambda terms: terms[0] * (1 + terms[1] / 100),
    SHARE_OF: lambda terms: 100 * terms[0] / terms[1],
    GROWN: lambda terms: 100 * (terms[1] - terms[0]) / terms[0],
    OF_HUNDRED: lambda terms: 100 - sum(dict.fromkeys(terms)),
    PLUS_PRODUCT: lambda terms: terms[0] * terms[1] + terms[2],
}
_WRITTEN = {
    SHARE: "{} × {} %",
    LESS: "{} − {} %",
    MORE: "{} + {} %",
    SHARE_OF: "{} ÷ {} × 100",
    GROWN: "{} → {} (%)",
    PLUS_PRODUCT: "{} × {} + {}",
}
"""How formulas with places of their own are told."""


@dataclass(frozen=True, slots=True)
class Formula:
    """An operator over operands; ``kind`` says what proposes it, ``head`` are words for all of them.

    ``apart`` is the time between two moments, in the unit that the field asks for.
    """

    kind: str
    operator: str
    terms: tuple[Operand, ...]
    head: str = ""
    apart: float = 0.0

    @property
    def value(self) -> float:
        """What it comes to, without the noise of binary fractions."""
        values = [one.value for one in self.terms]
        found = self.apart if self.operator == UNTIL else _VALUES[self.operator](values)
        return float(f"{found:.12g}")

    @property
    def reckoning(self) -> str:
        """How it is reckoned: ``12 + 3.5``, the first numbers of many."""
        mentions = [" ".join(one.candidate.mention.split()) for one in self.terms]
        if self.operator == UNTIL:
            return " → ".join(mentions)
        if self.operator == COUNT:
            return count_written(mentions[0], mentions[-1])
        terms = self.terms
        if self.operator in {MOST, LEAST}:
            terms = tuple(sorted(terms, key=lambda one: one.value, reverse=self.operator == MOST))
        said = [f"{one.value:.10g}" for one in terms[:_SHOWN]]
        if self.operator == ROWS:
            half = len(self.terms) // 2
            twos = zip(self.terms[:half], self.terms[half:], strict=True)
            said = [
                f"{one.value:.10g} × {other.value:.10g}" for one, other in islice(twos, _SHOWN // 2)
            ]
        if self.operator in _WRITTEN:
            return _WRITTEN[self.operator].format(*said)
        if self.operator == OF_HUNDRED:
            return " − ".join(["100", *dict.fromkeys(said)])
        more = len(self.terms) > _SHOWN
        whole = _SIGNS[self.operator].join([*said, "…"] if more else said)
        return f"({whole}) ÷ {len(self.terms)}" if self.operator == MEAN else whole
