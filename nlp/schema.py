"""The schema that asks, as the typed field tree every stage shares.

Paths join names with dots. In a *schema path* the elements of an array are ``*``
(``events.*.date``); in a *field path* they are indexes (``events.0.date``).
:func:`compile_schema` makes the tree; the types here are all that other stages need.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

JSON: TypeAlias = Any
"""A JSON value as ``json.loads`` gives it."""

KINDS: tuple[str, ...] = (
    "object",
    "array",
    "string",
    "integer",
    "number",
    "boolean",
    "enum",  # a closed set of values of any type; ``const`` is an enum of one
    "null",
    "any",
    "union",  # branches that could not be merged, in ``options``
    "recursive",  # a reference back to ``target``, a schema path
)


@dataclass(frozen=True, slots=True)
class Constraints:
    """The keywords that bound a value; ``None`` where the schema does not say."""

    format: str | None = None
    pattern: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    exclusive_minimum: float | None = None
    exclusive_maximum: float | None = None
    multiple_of: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    min_items: int | None = None
    max_items: int | None = None
    unique_items: bool = False
    min_properties: int | None = None
    max_properties: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One place of the schema that asks for a value.

    ``required`` is what the original schema says of the key; ``nullable`` whether it admits null.
    ``fields`` are an object's properties in order, ``item`` an array's element, ``prefix`` the
    positions of a tuple, ``options`` a union's branches, ``extra`` the schema of keys that are not
    named (``None``: closed). ``enum`` holds the members without null; ``enum_notes`` what the
    schema says of each member, where it does.
    """

    path: str
    name: str
    kind: str
    nullable: bool = False
    required: bool = True
    title: str = ""
    description: str = ""
    enum: tuple[JSON, ...] = ()
    enum_notes: tuple[str, ...] = ()
    constraints: Constraints = Constraints()
    default: JSON = None
    has_default: bool = False
    examples: tuple[JSON, ...] = ()
    fields: "tuple[Field, ...]" = ()
    item: "Field | None" = None
    prefix: "tuple[Field, ...]" = ()
    options: "tuple[Field, ...]" = ()
    extra: "Field | None" = None
    target: str = ""
    read_only: bool = False

    def walk(self) -> "Iterator[Field]":
        """Yield this field and every field below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def children(self) -> "tuple[Field, ...]":
        """The fields directly below, whatever the kind."""
        one = (self.item,) if self.item is not None else ()
        rest = (self.extra,) if self.extra is not None else ()
        return self.fields + self.prefix + one + self.options + rest

    @property
    def is_leaf(self) -> bool:
        """Whether nothing stands below."""
        return not self.children


@dataclass(frozen=True, slots=True)
class Lint:
    """A remark about a schema; ``level`` is note, local (checked only here) or warning."""

    level: str
    pointer: str
    keyword: str
    reason: str


@dataclass(frozen=True, slots=True)
class Schema:
    """A compiled schema: the field tree, the caller's instruction and the original JSON Schema.

    ``root`` is the field of the whole answer, ``fields`` its children. ``original`` is the
    caller's schema, unchanged: the answer is validated against it and nothing else.
    """

    root: Field
    original: Mapping[str, Any] | bool = MappingProxyType({})
    instruction: str = ""
    title: str = ""
    description: str = ""
    lint: tuple[Lint, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """The top-level fields."""
        return self.root.fields

    def walk(self) -> Iterator[Field]:
        """Yield every field but the root, parents first."""
        for field in self.root.walk():
            if field is not self.root:
                yield field

    def leaves(self) -> tuple[Field, ...]:
        """The fields with nothing below them."""
        return tuple(field for field in self.root.walk() if field.is_leaf)

    def at(self, path: str) -> Field | None:
        """The field at a schema path or a field path (``events.0.date``), or None."""
        here: Field | None = self.root
        for step in path.split(".") if path else []:
            if here is None:
                return None
            if here.item is not None and (step == "*" or step.isdigit()):
                here = here.item
                continue
            here = next((field for field in here.fields if field.name == step), here.extra)
        return here


@dataclass(frozen=True, slots=True)
class Draft:
    """What the model said, before anything checks it.

    ``root`` is the JSON it gave (an object unless the schema asks otherwise, ``None`` if nothing
    could be read); ``problems`` say what had to be repaired while reading; ``logprobs`` gives, for
    field paths whose tokens are known, the mean log-probability of the value's tokens.
    """

    root: JSON
    problems: tuple[str, ...] = ()
    logprobs: Mapping[str, float] = MappingProxyType({})
