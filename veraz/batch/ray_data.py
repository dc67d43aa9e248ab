"""The Ray engine: the same rows through Ray Data, one extractor an actor, one endpoint for all."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields

from nlp.errors import SettingsError
from veraz.batch.local import Tally, Watch, open_rows, record
from veraz.batch.row_extractor import BatchOptions, RowExtractor, failed
from veraz.batch.sink import Sink
from veraz.rows import Row
from veraz.slips import keep_silent

CHUNK_ROWS, CHUNK_CHARACTERS = 20_000, 64_000_000
"""What is handed to Ray at a time, and the driver holds at most; each chunk starts its actors anew."""

ROUNDS = 16
"""Rows a block, in rounds of what an actor has under way: few enough that results come steadily, many
enough that the last row of a block, on which its actor waits, costs little."""


UNSENDABLE = "the row cannot be written as JSON, to be sent to an actor"


def run_ray(
    rows: Iterable[Row],
    options: BatchOptions,
    sink: Sink,
    *,
    actors: int,
    concurrency: int,
    watch: Watch = lambda _: None,
) -> Tally:
    """Extract the rows that ``sink`` does not hold yet, ``concurrency`` at a time on all ``actors``.

    Joins the cluster of ``RAY_ADDRESS`` or starts one on this machine. The rows written are those of
    the local engine. Raises :class:`SettingsError` where Ray is not installed.
    """
    try:
        import ray
        import ray.data
        import ray.exceptions
    except ImportError as missing:
        raise SettingsError("--engine ray needs Ray: `pip install 'veraz[ray]'`.") from missing
    started = not ray.is_initialized()
    if started:
        ray.init(log_to_driver=False, include_dashboard=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    tally = Tally()
    share = -(-concurrency // actors)
    try:
        for chunk in _chunks(open_rows(rows, sink, tally)):
            asked = []
            for row in chunk:
                if (written := _written(row)) is not None:
                    asked.append({"row": written})
                else:
                    record(failed(row, "DocumentError", UNSENDABLE), sink, tally)
            if not asked:
                continue
            block = min(ROUNDS * share, -(-len(asked) // actors))
            dataset = ray.data.from_items(asked, override_num_blocks=-(-len(asked) // block))
            results = dataset.map_batches(
                _Actor,
                fn_constructor_args=(options, share),
                compute=ray.data.ActorPoolStrategy(size=actors),
                batch_size=None,
                num_cpus=1,
            )
            for result in results.iter_rows():
                record(json.loads(result["result"]), sink, tally)
                watch(tally)
    except ray.exceptions.RayError as error:
        raise SettingsError(
            f"Ray gave up: {str(error)[:500]}. What is written stays; run the same command to go on."
        ) from error
    finally:
        if started:
            ray.shutdown()
    return tally


class _Actor:
    """One extractor with ``share`` documents at a time; Ray builds it where it runs."""

    def __init__(self, options: BatchOptions, share: int) -> None:
        keep_silent()
        self._extractor = RowExtractor(options)
        self._share = share
        # One loop for all blocks, so that connections stay open from one to the next.
        self._runner = asyncio.Runner()

    def __call__(self, block: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        return {
            "result": self._runner.run(self._block([Row(**json.loads(r)) for r in block["row"]]))
        }

    async def _block(self, rows: list[Row]) -> list[str]:
        results: list[str] = []
        left = iter(rows)

        async def work() -> None:
            for row in left:
                results.append(json.dumps(await self._extractor.extract(row)))

        await asyncio.gather(*(work() for _ in range(self._share)))
        return results


def _written(row: Row) -> str | None:
    """Return a row as JSON, whose types Arrow cannot change on the way; None where it has none."""
    try:
        return json.dumps({field.name: getattr(row, field.name) for field in fields(row)})
    except (ValueError, TypeError, RecursionError):
        return None


def _chunks(rows: Iterable[Row]) -> Iterable[list[Row]]:
    chunk: list[Row] = []
    characters = 0
    for row in rows:
        chunk.append(row)
        characters += len(row.text)
        if len(chunk) >= CHUNK_ROWS or characters >= CHUNK_CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk
