"""An evaluation as one HTML page: figures, then every error beside its text. Nothing is fetched."""

import itertools
import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from nlp.schema import JSON
from veraz.accuracy.comparing import Comparison
from veraz.accuracy.evaluation import Evaluation, FieldAccuracy, JudgedDocument
from veraz.accuracy.judging import VERDICTS, Verdict

MOST_DOCUMENTS = 500
"""Documents with errors that the page shows."""

NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"


def page(evaluation: Evaluation, comparison: Comparison | None = None) -> str:
    """Return the page; whatever stands in a text, a name or a value is escaped."""
    whole, bounds = evaluation.whole, evaluation.interval()
    title = f"{_percent(whole.share)} right"
    signatures = " · ".join(evaluation.signatures) or "unknown"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{whole.good} of {whole.cases} places in {len(evaluation.documents)} documents; 95 % "
        f"interval {_percent(bounds.low)} to {_percent(bounds.high)} (documents drawn anew). "
        f"Made by <code>{escape(signatures)}</code>. {escape(cost_line(evaluation))}</p>",
        *_failed(evaluation),
        *_compared(comparison),
        "<h2>By field, the worst first</h2>",
        _fields(evaluation.fields),
        "<h2>Errors</h2>",
        '<p><span class="said">what the answer rests on</span> '
        '<span class="gold">the right value, where the text has it letter by letter</span></p>',
        *_errors(evaluation),
    ]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_FROM_OUTSIDE}">'
        f"<title>{escape(title)}</title><style>{_style()}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def cost_line(evaluation: Evaluation) -> str:
    """What the answers cost, in a sentence."""
    cost = evaluation.cost
    seconds = cost["median_seconds"]
    time = "time not measured" if seconds is None else f"{seconds:.2f} s a document (median)"
    return (
        f"{cost['tokens_a_document']:.0f} tokens a document, {time}; {cost['calls']} calls in all."
    )


def _style() -> str:
    return (files("resources") / "evaluation.css").read_text(encoding="utf-8")


def _percent(share: float) -> str:
    return "–" if share != share else f"{share:.1%}"


def _failed(evaluation: Evaluation) -> list[str]:
    if not evaluation.failed:
        return []
    rows = "".join(
        f"<li><code>{escape(each.gold.id)}</code> {escape(each.answer.error)}</li>"
        for each in evaluation.failed[:MOST_DOCUMENTS]
    )
    return [f"<h2>{len(evaluation.failed)} documents without an answer</h2><ul>{rows}</ul>"]


def _compared(comparison: Comparison | None) -> list[str]:
    if comparison is None:
        return []
    one = comparison.overall
    rows = [
        (
            each.field,
            str(each.only_this),
            str(each.only_other),
            str(each.both),
            str(each.neither),
            f"{each.p_value:.4f}",
            f"{each.adjusted:.4f}",
        )
        for each in comparison.fields
    ]
    heads = ("field", "only this", "only other", "both", "neither", "p (McNemar)", "p (Holm)")
    return [
        "<h2>Against the other</h2>",
        f"<p>{_percent(one.value)} right, the other {_percent(one.other)}: difference "
        f"{one.difference:+.4f}, 95 % {escape(str(one.interval))}, p {one.p_value:.4f} "
        "(approximate randomization over documents). By field: documents right in it.</p>",
        _table(heads, rows),
    ]


def _fields(fields: Sequence[FieldAccuracy]) -> str:
    heads = ("field", *VERDICTS, "share right", "95 % interval")
    rows = [
        (
            each.field or "(whole answer)",
            *(str(each.counts.get(verdict, 0)) for verdict in VERDICTS),
            _percent(each.share),
            f"{_percent(each.interval.low)} to {_percent(each.interval.high)}",
        )
        for each in fields
    ]
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _errors(evaluation: Evaluation) -> list[str]:
    wrong = [each for each in evaluation.documents if each.errors and each.answer.data is not None]
    shown = [_document(each) for each in wrong[:MOST_DOCUMENTS]]
    if len(wrong) > MOST_DOCUMENTS:
        shown.append(f"<p>And {len(wrong) - MOST_DOCUMENTS} documents more (see --json).</p>")
    return shown or ["<p>None.</p>"]


def _document(document: JudgedDocument) -> str:
    rows = "".join(
        f'<tr><td>{_breakable(each.path)}</td><td class="{each.verdict}">{each.verdict}</td>'
        f"<td>{_shown(each.gold)}</td><td>{_shown(each.value)}</td></tr>"
        for each in document.errors
    )
    heads = "<th>field</th><th></th><th>right</th><th>answered</th>"
    return (
        f"<section><h3>{escape(document.gold.id)}</h3><div>"
        f'<pre tabindex="0">{_marked(document)}</pre>'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _breakable(path: str) -> str:
    """A path that may break after its dots and underscores, not inside a word."""
    return escape(path).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _shown(value: JSON) -> str:
    return escape(json.dumps(value, ensure_ascii=False))


def _marked(document: JudgedDocument) -> str:
    """The text as HTML: what wrong values rest on and where right ones stand, marked; may overlap."""
    text = document.gold.text
    spans = [(*span, "said") for each in document.errors for span in _said(document, each)]
    spans += [(*span, "gold") for each in document.errors for span in _stands(text, each.gold)]
    spans = [each for each in spans if 0 <= each[0] < each[1] <= len(text)]
    cuts = sorted({0, len(text), *(cut for start, end, _ in spans for cut in (start, end))})
    parts = []
    for start, end in itertools.pairwise(cuts):
        names = {name for first, last, name in spans if first <= start and end <= last}
        piece = escape(text[start:end])
        inside = " ".join(sorted(names))
        parts.append(f'<span class="{inside}">{piece}</span>' if names else piece)
    return "".join(parts)


def _said(document: JudgedDocument, error: Verdict) -> list[tuple[int, int]]:
    fields = document.answer.fields or ()
    return [
        (span["start"], span["end"])
        for each in fields
        if error.answered is not None and each.get("path") == error.answered
        for span in each.get("evidence", ())
    ]


def _stands(text: str, value: JSON) -> list[tuple[int, int]]:
    if not isinstance(value, str) or not value.strip():
        return []
    found = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text)
    return [] if found is None else [found.span()]
