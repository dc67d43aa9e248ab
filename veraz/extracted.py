"""What an extraction holds, and the same as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from llm.completion import Usage
from nlp.schema import JSON
from nlp.schema_validation import Violation
from nlp.spans import Document
from normalizers.outcome import Evidence, FieldResult

UNANSWERED = frozenset({"placeholder", "omitted"})
SEPARATOR = " · "
EXAMPLES = "examples "


@dataclass(frozen=True, slots=True)
class Signature:
    """What made an answer; two answers with one signature were made the same way.

    ``examples`` is a digest of the caller's own examples, empty where there are none.
    """

    veraz: str
    pipeline: str
    model: str
    spanish_model: str
    strictness: str
    examples: str = ""

    @classmethod
    def read(cls, written: str) -> "Signature":
        """Read what ``str`` gives; raises :class:`ValueError` for anything else."""
        parts = written.split(SEPARATOR)
        if len(parts) < 5 or not parts[0].startswith("veraz "):
            raise ValueError(f"{written!r} is no signature")
        examples = parts.pop().removeprefix(EXAMPLES) if parts[-1].startswith(EXAMPLES) else ""
        version, model = parts[0].removeprefix("veraz "), SEPARATOR.join(parts[2:-2])
        return cls(version, parts[1], model, parts[-2], parts[-1], examples)

    def __str__(self) -> str:
        parts = [f"veraz {self.veraz}", self.pipeline, self.model, self.spanish_model]
        shown = [EXAMPLES + self.examples] if self.examples else []
        return SEPARATOR.join([*parts, self.strictness, *shown])


@dataclass(frozen=True, slots=True)
class Extracted:
    """The members of :class:`veraz.result.Extraction`, which says what they are."""

    data: dict[str, JSON]
    fields: Mapping[str, FieldResult]
    usage: Usage
    signature: Signature
    document: Document
    draft: JSON = None
    problems: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    parsed: Any = None
    faults: tuple[Violation, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether ``data`` satisfies the schema."""
        return not self.faults

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The field paths of required places that nothing answers, made up or left out."""
        return tuple(path for path, result in self.fields.items() if result.outcome in UNANSWERED)

    @property
    def decisions(self) -> dict[str, str]:
        """``accept`` or ``review`` by field path; empty without a calibration."""
        return {path: one.decision for path, one in self.fields.items() if one.decision is not None}

    @property
    def evidence(self) -> dict[str, tuple[Evidence, ...]]:
        """The spans each supported field rests on, by field path."""
        return {path: result.evidence for path, result in self.fields.items() if result.evidence}

    def to_dict(self) -> dict[str, JSON]:
        """Return everything as JSON values; ``fields`` is a list in the schema's order."""
        return {
            "id": self.document.id,
            "data": self.data,
            "fields": [asdict(result) for result in self.fields.values()],
            "usage": {**asdict(self.usage), "total_tokens": self.usage.total_tokens},
            "signature": asdict(self.signature),
            "draft": self.draft,
            "problems": list(self.problems),
            "notes": dict(self.notes),
            "faults": [
                {"pointer": each.pointer, "keyword": each.keyword, "message": each.message}
                for each in self.faults
            ],
        }
