"""One field of an extraction as a row of HTML: value, outcome, what was changed, how sure."""

import html
import json

from normalizers.outcome import FieldResult
from normalizers.outcome_wording import EXPLAINED, Wording, change_texts, doubt_texts, word, wording

UNSURE = 0.5
"""Under which confidence a value is rather wrong than right."""

# Said in each element's own style: a notebook that is not trusted strips style sheets.
INKS = {"bad": "#c2410c", "warning": "#a16207", "changed": "#0e7490", "accepted": "#15803d"}
VALUES = {
    "unsupported": f"text-decoration:underline wavy {INKS['bad']}",
    "placeholder": "font-style:italic;text-decoration:line-through",
    "omitted": f"font-style:italic;color:{INKS['bad']}",
}


def field_row(index: int, result: FieldResult, rgb: str, language: str) -> str:
    """The row of the field with that number, whose spans have that colour."""
    worded = wording("outcomes", result.outcome, language)
    edge = f' style="border-left:6px solid rgb({rgb})"' if result.evidence else ""
    return (
        f'<tr class="f{index} tone-{worded.tone}">'
        f'<td class="path"{edge}>{breakable(result.path)}</td>'
        f"<td>{_value(result, language)} {_chip(result.outcome, worded)}"
        f"{_notes(result, worded, language)}</td>"
        f'<td class="sure">{_sure(result.confidence)}{_decision(result, language)}</td></tr>'
    )


def _value(result: FieldResult, language: str) -> str:
    left_out = result.outcome == "omitted"
    shown = word("left out", language) if left_out else json.dumps(result.value, ensure_ascii=False)
    kind = ' class="null"' if result.value is None and not left_out else ""
    style = VALUES.get(result.outcome, "")
    own = f' style="{style}"' if style else ""
    return f"<span{kind}{own}>{html.escape(shown)}</span>"


def _sure(confidence: float) -> str:
    ink = f";color:{INKS['bad']};font-weight:700" if confidence < UNSURE else ""
    return f'<span style="white-space:nowrap{ink}">{confidence:.2f}</span>'


def _decision(result: FieldResult, language: str) -> str:
    if result.decision is None:
        return ""
    ink = INKS["accepted" if result.decision == "accept" else "warning"]
    said = html.escape(wording("decisions", result.decision, language).name)
    return f'<div class="decision" style="color:{ink};font-weight:700">{said}</div>'


def _chip(outcome: str, worded: Wording) -> str:
    ink = INKS.get(worded.tone)
    own = f' style="border:2px solid {ink}"' if ink else ""
    title = html.escape(worded.sentence)
    return f'<span class="outcome {outcome}"{own} title="{title}">{html.escape(worded.name)}</span>'


def _notes(result: FieldResult, worded: Wording, language: str) -> str:
    told = change_texts(result, language)
    lines = list(told)
    if worded.tone in EXPLAINED and not told:
        lines.append(worded.sentence)
    notes = [f'<div class="why">{html.escape(line)}</div>' for line in lines]
    notes += [
        f'<div class="why doubt">⚠ {html.escape(line)}</div>'
        for line in doubt_texts(result, language)
    ]
    return "".join(notes)


def breakable(path: str) -> str:
    """Return a path as HTML that may break after its dots and underscores, not inside a word."""
    return html.escape(path).replace(".", ".<wbr>").replace("_", "_<wbr>")
