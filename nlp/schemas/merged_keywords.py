"""What a keyword says over all conjuncts of a place: types, members, bounds; and contradictions."""

from collections.abc import Mapping, Sequence
from functools import reduce

from nlp.schema import JSON, Constraints
from nlp.schemas.checks import identity
from nlp.schemas.references import Located

VALUE_TYPES: frozenset[str] = frozenset(
    ("boolean", "object", "array", "number", "integer", "string")
)
"""Every type but null, which is kept apart as :attr:`nlp.schema.Field.nullable`."""


def members_of(located: Located) -> list[JSON] | None:
    """The closed set of values of one conjunct: ``enum``, ``const`` or both; None if open."""
    members = located.get("enum")
    if not isinstance(located.schema, Mapping) or "const" not in located.schema.keys() - (
        located.without
    ):
        return None if members is None else list(members)
    const = located.schema["const"]
    keep = members is None or identity(const) in map(identity, members)
    return [const] if keep else []


def type_of(value: JSON) -> str:
    """The JSON Schema type of a value; a whole number is an integer."""
    if value is None:
        return "null"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    kinds = ((bool, "boolean"), (str, "string"), (int, "integer"), (list, "array"))
    return next((kind for type_, kind in kinds if isinstance(value, type_)), "object")


def merged_types(conjuncts: Sequence[Located]) -> frozenset[str]:
    """The types, null apart, that every conjunct allows."""
    allowed = VALUE_TYPES
    for located in conjuncts:
        types = located.get("type")
        if types is None:
            continue
        own = frozenset(types if isinstance(types, list) else [types])
        allowed &= own | {"integer"} if "number" in own else own
    return allowed


def merged_members(conjuncts: Sequence[Located], types: frozenset[str]) -> list[JSON] | None:
    """The values every conjunct allows, null apart, in the first one's order; None if open."""
    lists = [members for located in conjuncts if (members := members_of(located)) is not None]
    if not lists:
        return None
    keys = [{identity(member) for member in members} for members in lists[1:]]
    kept: dict[object, JSON] = {}
    for member in lists[0]:
        key = identity(member)
        if member is None or type_of(member) not in types:
            continue
        if all(key in others for others in keys):
            kept.setdefault(key, member)
    return list(kept.values())


INFERRED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "object",
        ("properties", "required", "additionalProperties", "patternProperties", "minProperties",
         "maxProperties", "propertyNames"),
    ),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")),
    ("string", ("pattern", "format", "minLength", "maxLength")),
    ("number", ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")),
)  # fmt: skip
"""The type that the presence of a keyword implies where no ``type`` is given."""


def inferred_type(conjuncts: Sequence[Located]) -> str | None:
    """The type the keywords imply, or None where they imply none."""
    for kind, keywords in INFERRED:
        for located in conjuncts:
            if any(located.get(keyword) is not None for keyword in keywords):
                return kind
    return None


def _strictest(conjuncts: Sequence[Located], keyword: str, *, least: bool) -> float | None:
    values = [
        value
        for located in conjuncts
        if isinstance(value := located.get(keyword), int | float) and not isinstance(value, bool)
    ]
    return None if not values else (min(values) if least else max(values))


def _count(conjuncts: Sequence[Located], keyword: str, *, least: bool) -> int | None:
    value = _strictest(conjuncts, keyword, least=least)
    return None if value is None else int(value)


def first_of(conjuncts: Sequence[Located], keyword: str) -> JSON:
    """What the first conjunct that has a keyword says by it; None where none has."""
    return next((v for c in conjuncts if (v := c.get(keyword)) is not None), None)


def _numeric_bounds(conjuncts: Sequence[Located], *, least: bool) -> tuple[float | None, ...]:
    """The inclusive and the exclusive bound of one side; draft 4's boolean form is opened."""
    bound, flag = ("maximum", "exclusiveMaximum") if least else ("minimum", "exclusiveMinimum")
    inclusive: list[float] = []
    exclusive: list[float] = []
    for located in conjuncts:
        value, edge = located.get(bound), located.get(flag)
        if value is not None:
            (exclusive if edge is True else inclusive).append(value)
        if edge is not None and not isinstance(edge, bool):
            exclusive.append(edge)
    choose = min if least else max
    return (
        reduce(choose, inclusive) if inclusive else None,
        reduce(choose, exclusive) if exclusive else None,
    )


def merged_constraints(conjuncts: Sequence[Located], kind: str) -> Constraints:
    """The strictest bounds for one kind of value; of several patterns or formats, the first."""
    if kind == "string":
        return Constraints(
            format=first_of(conjuncts, "format"),
            pattern=first_of(conjuncts, "pattern"),
            min_length=_count(conjuncts, "minLength", least=False),
            max_length=_count(conjuncts, "maxLength", least=True),
        )
    if kind == "array":
        return Constraints(
            min_items=_count(conjuncts, "minItems", least=False),
            max_items=_count(conjuncts, "maxItems", least=True),
            unique_items=any(located.get("uniqueItems") is True for located in conjuncts),
        )
    if kind == "object":
        return Constraints(
            min_properties=_count(conjuncts, "minProperties", least=False),
            max_properties=_count(conjuncts, "maxProperties", least=True),
        )
    return _number_constraints(conjuncts) if kind in ("integer", "number") else Constraints()


def _number_constraints(conjuncts: Sequence[Located]) -> Constraints:
    minimum, exclusive_minimum = _numeric_bounds(conjuncts, least=False)
    maximum, exclusive_maximum = _numeric_bounds(conjuncts, least=True)
    return Constraints(
        format=first_of(conjuncts, "format"),
        minimum=minimum,
        maximum=maximum,
        exclusive_minimum=exclusive_minimum,
        exclusive_maximum=exclusive_maximum,
        multiple_of=first_of(conjuncts, "multipleOf"),
    )


def contradiction(bounds: Constraints) -> str:
    """The keyword at which bounds leave no value, or an empty string."""
    pairs: tuple[tuple[float | None, float | None, str], ...] = (
        (bounds.min_length, bounds.max_length, "maxLength"),
        (bounds.min_items, bounds.max_items, "maxItems"),
        (bounds.min_properties, bounds.max_properties, "maxProperties"),
        (bounds.minimum, bounds.maximum, "maximum"),
    )
    for low, high, keyword in pairs:
        if low is not None and high is not None and low > high:
            return keyword
    return ""
