"""Checks of single keywords that replace those of jsonschema, which may not end or may fail.

A stranger's pattern may take for ever, a list of objects is compared element by element, a number
that no float can hold raises, and ``format`` would bind nothing.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import jsonschema

from nlp.schema import JSON
from nlp.schemas.formats import FORMS, keeps_format
from nlp.schemas.patterns import matches

Errors = Iterator[jsonschema.ValidationError]
Check = Callable[[Any, Any, Any, Any], Errors | None]


def identity(value: JSON) -> Hashable:
    """What two JSON values have in common exactly if they are equal: 1 and 1.0, never 1 and true."""
    if isinstance(value, Mapping):
        return "object", frozenset((name, identity(each)) for name, each in value.items())
    if isinstance(value, list):
        return "array", tuple(identity(each) for each in value)
    return ("boolean", value) if isinstance(value, bool) else value


def unnamed_keys(instance: Mapping[str, JSON], schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of an object that neither ``properties`` nor ``patternProperties`` name."""
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    return tuple(
        name
        for name in instance
        if name not in named and not any(matches(pattern, name) for pattern in patterns)
    )


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Errors:
    if not isinstance(instance, str):
        return
    verdict = matches(pattern, instance)
    if verdict is not True:
        fault = "does not match" if verdict is False else "takes too long to match"
        yield jsonschema.ValidationError(f"{instance[:80]!r} {fault} {pattern[:80]!r}")


def _format(validator: Any, name: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, str) and isinstance(name, str) and not keeps_format(name, instance):
        yield jsonschema.ValidationError(f"{instance[:80]!r} is no {name}: {FORMS[name]}")


def _pattern_properties(
    validator: Any, patterns: Mapping[str, Any], instance: Any, schema: Any
) -> Errors:
    if not isinstance(instance, dict):
        return
    for pattern, subschema in patterns.items():
        for name, value in instance.items():
            if matches(pattern, name):
                yield from validator.descend(value, subschema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Errors:
    if not isinstance(instance, dict) or allowed is True:
        return
    unnamed = unnamed_keys(instance, schema)
    if allowed is not False:
        for name in unnamed:
            yield from validator.descend(instance[name], allowed, path=name)
    elif unnamed:
        told = ", ".join(repr(name[:80]) for name in unnamed[:5])
        yield jsonschema.ValidationError(f"Additional properties are not allowed ({told})")


def _unique_items(validator: Any, asked: Any, instance: Any, schema: Any) -> Errors:
    if not asked or not isinstance(instance, list):
        return
    if len({identity(each) for each in instance}) < len(instance):
        yield jsonschema.ValidationError("the list has elements that are equal")


def is_multiple(value: float, step: float) -> bool:
    """Whether a number is a whole number of steps: 0.29 is of 0.01, whatever binary fractions say."""
    if not step or not all(isinstance(one, int) or math.isfinite(one) for one in (value, step)):
        return False
    return (_as_written(value) / _as_written(step)).denominator == 1


def _as_written(number: float) -> Fraction:
    return Fraction(number) if isinstance(number, int) else Fraction(Decimal(repr(number)))


def _multiple_of(validator: Any, step: Any, instance: Any, schema: Any) -> Errors:
    if validator.is_type(instance, "number") and not is_multiple(instance, step):
        yield jsonschema.ValidationError(f"{str(instance)[:80]} is not a multiple of {step}")


CHECKS: Mapping[str, Check] = {
    "format": _format,
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
    "multipleOf": _multiple_of,
}
"""The check of a keyword, as jsonschema's validators call it."""
