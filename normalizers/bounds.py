"""Values that keep the bounds of a field: numbers and strings that say nothing."""

import regex

from nlp.schema import JSON, Constraints
from nlp.schemas.patterns import matches
from normalizers.lexicon import signs


def within(value: float, limits: Constraints) -> bool:
    """Whether a number keeps the bounds of its field."""
    if limits.minimum is not None and value < limits.minimum:
        return False
    if limits.maximum is not None and value > limits.maximum:
        return False
    if limits.exclusive_minimum is not None and value <= limits.exclusive_minimum:
        return False
    if limits.exclusive_maximum is not None and value >= limits.exclusive_maximum:
        return False
    if limits.multiple_of:
        steps = value / limits.multiple_of
        return abs(steps - round(steps)) < 1e-9
    return True


def fits(text: str, limits: Constraints) -> bool:
    """Whether a string keeps the lengths and the pattern of its field; a bad pattern binds not."""
    if limits.min_length is not None and len(text) < limits.min_length:
        return False
    if limits.max_length is not None and len(text) > limits.max_length:
        return False
    if limits.pattern is None:
        return True
    try:
        return matches(limits.pattern, text) is True
    except regex.error:
        return True


def placeholder(limits: Constraints) -> str:
    """The shortest string known that keeps the bounds; the empty one where it does.

    A pattern that is a plain word is the schema's own constant.
    """
    padding = [sign * limits.min_length for sign in " -0A" if limits.min_length]
    word = (limits.pattern or "").removeprefix("^").removesuffix("$")
    constant = [word] if word.replace("_", "").isalnum() else []
    tried: list[str] = ["", *signs("placeholders"), *constant, *padding]
    for text in tried:
        if fits(text, limits):
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
            candidates += [limit, limit + step, limit + step / 2]
            if limits.multiple_of:
                candidates.append(-(-limit // limits.multiple_of) * limits.multiple_of)
    good = [each for each in candidates if within(each, limits)]
    if integer:
        good = [each for each in good if float(each).is_integer()]
    nearest = min(good, key=abs, default=0)
    return int(nearest) if float(nearest).is_integer() else nearest
