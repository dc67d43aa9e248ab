"""One bad row costs one row."""

import json
from pathlib import Path
from typing import Any

import pytest
from product import SCHEMA, TEXT

from veraz.batch.row_extractor import BatchOptions, RowExtractor
from veraz.cli import main
from veraz.rows import Row

DEEP = 100_000
HUGE = "1" + "0" * 3_999


def row(**members: Any) -> str:
    return json.dumps({"id": "mala", "text": TEXT, **members})


BAD: dict[str, str] = {
    "half a character": '{"id": "mala", "text": "Un medio car\\u00e1cter: \\ud83d."}',
    "half an instruction": row(instruction="\ud83d"),
    "half a description": row(schema={"type": "object", "description": "\ud83d"}),
    "deep JSON": '{"id": "mala", "text": ' + "[" * DEEP + "]" * DEEP + "}",
    "deep schema": '{"id": "mala", "text": "Hola", "schema": '
    + '{"items": ' * 900
    + "{}"
    + "}" * 900
    + "}",
    "huge bound": row(
        schema={
            "type": "object",
            "properties": {"precio": {"type": "integer", "minimum": int(HUGE)}},
            "required": ["precio"],
        }
    ),
    "number too long to read": row(schema={"minimum": 0}).replace("0}", "9" * 5_000 + "}"),
    "NaN": '{"id": "mala", "text": "Hola", "peso": NaN}',
    "no text": '{"id": "mala", "text": 7}',
    "no schema": row(schema=[1]),
    "schema of words": row(schema="tres"),
    "instruction of a number": row(instruction=3),
    "no day": row(reference="mañana"),
    "no JSON": '{"id": "mala"',
    "no UTF-8": "no es UTF-8",
}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_row_costs_exactly_itself(tmp_path: Path, workers: int) -> None:
    source, out, schema = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "s.json"
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    lines: list[bytes] = []
    for number, (what, line) in enumerate(BAD.items()):
        lines.append(json.dumps({"id": f"buena-{number}", "text": TEXT}).encode())
        lines.append(line.replace('"mala"', json.dumps(f"mala: {what}"), 1).encode())
    lines[-1] = "Peñíscola".encode("latin-1")
    source.write_bytes(b"\n".join(lines) + b"\n")
    words = ["batch", str(source), str(out), "--schema", str(schema), "--model", "symbolic"]
    assert main([*words, "--workers", str(workers)]) == 1
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    good = {row["id"] for row in found if row["status"] == "ok"}
    assert good == {f"buena-{number}" for number in range(len(BAD))}
    assert len(found) == 2 * len(BAD)
    assert all(row["reason"] and len(row["reason"]) < 600 for row in found if row["id"] not in good)


def test_an_id_of_half_a_character_is_written_and_read_again(tmp_path: Path) -> None:
    source, out, schema = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "s.json"
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    source.write_text('{"id": "acta \\ud83d", "text": "Cuesta 3 euros."}\n', encoding="utf-8")
    words = ["batch", str(source), str(out), "--schema", str(schema), "--model", "symbolic"]
    assert [main(words), main(words)] == [0, 0]
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize("error", [ValueError, RecursionError, MemoryError, AssertionError])
async def test_whatever_is_raised_costs_one_row(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise error("esto no estaba previsto")

    monkeypatch.setattr("veraz.extractor.Extractor.aextract", broken)
    extractor = RowExtractor(BatchOptions(schema=SCHEMA, model="symbolic"))
    result = await extractor.extract(Row("una", TEXT))
    assert (result["status"], result["error"]) == ("failed", error.__name__)
    assert "previsto" in result["reason"]


async def test_a_value_that_json_has_no_word_for_costs_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def strange(_: RowExtractor, row: Row) -> dict[str, Any]:
        return {"id": row.id, "status": "ok", "data": {"precio": float("nan")}}

    monkeypatch.setattr(RowExtractor, "_result", strange)
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"text": "Hola"}\n', encoding="utf-8")
    extractor = RowExtractor(BatchOptions(schema=SCHEMA, model="symbolic"))

    from veraz.batch.local import run_local
    from veraz.batch.sink import FileSink
    from veraz.batch.sources import read_rows

    with FileSink(out) as sink:
        tally = await run_local(read_rows(source), extractor, sink, concurrency=1)
    assert (tally.written, tally.failed) == (1, 1)
    assert "as JSON" in json.loads(out.read_text())["reason"]
