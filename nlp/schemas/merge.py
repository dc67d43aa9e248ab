"""Several subschemas that hold of the same place, read as one.

A place of the tree is described by *conjuncts*: the subschema itself, what its ``$ref`` leads to
and the members of its ``allOf``. They are never pasted together as text; each keyword is read over
all of them, so recursion shows as a set of conjuncts that has been met before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from nlp.errors import SchemaError
from nlp.schema import JSON, Constraints
from nlp.schemas.references import REFERENCES, Located, References

ANNOTATIONS: frozenset[str] = frozenset(
    (
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicAnchor",
        "$id",
        "$schema",
        "$vocabulary",
        "default",
        "definitions",
        "deprecated",
        "description",
        "example",
        "examples",
        "externalDocs",
        "id",
        "readOnly",
        "title",
        "writeOnly",
        "xml",
    )
)
"""Keywords that assert nothing about a value."""

VALUE_TYPES: frozenset[str] = frozenset(
    ("boolean", "object", "array", "number", "integer", "string")
)
"""Every type but null, which is kept apart as :attr:`nlp.schema.Field.nullable`."""

MAX_CHAIN = 128
"""References and ``allOf`` that may follow one another without going down."""


def asserts(located: Located) -> bool:
    """Whether a conjunct says anything about the value at all."""
    if not isinstance(located.schema, Mapping):
        return True
    return any(
        keyword not in ANNOTATIONS and not keyword.startswith("x-")
        for keyword in located.schema
        if keyword not in located.without
    )


@dataclass(frozen=True, slots=True)
class Merger:
    """Follows references under the rules of one dialect."""

    references: References
    siblings_count: bool
    null_known: dict[tuple[str, frozenset[str]], bool] = field(default_factory=dict)

    def conjuncts(self, parts: Sequence[Located]) -> tuple[Located, ...]:
        """The subschemas that hold together, references and ``allOf`` opened, each once."""
        found: dict[tuple[str, frozenset[str]], Located] = {}
        for part in parts:
            self._open(part, (), found)
        return tuple(found.values())

    def _open(
        self,
        located: Located,
        chain: tuple[str, ...],
        found: dict[tuple[str, frozenset[str]], Located],
    ) -> None:
        check_chain(located, chain)
        own = self._own(located)
        key = (own.pointer, own.without)
        if key in found:
            return
        found[key] = own
        deeper = (*chain, located.pointer)
        for target in self.targets(located):
            self._open(target, deeper, found)
        if self._siblings_hold(located):
            for index in range(len(located.get("allOf", ()))):
                self._open(located.below("allOf", index), deeper, found)

    def targets(self, located: Located) -> Iterator[Located]:
        """What the reference keywords of a subschema lead to."""
        for keyword in REFERENCES:
            if located.get(keyword) is not None:
                yield self.references.resolve(located, keyword)

    def _siblings_hold(self, located: Located) -> bool:
        return self.siblings_count or located.get("$ref") is None

    def _own(self, located: Located) -> Located:
        """The subschema without the keywords that conjuncts replace."""
        if not isinstance(located.schema, Mapping):
            return located
        gone = {"allOf", *REFERENCES} & located.schema.keys()
        if not self._siblings_hold(located):
            # Up to draft 7 only annotations beside a reference are read.
            gone = {keyword for keyword in located.schema if keyword not in ANNOTATIONS}
        return replace(located, without=located.without | gone)

    def nullable(self, parts: Sequence[Located]) -> bool:
        """Whether null is meant to be an answer: the parts admit it, and not by mere silence.

        ``{"properties": …}`` without a type admits null formally; an object is meant.
        """
        return all(self.admits_null(part) for part in parts) and not self._implies_type(parts)

    def _implies_type(self, parts: Sequence[Located]) -> bool:
        conjuncts = self.conjuncts(parts)
        for located in conjuncts:
            if located.get("nullable") is True or members_of(located) is not None:
                return False
            if any(located.get(keyword) is not None for keyword in ("type", "anyOf", "oneOf")):
                return False
        return inferred_type(conjuncts) is not None

    def admits_null(self, located: Located, chain: tuple[str, ...] = ()) -> bool:
        """Whether null satisfies a subschema, as far as its types, members and branches say."""
        check_chain(located, chain)
        key = (located.pointer, located.without)
        if key not in self.null_known:
            self.null_known[key] = self._admits_null(located, chain)
        return self.null_known[key]

    def _admits_null(self, located: Located, chain: tuple[str, ...]) -> bool:
        if isinstance(located.schema, bool):
            return located.schema
        if located.get("nullable") is True:
            return True
        deeper = (*chain, located.pointer)
        if not all(self.admits_null(target, deeper) for target in self.targets(located)):
            return False
        if not self._siblings_hold(located):
            return True
        types = located.get("type")
        if types is not None and "null" not in (types if isinstance(types, list) else [types]):
            return False
        members = members_of(located)
        if members is not None and None not in members:
            return False
        for index in range(len(located.get("allOf", ()))):
            if not self.admits_null(located.below("allOf", index), deeper):
                return False
        return all(
            any(
                self.admits_null(branch, deeper) and not self._implies_type((branch,))
                for index in range(len(located.get(keyword)))
                for branch in (located.below(keyword, index),)
            )
            for keyword in ("anyOf", "oneOf")
            if located.get(keyword)
        )


def check_chain(located: Located, chain: tuple[str, ...]) -> None:
    """Raise SchemaError where references lead in a circle without going down."""
    if located.pointer in chain:
        raise SchemaError(
            "the reference leads back to itself", pointer=located.pointer, keyword="$ref"
        )
    if len(chain) > MAX_CHAIN:
        raise SchemaError(
            f"more than {MAX_CHAIN} references or allOf follow one another",
            pointer=located.pointer,
            keyword="$ref",
        )


def members_of(located: Located) -> list[JSON] | None:
    """The closed set of values of one conjunct: ``enum``, ``const`` or both; None if open."""
    members = located.get("enum")
    if not isinstance(located.schema, Mapping) or "const" not in located.schema.keys() - (
        located.without
    ):
        return None if members is None else list(members)
    const = located.schema["const"]
    keep = members is None or any(same_value(const, member) for member in members)
    return [const] if keep else []


def value_key(value: JSON) -> object:
    """A hashable stand-in for a JSON value: 1 and 1.0 are the same, 1 and true are not."""
    if isinstance(value, Mapping):
        return ("object", frozenset((name, value_key(part)) for name, part in value.items()))
    if isinstance(value, list):
        return ("array", tuple(value_key(part) for part in value))
    if isinstance(value, bool) or value is None:
        return ("literal", str(value))
    return value


def same_value(one: JSON, other: JSON) -> bool:
    """Equality of JSON values as JSON Schema has it."""
    return value_key(one) == value_key(other)


def type_of(value: JSON) -> str:
    """The JSON Schema type of a value; a whole number is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return "array" if isinstance(value, list) else "object"


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
    keys = [{value_key(member) for member in members} for members in lists[1:]]
    kept: dict[object, JSON] = {}
    for member in lists[0]:
        key = value_key(member)
        if member is None or type_of(member) not in types:
            continue
        if all(key in others for others in keys):
            kept.setdefault(key, member)
    return list(kept.values())


INFERRED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "object",
        (
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "minProperties",
            "maxProperties",
            "propertyNames",
        ),
    ),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")),
    ("string", ("pattern", "format", "minLength", "maxLength")),
    ("number", ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")),
)
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


def _first(conjuncts: Sequence[Located], keyword: str) -> JSON:
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
            format=_first(conjuncts, "format"),
            pattern=_first(conjuncts, "pattern"),
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
        format=_first(conjuncts, "format"),
        minimum=minimum,
        maximum=maximum,
        exclusive_minimum=exclusive_minimum,
        exclusive_maximum=exclusive_maximum,
        multiple_of=_first(conjuncts, "multipleOf"),
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
