"""Ways to mend one violation of the schema, the most truthful first.

What is said wrongly goes before anything is added: null, the key left out, the element removed.
Only where the schema demands a value does the least wrong one take the place.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from nlp.schema import JSON, Field, Schema, escape_name, join_path
from nlp.schema_validation import Violation
from normalizers.least_wrong import least_wrong
from normalizers.places import get, put, steps_of, without

UNKNOWN_KEYS = frozenset(("additionalProperties", "unevaluatedProperties", "propertyNames"))
CHOICES = frozenset(("anyOf", "oneOf", "allOf", "if", "then", "else", "not", "dependencies"))
CHOICES |= {"dependentRequired", "dependentSchemas", "contains"}
MOST_BRANCHES = 6
DEEPEST = 3


def field_at(schema: Schema, steps: Sequence[str]) -> Field | None:
    """The field at the steps of a JSON pointer."""
    return schema.at(".".join(escape_name(step) for step in steps))


def ways(
    answer: JSON, violation: Violation, schema: Schema, backed: frozenset[str], *, depth: int = 0
) -> Iterator[JSON]:
    """Answers in which one violation may be mended; ``backed`` are field paths with evidence."""
    steps = steps_of(violation.pointer)
    field, value = field_at(schema, steps), get(answer, steps)
    if depth < DEEPEST:
        for branch in violation.branches[:MOST_BRANCHES]:
            yield from _keeping(answer, branch, schema, backed, depth + 1)
    if isinstance(value, dict):
        kept = field if field is not None else Field("", "", "any")
        for better in _objects(value, kept, violation, schema, backed, steps):
            yield put(answer, steps, better)
    if isinstance(value, list) and field is not None:
        yield put(answer, steps, _list_within(value, field, violation.keyword, schema))
    yield from _given_up(answer, steps, schema)


def _keeping(
    answer: JSON,
    branch: Sequence[Violation],
    schema: Schema,
    backed: frozenset[str],
    depth: int,
) -> Iterator[JSON]:
    """Answers that keep one branch of a choice: each of its violations mended the first way."""
    for choice in product(range(2), repeat=min(len(branch), 2)):
        mended = answer
        for violation, number in zip(branch, (*choice, *[0] * len(branch)), strict=False):
            tried = ways(mended, violation, schema, backed, depth=depth)
            found = [way for _, way in zip(range(number + 1), tried, strict=False)]
            mended = found[-1] if found else mended
        if mended != answer:
            yield mended


def _objects(
    value: dict[str, JSON],
    field: Field,
    violation: Violation,
    schema: Schema,
    backed: frozenset[str],
    steps: Sequence[str],
) -> Iterator[dict[str, JSON]]:
    names = {child.name: child for child in field.fields}
    free = [k for k in value if k not in names or not names[k].required]
    path = ".".join(escape_name(step) for step in steps)
    free.sort(key=lambda name: _weight(join_path(path, name), value[name], backed))
    if violation.missing:
        yield {**value, **_least(violation.missing, field, schema)}
    if violation.keyword in UNKNOWN_KEYS:
        yield {name: each for name, each in value.items() if name in names}
    if violation.keyword == "maxProperties":
        excess = len(value) - (field.constraints.max_properties or 0)
        yield {name: each for name, each in value.items() if name not in free[:excess]}
    if violation.keyword == "minProperties":
        absent = [name for name in names if name not in value]
        short = (field.constraints.min_properties or 1) - len(value)
        yield {**value, **_least(absent[:short], field, schema)}
    if violation.keyword in CHOICES:
        for name in free:
            yield {other: each for other, each in value.items() if other != name}
        if len(free) > 1:
            # Of keys that exclude each other, the one best borne out stays.
            for stays in reversed(free):
                yield {k: each for k, each in value.items() if k == stays or k not in free}
        for name in names:
            if name not in value:
                yield {**value, **_least([name], field, schema)}


def _weight(path: str, value: JSON, backed: frozenset[str]) -> tuple[bool, bool]:
    """What goes first sorts first: the empty, then what no evidence backs."""
    evidence = any(each == path or each.startswith(f"{path}.") for each in backed)
    return value not in (None, "", [], {}), evidence


def _least(names: Sequence[str], field: Field, schema: Schema) -> dict[str, JSON]:
    """The least wrong values of keys that must be there; what the schema does not describe: null."""
    known = {child.name: child for child in field.fields}
    if field.kind == "union":
        known = {child.name: child for option in field.options for child in option.fields}
    return {n: least_wrong(known[n], schema) if n in known else None for n in names}


def _list_within(value: list[JSON], field: Field, keyword: str, schema: Schema) -> list[JSON]:
    if keyword == "maxItems" and field.constraints.max_items is not None:
        return value[: field.constraints.max_items]
    if keyword == "uniqueItems":
        return [each for place, each in enumerate(value) if each not in value[:place]]
    if keyword == "minItems" and field.item is not None:
        missing = (field.constraints.min_items or 0) - len(value)
        return value + [least_wrong(field.item, schema) for _ in range(missing)]
    return value


def _given_up(answer: JSON, steps: Sequence[str], schema: Schema) -> Iterator[JSON]:
    """The place itself, then each place around it: null, left out, or the least wrong."""
    for size in range(len(steps), -1, -1):
        field = field_at(schema, steps[:size])
        value = get(answer, steps[:size])
        if field is not None and field.nullable and value is not None and size:
            yield put(answer, steps[:size], None)
        inside = get(answer, steps[: size - 1]) if size else None
        if isinstance(inside, list) or (field is not None and size and not field.required):
            yield without(answer, steps[:size])
        if field is not None and (size or not isinstance(value, dict)):
            yield put(answer, steps[:size], least_wrong(field, schema))
    if field_at(schema, ()) is not None:
        yield least_wrong(schema.root, schema)
