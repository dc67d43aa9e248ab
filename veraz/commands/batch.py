"""``veraz batch``: many documents, resumably."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nlp.errors import SchemaError, SettingsError
from veraz.batch.local import Tally, Watch
from veraz.batch.rows import count_rows, read_rows
from veraz.batch.sink import Sink

ENGINES: tuple[str, ...] = ("local", "ray")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "source", type=Path, help="a .jsonl, .csv or .parquet file, or a folder of .txt"
    )
    parser.add_argument(
        "out", type=Path, help="the .jsonl to write; rows that stand there are done"
    )
    parser.add_argument("--schema", type=Path, help="a JSON Schema file, for rows that bring none")
    parser.add_argument(
        "--instruction", default="", help="what to extract, for rows that bring none"
    )
    parser.add_argument(
        "--concurrency", type=int, default=8, help="documents at a time (default 8)"
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help="processes (or Ray actors) that share those documents (default 1; about one a core)",
    )
    parser.add_argument("--model", help="symbolic, recorded:FILE.jsonl, or a model of the server")
    parser.add_argument("--base-url", help="an OpenAI-compatible server (or OPENAI_BASE_URL)")
    parser.add_argument("--pipeline", help="grounded, consensus, repair, baseline")
    parser.add_argument("--strictness", help="lenient, balanced or strict")
    parser.add_argument("--evidence", action="store_true", help="write the field results too")
    parser.add_argument("--retry-failed", action="store_true", help="try the failed rows again")
    parser.add_argument("--cache", type=Path, help="keep results in this file and use them again")
    parser.add_argument("--engine", choices=ENGINES, default="local", help="where it runs")


def run(options: argparse.Namespace) -> int:
    """Extract what is not done yet; 0 if every row is written well, 1 if some failed."""
    if not 1 <= options.workers <= options.concurrency:
        raise SettingsError("--workers must be 1 or more, and --concurrency at least as many.")
    rows = read_rows(options.source)
    schema = _schema(options.schema)
    # The engines bring spaCy; a wrong option should be said at once.
    from veraz.batch.row_extractor import BatchOptions, RowExtractor

    given = BatchOptions(
        schema=schema,
        instruction=options.instruction,
        model=options.model,
        base_url=options.base_url,
        pipeline=options.pipeline,
        strictness=options.strictness,
        evidence=options.evidence,
        cache=str(options.cache) if options.cache else None,
    )
    with (
        Sink(options.out, retry_failed=options.retry_failed) as sink,
        _progress(count_rows(options.source), sink.resumed) as watch,
    ):
        many = {"concurrency": options.concurrency, "watch": watch}
        if options.engine == "ray":
            from veraz.batch.ray_data import run_ray

            tally = run_ray(rows, given, sink, actors=options.workers, **many)
        else:
            from veraz.batch.local import run_local
            from veraz.batch.workers import Workers

            alone = options.workers == 1
            extractor = RowExtractor(given) if alone else Workers(given, options.workers)
            tally = asyncio.run(run_local(rows, extractor, sink, **many))
    sys.stderr.write(
        f"veraz: {tally.written} rows written ({tally.failed} failed), {tally.skipped} passed over "
        f"as done already, {tally.tokens} tokens, to {options.out}\n"
    )
    if tally.failed:
        sys.stderr.write("veraz: failed rows say why; try them again with --retry-failed\n")
    return 1 if tally.failed else 0


def _schema(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SchemaError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise SchemaError(f"{path} is no JSON: {error}") from error
    return dict(schema)


@contextmanager
def _progress(total: int | None, resumed: int) -> Iterator[Watch]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("extracting", total=total, rate="", completed=resumed)

        def watch(tally: Tally) -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            rate = tally.written / elapsed if elapsed else 0.0
            said = f"{rate:.1f}/s · {tally.tokens} tokens · {tally.failed} failed"
            progress.update(task, completed=resumed + tally.written, rate=said)

        yield watch
