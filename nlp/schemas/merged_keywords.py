"""What a keyword says over all conjuncts of a place: types, members, bounds; and contradictions."""

import re
from collections.abc import Callable, Mapping, Sequence

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


def first_of(conjuncts: Sequence[Located], keyword: str) -> JSON:
    """What the first conjunct that has a keyword says by it; None where none has."""
    return next((v for c in conjuncts if (v := c.get(keyword)) is not None), None)


def _limit(located: Located, keyword: str) -> JSON:
    """The bound that a conjunct sets; in draft 4 a boolean beside it says whether it is exclusive."""
    plain = keyword.removeprefix("exclusive").lower()
    edge = located.get(f"exclusive{plain.title()}")
    if not isinstance(edge, bool):
        return located.get(keyword)
    return located.get(plain) if edge == keyword.startswith("exclusive") else None


def _highest(conjuncts: Sequence[Located], keyword: str) -> JSON:
    limits = (_limit(located, keyword) for located in conjuncts)
    return max((one for one in limits if one is not None), default=None)


def _lowest(conjuncts: Sequence[Located], keyword: str) -> JSON:
    limits = (_limit(located, keyword) for located in conjuncts)
    return min((one for one in limits if one is not None), default=None)


def _any_true(conjuncts: Sequence[Located], keyword: str) -> bool:
    return any(located.get(keyword) is True for located in conjuncts)


Choose = Callable[[Sequence[Located], str], JSON]
BOUNDS: Mapping[str, Mapping[str, Choose]] = {
    "string": {"format": first_of, "pattern": first_of, "minLength": _highest, "maxLength": _lowest},
    "array": {"minItems": _highest, "maxItems": _lowest, "uniqueItems": _any_true},
    "object": {"minProperties": _highest, "maxProperties": _lowest},
    "number": {
        "format": first_of, "minimum": _highest, "maximum": _lowest, "multipleOf": first_of,
        "exclusiveMinimum": _highest, "exclusiveMaximum": _lowest,
    },
}  # fmt: skip
"""The keywords that bound each kind of value, and what several conjuncts come to."""


def merged_constraints(conjuncts: Sequence[Located], kind: str) -> Constraints:
    """The strictest bounds for one kind of value; of several patterns or formats, the first."""
    kind = "number" if kind == "integer" else kind
    bounds = {key: choose(conjuncts, key) for key, choose in BOUNDS.get(kind, {}).items()}
    if kind != "number":  # 3.0 is a count as well as 3
        bounds = {key: int(one) if isinstance(one, float) else one for key, one in bounds.items()}
    return Constraints(**{re.sub("(?=[A-Z])", "_", key).lower(): bounds[key] for key in bounds})


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
