"""What a text offers before any model is asked, as the pages show it."""

from typing import Any

from nlp.candidates import find_candidates
from nlp.hints import FieldHints
from nlp.layout.typesetting import without_typesetting
from nlp.matching import match_hints
from nlp.spans import Candidate, Document, value_text
from veraz.limits import Limits
from veraz.reference_day import day_of
from veraz.service_tasks import AskedText, compiled_schema

MOST_CANDIDATES = 5_000
MOST_HINTS = 5
MOST_FIELDS = 500

MOST_MATCHED = 100_000
"""Characters up to which candidates are matched to fields for the page, besides for the answer."""


def offered(asked: AskedText, limits: Limits) -> dict[str, Any]:
    """The candidates of a text and, for a schema, those of each field."""
    document = Document("playground", asked.text, day_of(asked.reference))
    plain = without_typesetting(document)
    found = find_candidates(plain.document)
    hints: tuple[FieldHints, ...] = ()
    if asked.schema_ is not None and len(asked.text) <= MOST_MATCHED:
        hints = match_hints(
            plain.document, found, compiled_schema(asked.schema_, "", limits), shown=False
        )
    shown = [_shown(one) for one in plain.in_given(found[:MOST_CANDIDATES])]
    fields = [_hinted(one) for one in plain.in_given(hints[:MOST_FIELDS])]
    return {"candidates": shown, "found": len(found), "hints": fields}


def _hinted(field: FieldHints) -> dict[str, Any]:
    hints = field.hints[:MOST_HINTS]
    return {
        "path": field.path,
        "answered": field.answered,
        "choices": [[value, chance] for value, chance in field.choices[:MOST_HINTS]],
        "hints": [{**_shown(one.candidate), "score": one.score} for one in hints],
    }


def _shown(candidate: Candidate) -> dict[str, Any]:
    return {
        "start": candidate.start,
        "end": candidate.end,
        "mention": candidate.mention,
        "label": candidate.label,
        "value": value_text(candidate.value) if candidate.value is not None else None,
        "source": candidate.source,
    }
