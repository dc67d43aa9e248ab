"""The debugger's page: template, style and script of ``resources/nlp`` filled with an inspection.

The text is cut at every span's border; a piece knows all spans over it, and the page's script
paints the shortest one whose label is shown. Offsets never reach the script's own strings, which
count in UTF-16.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Any

from nlp.hints import FieldHints, Reason
from nlp.show.inspected import Inspected
from nlp.show.inspection_words import PASSAGES, candidate_dict, place_words, strongest, value_words
from nlp.spans import Candidate

SHOWN_HINTS = 5


def page(inspection: Inspected) -> str:
    """A self-contained HTML page."""
    labels = label_styles()
    counts = Counter(candidate.label for candidate in inspection.candidates)
    parts = {
        "TITLE": escape(inspection.document.id),
        "STYLE": _resource("inspect.css"),
        "FACTS": escape(_facts(inspection)),
        "FAILURES": "".join(
            f'<div class="failure"><b>{escape(failure.finder)}</b> failed: '
            f"{escape(failure.error)}<details><summary>traceback</summary>"
            f"<pre>{escape(failure.traceback)}</pre></details></div>"
            for failure in inspection.failures
        ),
        "LABELS": "".join(
            _label_box(label, counts[label], style)
            for label, style in labels.items()
            if counts[label]
        ),
        "TIMES": _times(inspection),
        "TEXT": "".join(_pieces(inspection.document.text, inspection.candidates)),
        "HINTS": _hints(inspection),
        "FOUND": _embedded(inspection),
        "SCRIPT": _resource("inspect.js"),
    }
    pieces = _resource("inspect.html").split("@")
    return "".join(parts.get(piece, piece) for piece in pieces)


def frame(inspection: Inspected) -> str:
    """The page in a frame of its own, for a notebook cell."""
    return (
        f'<iframe srcdoc="{escape(page(inspection))}" title="Candidates" '
        'style="width:100%;height:640px;border:0"></iframe>'
    )


@lru_cache(maxsize=1)
def label_styles() -> dict[str, dict[str, Any]]:
    """Hue, terminal colour and paleness of each label, in the order they are listed."""
    styles: dict[str, dict[str, Any]] = json.loads(_resource("inspect_labels.json"))
    return styles


def _resource(name: str) -> str:
    return (files("resources") / "nlp" / name).read_text(encoding="utf-8")


def _facts(inspection: Inspected) -> str:
    words = len(inspection.document.text.split())
    found = len(inspection.candidates)
    density = f", {1000 * found / words:.0f} per 1,000 words" if words else ""
    return f"{words:,} words · {found:,} candidates{density} · {inspection.model}"


def _label_box(label: str, count: int, style: dict[str, Any]) -> str:
    checked = "" if style.get("pale") else " checked"
    return (
        f'<li><label style="--hue:{style["hue"]}"><input type="checkbox" value="{label}"{checked}>'
        f'<i class="chip"></i>{label}<span class="count">{count}</span></label></li>'
    )


def _times(inspection: Inspected) -> str:
    *rows, total = (
        f"<td>{escape(name)}</td><td>{1000 * seconds:.2f}</td></tr>"
        for name, seconds in inspection.times
    )
    return "".join(f"<tr>{row}" for row in rows) + f'<tr class="sum">{total}'


def _pieces(text: str, candidates: tuple[Candidate, ...]) -> Iterator[str]:
    """The text cut at every border; each covered piece lists its spans.

    The shortest comes first, noun phrases and sentences after all others.
    """
    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for index, candidate in enumerate(candidates):
        opening.setdefault(candidate.start, []).append(index)
        closing.setdefault(candidate.end, []).append(index)
    over: dict[int, tuple[bool, int]] = {}
    here = 0
    for cut in sorted({*opening, *closing, len(text)}):
        if cut > here:
            yield _piece(text[here:cut], sorted(over, key=over.__getitem__))
        for index in closing.get(cut, ()):
            over.pop(index, None)
        for index in opening.get(cut, ()):
            candidate = candidates[index]
            over[index] = (candidate.label in PASSAGES, candidate.end - candidate.start)
        here = cut


def _piece(words: str, over: Iterable[int]) -> str:
    shown = escape(words.replace("\x00", "\ufffd"))
    ids = " ".join(map(str, over))
    return f'<span class="piece" data-c="{ids}">{shown}</span>' if ids else shown


def _embedded(inspection: Inspected) -> str:
    spans = [
        {
            **candidate_dict(candidate),
            "value": value_words(candidate.value),
            "place": place_words(inspection.document, candidate),
        }
        for candidate in inspection.candidates
    ]
    found = json.dumps({"labels": label_styles(), "spans": spans}, ensure_ascii=False)
    # Inside <script> only "<" could end or restart the element.
    return found.replace("<", "\\u003c")


def _hints(inspection: Inspected) -> str:
    if inspection.schema is None:
        return ""
    index = {candidate: number for number, candidate in enumerate(inspection.candidates)}
    fields = "".join(_field(inspection, field, index) for field in inspection.hints)
    return f'<section aria-label="Fields"><h2>Fields</h2>{fields}</section>'


def _field(inspection: Inspected, hints: FieldHints, index: dict[Candidate, int]) -> str:
    asked = inspection.schema.at(hints.path) if inspection.schema else None
    kind = f" <span class=dim>{escape(asked.kind)}</span>" if asked else ""
    wanted = (
        f'<p class="asked">{escape(asked.description)}</p>' if asked and asked.description else ""
    )
    lines = [
        f'<li><span class="score">{chance:.0%}</span>'
        f"<span>{escape(json.dumps(value, ensure_ascii=False))}</span></li>"
        for value, chance in hints.choices[:SHOWN_HINTS]
    ]
    for hint in hints.hints[:SHOWN_HINTS]:
        candidate = hint.candidate
        style = label_styles()[candidate.label]["hue"]
        value = value_words(candidate.value)
        lines.append(
            f"<li{_link(candidate, index)}><span class='score'>{hint.score:.0%}</span>"
            f'<span><span class="tag" style="--hue:{style}">{candidate.label}</span> '
            f"{escape(candidate.mention[:160])}"
            + (f' <span class="dim">= {escape(value)}</span>' if value else "")
            + f'<br><span class="why">{_why(hint.reasons)}</span></span></li>'
        )
    return (
        f'<div class="field"><h3><code>{escape(hints.path)}</code>{kind} '
        f'<span class="meter" title="probability that the text answers">'
        f'<i style="width:{100 * hints.answered:.0f}%"></i></span>'
        f'<span class="dim">answered {hints.answered:.0%}</span></h3>{wanted}'
        f'<ul class="hints">{"".join(lines)}</ul></div>'
    )


def _link(candidate: Candidate, index: dict[Candidate, int]) -> str:
    """The attribute that leads to a span of the text, for a candidate a finder found."""
    return f' data-c="{index[candidate]}"' if candidate in index else ""


def _why(reasons: Sequence[Reason]) -> str:
    return " · ".join(
        f'<span class="{"up" if share > 0 else "down"}">{escape(feature)} {share:+.2f}</span>'
        for feature, share in strongest(reasons)
    )
