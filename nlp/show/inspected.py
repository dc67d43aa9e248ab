"""What an inspection holds, and the same as JSON."""

from dataclasses import asdict, dataclass

from nlp.candidates import Findings
from nlp.hints import FieldHints, ShownHint, shown_hints
from nlp.labels.form_elements import Pair
from nlp.schema import JSON, Schema
from nlp.show.inspection_words import candidate_dict, strongest
from nlp.spans import Document


@dataclass(frozen=True, slots=True)
class Inspected(Findings):
    """A text as the finders and, with a schema, the matcher see it."""

    document: Document
    model: str
    schema: Schema | None = None
    hints: tuple[FieldHints, ...] = ()
    labels: tuple[Pair, ...] = ()

    @property
    def shown(self) -> tuple[ShownHint, ...]:
        """The hints as a prompt has them, in the order of the text."""
        return shown_hints(self.hints)

    @property
    def times(self) -> list[tuple[str, float]]:
        """The seconds of each finder, the slowest first, and of all."""
        slowest_first = sorted(self.seconds.items(), key=lambda pair: -pair[1])
        return [*slowest_first, ("all", sum(self.seconds.values()))]

    def to_dict(self) -> dict[str, JSON]:
        """The inspection as JSON: candidates, labels, the hints a prompt shows, the ranked
        candidates of each field, failures, milliseconds by finder.
        """
        return {
            "id": self.document.id,
            "model": self.model,
            "candidates": [candidate_dict(candidate) for candidate in self.candidates],
            "labels": [_pair_dict(pair, self.document.text) for pair in self.labels],
            "hints": [{**asdict(one), "score": round(one.score, 4)} for one in self.shown],
            "fields": [_field_dict(field) for field in self.hints],
            "failures": [asdict(failure) for failure in self.failures],
            "milliseconds": {name: round(1000 * one, 3) for name, one in self.seconds.items()},
        }


def _pair_dict(pair: Pair, text: str) -> dict[str, JSON]:
    return {
        "label": pair.label,
        "start": pair.start,
        "end": pair.end,
        "mention": text[pair.start : pair.end],
        "written": pair.form,
        "under": list(pair.sections),
    }


def _field_dict(field: FieldHints) -> dict[str, JSON]:
    return {
        "path": field.path,
        "answered": round(field.answered, 4),
        "hints": [
            {
                **candidate_dict(hint.candidate),
                "score": round(hint.score, 4),
                "reasons": [
                    {"feature": feature, "share": round(share, 4)}
                    for feature, share in strongest(hint.reasons)
                ],
            }
            for hint in field.hints
        ],
        "choices": [
            {"value": value, "probability": round(chance, 4)} for value, chance in field.choices
        ],
    }
