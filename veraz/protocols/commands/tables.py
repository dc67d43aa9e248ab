"""Scores as tables on the terminal."""

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from veraz.commands.tables import figure, show_rows
from veraz.protocols.scorers.score import Score
from veraz.resampling import Difference, Interval


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
