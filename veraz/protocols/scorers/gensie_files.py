"""GenSIE's files: instances, predictions in every shape they come in, and reports."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veraz.protocols.scorers.errors import ScoringError

ANSWER_KEYS: tuple[str, ...] = ("actual_json_response", "output", "data")
"""Where a prediction stands in its record, in order of preference."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One GenSIE task with its gold answer (``None`` where the file has none)."""

    id: str
    text: str
    instruction: str
    schema: Mapping[str, Any]
    gold: Mapping[str, Any] | None
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one prediction cost: tokens, calls and seconds."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Predictions:
    """Answers by instance id, what each cost where that is known, and who made them."""

    answers: Mapping[str, Any]
    costs: Mapping[str, Cost]
    config: Mapping[str, Any]
    path: Path


def read_instances(path: Path) -> list[Instance]:
    """Read instances: a directory of ``.json`` files, one such file, or JSON lines."""
    found = [
        _instance(record, source, line)
        for source in _sources(path)
        for line, record in _records(source)
    ]
    if not found:
        raise ScoringError("no GenSIE instance here (expected .json files)", path=path)
    seen: dict[str, Instance] = {}
    for instance in found:
        if instance.id in seen:
            raise ScoringError(f"two instances have the id {instance.id!r}", path=path)
        seen[instance.id] = instance
    return found


def read_predictions(path: Path) -> Predictions:
    """Read a report, JSON lines ``{"id", "output"}``, or a directory of one file an answer."""
    answers: dict[str, Any] = {}
    costs: dict[str, Cost] = {}
    config: Mapping[str, Any] = {}
    for source in _sources(path):
        for line, record in _records(source):
            if isinstance(record, dict) and isinstance(record.get("tasks"), list):
                config = {**record.get("config", {}), "participant": record.get("participant", "")}
                tasks: list[Any] = record["tasks"]
            else:
                tasks = [record]
            for task in tasks:
                name, answer = _answer(task, source, line, alone=path.is_dir())
                answers[name] = answer
                if isinstance(task, dict) and "total_tokens" in task:
                    costs[name] = _cost(task)
    return Predictions(answers=answers, costs=costs, config=config, path=path)


def _sources(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.glob("*.json"))
    if not path.exists():
        raise ScoringError("no such file or directory", path=path)
    return [path]


def _records(path: Path) -> Iterator[tuple[int | None, Any]]:
    """Yield (line, record): each line of ``.jsonl``, the whole of any other file."""
    try:
        if path.suffix != ".jsonl":
            yield None, json.loads(path.read_text(encoding="utf-8"))
            return
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, _parse(line, path, number)
    except json.JSONDecodeError as error:
        raise ScoringError(f"expected JSON: {error.msg}", path=path, line=error.lineno) from error
    except UnicodeDecodeError as error:
        raise ScoringError("expected UTF-8 text", path=path) from error


def _parse(line: str, path: Path, number: int) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ScoringError(
            f"expected one JSON object a line: {error.msg}", path=path, line=number
        ) from error


def _instance(record: Any, path: Path, line: int | None) -> Instance:
    expected = "expected a GenSIE instance {id, input_text, instruction, target_schema, output}"
    if not isinstance(record, dict):
        raise ScoringError(f"{expected}, found {type(record).__name__}", path=path, line=line)
    for key in ("id", "target_schema"):
        if key not in record:
            raise ScoringError(f"{expected}, {key!r} is missing", path=path, line=line)
    gold, schema = record.get("output"), record["target_schema"]
    if not isinstance(schema, dict) or not (gold is None or isinstance(gold, dict)):
        raise ScoringError(f"{expected}, schema and output as objects", path=path, line=line)
    metadata = record.get("metadata")
    return Instance(
        id=str(record["id"]),
        text=str(record.get("input_text", "")),
        instruction=str(record.get("instruction", "")),
        schema=schema,
        gold=gold,
        domain=str(metadata.get("domain", "")) if isinstance(metadata, dict) else "",
    )


def _answer(record: Any, path: Path, line: int | None, *, alone: bool) -> tuple[str, Any]:
    """The id and answer of a record; a bare answer in a file of its own is named by the file."""
    if isinstance(record, dict):
        name = record.get("id", record.get("task_id"))
        key = next((key for key in ANSWER_KEYS if key in record), None)
        if name is not None and (key is not None or "status" in record):
            return str(name), record[key] if key is not None else None
        if alone:
            return path.stem, record
    raise ScoringError(
        'expected {"id": …, "output": {…}} or a report with "tasks"', path=path, line=line
    )


def _cost(task: Mapping[str, Any]) -> Cost:
    return Cost(
        input_tokens=int(task.get("input_tokens") or 0),
        output_tokens=int(task.get("output_tokens") or 0),
        calls=int(task.get("calls") or 0),
        seconds=float(task.get("seconds") or 0.0),
    )
