"""The command line as a person meets it."""

import json
from pathlib import Path

import pytest
from product import SCHEMA, TEXT

from veraz.cli import main
from veraz.commands.demo import FOR_QUALITY
from veraz.commands.parser import COMMANDS


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
        ("carta.doc", b"\xd0\xcf\x11\xe0\0\0", "is no text: save it as"),
        (".", None, "is a folder: `veraz batch` takes one"),
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
    assert main([*words, "--base-url", "http://127.0.0.1:9/v1"]) == 3
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_the_demo_runs_on_the_bundled_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--model", "symbolic"]) == 0
    shown = capsys.readouterr().out
    assert '"edad": 67' in shown
    assert "What each value rests on" in shown
    assert FOR_QUALITY not in shown


def test_a_wrong_option_shows_the_usage_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["extract", "acta.txt", "--schema", "acta.json", "--strictnes", "strict"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "usage: veraz extract" in said
    assert "--strictnes" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--prot", "80"], "did you mean --port?"),
        (["extract", "acta.txt", "--squema", "acta.json"], "--squema (did you mean --schema?)"),
        (["extract", "acta.txt", "--squema=acta.json"], "did you mean --schema?"),
        (["extrac", "acta.txt"], "did you mean extract?"),
        (["extract"], "the following arguments are required: text, --schema"),
        ([], "veraz --help"),
    ],
)
def test_what_is_misspelt_is_shown_as_it_is_spelt(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "acta.json' cannot be read: No such file or directory\n"),
        (b'{"type": }', "acta.json' is not JSON: Expecting value: line 1 column 10"),
        ("{'título'}".encode("latin-1"), "acta.json' is not UTF-8 (byte 3)"),
    ],
)
def test_a_schema_that_cannot_be_read_is_named_and_nothing_else_is_said(
    files: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
    said: str,
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    text, schema = files
    schema.unlink()
    if content is not None:
        schema.write_bytes(content)
    assert main(["extract", str(text), "--schema", str(schema)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_an_option_before_its_command_is_told_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["-q", "serve"])
    assert ended.value.code == 2
    assert "it stands behind the command: veraz serve -q" in capsys.readouterr().err


def test_quiet_and_verbose(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text, schema = files
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"id": "1", "text": TEXT}) + "\n", encoding="utf-8")
    words = ["batch", str(rows), "--schema", str(schema), "--model", "symbolic"]
    assert main([*words[:2], str(tmp_path / "a.jsonl"), *words[2:], "-q"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*words[:2], str(tmp_path / "b.jsonl"), *words[2:]]) == 0
    assert "1 rows written" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["extract", str(text), "--schema", str(schema), "-q", "-v"])


def test_verbose_tells_of_the_calls_but_not_what_they_said(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    text, schema = files
    words = ["extract", str(text), "--schema", str(schema), "--model", "m", "-v"]
    assert main([*words, "--base-url", "http://127.0.0.1:9/v1"]) == 3
    said = capsys.readouterr().err
    assert "http://127.0.0.1:9/v1 m json_schema: APIConnectionError" in said
    assert TEXT[:40] not in said


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command in script for command in COMMANDS)
    assert "on-unanswered" in script
