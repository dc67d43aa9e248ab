"""The command line as a person meets it."""

import json
from pathlib import Path

import pytest
from product import SCHEMA, TEXT

from veraz.cli import COMMANDS, main


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    text, schema = tmp_path / "acta.txt", tmp_path / "acta.json"
    text.write_text(TEXT, encoding="utf-8")
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    return text, schema


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert "usage: veraz" in capsys.readouterr().out


def test_extract_prints_json(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    text, schema = files
    assert main(["extract", str(text), "--schema", str(schema), "--model", "symbolic"]) == 0
    assert json.loads(capsys.readouterr().out)["precio"] == 18500


def test_extract_shows_what_each_value_rests_on(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    text, schema = files
    assert (
        main(["extract", str(text), "--schema", str(schema), "--model", "symbolic", "--table"]) == 0
    )
    assert "18.500" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("no-hay.txt", None, "cannot be read"),
        ("latin1.txt", "Peñíscola".encode("latin-1"), "is not UTF-8"),
    ],
)
def test_a_text_that_cannot_be_read(
    files: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    said: str,
) -> None:
    path = files[0].parent / name
    if content is not None:
        path.write_bytes(content)
    assert main(["extract", str(path), "--schema", str(files[1]), "--model", "symbolic"]) == 2
    assert said in capsys.readouterr().err


def test_an_unreachable_server_is_said(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    text, schema = files
    words = ["extract", str(text), "--schema", str(schema), "--model", "m"]
    assert main([*words, "--base-url", "http://127.0.0.1:9/v1"]) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_the_demo_runs_on_the_bundled_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--model", "symbolic"]) == 0
    shown = capsys.readouterr().out
    assert '"edad": 67' in shown
    assert "What each value rests on" in shown
