"""An evaluation as one HTML page: figures, then every error beside its text. Nothing is fetched."""

import itertools
import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from nlp.schema import JSON
from nlp.spans import Span
from nlp.word_lists import read_yaml
from veraz.accuracy.comparing import Comparison
from veraz.accuracy.evaluation import Evaluation, FieldAccuracy, JudgedDocument
from veraz.accuracy.judging import VERDICTS, Verdict
from veraz.view_row import breakable

MOST_DOCUMENTS = 500
"""Documents with errors that the page shows."""

NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"


def page(evaluation: Evaluation, comparison: Comparison | None = None, language: str = "en") -> str:
    """Return the page in a language; whatever stands in a text, a name or a value is escaped."""
    say = Sayer(language)
    whole, bounds = evaluation.whole, evaluation.interval()
    title = say("title", share=say.percent(whole.share))
    summary = say(
        "summary",
        good=whole.good,
        cases=whole.cases,
        documents=len(evaluation.documents),
        low=say.percent(bounds.low),
        high=say.percent(bounds.high),
    )
    signatures = " · ".join(evaluation.signatures) or say("unknown")
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(summary)} <code>{escape(signatures)}</code>. "
        f"{escape(cost_line(evaluation, language))}</p>",
        *_failed(evaluation, say),
        *_compared(comparison, say),
        f"<h2>{say('fields')}</h2>",
        _fields(evaluation.fields, say),
        f"<h2>{say('errors')}</h2>",
        f'<p><span class="said">{say("rests")}</span> <span class="gold">{say("gold")}</span></p>',
        *_errors(evaluation, say),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_FROM_OUTSIDE}">'
        f"<title>{escape(title)}</title><style>{_style()}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


class Sayer:
    """The page's words in a language, and numbers as it writes them."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __call__(self, key: str, **filled: object) -> str:
        """Return what the page says under a key of ``resources/evaluation.yaml``."""
        return str(_words()[key][self._language]).format(**filled)

    def number(self, value: float, form: str) -> str:
        """A number with the language's decimal separator."""
        written = format(value, form)
        return written.replace(".", ",") if self._language == "es" else written

    def percent(self, share: float) -> str:
        """A share of one in percent; a dash for none."""
        if share != share:
            return "–"
        return self.number(100 * share, ".1f") + (" %" if self._language == "es" else "%")


@cache
def _words() -> dict[str, dict[str, str]]:
    return dict(read_yaml("evaluation"))


def cost_line(evaluation: Evaluation, language: str = "en") -> str:
    """What the answers cost, in a sentence."""
    say, cost = Sayer(language), evaluation.cost
    seconds = cost["median_seconds"]
    time = say("untimed") if seconds is None else say("timed", seconds=say.number(seconds, ".2f"))
    return say("cost", tokens=f"{cost['tokens_a_document']:.0f}", time=time, calls=cost["calls"])


def _style() -> str:
    return (files("resources") / "evaluation.css").read_text(encoding="utf-8")


def _failed(evaluation: Evaluation, say: Sayer) -> list[str]:
    if not evaluation.failed:
        return []
    rows = "".join(
        f"<li><code>{escape(each.gold.id)}</code> {escape(each.answer.error)}</li>"
        for each in evaluation.failed[:MOST_DOCUMENTS]
    )
    return [f"<h2>{say('failed', count=len(evaluation.failed))}</h2><ul>{rows}</ul>"]


def _compared(comparison: Comparison | None, say: Sayer) -> list[str]:
    if comparison is None:
        return []
    one = comparison.overall
    rows = [
        (
            each.field or say("whole"),
            str(each.only_this),
            str(each.only_other),
            str(each.both),
            str(each.neither),
            say.number(each.p_value, ".4f"),
            say.number(each.adjusted, ".4f"),
        )
        for each in comparison.fields
    ]
    heads = ("field", "only this", "only other", "both", "neither", "p", "p adjusted")
    summary = say(
        "compared",
        value=say.percent(one.value),
        other=say.percent(one.other),
        difference=say.number(one.difference, "+.4f"),
        interval=one.interval,
        p=say.number(one.p_value, ".4f"),
    )
    return [
        f"<h2>{say('against')}</h2>",
        f"<p>{escape(summary)}</p>",
        _table([say(head) for head in heads], rows),
    ]


def _fields(fields: Sequence[FieldAccuracy], say: Sayer) -> str:
    heads = ("field", *VERDICTS, "share", "interval")
    rows = [
        (
            each.field or say("whole"),
            *(str(each.counts.get(verdict, 0)) for verdict in VERDICTS),
            say.percent(each.share),
            say(
                "range",
                low=say.percent(each.interval.low),
                high=say.percent(each.interval.high),
            ),
        )
        for each in fields
    ]
    return _table([say(head) for head in heads], rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _errors(evaluation: Evaluation, say: Sayer) -> list[str]:
    wrong = [each for each in evaluation.documents if each.errors and each.answer.data is not None]
    shown = [_document(each, say) for each in wrong[:MOST_DOCUMENTS]]
    if len(wrong) > MOST_DOCUMENTS:
        shown.append(f"<p>{say('more', count=len(wrong) - MOST_DOCUMENTS)}</p>")
    return shown or [f"<p>{say('none')}</p>"]


def _document(document: JudgedDocument, say: Sayer) -> str:
    rows = "".join(
        f'<tr><td>{breakable(each.path)}</td><td class="{each.verdict}">{say(each.verdict)}</td>'
        f"<td>{_shown(each.gold)}</td><td>{_shown(each.value)}</td></tr>"
        for each in document.errors
    )
    heads = "".join(
        f"<th>{head}</th>" for head in (say("field"), "", say("right"), say("answered"))
    )
    return (
        f"<section><h3>{escape(document.gold.id)}</h3><div>"
        f'<pre tabindex="0">{_marked(document)}</pre>'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


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


def _said(document: JudgedDocument, error: Verdict) -> list[Span]:
    fields = document.answer.fields or ()
    return [
        (span["start"], span["end"])
        for each in fields
        if error.answered is not None and each.get("path") == error.answered
        for span in each.get("evidence", ())
    ]


def _stands(text: str, value: JSON) -> list[Span]:
    if not isinstance(value, str) or not value.strip():
        return []
    found = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text)
    return [] if found is None else [found.span()]
