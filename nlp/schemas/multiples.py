"""``multipleOf`` as it is written: 0.29 is a multiple of 0.01, whatever binary fractions say."""

import math
from decimal import Decimal
from fractions import Fraction


def is_multiple(value: float, step: float) -> bool:
    """Whether a number is a whole number of steps, both taken as the decimals they are written as."""
    if not _finite(value) or not _finite(step) or not step:
        return False
    return (_exact(value) / _exact(step)).denominator == 1


def _finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _exact(number: float) -> Fraction:
    return Fraction(number) if isinstance(number, int) else Fraction(Decimal(repr(number)))
