"""The local engine: many documents at a time on this machine, never more than asked."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from veraz.batch.ledger import FAILED
from veraz.batch.sink import CHANGED, NEW, Sink
from veraz.rows import Row

if TYPE_CHECKING:
    # They bring spaCy, which nobody should wait for who asks for --help.
    from veraz.batch.row_extractor import RowExtractor
    from veraz.batch.workers import Workers


@dataclass(slots=True)
class Tally:
    """What a batch has come to: rows written, failures among them, tokens spent, rows passed over.

    ``changed`` counts the rows passed over whose id stands there with another text, instruction or
    schema; ``first_changed`` is the id of one. ``errors`` counts the names of the
    errors of failed rows; ``first_failed`` has, for each name, the id of one such row and its reason.
    """

    written: int = 0
    failed: int = 0
    tokens: int = 0
    skipped: int = 0
    changed: int = 0
    first_changed: str = ""
    errors: Counter[str] = field(default_factory=Counter)
    first_failed: dict[str, tuple[str, str]] = field(default_factory=dict)


Watch = Callable[[Tally], None]


async def run_local(
    rows: Iterable[Row],
    extractor: "RowExtractor | Workers",
    sink: Sink,
    *,
    concurrency: int,
    watch: Watch = lambda _: None,
) -> Tally:
    """Extract the rows that ``sink`` does not hold yet, ``concurrency`` at a time.

    A row is read only when there is room for it, so a long source takes no more memory than a
    short one. A second row of an id that is under way or done is passed over.
    """
    tally = Tally()
    fresh = open_rows(rows, sink, tally)

    async def work() -> None:
        # Workers share one iterator: whoever is free takes the next row.
        for row in fresh:
            record(await extractor.extract(row), sink, tally)
            watch(tally)

    workers = [asyncio.create_task(work()) for _ in range(concurrency)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await extractor.aclose()
    return tally


def open_rows(rows: Iterable[Row], sink: Sink, tally: Tally) -> Iterator[Row]:
    """Yield the rows whose ids are neither written nor under way."""
    for row in rows:
        found = sink.claim(row)
        if found == NEW:
            yield row
        elif found == CHANGED:
            tally.first_changed = tally.first_changed or row.id
            tally.changed += 1
        else:
            tally.skipped += 1


def record(result: dict[str, Any], sink: Sink, tally: Tally) -> None:
    """Write a result and count it."""
    row = sink.write(result)
    tally.written += 1
    if row["status"] == FAILED:
        tally.failed += 1
        tally.errors[row["error"]] += 1
        tally.first_failed.setdefault(row["error"], (str(row["id"]), row["reason"]))
    usage = result.get("usage") or {}
    tally.tokens += usage.get("input_tokens", 0) + usage.get("output_tokens", 0)
