"""The schema as a server sees it: a JSON Schema that every grammar engine can digest.

References are inlined and recursion is unrolled; every property is required, and nullable where it
may be absent, because a model that may leave a key out does; objects are closed, strings and arrays
capped, so that no answer runs away. What a grammar cannot carry (``pattern``, ``format``,
``default``, ``uniqueItems``, conditions, the bounds of fractional numbers) is left to the prompt
and to the validation of the answer. Words (titles, descriptions) are left to the prompt as well.
"""

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from nlp.errors import SchemaError
from nlp.schema import Constraints, Field, Schema

Wire = dict[str, Any]

MAX_REPEAT = 1_900
"""The most repetitions any engine takes (llama.cpp refuses 2,000)."""

MAX_ENUM_CHARACTERS = 200_000
"""Longer closed sets go out as plain strings and are checked on the answer."""

LEVELS: tuple[int, ...] = (48, 8, 6, 5, 4, 3, 2, 1)
"""Levels tried in turn until the wire schema is small enough."""

INTEGER_LIMIT = 2**53
"""Bounds beyond it are not safe in every engine and stay at home."""

NULL: Wire = {"type": "null"}
EMPTY_ARRAY: Wire = {"type": "array", "items": NULL, "maxItems": 0}


@dataclass(frozen=True, slots=True)
class Caps:
    """How far a wire schema may go.

    ``depth`` is how often a recursive definition is unfolded below itself; ``max_string``
    characters and ``max_items`` elements bound what the schema leaves open; ``max_nodes`` bounds
    the places of the wire schema: beyond it, deep optional properties are left out.
    """

    depth: int = 3
    max_string: int = 1_000
    max_items: int = 100
    max_nodes: int = 1_000


@dataclass(frozen=True, slots=True)
class WirePlan:
    """A wire schema and the schema paths that found no room in it."""

    schema: Wire
    omitted: tuple[str, ...] = ()


def wire_schema(
    schema: Schema,
    *,
    depth: int = 3,
    max_string: int = 1_000,
    max_items: int = 100,
    max_nodes: int = 1_000,
) -> Wire:
    """The JSON Schema to send for a compiled schema; see :class:`Caps` for the bounds.

    Raises :class:`nlp.errors.SchemaError` where only an endless object would satisfy the schema.
    """
    return plan_wire(schema, Caps(depth, max_string, max_items, max_nodes)).schema


def plan_wire(schema: Schema, caps: Caps | None = None) -> WirePlan:
    """The wire schema with the list of what it leaves out."""
    caps = caps or Caps()
    for level in LEVELS:
        writer = _Writer(schema, caps, level, strict=level == LEVELS[-1])
        try:
            built = writer.write(schema.root, ())
        except _TooLarge:
            continue
        if built is None:
            break
        # A whole answer of null says nothing: the root is never nullable on the wire.
        return WirePlan(copy.deepcopy(built), tuple(dict.fromkeys(writer.omitted)))
    raise SchemaError("only an endless object would satisfy it", keyword="$ref")


class _TooLarge(Exception):
    """More places than the caps allow; a shallower schema is tried."""


