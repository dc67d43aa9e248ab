"""An extraction as a terminal shows it."""

import json

from rich.console import Console, Group
from rich.highlighter import JSONHighlighter
from rich.table import Table
from rich.text import Text

from normalizers.outcome import FieldResult
from veraz.printable import printable
from veraz.result import Extraction

AROUND = 24


def render(extraction: Extraction) -> Group:
    """Return the answer as JSON, then value by value the span of the text it rests on."""
    table = Table(title="What each value rests on", title_justify="left", expand=True)
    table.add_column("field", overflow="fold", ratio=3)
    table.add_column("value", overflow="fold", ratio=3)
    table.add_column("outcome", overflow="fold", ratio=2)
    table.add_column("conf.", justify="right", width=5)
    table.add_column("in the text", overflow="fold", ratio=5)
    for result in extraction.fields.values():
        table.add_row(
            Text(printable(result.path)),
            Text(printable(json.dumps(result.value, ensure_ascii=False))),
            _outcome(result),
            f"{result.confidence:.2f}",
            _in_context(extraction.document.text, result),
        )
    usage = extraction.usage
    spent = f"{usage.calls} calls, {usage.input_tokens} + {usage.output_tokens} tokens"
    footer = Text(printable(f"{extraction.signature} · {spent}"), style="dim")
    answer = printable(json.dumps(extraction.data, ensure_ascii=False, indent=2))
    return Group(JSONHighlighter()(Text(answer)), table, footer)


def print_extraction(extraction: Extraction, console: Console) -> None:
    """Print :func:`render` to a terminal or a file."""
    console.print(render(extraction))


def _outcome(result: FieldResult) -> Text:
    style = {"dropped": "yellow", "unsupported": "red", "corrected": "cyan"}
    shown = Text(result.outcome, style=style.get(result.outcome, ""))
    if result.reason:
        shown.append(f": {printable(result.reason)}", style="dim")
    return shown


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
