"""What stands in the output of a batch: never mixed, never overwritten, never silently left."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from product import SCHEMA, TEXT

from veraz.batch.sink import FileSink
from veraz.cli import main

Said = pytest.CaptureFixture[str]
IDS = ["acta-0", "acta-1", "acta-2"]


class Batch:
    """A folder with a source, a schema and an output."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.out = folder, folder / "salida.jsonl"
        self.source, self.schema = folder / "actas.jsonl", folder / "acta.json"
        self.schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
        self.write([{"id": id, "text": f"{TEXT} {id}"} for id in IDS])

    def write(self, rows: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        self.source.write_text(text, encoding="utf-8")

    def words(self, *more: str, schema: bool = True) -> list[str]:
        words = ["batch", str(self.source), str(self.out), "--model", "symbolic", *more]
        return [*words, "--schema", str(self.schema)] if schema else words

    def run(self, *more: str, schema: bool = True) -> int:
        return main(self.words(*more, schema=schema))

    def rows(self) -> dict[str, dict[str, Any]]:
        lines = self.out.read_text(encoding="utf-8").splitlines()
        assert len(lines) == len({json.loads(line)["id"] for line in lines})
        return {row["id"]: row for row in map(json.loads, lines)}

    def states(self) -> dict[str, str]:
        return {id: row["status"] for id, row in sorted(self.rows().items())}


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tmp_path)


def test_failed_rows_that_stand_there_are_not_forgotten_by_the_next_run(
    batch: Batch, capsys: Said
) -> None:
    batch.write([{"id": "bien", "text": TEXT}, {"id": "sin-texto"}])
    assert [batch.run(), batch.run()] == [1, 1]
    said = capsys.readouterr().err
    assert "0 rows written (0 failed)" in said
    assert "1 rows of" in said
    assert "--retry-failed" in said
    batch.write([{"id": "bien", "text": TEXT}, {"id": "sin-texto", "text": TEXT}])
    assert [batch.run("--retry-failed"), batch.run()] == [0, 0]


def test_a_forgotten_schema_costs_nothing_but_a_second_command(batch: Batch, capsys: Said) -> None:
    assert batch.run(schema=False) == 1
    assert set(batch.states().values()) == {"failed"}
    assert batch.run() == 0
    assert batch.states() == dict.fromkeys(IDS, "ok")
    assert "3 failed rows were made otherwise and are tried again: the schema" in (
        capsys.readouterr().err
    )


def other_schema(batch: Batch) -> list[str]:
    fields = {name: SCHEMA["properties"][name] for name in ("compradora", "precio")}
    batch.schema.write_text(json.dumps({**SCHEMA, "properties": fields}), encoding="utf-8")
    return []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_schema, "what differs: the schema."),
        (["--instruction", "Extrae el precio."], "the instruction (they had none)"),
        (["--pipeline", "baseline"], "--pipeline (was grounded, is baseline)"),
        (["--strictness", "strict"], "--strictness (was balanced, is strict)"),
        (["--abstain-below", "0.5"], "--abstain-below (was not set, is 0.5)"),
        (["--reference", "2021-03-04"], "--reference (was not set, is 2021-03-04)"),
        (["--evidence"], "--evidence (was not set, is set)"),
        (
            ["--model", "otro", "--base-url", "http://127.0.0.1:9/v1"],
            "--model (was symbolic, is otro)",
        ),
    ],
)
def test_rows_made_otherwise_are_not_mixed(
    batch: Batch, capsys: Said, change: list[str] | Callable[[Batch], list[str]], said: str
) -> None:
    assert batch.run() == 0
    before = batch.out.read_bytes()
    more = change if isinstance(change, list) else change(batch)
    assert batch.run(*more) == 2
    assert batch.run(*more, "--retry-failed") == 2
    told = capsys.readouterr().err
    assert said in told
    assert "--redo" in told
    assert "another output" in told
    assert batch.out.read_bytes() == before


