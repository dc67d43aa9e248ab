"""What every benchmark command shares: its options, its progress bar, what it says of the run."""

import argparse
import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nlp.printable import printable
from veraz.commands.tables import show_rows
from veraz.extractor import Extractor
from veraz.protocols.commands.tables import show_score
from veraz.protocols.runs.outcomes import Extract, Outcome, failures, run_all, timing, token_usage
from veraz.protocols.scorers.score import Score
from veraz.protocols.scorers.statistics import intervals

Q = TypeVar("Q")


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare what every benchmark asks: what is run, on which part, with whom."""
    parser.add_argument("--data", type=Path, required=True, help="gold data to run on")
    parser.add_argument("--model", help="symbolic, recorded:FILE.jsonl, or a served model")
    parser.add_argument("--pipeline", help="pipeline name (default: as in the settings)")
    parser.add_argument("--strictness", choices=("lenient", "balanced", "strict"))
    parser.add_argument("--limit", type=int, metavar="N", help="the first N of the sample")
    parser.add_argument("--sample", metavar="HOW", help="every-K: each K-th; seed-N: shuffled by N")
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help="at a time")
    parser.add_argument("--report", type=Path, metavar="R.json", help="write the whole report")


def open_extractor(args: argparse.Namespace, console: Console) -> Extractor:
    """The extractor the options name."""
    return Extractor(
        model=args.model,
        pipeline=args.pipeline,
        strictness=args.strictness,
        on_unanswered="placeholder",  # a protocol scores answers, never errors
        progress=lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True),
    )


def run_config(args: argparse.Namespace, extractor: Extractor) -> dict[str, Any]:
    """What a report's ``config`` says of the run."""
    return {
        "model": args.model or extractor.model.name,
        "pipeline": extractor.pipeline.name,
        "strictness": args.strictness or "",
        "data": str(args.data),
        "sample": args.sample or "",
        "limit": args.limit,
        "concurrency": args.concurrency,
    }


@contextmanager
def with_progress(console: Console, total: int) -> Iterator[Callable[[Any, Outcome], None]]:
    """A progress bar; yields what to call when a question is done."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=console,
    )
    failed = 0
    with bar:
        task = bar.add_task("extracting", total=total, failed=0)

        def done(_: Any, outcome: Outcome) -> None:
            nonlocal failed
            failed += outcome.error is not None
            bar.update(task, advance=1, failed=failed)

        yield done


def show_run(
    whole: Mapping[str, Any],
    outcomes: Sequence[Outcome],
    console: Console,
    *,
    more: Sequence[tuple[str, str]] = (),
) -> None:
    """Print failures by kind, cost and who ran; then the first few errors."""
    tokens, seconds = whole["token_usage"], whole["timing"]
    kinds = ", ".join(f"{kind} {count}" for kind, count in whole["metrics"]["failures"].items())
    spread = f"{seconds['mean_seconds']:.3f} (median {seconds['median_seconds']:.3f})"
    rows = [
        *more,
        ("failures by kind", kinds or "none"),
        ("tokens each", f"{tokens['mean_total_tokens']:.1f}"),
        ("calls each", f"{tokens['mean_calls']:.2f}"),
        ("seconds each", spread),
        ("seconds in all", f"{seconds['total_seconds']:.1f}"),
        ("pipeline, model", f"{whole['config']['pipeline']}, {whole['config']['model']}"),
    ]
    show_rows("run", ("", "value"), rows, console=console)
    for message in [outcome.message for outcome in outcomes if outcome.error is not None][:5]:
        console.print(printable(message), markup=False, highlight=False, soft_wrap=True)


def extract_all(
    extractor: Extractor,
    questions: Sequence[Q],
    extract: Extract[Q],
    *,
    concurrency: int,
    console: Console,
) -> tuple[list[Outcome], float]:
    """Run every question behind a progress bar, and let the model go; outcomes and seconds."""

    async def all_of_them() -> list[Outcome]:
        with with_progress(console, len(questions)) as done:
            try:
                return await run_all(questions, extract, concurrency=concurrency, on_done=done)
            finally:
                await extractor.model.aclose()

    start = time.perf_counter()
    outcomes = asyncio.run(all_of_them())
    return outcomes, time.perf_counter() - start


def task_report(
    score: Score, outcomes: Sequence[Outcome], wall: float, config: Mapping[str, Any]
) -> dict[str, Any]:
    """The report of a task that is not GenSIE."""
    return {
        "participant": "veraz",
        "config": config,
        "metrics": {**score.to_dict(), "failures": failures(outcomes)},
        "timing": timing(outcomes, wall),
        "token_usage": token_usage(outcomes),
    }


def write_report(args: argparse.Namespace, whole: Mapping[str, Any]) -> None:
    """Write the report where the options ask for one."""
    if args.report is not None:
        args.report.parent.mkdir(parents=True, exist_ok=True)
        args.report.write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")


def conclude(
    args: argparse.Namespace,
    run: tuple[Extractor, Sequence[Outcome], float],
    score: Score,
    console: Console,
    *,
    config: Mapping[str, Any] = MappingProxyType({}),
    published: Mapping[str, float] = MappingProxyType({}),
) -> int:
    """Write and print the report of a task that is not GenSIE, and give the exit code.

    ``run`` is who was asked, what came of it and the seconds it took; ``config`` what else the report
    says of the run; ``published`` are scores of others to print beside ours.
    """
    extractor, outcomes, wall = run
    whole = task_report(score, outcomes, wall, {**run_config(args, extractor), **config})
    write_report(args, whole)
    show_score(score, intervals(score), console=console)
    for name, value in published.items():
        console.print(f"published, all sentences: {name} F1 {value:.4f}", highlight=False)
    show_run(whole, outcomes, console)
    return exit_code(outcomes)


def exit_code(outcomes: Sequence[Outcome]) -> int:
    """0 all done, 1 some failed."""
    return int(any(outcome.error is not None for outcome in outcomes))
