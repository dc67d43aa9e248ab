"""``veraz benchmark ehealthkd``: the extractor on Spanish health sentences."""

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from veraz.protocols.commands.running import add_run_options, conclude, extract_all, open_extractor
from veraz.protocols.runs.ehealthkd import (
    PUBLISHED,
    Task,
    annotated,
    extract_sentence,
    score_submission,
    write_submission,
)
from veraz.protocols.runs.outcomes import Outcome, choose
from veraz.protocols.scorers.ehealthkd import READERS
from veraz.protocols.scorers.ehealthkd_files import Collection
from veraz.protocols.scorers.score import Score
from veraz.protocols.tasks.ehealthkd import FORMS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_run_options(parser)
    parser.add_argument("--year", type=int, choices=(2019, 2020), required=True)
    parser.add_argument("--scenario", type=int, choices=(1, 2, 3, 4), default=1)
    parser.add_argument(
        "--form", choices=FORMS, default="lists", help="how keyphrases are asked for"
    )
    parser.add_argument("--out", type=Path, help="write the submission files here")


def run(args: argparse.Namespace, console: Console) -> int:
    """Run, write, score, print."""
    task = Task(args.year, args.scenario, args.form)
    gold = READERS[task.year](args.data, task.scenario)
    places = sorted(choose(annotated(gold), sample=args.sample, limit=args.limit))
    extractor = open_extractor(args, console)
    outcomes, wall = extract_all(
        extractor,
        places,
        lambda place: extract_sentence(extractor, gold.sentences[place], task),
        concurrency=args.concurrency,
        console=console,
    )
    score = _score(gold, places, outcomes, task, args.out)
    done = extractor, outcomes, wall
    published = PUBLISHED.get((task.year, task.scenario), {})
    return conclude(args, done, score, console, config=asdict(task), published=published)


def _score(
    gold: Collection,
    places: Sequence[int],
    outcomes: Sequence[Outcome],
    task: Task,
    out: Path | None,
) -> Score:
    with tempfile.TemporaryDirectory() as scratch:
        folder = write_submission(out or Path(scratch), gold, places, outcomes, task)
        return score_submission(folder, gold, places, task)
