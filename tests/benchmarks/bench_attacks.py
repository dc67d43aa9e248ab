"""Twenty attacks on one service: what version 0.1 did, what this one does.

    python tests/benchmarks/bench_attacks.py [--only 8,10] [--tree DIR]
    python tests/benchmarks/bench_attacks.py --load 60 [--clients 64]

Loopback only, a few minutes, at most some hundred megabytes. "health" is the slowest answer of /health
while the attack ran, "memory" the most that the service and its processes held. ``--tree`` attacks the
service of another source tree. ``--load`` is a load test instead: clients with a key each, then the same
with an attacker among them who sends (10) to (14).
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from attacked_service import HERE, service
from attacks import ATTACKS
from load_with_attacker import load
from rich.console import Console
from rich.table import Table

TESTED: dict[str, tuple[str, str, str]] = {
    "1": ("batch on somebody's file", "emptied, exit 0", "tests/veraz/test_batch_output.py"),
    "2": ("two batches on one output", "1,500 duplicates", "tests/veraz/test_batch_output.py"),
    "4": ("minItems in the hundreds of thousands", "invented", "tests/normalizers/test_conform.py"),
    "6": ("bad batch rows", "the batch ends", "tests/veraz/test_batch_bad_rows.py"),
    "9": ("keys with line ends, echoed keys, user:password@", "in answers, /health and the log",
          "tests/veraz/test_service_strangers.py"),
    "17": ("a model server that drips", "121 s at a deadline of 5",
           "tests/llm/test_hostile_servers.py"),
    "18": ("gzip bomb, endless body, 10 MB", "minutes, memory",
           "tests/llm/test_hostile_servers.py"),
    "19": ("turn marks of model families", "pass", "tests/llm/test_control_tokens.py"),
    "20": ("escape sequences", "reach the terminal", "tests/veraz/test_printable.py"),
}  # fmt: skip
"""What no request to a service shows; the tests attack it, and are run here."""


def attack_all(tree: Path, only: set[str], console: Console) -> bool:
    """Run the attacks and print the table; whether everything held."""
    table = Table(title=f"attacks on {tree}", title_justify="left")
    for name in ("", "attack", "version 0.1", "now", "health, slowest", "memory", ""):
        table.add_column(name, overflow="fold")
    rows, held_all = {}, True
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, before, attack) in ATTACKS.items():
            if only and number not in only:
                continue
            console.print(f"({number}) {what} …", highlight=False)
            # One service each: what one attack leaves behind is not the next one's fault.
            with service(tree, VERAZ_MODEL="symbolic") as watched:
                watched.reset()
                said = attack(watched, Path(folder))
                now = f"{watched.slowest * 1000:.0f} ms", f"{watched.peak:.0f} MiB"
            held_all &= said.held
            rows[number] = (what, before, said.told, *now, "held" if said.held else "NOT HELD")
    for number, (what, before, test) in TESTED.items():
        if not only or number in only:
            passed = run_tests(tree, test)
            held_all &= passed
            rows[number] = (what, before, test, "", "", "held" if passed else "NOT HELD")
    for number in sorted(rows, key=int):
        table.add_row(f"({number})", *rows[number])
    console.print(table)
    return held_all


def run_tests(tree: Path, test: str) -> bool:
    """Whether the tests that make an attack pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    return subprocess.run(command, cwd=tree, capture_output=True, timeout=600).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", help="numbers, with commas between")
    parser.add_argument("--tree", type=Path, default=HERE)
    parser.add_argument(
        "--load", type=float, metavar="SECONDS", help="the load test, each half so long"
    )
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--pause", type=float, default=4.0, help="of a client between two requests")
    options = parser.parse_args()
    console = Console()
    if options.load:
        held = asyncio.run(
            load(options.load, options.clients, options.pause, options.tree, console)
        )
        return int(not held)
    only = {each.strip() for each in options.only.split(",") if each.strip()}
    return int(not attack_all(options.tree.resolve(), only, console))


if __name__ == "__main__":
    raise SystemExit(main())
