"""``veraz batch``: many documents, resumably."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nlp.errors import SchemaError, SettingsError
from nlp.schema_compiler import read_source
from veraz.batch.csv_source import check_delimiter
from veraz.batch.local import Tally, Watch, run_local
from veraz.batch.options import BatchOptions, made_with
from veraz.batch.sink import FileSink, Sink, StreamSink
from veraz.batch.sources import STANDARD, Reading, count_rows, format_of, read_rows
from veraz.batch.standing import Keep
from veraz.commands.batch_paths import refuse_paths
from veraz.commands.extracting import add_extraction_options, batch_options
from veraz.commands.saying import is_quiet, say
from veraz.default_model import RULES_ANSWER, by_rules_alone
from veraz.encodings import check_encoding
from veraz.rows import Columns, Row
from veraz.settings import settings_from

if TYPE_CHECKING:
    from veraz.batch.row_extractor import RowExtractor

ENGINES: tuple[str, ...] = ("local", "ray")

EXIT_CODES = (
    "Exit code: 0, every row of OUT is good; 1, some are failed, or IN has another text for an id that "
    "is done; 2, the batch could not begin or go on, and a message says why."
)


REASONS = 3
"""Of the errors of failed rows, those most often met are said."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXIT_CODES
    parser.add_argument(
        "source",
        metavar="IN",
        help="a .jsonl, .csv or .parquet file, a folder of .txt, .pdf, .docx or .html, or - for standard "
        "input",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        help="the .jsonl to write, or - for standard output; rows that stand there are done",
    )
    parser.add_argument("--schema", type=Path, help="a JSON Schema file, for rows that bring none")
    parser.add_argument(
        "--instruction", default="", help="what to extract, for rows that bring none"
    )
    add_extraction_options(parser)
    parser.add_argument("--evidence", action="store_true", help="write the field results too")
    _add_reading(parser.add_argument_group("how IN is written"))
    _add_standing(parser.add_argument_group("what becomes of the rows of OUT"))
    _add_running(parser.add_argument_group("how it runs"))


def _add_reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--format",
        choices=("jsonl", "csv", "parquet"),
        help="what IN is, where its ending does not say (standard input: jsonl)",
    )
    group.add_argument("--delimiter", metavar="C", help="between columns of CSV (default: found)")
    group.add_argument("--encoding", metavar="E", help="default: UTF-8; of CSV found")
    group.add_argument("--id-column", metavar="NAME", help="column or member of ids (default: id)")
    group.add_argument(
        "--text-column", metavar="NAME", help="column or member of texts (default: text)"
    )


def _add_standing(group: argparse._ArgumentGroup) -> None:
    one = group.add_mutually_exclusive_group()
    one.add_argument("--retry-failed", action="store_true", help="extract the failed rows again")
    one.add_argument(
        "--redo", action="store_true", help="extract every row anew; OUT is renamed, not lost"
    )


def _add_running(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--concurrency", type=int, default=8, metavar="N", help="documents at a time (default 8)"
    )
    group.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes (or Ray actors) that share those documents (default 1; about one a core)",
    )
    group.add_argument("--engine", choices=ENGINES, default="local", help="where it runs")
    group.add_argument("--cache", type=Path, help="keep results in this file and use them again")


def run(options: argparse.Namespace) -> int:
    """Extract what is not done yet; returns the exit code that ``--help`` explains."""
    if not 1 <= options.workers <= options.concurrency:
        raise SettingsError("--workers must be 1 or more, and --concurrency at least as many.")
    given = batch_options(options, schema_of(options.schema), evidence=options.evidence)
    reading = _reading(options)
    refuse_paths(options.source, options.out, [options.schema, options.cache, options.examples])
    if given.schema is None and format_of(options.source, reading) == "folder":
        raise SettingsError("texts of a folder bring no schema: name one with --schema.")
    rows = read_rows(options.source, reading, say=say)
    # The extractor brings spaCy; a wrong option should be said at once.
    from veraz.batch.row_extractor import RowExtractor

    extractor = RowExtractor(given)
    extractor.check()
    if given.model is None and given.base_url is None and by_rules_alone(settings_from()):
        say(RULES_ANSWER)
    total = count_rows(options.source, reading)
    with _sink(options, given) as sink, _progress(total, sink) as watch:
        tally = _run(options, given, extractor, rows, sink, watch)
    return _report(options, tally, sink)


