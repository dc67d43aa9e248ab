"""Whether a value keeps what its own field says, before the whole answer is validated."""

import math

from nlp.schema import JSON, Constraints, Field, is_number
from nlp.schemas.checks import identity, is_multiple
from nlp.schemas.formats import keeps_format
from nlp.schemas.patterns import fits

HUGE = 1e300
"""From where on floats do not calculate."""


def fault(value: JSON, field: Field) -> str:
    """The keyword that a value breaks at its field (``type``, ``enum``, ``pattern``, …), or ``""``.

    Lists and objects are not looked into: their parts are places of their own.
    """
    if value is None:
        return "" if field.nullable or field.kind in {"null", "any"} else "type"
    if field.kind == "enum":
        return "" if is_member(value, field.enum) else "enum"
    if field.is_numeric:
        broken = field.kind == "integer" and isinstance(value, float) and not value.is_integer()
        wrong = broken or not is_number(value)
        return "type" if wrong else number_fault(value, field.constraints)
    if field.kind == "string":
        return string_fault(value, field.constraints) if isinstance(value, str) else "type"
    if field.kind == "boolean":
        return "" if isinstance(value, bool) else "type"
    kinds = {"object": dict, "array": list}
    return "" if isinstance(value, kinds.get(field.kind, object)) else "type"


def is_member(value: JSON, members: tuple[JSON, ...]) -> bool:
    """Whether a value is one of a closed set, as JSON Schema compares: 1 is 1.0 and not true."""
    return identity(value) in map(identity, members)


def number_fault(value: float, limits: Constraints) -> str:
    """The bound that a number breaks, or ``""``; NaN and Infinity are no JSON numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return "type"
    if broken := limits.bound_broken(value):
        return broken
    step = limits.multiple_of
    return "" if not step or is_multiple(value, step) else "multipleOf"


def string_fault(text: str, limits: Constraints) -> str:
    """The bound, pattern or format that a string breaks, or ``""``; a bad pattern binds not."""
    if limits.min_length is not None and len(text) < limits.min_length:
        return "minLength"
    if limits.max_length is not None and len(text) > limits.max_length:
        return "maxLength"
    if limits.pattern is not None and fits(limits.pattern, text) is False:
        return "pattern"
    return "" if keeps_format(limits.format, text) else "format"