@dataclass(slots=True)
class _Writer:
    """Writes one wire schema down to ``level``; ``strict`` leaves out whatever does not fit."""

    schema: Schema
    caps: Caps
    level: int
    strict: bool
    count: int = 0
    omitted: list[str] = field(default_factory=list)

    def write(self, place: Field, above: tuple[Field, ...]) -> Wire | None:
        """The wire form of a field without regard to null; None where it cannot end here."""
        self.count += 1
        if self.count > self.caps.max_nodes and not self.strict:
            raise _TooLarge
        if place.kind == "recursive":
            return self._again(place, above)
        if place.kind == "object":
            return self._object(place, above)
        if place.kind == "array":
            return self._array(place, above)
        if place.kind == "union":
            return self._union(place, above)
        return self._leaf(place)

    def _leaf(self, place: Field) -> Wire:
        bounds = place.constraints
        if place.kind == "string":
            return self._string(bounds)
        if place.kind == "integer":
            return {"type": "integer", **integer_bounds(bounds)}
        if place.kind == "enum":
            return self._enum(place)
        if place.kind == "any":
            return self._any()
        return {"type": place.kind}

    def _string(self, bounds: Constraints) -> Wire:
        most = self.caps.max_string if bounds.max_length is None else bounds.max_length
        least = min(bounds.min_length or 0, MAX_REPEAT)
        most = max(least, min(most, max(self.caps.max_string, least), MAX_REPEAT))
        return {"type": "string", **({"minLength": least} if least else {}), "maxLength": most}

    def _enum(self, place: Field) -> Wire:
        kinds = {_json_type(member) for member in place.enum}
        if sum(len(str(member)) for member in place.enum) > MAX_ENUM_CHARACTERS:
            if kinds == {"string"}:
                longest = max(len(member) for member in place.enum)
                return self._string(Constraints(max_length=longest))
            return self._any()
        stated = {"type": next(iter(kinds))} if len(kinds) == 1 else {}
        if len(place.enum) == 1:
            return {**stated, "const": place.enum[0]}
        return {**stated, "enum": list(place.enum)}

    def _any(self) -> Wire:
        text = self._string(Constraints())
        listed = {"type": "array", "items": text, "maxItems": self.caps.max_items}
        return {"anyOf": [text, {"type": "number"}, {"type": "boolean"}, listed, NULL]}

    def _again(self, place: Field, above: tuple[Field, ...]) -> Wire | None:
        target = next((one for one in above if one.path == place.target), None)
        target = target or self.schema.at(place.target)
        if target is None or target.kind == "recursive":
            return None
        if sum(one is target for one in above) > self.caps.depth:
            return None
        return self.write(target, above)

    def _object(self, place: Field, above: tuple[Field, ...]) -> Wire | None:
        inside = (*above, place)
        properties: Wire = {}
        for child in place.fields:
            if not child.required and self._no_room(child, inside):
                self.omitted.append(child.path)
                continue
            written = self._value(child, inside)
            if written is None:
                return None
            properties[child.name] = written
        extra: Wire | bool | None = False
        if place.extra is not None and not self._no_room(place.extra, inside):
            extra = self._value(place.extra, inside)
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False if extra is None else extra,
        }

    def _no_room(self, child: Field, inside: Sequence[Field]) -> bool:
        if self.strict and self.count >= self.caps.max_nodes:
            return True
        nested = any(one.kind in ("object", "union", "recursive") for one in child.walk())
        return nested and sum(one.kind == "object" for one in inside) >= self.level

    def _value(self, child: Field, above: tuple[Field, ...]) -> Wire | None:
        """The wire form of a property: nullable where the schema lets it be null or absent."""
        written = self.write(child, above)
        if written is None:
            return NULL if child.may_be_empty else None
        # An optional list says "nothing" by being empty.
        if not child.nullable and written.get("type") == "array" and not written.get("minItems"):
            return written
        return _or_null(written) if child.may_be_empty else written

    def _element(self, child: Field, above: tuple[Field, ...]) -> Wire | None:
        written = self.write(child, above)
        if child.nullable:
            return NULL if written is None else _or_null(written)
        return written

    def _array(self, place: Field, above: tuple[Field, ...]) -> Wire | None:
        bounds = place.constraints
        least = min(bounds.min_items or 0, MAX_REPEAT)
        most = self.caps.max_items if bounds.max_items is None else bounds.max_items
        most = max(least, min(most, self.caps.max_items))
        inside = (*above, place)
        if place.prefix:
            return self._tuple(place, inside, least)
        item = self._element(place.item, inside) if place.item and most else None
        if item is None:
            return None if least else dict(EMPTY_ARRAY)
        if place.item is not None and place.item.kind == "any":
            item = _without_null(item)
        return {
            "type": "array",
            "items": item,
            **({"minItems": least} if least else {}),
            "maxItems": most,
        }

    def _tuple(self, place: Field, inside: tuple[Field, ...], least: int) -> Wire | None:
        written = []
        for child in place.prefix:
            element = self._element(child, inside)
            if element is None:
                return None
            written.append(element)
        if least > len(written):
            rest = self._element(place.item, inside) if place.item else None
            if rest is None:
                return None
            written.extend([rest] * (least - len(written)))
        size = len(written)
        return {"type": "array", "prefixItems": written, "minItems": size, "maxItems": size}

    def _union(self, place: Field, above: tuple[Field, ...]) -> Wire | None:
        inside = (*above, place)
        branches: list[Wire] = []
        for option in place.options:
            written = self._element(option, inside)
            for branch in written.get("anyOf", [written]) if written else []:
                if branch not in branches:
                    branches.append(branch)
        if not branches:
            return None
        return branches[0] if len(branches) == 1 else {"anyOf": branches}


def integer_bounds(bounds: Constraints) -> Wire:
    """The bounds of an integer as engines take them: inclusive, whole and within 53 bits."""
    low = [math.ceil(v) for v in (bounds.minimum,) if v is not None]
    low += [math.floor(v) + 1 for v in (bounds.exclusive_minimum,) if v is not None]
    high = [math.floor(v) for v in (bounds.maximum,) if v is not None]
    high += [math.ceil(v) - 1 for v in (bounds.exclusive_maximum,) if v is not None]
    found: Wire = {}
    if low and abs(max(low)) <= INTEGER_LIMIT:
        found["minimum"] = max(low)
    if high and abs(min(high)) <= INTEGER_LIMIT:
        found["maximum"] = min(high)
    return found


def _or_null(written: Wire) -> Wire:
    if written == NULL:
        return written
    branches = written.get("anyOf", [written])
    return {"anyOf": branches if NULL in branches else [*branches, NULL]}


def _without_null(written: Wire) -> Wire:
    return {"anyOf": [branch for branch in written["anyOf"] if branch != NULL]}


def _json_type(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((str, "string"), (int, "integer"), (float, "number"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"
