"""The Ray engine writes what the local engine writes."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from product import INSTRUCTION, SCHEMA, TEXT

from veraz.cli import main

START_SECONDS = 300


def lines(path: Path) -> list[str]:
    return sorted(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray (the extra `ray`)")
def test_ray_writes_the_rows_of_the_local_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, schema = tmp_path / "in.jsonl", tmp_path / "schema.json"
    rows = [{"id": f"acta-{number}", "text": f"{TEXT}\nFolio {number}."} for number in range(6)]
    # Of another type than the others' prices: nothing on the way may make them one.
    cents = {"id": "cents", "text": TEXT.replace("18.500", "18.500,50")}
    deep = '{"id": "honda", "text": "Hola", "schema": ' + '{"items": ' * 400 + "{}" + "}" * 401
    lines_in = [*map(json.dumps, [*rows, cents, {"id": "rota"}]), deep]
    source.write_text("\n".join(lines_in), encoding="utf-8")
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    command = [sys.executable, "-m", "veraz.cli", "batch", str(source)]
    given = ["--schema", str(schema), "--instruction", INSTRUCTION, "--model", "symbolic"]
    given += ["--concurrency", "2"]
    assert main(["batch", str(source), str(tmp_path / "local.jsonl"), *given]) == 1
    assert "9 rows written (2 failed)" in capsys.readouterr().err
    try:
        done = subprocess.run(
            [*command, str(tmp_path / "ray.jsonl"), "--engine", "ray", *given],
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"this machine is too slow for Ray: {START_SECONDS} s were not enough")
    assert done.returncode == 1, done.stderr
    assert "9 rows written (2 failed)" in done.stderr
    assert lines(tmp_path / "ray.jsonl") == lines(tmp_path / "local.jsonl")
    found = {row["id"]: row for row in map(json.loads, lines(tmp_path / "ray.jsonl"))}
    assert repr(found["acta-0"]["data"]["precio"]) == "18500"
    assert repr(found["cents"]["data"]["precio"]) == "18500.5"
