"""A user's own labelled documents, from JSONL.

A row is ``{"id", "text", "answer"}``, with ``instruction`` and ``schema`` of its own where the call
brings none, or has the names of GenSIE (``input_text``, ``target_schema``, ``output``). ``reviewed``,
where a row has it, lists the field paths that a person has decided: only those are judged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError, SchemaError
from nlp.schema import JSON, Schema
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from veraz.rows import Columns, Row, read_json, read_record

ANSWER_KEYS: tuple[str, ...] = ("answer", "output")
MOST_TOLD = 10
"""Bad rows that one error names."""


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """One document with its right answer.

    ``answer`` is a JSON object; ``reviewed`` holds the field paths (``items.0.price``) that are
    decided, with all that stands below them, or is None where the whole answer is. ``line`` counts
    from 1.
    """

    id: str
    text: str
    instruction: str
    schema: Mapping[str, Any] = field(repr=False)
    answer: Mapping[str, JSON] = field(repr=False)
    reviewed: tuple[str, ...] | None = None
    line: int = 0
    reference: str | None = None

    @property
    def row(self) -> Row:
        """The document as a row of a batch: what is extracted never sees the answer."""
        schema = dict(self.schema)
        return Row(self.id, self.text, self.instruction, schema, reference=self.reference)


@dataclass(frozen=True, slots=True)
class Gold:
    """The documents of a gold file, and what its owner should know of them (``notices``)."""

    path: Path
    documents: tuple[GoldDocument, ...]
    notices: tuple[str, ...] = ()


class _BadRow(Exception):
    """Why a row is no gold, and what to do."""


def read_gold(
    path: Path | str, *, schema: Mapping[str, Any] | None = None, instruction: str = ""
) -> Gold:
    """Read a gold file; ``schema`` and ``instruction`` hold for the rows that bring none.

    A later row of the same document takes the place of the earlier. Raises
    :class:`nlp.errors.DocumentError`, which names the bad rows by their lines and says of each what
    is wrong and what to do.
    """
    path = Path(path)
    reader = _Reader(path, schema, instruction)
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            reader.take(number, line)
    return reader.whole()


class _Reader:
    """Takes rows one after the other, and keeps what is wrong with them."""

    def __init__(self, path: Path, schema: Mapping[str, Any] | None, instruction: str) -> None:
        self._path, self._schema, self._instruction = path, schema, instruction
        self._found: dict[str, GoldDocument] = {}
        self._bad: list[str] = []
        self._notices: list[str] = []
        self._compiled: dict[str, Schema] = {}

    def take(self, number: int, line: str) -> None:
        try:
            found = self._document(number, line)
            self._add(found)
        except _BadRow as bad:
            self._bad.append(f"line {number}: {bad}")

    def whole(self) -> Gold:
        if self._bad:
            told = "\n  ".join(self._bad[:MOST_TOLD])
            more = len(self._bad) - MOST_TOLD
            rest = f"\n  and {more} more." if more > 0 else ""
            raise DocumentError(f"{self._path} has rows that cannot be judged by:\n  {told}{rest}")
        if not self._found:
            raise DocumentError(
                f"{self._path} holds no row; write one JSON object a line: "
                '{"id": "1", "text": "…", "answer": {…}}.'
            )
        return Gold(self._path, tuple(self._found.values()), tuple(self._notices))

    def _document(self, number: int, line: str) -> GoldDocument:
        record = _record(line)
        row = read_record(record, Columns(), f"line-{number}", "the row")
        if row.problem:
            raise _BadRow(f"{row.problem}; mend the row.")
        schema = row.schema if row.schema is not None else self._schema
        if schema is None:
            raise _BadRow("no schema; give --schema, or a member `schema` to the row.")
        found = GoldDocument(
            row.id,
            row.text,
            row.instruction or self._instruction,
            schema,
            _answer(record),
            _reviewed(record),
            number,
            row.reference,
        )
        self._check(found)
        return found

    def _check(self, found: GoldDocument) -> None:
        key = repr(found.schema)
        try:
            if key not in self._compiled:
                self._compiled[key] = compile_schema(found.schema)
        except SchemaError as error:
            raise _BadRow(f"{error}; mend the schema.") from error
        compiled = self._compiled[key]
        for unknown in _unknown(found.answer, compiled):
            raise _BadRow(
                f"the answer has `{unknown}`, which the schema does not: mend the name in one of them."
            )
        broken = [each for each in violations(compiled, found.answer) if each.keyword != "required"]
        if broken and found.reviewed is None:
            first = broken[0]
            self._notices.append(
                f"{self._path}, line {found.line}: the answer breaks the schema at "
                f"{first.pointer or '/'} ({first.message}); no answer can be right there."
            )

    def _add(self, found: GoldDocument) -> None:
        before = self._found.get(found.id)
        if before is None:
            self._found[found.id] = found
            return
        if (before.text, before.schema) != (found.text, found.schema):
            raise _BadRow(
                f"the id {found.id!r} is that of line {before.line}, which has another text or "
                "schema: give each document an id of its own."
            )
        self._found[found.id] = found
        self._notices.append(
            f"{self._path}, line {found.line}: takes the place of line {before.line}, the same document."
        )


def _lines(path: Path) -> Sequence[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise DocumentError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8."
        ) from error


def _record(line: str) -> Mapping[str, Any]:
    try:
        record = read_json(line)
    except ValueError as error:
        raise _BadRow(f"no JSON ({error}); write one JSON object a line.") from error
    if not isinstance(record, Mapping):
        raise _BadRow(
            f"no object but {type(record).__name__}; write one JSON object a line, with `text` and "
            "`answer`."
        )
    return record


def _answer(record: Mapping[str, Any]) -> Mapping[str, JSON]:
    key = next((key for key in ANSWER_KEYS if key in record), None)
    if key is None:
        raise _BadRow("no `answer`; add the right answer, an object as the schema asks for it.")
    answer = record[key]
    if not isinstance(answer, Mapping):
        raise _BadRow(
            f"`{key}` is no object but {_kind(answer)}; write it as the schema asks for it."
        )
    return answer


def _reviewed(record: Mapping[str, Any]) -> tuple[str, ...] | None:
    given = record.get("reviewed")
    if given is None:
        return None
    if not isinstance(given, list) or not all(isinstance(path, str) for path in given):
        raise _BadRow(
            "`reviewed` is no list of field paths; write [] or paths like "
            '["total", "items.0.price"].'
        )
    return tuple(given)


def _unknown(answer: Mapping[str, JSON], schema: Schema) -> list[str]:
    """The top-level names of an answer that a schema with names of its own does not have."""
    root = schema.root
    if root.kind != "object" or root.extra is not None or root.options:
        return []
    named = {each.name for each in root.fields}
    return [name for name in answer if name not in named]


def _kind(value: JSON) -> str:
    return "null" if value is None else type(value).__name__
