"""What the debugger shows: the candidates of a text, the hints of a schema, the times.

:func:`inspect_text` is for notebooks and tests; ``python -m nlp.inspect`` is the command.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from nlp.candidates import FINDERS, run_finders
from nlp.errors import DocumentError, SettingsError
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.layout.typesetting import without_typesetting
from nlp.matching import match_hints
from nlp.pipeline_es import spanish_model_signature
from nlp.schema_compiler import SchemaSource, compile_schema
from nlp.show.inspect_html import frame, page
from nlp.show.inspected import Inspected
from nlp.spans import Document


@dataclass(frozen=True, slots=True)
class Inspection(Inspected):
    """A text as the finders and, with a schema, the matcher see it, which shows itself."""

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
    plain = without_typesetting(Document(name, text, reference))
    document = plain.document
    compiled = compile_schema(schema, instruction=instruction) if schema is not None else None
    chosen = {key: finder for key, finder in FINDERS.items() if not finders or key in finders}
    findings = run_finders(document, finders=chosen)
    hints = match_hints(document, findings.candidates, compiled, reasons=True) if compiled else ()
    pairs = read_form(document.text, layout(document)).pairs
    return Inspection(
        plain.in_given(findings.candidates),
        findings.failures,
        findings.seconds,
        findings.counts,
        plain.given,
        spanish_model_signature(),
        compiled,
        plain.in_given(hints),
        plain.in_given(tuple(one for one in pairs if one.form != "title")),
    )
