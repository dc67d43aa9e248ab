"""One row to one result: what the local engine, Ray and Spark share."""

import asyncio
import datetime
import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nlp.errors import AnswerError, SettingsError, VerazError
from nlp.schema_compiler import compile_schema
from veraz.accuracy.deciding import NOTE
from veraz.batch.ledger import FAILED, OK
from veraz.batch.options import BatchOptions, made_with
from veraz.extractor import Extractor
from veraz.rows import Columns, Row, read_record
from veraz.settings import settings_from
from veraz.slips import warn_of_slips
from veraz.version import VERSION

__all__ = ["BatchOptions", "Cache", "RowExtractor", "failed"]

ON_UNANSWERED = "error"
"""A row whose answer is not valid is a failed row, which keeps what there is."""

REASON_CHARACTERS = 500
"""A reason is for people; some messages repeat the whole schema."""


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
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(self.extract(read_record(row, Columns(), "", "the row")))

    def check(self) -> None:
        """Open what the options name; raises the :class:`VerazError` that every row would meet."""
        if self.options.schema is not None:
            schema = compile_schema(self.options.schema, instruction=self.options.instruction)
            warn_of_slips(schema)
            self._opened().taught(schema)
        self._opened()
        self._cached("")

    async def extract(self, row: Row) -> dict[str, Any]:
        """Extract one row; a failure is a result too, with its reason."""
        if row.problem:
            return failed(row, "DocumentError", row.problem)
        try:
            result = {"id": row.id, **await self._result(row)}
            return {**result, "text": row.text} if self._needs_text(row) else result
        except AnswerError as error:
            return {**failed(row, "AnswerError", str(error)), **_kept(error)}
        except VerazError as error:
            lost = failed(row, type(error).__name__, str(error))
            return {**lost, "usage": dict(error.spent)} if error.spent else lost
        except Exception as error:  # noqa: BLE001 - whatever is in a row, it costs that row alone
            return failed(row, type(error).__name__, f"not foreseen: {error}")

    def _needs_text(self, row: Row) -> bool:
        return row.converted and self.options.evidence

    async def _result(self, row: Row) -> dict[str, Any]:
        schema = row.schema if row.schema is not None else self.options.schema
        instruction = row.instruction or self.options.instruction
        reference = row.reference or self.options.reference
        if schema is None:
            return failed(row, "SchemaError", "neither the row nor the batch has a schema")
        key = self._key(row.text, instruction, schema, reference) if self.options.cache else ""
        if (known := self._cached(key)) is not None:
            return known
        extraction = await self._opened().aextract(
            row.text,
            instruction,
            schema,
            id=row.id,
            reference=datetime.date.fromisoformat(reference) if reference else None,
        )
        result: dict[str, Any] = {
            "status": OK,
            "data": extraction.data,
            "usage": asdict(extraction.usage),
            "signature": str(extraction.signature),
        }
        if self.options.evidence:
            result["fields"] = [asdict(field) for field in extraction.fields.values()]
        if decisions := extraction.decisions:
            result["decisions"] = decisions
        if NOTE in extraction.notes:
            result["calibration"] = extraction.notes[NOTE]
        if extraction.faults:
            result["faults"] = extraction.to_dict()["faults"]
        if self._cache is not None:
            self._cache.put(key, result)
        return result

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
                examples=self.options.examples,
                leave_one_out=self.options.leave_one_out,
                model=self.options.model,
                base_url=self.options.base_url,
                pipeline=self.options.pipeline,
                strictness=self.options.strictness,
                abstain_below=self.options.abstain_below,
                calibration=self.options.calibration,
                on_unanswered=self.options.on_unanswered
                or settings_from().on_unanswered
                or ON_UNANSWERED,
            )
        return self._extractor

    def _cached(self, key: str) -> dict[str, Any] | None:
        if self.options.cache is None:
            return None
        if self._cache is None:
            self._cache = Cache(Path(self.options.cache))
        return self._cache.get(key)

    def _key(
        self, text: str, instruction: str, schema: Mapping[str, Any], reference: str | None
    ) -> str:
        # What the environment says counts as much as what the options do.
        made = {**made_with(self.options), "reference": reference, "instruction": instruction}
        server = self.options.base_url or settings_from().base_url
        parts = [
            VERSION,
            text,
            {**made, "schema": None},
            json.dumps(schema, sort_keys=True),
            server,
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _kept(error: AnswerError) -> dict[str, Any]:
    """What there is of an answer that does not satisfy its schema: nothing is thrown away."""
    extraction = error.extraction
    if extraction is None:
        return {"usage": dict(error.spent)} if error.spent else {}
    told = extraction.to_dict()
    return {name: told[name] for name in ("data", "fields", "faults", "usage")} | {
        "signature": str(extraction.signature)
    }


class Cache:
    """Results on disk, in one SQLite file.

    Raises :class:`SettingsError` for a file that cannot be one. Later on a cache that fails is one
    that holds nothing: a result that was paid for is not lost because of it.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=30.0)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, row TEXT)"
            )
        except (OSError, sqlite3.Error) as error:
            raise SettingsError(f"--cache {path} cannot be used: {error}.") from error

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the result of that key, or None."""
        with suppress(sqlite3.Error, ValueError):
            asked = self._connection.execute("SELECT row FROM results WHERE key = ?", (key,))
            if found := asked.fetchone():
                return dict(json.loads(found[0]))
        return None

    def put(self, key: str, result: dict[str, Any]) -> None:
        """Keep a result."""
        with suppress(sqlite3.Error, ValueError, RecursionError):
            row = json.dumps(result, ensure_ascii=False, allow_nan=False)
            with self._connection:
                self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, row))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def failed(row: Row, error: str, reason: str) -> dict[str, Any]:
    """Return the result of a row that could not be extracted."""
    if len(reason) > REASON_CHARACTERS:
        reason = f"{reason[:REASON_CHARACTERS]} …"
    return {"id": row.id, "status": FAILED, "error": error, "reason": reason}
