"""``veraz extract``: one document."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from nlp.errors import DocumentError
from veraz.commands.extracting import add_extraction_options, confidence, reference_day
from veraz.commands.saying import say
from veraz.printable import printable_json

ON_UNANSWERED = "omit"
"""Whoever reads an answer sees what is missing: a made-up value would look like the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("text", help="a UTF-8 text file, or - for standard input")
    parser.add_argument("--schema", required=True, type=Path, help="a JSON Schema file")
    parser.add_argument("--instruction", default="", help="what to extract, in a sentence")
    add_extraction_options(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="everything, as JSON")
    shown.add_argument("--table", action="store_true", help="the answer and what it rests on")


def run(options: argparse.Namespace) -> int:
    """Extract and print; plain JSON unless asked otherwise."""
    text, name = read_text(options.text)
    reference = reference_day(options)
    abstain_below = confidence(options)
    from veraz.extractor import Extractor
    from veraz.settings import settings_from
    from veraz.show import print_extraction

    with Extractor(
        model=options.model,
        base_url=options.base_url,
        pipeline=options.pipeline,
        strictness=options.strictness,
        abstain_below=abstain_below,
        on_unanswered=options.on_unanswered or settings_from().on_unanswered or ON_UNANSWERED,
        progress=say,
    ) as extractor:
        extraction = extractor.extract(
            text, options.instruction, options.schema, id=name, reference=reference
        )
    for fault in extraction.faults:
        say(f"the answer breaks the schema at {fault.pointer or '/'}: {fault.message}")
    code = 0 if extraction.valid else 1
    if options.table:
        print_extraction(extraction, Console())
        return code
    shown = extraction.to_dict() if options.json else extraction.data
    written = json.dumps(shown, ensure_ascii=False, indent=2)
    # A file gets what was read; a terminal obeys nothing of it.
    sys.stdout.write((printable_json(written) if sys.stdout.isatty() else written) + "\n")
    return code


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
