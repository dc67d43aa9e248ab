"""``veraz check``: an answer that somebody gave, held against its text and schema."""

import argparse
import datetime
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from nlp.errors import DocumentError, SettingsError, VerazError
from nlp.printable import printable, printable_json
from nlp.spans import Document
from veraz.commands.extract import read_text
from veraz.commands.extracting import reference_day
from veraz.rows import Columns, Row, read_json, read_record
from veraz.settings import STRICTNESS

if TYPE_CHECKING:
    from veraz.checked import CheckedAnswer

ANSWER_KEYS: tuple[str, ...] = ("answer", "output", "data")
FAILED = "failed"
CODES: dict[str, int] = {"borne out": 0, "doubtful": 4, FAILED: 1}

EXIT_CODES = (
    "Exit code: 0, the text bears everything out; 1, an answer is no JSON or breaks its schema; 2, "
    "something that was asked for cannot be done as it was asked; 4, an answer is valid, and some of "
    "it is doubtful."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXIT_CODES
    parser.add_argument("--text", help="a UTF-8 text, .pdf, .docx or .html file, or -")
    parser.add_argument("--schema", type=Path, help="a JSON Schema file")
    parser.add_argument("--answer", help="the answer's JSON file, or - for standard input")
    parser.add_argument(
        "--rows",
        metavar="ROWS.jsonl",
        help="many: objects with id, text, answer (or output, or data), maybe schema and instruction",
    )
    parser.add_argument("--instruction", default="", help="what was asked for, in a sentence")
    parser.add_argument("--correct", action="store_true", help="give a corrected answer too")
    parser.add_argument("--strictness", choices=STRICTNESS, help="what --correct goes by")
    parser.add_argument(
        "--reference", metavar="DATE", help="the day relative dates are relative to, YYYY-MM-DD"
    )
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        help="what veraz calibrate wrote of checked answers: says of each field accept or review",
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def run(options: argparse.Namespace) -> int:
    """Check one answer, or many; returns the exit code that ``--help`` explains."""
    if options.rows is not None:
        if options.text is not None or options.answer is not None:
            raise SettingsError("--rows brings texts and answers: leave --text and --answer out.")
        return _run_rows(options)
    missing = [f"--{name}" for name in ("text", "schema", "answer") if not getattr(options, name)]
    if missing:
        raise SettingsError(f"needed: {', '.join(missing)} (or --rows for many answers).")
    if options.text == options.answer == "-":
        raise SettingsError("only one of --text and --answer can be standard input.")
    document = read_text(options.text)
    checked = _checked(options, document, options.schema, read_text(options.answer).text)
    if options.json:
        _write(checked.to_dict(), indent=2)
    else:
        _show(checked)
    return CODES[checked.verdict]


def _checked(
    options: argparse.Namespace,
    document: Document,
    schema: Any,
    answer: Any,
    instruction: str | None = None,
    reference: datetime.date | None = None,
) -> "CheckedAnswer":
    from veraz.checking import check

    return check(
        document.text,
        schema,
        answer,
        instruction=instruction or options.instruction,
        correct=options.correct,
        strictness=options.strictness or "balanced",
        id=document.id,
        reference=reference or reference_day(options),
        calibration=options.calibration,
    )


def _show(checked: "CheckedAnswer") -> None:
    from veraz.show import print_extraction

    console = Console()
    print_extraction(checked, console)
    for line in told(checked):
        console.print(printable(line), markup=False, highlight=False, soft_wrap=True)


def told(checked: "CheckedAnswer") -> Iterator[str]:
    """The verdict and its reasons, a line each."""
    yield checked.verdict
    for fault in checked.broken:
        yield f"{fault.pointer or '/'}: {fault.message}"
    for path, why in checked.doubtful.items():
        yield f"{path}: {why}"


def _write(value: Any, indent: int | None = None) -> None:
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    sys.stdout.write((printable_json(written) if sys.stdout.isatty() else written) + "\n")


def _run_rows(options: argparse.Namespace) -> int:
    met: set[str] = set()
    for number, line in enumerate(_lines(options.rows), start=1):
        if line.strip():
            verdict, result = _row(options, line, number)
            met.add(verdict)
            _write(result)
    if not met:
        raise DocumentError(f"{options.rows} holds no row.")
    return next(CODES[verdict] for verdict in (FAILED, "doubtful", "borne out") if verdict in met)


def _lines(source: str) -> list[str]:
    return read_text(source).text.split("\n")


def _row(options: argparse.Namespace, line: str, number: int) -> tuple[str, dict[str, Any]]:
    """The verdict on one row, and what is written of it."""
    name, where = f"line-{number}", f"{options.rows}:{number}"
    try:
        record = read_json(line)
    except ValueError as error:
        return _failed(name, f"{where} is no JSON: {error}")
    row = read_record(record, Columns(), name, where)
    key = next((key for key in ANSWER_KEYS if isinstance(record, Mapping) and key in record), None)
    problem = row.problem or _lacking(row, options, key, where)
    if problem:
        return _failed(row.id, problem)
    document = Document(row.id, row.text)
    try:
        checked = _checked(
            options,
            document,
            row.schema or options.schema,
            record[key],
            row.instruction,
            _day(row.reference),
        )
    except VerazError as error:
        return _failed(row.id, str(error))
    whole = checked.to_dict()
    if options.json:
        return checked.verdict, whole
    kept = {name: whole[name] for name in ("id", "verdict", "broken", "doubtful")}
    if options.correct:
        kept["data"] = checked.data
    if decisions := checked.decisions:
        kept["decisions"] = decisions
    return checked.verdict, kept


def _lacking(row: Row, options: argparse.Namespace, key: str | None, where: str) -> str:
    if key is None:
        return f"{where} has no answer ({' or '.join(ANSWER_KEYS)})"
    if row.schema is None and options.schema is None:
        return f"{where} has no schema: give one with --schema"
    return ""


def _day(written: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(written) if written else None


def _failed(name: str, reason: str) -> tuple[str, dict[str, Any]]:
    return FAILED, {"id": name, "verdict": FAILED, "reason": reason}
