"""``veraz benchmark dude``: answers to questions, from the plain text of documents."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from veraz.protocols.commands.running import add_run_options, conclude, extract_all, open_extractor
from veraz.protocols.runs.outcomes import Outcome, choose
from veraz.protocols.scorers.dude import Answer, read_gold, score_questions
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.tasks import dude
from veraz.result import Extraction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_run_options(parser)
    parser.add_argument(
        "--texts", type=Path, required=True, help="directory of docId.txt, the documents' text"
    )
    parser.add_argument(
        "--abstain-below", type=float, default=0.0, help="confidence under which we abstain"
    )
    parser.add_argument("--out", type=Path, help="write the submission here")


def run(args: argparse.Namespace, console: Console) -> int:
    """Run on the chosen questions, write, score, print."""
    gold = {question.id: question for question in read_gold(args.data)}
    records = json.loads(args.data.read_text(encoding="utf-8"))["data"]
    chosen = choose(records, sample=args.sample, limit=args.limit)
    for record in chosen:
        if not _text(args.texts, record).exists():
            raise ScoringError(
                "no such file: the text of a document", path=_text(args.texts, record)
            )
    extractor = open_extractor(args, console)

    async def extract(record: Mapping[str, Any]) -> Extraction:
        text = _text(args.texts, record).read_text(encoding="utf-8")
        asked = str(record.get("question", ""))
        return await extractor.aextract(text, asked, dude.task_schema())

    outcomes, wall = extract_all(
        extractor, chosen, extract, concurrency=args.concurrency, console=console
    )
    submission = [
        _record(str(record["questionId"]), outcome, args.abstain_below)
        for record, outcome in zip(chosen, outcomes, strict=True)
    ]
    if args.out is not None:
        args.out.write_text(json.dumps(submission, ensure_ascii=False, indent=1), encoding="utf-8")
    answers = {
        each["questionId"]: Answer(
            tuple(each["answers"]), each["answers_confidence"][0], each["answer_abstain"]
        )
        for each in submission
    }
    score = score_questions([gold[name] for name in answers], answers)
    return conclude(args, (extractor, outcomes, wall), score, console)


def _text(folder: Path, record: Mapping[str, Any]) -> Path:
    return folder / f"{record.get('docId', '')}.txt"


def _record(name: str, outcome: Outcome, abstain_below: float) -> dict[str, Any]:
    if outcome.extraction is not None:
        return dude.to_record(name, outcome.extraction, abstain_below=abstain_below)
    return {"questionId": name, "answers": [], "answers_confidence": [0.0], "answer_abstain": True}
