"""What the service did, in numbers: Prometheus's text format, and nothing of what was in a request."""

import bisect
from collections import Counter

BUCKETS: tuple[float, ...] = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
Labels = tuple[tuple[str, str], ...]

HELP: dict[str, str] = {
    "veraz_requests_total": "Requests answered, by route and status.",
    "veraz_errors_total": "Requests that ended in an error, by its kind.",
    "veraz_tokens_total": "Tokens that models read and wrote.",
    "veraz_model_calls_total": "Calls of models.",
    "veraz_workers_ended_total": "Processes ended with a request they did not finish.",
    "veraz_running": "Requests being answered.",
    "veraz_waiting": "Requests waiting for their turn.",
}


class Metrics:
    """Counters, gauges and two histograms."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[Labels]] = {}
        self._times: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        self._counts.setdefault(name, Counter())[tuple(sorted(labels.items()))] += amount  # type: ignore[assignment]

    def time(self, name: str, seconds: float) -> None:
        """Add to a histogram."""
        counts = self._times.setdefault(name, [0] * (len(BUCKETS) + 1))
        counts[bisect.bisect_left(BUCKETS, seconds)] += 1
        self._sums[name] += seconds  # type: ignore[assignment]

    def text(self, gauges: dict[str, float]) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        for name, counts in sorted(self._counts.items()):
            lines += _head(name, "counter")
            lines += [f"{name}{_labels(at)} {value:g}" for at, value in sorted(counts.items())]
        for name, value in sorted(gauges.items()):
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [*_head(name, kind), f"{name} {value:g}"]
        for name in sorted(self._times):
            lines += [f"# TYPE {name} histogram", *self._histogram(name)]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        lines, met = [], 0
        bounds = [f"{bound:g}" for bound in BUCKETS]
        for bound, count in zip([*bounds, "+Inf"], self._times[name], strict=True):
            met += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {met}')
        return [*lines, f"{name}_sum {self._sums[name]:g}", f"{name}_count {met}"]


def _head(name: str, kind: str) -> list[str]:
    said = [f"# HELP {name} {HELP[name]}"] if name in HELP else []
    return [*said, f"# TYPE {name} {kind}"]


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    # Only our own words become labels; the escapes are for the day one is not.
    inside = ",".join(
        f'{name}="{value}"'
        for name, value in (
            (name, value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " "))
            for name, value in labels
        )
    )
    return f"{{{inside}}}"
