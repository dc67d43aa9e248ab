"""Scores as tables on the terminal."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from veraz.evaluation.score import Score
from veraz.evaluation.statistics import Difference, Interval

WIDE = 160
"""Columns of what goes to a file or another command, where no screen says how many."""


def printing() -> Console:
    """The console of standard output, with room for whole tables where it is no terminal."""
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDE
    return console


def figure(value: Any) -> str:
    """A number as a reader wants it: counts whole, shares with four digits."""
    if value is None or value != value:
        return "undefined"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.4f}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def show_score(
    score: Score, intervals: Mapping[str, Interval], *, console: Console, tables: bool = True
) -> None:
    """Print the metrics with their intervals, then the breakdowns."""
    grid = RichTable(
        title=f"{score.protocol}: {score.main}", title_justify="left", box=box.SIMPLE_HEAD
    )
    grid.add_column("metric")
    grid.add_column("value", justify="right")
    grid.add_column("95 % interval", justify="right")
    for name, value in score.metrics.items():
        share = name in score.statistics
        known = share and value is not None and value == value
        text = f"{value:.4f}" if known else figure(value)
        grid.add_row(name, text, str(intervals[name]) if name in intervals else "")
    console.print(grid)
    if tables:
        for table in score.tables:
            show_rows(table.title, table.header, table.rows, console=console)
    console.print(f"signature: {score.signature}", highlight=False)
    for warning in score.warnings[:20]:
        console.print(f"warning: {warning}", highlight=False, markup=False, soft_wrap=True)
    if len(score.warnings) > 20:
        console.print(f"… and {len(score.warnings) - 20} more warnings")


def show_rows(
    title: str, header: Sequence[str], rows: Sequence[Sequence[Any]], *, console: Console
) -> None:
    """Print a table whose first column is a label: where room is scarce labels fold, figures never."""
    grid = RichTable(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    told = [[cell if isinstance(cell, str) else figure(cell) for cell in row] for row in rows]
    grid.add_column(header[0], overflow="fold")
    for place, name in enumerate(header[1:], start=1):
        widest = max(map(len, [*name.split(), *(row[place] for row in told)]))
        grid.add_column(name, justify="right", min_width=widest)
    for row in told:
        grid.add_row(*row)
    console.print(grid)


def show_differences(differences: Sequence[Difference], *, console: Console) -> None:
    """Print the paired tests."""
    show_rows(
        "against the other predictions (this minus other)",
        ("metric", "this", "other", "difference", "95 % interval", "p"),
        [
            (
                each.metric,
                each.value,
                each.other,
                f"{each.difference:+.4f}",
                str(each.interval),
                f"{each.p_value:.4f}",
            )
            for each in differences
        ],
        console=console,
    )
