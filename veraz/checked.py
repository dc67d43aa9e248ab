"""What a check of an answer gives back: an extraction with a verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from nlp.schema import JSON
from nlp.schema_validation import Violation
from veraz.result import Extraction

VERDICTS: tuple[str, ...] = (
    "borne out",  # it satisfies the schema, and the text bears out every value
    "doubtful",  # it satisfies the schema; ``doubtful`` says which values are doubted, and why
    "failed",  # it is no JSON or breaks the schema; ``broken`` says where
)

UNASKED = "the schema does not ask for it: nothing was looked for"

UNSUPPORTED = "nothing in the text bears it out"


@dataclass(frozen=True, slots=True)
class CheckedAnswer(Extraction):
    """An answer that somebody gave, and what the text says of it.

    As :class:`veraz.Extraction`: ``data`` is the answer as it was given unless corrections were asked
    for, ``fields`` what each value rests on, ``draft`` the answer as given; ``broken`` says where that is
    no JSON (keyword ``json``) or breaks the schema, ``doubtful`` by field path why a value of it, or a
    null, is doubted.
    """

    broken: tuple[Violation, ...] = ()
    doubtful: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def verdict(self) -> str:
        """One of :data:`VERDICTS`, of the answer as it was given."""
        if self.broken:
            return "failed"
        return "doubtful" if self.doubtful else "borne out"

    def to_dict(self) -> dict[str, JSON]:
        """Return everything as JSON values."""
        told = Extraction.to_dict(self)  # super() knows no class made anew for its slots
        broken = [
            {"pointer": each.pointer, "keyword": each.keyword, "message": each.message}
            for each in self.broken
        ]
        head = {"verdict": self.verdict, "broken": broken, "doubtful": dict(self.doubtful)}
        return {**head, **told}
