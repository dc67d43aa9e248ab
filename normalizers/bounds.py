"""Values that keep the bounds of a field: numbers and strings that say nothing."""

from nlp.schema import JSON, Constraints
from normalizers.lexicon import signs
from normalizers.validity import HUGE, number_fault, string_fault

MOST_CHARACTERS = 1_000
"""Characters made up for one place."""


def placeholder(limits: Constraints) -> str:
    """The shortest string known that keeps the bounds; the empty one where it does.

    A pattern that is a plain word is the schema's own constant. Nothing is made up that would have
    to be longer than :data:`MOST_CHARACTERS`.
    """
    least = limits.min_length or 0
    padding = [sign * least for sign in " -0A" if 0 < least <= MOST_CHARACTERS]
    word = (limits.pattern or "").removeprefix("^").removesuffix("$")
    constant = [word] if word.replace("_", "").isalnum() else []
    tried: list[str] = ["", *signs("placeholders"), *constant, *padding]
    for text in tried:
        if not string_fault(text, limits):
            return text
    return ""


def bounded_number(limits: Constraints, *, integer: bool) -> JSON:
    """The number nearest to zero within the bounds."""
    candidates: list[float] = [0]
    for limit, step in (
        (limits.minimum, 0.0),
        (limits.maximum, 0.0),
        (limits.exclusive_minimum, 1.0),
        (limits.exclusive_maximum, -1.0),
    ):
        if limit is not None:
            if not abs(limit) < HUGE:
                continue
            candidates += [limit, limit + step, limit + step / 2]
            if limits.multiple_of:
                candidates.append(-(-limit // limits.multiple_of) * limits.multiple_of)
    good = [each for each in candidates if not number_fault(each, limits)]
    if integer:
        good = [each for each in good if float(each).is_integer()]
    nearest = min(good, key=abs, default=0)
    return int(nearest) if float(nearest).is_integer() else nearest
