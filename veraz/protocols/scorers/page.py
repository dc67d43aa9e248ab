"""A score as one self-contained HTML page: tables, plots as inline SVG, nothing fetched."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from veraz.protocols.scorers.score import Curve, Score, Table
from veraz.resampling import Difference, Interval

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}
th,td{padding:.25rem .7rem;border-bottom:1px solid #d8dee4;text-align:right;
font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}
th{background:#f3f5f7}code{background:#f3f5f7;padding:.1rem .3rem}
svg{display:block;margin:.5rem 0 1.5rem}svg text{font:12px system-ui,sans-serif;fill:#444}
.bar{fill:#4b7bb5}.range{stroke:#1b1f24;stroke-width:2}.axis{stroke:#8b949e}
.line{fill:none;stroke:#4b7bb5;stroke-width:2}.warning{color:#8a4600}
"""
WIDTH, LABEL, ROW = 640, 190, 24


def write_page(
    path: Path,
    score: Score,
    intervals: Mapping[str, Interval],
    differences: Sequence[Difference] = (),
) -> None:
    """Write the page as UTF-8."""
    path.write_text(page(score, intervals, differences), encoding="utf-8")


def page(
    score: Score, intervals: Mapping[str, Interval], differences: Sequence[Difference] = ()
) -> str:
    """The page of one score, and of its paired tests where there are any."""
    title = f"{score.protocol} · {score.main} {_cell(score.metrics.get(score.main))}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>Signature <code>{escape(score.signature)}</code> · {len(score.units)} units</p>",
        *(f'<p class="warning">{escape(warning)}</p>' for warning in score.warnings[:50]),
        "<h2>Measures</h2>",
        _interval_plot(score, intervals),
        _metrics_table(score, intervals),
        *_comparison(differences),
        *(part for table in score.tables for part in _breakdown(table)),
        *(part for curve in score.curves for part in _curve(curve)),
        *_histogram(score),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}'
        f"</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _cell(value: Any) -> str:
    if value is None or value != value:
        return "undefined"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.4f}"
    return f"{value:g}" if isinstance(value, float) else escape(str(value))


def _table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _metrics_table(score: Score, intervals: Mapping[str, Interval]) -> str:
    rows = [
        (name, value, str(intervals[name]) if name in intervals else "")
        for name, value in score.metrics.items()
    ]
    return _table(("measure", "value", "95 % interval"), rows)


def _comparison(differences: Sequence[Difference]) -> list[str]:
    if not differences:
        return []
    header = ("measure", "this", "other", "difference", "95 % interval", "p")
    rows = [
        (each.metric, each.value, each.other, each.difference, str(each.interval), each.p_value)
        for each in differences
    ]
    return ["<h2>Against the other predictions</h2>", _table(header, rows)]


def _svg(height: int, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _bars(
    values: Sequence[tuple[str, float, Interval | None]], title: str, *, top: float = 1.0
) -> str:
    """Horizontal bars from 0 to ``top``, with a line over the interval where there is one."""
    scale = (WIDTH - LABEL - 70) / top
    parts = []
    for place, (name, value, interval) in enumerate(values):
        y = place * ROW
        width = max(0.0, min(value, top)) * scale
        parts.append(f'<text x="0" y="{y + 16}">{escape(name)}</text>')
        parts.append(f'<rect class="bar" x="{LABEL}" y="{y + 5}" width="{width:.1f}" height="13"/>')
        parts.append(f'<text x="{WIDTH - 60}" y="{y + 16}">{_cell(float(value))}</text>')
        if interval is not None and interval.low == interval.low:
            low, high = (LABEL + min(x, top) * scale for x in (interval.low, interval.high))
            parts.append(
                f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{y + 11}" y2="{y + 11}"/>'
            )
    return _svg(len(values) * ROW + 4, parts, title)


def _interval_plot(score: Score, intervals: Mapping[str, Interval]) -> str:
    values = [
        (name, float(value), intervals.get(name))
        for name, value in score.metrics.items()
        if name in score.statistics and value is not None and value == value
    ]
    top = max([1.0, *(value for _, value, _ in values)])
    return _bars(values, "measures with their intervals", top=top)


def _breakdown(table: Table) -> list[str]:
    """The table, and bars of its first column of numbers where they are shares."""
    parts = [f"<h2>{escape(table.title.capitalize())}</h2>"]
    shares = [
        (str(row[0]), float(row[1]), None)
        for row in table.rows
        if isinstance(row[1], float) and 0 <= row[1] <= 1
    ]
    if len(shares) == len(table.rows) and shares:
        parts.append(_bars(shares, f"{table.header[1]} {table.title}"))
    return [*parts, _table(table.header, table.rows)]


def _curve(curve: Curve) -> list[str]:
    height, left, bottom = 300, 50, 30
    xs, ys = zip(*curve.points, strict=True) if curve.points else ((0.0,), (0.0,))
    x_top, y_top = max(xs) or 1.0, max(ys) or 1.0
    places = " ".join(
        f"{left + x / x_top * (WIDTH - left - 20):.1f},"
        f"{(height - bottom) - y / y_top * (height - bottom - 15):.1f}"
        for x, y in curve.points
    )
    base = height - bottom
    parts = [
        f'<line class="axis" x1="{left}" y1="{base}" x2="{WIDTH - 20}" y2="{base}"/>',
        f'<line class="axis" x1="{left}" y1="15" x2="{left}" y2="{base}"/>',
        f'<polyline class="line" points="{places}"/>',
        f'<text x="{WIDTH // 2}" y="{height - 6}">{escape(curve.x)} (0 to {x_top:.3g})</text>',
        f'<text x="4" y="12">{escape(curve.y)} (0 to {y_top:.3g})</text>',
    ]
    return [f"<h2>{escape(curve.title)}</h2>", _svg(height, parts, curve.title)]


def _histogram(score: Score) -> list[str]:
    """How the main measure is spread over the units."""
    statistic = score.statistics.get(score.main)
    if statistic is None or len(score.units) < 2:
        return []
    values = np.array([statistic(row[None, :]) for row in score.rows])
    values = values[~np.isnan(values)]
    if not values.size or values.min() < 0 or values.max() > 1:
        return []
    counts, _ = np.histogram(values, bins=10, range=(0.0, 1.0))
    bars = [
        (f"{place / 10:.1f} to {(place + 1) / 10:.1f}", float(count), None)
        for place, count in enumerate(counts)
    ]
    title = f"{score.main} over the units"
    return [f"<h2>{escape(title)}</h2>", _bars(bars, title, top=float(counts.max()))]
