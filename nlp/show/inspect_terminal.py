"""The debugger in a terminal: the text in colour, the table of candidates, hints, times."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from nlp.hints import FieldHints, Hint, ShownHint
from nlp.printable import UNSAFE
from nlp.show.inspect_html import SHOWN_HINTS, label_styles
from nlp.show.inspection import Inspection
from nlp.show.inspection_words import PASSAGES, short, strongest, value_words
from nlp.spans import Candidate

_LONGEST_MENTION = 120


def show(
    inspection: Inspection, console: Console, *, passages: bool = False, times: bool = False
) -> None:
    """Print the text, its candidates and what else the inspection holds.

    ``passages`` shows noun phrases and sentences too; ``times`` the milliseconds of each finder.
    """
    shown = [one for one in inspection.candidates if passages or one.label not in PASSAGES]
    console.print(coloured(inspection.document.text, shown, in_colour=console.is_terminal))
    console.print()
    console.print(candidate_table(shown))
    hidden = Counter(one.label for one in inspection.candidates) - Counter(
        one.label for one in shown
    )
    if hidden:
        words = ", ".join(f"{count} {label}" for label, count in hidden.items())
        console.print(f"[dim]not shown: {words} (--all shows them)[/dim]")
    if inspection.schema is not None:
        console.print()
        _show_hints(inspection.shown, console)
        for field in inspection.hints:
            _show_field(inspection, field, console)
    if times:
        console.print(time_table(inspection))
    console.print(f"[dim]{len(inspection.candidates)} candidates · {inspection.model}[/dim]")


def coloured(text: str, candidates: Iterable[Candidate], *, in_colour: bool) -> Text:
    """The text with its candidates: in their colours, the shortest on top; else in brackets.

    Without colour a bracket names the label after the mention; of spans that cross, one is kept.
    """
    if not in_colour:
        return Text(_bracketed(text, candidates))
    shown = Text(_printable(text))
    for candidate in sorted(candidates, key=lambda one: one.start - one.end):
        style = label_styles()[candidate.label]["terminal"]
        shown.stylize(f"{style} underline", candidate.start, candidate.end)
    return shown


def _bracketed(text: str, candidates: Iterable[Candidate]) -> str:
    pieces: list[str] = []
    waiting: list[Candidate] = []
    here = 0

    def close(until: int) -> None:
        nonlocal here
        while waiting and waiting[-1].end <= until:
            done = waiting.pop()
            pieces.append(f"{text[here : done.end]}]{done.label}")
            here = done.end

    for candidate in candidates:
        close(candidate.start)
        if waiting and candidate.end > waiting[-1].end:
            continue
        pieces.append(f"{text[here : candidate.start]}[")
        here = candidate.start
        waiting.append(candidate)
    close(len(text))
    return _printable("".join(pieces) + text[here:])


def _printable(text: str) -> str:
    """The same text, as long, without the control characters a terminal would obey."""
    return UNSAFE.sub("\ufffd", text)


def candidate_table(candidates: Iterable[Candidate]) -> Table:
    """Span, label, mention, value and source; readable in 80 columns."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("span", justify="right", no_wrap=True, style="dim")
    table.add_column("label", no_wrap=True)
    table.add_column("mention", ratio=3, overflow="fold")
    table.add_column("value", ratio=2, overflow="fold")
    table.add_column("source", no_wrap=True, style="dim")
    for candidate in candidates:
        style = label_styles()[candidate.label]["terminal"]
        table.add_row(
            f"{candidate.start}–{candidate.end}",
            Text(candidate.label, style=style),
            Text(_one_line(candidate.mention)),
            Text(value_words(candidate.value)),
            candidate.source,
        )
    return table


def _one_line(mention: str) -> str:
    return short(" ".join(_printable(mention).split()), _LONGEST_MENTION)


def _show_field(inspection: Inspection, field: FieldHints, console: Console) -> None:
    asked = inspection.schema.at(field.path) if inspection.schema else None
    kind = f" ({asked.kind})" if asked else ""
    console.print(
        f"[bold]{escape(field.path)}[/bold][dim]{kind}[/dim]  "
        f"answered [bold]{field.answered:.0%}[/bold]"
    )
    if asked and asked.description:
        console.print(Text(f"  {asked.description}", style="dim"))
    for value, chance in field.choices[:SHOWN_HINTS]:
        console.print(Text(f"  {chance:>5.0%}  {json.dumps(value, ensure_ascii=False)}"))
    for hint in field.hints[:SHOWN_HINTS]:
        _show_hint(hint, console)
    console.print()


def _show_hints(shown: Sequence[ShownHint], console: Console) -> None:
    """The hints as a prompt has them."""
    if not shown:
        return
    table = Table(title="hints in the prompt", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title in ("span", "kind", "field", "mention", "value", "where", "score"):
        table.add_column(title, overflow="fold")
    for one in shown:
        value = "" if one.value == one.mention else json.dumps(one.value, ensure_ascii=False)
        table.add_row(
            f"{one.start}–{one.end}",
            one.kind,
            Text(one.path or "–"),
            Text(_one_line(one.mention)),
            Text(value),
            Text(one.where),
            f"{one.score:.0%}",
        )
    console.print(table)
    console.print()


def _show_hint(hint: Hint, console: Console) -> None:
    candidate = hint.candidate
    value = value_words(candidate.value)
    line = Text(f"  {hint.score:>5.0%}  ")
    line.append(candidate.label, style=label_styles()[candidate.label]["terminal"])
    line.append(f"  {_one_line(candidate.mention)}")
    if value and value != candidate.mention:
        line.append(f" = {value}", style="dim")
    console.print(line)
    why = " · ".join(f"{feature} {share:+.2f}" for feature, share in strongest(hint.reasons))
    if why:
        console.print(Text(f"         {why}", style="dim"))


def time_table(inspection: Inspection) -> Table:
    """CPU milliseconds of each finder, in all and per 1,000 words."""
    words = len(inspection.document.text.split())
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("finder")
    for title in ("ms", "ms per 1,000 words", "found"):
        table.add_column(title, justify="right")
    found = {**inspection.counts, "all": len(inspection.candidates)}
    for name, seconds in inspection.times:
        table.add_row(
            name,
            f"{1000 * seconds:.2f}",
            f"{1e6 * seconds / words:.1f}" if words else "–",
            str(found.get(name, "failed")),
        )
    return table
