"""Figures and tables on the terminal."""

import os
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

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
