"""One row to one result: what the local engine, Ray and Spark share."""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nlp.errors import VerazError
from veraz.batch.rows import Row
from veraz.batch.sink import FAILED, OK
from veraz.extractor import Extractor
from veraz.version import VERSION


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What holds for every row of a batch; picklable.

    ``evidence`` adds the field results to each row. ``cache`` is the file of a cache on disk.
    """

    schema: Mapping[str, Any] | None
    instruction: str = ""
    model: str | None = None
    base_url: str | None = None
    pipeline: str | None = None
    strictness: str | None = None
    evidence: bool = False
    cache: str | None = None


class RowExtractor:
    """A picklable callable from a row (as a dict) to a result (as a dict).

    It opens its extractor where it is first called, so it can be sent to other processes and
    machines: ``dataset.map(RowExtractor(options))``, or inside Spark's ``mapPartitions``.
    """

    def __init__(self, options: BatchOptions) -> None:
        self.options = options
        self._extractor: Extractor | None = None
        self._cache: Cache | None = None
        # One loop for all calls, so that connections stay open from one row to the next.
        self._runner: asyncio.Runner | None = None

    def __reduce__(self) -> tuple[type["RowExtractor"], tuple[BatchOptions]]:
        return RowExtractor, (self.options,)

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Extract one row given as a mapping with the names of :class:`Row`."""
        known = {name: row.get(name) for name in ("instruction", "schema")}
        whole = Row(
            str(row["id"]), str(row["text"]), problem=str(row.get("problem") or ""), **known
        )
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(self.extract(whole))

    async def extract(self, row: Row) -> dict[str, Any]:
        """Extract one row; a failure is a result too, with its reason."""
        if row.problem:
            return failed(row, "DocumentError", row.problem)
        schema = row.schema if row.schema is not None else self.options.schema
        instruction = row.instruction or self.options.instruction
        if schema is None:
            return failed(row, "SchemaError", "neither the row nor the batch has a schema")
        key = self._key(row.text, instruction, schema) if self.options.cache else ""
        if (known := self._cached(key)) is not None:
            return {"id": row.id, **known}
        try:
            extraction = await self._opened().aextract(row.text, instruction, schema, id=row.id)
        except VerazError as error:
            lost = failed(row, type(error).__name__, str(error))
            return {**lost, "usage": dict(error.spent)} if error.spent else lost
        result: dict[str, Any] = {
            "status": OK,
            "data": extraction.data,
            "usage": asdict(extraction.usage),
            "signature": str(extraction.signature),
        }
        if self.options.evidence:
            result["fields"] = [asdict(field) for field in extraction.fields.values()]
        if self._cache is not None:
            self._cache.put(key, result)
        return {"id": row.id, **result}

    async def aclose(self) -> None:
        """Give connections back."""
        if self._extractor is not None:
            await self._extractor.model.aclose()
            self._extractor = None
        if self._cache is not None:
            self._cache.close()
            self._cache = None

    def close(self) -> None:
        """Give back what synchronous calls opened."""
        if self._runner is not None:
            self._runner.run(self.aclose())
            self._runner.close()
            self._runner = None

    def _opened(self) -> Extractor:
        if self._extractor is None:
            self._extractor = Extractor(
                model=self.options.model,
                base_url=self.options.base_url,
                pipeline=self.options.pipeline,
                strictness=self.options.strictness,
            )
        return self._extractor

    def _cached(self, key: str) -> dict[str, Any] | None:
        if self.options.cache is None:
            return None
        if self._cache is None:
            self._cache = Cache(Path(self.options.cache))
        return self._cache.get(key)

    def _key(self, text: str, instruction: str, schema: Mapping[str, Any]) -> str:
        options = self.options
        parts = [VERSION, text, instruction, json.dumps(schema, sort_keys=True)]
        parts += [str(p) for p in (options.model, options.base_url, options.pipeline)]
        parts += [str(options.strictness), str(options.evidence)]
        whole = json.dumps(parts, ensure_ascii=True)
        return hashlib.sha256(whole.encode()).hexdigest()


class Cache:
    """Results on disk, in one SQLite file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, timeout=30.0)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, row TEXT)"
        )

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the result of that key, or None."""
        found = self._connection.execute("SELECT row FROM results WHERE key = ?", (key,)).fetchone()
        return dict(json.loads(found[0])) if found else None

    def put(self, key: str, result: dict[str, Any]) -> None:
        """Keep a result."""
        row = json.dumps(result, ensure_ascii=False)
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, row))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def failed(row: Row, error: str, reason: str) -> dict[str, Any]:
    """Return the result of a row that could not be extracted."""
    return {"id": row.id, "status": FAILED, "error": error, "reason": reason}
