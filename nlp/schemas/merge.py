"""Several subschemas that hold of the same place, read as one.

A place of the tree is described by *conjuncts*: the subschema itself, what its ``$ref`` leads to
and the members of its ``allOf``. They are never pasted together as text; each keyword is read over
all of them, so recursion shows as a set of conjuncts that has been met before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from nlp.errors import SchemaError
from nlp.schemas.merged_keywords import inferred_type, members_of
from nlp.schemas.references import REFERENCES, Key, Located, References

ANNOTATIONS: frozenset[str] = frozenset(
    (
        "$anchor", "$comment", "$defs", "$dynamicAnchor", "$id", "$schema", "$vocabulary",
        "default", "definitions", "deprecated", "description", "example", "examples",
        "externalDocs", "id", "readOnly", "title", "writeOnly", "xml",
    )
)  # fmt: skip
"""Keywords that assert nothing about a value."""

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
    null_known: dict[Key, bool] = field(default_factory=dict)

    def conjuncts(self, parts: Sequence[Located]) -> tuple[Located, ...]:
        """The subschemas that hold together, references and ``allOf`` opened, each once."""
        found: dict[Key, Located] = {}
        for part in parts:
            self._open(part, (), found)
        return tuple(found.values())

    def _open(self, located: Located, chain: tuple[str, ...], found: dict[Key, Located]) -> None:
        check_chain(located, chain)
        own = self._own(located)
        if own.key in found:
            return
        found[own.key] = own
        deeper = (*chain, located.pointer)
        for target in self.references.targets(located):
            self._open(target, deeper, found)
        if self._siblings_hold(located):
            for branch in located.listed("allOf"):
                self._open(branch, deeper, found)

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
        if located.key not in self.null_known:
            self.null_known[located.key] = self._admits_null(located, chain)
        return self.null_known[located.key]

    def _admits_null(self, located: Located, chain: tuple[str, ...]) -> bool:
        if isinstance(located.schema, bool):
            return located.schema
        if located.get("nullable") is True:
            return True
        deeper = (*chain, located.pointer)
        if not all(self.admits_null(target, deeper) for target in self.references.targets(located)):
            return False
        if not self._siblings_hold(located):
            return True
        types = located.get("type")
        if types is not None and "null" not in (types if isinstance(types, list) else [types]):
            return False
        members = members_of(located)
        if members is not None and None not in members:
            return False
        if not all(self.admits_null(branch, deeper) for branch in located.listed("allOf")):
            return False
        return all(
            any(
                self.admits_null(branch, deeper) and not self._implies_type((branch,))
                for branch in located.listed(keyword)
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
