"""What everything after the model gains, on recorded answers of real models.

    python tests/benchmarks/bench_normalizers.py [--only SECTION …] [--diagram FILE.png]

Sections: runs, ablation, consensus, gold, alignment, traps, confidence, cost. Free text is compared
by the organisers' lexical fallback.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "scripts"), str(Path(__file__).parent)]

import normalizer_alignment  # noqa: E402
import normalizer_confidence  # noqa: E402
import normalizer_consensus  # noqa: E402
import normalizer_traps  # noqa: E402
from calibrate_confidence import (  # noqa: E402
    Instance,
    all_rows,
    load_instances,
    load_runs,
)
from shared_data import SHARED  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.schema import Draft  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.schema_validation import is_valid  # noqa: E402
from nlp.spans import Document  # noqa: E402
from normalizers.assemble import assemble  # noqa: E402
from normalizers.normalize import finish, look, normalize, settle  # noqa: E402
from normalizers.table import NORMALIZERS  # noqa: E402
from veraz.evaluation.gensie import TaskScore, corpus, score_task  # noqa: E402

SECTIONS = (
    "runs", "ablation", "consensus", "gold", "alignment", "traps", "confidence", "cost",
)  # fmt: skip

Runs = dict[str, dict[str, Any]]


def answer(instance: Instance, root: Any, table: Any = NORMALIZERS, **changes: Any) -> Any:
    """The normalized answer to one recorded draft."""
    context = replace(instance.context, **changes)
    leaves = settle(Draft(root=root), context, table)
    return assemble(finish(leaves, context), instance.schema)


def f1(scores: Sequence[TaskScore]) -> float:
    """Micro-averaged F1 of the corpus."""
    return corpus(scores).f1


def scored(instance: Instance, given: Any) -> TaskScore:
    """One answer judged as the organisers do."""
    return score_task(instance.gold, given, instance.raw_schema)


def gap(after: float, before: float) -> float:
    """The gap closed, negative where it opened."""
    return (after - before) / (1 - before)


def report_runs(instances: Sequence[Instance], runs: Runs) -> None:
    """F1 before and after, for each run."""
    print(f"\nRecorded answers to {len(instances)} instances")
    print(f"{'run':18s}  before   after  gap closed  valid")
    gaps = []
    for run, outputs in runs.items():
        before = f1([scored(each, outputs[each.id]) for each in instances])
        given = [answer(each, outputs[each.id]) for each in instances]
        after = f1([scored(each, one) for each, one in zip(instances, given, strict=True)])
        valid = sum(is_valid(each.schema, one) for each, one in zip(instances, given, strict=True))
        gaps.append(gap(after, before))
        print(f"{run:18s}  {before:.4f}  {after:.4f}  {gaps[-1]:10.4f}  {valid}/{len(given)}")
    print(f"{'mean':18s}  {'':6s}  {'':6s}  {sum(gaps) / len(gaps):10.4f}")


def report_ablation(instances: Sequence[Instance], runs: Runs) -> None:
    """Mean F1 over the runs with each normalizer alone and left out."""

    def mean(table: Any, **changes: Any) -> float:
        scores = [
            f1(
                [
                    scored(each, answer(each, outputs[each.id], table, **changes))
                    for each in instances
                ]
            )
            for outputs in runs.values()
        ]
        return sum(scores) / len(scores)

    bare = {"hints": {}, "strictness": "lenient"}
    base, full = mean((), **bare), mean(NORMALIZERS)
    raw = [f1([scored(each, o[each.id]) for each in instances]) for o in runs.values()]
    print(
        "\nMean F1 of the six runs, in points: each step alone (over shape and keys only) and left out"
    )
    print(
        f"drafts {100 * sum(raw) / len(raw):.2f}   shape and keys only {100 * base:.2f}"
        f"   all {100 * full:.2f}"
    )
    print(f"{'step':24s}   alone  left out")
    for place, entry in enumerate(NORMALIZERS):
        rest = NORMALIZERS[:place] + NORMALIZERS[place + 1 :]
        alone, without = mean((entry,), **bare), mean(rest)
        print(f"{entry[0]:24s}  {100 * (alone - base):+6.2f}  {100 * (without - full):+8.2f}")
    alone, without = mean((), hints={}), mean(NORMALIZERS, strictness="lenient")
    print(f"{'dropping':24s}  {100 * (alone - base):+6.2f}  {100 * (without - full):+8.2f}")
    alone, without = mean((), strictness="lenient"), mean(NORMALIZERS, hints={})
    print(f"{'hints':24s}  {100 * (alone - base):+6.2f}  {100 * (without - full):+8.2f}")
    for strictness in ("lenient", "balanced", "strict"):
        print(f"strictness {strictness:12s} {100 * mean(NORMALIZERS, strictness=strictness):.2f}")


def report_gold(folder: Path) -> None:
    """What normalizing right answers costs."""
    scores = []
    for task in normalizer_traps.instances([folder], 1):
        schema = compile_schema(task["target_schema"], instruction=task["instruction"])
        document = Document(task["id"], task["input_text"])
        given = assemble(
            normalize(Draft(root=task["output"]), schema, document, find_candidates(document)),
            schema,
        )
        scores.append(score_task(task["output"], given, task["target_schema"]))
    print(
        f"\nGold normalized: F1 {f1(scores):.4f} over {len(scores)} instances (1 if nothing changes)"
    )


def report_cost(instances: Sequence[Instance], runs: Runs) -> None:
    """Milliseconds an instance, and how time grows with the text."""
    outputs = next(iter(runs.values()))
    begun = time.perf_counter()
    for each in instances:
        context = look(
            each.schema, each.context.document, each.context.candidates,
            hints=tuple(each.context.hints.values()),
        )  # fmt: skip
        finish(settle(Draft(root=outputs[each.id]), context), context)
    spent = (time.perf_counter() - begun) * 1000 / len(instances)
    sizes = sorted(len(each.context.document.text) for each in instances)
    print(f"\nCost: {spent:.1f} ms an instance (median text {sizes[len(sizes) // 2]:,} characters)")
    longest = max(instances, key=lambda each: len(each.context.document.text))
    text = longest.context.document.text
    print(f"{'characters':>12s}  {'seconds':>8s}  {'µs/character':>12s}")
    for size in (62_500, 125_000, 250_000, 500_000, 1_000_000):
        long = (text * (size // len(text) + 1))[:size]
        begun = time.perf_counter()
        normalize(Draft(root=outputs[longest.id]), longest.schema, Document("long", long), ())
        spent = time.perf_counter() - begun
        print(f"{size:12,d}  {spent:8.2f}  {1e6 * spent / size:12.2f}")


def main() -> int:
    """Run the sections asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=SECTIONS)
    parser.add_argument("--diagram", type=Path, help="where to write the reliability diagram")
    parser.add_argument("--step", type=int, default=1, help="every n-th instance for the traps")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    if "alignment" in arguments.only:
        normalizer_alignment.report()
    folder = SHARED / "gensie" / "recorded"
    if not folder.exists():
        print(f"no recorded answers at {folder} (set VERAZ_SHARED)")
        return 0
    rest = [section for section in arguments.only if section != "alignment"]
    dev = SHARED / "gensie" / "dev"
    if "gold" in rest:
        report_gold(dev)
    if "traps" in rest:
        normalizer_traps.report([dev, folder / "instances"], arguments.step)
    if "consensus" in rest:
        normalizer_consensus.report()
    if not set(rest) & {"runs", "ablation", "confidence", "cost"}:
        return 0
    instances, runs = load_instances(folder), load_runs(folder)
    sections = (
        ("runs", report_runs),
        ("ablation", report_ablation),
    )
    for name, section in (*sections, ("cost", report_cost)):
        if name in rest:
            section(instances, runs)
    if "confidence" in rest:
        normalizer_confidence.report(all_rows(instances, runs), arguments.diagram)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
