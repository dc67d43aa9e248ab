"""One document to extract, and how it is read from a record of a source."""

import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nlp.errors import DocumentError
from veraz.digest import digest
from veraz.reference_day import day_of

TEXT_KEYS: tuple[str, ...] = ("text", "input_text", "texto")
SCHEMA_KEYS: tuple[str, ...] = ("schema", "target_schema")


@dataclass(frozen=True, slots=True)
class Row:
    """One document to extract; ``problem`` says why it cannot be, ``text`` is then empty.

    ``instruction``, ``schema`` and ``reference`` (a day, YYYY-MM-DD) are the row's own, None where
    the batch's hold. ``converted`` says that the text was taken out of a PDF, DOCX or HTML file, so
    that offsets say nothing without it.
    """

    id: str
    text: str
    instruction: str | None = None
    schema: dict[str, Any] | None = None
    problem: str = ""
    reference: str | None = None
    converted: bool = False

    def digest(self) -> str:
        """Return what tells this row from another of its id; empty where nothing can be told."""
        if self.problem:
            return ""
        try:
            return digest([self.text, self.instruction, self.schema, self.reference])
        except (ValueError, TypeError, RecursionError):
            return ""


@dataclass(frozen=True, slots=True)
class Columns:
    """The members (or columns) that hold id and text; None: those of the usual names."""

    id: str | None = None
    text: str | None = None


class _Problem(Exception):
    """Why a record is no document."""


def read_json(line: str) -> Any:
    """Read a line of JSON as the standard has it; raises :class:`ValueError`."""
    try:
        return json.loads(line, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no value of JSON")


def read_record(record: Any, columns: Columns, fallback: str, where: str) -> Row:
    """Return the row a record holds; where it cannot be read, one with its problem.

    ``fallback`` is the id of a record without one.
    """
    if not isinstance(record, Mapping):
        return Row(fallback, "", problem=f"{where} is no object")
    given = record.get(columns.id or "id")
    name = fallback if _missing(given) else str(given)
    try:
        if columns.id is not None and _missing(given):
            raise _Problem(f"has no {columns.id}, which --id-column names")
        return Row(
            name,
            _text(record, columns),
            _instruction(record.get("instruction")),
            _schema(record),
            reference=_reference(record.get("reference")),
        )
    except _Problem as problem:
        return Row(name, "", problem=f"{where} {problem}")


def _missing(value: Any) -> bool:
    # Tables write an empty cell as "" or as a number that is none.
    return value is None or value == "" or (isinstance(value, float) and value != value)


def _text(record: Mapping[str, Any], columns: Columns) -> str:
    keys = (columns.text,) if columns.text is not None else TEXT_KEYS
    text = next((record[key] for key in keys if record.get(key) is not None), None)
    if not isinstance(text, str):
        raise _Problem(f"has no text ({' or '.join(keys)})")
    return _whole(text, "text")


def _whole(text: str, what: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"\\u{ord(text[error.start]):04x}"
        raise _Problem(
            f"has half a character or a broken byte ({half}) in its {what}, at {error.start}"
        ) from error
    return text


def _instruction(given: Any) -> str | None:
    if _missing(given):
        return None
    if not isinstance(given, str):
        raise _Problem(f"has an instruction that is no text but {type(given).__name__}")
    return _whole(given, "instruction")


def _schema(record: Mapping[str, Any]) -> dict[str, Any] | None:
    given = next((record[key] for key in SCHEMA_KEYS if not _missing(record.get(key))), None)
    if isinstance(given, str):
        try:
            given = read_json(given)
        except ValueError as error:
            raise _Problem(f"has a schema that is no JSON: {error}") from error
    if given is not None and not isinstance(given, dict):
        raise _Problem(f"has a schema that is no object but {type(given).__name__}")
    try:
        _whole(json.dumps(given, ensure_ascii=False), "schema")
    except (ValueError, RecursionError) as error:
        raise _Problem(f"has a schema that cannot be written down again: {error}") from error
    return given or None


def _reference(given: Any) -> str | None:
    if _missing(given):
        return None
    try:
        day = day_of(
            None if _missing(given) else given if isinstance(given, datetime.date) else str(given)
        )
    except DocumentError as error:
        raise _Problem(f"has a reference that is no day: {error}") from error
    return day.isoformat() if day is not None else None
