"""``veraz extract``: one document."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from nlp.errors import DocumentError
from nlp.printable import printable_json
from nlp.schema_compiler import read_source
from nlp.spans import Document
from veraz.commands.extracting import add_extraction_options, confidence, reference_day
from veraz.commands.saying import say
from veraz.documents import PACKED, read_document, read_plain

if TYPE_CHECKING:
    from veraz.result import Extraction

ON_UNANSWERED = "omit"
"""Whoever reads an answer sees what is missing: a made-up value would look like the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "text", help="a UTF-8 text, .pdf, .docx or .html file, or - for standard input"
    )
    parser.add_argument("--schema", required=True, type=Path, help="a JSON Schema file")
    parser.add_argument("--instruction", default="", help="what to extract, in a sentence")
    parser.add_argument(
        "--columns", action="store_true", help="of a PDF: keep columns apart as on the page"
    )
    add_extraction_options(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="everything, as JSON")
    shown.add_argument("--table", action="store_true", help="the answer and what it rests on")


def run(options: argparse.Namespace) -> int:
    """Extract and print; plain JSON unless asked otherwise."""
    document = read_text(options.text, columns=options.columns)
    reference = reference_day(options)
    abstain_below = confidence(options)
    schema = read_source(options.schema)
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
        calibration=options.calibration,
        examples=options.examples,
        progress=say,
    ) as extractor:
        extraction = extractor.extract(
            document.text,
            options.instruction,
            schema,
            id=document.id,
            reference=reference,
        )
    for fault in extraction.faults:
        say(f"the answer breaks the schema at {fault.pointer or '/'}: {fault.message}")
    if extraction.decisions:
        left = [path for path, said in extraction.decisions.items() if said == "review"]
        say(f"for review: {', '.join(left) or 'nothing'}")
    code = 0 if extraction.valid else 1
    if options.table:
        print_extraction(extraction, Console())
        return code
    shown = _everything(options, extraction) if options.json else extraction.data
    written = json.dumps(shown, ensure_ascii=False, indent=2)
    # A file gets what was read; a terminal obeys nothing of it.
    sys.stdout.write((printable_json(written) if sys.stdout.isatty() else written) + "\n")
    return code


def _everything(options: argparse.Namespace, extraction: "Extraction") -> dict[str, Any]:
    """All there is; the text too where it is not what stands in the file, for the offsets."""
    converted = Path(options.text).suffix.lower() in PACKED
    text = {"text": extraction.document.text} if converted else {}
    return {**extraction.to_dict(), **text}


def read_text(source: str, *, columns: bool = False) -> Document:
    """Return the document of a file or of standard input; raises :class:`DocumentError`."""
    if source == "-":
        return Document("stdin", _standard_input())
    path = Path(source)
    if path.is_dir():
        raise DocumentError(f"{source} is a folder: `veraz batch` takes one.")
    if columns or path.suffix.lower() in PACKED:
        return read_document(path, columns=columns)
    try:
        return Document(path.stem, read_plain(path))
    except OSError as error:
        raise DocumentError(f"{source} cannot be read: {error.strerror}.") from error


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"standard input is not UTF-8 (byte {error.start}).") from error
