"""Formulas of what is left: a whole less its parts, where a text goes on to speak of the rest."""

from collections.abc import Iterator, Sequence

from nlp.latest import latest
from nlp.match.formula import MINUS, Formula
from nlp.match.operands import Operand, of_one_kind, operands_of
from nlp.match.pool import Reading
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Document

_PARTS = 5
_AHEAD = 60
"""Characters behind the word for the rest that tell what it is of."""
_BACK = 300
"""Characters before that word in which the whole and its parts stand."""


@latest(2)
def remainders(document: Document, reading: Reading) -> tuple[Formula, ...]:
    """What is left of each whole where a text speaks of the rest, with the words for it."""
    text = document.text
    found = []
    matches = list(pattern_of("formula_rest").finditer(text))
    operands = operands_of(document, reading) if matches else ()
    for match in matches:
        before = [
            one
            for one in operands
            if match.start() - _BACK <= one.candidate.start and one.candidate.end <= match.start()
        ]
        clause = pattern_of("clause_end").split(text[match.end() : match.end() + _AHEAD])[0]
        found += list(_of_wholes(before, clause))
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
