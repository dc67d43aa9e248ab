"""CSV as programs and as a Spanish Excel write it."""

import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from nlp.errors import DocumentError, SettingsError
from veraz.encodings import detect_encoding
from veraz.rows import SCHEMA_KEYS, TEXT_KEYS, Columns, Row, read_record

DELIMITERS = ",;\t|"
NAMES: tuple[str, ...] = ("id", *TEXT_KEYS, *SCHEMA_KEYS, "instruction")
"""Known however they are written (``Texto``); ``reference`` only as it is, since a column named
``Reference`` is more often a file's number than a day."""

SPOKEN = {"\t": "tab", "cp1252": "Windows-1252", "utf-8-sig": "utf-8"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV file is written; ``skipped`` are its lines before the header."""

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    skipped: int = 0

    def __str__(self) -> str:
        return (
            f"{SPOKEN.get(self.encoding, self.encoding)}, columns separated by "
            f"{SPOKEN.get(self.delimiter, self.delimiter)}"
        )


def check_delimiter(given: str) -> str:
    """Return the character that an option names; raises :class:`SettingsError`."""
    delimiter = {"tab": "\t", "\\t": "\t"}.get(given, given)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise SettingsError(f"--delimiter {given!r} must be one character, or `tab`.")
    return delimiter


def dialect_of(
    path: Path, columns: Columns, *, encoding: str | None = None, delimiter: str | None = None
) -> Dialect:
    """Look at how a file is written; raises :class:`DocumentError` where it has no text column."""
    # A document may be longer than the csv module's own limit of 128 KiB a cell.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    encoding = encoding or detect_encoding(path)
    try:
        skipped, said = _separator_line(path, encoding)
        one = delimiter or said
        found = [
            Dialect(encoding, each, _header(path, encoding, each, skipped, columns), skipped)
            for each in (one or DELIMITERS)
        ]
    except UnicodeError as error:
        raise DocumentError(
            f"{path} is not {encoding}: {error}; say how it is written: --encoding."
        ) from error
    # Where nothing separates anything, the comma stands first.
    best = max(found, key=lambda one: (_has_text(one.header, columns), len(one.header)))
    _check_header(path, best, columns)
    return best


def read_csv(path: Path, dialect: Dialect, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a CSV file; a record that is broken is a row with its problem."""
    with _opened(path, dialect.encoding) as lines:
        for _ in range(dialect.skipped):
            next(lines, None)
        records = csv.reader(lines, delimiter=dialect.delimiter, strict=True)
        next(records, None)
        number = 0
        while True:
            problem = ""
            try:
                cells = next(records)
            except StopIteration:
                return
            except csv.Error as error:
                cells, problem = [], _said(error, records.line_num)
            if not problem and not any(cells):
                continue
            number += 1
            if any(cells[len(dialect.header) :]):
                problem = "has more cells than the header: is a text with separators not quoted?"
            where = f"{path}: row {number}"
            if problem:
                yield Row(f"line-{number}", "", problem=f"{where} {problem}")
                continue
            record = dict(zip(dialect.header, cells, strict=False))
            yield read_record(record, columns, f"line-{number}", where)


def _said(error: csv.Error, line: int) -> str:
    if "unexpected end" in str(error):
        return f"opens a quote that is never closed, and takes all up to line {line} with it"
    return f"is broken near line {line}: {error}"


def _opened(path: Path, encoding: str) -> TextIO:
    # A byte that does not belong there becomes half a character, which costs its row alone.
    return path.open(encoding=encoding, errors="surrogateescape", newline="")


def _separator_line(path: Path, encoding: str) -> tuple[int, str | None]:
    """How many lines stand before the header, and the separator that Excel's ``sep=;`` names."""
    with _opened(path, encoding) as lines:
        first = lines.readline(16).strip().strip('"')
    if first.lower().startswith("sep=") and len(first) == len("sep=;"):
        return 1, first[-1]
    # A tab is taken for blank space.
    return (1, "\t") if first.lower() == "sep=" else (0, None)


def _header(
    path: Path, encoding: str, delimiter: str, skipped: int, columns: Columns
) -> tuple[str, ...]:
    with _opened(path, encoding) as lines:
        for _ in range(skipped):
            next(lines, None)
        try:
            cells = next(csv.reader(lines, delimiter=delimiter, strict=True), [])
        except csv.Error:
            return ()
    asked = [name for name in (columns.id, columns.text) if name is not None]
    known = {name.casefold(): name for name in (*NAMES, *asked)}
    return tuple(known.get(cell.strip().casefold(), cell.strip()) for cell in cells)


def _has_text(header: tuple[str, ...], columns: Columns) -> bool:
    return any(name in header for name in ((columns.text,) if columns.text else TEXT_KEYS))


def _check_header(path: Path, dialect: Dialect, columns: Columns) -> None:
    header = dialect.header
    shown = ", ".join(header)[:200] or "none"
    if not _has_text(header, columns):
        wanted = columns.text or " or ".join(TEXT_KEYS)
        raise DocumentError(
            f"{path} ({dialect}) has no column {wanted}; its columns are: {shown}. "
            "Name the one of the texts with --text-column."
        )
    if columns.id is not None and columns.id not in header:
        raise DocumentError(f"{path} has no column {columns.id}; its columns are: {shown}.")
    twice = [name for name in {*NAMES, columns.id, columns.text} if name and header.count(name) > 1]
    if twice:
        raise DocumentError(f"{path} has the column {twice[0]} twice; give one another name.")
