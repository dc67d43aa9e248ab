"""What an extraction gives back."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from llm.completion import Usage
from nlp.schema import JSON
from nlp.spans import Document
from normalizers.outcome import Evidence, FieldResult

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Signature:
    """What made an answer; two answers with one signature were made the same way."""

    veraz: str
    pipeline: str
    model: str
    spanish_model: str
    strictness: str

    def __str__(self) -> str:
        return (
            f"veraz {self.veraz} · {self.pipeline} · {self.model} · {self.spanish_model} · "
            f"{self.strictness}"
        )


@dataclass(frozen=True, slots=True)
class Extraction:
    """A JSON object that validates against the schema, and what each of its values rests on.

    ``data`` is the answer; ``fields`` maps field paths (``events.0.date``) to what became of them;
    ``draft`` is what the model said before anything checked it (None where nothing could be read);
    ``problems`` what had to be mended while reading it. ``parsed`` is ``data`` as an instance of the
    pydantic class that was given as schema, where one was.
    """

    data: dict[str, JSON]
    fields: Mapping[str, FieldResult]
    usage: Usage
    signature: Signature
    document: Document
    draft: JSON = None
    problems: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    parsed: Any = None

    @property
    def evidence(self) -> dict[str, tuple[Evidence, ...]]:
        """The spans each supported field rests on, by field path."""
        return {path: result.evidence for path, result in self.fields.items() if result.evidence}

    def to_dataframe(self, field: str | None = None) -> "pandas.DataFrame":
        """Return a pandas data frame: a row a field, or with ``field`` a row an element of that list."""
        from veraz.frames import to_dataframe

        return to_dataframe(self, field)

    def _repr_html_(self) -> str:
        from veraz.view import render_html

        return render_html(self)

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
        }
