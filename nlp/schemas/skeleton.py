"""The emptiest answer a schema admits: what to say where the text says nothing."""

import math

from nlp.schema import JSON, Constraints, Field, Schema

MAX_UNFOLD = 64
"""Levels followed into required recursive definitions before giving up."""


MAX_LEAST = 10_000
"""Elements or characters a value is filled up to where the schema asks for that many."""


class _Endless(Exception):
    """Only an endless value would satisfy a field, or a huge one."""


def skeleton(schema: Schema) -> JSON:
    """The emptiest value of the whole schema: every property there, null, empty or first of all.

    Null wherever the schema admits it, ``[]`` for lists, the first member of an enum, false, the
    number nearest to 0, the shortest string. Optional properties that could only be filled by
    inventing something are left out. Valid for the schema where the field tree says all of it;
    what is only checked on the answer (:class:`nlp.schema.Lint`, level local) may still be broken.
    """
    try:
        return _empty(schema, schema.root, 0)
    except _Endless:
        return None


def _empty(schema: Schema, field: Field, depth: int) -> JSON:
    if field.nullable or field.kind in ("null", "any"):
        return None
    if depth > MAX_UNFOLD:
        raise _Endless
    if field.kind == "recursive":
        target = schema.at(field.target)
        if target is None:
            raise _Endless
        return _empty(schema, target, depth + 1)
    if field.kind == "object":
        return _empty_object(schema, field, depth)
    if field.kind == "array":
        return _empty_array(schema, field, depth)
    if field.kind == "union":
        return _empty_union(schema, field, depth)
    return _empty_leaf(field)


def _empty_object(schema: Schema, field: Field, depth: int) -> JSON:
    answer: dict[str, JSON] = {}
    for child in field.fields:
        if child.required or child.nullable or child.kind == "any":
            answer[child.name] = _empty(schema, child, depth + 1)
        elif child.kind == "array" and not child.constraints.min_items:
            answer[child.name] = []
    return answer


def _empty_array(schema: Schema, field: Field, depth: int) -> JSON:
    least = field.constraints.min_items or 0
    if least > MAX_LEAST:
        raise _Endless
    answer = [_empty(schema, child, depth + 1) for child in field.prefix[:least]]
    if field.item is not None:
        answer += [_empty(schema, field.item, depth + 1) for _ in range(least - len(answer))]
    return answer


def _empty_union(schema: Schema, field: Field, depth: int) -> JSON:
    for option in field.options:
        try:
            return _empty(schema, option, depth + 1)
        except _Endless:
            continue
    raise _Endless


def _empty_leaf(field: Field) -> JSON:
    if field.kind == "enum":
        return field.enum[0]
    if field.kind == "boolean":
        return False
    if field.kind == "string":
        return " " * min(field.constraints.min_length or 0, MAX_LEAST)
    value = nearest_to_zero(field.constraints, whole=field.kind == "integer")
    return value


def nearest_to_zero(bounds: Constraints, *, whole: bool) -> int | float:
    """The number nearest to 0 within the bounds (whole where asked, a multiple where asked)."""
    step = bounds.multiple_of or 1
    low = bounds.minimum if bounds.minimum is not None else -math.inf
    high = bounds.maximum if bounds.maximum is not None else math.inf
    if bounds.exclusive_minimum is not None and bounds.exclusive_minimum >= low:
        low = _beyond(bounds.exclusive_minimum, high, step, whole=whole)
    if bounds.exclusive_maximum is not None and bounds.exclusive_maximum <= high:
        high = -_beyond(-bounds.exclusive_maximum, -low, step, whole=whole)
    value = min(max(0, low), high)
    if whole or bounds.multiple_of:
        rounded = math.ceil(value / step) if value > 0 else math.floor(value / step)
        value = rounded * step
    return int(value) if float(value).is_integer() else value


def _beyond(edge: float, limit: float, step: float, *, whole: bool) -> float:
    """A number just above an excluded edge."""
    if whole:
        return math.floor(edge) + 1
    return edge + step if edge + step <= limit else (edge + limit) / 2
