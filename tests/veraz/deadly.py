"""Worker processes that some texts kill: importable by the processes, which a test file is not."""

import os
from multiprocessing.connection import Connection
from typing import Any

from veraz.batch import workers
from veraz.batch.row_extractor import BatchOptions, RowExtractor
from veraz.rows import Row

KILLS = "Esta acta mata."

_serve = workers._serve
_extract = RowExtractor.extract


def serve(connection: Connection, options: BatchOptions, environment: dict[str, str]) -> None:
    RowExtractor.extract = _dying  # type: ignore[method-assign]
    _serve(connection, options, environment)


async def _dying(self: RowExtractor, row: Row) -> dict[str, Any]:
    if KILLS in row.text:
        os._exit(9)
    return await _extract(self, row)
