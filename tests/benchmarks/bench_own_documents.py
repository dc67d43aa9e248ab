"""Labelled documents of one's own through every accuracy command, as docs/calibration.md tells it.

    python tests/benchmarks/bench_own_documents.py [--model M] [--base-url URL] [--seed N] [--keep FOLDER]

Of the sixty documents of ``tests/own_documents``, in an order drawn at random, twenty are labelled, ten
others are solved examples and the other thirty are new; then the same with another twenty, then with the
forty of both. ``veraz evaluate`` judges the labelled ones without and with the examples, ``veraz
calibrate`` makes its promise at two risks, ``veraz batch`` answers the new ones, a person as in
``reviewer.py`` decides in ``veraz review`` what is asked, and ``veraz evaluate`` says what came of it. F1
is that of the places that hold something: 2 right / (2 right + 2 wrong + missed + invented).
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "benchmarks")]

from own_run import Run  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from veraz.rows import read_json  # noqa: E402

DOCUMENTS = ROOT / "tests" / "own_documents"
LABELLED, SHOWN = 20, 10
Rows = Sequence[Mapping[str, Any]]


def main() -> int:
    """Work through the splits and print what came of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="symbolic", help="as in veraz batch")
    parser.add_argument("--base-url", help="as in veraz batch")
    parser.add_argument("--seed", type=int, default=1, help="draws the order of the documents")
    parser.add_argument("--splits", type=int, default=3, help="only so many of the three splits")
    parser.add_argument("--keep", type=Path, help="a new folder that keeps what the commands write")
    args = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    who = ["--model", args.model, *(["--base-url", args.base_url] if args.base_url else [])]
    instruction = (DOCUMENTS / "instruction.txt").read_text(encoding="utf-8").strip()
    asked = ["--schema", str(DOCUMENTS / "schema.json"), "--instruction", instruction]
    with tempfile.TemporaryDirectory() as home:
        chosen = list(splits(args.seed).items())[: args.splits]
        runs = [
            Run(name, (args.keep or Path(home)) / f"run-{number}", rows, asked, who)
            for number, (name, rows) in enumerate(chosen, start=1)
        ]
        for run in runs:
            run.work()
            print(f"{run.name}: done", file=sys.stderr)
        show(runs)
    return 0


def splits(seed: int) -> dict[str, dict[str, Rows]]:
    """The rows that are labelled, shown and new, by the name of the split."""
    text = (DOCUMENTS / "gold.jsonl").read_text(encoding="utf-8")
    rows: list[Any] = [read_json(line) for line in text.splitlines()]
    random.Random(seed).shuffle(rows)
    first, other, rest = rows[:LABELLED], rows[LABELLED : 2 * LABELLED], rows[2 * LABELLED :]
    shown, left = rest[:SHOWN], rest[SHOWN:]
    return {
        "20 labelled": {"labelled": first, "examples": shown, "new": other + left},
        "another 20": {"labelled": other, "examples": shown, "new": first + left},
        "all 40": {"labelled": first + other, "examples": shown, "new": left},
    }


def show(runs: Sequence[Run]) -> None:
    """Print the figures side by side, the seconds of the first run, and what calibrating said."""
    console = Console(width=110)
    table = Table(title="labelled, calibrated, answered, reviewed", title_justify="left")
    table.add_column("")
    for run in runs:
        table.add_column(run.name, justify="right")
    table.add_column("seconds", justify="right")
    for lines in zip(*(run.told for run in runs), strict=True):
        seconds = lines[0].seconds
        took = "" if seconds is None else f"{seconds:.1f}"
        table.add_row(lines[0].what, *(one.figure for one in lines), took)
    console.print(table)
    console.print("Seconds are those of the first column.")
    for run in runs:
        for command, said in run.said.items():
            console.print(f"\n{run.name}, {command}:\n{said}", highlight=False, markup=False)


if __name__ == "__main__":
    sys.exit(main())
