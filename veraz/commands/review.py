"""``veraz review``: a person decides on the fields in doubt, in the browser."""

import argparse
from pathlib import Path

import uvicorn

from nlp.errors import OutputError, SettingsError
from nlp.schema_compiler import read_source
from veraz.commands.batch_paths import same
from veraz.commands.saying import is_verbose, say
from veraz.commands.serve import listening
from veraz.review.doubtful import BELOW
from veraz.review.reading import Output, read_output
from veraz.review.session import JOURNAL, ReviewSession
from veraz.service_guard import is_loopback
from veraz.service_review import create_review

PORT = 8010


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("out", type=Path, metavar="OUT", help="what veraz batch --evidence wrote")
    parser.add_argument(
        "--gold", type=Path, help="the .jsonl of what is decided (default: OUT.gold.jsonl)"
    )
    parser.add_argument(
        "--input", type=Path, metavar="IN", help="what the batch read, for rows without their text"
    )
    parser.add_argument("--schema", type=Path, help="a JSON Schema file, for rows that bring none")
    parser.add_argument(
        "--instruction", default="", help="what was to be extracted, for rows that bring none"
    )
    parser.add_argument(
        "--below",
        type=float,
        default=BELOW,
        metavar="C",
        help=f"look at values less certain than this, where no calibration says which ({BELOW})",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address of this machine to listen on")
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        help=f"port to listen on (default {PORT}; 0: any free one)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve the page until interrupted; what is decided is on the disk at once."""
    if not 0 <= options.below <= 1:
        raise SettingsError(f"--below {options.below} must be a confidence from 0 to 1.")
    _check_host(options.host)
    gold = options.gold or options.out.with_suffix(".gold.jsonl")
    _check_paths(gold, options)
    output = read_output(
        options.out,
        source=options.input,
        schema=None if options.schema is None else read_source(options.schema),
        instruction=options.instruction,
    )
    session = ReviewSession(output.documents, gold)
    try:
        with listening(options.host, options.port) as door:
            say(_told(output, session, options.below))
            host, port = door.getsockname()[:2]
            say(f"http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl+C ends it)")
            level = "info" if is_verbose() else "warning"
            app = create_review(session, least=options.below)
            config = uvicorn.Config(app, log_level=level, server_header=False)
            uvicorn.Server(config).run(sockets=[door])
    finally:
        session.close()
    return 0


def _told(output: Output, session: ReviewSession, below: float) -> str:
    count = len(output.documents)
    waiting = sum(
        not session.state(number).covers(path)
        for number in range(count)
        for path in session.why(number, below)
    )
    failed = f" ({output.failed} rows without an answer are left out)" if output.failed else ""
    return f"{waiting} fields of {count} documents to review{failed}; gold: {session.gold.path}"


def _check_host(host: str) -> None:
    """Whoever reaches the page may decide: nobody but this machine does."""
    if not is_loopback(host):
        raise SettingsError(
            f"--host {host} is no loopback address: the page writes gold and asks nobody who they are. "
            "Listen on 127.0.0.1, and come from another machine through `ssh -L`."
        )


def _check_paths(gold: Path, options: argparse.Namespace) -> None:
    if gold.exists() and not gold.is_file():
        raise OutputError(f"{gold} is no file to write rows to; name one with --gold.")
    journal = gold.with_name(gold.name + JOURNAL)
    for path in (options.out, options.input, options.schema):
        if path is not None and (same(gold, path) or same(journal, path)):
            raise OutputError(f"{gold} and {path} are one file; name another gold file.")
