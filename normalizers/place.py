"""One place of the answer on its way through the normalizers, and what they may look at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from nlp.hints import FieldHints
from nlp.schema import JSON, Field, Schema
from nlp.spans import Candidate, Document, Span
from normalizers.align import NOTHING, Aligner, Alignment
from normalizers.outcome import Change, Witness

STRICTNESSES: tuple[str, ...] = ("lenient", "balanced", "strict")


NO_WITNESS = Witness()


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the answer with its field.

    ``raw`` is what the model said, ``value`` what has become of it under the licences in
    ``changes``; ``missing`` says that the model did not name the key, ``in_list`` that the place is
    itself an element of an array, ``removed`` that it is to go from it. ``alignment`` is where the
    text says the value, ``doubts`` what speaks against it (:func:`normalizers.judge.doubts_of`).
    """

    path: str
    field: Field
    raw: JSON
    value: JSON
    missing: bool = False
    in_list: bool = False
    removed: bool = False
    changes: tuple[Change, ...] = ()
    alignment: Alignment = NOTHING
    confidence: float = 0.5
    doubts: tuple[str, ...] = ()

    @property
    def text(self) -> str | None:
        """The value where it is a string that stands in a field of free text; else None."""
        free = self.field.kind in {"string", "any"}
        return self.value if free and isinstance(self.value, str) else None

    @property
    def is_from_model(self) -> bool:
        """Whether the value is a model's, not one found for a place that none answered."""
        return not any(change.authority == "unanswered" for change in self.changes)

    @property
    def may_be_empty(self) -> bool:
        """Whether the place may be null, left out, or taken from its list."""
        return self.field.may_be_empty or self.in_list

    @property
    def may_say_nothing(self) -> bool:
        """Whether the place may be null, or left out where it is no item of a list."""
        return self.field.nullable or not (self.field.required or self.in_list)


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may look at besides the place.

    ``silent``: no model gave an answer; ``valid``: the draft as a whole satisfies the schema;
    ``marked``: the spans that finders marked as something; ``source``: who made the draft;
    ``second``: what the model said when asked again, by field path; ``refused``: where it had to be
    asked because the caller's class does not take the first value.
    """

    document: Document
    schema: Schema
    aligner: Aligner
    candidates: tuple[Candidate, ...] = ()
    strictness: str = "balanced"
    hints: Mapping[str, FieldHints] = field(default_factory=lambda: MappingProxyType({}))
    silent: bool = False
    valid: bool = False
    marked: frozenset[Span] = frozenset()
    source: str = "model"
    refused: frozenset[str] = frozenset()
    second: Mapping[str, JSON] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another value for a place, with who allows it and on what grounds; the gate decides."""

    value: JSON
    authority: str
    witness: Witness = NO_WITNESS


def by_schema(value: JSON, keyword: str) -> Proposal:
    """A value proposed because the schema's keyword forbids the one there is."""
    return Proposal(value, "schema", Witness(keyword))


def schema_path(path: str) -> str:
    """The schema path of a field path: indexes become ``*``."""
    return ".".join("*" if step.isdecimal() else step for step in path.split("."))
