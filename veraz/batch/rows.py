"""Rows in: documents to extract, read one by one from JSONL, a folder, CSV or Parquet."""

import csv
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError

TEXT_KEYS: tuple[str, ...] = ("text", "input_text", "texto")
SCHEMA_KEYS: tuple[str, ...] = ("schema", "target_schema")


@dataclass(frozen=True, slots=True)
class Row:
    """One document to extract; ``problem`` says why it cannot be, ``text`` is then empty.

    ``instruction`` and ``schema`` are the row's own, None where the batch's hold.
    """

    id: str
    text: str
    instruction: str | None = None
    schema: dict[str, Any] | None = None
    problem: str = ""


def read_rows(source: Path) -> Iterator[Row]:
    """Yield the rows of ``source`` lazily, in a stable order.

    A folder gives its ``*.txt`` files, id = path below it without the ending. JSONL lines are
    objects with ``text`` (or ``input_text``), and maybe ``id`` (else ``line-N``, from 1),
    ``instruction`` and ``schema``; CSV and Parquet have columns of those names. A row that cannot be
    read is yielded with its problem. Raises :class:`DocumentError` for a source that is none.
    """
    if source.is_dir():
        return _folder(source)
    reader = READERS.get(source.suffix.lower())
    if reader is None:
        raise DocumentError(
            f"{source}: expected a folder of .txt files or one of {', '.join(READERS)}."
        )
    if not source.is_file():
        raise DocumentError(f"{source} does not exist.")
    return reader(source)


def count_rows(source: Path) -> int | None:
    """Return how many rows there are where that is cheap to know, for the time left."""
    if source.is_dir():
        return sum(1 for _ in source.rglob("*.txt"))
    if source.suffix.lower() in (".jsonl", ".ndjson"):
        with source.open("rb") as lines:
            return sum(1 for line in lines if line.strip())
    return None


def _folder(folder: Path) -> Iterator[Row]:
    for path in sorted(folder.rglob("*.txt")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        try:
            yield Row(name, path.read_bytes().decode("utf-8"))
        except UnicodeDecodeError as error:
            yield Row(name, "", problem=f"{path} is not UTF-8 (byte {error.start})")
        except OSError as error:
            yield Row(name, "", problem=f"{path} cannot be read: {error.strerror}")


def _jsonl(path: Path) -> Iterator[Row]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError as error:
                yield Row(f"line-{number}", "", problem=f"{path}:{number} is no JSON: {error}")
                continue
            yield _row(record, f"line-{number}", f"{path}:{number}")


def _csv(path: Path) -> Iterator[Row]:
    # A document may be longer than the csv module's own limit of 128 KiB a cell.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            for number, record in enumerate(csv.DictReader(lines), start=1):
                yield _row(record, f"line-{number}", f"{path}: row {number}")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{path} is not UTF-8 (byte {error.start}); convert it first."
        ) from error


def _parquet(path: Path) -> Iterator[Row]:
    try:
        import pyarrow.parquet
    except ImportError as missing:
        raise DocumentError(
            f"{path}: reading Parquet needs pyarrow: `pip install 'veraz[ray]'`."
        ) from missing
    number = 0
    for batch in pyarrow.parquet.ParquetFile(path).iter_batches(batch_size=256):
        for record in batch.to_pylist():
            number += 1
            yield _row(record, f"line-{number}", f"{path}: row {number}")


READERS: dict[str, Callable[[Path], Iterator[Row]]] = {
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
    ".csv": _csv,
    ".parquet": _parquet,
}


def _row(record: Any, fallback: str, where: str) -> Row:
    if not isinstance(record, dict):
        return Row(fallback, "", problem=f"{where} is no object")
    given = record.get("id")
    name = fallback if given in (None, "") else str(given)
    text = next((record[key] for key in TEXT_KEYS if record.get(key) is not None), None)
    if not isinstance(text, str):
        return Row(name, "", problem=f"{where} has no text (one of {', '.join(TEXT_KEYS)})")
    schema = next((record[key] for key in SCHEMA_KEYS if record.get(key)), None)
    if isinstance(schema, str):
        try:
            schema = json.loads(schema)
        except ValueError as error:
            return Row(name, "", problem=f"{where}: the schema is no JSON: {error}")
    return Row(name, text, record.get("instruction") or None, schema)
