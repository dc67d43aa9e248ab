"""Batches: nothing lost, nothing twice, whatever happens in between."""

import asyncio
import json
import multiprocessing
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import deadly
import psutil
import pytest
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT

from llm.scripted import ScriptedServer, Turn
from nlp.errors import DocumentError, OutputError, SettingsError
from veraz.batch.local import run_local
from veraz.batch.row_extractor import BatchOptions, RowExtractor
from veraz.batch.sink import FileSink
from veraz.batch.sources import read_rows
from veraz.batch.workers import Workers
from veraz.cli import main
from veraz.rows import Row

COUNT = 24


def lines(path: Path) -> list[str]:
    return sorted(path.read_text(encoding="utf-8").splitlines())


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    rows = [{"id": f"acta-{n:03}", "text": f"{TEXT}\nFolio {n}."} for n in range(COUNT)]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n")
    return path


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA))
    return path


def words(source: Path, out: Path, schema: Path, *more: str) -> list[str]:
    return ["batch", str(source), str(out), "--schema", str(schema), "--model", "m", *more]


def test_a_batch_writes_a_row_a_document_and_a_second_run_none(
    source: Path, schema: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    with ScriptedServer([Turn(ANSWER)]) as server:
        assert main(words(source, out, schema, "--base-url", server.base_url)) == 0
        asked = len(server.requests)
        assert main(words(source, out, schema, "--base-url", server.base_url)) == 0
        assert len(server.requests) == asked == COUNT
    rows = [json.loads(line) for line in lines(out)]
    assert [row["id"] for row in rows] == [f"acta-{n:03}" for n in range(COUNT)]
    assert all(row["data"] == json.loads(ANSWER) for row in rows)
    assert f"{COUNT} passed over" in capsys.readouterr().err


def test_a_killed_batch_leaves_no_process_and_more_processes_end_with_the_rows_of_one(
    source: Path, schema: Path, tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    with ScriptedServer([Turn(ANSWER, delay=0.1)]) as server:
        address = ("--base-url", server.base_url, "--concurrency", "2")
        assert main(words(source, whole, schema, *address)) == 0
        given = words(source, broken, schema, *address)
        for written, more in ((3, []), (11, ["--workers", "2"])):
            command = [sys.executable, "-m", "veraz.cli", *given, *more]
            with subprocess.Popen(command, stderr=subprocess.DEVNULL) as batch:
                while not broken.exists() or broken.read_bytes().count(b"\n") < written:
                    assert batch.poll() is None
                    time.sleep(0.01)
                begun = psutil.Process(batch.pid).children(recursive=True)
                batch.send_signal(signal.SIGKILL)
            assert len(begun) >= (3 if more else 0)
            assert not psutil.wait_procs(begun, 15)[1]
        with broken.open("ab") as torn:
            torn.write(b'{"id": "acta-0')
        assert main([*given, "--workers", "2"]) == 0
    assert lines(broken) == lines(whole)
    assert len(lines(whole)) == COUNT


async def test_the_row_of_a_process_that_dies_once_is_tried_again() -> None:
    with ScriptedServer([Turn(ANSWER, delay=0.3)]) as server:
        options = BatchOptions(schema=SCHEMA, model="m", base_url=server.base_url)
        workers = Workers(options, 1)
        try:
            first = asyncio.create_task(workers.extract(Row("a", TEXT)))
            while not server.requests:
                await asyncio.sleep(0.02)
            (process,) = multiprocessing.active_children()
            process.kill()
            assert (await first)["status"] == "ok"
        finally:
            await workers.aclose()
    assert not multiprocessing.active_children()


async def test_a_row_that_kills_its_process_is_blamed_and_no_neighbour_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("veraz.batch.workers._serve", deadly.serve)
    workers = Workers(BatchOptions(schema=SCHEMA, model="symbolic"), 1)
    texts = {"uno": TEXT, "mala": TEXT + deadly.KILLS, "dos": TEXT, "tres": TEXT}
    try:
        results = await asyncio.gather(
            *(workers.extract(Row(id, text)) for id, text in texts.items())
        )
    finally:
        await workers.aclose()
    assert {row["id"]: row.get("error", "ok") for row in results} == {
        "uno": "ok",
        "mala": "WorkerDied",
        "dos": "ok",
        "tres": "ok",
    }


async def test_a_process_lives_in_the_environment_of_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whenever the one that it is forked from was begun."""
    for strictness in ("strict", "balanced"):
        monkeypatch.setenv("VERAZ_STRICTNESS", strictness)
        workers = Workers(BatchOptions(schema=SCHEMA, model="symbolic", evidence=True), 1)
        try:
            result = await workers.extract(Row("a", TEXT))
        finally:
            await workers.aclose()
        assert f" · {strictness}" in result["signature"]


async def test_processes_that_cannot_begin_end_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veraz.batch.workers._serve", sys.exit)
    workers = Workers(BatchOptions(schema=SCHEMA, model="symbolic"), 1)
    with pytest.raises(SettingsError, match="--workers"):
        await workers.extract(Row("a", TEXT))


def test_failures_are_rows_with_a_reason_and_are_retried_on_demand(
    schema: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows: list[Any] = [{"id": "bien", "text": TEXT}, {"id": "sin-texto"}, [1], {"text": TEXT}]
    source.write_text("\n".join(map(json.dumps, rows)) + "\n{torcido\n")
    with ScriptedServer([Turn(ANSWER)]) as server:
        address = ("--base-url", server.base_url)
        assert main(words(source, out, schema, *address)) == 1
        found = {row["id"]: row for row in map(json.loads, lines(out))}
        assert {id: row["status"] for id, row in found.items()} == {
            "bien": "ok",
            "sin-texto": "failed",
            "line-3": "failed",
            "line-4": "ok",
            "line-5": "failed",
        }
        assert "no text" in found["sin-texto"]["reason"]
        assert "DocumentError (3 rows, " in capsys.readouterr().err
        source.write_text(source.read_text().replace('"sin-texto"', '"sin-texto", "text": "Hola"'))
        assert main(words(source, out, schema, "--retry-failed", *address)) == 1
    again = {row["id"]: row["status"] for row in map(json.loads, lines(out))}
    assert again["sin-texto"] == "ok"
    assert len(lines(out)) == 5


def test_a_dead_server_fails_rows_but_loses_none(
    source: Path, schema: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    few = tmp_path / "few.jsonl"
    few.write_text("".join(source.read_text().splitlines(keepends=True)[:2]))
    assert main(words(few, out, schema, "--base-url", "http://127.0.0.1:9/v1")) == 1
    assert [json.loads(line)["error"] for line in lines(out)] == ["ModelUnreachable"] * 2


async def test_rows_are_read_only_when_there_is_room(tmp_path: Path) -> None:
    read: list[int] = []

    def endless() -> Any:
        for n in range(200):
            read.append(n)
            yield Row(str(n), TEXT)

    with (
        ScriptedServer([Turn(ANSWER, delay=0.2)]) as server,
        FileSink(tmp_path / "o.jsonl") as sink,
    ):
        options = BatchOptions(schema=SCHEMA, model="m", base_url=server.base_url)
        run = asyncio.create_task(run_local(endless(), RowExtractor(options), sink, concurrency=3))
        while not server.requests:
            await asyncio.sleep(0.02)
        assert len(read) <= 6
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run


def test_results_are_used_again_from_the_cache(source: Path, schema: Path, tmp_path: Path) -> None:
    cache = ("--cache", str(tmp_path / "cache.sqlite"))
    with ScriptedServer([Turn(ANSWER)]) as server:
        address = ("--base-url", server.base_url)
        assert main(words(source, tmp_path / "a.jsonl", schema, *address, *cache)) == 0
        asked = len(server.requests)
        assert main(words(source, tmp_path / "b.jsonl", schema, *address, *cache)) == 0
        assert len(server.requests) == asked
        other = (*address, *cache, "--strictness", "strict")
        assert main(words(source, tmp_path / "c.jsonl", schema, *other)) == 0
        assert len(server.requests) == 2 * asked
    assert lines(tmp_path / "a.jsonl") == lines(tmp_path / "b.jsonl")


def test_the_row_extractor_is_a_picklable_callable() -> None:
    options = BatchOptions(schema=SCHEMA, instruction=INSTRUCTION, model="symbolic")
    extract = pickle.loads(pickle.dumps(RowExtractor(options)))
    result = extract({"id": "a", "text": TEXT})
    extract.close()
    assert result["data"]["precio"] == 18500


@pytest.mark.parametrize(
    ("name", "content", "ids"),
    [
        ("r.csv", 'id,text\nuno,"Hola, ""mundo"""\ndos,Adiós\n', ["uno", "dos"]),
        ("r.jsonl", '{"texto": "a"}\n\n{"id": 7, "input_text": "b"}\n', ["line-1", "7"]),
    ],
)
def test_sources(tmp_path: Path, name: str, content: str, ids: list[str]) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    rows = list(read_rows(path))
    assert [row.id for row in rows] == ids
    assert not any(row.problem for row in rows)


def test_a_folder_is_a_source(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "dos.txt").write_text("dos", encoding="utf-8")
    (tmp_path / "a.txt").write_bytes("uñ".encode("latin-1"))
    rows = list(read_rows(tmp_path))
    assert [(row.id, row.text, bool(row.problem)) for row in rows] == [
        ("a", "", True),
        ("b/dos", "dos", False),
    ]


def test_parquet_is_a_source(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow (the extra `ray`)")
    import pyarrow

    parquet.write_table(pyarrow.table({"id": ["x"], "text": ["Hola"]}), tmp_path / "r.parquet")
    assert [(row.id, row.text) for row in read_rows(tmp_path / "r.parquet")] == [("x", "Hola")]


def test_what_is_no_source_and_what_is_no_output_is_said(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"\.parquet"):
        read_rows(tmp_path / "x.docx")
    with pytest.raises(DocumentError, match="does not exist"):
        read_rows(tmp_path / "x.jsonl")
    (tmp_path / "notes.txt").write_text("apuntes\n")
    with pytest.raises(OutputError, match=r"notes\.txt:1"):
        FileSink(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "apuntes\n"
