"""The Ray engine: the same rows through Ray Data, one extractor an actor, one endpoint for all."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from nlp.errors import SettingsError
from veraz.batch.local import Tally, Watch, open_rows, record
from veraz.batch.row_extractor import BatchOptions, RowExtractor
from veraz.batch.rows import Row
from veraz.batch.sink import Sink

CHUNK = 512
"""Rows handed to Ray at a time: the driver never holds more, and results are written as they come."""


def run_ray(
    rows: Iterable[Row],
    options: BatchOptions,
    sink: Sink,
    *,
    actors: int,
    watch: Watch = lambda _: None,
) -> Tally:
    """Extract the rows that ``sink`` does not hold yet, on ``actors`` Ray actors.

    Joins the cluster of ``RAY_ADDRESS`` or starts one on this machine. The rows written are those of
    the local engine. Raises :class:`SettingsError` where Ray is not installed.
    """
    try:
        import ray
        import ray.data
    except ImportError as missing:
        raise SettingsError("--engine ray needs Ray: `pip install 'veraz[ray]'`.") from missing
    started = not ray.is_initialized()
    if started:
        ray.init(log_to_driver=False, include_dashboard=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    tally = Tally()
    try:
        for chunk in _chunks(open_rows(rows, sink, tally)):
            dataset = ray.data.from_items([{"row": asdict(row)} for row in chunk])
            results = dataset.map(
                _Actor,
                fn_constructor_args=(options,),
                compute=ray.data.ActorPoolStrategy(size=actors),
                num_cpus=1,
            )
            for result in results.iter_rows():
                record(result["result"], sink, tally)
                watch(tally)
    finally:
        if started:
            ray.shutdown()
    return tally


class _Actor:
    """One extractor; Ray builds it where it runs."""

    def __init__(self, options: BatchOptions) -> None:
        self._extract = RowExtractor(options)

    def __call__(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"result": self._extract(given["row"])}


def _chunks(rows: Iterable[Row]) -> Iterable[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
