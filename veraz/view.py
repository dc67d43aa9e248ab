"""An extraction as a notebook shows it: the answer beside the text, linked both ways.

No script and nothing from outside is used. Hovering is linked by one style rule a field. A notebook
that is not trusted strips style sheets and custom properties: colours are therefore also said in each
element's own style, the lines of the text are kept by ``pre``, and spans are no ``mark``, whose black
letters a dark theme would swallow.
"""

import colorsys
import html
import itertools
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from normalizers.outcome import FieldResult
from normalizers.outcome_wording import legend, word
from veraz.extracted import Extracted
from veraz.language import users_language
from veraz.view_row import INKS, field_row
from veraz.warnings_of import warnings_of

GOLDEN_ANGLE = 137.508
"""Degrees between the hues of two fields in a row: neighbours always differ."""

HEADS = ("field", "value", "confidence")

_SERIAL = itertools.count(1)


def render_html(extraction: Extracted, language: str | None = None) -> str:
    """Return the answer, field by field, beside the text with each value's span marked."""
    language = language or users_language()
    number = next(_SERIAL)
    results = tuple(extraction.fields.values())
    rules = "".join(_rule(number, index) for index in range(len(results)))
    rows = "".join(field_row(i, result, _rgb(i), language) for i, result in enumerate(results))
    heads = "".join(f"<th>{word(head, language)}</th>" for head in HEADS)
    return (
        f'<div class="veraz" id="veraz-{number}"><style>{_style()}{rules}</style>'
        f'<pre class="text" tabindex="0">{_marked(extraction.document.text, results)}</pre>'
        f'<div class="answer">{_warnings(extraction, language)}'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"{_legend(results, language)}</div>"
        f"<footer>{html.escape(str(extraction.signature))} · {_spent(extraction, language)}</footer>"
        "</div>"
    )


def _warnings(extraction: Extracted, language: str) -> str:
    lines = "<br>".join(map(html.escape, warnings_of(extraction, language)))
    ink = INKS["bad"]
    return f'<p class="warning" style="border-left:4px solid {ink}">{lines}</p>' if lines else ""


def _legend(results: Sequence[FieldResult], language: str) -> str:
    lines = [
        f"<div><strong>{html.escape(worded.name)}</strong>: {html.escape(worded.sentence)}</div>"
        for _, worded in legend(results, language)
    ]
    return f'<div class="legend">{"".join(lines)}</div>'


def _spent(extraction: Extracted, language: str) -> str:
    usage = extraction.usage
    return word("spent", language).format(
        calls=usage.calls, input=usage.input_tokens, output=usage.output_tokens
    )


@cache
def _style() -> str:
    return (files("resources") / "view.css").read_text(encoding="utf-8")


def _rgb(index: int) -> str:
    hue = index * GOLDEN_ANGLE % 360
    red, green, blue = colorsys.hls_to_rgb(hue / 360, 0.5, 0.65)
    return f"{red * 255:.0f},{green * 255:.0f},{blue * 255:.0f}"


def _rule(number: int, index: int) -> str:
    """Light up a field's row and spans together, whichever is under the pointer."""
    here = f"#veraz-{number}"
    line = f"2px solid rgb({_rgb(index)})"
    return f"{here}:has(.f{index}:hover) .f{index}{{outline:{line};outline-offset:-1px}}"


def _marked(text: str, results: Sequence[FieldResult]) -> str:
    """Return the text as HTML with every span marked; spans may overlap."""
    spans = [
        (span.start, span.end, index)
        for index, result in enumerate(results)
        for span in result.evidence
    ]
    cuts = sorted(
        {0, len(text), *(end for start, end, _ in spans), *(start for start, _, _ in spans)}
    )
    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for start, end, index in spans:
        opening.setdefault(start, []).append(index)
        closing.setdefault(end, []).append(index)
    open_now: list[int] = []
    parts = []
    for start, end in itertools.pairwise(cuts):
        for index in closing.get(start, ()):
            open_now.remove(index)
        open_now += opening.get(start, ())
        parts.append(_piece(text[start:end], open_now, results))
    return "".join(parts)


def _piece(text: str, fields: Sequence[int], results: Sequence[FieldResult]) -> str:
    shown = html.escape(text)
    if not fields:
        return shown
    names = " ".join(f"f{index}" for index in dict.fromkeys(fields))
    title = html.escape(", ".join(results[index].path for index in dict.fromkeys(fields)))
    rgb = _rgb(fields[-1])
    style = f"background-color:rgba({rgb},0.25);border-bottom:2px solid rgb({rgb})"
    return f'<span class="mark {names}" style="{style}" title="{title}">{shown}</span>'
