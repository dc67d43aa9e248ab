"""What the suites of Spanish spans are run on: ours, ours with a switch off, and the peers.

Each system runs in a process of its own through the shared harness, so that none warms or breaks
another. A peer that is not installed is named, not skipped in silence.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import spans_adapter
import spans_adapter_temporal
from shared_data import SHARED

HERE = Path(__file__).resolve().parent
HARNESS = SHARED / "spanish" / "harness"


@dataclass(frozen=True, slots=True)
class System:
    """An extractor: the adapter the harness loads, what must be installed, what it can do."""

    name: str
    adapter: str
    package: str = ""
    suites: str = "*"
    environment: tuple[tuple[str, str], ...] = ()


OURS = System("veraz", f"{HERE / 'spans_adapter.py'}")
WITHOUT = (
    System("no dateparser", f"{HERE / 'spans_systems.py'}:without_dateparser"),
    System(
        "no quantulum3", f"{HERE / 'spans_adapter.py'}", environment=(("VERAZ_QUANTULUM", "0"),)
    ),
)
PEERS = (
    System("text2num", "adapters/t2n.py", "text_to_num", "*.number*,*.ordinal"),
    System("number-parser", "adapters/np_.py", "number_parser", "*.number*,*.ordinal"),
    System("quantulum3", "adapters/q3.py", "quantulum3",
           "*.number*,*.percent,*.money,*.quantity,*.temperature,*.age"),
    System("dateparser", "adapters/dp_best.py", "dateparser", "*.datetime,*.duration,hourglass.*"),
)  # fmt: skip


def without_dateparser(text: str, ref: str | None, kinds: set[str] | None) -> list[dict[str, Any]]:
    """Our adapter with dateparser switched off."""
    whole = spans_adapter_temporal.find_mentions
    spans_adapter_temporal.find_mentions = partial(whole, dateparser=False)
    try:
        return spans_adapter.extract(text, ref, kinds)
    finally:
        spans_adapter_temporal.find_mentions = whole


def missing(system: System) -> str:
    """The package a system lacks here, or nothing."""
    absent = system.package and importlib.util.find_spec(system.package) is None
    return system.package if absent else ""


def run_suites(system: System, suites: str) -> dict[str, dict[str, Any]]:
    """The harness's scores of a system by suite."""
    with tempfile.TemporaryDirectory() as folder:
        scores = Path(folder) / "scores.json"
        _harness("run.py", system, "--suites", suites, "--json", str(scores))
        found: dict[str, dict[str, Any]] = json.loads(scores.read_text(encoding="utf-8"))
        return found


def run_speed(system: System, texts: int) -> str:
    """The harness's line on the CPU time of a system on real texts."""
    return _harness("speed_fp.py", system, str(texts)).splitlines()[0]


def _harness(script: str, system: System, *arguments: str) -> str:
    path = [str(HERE), str(HERE.parent), str(HERE.parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), **dict(system.environment)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", script, system.adapter, *arguments],
        cwd=HARNESS,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{system.name}: {script} failed\n{done.stderr}")
    return done.stdout
