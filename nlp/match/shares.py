"""Formulas of percentages: a share of a number, a number less or more a share, what share a number is."""

from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.match.formula import GROWN, LESS, MORE, OF_HUNDRED, SHARE, SHARE_OF, Formula
from nlp.match.made_operands import percent_operands
from nlp.match.operands import Operand, of_one_kind
from nlp.match.pool import Reading
from nlp.spans import Document

PERCENT = "%"
_MOST = 4
"""Percentages of a text, beyond which none is taken of a number."""
_NEAR = 6
"""How many numbers apart two may stand of which one is a share of the other."""


def shares(
    profile: FieldProfile, document: Document, reading: Reading, operands: Sequence[Operand]
) -> Iterator[Formula]:
    """What percentages and numbers come to together, for a field of percentages or of numbers."""
    percents = percent_operands(document, reading)
    if profile.unit == PERCENT:
        yield from _as_percent(operands)
        own = [one for one in percents if 0 < one.value < 100]
        yield Formula("others", OF_HUNDRED, tuple(own))
        for one in own:
            yield Formula("other", OF_HUNDRED, (one, one))
    elif percents and len(percents) <= _MOST:
        for share in percents:
            for whole in operands:
                if whole.unit != PERCENT:
                    yield Formula("share", SHARE, (whole, share))
                    yield Formula("less_share", LESS, (whole, share))
                    yield Formula("more_share", MORE, (whole, share))


def _as_percent(operands: Sequence[Operand]) -> Iterator[Formula]:
    """Of two numbers of one kind near each other, what share the less is, and by how much one grew."""
    for at, one in enumerate(operands):
        for other in operands[at + 1 : at + 1 + _NEAR]:
            less, more = sorted((one, other), key=lambda each: each.value)
            if of_one_kind(one, other) and 0 < less.value < more.value:
                yield Formula("share_of", SHARE_OF, (less, more))
                yield Formula("grown", GROWN, (less, more))
                yield Formula("shrunk", GROWN, (more, less))
