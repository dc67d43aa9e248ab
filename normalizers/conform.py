"""The last word of the schema: what still breaks it is repaired, place by place.

The answer is validated against the caller's own schema; where a value breaks it, the value becomes
null, goes, or is replaced by the least wrong valid one, and its result says so. What cannot be
mended so is an error (:func:`ensure_valid`), never an object that breaks the schema.
"""

import time
from collections.abc import Sequence
from itertools import islice

from nlp.errors import AnswerError
from nlp.schema import JSON, Schema, join_path
from nlp.schema_validation import Violation, violations
from normalizers.assemble import assemble
from normalizers.mending import ways
from normalizers.outcome import FieldResult
from normalizers.places import get

ROUNDS = 24
"""Rounds of repair; each leaves fewer violations or the repair ends."""

TRIES = 60
"""Ways tried a round."""

SECONDS = 3.0
"""Time after which no further way is tried: what breaks the schema by then is an error."""


def conform(results: Sequence[FieldResult], schema: Schema) -> tuple[FieldResult, ...]:
    """Results whose assembled answer satisfies the schema, wherever that can be done."""
    answer: JSON = assemble(results, schema)
    found = violations(schema, answer)
    if not found:
        return tuple(results)
    backed = frozenset(result.path for result in results if result.evidence)
    repaired, end = answer, time.monotonic() + SECONDS
    for _ in range(ROUNDS):
        better = _better(repaired, found, schema, backed, end=end)
        if better is None:
            break
        repaired, found = better
        if not found:
            break
    return tuple(results) if repaired is answer else _restated(results, repaired, schema)


def ensure_valid(answer: JSON, schema: Schema) -> JSON:
    """The answer, if it satisfies the schema; else :class:`nlp.errors.AnswerError`.

    The error names the first place at fault: text and schema do not fit, as where a code of a
    certain form is required of a text without one.
    """
    found = violations(schema, answer)
    if not found:
        return answer
    first = found[0]
    raise AnswerError(first.message, pointer=first.pointer, keyword=first.keyword, answer=answer)


def _better(
    answer: JSON,
    found: Sequence[Violation],
    schema: Schema,
    backed: frozenset[str],
    *,
    end: float,
) -> tuple[JSON, list[Violation]] | None:
    """The answer with fewer violations than it has, by the first way that leaves fewer."""
    deepest = sorted(found, key=lambda each: -each.pointer.count("/"))
    tried = (way for each in deepest for way in ways(answer, each, schema, backed))
    for way in islice(tried, TRIES):
        if time.monotonic() > end:
            break
        if way == answer:
            continue
        left = violations(schema, way)
        if len(left) < len(found):
            return way, left
    return None


def _restated(
    results: Sequence[FieldResult], answer: JSON, schema: Schema
) -> tuple[FieldResult, ...]:
    """The results of a repaired answer: those that still hold, the others told anew."""
    before = {result.path: result for result in results}
    told: list[FieldResult] = []
    for path, value in _leaves("", answer):
        old = before.pop(path, None)
        if old is not None and old.value == value and type(old.value) is type(value):
            told.append(old)
            continue
        raw = old.raw if old is not None else None
        outcome = "unsupported" if value not in (None, [], {}) else "dropped"
        if old is None or old.raw is None:
            outcome = "filled"
        told.append(FieldResult(path, raw, value, outcome=outcome, reason="the schema demands it"))
    gone = [
        FieldResult(old.path, old.raw, None, outcome="dropped", reason="the schema forbids it")
        for old in before.values()
        if old.outcome == "dropped" or old.value is not None
    ]
    return (*told, *_after(gone, answer, schema))


def _after(gone: Sequence[FieldResult], answer: JSON, schema: Schema) -> list[FieldResult]:
    """Results of what went, only where they cannot be taken for a part of the answer."""
    kept = []
    for result in gone:
        steps = result.path.split(".")
        parent = get(answer, steps[:-1])
        beyond = (
            isinstance(parent, list) and steps[-1].isdecimal() and int(steps[-1]) >= len(parent)
        )
        field = schema.at(result.path)
        optional = field is not None and not field.required and not field.nullable
        if beyond or (isinstance(parent, dict) and optional):
            kept.append(result)
    return kept


def _leaves(path: str, value: JSON) -> list[tuple[str, JSON]]:
    if isinstance(value, dict) and value:
        return [leaf for k, v in value.items() for leaf in _leaves(join_path(path, k), v)]
    if isinstance(value, list) and value:
        return [leaf for k, v in enumerate(value) for leaf in _leaves(join_path(path, k), v)]
    return [(path, value)]