def test_a_strictness_of_the_environment_is_one_too(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert batch.run() == 0
    monkeypatch.setenv("VERAZ_STRICTNESS", "strict")
    assert batch.run() == 2


def test_redo_extracts_everything_anew_and_loses_nothing(batch: Batch, capsys: Said) -> None:
    assert batch.run() == 0
    before = batch.out.read_bytes()
    assert batch.run("--strictness", "strict", "--redo") == 0
    assert {row["made"]["strictness"] for row in batch.rows().values()} == {"strict"}
    assert (batch.folder / "salida.jsonl.before-1").read_bytes() == before
    assert "salida.jsonl.before-1" in capsys.readouterr().err
    assert batch.run("--strictness", "strict") == 0
    assert batch.run("--redo") == 0
    assert len(list(batch.folder.glob("salida.jsonl.before-*"))) == 2


def test_rows_of_before_there_were_settings_in_them_are_gone_on_with(
    batch: Batch, capsys: Said
) -> None:
    old = [{"id": "acta-0", "status": "ok", "data": {}}, {"id": "acta-1", "status": "failed"}]
    batch.out.write_text("".join(json.dumps(row) + "\n" for row in old))
    assert batch.run() == 1
    assert batch.states() == {"acta-0": "ok", "acta-1": "failed", "acta-2": "ok"}
    assert "do not say what they were made with" in capsys.readouterr().err


@pytest.mark.parametrize(
    "rows",
    [
        [{"id": "acta-0", "text": "Otra cosa."}],
        [{"id": "acta-0", "text": f"{TEXT} acta-0", "instruction": "Extrae el precio."}],
        [{"id": "nueva", "text": TEXT}, {"id": "nueva", "text": "Otra de igual nombre."}],
    ],
)
def test_another_text_under_an_id_that_is_done_is_not_passed_over_in_silence(
    batch: Batch, capsys: Said, rows: list[dict[str, Any]]
) -> None:
    assert batch.run() == 0
    batch.write(rows)
    assert batch.run() == 1
    assert f"the first: {rows[0]['id']}" in capsys.readouterr().err


def test_a_second_run_is_refused_and_a_killed_one_holds_nothing(batch: Batch, capsys: Said) -> None:
    hold = (
        "import sys, time; from pathlib import Path; from veraz.batch.sink import FileSink;"
        "sink = FileSink(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(batch.out)], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        started = time.monotonic()
        assert batch.run() == 2
        assert time.monotonic() - started < 20
        assert "another run is writing to" in capsys.readouterr().err
        holder.kill()
    assert batch.run() == 0
    assert not list(batch.folder.glob(".*"))


@pytest.mark.parametrize(
    "content",
    [
        b"Una sola l\xc3\xadnea, sin final", b"Una\nDos, sin final", b"Una\nDos\n",
        b'{"id": "x", "data": 1}', b'[{"id": "x", "status": "ok"}]',
        b'{"id": "x", "status": "ok"}\n{"clave": 1}',
        b'{"id": "x", "status": "ok"}\nUna nota, sin final', b'{"esto no es', b"\0\0\0\0",
        b"\xff\xfeU\0n\0a\0", b"null\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", [[], ["--retry-failed"], ["--redo"]])
def test_what_is_not_ours_is_left_as_it_is(
    batch: Batch, capsys: Said, content: bytes, more: list[str]
) -> None:
    batch.out.write_bytes(content)
    assert batch.run(*more) == 2
    assert "is not a row of an earlier batch" in capsys.readouterr().err
    assert batch.out.read_bytes() == content


def test_what_a_kill_leaves_is_mended(batch: Batch) -> None:
    assert batch.run() == 0
    lines = batch.out.read_bytes().splitlines(keepends=True)
    for cut in range(0, len(lines[0]), 7):
        batch.out.write_bytes(lines[0][:cut])
        with FileSink(batch.out) as sink:
            assert sink.resumed == 0
    whole = lines[0] + lines[1]
    for cut in range(len(whole) - 5, len(whole)):
        batch.out.write_bytes(whole[:cut])
        with FileSink(batch.out) as sink:
            # A row that lacks nothing but the end of its line was paid for.
            assert sink.resumed == (2 if cut == len(whole) - 1 else 1)
    assert batch.run() == 0
    assert batch.states() == dict.fromkeys(IDS, "ok")


def links(kind: str) -> Callable[[Batch], None]:
    def link(batch: Batch) -> None:
        (os.symlink if kind == "symlink" else os.link)(batch.source, batch.out)

    return link


def nothing(batch: Batch) -> None:
    batch.out = batch.source


@pytest.mark.parametrize("make", [nothing, links("symlink"), links("hardlink")])
def test_the_source_is_never_the_output(
    batch: Batch, capsys: Said, make: Callable[[Batch], None]
) -> None:
    before = batch.source.read_bytes()
    make(batch)
    assert batch.run() == 2
    assert "are one file" in capsys.readouterr().err
    assert batch.source.read_bytes() == before


@pytest.mark.parametrize("name", ["acta.json", "cache.sqlite", "textos/salida.txt"])
def test_nothing_that_is_read_is_the_output(batch: Batch, name: str) -> None:
    (batch.folder / "textos").mkdir()
    (batch.folder / "textos" / "uno.txt").write_text(TEXT, encoding="utf-8")
    batch.source, batch.out = batch.folder / "textos", batch.folder / name
    assert batch.run("--cache", str(batch.folder / "cache.sqlite")) == 2
    assert json.loads(batch.schema.read_text()) == SCHEMA


def folder(batch: Batch) -> str:
    batch.out.mkdir()
    return "is no file to write rows to"


def below_a_file(batch: Batch) -> str:
    batch.out = batch.schema / "salida.jsonl"
    return "Name an output in a folder that can"


def device(batch: Batch) -> str:
    batch.out = Path("/dev/full")
    return "is no file to write rows to"


def no_place(batch: Batch) -> str:
    batch.out = Path("/proc/salida.jsonl")
    return "cannot be written to"


@pytest.mark.parametrize("make", [folder, below_a_file, device, no_place])
def test_an_output_that_cannot_be_is_said(
    batch: Batch, capsys: Said, make: Callable[[Batch], str]
) -> None:
    said = make(batch)
    assert batch.run() == 2
    assert said in capsys.readouterr().err


def test_a_missing_folder_is_made_and_a_link_to_an_output_stays_one(batch: Batch) -> None:
    target = batch.folder / "otra" / "más" / "salida.jsonl"
    batch.out.symlink_to(target)
    assert batch.run() == 0
    assert batch.out.is_symlink()
    assert len(target.read_text().splitlines()) == 3
    target.write_text(target.read_text().replace('"status":"ok"', '"status":"failed"', 1))
    assert batch.run("--retry-failed") == 0
    assert batch.out.is_symlink()


def test_a_full_disk_ends_the_batch_with_whole_rows_and_the_next_run_goes_on(batch: Batch) -> None:
    batch.write([{"id": f"acta-{n}", "text": f"{TEXT} {n}"} for n in range(8)])
    small = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500));"
        "from veraz.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", small, *batch.words()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert "run the same command to go on" in done.stderr
    whole = batch.out.read_bytes()
    assert whole.endswith(b"\n")
    assert 0 < len(batch.rows()) < 8
    assert batch.run() == 0
    assert batch.out.read_bytes().startswith(whole)
    assert len(batch.rows()) == 8


def test_a_disk_too_full_to_take_failed_rows_out_keeps_them(
    batch: Batch, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    batch.write([{"id": "bien", "text": TEXT}, {"id": "sin-texto"}])
    assert batch.run() == 1
    before = batch.out.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("veraz.batch.standing.os.fsync", full)
    assert batch.run("--retry-failed") == 2
    assert "No space left on device" in capsys.readouterr().err
    assert batch.out.read_bytes() == before
    assert not list(batch.folder.glob(".*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pipeline", "ninguno"], "unknown pipeline"),
        (["--abstain-below", "7"], "from 0 to 1"),
        (["--reference", "ayer"], "2026-03-14"),
        (["--model", "otro"], "needs a server"),
        (["--model", "recorded:no-hay.jsonl"], "cannot read"),
    ],
)
def test_what_every_row_would_meet_is_said_before_any(
    batch: Batch, capsys: Said, words: list[str], said: str
) -> None:
    assert batch.run(*words) == 2
    assert said in capsys.readouterr().err
    assert not batch.out.exists()


def test_a_schema_that_cannot_be_is_said_before_any_row(batch: Batch, capsys: Said) -> None:
    for wrong in ("true", "[]", '{"type": "objeto"}', '{"precio": "número"}'):
        batch.schema.write_text(wrong, encoding="utf-8")
        assert batch.run() == 2, wrong
    assert not batch.out.exists()
