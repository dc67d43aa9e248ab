"""Where the subschemas of a schema lie: positions, identifiers, anchors and references.

Nothing is ever fetched. A reference is resolved inside the document, or inside the published
meta-schemas that come with the validator; any other target raises :class:`SchemaError`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import unquote, urldefrag, urljoin

from jsonschema_specifications import REGISTRY as PUBLISHED

from nlp.errors import SchemaError
from nlp.schema import JSON, split_path

MAX_POSITIONS = 200_000
"""Subschemas a document may hold."""

MAX_NESTING = 400
"""Subschemas that may stand inside one another."""

ONE: tuple[str, ...] = (
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items",
    "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
MANY: tuple[str, ...] = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
DEFINITIONS: tuple[str, ...] = ("$defs", "definitions")
REFERENCES: tuple[str, ...] = ("$ref", "$dynamicRef", "$recursiveRef")
NAMED: tuple[str, ...] = (
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
)  # fmt: skip

Key: TypeAlias = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Located:
    """A subschema with where it stands.

    ``pointer`` is its JSON pointer in the document (with the document's address before it where
    that is a published meta-schema), ``base`` the address references in it are relative to.
    ``without`` are keywords of it that have been dealt with and no longer count.
    """

    schema: JSON
    pointer: str
    base: str = ""
    without: frozenset[str] = frozenset()

    @property
    def key(self) -> Key:
        """What tells it from other subschemas, and from itself with more or less that counts."""
        return self.pointer, self.without

    def get(self, keyword: str, default: JSON = None) -> JSON:
        """The value of a keyword, unless it has been dealt with."""
        if not isinstance(self.schema, Mapping) or keyword in self.without:
            return default
        return self.schema.get(keyword, default)

    def below(self, *steps: str | int) -> "Located":
        """The subschema that stands at the steps below this one."""
        here, pointer = self.schema, self.pointer
        for step in steps:
            here = here[step]
            pointer = f"{pointer}/{escape_pointer(str(step))}"
        return Located(here, pointer, base_of(here, self.base))

    def listed(self, keyword: str) -> "list[Located]":
        """The subschemas in the list of a keyword; none where it has been dealt with."""
        return [self.below(keyword, index) for index in range(len(self.get(keyword) or ()))]


def pointer_of(path: str) -> str:
    """The JSON pointer (RFC 6901) of a field path."""
    return "".join(f"/{escape_pointer(step)}" for step in split_path(path))


def escape_pointer(step: str) -> str:
    """Write a name as one step of a JSON pointer (RFC 6901)."""
    return step.replace("~", "~0").replace("/", "~1")


def steps_of(pointer: str) -> tuple[str, ...]:
    """The unescaped steps of a JSON pointer (RFC 6901)."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def identifier(schema: JSON) -> str:
    """The address a subschema gives itself (``$id``, in draft 4 ``id``), or an empty string."""
    if not isinstance(schema, Mapping):
        return ""
    for keyword in ("$id", "id"):
        value = schema.get(keyword)
        if isinstance(value, str) and value:
            return value
    return ""


def base_of(schema: JSON, base: str) -> str:
    """The address references inside a subschema are relative to."""
    own = identifier(schema)
    if not own or own.startswith("#"):
        return base
    return join_address(base, own, schema_pointer="")


def join_address(base: str, reference: str, *, schema_pointer: str) -> str:
    """Resolve a reference against a base address; a malformed one raises SchemaError."""
    try:
        return urljoin(base, reference)
    except ValueError as error:
        raise SchemaError(
            f"the address {reference[:200]!r} is malformed", pointer=schema_pointer, keyword="$ref"
        ) from error


def subschemas(located: Located, *, definitions: bool = True) -> Iterator[Located]:
    """Yield the subschemas directly inside one, in the order they are written."""
    schema = located.schema
    if not isinstance(schema, Mapping):
        return
    for keyword, value in schema.items():
        if keyword in DEFINITIONS and not definitions:
            continue
        if keyword in ONE and isinstance(value, Mapping | bool):
            yield located.below(keyword)
        elif keyword in MANY and isinstance(value, list):
            yield from located.listed(keyword)
        elif keyword in NAMED and isinstance(value, Mapping):
            for name, part in value.items():
                # `dependencies` of drafts 4 to 7 hold lists of names as well as schemas.
                if not isinstance(part, list):
                    yield located.below(keyword, name)


