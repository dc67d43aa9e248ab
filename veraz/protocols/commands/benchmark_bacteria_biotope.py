"""``veraz benchmark bacteria_biotope``: mentions and events, as ``.a2`` files."""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from veraz.protocols.commands.running import add_run_options, conclude, extract_all, open_extractor
from veraz.protocols.runs.outcomes import Outcome, choose
from veraz.protocols.scorers.bacteria_biotope import score_folders
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.tasks import bacteria_biotope as biotope
from veraz.result import Extraction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_run_options(parser)
    parser.add_argument("--out", type=Path, help="write the .a2 files here")


def run(args: argparse.Namespace, console: Console) -> int:
    """Run on the chosen documents, write, score, print."""
    texts = sorted(args.data.glob("*.txt"))
    if not texts:
        raise ScoringError("expected a directory with .txt, .a1 and .a2 files", path=args.data)
    chosen = choose(texts, sample=args.sample, limit=args.limit)
    extractor = open_extractor(args, console)
    schema, asked = biotope.task_schema(), biotope.instruction()

    async def extract(path: Path) -> Extraction:
        with path.open(encoding="utf-8", newline="") as file:
            return await extractor.aextract(file.read(), asked, schema, id=path.stem)

    outcomes, wall = extract_all(
        extractor, chosen, extract, concurrency=args.concurrency, console=console
    )
    with tempfile.TemporaryDirectory() as scratch:
        out, gold = args.out or Path(scratch, "run"), Path(scratch, "gold")
        _write(out, chosen, outcomes)
        _link_gold(gold, chosen)
        score = score_folders(gold, out, task=biotope.TASK)
    done = extractor, outcomes, wall
    return conclude(args, done, score, console, config={"task": biotope.TASK})


def _write(out: Path, texts: Sequence[Path], outcomes: Sequence[Outcome]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for path, outcome in zip(texts, outcomes, strict=True):
        made = "" if outcome.extraction is None else biotope.to_a2(outcome.extraction)
        (out / f"{path.stem}.a2").write_text(made, encoding="utf-8")


def _link_gold(folder: Path, texts: Sequence[Path]) -> None:
    """A directory with the gold files of the chosen documents only."""
    folder.mkdir()
    for path in texts:
        for suffix in (".txt", ".a1", ".a2"):
            (folder / f"{path.stem}{suffix}").symlink_to(path.with_suffix(suffix).resolve())
