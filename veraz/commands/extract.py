"""``veraz extract``: one document."""

import argparse
import datetime
import json
import sys
from pathlib import Path

from rich.console import Console

from nlp.errors import DocumentError, SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("text", help="a UTF-8 text file, or - for standard input")
    parser.add_argument("--schema", required=True, type=Path, help="a JSON Schema file")
    parser.add_argument("--instruction", default="", help="what to extract, in a sentence")
    parser.add_argument("--model", help="symbolic, recorded:FILE.jsonl, or a model of the server")
    parser.add_argument("--base-url", help="an OpenAI-compatible server (or OPENAI_BASE_URL)")
    parser.add_argument("--pipeline", help="grounded, consensus, repair, baseline")
    parser.add_argument("--strictness", help="lenient, balanced or strict")
    parser.add_argument("--abstain-below", type=float, help="null what is less certain than this")
    parser.add_argument("--reference", help="the day relative dates are relative to, YYYY-MM-DD")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="everything, as JSON")
    shown.add_argument("--table", action="store_true", help="the answer and what it rests on")


def run(options: argparse.Namespace) -> int:
    """Extract and print; plain JSON unless asked otherwise."""
    text, name = read_text(options.text)
    reference = _day(options.reference)
    from veraz.extractor import Extractor
    from veraz.show import print_extraction

    with Extractor(
        model=options.model,
        base_url=options.base_url,
        pipeline=options.pipeline,
        strictness=options.strictness,
        abstain_below=options.abstain_below,
        progress=say,
    ) as extractor:
        extraction = extractor.extract(
            text, options.instruction, options.schema, id=name, reference=reference
        )
    if options.table:
        print_extraction(extraction, Console())
        return 0
    shown = extraction.to_dict() if options.json else extraction.data
    sys.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n")
    return 0


def read_text(source: str) -> tuple[str, str]:
    """Return a text and its name; raises :class:`DocumentError` where it cannot be read."""
    try:
        if source == "-":
            return sys.stdin.buffer.read().decode("utf-8"), "stdin"
        path = Path(source)
        return path.read_bytes().decode("utf-8"), path.stem
    except OSError as error:
        raise DocumentError(f"{source} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{source} is not UTF-8 (byte {error.start}); convert it first, for instance with "
            f"`iconv -f latin1 -t utf-8`."
        ) from error


def _day(written: str | None) -> datetime.date | None:
    if written is None:
        return None
    try:
        return datetime.date.fromisoformat(written)
    except ValueError as error:
        raise SettingsError(f"--reference {written} is not a day like 2026-03-14.") from error


def say(message: str) -> None:
    """Write a line of progress to standard error."""
    sys.stderr.write(f"veraz: {message}\n")
