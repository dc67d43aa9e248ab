"""Normalizers of the schema's bounds: repaired where that changes no meaning, else dropped."""

import math
from collections.abc import Iterator
from fractions import Fraction

import regex

from nlp.schema import JSON, Constraints
from nlp.schemas.patterns import MAX_SECONDS, matches
from normalizers.leaf import Context, Leaf
from normalizers.lexicon import signs

HUGE = 1e300
"""From where on floats do not calculate."""

MOST_CHARACTERS = 1_000
"""Characters made up for one place."""


def number_bounds(leaf: Leaf, context: Context) -> Leaf:
    """Bring a number within its bounds if it is a percentage of one, else drop it."""
    value = leaf.value
    if leaf.field.kind not in {"number", "integer"} or isinstance(value, bool):
        return leaf
    if not isinstance(value, int | float) or within(value, leaf.field.constraints):
        return leaf
    limits = leaf.field.constraints
    if not abs(value) < HUGE:
        return leaf.drop("outside the bounds of the schema")
    hundredth = value / 100
    is_share = limits.maximum == 1 and leaf.field.kind == "number" and "%" in context.document.text
    if is_share and within(hundredth, limits):
        return leaf.changed(hundredth, "a percentage as a share of one")
    if leaf.field.kind == "number" and limits.multiple_of:
        rounded = round(value / limits.multiple_of) * limits.multiple_of
        if abs(rounded - value) <= abs(limits.multiple_of) / 2 and within(rounded, limits):
            return leaf.changed(rounded, "rounded to the step of the schema")
    return leaf.drop("outside the bounds of the schema")


def within(value: float, limits: Constraints) -> bool:
    """Whether a number keeps the bounds of its field; NaN and Infinity are in none."""
    if isinstance(value, float) and not math.isfinite(value):
        return False
    if limits.minimum is not None and value < limits.minimum:
        return False
    if limits.maximum is not None and value > limits.maximum:
        return False
    if limits.exclusive_minimum is not None and value <= limits.exclusive_minimum:
        return False
    if limits.exclusive_maximum is not None and value >= limits.exclusive_maximum:
        return False
    if limits.multiple_of:
        if abs(value) >= HUGE:
            return Fraction(value) % Fraction(limits.multiple_of) == 0
        steps = value / limits.multiple_of
        return abs(steps - round(steps)) < 1e-9
    return True


def string_bounds(leaf: Leaf, context: Context) -> Leaf:
    """Bring a string to the lengths and the pattern of its field, else drop it."""
    if leaf.field.kind != "string" or not isinstance(leaf.value, str):
        return leaf
    limits = leaf.field.constraints
    if fits(leaf.value, limits):
        return leaf
    for value, how in _repairs(leaf.value, limits):
        if value and fits(value, limits):
            return leaf.changed(value, how)
    return leaf.drop("breaks the length or the pattern of the schema")


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


def _repairs(text: str, limits: Constraints) -> Iterator[tuple[str, str]]:
    yield " ".join(text.split()), "spacing"
    for form in (text.upper(), text.lower(), text.capitalize()):
        yield form, "case"
    for sign in (" ", "-", ".", "/"):
        yield text.replace(sign, ""), "separators"
        yield text.upper().replace(sign, ""), "separators"
    yield text.upper().replace(" ", "-"), "separators"
    yield text.upper().replace(" ", "_"), "separators"
    if limits.pattern is not None:
        yield from _inside(text, limits.pattern)
    if limits.max_length is not None and len(text) > limits.max_length:
        yield _cut(text, limits.max_length), "length"


def _inside(text: str, pattern: str) -> Iterator[tuple[str, str]]:
    """What of a string the pattern alone finds, when it is anchored to the whole."""
    bare = pattern.removeprefix("^").removesuffix("$")
    try:
        found = regex.search(rf"(?<!\w)(?:{bare})(?!\w)", text, timeout=0.2)
    except (regex.error, TimeoutError):
        return
    if found is not None and found.group():
        yield str(found.group()), "the part that has the pattern"


def only_of_form(pattern: str | None, text: str) -> str | None:
    """The one mention in a text that has a pattern of a whole string; None if none or several."""
    if pattern is None or not (pattern.startswith("^") and pattern.endswith("$")):
        return None
    bare = pattern[1:-1]
    found: set[str] = set()
    try:
        for match in regex.finditer(rf"(?<!\w)(?:{bare})(?!\w)", text, timeout=MAX_SECONDS):
            found.add(str(match.group()).strip())
            if len(found) > 1:
                return None
    except (regex.error, TimeoutError):
        return None
    return found.pop() or None if found else None


def _cut(text: str, length: int) -> str:
    """A string cut after its last whole sentence, else its last whole word."""
    cut = text[:length]
    sentence = max(cut.rfind(mark) for mark in (". ", "? ", "! "))
    if sentence > length // 2:
        return cut[: sentence + 1]
    return cut.rpartition(" ")[0].rstrip(" ,;:") or cut


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
            if not abs(limit) < HUGE:
                continue
            candidates += [limit, limit + step, limit + step / 2]
            if limits.multiple_of:
                candidates.append(-(-limit // limits.multiple_of) * limits.multiple_of)
    good = [each for each in candidates if within(each, limits)]
    if integer:
        good = [each for each in good if float(each).is_integer()]
    nearest = min(good, key=abs, default=0)
    return int(nearest) if float(nearest).is_integer() else nearest
