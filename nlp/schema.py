"""The schema that asks, as the typed field tree every stage shares.

Paths join names with dots. In a *schema path* the elements of an array are ``*``
(``events.*.date``); in a *field path* they are indexes (``events.0.date``). Keys that a schema
does not name (``additionalProperties``) are ``*`` too. A name that would not survive is escaped:
``~`` is written ``~0``, a dot ``~1``, the empty name ``~2`` and a name that is one asterisk ``~3``;
join and split with :func:`join_path` and :func:`split_path`. The branches of a union share its
path. :func:`nlp.schema_compiler.compile_schema` makes the tree; the types here are all that other
stages need.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeAlias, TypeGuard

from nlp.lesson import Lesson

JSON: TypeAlias = Any
"""A JSON value as ``json.loads`` gives it."""


def is_number(value: JSON) -> TypeGuard[int | float]:
    """Whether a JSON value is a number: to Python true and false are numbers too."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def escape_name(name: str) -> str:
    """Write a property name as one step of a path; plain names stay as they are."""
    if name in ("", "*"):
        return "~3" if name else "~2"
    return name.replace("~", "~0").replace(".", "~1")


def unescape_name(step: str) -> str:
    """Read one step of a path back as the property name."""
    if step in ("~2", "~3"):
        return "" if step == "~2" else "*"
    return step.replace("~1", ".").replace("~0", "~")


def join_path(path: str, name: str | int) -> str:
    """Append a property name (escaped) or an index to a path; the root's path is empty."""
    step = str(name) if isinstance(name, int) else escape_name(name)
    return f"{path}.{step}" if path else step


def join_element(path: str) -> str:
    """The schema path of the elements of an array, or of the unnamed keys of an object."""
    return f"{path}.*" if path else "*"


def split_path(path: str) -> tuple[str, ...]:
    """The names, indexes and asterisks of a path, unescaped; the root's path gives none."""
    return tuple(map(unescape_name, path.split("."))) if path else ()


def parent_path(path: str) -> str:
    """The path of what holds a place; of a top-level one and of the root, the root's."""
    return path.rpartition(".")[0]


def is_below(path: str, other: str) -> bool:
    """Whether a path is another one or stands below it, as all do below the root."""
    return not other or path == other or path.startswith(f"{other}.")


def is_repeated(path: str) -> bool:
    """Whether an answer may have a schema path many times: in a list, or below unnamed keys."""
    return "*" in path.split(".")


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

    def bound_broken(self, number: float) -> str:
        """The keyword of the first bound that a number breaks, or an empty string."""
        if self.minimum is not None and number < self.minimum:
            return "minimum"
        if self.maximum is not None and number > self.maximum:
            return "maximum"
        if self.exclusive_minimum is not None and number <= self.exclusive_minimum:
            return "exclusiveMinimum"
        if self.exclusive_maximum is not None and number >= self.exclusive_maximum:
            return "exclusiveMaximum"
        return ""


@dataclass(frozen=True, slots=True)
class Field:
    """One place of the schema that asks for a value.

    ``kind`` is object, array, string, integer, number, boolean, null, any, enum (a closed set of values
    of any type), union (branches that could not be merged, in ``options``) or recursive (a reference
    back to ``target``, a schema path).
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
    enum: tuple[JSON, ...] = field(default=(), hash=False)
    enum_notes: tuple[str, ...] = ()
    constraints: Constraints = Constraints()
    default: JSON = field(default=None, hash=False)
    has_default: bool = False
    examples: tuple[JSON, ...] = field(default=(), hash=False)
    fields: "tuple[Field, ...]" = ()
    item: "Field | None" = None
    prefix: "tuple[Field, ...]" = ()
    options: "tuple[Field, ...]" = ()
    extra: "Field | None" = None
    target: str = ""

    def walk(self) -> "Iterator[Field]":
        """Yield this field and every field below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def single_leaves(self) -> "Iterator[Field]":
        """Yield the leaves below that one value of this field has once."""
        for one in self.walk():
            if one.is_leaf and not is_repeated(one.path[len(self.path) :]):
                yield one

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

    @property
    def may_be_empty(self) -> bool:
        """Whether the place may be null or left out."""
        return self.nullable or not self.required

    @property
    def may_be_left_out(self) -> bool:
        """Whether only a key that is not written can say that there is no answer."""
        return not (self.required or self.nullable or self.has_default or is_repeated(self.path))

    @property
    def is_named(self) -> bool:
        """Whether it has a name of its own: the root and the elements of lists have none."""
        return self.name not in ("", "*")

    @property
    def is_choice(self) -> bool:
        """Whether the answer is one of few, which need not stand in the text: a member, yes or no."""
        return self.kind in {"enum", "boolean"}

    @property
    def is_numeric(self) -> bool:
        """Whether the answer is a number, whole or not."""
        return self.kind in {"integer", "number"}