def positions(root: Located) -> Iterator[Located]:
    """Yield every subschema, the root first; SchemaError where there are too many or too deep."""
    waiting = [(root, 0)]
    count = 0
    while waiting:
        located, depth = waiting.pop()
        count += 1
        if count > MAX_POSITIONS or depth > MAX_NESTING:
            reason = f"more than {MAX_POSITIONS:,} subschemas, or {MAX_NESTING} inside one another"
            keyword = located.pointer.rpartition("/")[2]
            raise SchemaError(reason, pointer=located.pointer[:1000], keyword=keyword)
        yield located
        waiting.extend((inner, depth + 1) for inner in reversed(list(subschemas(located))))


def reachable(references: "References") -> Iterator[Located]:
    """Yield every subschema that an answer can be held against, once, following references.

    A reference may lead to a place where no schema is expected; SchemaError where it leads nowhere.
    """
    waiting = [references.root]
    seen: set[str] = set()
    while waiting:
        located = waiting.pop()
        if located.pointer in seen:
            continue
        seen.add(located.pointer)
        if len(seen) > MAX_POSITIONS:
            raise SchemaError(f"more than {MAX_POSITIONS:,} subschemas", keyword="$ref")
        yield located
        waiting.extend(subschemas(located, definitions=False))
        waiting.extend(references.targets(located))


@dataclass(slots=True)
class References:
    """The addresses of one document and the way from a reference to its target."""

    root: Located
    addresses: dict[str, Located] = field(default_factory=dict)

    def add(self, located: Located) -> None:
        """Note the address and the anchors of a subschema; the first of a name wins."""
        if not isinstance(located.schema, Mapping):
            return
        own = identifier(located.schema)
        if own.startswith("#"):
            self.addresses.setdefault(f"{urldefrag(located.base).url}{own}", located)
        elif own:
            self.addresses.setdefault(urldefrag(located.base).url, located)
        for keyword in ("$anchor", "$dynamicAnchor"):
            anchor = located.schema.get(keyword)
            if isinstance(anchor, str):
                self.addresses.setdefault(f"{urldefrag(located.base).url}#{anchor}", located)

    def targets(self, source: Located) -> Iterator[Located]:
        """What the reference keywords of a subschema lead to."""
        for keyword in REFERENCES:
            if source.get(keyword) is not None:
                yield self.resolve(source, keyword)

    def resolve(self, source: Located, keyword: str) -> Located:
        """The target of a reference keyword; SchemaError where there is none."""
        reference = source.get(keyword)
        pointer = f"{source.pointer}/{keyword}"
        if not isinstance(reference, str):
            raise SchemaError("a reference must be a string", pointer=pointer, keyword=keyword)
        address = join_address(source.base, reference, schema_pointer=pointer)
        resource, fragment = urldefrag(address)
        fragment = unquote(fragment)
        document = self._resource(resource)
        if document is None:
            raise SchemaError(
                f"the reference {reference[:200]!r} leads outside the schema and is never fetched",
                pointer=pointer,
                keyword=keyword,
            )
        target = self._fragment(document, resource, fragment)
        if target is None:
            raise SchemaError(
                f"the reference {reference[:200]!r} leads nowhere", pointer=pointer, keyword=keyword
            )
        return target

    def _resource(self, resource: str) -> Located | None:
        if resource in ("", urldefrag(self.root.base).url):
            return self.root
        if resource in self.addresses:
            return self.addresses[resource]
        published = PUBLISHED.get(resource)
        if published is None:
            return None
        return self.addresses.setdefault(resource, Located(published.contents, resource, resource))

    def _fragment(self, document: Located, resource: str, fragment: str) -> Located | None:
        if not fragment:
            return document
        if not fragment.startswith("/"):
            anchored = self.addresses.get(f"{resource}#{fragment}")
            return anchored or self.addresses.get(f"#{fragment}")
        # `id` is also a plain word: where it is no address, `#/…` still means the whole document.
        return walk_pointer(document, fragment) or walk_pointer(self.root, fragment)


def walk_pointer(document: Located, pointer: str) -> Located | None:
    """The place a JSON pointer names below a document, or None."""
    steps: list[str | int] = []
    here = document.schema
    for step in steps_of(pointer):
        if isinstance(here, Mapping) and step in here:
            here = here[step]
            steps.append(step)
        elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
            here = here[int(step)]
            steps.append(int(step))
        else:
            return None
    return document.below(*steps)
