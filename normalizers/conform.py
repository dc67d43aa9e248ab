"""The last word of the schema: what still breaks it is repaired, place by place.

The answer is validated against the caller's own schema; where a value breaks it, the value becomes
null, goes, or is replaced by the least wrong valid one, and its result says so.
"""

from collections.abc import Sequence

from nlp.schema import JSON, Field, Schema, escape_name, join_path
from nlp.schema_validation import Violation, violations
from normalizers.assemble import assemble
from normalizers.least_wrong import least_wrong
from normalizers.outcome import FieldResult

ROUNDS = 12
"""Rounds of repair; each mends at least one place or the repair ends."""


def conform(results: Sequence[FieldResult], schema: Schema) -> tuple[FieldResult, ...]:
    """Results whose assembled answer satisfies the schema, wherever that can be done."""
    answer: JSON = assemble(results, schema)
    repaired = answer
    for _ in range(ROUNDS):
        found = violations(schema, repaired)
        if not found:
            break
        mended = repaired
        for violation in sorted(found, key=lambda each: -each.pointer.count("/")):
            mended = _mend(mended, violation, schema)
        if mended == repaired:
            mended = _lift(repaired, found[0], schema)
        if mended == repaired:
            break
        repaired = mended
    return tuple(results) if repaired is answer else _restated(results, repaired, schema)


def _steps(pointer: str) -> list[str]:
    steps = pointer.split("/")[1:]
    return [step.replace("~1", "/").replace("~0", "~") for step in steps]


def _field(schema: Schema, steps: Sequence[str]) -> Field | None:
    return schema.at(".".join(escape_name(step) for step in steps))


def _mend(answer: JSON, violation: Violation, schema: Schema) -> JSON:
    """The answer with one violation mended at its place, where that is known how to do."""
    steps = _steps(violation.pointer)
    field = _field(schema, steps)
    value = _get(answer, steps)
    if field is None:
        return answer
    if violation.keyword == "required" and isinstance(value, dict):
        needed = [child for child in field.fields if child.required and child.name not in value]
        added = {child.name: least_wrong(child, schema) for child in needed}
        return _put(answer, steps, {**value, **added})
    if violation.keyword in {"additionalProperties", "unevaluatedProperties", "propertyNames"}:
        if isinstance(value, dict):
            names = {child.name for child in field.fields}
            return _put(answer, steps, {k: v for k, v in value.items() if k in names})
        return answer
    if isinstance(value, list) and violation.keyword in {"maxItems", "uniqueItems", "minItems"}:
        return _put(answer, steps, _list_within(value, field, violation.keyword, schema))
    if isinstance(value, dict | list) and value:
        return answer
    return _put(answer, steps, _instead(field, value, schema))


def _instead(field: Field, value: JSON, schema: Schema) -> JSON:
    if field.nullable and value is not None:
        return None
    return least_wrong(field, schema)


def _list_within(value: list[JSON], field: Field, keyword: str, schema: Schema) -> list[JSON]:
    if keyword == "maxItems" and field.constraints.max_items is not None:
        return value[: field.constraints.max_items]
    if keyword == "uniqueItems":
        return [each for place, each in enumerate(value) if each not in value[:place]]
    if keyword == "minItems" and field.item is not None:
        missing = (field.constraints.min_items or 0) - len(value)
        return value + [least_wrong(field.item, schema) for _ in range(missing)]
    return value


def _lift(answer: JSON, violation: Violation, schema: Schema) -> JSON:
    """Replace the whole place at fault, or the nearest place around it that can be replaced."""
    steps = _steps(violation.pointer)
    for size in range(len(steps), 0, -1):
        field = _field(schema, steps[:size])
        inside = _get(answer, steps[: size - 1])
        if isinstance(inside, list):
            return _without(answer, steps[:size])
        if field is not None and not field.required and not field.nullable:
            return _without(answer, steps[:size])
        if field is not None:
            put = _put(answer, steps[:size], _instead(field, _get(answer, steps[:size]), schema))
            if put != answer:
                return put
    return least_wrong(schema.root, schema) if not steps else answer


def _get(value: JSON, steps: Sequence[str]) -> JSON:
    for step in steps:
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def _put(value: JSON, steps: Sequence[str], new: JSON) -> JSON:
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(value, list) and step.isdecimal():
        return [
            _put(each, rest, new) if place == int(step) else each
            for place, each in enumerate(value)
        ]
    if isinstance(value, dict):
        return {**value, step: _put(value.get(step), rest, new)}
    return value


def _without(value: JSON, steps: Sequence[str]) -> JSON:
    inside = _get(value, steps[:-1])
    if isinstance(inside, list):
        kept = [each for place, each in enumerate(inside) if str(place) != steps[-1]]
        return _put(value, steps[:-1], kept)
    if isinstance(inside, dict):
        return _put(value, steps[:-1], {k: v for k, v in inside.items() if k != steps[-1]})
    return value


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
        parent = _get(answer, steps[:-1])
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