def _run(
    options: argparse.Namespace,
    given: BatchOptions,
    extractor: "RowExtractor",
    rows: Iterator[Row],
    sink: Sink,
    watch: Watch,
) -> Tally:
    many = {"concurrency": options.concurrency, "watch": watch}
    if options.engine == "local" and options.workers == 1:
        return asyncio.run(run_local(rows, extractor, sink, **many))
    # It was only opened to see whether that can be done.
    asyncio.run(extractor.aclose())
    if options.engine == "ray":
        from veraz.batch.ray_data import run_ray

        return run_ray(rows, given, sink, actors=options.workers, **many)
    from veraz.batch.workers import Workers

    return asyncio.run(run_local(rows, Workers(given, options.workers), sink, **many))


def _reading(options: argparse.Namespace) -> Reading:
    return Reading(
        form=options.format,
        encoding=check_encoding(options.encoding) if options.encoding else None,
        delimiter=check_delimiter(options.delimiter) if options.delimiter is not None else None,
        columns=Columns(options.id_column, options.text_column),
    )


def schema_of(path: Path | None) -> dict[str, Any] | None:
    """Read the schema of ``--schema``; raises :class:`nlp.errors.SchemaError` for one that is none."""
    if path is None:
        return None
    schema = read_source(path)
    if isinstance(schema, bool):
        raise SchemaError(f"{path} holds {json.dumps(schema)}, which asks for nothing")
    return dict(schema)


def _sink(options: argparse.Namespace, given: BatchOptions) -> Sink:
    made = made_with(given)
    if options.out == STANDARD:
        if options.retry_failed or options.redo:
            raise SettingsError(
                "--retry-failed and --redo are about rows that stand in OUT; on standard output "
                "none do, and a batch that ends there cannot be gone on with."
            )
        return StreamSink(sys.stdout.buffer, made=made)
    keep = Keep.NONE if options.redo else Keep.GOOD if options.retry_failed else Keep.ALL
    sink = FileSink(Path(options.out), made=made, keep=keep)
    for notice in sink.notices:
        say(notice)
    return sink


def _report(options: argparse.Namespace, tally: Tally, sink: Sink) -> int:
    """Say what has become of the batch; 0 if every row that stands there is good."""
    where = "standard output" if options.out == STANDARD else options.out
    say(
        f"{tally.written} rows written ({tally.failed} failed), {tally.skipped} passed over "
        f"as done already, {tally.tokens} tokens, to {where}"
    )
    if tally.changed:
        say(
            f"{tally.changed} rows of {options.source} were passed over although they are others than "
            f"those that stand in {where} under the same id (the first: {tally.first_changed}): "
            "the source has changed, or it gives an id twice. --redo extracts it anew"
        )
    for error, count in tally.errors.most_common(REASONS):
        name, reason = tally.first_failed[error]
        say(f"{error} ({count} rows, {name} first): {reason}")
    if sink.failed:
        say(f"{sink.failed} rows of {where} are failed and say why{_retry(options)}")
    return 1 if sink.failed or tally.changed else 0


def _retry(options: argparse.Namespace) -> str:
    return "" if options.out == STANDARD else "; try them again with --retry-failed"


@contextmanager
def _progress(total: int | None, sink: Sink) -> Iterator[Watch]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    resumed = sink.resumed
    with Progress(*columns, console=Console(stderr=True, quiet=is_quiet())) as progress:
        task = progress.add_task("extracting", total=total, rate="", completed=resumed)

        def watch(tally: Tally) -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            rate = tally.written / elapsed if elapsed else 0.0
            said = f"{rate:.1f}/s · {tally.tokens} tokens · {tally.failed} failed"
            progress.update(task, completed=resumed + tally.written, rate=said)

        yield watch
