"""Rows in: documents read one by one from JSONL, a folder, CSV, Parquet or standard input."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from nlp.errors import DocumentError, SettingsError
from veraz.batch.csv_source import dialect_of, read_csv
from veraz.documents import PACKED, READERS, read_document
from veraz.encodings import marked_encoding
from veraz.rows import Columns, Row, read_json, read_record

STANDARD = "-"
STANDARD_INPUT = Path("standard input")
FORMATS: dict[str, str] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
}
FOLDER: tuple[str, ...] = (".txt", *PACKED)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a source is to be read, where its name and its bytes do not say so.

    ``form`` is a value of :data:`FORMATS`, ``encoding`` a name of Python's, ``delimiter`` the
    character between the columns of a CSV file.
    """

    form: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    columns: Columns = field(default_factory=Columns)


def read_rows(
    source: str | Path,
    reading: Reading | None = None,
    *,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[Row]:
    """Yield the rows of ``source`` lazily, in a stable order; ``-`` is standard input.

    A folder gives its files of the endings of :data:`FOLDER`; id is the path below it, of ``.txt``
    without the ending. JSONL lines are
    objects with ``text`` (or ``input_text``), and maybe ``id`` (else ``line-N``, from 1),
    ``instruction``, ``schema`` and ``reference``; CSV and Parquet have columns of those names. A row
    that cannot be read is yielded with its problem. ``say`` is told what had to be guessed. Raises
    :class:`DocumentError` for a source that is none, before any row is asked for.
    """
    reading = reading or Reading()
    form = format_of(source, reading)
    _check_reading(form, reading)
    if str(source) == STANDARD:
        return _standard(form, reading, say)
    path = Path(source)
    if not path.exists():
        raise DocumentError(f"{path} does not exist.")
    try:
        return _guarded(path, _open(path, form, reading, say))
    except OSError as error:
        raise DocumentError(f"{path} cannot be read: {error.strerror or error}.") from error


def format_of(source: str | Path, reading: Reading) -> str:
    """Return ``folder``, ``jsonl``, ``csv`` or ``parquet``; raises :class:`DocumentError`."""
    path = Path(source)
    if str(source) != STANDARD and path.is_dir():
        return "folder"
    found = reading.form or (
        "jsonl" if str(source) == STANDARD else FORMATS.get(path.suffix.lower())
    )
    if found is None:
        raise DocumentError(
            f"{path}: expected a folder of documents or one of {', '.join(FORMATS)}; for another "
            f"ending say what it is: --format jsonl or csv.{_one_document(path)}"
        )
    return found


def _one_document(path: Path) -> str:
    one = path.suffix.lower() in READERS
    return " One document is for `veraz extract`; a batch takes its folder." if one else ""


def count_rows(source: str | Path, reading: Reading | None = None) -> int | None:
    """Return how many rows there are where that is cheap to know, for the time left."""
    path = Path(source)
    if str(source) == STANDARD:
        return None
    if path.is_dir():
        return len(_in_folder(path))
    if format_of(source, reading or Reading()) == "jsonl":
        with path.open("rb") as lines:
            return sum(1 for line in lines if line.strip(b" \t\r\n\0"))
    return None


def _check_reading(form: str, reading: Reading) -> None:
    for option, given, forms in (
        ("--delimiter", reading.delimiter, ("csv",)),
        ("--encoding", reading.encoding, ("csv", "jsonl", "folder")),
        ("--id-column", reading.columns.id, ("csv", "jsonl", "parquet")),
        ("--text-column", reading.columns.text, ("csv", "jsonl", "parquet")),
        ("--format", reading.form, ("csv", "jsonl", "parquet")),
    ):
        if given is not None and form not in forms:
            raise SettingsError(f"{option} says nothing of a source that is {form}.")


def _open(
    path: Path, form: str, reading: Reading, say: Callable[[str], None], name: Path | None = None
) -> Iterator[Row]:
    if form == "folder":
        return _folder(path, reading.encoding)
    if form == "parquet":
        return _parquet(path, reading.columns)
    if form == "jsonl":
        encoding = reading.encoding or marked_encoding(path)
        with path.open("rb"):  # said now, not at the first row
            return _jsonl_file(path, encoding or "utf-8", reading.columns)
    dialect = dialect_of(
        path, reading.columns, encoding=reading.encoding, delimiter=reading.delimiter
    )
    if (dialect.encoding, dialect.delimiter) != ("utf-8", ","):
        say(f"{name or path} is read as {dialect}")
    return read_csv(path, dialect, reading.columns)


def _guarded(path: Path, rows: Iterator[Row]) -> Iterator[Row]:
    """Say it in our words where a source ends in the middle."""
    try:
        yield from rows
    except (OSError, UnicodeError) as error:
        raise DocumentError(
            f"{path} cannot be read on: {error}. What is written stays; run the same command to go on."
        ) from error


def _standard(form: str, reading: Reading, say: Callable[[str], None]) -> Iterator[Row]:
    given = sys.stdin.buffer
    if form == "jsonl":
        return _guarded(
            STANDARD_INPUT,
            _jsonl(given, reading.encoding or "utf-8", reading.columns, STANDARD_INPUT),
        )
    # CSV is looked at before it is read, and Parquet is read from its end.
    kept = tempfile.NamedTemporaryFile(prefix="veraz-", suffix=f".{form}")  # noqa: SIM115
    shutil.copyfileobj(given, kept)
    kept.flush()
    rows = _open(Path(kept.name), form, reading, say, STANDARD_INPUT)
    return _guarded(STANDARD_INPUT, _holding(kept, rows))


def _holding(kept: Any, rows: Iterator[Row]) -> Iterator[Row]:
    with kept:
        yield from rows


def _folder(folder: Path, encoding: str | None) -> Iterator[Row]:
    paths = _in_folder(folder)
    if not paths:
        raise DocumentError(f"{folder} holds no file of {', '.join(FOLDER)}.")
    return (_document(folder, path, encoding) for path in paths)


def _in_folder(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if path.suffix.lower() in FOLDER and path.is_file()
    )


def _document(folder: Path, path: Path, encoding: str | None) -> Row:
    name = path.relative_to(folder)
    if path.suffix.lower() in PACKED:
        return _converted(name.as_posix(), path)
    return _plain(name.with_suffix("").as_posix(), path, encoding)


def _converted(name: str, path: Path) -> Row:
    try:
        return Row(name, read_document(path).text, converted=True)
    except DocumentError as error:
        return Row(name, "", problem=str(error))


def _plain(name: str, path: Path, encoding: str | None) -> Row:
    try:
        return Row(name, path.read_bytes().decode(encoding or "utf-8"))
    except UnicodeDecodeError as error:
        said = f"{path} is not {encoding or 'UTF-8'} (byte {error.start}); see --encoding"
        return Row(name, "", problem=said)
    except OSError as error:
        return Row(name, "", problem=f"{path} cannot be read: {error.strerror}")


def _jsonl_file(path: Path, encoding: str, columns: Columns) -> Iterator[Row]:
    if encoding.startswith(("utf-16", "utf-32")):
        # The end of a line is no single byte there.
        with path.open(encoding=encoding, newline="\n") as text:
            yield from _jsonl((line.encode() for line in text), "utf-8", columns, path)
        return
    with path.open("rb") as lines:
        yield from _jsonl(lines, encoding, columns, path)


def _jsonl(
    lines: IO[bytes] | Iterator[bytes], encoding: str, columns: Columns, path: Path
) -> Iterator[Row]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        name, where = f"line-{number}", f"{path}:{number}"
        try:
            record = read_json(line.decode(encoding).removeprefix("\ufeff"))
        except UnicodeDecodeError as error:
            said = f"{where} is not {encoding} (byte {error.start}); see --encoding"
            yield Row(name, "", problem=said)
        except ValueError as error:
            yield Row(name, "", problem=f"{where} is no JSON: {error}")
        else:
            yield read_record(record, columns, name, where)


def _parquet(path: Path, columns: Columns) -> Iterator[Row]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as missing:
        raise DocumentError(
            f"{path}: reading Parquet needs pyarrow: `pip install 'veraz[ray]'`."
        ) from missing
    try:
        file = pyarrow.parquet.ParquetFile(path)
    except pyarrow.ArrowException as error:
        raise DocumentError(f"{path} is no Parquet: {error}") from error
    records = (
        record for batch in file.iter_batches(batch_size=256) for record in batch.to_pylist()
    )
    return (
        read_record(record, columns, f"line-{number}", f"{path}: row {number}")
        for number, record in enumerate(records, start=1)
    )
