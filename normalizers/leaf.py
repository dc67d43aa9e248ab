"""One place of the answer on its way through the normalizers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from nlp.hints import FieldHints
from nlp.schema import JSON, Field, Schema
from nlp.spans import Candidate, Document
from normalizers.evidence import Aligner, Alignment, Span

STRICTNESSES: tuple[str, ...] = ("lenient", "balanced", "strict")

CONVERTED = "unit"
"""The change of a number into the unit asked for; its alignment is that of the number written."""

_UNALIGNED = Alignment("none", ())


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value with its field.

    ``raw`` is what the model said, ``value`` what it has become; ``missing`` says that the model
    did not name the key; ``changes`` name the normalizers that changed it; ``dropped`` is the
    reason why it has become null; ``in_list`` says that it is itself an element of an array.
    """

    path: str
    field: Field
    raw: JSON
    value: JSON
    missing: bool = False
    in_list: bool = False
    changes: tuple[str, ...] = ()
    dropped: str = ""
    alignment: Alignment = _UNALIGNED
    confidence: float = 0.5

    def changed(self, value: JSON, reason: str) -> "Leaf":
        """The same place with another value."""
        return replace(self, value=value, changes=(*self.changes, reason))

    def drop(self, reason: str) -> "Leaf":
        """The same place with no value."""
        return replace(self, value=None, dropped=reason)


@dataclass(frozen=True, slots=True)
class Context:
    """What a normalizer may look at besides the leaf; ``silent``: the model gave no answer,
    ``marked``: the spans that finders marked as something."""

    document: Document
    schema: Schema
    aligner: Aligner
    candidates: tuple[Candidate, ...] = ()
    strictness: str = "balanced"
    hints: Mapping[str, FieldHints] = field(default_factory=lambda: MappingProxyType({}))
    silent: bool = False
    marked: frozenset[Span] = frozenset()


def schema_path(path: str) -> str:
    """The schema path of a field path: indexes become ``*``."""
    return ".".join("*" if step.isdecimal() else step for step in path.split("."))
