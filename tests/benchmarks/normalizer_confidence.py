"""Calibration of the confidence on whole sources left out: the table, and the reliability diagram."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from calibrate_confidence import BINS, Judged, read_rows, report
from rich.console import Console

COLOURS = {"model": "#1f3b4d", "candidates": "#b3541e", "null": "#6a8f3c"}


def print_and_draw(picture: Path | None) -> None:
    """Print the tables; draw the diagram where one is asked for."""
    judged = report(Console(width=110), read_rows(None))
    if picture is not None:
        draw(judged, picture)


def draw(judged: Mapping[str, Judged], picture: Path) -> None:
    """The reliability diagram as PNG, where matplotlib is installed."""
    try:
        import matplotlib
    except ImportError:
        print("no diagram: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure: Any
    figure, axes = pyplot.subplots(figsize=(5, 5), dpi=110)
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1, linestyle="--")
    for group, one in judged.items():
        sure, hits = reliability(one.chances, one.right)
        axes.plot(sure, hits, marker="o", color=COLOURS[group], label=group)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="confidence", ylabel="share right")
    axes.set_title("Confidence, each source left out")
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture)
    pyplot.close(figure)
    print(f"diagram: {picture}")


def reliability(chances: Any, right: Any) -> tuple[Sequence[float], Sequence[float]]:
    """Mean confidence and share right of every bin that holds any."""
    bins = np.clip((chances * BINS).astype(int), 0, BINS - 1)
    filled = [place for place in range(BINS) if (bins == place).any()]
    return (
        [float(chances[bins == place].mean()) for place in filled],
        [float(right[bins == place].mean()) for place in filled],
    )