@dataclass(frozen=True, slots=True)
class Lint:
    """A remark about a schema.

    ``level`` is ``note`` (unusual), ``local`` (checked on the answer only), ``warning`` (impossible,
    or ignored by its draft) or ``slip`` (hardly what was meant; ``reason`` says what to do).
    """

    level: str
    pointer: str
    keyword: str
    reason: str


@dataclass(frozen=True, slots=True)
class Solved:
    """A text and the answer that the caller's schema has for it.

    ``id`` says where it comes from; ``reviewed`` are the field paths that somebody has decided, with all
    that stands below them: the rest of the answer counts for nothing. None: it counts as a whole.
    """

    id: str
    text: str
    answer: JSON
    reviewed: tuple[str, ...] | None = None

    def counts(self, path: str) -> bool:
        """Whether the answer at a field path counts."""
        return self.reviewed is None or any(is_below(path, one) for one in self.reviewed)


@dataclass(frozen=True, slots=True)
class Schema:
    """A compiled schema: the field tree, the caller's instruction and the original JSON Schema.

    ``root`` is the field of the whole answer, ``fields`` its children. ``original`` is the
    caller's schema, unchanged: the answer is validated against it and nothing else. ``lint`` are the
    remarks on it, slips first. ``solved`` are the caller's own examples, ``lessons`` what they taught of
    each field (:func:`nlp.labels.learning.learn`), by schema path.
    """

    root: Field
    original: Mapping[str, Any] | bool = field(default_factory=lambda: MappingProxyType({}))
    instruction: str = ""
    title: str = ""
    description: str = ""
    lint: tuple[Lint, ...] = ()
    solved: tuple[Solved, ...] = ()
    lessons: Mapping[str, Lesson] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The top-level fields."""
        return self.root.fields

    @property
    def slips(self) -> tuple[Lint, ...]:
        """The remarks on what is hardly what the schema's author meant."""
        return tuple(one for one in self.lint if one.level == "slip")

    def walk(self) -> Iterator[Field]:
        """Yield every field but the root, parents first."""
        walk = self.root.walk()
        next(walk)
        yield from walk

    def leaves(self) -> tuple[Field, ...]:
        """The fields with nothing below them."""
        return tuple(one for one in self.root.walk() if one.is_leaf)

    def at(self, path: str) -> Field | None:
        """The field at a schema path or a field path (``events.0.date``), or None.

        Goes through references back, into the branches of unions (the first that has the step)
        and into tuples.
        """
        here: Field | None = self.root
        for step in path.split(".") if path else []:
            here = self.below(here, step)
        return here

    def below(self, parent: Field | None, step: str) -> Field | None:
        """The field one step (as a path writes it) below another, as :meth:`at` goes."""
        if parent is None:
            return None
        if parent.kind == "recursive":
            target = self.at(parent.target)
            if target is None or target.kind == "recursive":
                return None
            parent = target
        if step.isdecimal() and int(step) < len(parent.prefix):
            return parent.prefix[int(step)]
        if parent.item is not None and (step == "*" or step.isdecimal()):
            return parent.item
        name = unescape_name(step)
        named = (child for child in parent.fields if child.name == name)
        inside = (self.below(option, step) for option in parent.options)
        return next(filter(None, chain(named, inside)), parent.extra)


@dataclass(frozen=True, slots=True)
class Draft:
    """What the model said, before anything checks it.

    ``root`` is the JSON it gave (an object unless the schema asks otherwise, ``None`` if nothing
    could be read); ``problems`` say what had to be repaired while reading; ``logprobs`` gives, for
    field paths whose tokens are known, the mean log-probability of the value's tokens. ``source`` is
    who said it: ``model``, or ``candidates`` where no model was asked.
    """

    root: JSON
    problems: tuple[str, ...] = ()
    logprobs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    source: str = "model"
