"""An extraction as a terminal shows it."""

import json
from collections.abc import Iterable

from rich.console import Console, Group
from rich.highlighter import JSONHighlighter
from rich.table import Table
from rich.text import Text

from nlp.printable import printable
from normalizers.outcome import FieldResult
from normalizers.outcome_wording import change_texts, doubt_texts, legend, word, wording
from veraz.language import users_language
from veraz.result import Extraction
from veraz.warnings_of import warnings_of

AROUND = 24
STYLES = {"changed": "cyan", "warning": "yellow", "bad": "bold red"}


def render(extraction: Extraction, language: str | None = None) -> Group:
    """Return the answer as JSON, then value by value the span of the text it rests on."""
    language = language or users_language()
    results = tuple(extraction.fields.values())
    table = _table(language)
    for result in results:
        table.add_row(
            Text(printable(result.path)),
            _value(result, language),
            _outcome(result, language),
            _sure(result, language),
            _in_context(extraction.document.text, result),
        )
    warned = [
        Text(printable(f"! {line}"), style="bold red") for line in warnings_of(extraction, language)
    ]
    usage = extraction.usage
    spent = word("spent", language).format(
        calls=usage.calls, input=usage.input_tokens, output=usage.output_tokens
    )
    footer = Text(printable(f"{extraction.signature} · {spent}"), style="dim")
    shown = printable(json.dumps(extraction.data, ensure_ascii=False, indent=2))
    answer = JSONHighlighter()(Text(shown))
    return Group(
        answer, *warned, *([table] if results else []), *_legend(results, language), footer
    )


def print_extraction(
    extraction: Extraction, console: Console, *, language: str | None = None
) -> None:
    """Print :func:`render` to a terminal or a file."""
    console.print(render(extraction, language))


def _table(language: str) -> Table:
    table = Table(title=word("rests on", language), title_justify="left", expand=True)
    table.add_column(word("field", language), overflow="fold", ratio=3)
    table.add_column(word("value", language), overflow="fold", ratio=3)
    table.add_column(word("outcome", language), overflow="fold", ratio=3)
    table.add_column(word("conf.", language), justify="right", min_width=5, no_wrap=True)
    table.add_column(word("in the text", language), overflow="fold", ratio=4)
    return table


def _value(result: FieldResult, language: str) -> Text:
    if result.outcome == "omitted":
        return Text(word("left out", language), style="italic red")
    tone = wording("outcomes", result.outcome, language).tone
    style = "red" if tone == "bad" else "dim" if result.value is None else ""
    return Text(printable(json.dumps(result.value, ensure_ascii=False)), style=style)


def _outcome(result: FieldResult, language: str) -> Text:
    worded = wording("outcomes", result.outcome, language)
    shown = Text(worded.name, style=STYLES.get(worded.tone, ""))
    for line in change_texts(result, language):
        shown.append(printable(f"\n{line}"), style="dim")
    for line in doubt_texts(result, language):
        shown.append(printable(f"\n! {line}"), style="yellow")
    return shown


def _sure(result: FieldResult, language: str) -> Text:
    shown = Text(f"{result.confidence:.2f}")
    if result.decision is not None:
        style = "green" if result.decision == "accept" else "yellow"
        shown.append(f"\n{wording('decisions', result.decision, language).name}", style=style)
    return shown


def _legend(results: Iterable[FieldResult], language: str) -> list[Text]:
    lines = []
    for _, worded in legend(results, language):
        line = Text(f"{worded.name}: ", style=STYLES.get(worded.tone, ""))
        lines.append(line.append(worded.sentence, style="dim"))
    return lines


def _in_context(text: str, result: FieldResult) -> Text:
    """Return the first span with a little of what stands around it; more spans are counted."""
    if not result.evidence:
        return Text("—", style="dim")
    first = result.evidence[0]
    before = text[max(0, first.start - AROUND) : first.start].rpartition("\n")[2]
    after = text[first.end : first.end + AROUND].partition("\n")[0]
    shown = Text(printable(before), style="dim")
    shown.append(printable(text[first.start : first.end].replace("\n", " ")), style="bold green")
    shown.append(printable(after), style="dim")
    shown.append(f"  [{first.start}:{first.end}]", style="dim")
    if len(result.evidence) > 1:
        shown.append(f" +{len(result.evidence) - 1}", style="dim")
    return shown
