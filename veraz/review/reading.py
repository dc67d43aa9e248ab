"""The rows of a batch with their texts and schemas, as they are reviewed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError
from nlp.schema import JSON, Schema
from nlp.schema_compiler import compile_schema
from veraz.batch.ledger import rows_of
from veraz.batch.sources import read_rows
from veraz.digest import digest
from veraz.rows import Columns, Row, read_record


@dataclass(frozen=True, slots=True)
class ReviewDocument:
    """A document with what was answered to it.

    ``results`` are the field results as the batch wrote them, by field path.
    """

    id: str
    text: str = field(repr=False)
    instruction: str
    schema: Schema = field(repr=False)
    answer: JSON = field(repr=False)
    results: Mapping[str, Mapping[str, Any]] = field(repr=False)

    @property
    def calibrated(self) -> bool:
        """Whether a calibration has decided which fields need a person."""
        return any(result.get("decision") is not None for result in self.results.values())


@dataclass(frozen=True, slots=True)
class Output:
    """What there is to review; ``failed`` counts the rows that hold no answer."""

    documents: tuple[ReviewDocument, ...]
    failed: int = 0


def read_output(
    out: Path,
    *,
    source: Path | None = None,
    schema: Mapping[str, Any] | bool | None = None,
    instruction: str = "",
) -> Output:
    """Read the output of ``veraz batch --evidence``, each row joined with its text and schema.

    ``source`` is what the batch read, for rows without a text of their own; ``schema`` and
    ``instruction`` hold for the rows that bring none. Raises :class:`nlp.errors.DocumentError`, which
    says what is missing and which option brings it.
    """
    if not out.is_file():
        raise DocumentError(f"{out} does not exist: name what `veraz batch --evidence` wrote.")
    joiner = _Joiner(out, source, schema, instruction)
    found: dict[str, ReviewDocument] = {}
    failed = 0
    for _, row in rows_of(out):
        if "data" in row:
            found[str(row["id"])] = joiner.document(row)
        else:
            failed += 1
    if not found:
        raise DocumentError(f"{out} holds no answered row: there is nothing to review.")
    return Output(tuple(found.values()), failed)


class _Joiner:
    """Brings rows, texts and schemas together."""

    def __init__(
        self,
        out: Path,
        source: Path | None,
        schema: Mapping[str, Any] | bool | None,
        instruction: str,
    ) -> None:
        self._out, self._source = out, source
        self._schema, self._instruction = schema, instruction
        rows = () if source is None else read_rows(source)
        self._given = {row.id: row for row in rows if not row.problem}
        self._compiled: dict[str, Schema] = {}

    def document(self, written: Mapping[str, Any]) -> ReviewDocument:
        name = str(written["id"])
        if not isinstance(written.get("fields"), list):
            raise DocumentError(
                f"row {name!r} of {self._out} has no `fields`, which say how sure each value is: "
                "run `veraz batch` with --evidence."
            )
        row = self._row(name, written)
        instruction = row.instruction or self._instruction
        return ReviewDocument(
            name,
            row.text,
            instruction,
            self._read(self._schema_of(row, written), instruction),
            written["data"],
            {str(result["path"]): result for result in written["fields"]},
        )

    def _row(self, name: str, written: Mapping[str, Any]) -> Row:
        given = self._given.get(name)
        if given is not None:
            self._check_same(given, written)
            return given
        row = read_record(written, Columns(), name, f"row {name!r} of {self._out}")
        if not row.problem:
            return row
        if "text" in written:
            raise DocumentError(f"{row.problem}.")
        if self._source is None:
            raise DocumentError(
                f"row {name!r} of {self._out} has no text: give what the batch read with --input IN."
            )
        raise DocumentError(
            f"{self._source} has no text for row {name!r} of {self._out}: give what the batch read."
        )

    def _check_same(self, given: Row, written: Mapping[str, Any]) -> None:
        if written.get("source") not in (None, given.digest()):
            raise DocumentError(
                f"{self._source} has another text (or instruction, schema, reference) under "
                f"{given.id!r} than {self._out} was made from: give the input of that batch, or "
                "extract it anew."
            )

    def _schema_of(self, row: Row, written: Mapping[str, Any]) -> Mapping[str, Any] | bool:
        if row.schema is not None:
            return row.schema
        if self._schema is None:
            raise DocumentError(
                f"row {row.id!r} of {self._out} brings no schema: give that of the batch with --schema."
            )
        made = written.get("made") or {}
        if made.get("schema") not in (None, digest(self._schema)):
            raise DocumentError(
                f"{self._out} was made with another schema than --schema names: give that one."
            )
        return self._schema

    def _read(self, schema: Mapping[str, Any] | bool, instruction: str) -> Schema:
        key = digest([schema, instruction])
        if key not in self._compiled:
            self._compiled[key] = compile_schema(schema, instruction=instruction)
        return self._compiled[key]
