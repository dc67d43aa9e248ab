"""``veraz review`` as a process: killed in the middle, started again, refusing what it cannot do."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from reviewing import gold_rows, open_session, rows, write_output

from veraz.cli import INTERRUPTED, main

SECONDS = 60


def heeding_interrupts() -> None:
    """What a shell starts in the background ignores SIGINT, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def reviewing(folder: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """Run the command on what :func:`write_output` wrote; gives the process and a client of it."""
    words = ["out.jsonl", "--schema", "schema.json", "--gold", "gold.jsonl", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "veraz.cli", "review", *words],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=heeding_interrupts,
    )
    assert process.stderr is not None
    try:
        address = None
        while address is None:
            line = process.stderr.readline()
            assert line, "the command ended before it listened"
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
        with httpx.Client(base_url=address[0], timeout=SECONDS) as client:
            yield process, client
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(SECONDS)
        process.stderr.close()


def decide(client: httpx.Client, path: str, action: str, *, document: int = 0, **more: Any) -> None:
    """Take a decision on a document."""
    revision = client.get(f"/review/documents/{document}").json()["revision"]
    asked = {"document": document, "path": path, "action": action, "revision": revision, **more}
    client.post("/review/decide", json=asked).raise_for_status()


def test_a_kill_loses_nothing_that_was_decided(tmp_path: Path) -> None:
    write_output(tmp_path)
    with reviewing(tmp_path) as (process, client):
        decide(client, "fecha", "set", typed="4 de marzo de 2021")
        decide(client, "testigos.0", "remove")
        process.kill()
    assert process.returncode == -signal.SIGKILL
    with reviewing(tmp_path) as (process, client):
        places = {each["path"]: each for each in client.get("/review/documents/0").json()["places"]}
        assert places["fecha"]["value"] == "2021-03-04"
        assert places["fecha"]["reviewed"]
        assert places["testigos"]["value"] == 1
        decide(client, "precio", "accept")
        process.kill()
    # Half an entry more, as a cut of the power leaves it.
    journal = tmp_path / "gold.jsonl.journal"
    journal.write_bytes(journal.read_bytes() + b'{"at":"2026-')
    with reviewing(tmp_path) as (process, client):
        undone = client.get("/review/documents/0").json()
        assert undone["undo"] == 3
        revision = undone["revision"]
        assert client.post("/review/undo", json={"revision": revision}).json()["path"] == "precio"
        decide(client, "pago", "null")
    row = gold_rows(tmp_path)["zafra"]
    assert row["reviewed"] == ["fecha", "pago"]
    assert row["answer"]["testigos"] == ["Luis Rey Gil"]
    assert not (tmp_path / ".gold.jsonl.veraz-lock").exists()
    assert process.returncode == INTERRUPTED


def test_a_kill_amid_decisions_loses_none_that_was_answered(tmp_path: Path) -> None:
    many = [{**row, "id": f"{row['id']}-{number}"} for number in range(200) for row in rows()]
    write_output(tmp_path, many)
    taken: list[str] = []
    with reviewing(tmp_path) as (process, client), suppress(httpx.TransportError):
        for number, row in enumerate(many):
            decide(client, "pago", "accept", document=number)
            taken.append(row["id"])
            if len(taken) == 5:
                threading.Timer(0.03, process.kill).start()
    assert process.returncode == -signal.SIGKILL
    assert 5 <= len(taken) < len(many)
    with closing(open_session(tmp_path, many)) as session:
        decided = [number for number in range(len(many)) if session.state(number).covers("pago")]
    assert decided[: len(taken)] == list(range(len(taken)))
    assert len(decided) - len(taken) in (0, 1)
    assert list(gold_rows(tmp_path)) == [many[number]["id"] for number in decided]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "loopback"),
        (["--host", "example.org"], "loopback"),
        (["--below", "2"], "--below"),
        (["--gold", "out.jsonl"], "one file"),
        (["--input", "out.jsonl", "--gold", "./out.jsonl"], "one file"),
        (["--port", "70000"], "--port"),
        (["--schema", "none.json"], "none.json"),
        (["--gold", "."], "is no file"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_output(tmp_path)
    before = Path("out.jsonl").read_bytes()
    schema = [] if "--schema" in words else ["--schema", "schema.json"]
    assert main(["review", "out.jsonl", *schema, *words]) == 2
    assert said in capsys.readouterr().err
    assert Path("out.jsonl").read_bytes() == before


def test_the_gold_file_is_named_after_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_output(tmp_path)
    Path("out.gold.jsonl").write_text(json.dumps({"text": "sin id"}), encoding="utf-8")
    assert main(["review", "out.jsonl", "--schema", "schema.json"]) == 2
    assert "out.gold.jsonl, line 1 is no row of gold" in capsys.readouterr().err
