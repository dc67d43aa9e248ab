"""Whether an answer satisfies the schema that asked, checked here and never by the server.

The caller's schema counts, unchanged, under the rules of its own draft; OpenAPI's ``nullable`` is
read as "or null". A string must have its ``format`` where that is one of
:data:`nlp.schemas.formats.FORMATS`; any other format is a remark. References never leave the
document. A number that JSON cannot write (NaN, Infinity) is a violation wherever it stands. The time
is bounded, patterns included, and grows with the answer: what could not be checked in time is not
valid.
"""

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import jsonschema
import jsonschema._legacy_keywords
import jsonschema._utils
import regex
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable

from nlp.schema import JSON, Schema
from nlp.schemas.checks import CHECKS, Check, unnamed_keys
from nlp.schemas.dialect import dialect_of
from nlp.schemas.patterns import matches
from nlp.schemas.references import Located, escape_pointer, positions

MAX_SECONDS = 5.0
"""Time an answer of few values may take to be checked."""

SECONDS_A_VALUE = 0.0002
"""Time each value of an answer adds to that."""

MOST_SECONDS = 60.0
"""Time any answer may take to be checked."""

MAX_VIOLATIONS = 100
"""Violations told of an answer where the caller does not say how many."""

UNCHECKED = frozenset(("time", "$ref"))
"""Keywords of violations that say that an answer could not be checked, not where it is at fault."""

BRANCHES_DEEP = 2
"""Choices inside choices whose branches are told."""

VALIDATORS: Mapping[str, type[Any]] = {
    "4": jsonschema.Draft4Validator,
    "6": jsonschema.Draft6Validator,
    "7": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}


@dataclass(frozen=True, slots=True)
class Violation:
    """Where an answer breaks its schema.

    ``pointer`` is the JSON pointer (RFC 6901) of the place in the answer, ``keyword`` what it
    breaks (``false`` where nothing is allowed, one of :data:`UNCHECKED` where nothing can be
    said), ``message`` a sentence. ``missing`` are the keys that a ``required`` asks for in vain,
    ``unnamed`` those that an ``additionalProperties`` forbids; ``branches`` are what the answer
    breaks in each branch of a choice, none of which it keeps.
    """

    pointer: str
    keyword: str
    message: str
    missing: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    branches: "tuple[tuple[Violation, ...], ...]" = ()


class _OutOfTime(Exception):
    """The check of an answer takes too long."""


# When the check under way must end; the validator classes are made once and serve every check.
_deadline: ContextVar[float | None] = ContextVar("_deadline", default=None)

# What the choices met so far say of a place, by the identities of choice and place: in recursive
# schemas each pair is reached by many ways. None where a reference depends on the way.
_judged: ContextVar[dict[tuple[int, int], list[jsonschema.ValidationError]] | None] = ContextVar(
    "_judged"
)


def violations(
    schema: Schema | Mapping[str, Any] | bool,
    instance: JSON,
    *,
    limit: int = MAX_VIOLATIONS,
    seconds: float | None = None,
) -> list[Violation]:
    """Everything an answer breaks, at most ``limit``; an empty list if it is valid.

    Takes a compiled schema or a plain one. Never raises because of the answer. ``seconds`` is the
    time it may take, by default :func:`seconds_for` its values.
    """
    original = schema.original if isinstance(schema, Schema) else schema
    count, numbers = survey(instance)
    seconds = seconds_for(count) if seconds is None else seconds
    found = [
        Violation(pointer, "type", f"{number} is not a number of JSON")
        for pointer, number in numbers[:limit]
    ]
    try:
        for error in _validator(original, seconds).iter_errors(instance):
            if len(found) >= limit:
                break
            found.append(_violation(error))
    except _OutOfTime:
        found.append(Violation("", "time", f"not checked within {seconds:.1f} seconds"))
    except RecursionError:
        found.append(Violation("", "$ref", "the schema or the answer nests too deep to be checked"))
    except (Unresolvable, regex.error) as error:
        found.append(Violation("", "$ref", f"the schema cannot be applied: {error}"))
    finally:
        _deadline.set(None)
    return found


_Way: TypeAlias = "tuple[_Way, str | int] | None"
"""The way to a value, linked from its end: whole pointers would take their depth squared."""


def survey(answer: JSON) -> tuple[int, list[tuple[str, float]]]:
    """The number of values, and the pointers of NaN and Infinity with these; however deep."""
    count, found = 0, []
    ahead: list[tuple[_Way, JSON]] = [(None, answer)]
    while ahead:
        way, value = ahead.pop()
        count += 1
        if isinstance(value, dict):
            ahead.extend([((way, name), each) for name, each in value.items()])
        elif isinstance(value, list):
            ahead.extend([((way, place), each) for place, each in enumerate(value)])
        elif isinstance(value, float) and not math.isfinite(value):
            names: list[str] = []
            while way is not None:
                way, name = way
                names.append(f"/{escape_pointer(str(name))}")
            found.append(("".join(reversed(names)), value))
    return count, found


def seconds_for(values: int) -> float:
    """The time an answer of so many values may take: what is valid is not refused for its length."""
    return min(MAX_SECONDS + values * SECONDS_A_VALUE, MOST_SECONDS)


