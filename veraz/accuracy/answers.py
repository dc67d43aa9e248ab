"""Answers to the documents of a gold file: made now, or read from what a command wrote."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError
from nlp.schema import JSON
from veraz.extracted import Signature
from veraz.gold import ANSWER_KEYS
from veraz.rows import read_json

ANSWERED = frozenset({"data", "error", *ANSWER_KEYS})
"""Members of which a row that answers has one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to one document.

    ``data`` is None where there is no answer, and ``error`` says why; ``fields`` are the field results
    as JSON, None where they were not kept; ``usage`` counts tokens and calls, ``seconds`` is None
    where nobody measured; under ``abstain_below`` values were made null.
    """

    id: str
    data: JSON = None
    fields: tuple[Mapping[str, Any], ...] | None = None
    usage: Mapping[str, int] = field(default_factory=dict)
    seconds: float | None = None
    signature: str = ""
    error: str = ""
    abstain_below: float | None = None

    def to_dict(self) -> dict[str, JSON]:
        """Return the answer as JSON."""
        return {**asdict(self), "fields": None if self.fields is None else list(self.fields)}


def answer_of(row: Mapping[str, Any]) -> Answer:
    """Read an answer from a row of ``veraz batch``, ``review`` or ``check``, or a document of an
    evaluation."""
    failed = row.get("status") == "failed" or bool(row.get("error"))
    error = f"{row.get('error', '')}: {row.get('reason', '')}".strip(": ") if failed else ""
    fields = row.get("fields")
    signature = row.get("signature") or ""
    if isinstance(signature, Mapping):
        signature = Signature(**signature)
    given = next((row[key] for key in ("data", *ANSWER_KEYS) if key in row), None)
    return Answer(
        str(row["id"]),
        None if failed else given,
        tuple(fields) if isinstance(fields, list) and not failed else None,
        dict(row.get("usage") or {}),
        row.get("seconds"),
        str(signature),
        error,
        (row.get("made") or row).get("abstain_below"),
    )


def read_answers(*paths: Path) -> dict[str, Answer]:
    """Read the answers of ``veraz batch``, ``review`` or ``check --rows --json`` (``.jsonl``) or of
    ``veraz evaluate --json``.

    They come by id; those of a later file take the place of an earlier one's. Raises
    :class:`nlp.errors.DocumentError` for a file that is none of them.
    """
    return {answer.id: answer for path in paths for answer in map(answer_of, _rows(path))}


def _rows(path: Path) -> list[Mapping[str, Any]]:
    try:
        written = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DocumentError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path} is not UTF-8 (byte {error.start}).") from error
    rows = _of_evaluation(written)
    return _of_batch(path, written) if rows is None else rows


def _of_evaluation(written: str) -> list[Mapping[str, Any]] | None:
    try:
        whole = json.loads(written)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict) or not isinstance(whole.get("documents"), list):
        return None
    rows = [each.get("answer") for each in whole["documents"] if isinstance(each, dict)]
    return [each for each in rows if isinstance(each, dict) and "id" in each and "data" in each]


def _of_batch(path: Path, written: str) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = []
    for number, line in enumerate(written.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = read_json(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or "id" not in row or not ANSWERED & set(row):
            raise DocumentError(
                f"{path}, line {number}: no row of an answer. Name what `veraz batch`, `veraz review`, "
                "`veraz check --rows … --json` or `veraz evaluate --json` wrote."
            )
        rows.append(row)
    return rows
