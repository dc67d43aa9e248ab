"""Required names that no property has, looked for in all that speaks of the same object.

What ``allOf``, ``anyOf``, ``if`` or a reference inside the document say of an object may describe
what another part of it requires, so they are looked at together.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import unquote

from nlp.schema import JSON, Lint
from nlp.schemas.keywords import nearest
from nlp.schemas.patterns import fits
from nlp.schemas.references import REFERENCES, Located, subschemas

IN_PLACE = frozenset(
    ("allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependencies", "dependentSchemas")
)
"""Keywords whose subschemas speak of the same value."""

CONDITIONS = frozenset(("if", "not"))
"""Keywords below which a name that is required is none that an answer must have."""

MOST_NAMES = 300
"""Properties that a required name is compared with."""

MOST_COMPARED = 100
"""Required names that are compared with properties."""


@dataclass(slots=True)
class _Object:
    """What a document says of one object, by all the places that speak of it."""

    names: dict[str, None] = field(default_factory=dict)
    patterns: set[str] = field(default_factory=set)
    open: bool = False

    def describes(self, name: str) -> bool:
        """Whether a key of that name is described, or may be."""
        fitting = (fits(pattern, name) is not False for pattern in self.patterns)
        return self.open or name in self.names or any(fitting)

    def add(self, other: "_Object") -> None:
        """Take over what is said of the other."""
        self.names |= other.names
        self.patterns |= other.patterns
        self.open |= other.open


def undescribed(places: Sequence[Located]) -> Iterator[Lint]:
    """A slip for each required name that no property has, though others are described."""
    if not any(located.get("required") for located in places):
        return
    owners, conditions = _owners(places)
    objects = _objects(places, owners)
    compared = iter(range(MOST_COMPARED))
    for located in places:
        told = objects[owners[located.pointer]]
        if not told.names or told.open or located.pointer in conditions:
            continue
        for name in dict.fromkeys(located.get("required", ())):
            if not told.describes(name):
                near = next(compared, None) is not None
                reason = _reason(name, told.names if near else ())
                yield Lint("slip", f"{located.pointer}/required", "required", reason)


def _reason(name: str, names: Collection[str]) -> str:
    meant = nearest(name, tuple(islice(names, MOST_NAMES)))
    said = f"no property is called {name[:80]!r}"
    if meant is not None:
        return f"{said}: did you mean {meant[:80]!r}?"
    return f"{said}: describe it under `properties`, or do not require it"


def _owners(places: Sequence[Located]) -> tuple[dict[str, str], set[str]]:
    """Each place → the place whose value it speaks of; and the places that only ask."""
    owners: dict[str, str] = {}
    conditions: set[str] = set()
    for located in places:
        own = owners.setdefault(located.pointer, located.pointer)
        for inner in subschemas(located):
            keyword = inner.pointer[len(located.pointer) + 1 :].partition("/")[0]
            if keyword not in IN_PLACE:
                continue
            owners[inner.pointer] = own
            if keyword in CONDITIONS or located.pointer in conditions:
                conditions.add(inner.pointer)
    return owners, conditions


def _objects(places: Sequence[Located], owners: dict[str, str]) -> Mapping[str, _Object]:
    """What is said of each object; a reference and its target speak of one."""
    leads: dict[str, str] = {}

    def last(pointer: str) -> str:
        while pointer in leads:
            # Each step halves the way for whoever comes next.
            leads[pointer] = leads.get(leads[pointer], leads[pointer])
            pointer = leads[pointer]
        return pointer

    told = {located.pointer: _told(located.schema) for located in places}
    for located in places:
        for target in _targets(located):
            one, other = last(owners[located.pointer]), last(owners.get(target, ""))
            if target not in owners:
                told[located.pointer].open = True
            elif one != other:
                leads[one] = other
    found: dict[str, _Object] = {}
    for pointer, owner in owners.items():
        found.setdefault(last(owner), _Object()).add(told[pointer])
    return {owner: found[last(owner)] for owner in owners.values()}


def _targets(located: Located) -> Iterator[str]:
    for keyword in REFERENCES:
        reference = located.get(keyword)
        if isinstance(reference, str):
            yield unquote(reference[1:]) if reference.startswith("#") else reference


def _told(schema: JSON) -> _Object:
    if not isinstance(schema, Mapping):
        return _Object()
    names, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    further = [schema.get(each) for each in ("additionalProperties", "unevaluatedProperties")]
    explained = any(each is True or isinstance(each, Mapping) for each in further)
    return _Object(dict.fromkeys(names), set(patterns), explained)
