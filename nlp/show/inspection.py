"""What the debugger shows: the candidates of a text, the hints of a schema, the times.

:func:`inspect_text` is for notebooks and tests; ``python -m nlp.inspect`` is the command.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from nlp.candidates import FINDERS, FinderFailure, run_finders
from nlp.errors import DocumentError, SettingsError
from nlp.hints import FieldHints, ShownHint, shown_hints
from nlp.labels.parts import Pair
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.matching import match_hints
from nlp.pipeline_es import spanish_model_signature
from nlp.schema import JSON, Schema
from nlp.schema_compiler import SchemaSource, compile_schema
from nlp.show.inspect_html import frame, page
from nlp.show.inspection_words import candidate_dict, strongest
from nlp.spans import Candidate, Document


@dataclass(frozen=True, slots=True)
class Inspection:
    """A text as the finders and, with a schema, the matcher see it.

    ``seconds`` is CPU time by finder, ``counts`` what each found before the merge.
    """

    document: Document
    candidates: tuple[Candidate, ...]
    failures: tuple[FinderFailure, ...]
    seconds: Mapping[str, float]
    counts: Mapping[str, int]
    model: str
    schema: Schema | None = None
    hints: tuple[FieldHints, ...] = ()
    labels: tuple[Pair, ...] = ()

    @property
    def shown(self) -> tuple[ShownHint, ...]:
        """The hints as a prompt has them, in the order of the text."""
        return shown_hints(self.hints)

    def to_dict(self) -> dict[str, JSON]:
        """The inspection as JSON: candidates, labels, the hints a prompt shows, the ranked
        candidates of each field, failures, milliseconds by finder.
        """
        return {
            "id": self.document.id,
            "model": self.model,
            "candidates": [candidate_dict(candidate) for candidate in self.candidates],
            "labels": [_pair_dict(pair, self.document.text) for pair in self.labels],
            "hints": [_shown_dict(one) for one in self.shown],
            "fields": [_field_dict(field) for field in self.hints],
            "failures": [asdict(failure) for failure in self.failures],
            "milliseconds": {name: round(1000 * one, 3) for name, one in self.seconds.items()},
        }

    def to_html(self) -> str:
        """A self-contained page: spans, filters by label, hints; light and dark."""
        return page(self)

    def _repr_html_(self) -> str:
        """The page inside a notebook cell, apart from the notebook's own style."""
        return frame(self)


def inspect_text(
    text: str,
    *,
    schema: SchemaSource | None = None,
    instruction: str = "",
    finders: Sequence[str] = (),
    reference: datetime.date | None = None,
    name: str = "text",
) -> Inspection:
    """Run the finders (those named, else all) and, with a schema, the matcher.

    ``reference`` is the day that relative dates are relative to. Raises
    :class:`nlp.errors.SettingsError` for an unknown finder, :class:`nlp.errors.DocumentError` for
    a text that is not a string, :class:`nlp.errors.SchemaError` for a bad schema.
    """
    if not isinstance(text, str):
        raise DocumentError(f"a text must be a string, not {type(text).__name__}")
    unknown = sorted(set(finders) - set(FINDERS))
    if unknown:
        known = ", ".join(FINDERS)
        raise SettingsError(f"no finder is called {', '.join(unknown)}; there are {known}")
    document = Document(name, text, reference)
    compiled = compile_schema(schema, instruction=instruction) if schema is not None else None
    chosen = {key: finder for key, finder in FINDERS.items() if not finders or key in finders}
    findings = run_finders(document, finders=chosen)
    return Inspection(
        document,
        findings.candidates,
        findings.failures,
        findings.seconds,
        findings.counts,
        spanish_model_signature(),
        compiled,
        match_hints(document, findings.candidates, compiled) if compiled else (),
        tuple(one for one in read_form(text, layout(document)).pairs if one.form != "title"),
    )


def _pair_dict(pair: Pair, text: str) -> dict[str, JSON]:
    return {
        "label": pair.label,
        "start": pair.start,
        "end": pair.end,
        "mention": text[pair.start : pair.end],
        "written": pair.form,
        "under": list(pair.sections),
    }


def _shown_dict(one: ShownHint) -> dict[str, JSON]:
    return {**asdict(one), "score": round(one.score, 4)}


def _field_dict(field: FieldHints) -> dict[str, JSON]:
    return {
        "path": field.path,
        "answered": round(field.answered, 4),
        "hints": [
            {
                **candidate_dict(hint.candidate),
                "score": round(hint.score, 4),
                "reasons": [
                    {"feature": one.feature, "share": round(one.weight * one.value, 4)}
                    for one in strongest(hint.reasons)
                ],
            }
            for hint in field.hints
        ],
        "choices": [
            {"value": value, "probability": round(chance, 4)} for value, chance in field.choices
        ],
    }
