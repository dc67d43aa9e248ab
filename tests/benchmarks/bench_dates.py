"""Reading of spans already known to be temporal: with dateparser, without, and by it alone.

Each gold span of the temporal suites is handed over alone, with its reference: what is measured is
the reader, not the finder. The last lines time the finder on real text, in CPU.
"""

import datetime
import fnmatch
import importlib.util
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from dateparser.date import DateDataParser  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from shared_data import SHARED  # noqa: E402
from spans_adapter_temporal import notations, read  # noqa: E402

from nlp.spans import Value  # noqa: E402
from nlp.temporal.dates import find_mentions  # noqa: E402

SUITES = ("hourglass.*", "ms.datetime", "ms.dt_*Parser", "duck.datetime", "duck.duration")
CONSOLE = Console()


def harness() -> ModuleType:
    """The module of the shared harness that compares values."""
    path = SHARED / "spanish" / "harness" / "norm.py"
    spec = importlib.util.spec_from_file_location("norm", path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Suite and case, for the temporal suites."""
    for path in sorted((SHARED / "spanish" / "suites").glob("*.jsonl")):
        if any(fnmatch.fnmatch(path.stem, pattern) for pattern in SUITES):
            for line in path.read_text(encoding="utf-8").splitlines():
                yield path.stem, json.loads(line)


def reading() -> None:
    """Right values of gold spans, per cent, with dateparser and without."""
    same = harness().same_value
    counts: dict[str, list[int]] = {}
    for suite, case in cases():
        row = counts.setdefault(suite, [0, 0, 0, 0])
        for gold in case["spans"]:
            if not gold["gold"]:
                continue
            mention = case["text"][gold["start"] : gold["end"]]
            row[0] += 1
            for place, found in (
                (1, read(mention, case["ref"])),
                (2, read(mention, case["ref"], dateparser=False)),
                (3, alone(mention, case["ref"])),
            ):
                row[place] += any(same(one, gold["gold"], gold["kind"]) for one in found)
    table = Table(title="Gold spans read right, per cent")
    for column in ("suite", "spans", "with dateparser", "without", "adds", "dateparser alone"):
        table.add_column(column, justify="left" if column == "suite" else "right")
    total = [sum(row[place] for row in counts.values()) for place in range(4)]
    for name, (spans, on, off, by_it) in [*counts.items(), ("all", total)]:
        shares = [f"{100 * right / spans:.1f}" for right in (on, off, by_it)]
        cells = (*shares[:2], f"+{on - off}", shares[2])
        table.add_row(name, str(spans), *cells)
    CONSOLE.print(table)


def alone(mention: str, ref: str | None) -> list[dict[str, Any]]:
    """What dateparser makes of a span by itself, told that it is Spanish and of its date order."""
    reference = datetime.datetime.fromisoformat(ref) if ref else None
    settings = {"DATE_ORDER": "DMY", "RELATIVE_BASE": reference} if ref else {"DATE_ORDER": "DMY"}
    found = DateDataParser(languages=["es"], settings=settings).get_date_data(mention)
    if found is None or found.date_obj is None:
        return []
    form = {"year": "%Y", "month": "%Y-%m", "time": "%Y-%m-%dT%H:%M:%S"}.get(found.period)
    midnight = found.date_obj.time() == datetime.time()
    form = form or ("%Y-%m-%d" if midnight else "%Y-%m-%dT%H:%M:%S")
    kinds = ("datetime", "time", "date") if "T" in form else ("date",)
    values = [Value(kind, timex=found.date_obj.strftime(form)) for kind in kinds]
    values.append(Value("date", timex=found.date_obj.strftime("%Y-%m-%d")))
    return [written for value in values for written in notations(value, reference)]


def speed() -> None:
    """Milliseconds of CPU per 1,000 words of real text."""
    paths = sorted((SHARED / "gensie" / "dev").glob("*.json"))
    texts = [json.loads(path.read_text(encoding="utf-8"))["input_text"] for path in paths]
    words = sum(len(text.split()) for text in texts)
    for name, switch in (("without dateparser", False), ("with dateparser", True)):
        find_mentions(texts[0], dateparser=switch)
        started = time.process_time()
        mentions = sum(len(find_mentions(text, dateparser=switch)) for text in texts)
        taken = time.process_time() - started
        CONSOLE.print(
            f"{name:20} {1e6 * taken / words:5.1f} ms per 1,000 words, "
            f"{1000 * mentions / words:.1f} mentions per 1,000 words ({words} words)"
        )


def main() -> int:
    """Print both, or say what is missing."""
    if not (SHARED / "spanish").exists() or not (SHARED / "gensie").exists():
        CONSOLE.print("needs the shared data (set VERAZ_SHARED): nothing measured")
        return 0
    reading()
    speed()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
