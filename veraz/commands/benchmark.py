"""``veraz benchmark``: run the product on a task with gold answers, and score it."""

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nlp.errors import VerazError
from veraz.benchmark import Outcome, choose
from veraz.benchmark_gensie import (
    ANSWERS,
    Judgement,
    report,
    run_instances,
    score_run,
    trivial_scores,
)
from veraz.commands.protocols import add_similarity
from veraz.commands.tables import show_rows, show_score
from veraz.evaluation.errors import ScoringError
from veraz.evaluation.gensie_files import Instance, read_instances
from veraz.evaluation.gensie_similarity import similarity_named
from veraz.evaluation.score import Score
from veraz.evaluation.statistics import intervals
from veraz.extractor import Extractor

LEGEND = (
    "drafts: the model's answers before the normalizers. floor: null where allowed, [], the first "
    "member of an enum, the sentence nearest to the field's description."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``veraz benchmark TASK …``."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    gensie = tasks.add_parser("gensie", help="GenSIE instances, scored as by `veraz score gensie`")
    add_run_options(gensie)
    gensie.add_argument("--rules", choices=("as_organisers", "as_page"), default="as_organisers")
    add_similarity(gensie)
    gensie.add_argument(
        "--floor", action="store_true", help="score only the trivial answers: no model runs"
    )
    gensie.set_defaults(benchmark=_gensie)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare what every benchmark asks: what is run, on which part, with whom."""
    parser.add_argument("--data", type=Path, required=True, help="instances with gold answers")
    parser.add_argument("--model", help="symbolic, recorded:FILE.jsonl, or a served model")
    parser.add_argument("--pipeline", help="pipeline name (default: as in the settings)")
    parser.add_argument("--strictness", choices=("lenient", "balanced", "strict"))
    parser.add_argument("--limit", type=int, metavar="N", help="the first N of the sample")
    parser.add_argument("--sample", metavar="HOW", help="every-K: each K-th; seed-N: shuffled by N")
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help="at a time")
    parser.add_argument("--report", type=Path, metavar="R.json", help="write the whole report")


def run(args: argparse.Namespace) -> int:
    """Run, score, print; 0 done, 1 some instances failed, 2 options or files at fault."""
    try:
        code: int = args.benchmark(args, Console())
    except (ScoringError, VerazError) as error:
        Console(stderr=True).print(f"error: {error}", markup=False, highlight=False)
        return 2
    return code


def progress_bar(console: Console) -> Progress:
    """The bar all benchmarks show."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=console,
    )


def _gensie(args: argparse.Namespace, console: Console) -> int:
    instances = choose(
        [each for each in read_instances(args.data) if each.gold is not None],
        sample=args.sample,
        limit=args.limit,
    )
    judgement = Judgement(args.rules, similarity_named(args.similarity), args.similarity)
    if args.floor:
        _show_beside(trivial_scores(instances, judgement), console)
        return 0
    extractor = Extractor(
        model=args.model,
        pipeline=args.pipeline,
        strictness=args.strictness,
        progress=lambda line: console.print(line, markup=False, highlight=False),
    )
    start = time.perf_counter()
    outcomes = asyncio.run(_extract(extractor, instances, args.concurrency, console))
    wall = time.perf_counter() - start
    scores = score_run(instances, outcomes, judgement)
    config = {
        "model": args.model or extractor.model.name,
        "pipeline": extractor.pipeline.name,
        "strictness": args.strictness or "",
        "data": str(args.data),
        "sample": args.sample or "",
        "limit": args.limit,
        "concurrency": args.concurrency,
        "rules": args.rules,
        "similarity": args.similarity,
    }
    whole = report(instances, outcomes, judgement, scores, config=config, wall=wall)
    if args.report is not None:
        args.report.parent.mkdir(parents=True, exist_ok=True)
        args.report.write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")
    _show(whole, scores, console)
    return 1 if any(outcome.error is not None for outcome in outcomes) else 0


async def _extract(
    extractor: Extractor, instances: Sequence[Instance], concurrency: int, console: Console
) -> list[Outcome]:
    failed = 0
    with progress_bar(console) as bar:
        task = bar.add_task("extracting", total=len(instances), failed=0)

        def done(_: Instance, outcome: Outcome) -> None:
            nonlocal failed
            failed += outcome.error is not None
            bar.update(task, advance=1, failed=failed)

        try:
            return await run_instances(extractor, instances, concurrency=concurrency, on_done=done)
        finally:
            await extractor.model.aclose()


def _show(whole: dict[str, Any], scores: dict[str, Score], console: Console) -> None:
    answers = scores[ANSWERS]
    show_score(answers, intervals(answers), console=console)
    _show_beside(scores, console)
    metrics, tokens, seconds = whole["metrics"], whole["token_usage"], whole["timing"]
    kinds = ", ".join(f"{kind} {count}" for kind, count in metrics["failures"].items())
    spread = f"{seconds['mean_seconds']:.3f} (median {seconds['median_seconds']:.3f})"
    rows = [
        ("schema-valid", f"{metrics['schema_valid']} of {len(whole['tasks'])}"),
        ("failures by kind", kinds or "none"),
        ("tokens an instance", f"{tokens['mean_total_tokens']:.1f}"),
        ("calls an instance", f"{tokens['mean_calls']:.2f}"),
        ("seconds an instance", spread),
        ("seconds in all", f"{seconds['total_seconds']:.1f}"),
        ("pipeline, model", f"{whole['config']['pipeline']}, {whole['config']['model']}"),
    ]
    show_rows("run", ("", "value"), rows, console=console)
    errors = [task for task in whole["tasks"] if task["error"]]
    for task in errors[:5]:
        console.print(f"{task['task_id']}: {task['error']}", markup=False, highlight=False)


def _show_beside(scores: dict[str, Score], console: Console) -> None:
    """The answers beside what costs nothing: a score near the floor means little."""
    rows = []
    for name, score in scores.items():
        low_high = intervals(score)["f1"]
        shares = [
            f"{score.metrics[key]:.4f}" for key in ("f1", "precision", "recall", "null_accuracy")
        ]
        rows.append((name, shares[0], str(low_high), *shares[1:]))
    header = ("", "F1", "95 % interval", "P", "R", "null accuracy")
    show_rows("beside", header, rows, console=console)
    console.print(LEGEND, highlight=False, markup=False)
