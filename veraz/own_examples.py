"""Solved examples of a caller's own: read, held against the schema, taught."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from pydantic import BaseModel

from nlp.errors import SettingsError
from nlp.labels.learning import learn
from nlp.schema import JSON, Schema, Solved
from nlp.schema_validation import Violation, violations
from veraz.rows import read_json

ExamplesLike: TypeAlias = str | Path | Sequence[tuple[str, Any] | Mapping[str, Any]]

TEXT_KEYS = ("text", "input_text")
ANSWER_KEYS = ("answer", "output")
MOST_EXAMPLES = 200
MOST_TOLD = 10
"""Bad rows that one error names."""

ROW = '{"id": "1", "text": "…", "answer": {…}}'
MOST_KEPT = 16
"""Schemas whose lessons are remembered."""


def settings_examples(path: str | None) -> tuple[Solved, ...]:
    """The examples of ``VERAZ_EXAMPLES``."""
    return () if path is None else _of_file(Path(path), f"VERAZ_EXAMPLES={path}")


class _BadRow(Exception):
    """Why a row is no example, and what to do."""


def read_examples(source: ExamplesLike) -> tuple[Solved, ...]:
    """The examples of a JSONL file (read again where it has changed), or of pairs of text and answer.

    A row is ``{"id", "text", "answer"}`` (or GenSIE's ``input_text`` and ``output``); with ``reviewed``,
    a list of field paths, only what stands there counts. Raises :class:`nlp.errors.SettingsError`, which
    names the bad rows by their lines (pairs: by their numbers) and says what to do.
    """
    if isinstance(source, str | Path):
        return _of_file(Path(source), f"the examples {source}")
    return _solved(enumerate(source, start=1), "example", "examples")


def _of_file(path: Path, said: str) -> tuple[Solved, ...]:
    try:
        return _read_once(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise SettingsError(f"{said} cannot be read: {error.strerror}.") from error


@lru_cache(maxsize=4)
def _read_once(path: Path, changed: int) -> tuple[Solved, ...]:
    return _solved(_lines(path), f"{path}, line", str(path))


def _solved(rows: Iterable[tuple[int, Any]], where: str, source: str) -> tuple[Solved, ...]:
    found: list[Solved] = []
    bad: list[str] = []
    for number, row in rows:
        try:
            found.append(_example(row, f"{where} {number}"))
        except _BadRow as error:
            bad.append(f"{where} {number}: {error}")
    _refuse(bad)
    if not found:
        raise SettingsError(f"{source} holds no example: {ROW} a line.")
    if len(found) > MOST_EXAMPLES:
        raise SettingsError(
            f"{len(found)} examples; at most {MOST_EXAMPLES} are taken: keep the most different ones."
        )
    return tuple(found)


def _refuse(bad: Sequence[str]) -> None:
    if bad:
        more = [f"and {len(bad) - MOST_TOLD} more."] if len(bad) > MOST_TOLD else []
        told = "\n  ".join([*bad[:MOST_TOLD], *more])
        raise SettingsError(f"examples that cannot be learnt from:\n  {told}")


def _lines(path: Path) -> list[tuple[int, Any]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"the examples {path} are not UTF-8 (byte {error.start}): save them as UTF-8."
        ) from error
    return [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _example(row: Any, where: str) -> Solved:
    if isinstance(row, str):
        try:
            row = read_json(row)
        except ValueError as error:
            raise _BadRow(f"no JSON ({error}); write {ROW}.") from error
    if isinstance(row, tuple | list) and len(row) == 2:
        row = {"text": row[0], "answer": row[1]}
    if not isinstance(row, Mapping):
        raise _BadRow(f"neither a row {ROW} nor a pair of text and answer.")
    text = next((row[key] for key in TEXT_KEYS if key in row), None)
    if not isinstance(text, str) or not text.strip():
        raise _BadRow("no `text`; add the text that the answer is to.")
    key = next((key for key in ANSWER_KEYS if key in row), None)
    if key is None:
        raise _BadRow("no `answer`; add the right answer, as the schema asks for it.")
    reviewed = row.get("reviewed")
    if reviewed is not None and not (
        isinstance(reviewed, list) and all(isinstance(path, str) for path in reviewed)
    ):
        raise _BadRow('`reviewed` is no list of field paths like ["total", "items.0.price"].')
    whole = None if reviewed is None or "" in reviewed else tuple(reviewed)
    return Solved(where, text, _plain(row[key]), whole)


def _plain(answer: Any) -> JSON:
    if isinstance(answer, BaseModel):
        return answer.model_dump(mode="json", by_alias=True)
    try:
        return json.loads(json.dumps(answer, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise _BadRow(f"the answer is no value of JSON ({error}); write it as JSON.") from error


def check_examples(examples: Sequence[Solved], schema: Schema) -> None:
    """Raise :class:`nlp.errors.SettingsError` where an answer breaks the schema, naming its line."""
    _refuse([told for one in examples if (told := _broken(one, schema))])


def _broken(example: Solved, schema: Schema) -> str:
    found = [one for one in violations(schema, example.answer) if _counts(one, example)]
    if not found:
        return ""
    first = found[0]
    return (
        f"{example.id}: the answer breaks the schema at {first.pointer or '/'}: {first.message}; mend "
        "the answer, or give the schema that it answers."
    )


def _counts(fault: Violation, example: Solved) -> bool:
    """Of an answer reviewed in part, what is not there yet is no fault."""
    return example.reviewed is None or fault.keyword != "required"


def fits(examples: Sequence[Solved], schema: Schema) -> bool:
    """Whether every example answers the schema."""
    return not any(_broken(one, schema) for one in examples)


_TAUGHT: "OrderedDict[str, Schema]" = OrderedDict()
_LOCK = Lock()


def teach(
    schema: Schema, examples: Sequence[Solved], *, required: bool = True, without: str = ""
) -> Schema:
    """The schema with its examples and what they teach; the same ones are learnt from once.

    Nothing is learnt from the example whose text is ``without``. Raises
    :class:`nlp.errors.SettingsError` for an answer that breaks the schema; unless ``required``, the
    schema then stays as it is: the examples are another's.
    """
    if not examples:
        return schema
    learnt = [one for one in examples if one.text != without]
    key = _key(schema, examples, without if len(learnt) < len(examples) else "")
    with _LOCK:
        if key in _TAUGHT:
            _TAUGHT.move_to_end(key)
            return _TAUGHT[key]
    if not required and not fits(examples, schema):
        return schema
    check_examples(examples, schema)
    taught = replace(schema, solved=tuple(examples), lessons=learn(schema, learnt))
    with _LOCK:
        _TAUGHT[key] = taught
        while len(_TAUGHT) > MOST_KEPT:
            _TAUGHT.popitem(last=False)
    return taught


def digest_of(examples: Sequence[Solved]) -> str:
    """A short digest of examples, whatever their order; empty for none."""
    if not examples:
        return ""
    told = sorted(json.dumps([one.text, one.answer, one.reviewed]) for one in examples)
    return hashlib.blake2b(json.dumps(told).encode(), digest_size=8).hexdigest()


def _key(schema: Schema, examples: Sequence[Solved], without: str) -> str:
    asked = [schema.original if isinstance(schema.original, bool) else dict(schema.original)]
    told = [[one.text, one.answer, one.reviewed] for one in examples]
    written = json.dumps([asked, schema.instruction, told, without], default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
