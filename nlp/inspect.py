"""Show the candidates of a Spanish text: ``python -m nlp.inspect TEXT``.

A text, a file or standard input comes in; a coloured rendering and a table, JSON or a
self-contained HTML page come out. With a schema, the hints as a prompt has them, and every field's
ranked candidates and why.
"""

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from nlp.candidates import FINDERS, run_finders
from nlp.errors import DocumentError, VerazError
from nlp.show.inspect_terminal import show
from nlp.show.inspection import Inspection, inspect_text
from nlp.spans import Document

__all__ = ["Inspection", "inspect_text", "main"]

_WARM_UP = "El 3 de mayo de 2020 la Dra. Ana Mir pagó 20 euros por 3 kg de «Luz»: un 5 % más."
_WIDTH_WITHOUT_TERMINAL = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 all went well, 1 a finder failed, 2 a wrong option, text or schema."""
    options = _parser().parse_args(arguments)
    try:
        name, text = _read(options.text)
        if options.time:  # so that no finder is charged for loading its lexicon
            run_finders(Document("", _WARM_UP))
        inspection = inspect_text(
            text,
            schema=options.schema,
            instruction=options.instruction,
            finders=options.finder or (),
            reference=options.reference,
            name=name,
        )
        _write(inspection, options)
    except (VerazError, OSError) as error:
        sys.stderr.write(f"nlp.inspect: {error}\n")
        return 2
    except BrokenPipeError:
        return 0
    for failure in inspection.failures:
        sys.stderr.write(f"nlp.inspect: the finder {failure.finder} failed\n{failure.traceback}")
    return 1 if inspection.failures else 0


def _write(inspection: Inspection, options: argparse.Namespace) -> None:
    if options.html is not None:
        options.html.write_text(inspection.to_html(), encoding="utf-8", errors="replace")
        sys.stderr.write(f"wrote {options.html}\n")
    if options.json:
        json.dump(inspection.to_dict(), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    elif options.html is None or options.time:
        console = Console()
        if not console.is_terminal:
            console = Console(width=_WIDTH_WITHOUT_TERMINAL)
        show(inspection, console, passages=options.all, times=options.time)


def _read(given: str | None) -> tuple[str, str]:
    """The name and the text of what the command was given."""
    if given is None or given == "-":
        if given is None and sys.stdin.isatty():
            raise DocumentError("give a text, the path of a file, or a text on standard input")
        return "standard input", _decoded(sys.stdin.buffer.read(), "standard input")
    path = Path(given)
    if len(given) < 4096 and "\n" not in given and "\0" not in given and path.is_file():
        return path.name, _decoded(path.read_bytes(), given)
    if given.endswith((".txt", ".md")) and " " not in given:
        raise DocumentError(f"there is no file {given}")
    return "text", given


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{name} is not UTF-8 (byte {error.start}): convert it first"
        ) from error


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no ISO date (2024-05-03)") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m nlp.inspect",
        description="Show the candidates of a Spanish text, their values and where they came from.",
    )
    parser.add_argument(
        "text",
        nargs="?",
        help="a text, or the path of a UTF-8 file; - or nothing reads standard input",
    )
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a self-contained page to FILE"
    )
    parser.add_argument(
        "--schema",
        type=Path,
        metavar="S.json",
        help="show the hints for this JSON Schema, and each field's ranked candidates and why",
    )
    parser.add_argument(
        "--instruction", default="", metavar="I", help="what is asked, beside the schema"
    )
    parser.add_argument(
        "--finder",
        action="append",
        choices=tuple(FINDERS),
        metavar="NAME",
        help=f"run only this finder (may be repeated): {', '.join(FINDERS)}",
    )
    parser.add_argument("--time", action="store_true", help="show milliseconds by finder")
    parser.add_argument("--all", action="store_true", help="show noun phrases and sentences too")
    parser.add_argument(
        "--reference",
        type=_day,
        metavar="DATE",
        help="the day that relative dates are relative to (ISO)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
