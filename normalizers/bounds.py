"""Values that keep the bounds of a field: numbers and strings that say nothing."""

import importlib
import random
import re
from collections.abc import Iterator
from itertools import chain

import rstr

from nlp.schema import JSON, Constraints
from nlp.schemas.patterns import MAX_PATTERN
from normalizers.lexicon import signs
from normalizers.validity import HUGE, number_fault, string_fault

GENERATED = 40
"""Strings generated from a pattern before it is given up."""

MOST_CHARACTERS = 1_000
"""Characters made up for one place."""


def placeholder(limits: Constraints) -> str | None:
    """The shortest string known that keeps the bounds, else one generated from the pattern.

    A pattern that is a plain word is the schema's own constant. None where nothing is found, or
    only what is longer than :data:`MOST_CHARACTERS`.
    """
    least = limits.min_length or 0
    padding = [sign * least for sign in " -0A" if 0 < least <= MOST_CHARACTERS]
    word = (limits.pattern or "").removeprefix("^").removesuffix("$")
    constant = [word] if word.replace("_", "").isalnum() else []
    known: list[str] = ["", *signs("placeholders"), *constant, *padding]
    tried = chain(known, _generated(limits.pattern or ""))
    return next((text for text in tried if not string_fault(text, limits)), None)


def _generated(pattern: str) -> Iterator[str]:
    """Strings of a pattern, the same at every call."""
    if not pattern or len(pattern) > MAX_PATTERN:
        return
    maker, parser = rstr.Rstr(random.Random(0)), importlib.import_module("re._parser")
    try:
        least: int = parser.parse(pattern).getwidth()[0]
        if least > MOST_CHARACTERS:
            return
        for _ in range(GENERATED):
            text = maker.xeger(pattern)
            if text.isprintable() and len(text) <= MOST_CHARACTERS:
                yield text
    except (re.error, ValueError, KeyError, IndexError, RecursionError, OverflowError):
        return


def bounded_number(limits: Constraints, *, integer: bool) -> JSON:
    """The number nearest to zero within the bounds."""
    candidates: list[float] = [0]
    for limit, step in (
        (limits.minimum, 0.0),
        (limits.maximum, 0.0),
        (limits.exclusive_minimum, 1.0),
        (limits.exclusive_maximum, -1.0),
    ):
        if limit is not None and abs(limit) < HUGE:
            candidates += [limit, limit + step, limit + step / 2]
            if limits.multiple_of:
                below = limit // limits.multiple_of
                candidates += [(below + times) * limits.multiple_of for times in (-1, 0, 1)]
    good = [each for each in candidates if not number_fault(each, limits)]
    if integer:
        good = [each for each in good if float(each).is_integer()]
    nearest = min(good, key=abs, default=0)
    return int(nearest) if float(nearest).is_integer() else nearest
