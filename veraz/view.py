"""An extraction as a notebook shows it: the answer beside the text, linked both ways.

No script and nothing from outside is used. Hovering is linked by one style rule a field. A notebook
that is not trusted strips style sheets and custom properties: colours are therefore also said in each
element's own style, the lines of the text are kept by ``pre``, and spans are no ``mark``, whose black
letters a dark theme would swallow.
"""

import colorsys
import html
import itertools
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from normalizers.outcome import FieldResult
from veraz.result import Extraction

GOLDEN_ANGLE = 137.508
"""Degrees between the hues of two fields in a row: neighbours always differ."""

_SERIAL = itertools.count(1)


def render_html(extraction: Extraction) -> str:
    """Return the answer, field by field, beside the text with each value's span marked."""
    number = next(_SERIAL)
    results = tuple(extraction.fields.values())
    rules = "".join(_rule(number, index) for index in range(len(results)))
    rows = "".join(_row(index, result) for index, result in enumerate(results))
    usage = extraction.usage
    spent = f"{usage.calls} calls, {usage.input_tokens} + {usage.output_tokens} tokens"
    return (
        f'<div class="veraz" id="veraz-{number}"><style>{_style()}{rules}</style>'
        f'<pre class="text" tabindex="0">{_marked(extraction.document.text, results)}</pre>'
        '<div class="answer"><table><thead><tr><th>field</th><th>value</th><th>outcome</th>'
        f"<th>confidence</th></tr></thead><tbody>{rows}</tbody></table></div>"
        f"<footer>{html.escape(str(extraction.signature))} · {spent}</footer></div>"
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


def _row(index: int, result: FieldResult) -> str:
    value = json.dumps(result.value, ensure_ascii=False)
    kind = ' class="null"' if result.value is None else ""
    why = f'<div class="why">{html.escape(result.reason)}</div>' if result.reason else ""
    edge = f' style="border-left:6px solid rgb({_rgb(index)})"' if result.evidence else ""
    return (
        f'<tr class="f{index}"><td class="path"{edge}>{_breakable(result.path)}</td>'
        f"<td{kind}>{html.escape(value)}</td>"
        f'<td><span class="outcome {result.outcome}">{result.outcome}</span>{why}</td>'
        f"<td>{result.confidence:.2f}</td></tr>"
    )


def _breakable(path: str) -> str:
    """Return a path as HTML that may break after its dots and underscores, not inside a word."""
    return html.escape(path).replace(".", ".<wbr>").replace("_", "_<wbr>")


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
