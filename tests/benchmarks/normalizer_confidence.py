"""Calibration of the confidence on schemas left out: ECE, AURC and the reliability diagram."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from calibrate_confidence import Floats, Row, auc, leave_schemas_out

from veraz.evaluation.dude_calibration import expected_calibration_error, risk_coverage

BINS = 10


def report(rows: Sequence[Row], picture: Path | None) -> None:
    """Print both measures for the model and for the baseline; draw the diagram."""
    chances, baseline = leave_schemas_out(rows)
    right = np.array([row.right for row in rows], dtype=np.float64)
    alone = np.array([not row.run.endswith("consensus") for row in rows])
    print(
        f"\nConfidence, schemas left out ({len(rows)} leaves of 10 schemas, {right.mean():.3f} right)"
    )
    print(f"{'':34s}  ECE (DUDE)  ECE (mean of bin)   AURC  ranking")
    for where, chosen in (("one answer", alone), ("consensus of three", ~alone)):
        for name, values in (("model", chances), ("aligned or not", baseline)):
            v, r = values[chosen], right[chosen]
            dude = expected_calibration_error(v, r)
            mean = expected_calibration_error(v, r, bins=BINS, binning="equal-range", proxy="mean")
            area = risk_coverage(v, r)[1]
            print(f"{where:18s}{name:16s}  {dude:10.4f} {mean:18.4f} {area:7.4f} {auc(v, r):8.3f}")
    if picture is not None:
        draw(chances, right, picture)


def draw(chances: Floats, right: Floats, picture: Path) -> None:
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
    edges = np.linspace(0, 1, BINS + 1)
    bins = np.clip(np.digitize(chances, edges) - 1, 0, BINS - 1)
    filled = [place for place in range(BINS) if (bins == place).any()]
    sure = [chances[bins == place].mean() for place in filled]
    hits = [right[bins == place].mean() for place in filled]
    sizes = [int((bins == place).sum()) for place in filled]
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1, linestyle="--")
    axes.bar([edges[place] + 0.05 for place in filled], hits, width=0.09, color="#7aa6c2", zorder=1)
    axes.plot(sure, hits, marker="o", color="#1f3b4d", zorder=2)
    for x, y, size in zip(sure, hits, sizes, strict=True):
        axes.annotate(str(size), (x, y), textcoords="offset points", xytext=(4, -12), fontsize=7)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="confidence", ylabel="share right")
    axes.set_title("Confidence of fields, schemas left out")
    figure.tight_layout()
    figure.savefig(picture)
    pyplot.close(figure)
    print(f"diagram: {picture}")
