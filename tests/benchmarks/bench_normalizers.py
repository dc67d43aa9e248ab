"""What everything after the model keeps and gains, by source.

    python tests/benchmarks/bench_normalizers.py [--only SECTION …] [--diagram FILE.png] [--worse]

Sections: gold (right answers in, what comes out), rules (what each rule changes, for better or worse),
runs (recorded drafts of real models before and after), unanswered, consensus, repair, alignment,
traps, confidence, cost. ``VERAZ_CASES`` names further folders of cases. Free text is compared by the
organisers' lexical fallback.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "scripts"), str(Path(__file__).parent)]

import normalizer_alignment  # noqa: E402
import normalizer_consensus  # noqa: E402
import normalizer_repair  # noqa: E402
import normalizer_rules  # noqa: E402
import normalizer_traps  # noqa: E402
import normalizer_unanswered  # noqa: E402
from shared_data import SHARED  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from nlp.schema import Draft  # noqa: E402
from nlp.schema_validation import is_valid  # noqa: E402
from nlp.spans import Document  # noqa: E402
from normalizers.assemble import assemble  # noqa: E402
from normalizers.normalize import normalize  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402

SECTIONS = (
    "gold", "rules", "runs", "unanswered", "consensus", "repair", "alignment", "traps",
    "confidence", "cost",
)  # fmt: skip

Sources = Mapping[str, Sequence[Instance]]


def answer(instance: Instance, root: Any, *, strictness: str = "balanced") -> Any:
    """The normalized answer to one draft."""
    results = normalize(
        Draft(root=root),
        instance.schema,
        instance.document,
        instance.candidates,
        hints=instance.hints,
        strictness=strictness,
    )
    return assemble(results, instance.schema)


def f1(scores: Sequence[TaskScore]) -> float:
    """Micro-averaged F1 of the corpus."""
    return corpus(scores).f1


def scored(instance: Instance, given: Any) -> TaskScore:
    """One answer judged as the organisers do."""
    return score_task(instance.gold, given, instance.raw_schema)


def gap(after: float, before: float) -> float:
    """The gap closed, negative where it opened."""
    return (after - before) / (1 - before)


def report_gold(sources: Sources) -> None:
    """What normalizing right answers costs."""
    print("\nGold as the draft (F1 1 if nothing changes)")
    print(f"{'source':10s}  {'n':>4s}  {'F1':>6s}  changed  refused")
    for name, instances in sources.items():
        scores, changed, refused = [], 0, 0
        for each in instances:
            given = answer(each, each.gold)
            scores.append(scored(each, given))
            changed += scores[-1].tps < max(scores[-1].gold_keys, scores[-1].system_keys)
            refused += not is_valid(each.schema, given)
        print(f"{name:10s}  {len(instances):4d}  {f1(scores):.4f}  {changed:7d}  {refused:7d}")


def report_runs(sources: Sources) -> None:
    """F1 before and after, for each run; the worst schema beside the whole, each judged alone."""
    for name, instances in sources.items():
        runs = sorted({run for each in instances for run in each.drafts})
        if not runs:
            continue
        print(
            f"\nRecorded answers to {len(instances)} instances ({name}); failed runs answer nothing"
        )
        print(f"{'run':18s}  before   after  gap closed  valid  least gap with one schema left out")
        gaps = []
        for run in runs:
            rows = [_before_after(each, each.drafts[run]) for each in instances]
            gaps.append(_gap_of(rows))
            valid = sum(valid for _, _, valid in rows)
            groups = {str(each.raw_schema.get("title")) for each in instances}
            least = min(_gap_without(instances, rows, group) for group in groups)
            before, after = f1([row[0] for row in rows]), f1([row[1] for row in rows])
            print(
                f"{run:18s}  {before:.4f}  {after:.4f}  {gaps[-1]:+10.4f}"
                f"  {valid}/{len(rows)}  {least:+.4f}"
            )
        print(f"{'mean':18s}  {'':6s}  {'':6s}  {sum(gaps) / len(gaps):+10.4f}")


Row = tuple[TaskScore, TaskScore, bool]


def _before_after(instance: Instance, root: Any) -> Row:
    if root is None:
        return scored(instance, {}), scored(instance, {}), True
    given = answer(instance, root)
    return scored(instance, root), scored(instance, given), is_valid(instance.schema, given)


def _gap_of(rows: Sequence[Row]) -> float:
    return gap(f1([row[1] for row in rows]), f1([row[0] for row in rows]))


def _gap_without(instances: Sequence[Instance], rows: Sequence[Row], group: str) -> float:
    pairs = zip(instances, rows, strict=True)
    return _gap_of([row for each, row in pairs if str(each.raw_schema.get("title")) != group])


def report_cost(instances: Sequence[Instance]) -> None:
    """Milliseconds an instance, and how time grows with the text."""
    times = []
    for each in instances:
        root = next((draft for draft in each.drafts.values() if draft is not None), each.gold)
        arguments = (Draft(root=root), each.schema, each.document, each.candidates)
        hints = each.hints
        begun = time.perf_counter()
        normalize(*arguments, hints=hints)
        times.append((time.perf_counter() - begun) * 1000)
    sizes = sorted(len(each.text) for each in instances)
    print(
        f"\nCost: median {median(times):.1f} ms an instance"
        f" (median text {sizes[len(sizes) // 2]:,} characters)"
    )
    longest = max(instances, key=lambda each: len(each.text))
    print(f"{'characters':>12s}  {'seconds':>8s}  {'µs/character':>12s}")
    for size in (62_500, 125_000, 250_000, 500_000, 1_000_000):
        long = (longest.text * (size // len(longest.text) + 1))[:size]
        begun = time.perf_counter()
        normalize(Draft(root=longest.gold), longest.schema, Document("long", long), ())
        spent = time.perf_counter() - begun
        print(f"{size:12,d}  {spent:8.2f}  {1e6 * spent / size:12.2f}")


def main() -> int:
    """Run the sections asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=SECTIONS)
    parser.add_argument("--diagram", type=Path, help="where to write the reliability diagram")
    parser.add_argument("--step", type=int, default=1, help="every n-th instance for the traps")
    parser.add_argument("--worse", action="store_true", help="show every change for the worse")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    asked, sources = set(arguments.only), load_sources()
    if "alignment" in asked:
        normalizer_alignment.report()
    if "repair" in asked:
        normalizer_repair.report()
    if "gold" in asked:
        report_gold(sources)
    if "rules" in asked:
        normalizer_rules.report(sources, show_worse=arguments.worse)
    if "runs" in asked:
        report_runs(sources)
    if "unanswered" in asked:
        normalizer_unanswered.report(sources)
    if "cost" in asked:
        report_cost(sources.get("recorded") or sources["own"])
    folder = SHARED / "gensie" / "recorded"
    if not folder.exists():
        print(f"no recorded answers at {folder} (set VERAZ_SHARED)")
        return 0
    if "consensus" in asked:
        normalizer_consensus.report()
    if "traps" in asked:
        normalizer_traps.report([SHARED / "gensie" / "dev", folder / "instances"], arguments.step)
    if "confidence" in asked:
        import normalizer_confidence  # lightgbm, which only training needs

        normalizer_confidence.print_and_draw(arguments.diagram)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