def is_valid(schema: Schema | Mapping[str, Any] | bool, instance: JSON) -> bool:
    """Whether an answer satisfies the caller's schema."""
    return not violations(schema, instance)


def _violation(error: jsonschema.ValidationError, deep: int = BRANCHES_DEEP) -> Violation:
    pointer = "".join(f"/{escape_pointer(str(step))}" for step in error.absolute_path)
    keyword = str(error.validator or "false")
    missing: tuple[str, ...] = ()
    if keyword == "required" and isinstance(error.instance, dict):
        asked = error.validator_value if isinstance(error.validator_value, list) else []
        missing = tuple(name for name in asked if name not in error.instance)
    unnamed: tuple[str, ...] = ()
    if keyword == "additionalProperties" and isinstance(error.instance, Mapping):
        schema: Any = error.schema
        unnamed = unnamed_keys(error.instance, schema)
    branches = _branches(error, deep)
    return Violation(pointer, keyword, error.message[:500], missing, unnamed, branches)


def _branches(error: jsonschema.ValidationError, deep: int) -> tuple[tuple[Violation, ...], ...]:
    grouped: dict[object, list[Violation]] = {}
    for inner in error.context[:MAX_VIOLATIONS] if deep else ():
        branch = inner.relative_schema_path[0] if inner.relative_schema_path else None
        grouped.setdefault(branch, []).append(_violation(inner, deep - 1))
    return tuple(tuple(group) for group in grouped.values())


def _validator(original: Mapping[str, Any] | bool, seconds: float) -> Any:
    _deadline.set(time.monotonic() + seconds)
    places = tuple(positions(Located(original, "")))
    schemas = (place.schema for place in places if isinstance(place.schema, dict))
    dynamic = any("$dynamicRef" in schema or "$recursiveRef" in schema for schema in schemas)
    _judged.set(None if dynamic else {})
    draft = dialect_of(original, places).draft
    return _bounded_class(draft)(_undeclared(original, places), registry=REGISTRY)


def _undeclared(
    original: Mapping[str, Any] | bool, places: Sequence[Located]
) -> Mapping[str, Any] | bool:
    """The schema without ``$schema``: jsonschema leaves our checks for its own where it meets it."""
    declared = [
        each for each in places if isinstance(each.schema, dict) and "$schema" in each.schema
    ]
    if not declared or not isinstance(original, Mapping):
        return original
    if any(each.pointer for each in declared):
        original = deepcopy(original)
        for place in positions(Located(original, "")):
            if place.pointer and isinstance(place.schema, dict):
                place.schema.pop("$schema", None)
    return {keyword: value for keyword, value in original.items() if keyword != "$schema"}


@cache
def _bounded_class(draft: str) -> type[Any]:
    base = VALIDATORS[draft]
    checks = {
        keyword: _bounded(CHECKS.get(keyword, check)) for keyword, check in base.VALIDATORS.items()
    }
    checks |= {keyword: _judged_once(checks[keyword]) for keyword in ("anyOf", "oneOf")}
    extend: Callable[..., type[Any]] = jsonschema.validators.extend
    return extend(base, validators=checks)


def _check_clock() -> None:
    deadline = _deadline.get()
    if deadline is not None and time.monotonic() > deadline:
        raise _OutOfTime


def _bounded(check: Check) -> Check:
    """The check of one keyword, within the deadline and with OpenAPI's ``nullable`` honoured."""

    def run(
        validator: Any, value: Any, instance: Any, schema: Any
    ) -> Iterator[jsonschema.ValidationError]:
        _check_clock()
        if instance is None and schema.get("nullable") is True:
            return
        yield from check(validator, value, instance, schema) or ()

    return run


def _judged_once(check: Check) -> Check:
    """The check of a choice, made once for each object and list of the answer."""

    def run(
        validator: Any, value: Any, instance: Any, schema: Any
    ) -> Iterator[jsonschema.ValidationError]:
        judged = _judged.get()
        if judged is None or not isinstance(instance, dict | list):
            yield from check(validator, value, instance, schema) or ()
            return
        key = id(value), id(instance)
        if key not in judged:
            judged[key] = list(check(validator, value, instance, schema) or ())
        # Who asks writes the way it came into the error: each gets its own.
        yield from map(jsonschema.ValidationError.create_from, judged[key])

    return run


class _BoundedPatterns:
    """What jsonschema finds where it asks for :mod:`re`: patterns of strangers, within our time.

    Only while an answer is checked here: whoever else uses jsonschema meets :mod:`re` itself.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(re, name)

    def search(self, pattern: str, text: str) -> Any:
        """Whether the pattern is found; raises :class:`regex.error` where that takes too long."""
        if _deadline.get() is None:
            return re.search(pattern, text)
        _check_clock()
        found = matches(pattern, text)
        if found is None:
            raise regex.error("the pattern takes too long")
        return found


# `unevaluatedProperties` matches patterns in there, without any clock.
for _module in (jsonschema._utils, jsonschema._legacy_keywords):
    setattr(_module, "re", _BoundedPatterns())  # noqa: B010
