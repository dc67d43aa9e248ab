"""Does a calibration keep its promise on random halves of recorded drafts?

    python tests/benchmarks/bench_guarantee.py [--halves N] [--near S] [--confidence P]

The drafts are those of the recorded runs (GenSIE's 36 instances and the 55 of other schemas), answered
through the whole path with the grounded pipeline; each half takes the drafts of one run, the runs in
turn, and whole documents. A half *breaks* the promise where more than the risk of what it accepts in the
other half is wrong: that is a harsher question than the promise, which is about all documents to come.
At most ``1 - confidence`` of the halves may.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import numpy as np  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from shared_data import SHARED  # noqa: E402

from veraz.accuracy.calibrating import Promise, find_groups  # noqa: E402
from veraz.accuracy.calibration import Group  # noqa: E402
from veraz.accuracy.cases import Case, read_cases  # noqa: E402
from veraz.accuracy.evaluation import evaluate  # noqa: E402
from veraz.batch.answer_gold import answer_gold  # noqa: E402
from veraz.batch.options import BatchOptions  # noqa: E402
from veraz.gold import Gold, read_gold  # noqa: E402

RISKS = (0.02, 0.05, 0.10)


@dataclass(frozen=True)
class Half:
    """What a calibration on one half accepted in the other."""

    fields: int
    accepted: int
    wrong: int

    def breaks(self, risk: float) -> bool:
        return self.accepted > 0 and self.wrong / self.accepted > risk


def main() -> int:
    """Answer the documents, halve, calibrate, judge; print a table. 1 where too many halves break."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--halves", type=int, default=200)
    parser.add_argument("--near", type=float, default=0.5, help="as in veraz evaluate")
    parser.add_argument("--confidence", type=float, default=0.9)
    args = parser.parse_args()
    runs = recorded_cases(args.near)
    if not runs:
        print(f"no recorded drafts in {SHARED / 'gensie'} (set VERAZ_SHARED)")
        return 0
    table = Table(title=f"{args.halves} random halves of {len(runs)} runs, near {args.near}")
    for head in (
        "risk",
        "halves that break it",
        "allowed",
        "fields accepted",
        "halves that accept",
    ):
        table.add_column(head, justify="right")
    allowed, worst = 1 - args.confidence, 0.0
    for risk in RISKS:
        halves = judge_halves(runs, Promise(risk, args.confidence), args.halves)
        broken = float(np.mean([half.breaks(risk) for half in halves]))
        accepted = float(np.mean([half.accepted / half.fields for half in halves]))
        some = float(np.mean([half.accepted > 0 for half in halves]))
        worst = max(worst, broken)
        table.add_row(
            f"{risk:.2f}", f"{broken:.3f}", f"{allowed:.2f}", f"{accepted:.3f}", f"{some:.3f}"
        )
    Console().print(table)
    return int(worst > allowed)


def judge_halves(
    runs: Mapping[str, Sequence[Case]], promise: Promise, count: int, seed: int = 0
) -> list[Half]:
    """Calibrate on random halves of the documents of each run in turn, judge on the rest."""
    generator = np.random.default_rng(seed)
    names = sorted(runs)
    return [_half(runs[names[turn % len(names)]], promise, generator) for turn in range(count)]


def _half(cases: Sequence[Case], promise: Promise, generator: np.random.Generator) -> Half:
    documents = sorted({case.document for case in cases})
    chosen = set(generator.permutation(documents)[: len(documents) // 2].tolist())
    seen = [case for case in cases if case.document in chosen]
    rest = [case for case in cases if case.document not in chosen]
    groups = {(one.schema, one.field, one.kind): one for one in find_groups(seen, promise)}
    accepted = [case for case in rest if _accepts(case, groups)]
    return Half(len(rest), len(accepted), sum(not case.right for case in accepted))


def _accepts(case: Case, groups: Mapping[tuple[str, str, str], Group]) -> bool:
    own = groups.get((case.schema, case.field, case.kind)) or groups.get(("", "", case.kind))
    return own is not None and own.accepts(case.schema, case.field, case.confidence)


def recorded_cases(near: float) -> dict[str, list[Case]]:
    """The cases of every run by its name; documents of both sets together."""
    found: dict[str, list[Case]] = {}
    base = SHARED / "gensie"
    for instances, drafts in (
        (base / "recorded" / "instances", base / "recorded"),
        (base / "second" / "instances", base / "second" / "recorded"),
    ):
        paths = sorted(instances.glob("*.json"))
        if not paths:
            continue
        gold = _gold(paths)
        for path in sorted(drafts.glob("*.jsonl")):
            options = BatchOptions(
                None,
                model=f"recorded:{path}",
                pipeline="grounded",
                strictness="balanced",
                evidence=True,
                on_unanswered="omit",
                calibration="",
            )
            judged = evaluate(gold, answer_gold(gold, options), near=near)
            found.setdefault(path.stem, []).extend(read_cases(judged))
    return found


def _gold(paths: Sequence[Path]) -> Gold:
    with tempfile.TemporaryDirectory() as folder:
        gold = Path(folder) / "gold.jsonl"
        lines = [json.dumps(json.loads(path.read_text(encoding="utf-8"))) for path in paths]
        gold.write_text("\n".join(lines), encoding="utf-8")
        return read_gold(gold)


if __name__ == "__main__":
    sys.exit(main())
