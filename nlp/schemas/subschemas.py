"""Which subschemas speak of one property, one element or the unnamed keys of an object."""

from collections.abc import Mapping, Sequence

import regex

from nlp.errors import SchemaError
from nlp.schemas.patterns import matches
from nlp.schemas.references import Located

MAX_PREFIX = 256
"""Positions a tuple may have."""


def property_names(conjuncts: Sequence[Located]) -> tuple[str, ...]:
    """The described properties in the order of the schema, then those only required."""
    described = [name for located in conjuncts for name in located.get("properties", ())]
    return tuple(dict.fromkeys((*described, *required_names(conjuncts))))


def required_names(conjuncts: Sequence[Located]) -> tuple[str, ...]:
    """The properties that any conjunct requires."""
    return tuple(name for located in conjuncts for name in located.get("required", ()))


def property_parts(conjuncts: Sequence[Located], name: str) -> tuple[Located, ...]:
    """Every subschema that holds of a property, by its name, a pattern or as an unnamed key."""
    return tuple(part for located in conjuncts for part in _parts_of_one(located, name))


def _parts_of_one(located: Located, name: str) -> list[Located]:
    found = []
    if name in located.get("properties", ()):
        found.append(located.below("properties", name))
    for pattern in located.get("patternProperties", ()):
        if _matches(pattern, name, located.pointer):
            found.append(located.below("patternProperties", pattern))
    if not found and located.get("additionalProperties") is not None:
        found.append(located.below("additionalProperties"))
    return found


def _matches(pattern: str, name: str, pointer: str) -> bool:
    try:
        return bool(matches(pattern, name))
    except regex.error as error:
        raise SchemaError(
            f"the pattern {pattern[:80]!r} is not a regular expression: {error}",
            pointer=f"{pointer}/patternProperties",
            keyword="patternProperties",
        ) from error


def extra_choices(conjuncts: Sequence[Located], *, named: bool) -> list[tuple[Located, ...]]:
    """The subschemas of unnamed keys, one group per kind of key; none where the object is closed.

    An object that names properties is closed unless it describes the values of further keys; one
    that names none is open unless the schema closes it.
    """
    patterns: list[tuple[Located, ...]] = []
    rest: list[Located] = []
    closed = False
    for located in conjuncts:
        patterns.extend(
            (located.below("patternProperties", pattern),)
            for pattern in located.get("patternProperties", ())
        )
        additional = located.get("additionalProperties")
        closed |= additional is False
        if isinstance(additional, Mapping) and additional:
            rest.append(located.below("additionalProperties"))
    if rest and not closed:
        return [*patterns, tuple(rest)]
    return patterns if patterns or named or closed else [()]


def prefix_length(conjuncts: Sequence[Located]) -> int:
    """How many positions of a tuple are described one by one."""
    length = max((len(_prefix(located)[1]) for located in conjuncts), default=0)
    if length > MAX_PREFIX:
        raise SchemaError(
            f"a tuple of more than {MAX_PREFIX} positions",
            pointer=conjuncts[0].pointer,
            keyword="items",
        )
    return length


def element_parts(conjuncts: Sequence[Located], index: int | None) -> tuple[Located, ...]:
    """Every subschema that holds of one position of an array, or (None) of all further elements."""
    found: list[Located] = []
    for located in conjuncts:
        keyword, prefix = _prefix(located)
        if index is not None and index < len(prefix):
            found.append(located.below(keyword, index))
            continue
        rest = "additionalItems" if keyword == "items" else "items"
        if located.get(rest) is not None and not isinstance(located.get(rest), list):
            found.append(located.below(rest))
    return tuple(found)


def _prefix(located: Located) -> tuple[str, Sequence[object]]:
    """The keyword that describes the first positions, and its list."""
    items = located.get("items")
    if isinstance(items, list):
        return "items", items
    return "prefixItems", located.get("prefixItems", [])
