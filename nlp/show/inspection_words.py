"""How the debugger words values, reasons and places, for the terminal, the page and JSON."""

from collections.abc import Sequence
from dataclasses import asdict

from nlp.hints import Reason
from nlp.layout.structure import layout
from nlp.schema import JSON
from nlp.spans import Candidate, Document, Value, value_text

PASSAGES: frozenset[str] = frozenset(["NOUN_PHRASE", "SENTENCE"])
"""Labels that cover most of a text: not shown until asked for."""

MAX_REASONS = 4
"""Features shown for a hint, those that weigh most first."""

_SIGNS = {
    "approx": "≈ ", "more_than": "> ", "at_least": "≥ ", "less_than": "< ", "at_most": "≤ ",
    "start": "start of ", "mid": "middle of ", "end": "end of ",
}  # fmt: skip


def value_words(value: Value | None) -> str:
    """A value in a few words: "2019-05-03", "≈ 300 km", "5–10 %"; empty without a value."""
    if value is None:
        return ""
    return _SIGNS.get(value.modifier or "", "") + (value_text(value) or value.kind)


def strongest(reasons: Sequence[Reason]) -> list[tuple[str, float]]:
    """The features that moved a score most, in either direction, and how much they did."""
    shares = [(one.feature, share) for one in reasons if (share := one.weight * one.value)]
    return sorted(shares, key=lambda pair: -abs(pair[1]))[:MAX_REASONS]


def candidate_dict(candidate: Candidate) -> dict[str, JSON]:
    """A candidate as JSON; of its value only what is set."""
    found = asdict(candidate)
    if found["value"] is not None:
        found["value"] = {key: part for key, part in found["value"].items() if part is not None}
    return found


def place_words(document: Document, candidate: Candidate) -> str:
    """Where a candidate stands: its heading, label or table column, in the text's words."""
    parts = layout(document)
    text = document.text
    places: list[str] = []
    heading = parts.heading_of(candidate.start)
    if heading is not None and heading.start != candidate.start:
        places.append(f"under “{short(text[heading.start : heading.end])}”")
    label = parts.label_at(candidate.start)
    if label is not None and candidate.start >= label.value_start:
        places.append(f"after “{short(text[label.label_start : label.label_end])}:”")
    header = parts.column_head(candidate.start)
    if header is not None:
        places.append(f"in column “{short(text[header.start : header.end])}”")
    return ", ".join(places)


def short(text: str, longest: int = 40) -> str:
    """A text, cut where it is longer than so many characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
