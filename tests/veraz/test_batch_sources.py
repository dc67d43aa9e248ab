"""Sources as people have them: Excel's CSV, other columns, standard input."""

import io
import json
import sys
from pathlib import Path

import pytest
from product import SCHEMA, TEXT

from nlp.errors import DocumentError, SettingsError, VerazError
from veraz.batch.sources import Reading, read_rows
from veraz.cli import main
from veraz.rows import Columns

COMMAS = 'id,texto\nuno,"La señora Núñez pagó 3,50 €; nada más"\ndos,Adiós\n'
SEMICOLONS = 'id;Texto\nuno;"La señora Núñez pagó 3,50 €; nada más"\ndos;Adiós\n'
TEXTS = ["La señora Núñez pagó 3,50 €; nada más", "Adiós"]


@pytest.mark.parametrize(
    ("name", "content", "reading"),
    [
        ("a.csv", COMMAS.encode(), Reading()),
        ("a.csv", SEMICOLONS.encode(), Reading()),
        ("a.csv", SEMICOLONS.encode("cp1252"), Reading()),
        ("a.csv", SEMICOLONS.replace("\n", "\r\n").encode("cp1252"), Reading()),
        ("a.csv", COMMAS.encode("utf-8-sig"), Reading()),
        ("a.csv", SEMICOLONS.encode("utf-8-sig"), Reading(encoding="utf-8-sig")),
        ("a.csv", SEMICOLONS.replace(";", "\t").replace("€\t", "€;").encode("utf-16"), Reading()),
        ("a.tsv", SEMICOLONS.replace(";", "\t").replace("€\t", "€;").encode(), Reading()),
        ("a.csv", ("sep=;\r\n" + SEMICOLONS).encode("cp1252"), Reading()),
        ("a.csv", (SEMICOLONS + ";\r\n;\r\n").encode("cp1252"), Reading()),
        ("a.csv", SEMICOLONS.encode("iso-8859-15"), Reading(encoding="iso-8859-15")),
        (
            "a.csv",
            SEMICOLONS.replace("id;Texto", "Folio;Cuerpo").encode(),
            Reading(columns=Columns("folio", "Cuerpo")),
        ),
        ("a.txt", SEMICOLONS.encode(), Reading(form="csv")),
        ("a.csv", SEMICOLONS.encode(), Reading(delimiter=";")),
    ],
)
def test_csv_as_it_comes(tmp_path: Path, name: str, content: bytes, reading: Reading) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    rows = list(read_rows(path, reading))
    assert [row.problem for row in rows] == ["", ""]
    assert [(row.id, row.text) for row in rows] == [("uno", TEXTS[0]), ("dos", TEXTS[1])]


def test_what_had_to_be_found_out_is_said(tmp_path: Path) -> None:
    path, said = tmp_path / "a.csv", list[str]()
    path.write_bytes(SEMICOLONS.encode("cp1252"))
    list(read_rows(path, say=said.append))
    assert said == [f"{path} is read as Windows-1252, columns separated by ;"]


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        # A text with separators that nobody quoted would be cut without a word.
        ("id;text\nuno;Pagó 3 €; nada más\ndos;Adiós\n".encode(), ["line-1"]),
        (b'id;text\nuno;"mal"cerrada\ndos;Bien\n', ["line-1"]),
        (b'id;text\ndos;Bien\nuno;"sin cerrar\ntres;Perdida\n', ["line-2"]),
        (b"id;text\nuno\ndos;Bien\n", ["uno"]),
        (b"id;text\r\nuno;Pe\x81iscola\r\ndos;Pe\xf1iscola\r\n", ["uno"]),
    ],
)
def test_a_broken_record_costs_itself(tmp_path: Path, content: bytes, ids: list[str]) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    rows = list(read_rows(path))
    assert [row.id for row in rows if row.problem] == ids
    assert [row.id for row in rows if not row.problem] == ["dos"]


@pytest.mark.parametrize(
    ("name", "content", "reading", "error", "said"),
    [
        ("a.csv", b"id;cuerpo\n1;Hola\n", Reading(), DocumentError, "its columns are: id, cuerpo"),
        ("a.csv", b"text\nHola\n", Reading(columns=Columns(id="folio")), DocumentError, "folio"),
        ("a.csv", b"text;text\nHola;b\n", Reading(), DocumentError, "twice"),
        ("a.csv", "text\nseñal\ncaf".encode() + b"\xe9\n", Reading(), DocumentError, "but for"),
        ("a.csv", b"", Reading(), DocumentError, "its columns are: none"),
        ("a.jsonl", b"{}", Reading(delimiter=";"), SettingsError, "--delimiter"),
        ("a.docx", b"", Reading(), DocumentError, "--format"),
        ("a.parquet", b"no es", Reading(), DocumentError, "is no Parquet"),
    ],
)
def test_a_source_that_cannot_be_read_is_said_before_any_row(
    tmp_path: Path, name: str, content: bytes, reading: Reading, error: type[VerazError], said: str
) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow", reason="needs pyarrow (the extra `ray`)")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=said):
        read_rows(tmp_path / name, reading)


def test_jsonl_and_folders_in_another_encoding(tmp_path: Path) -> None:
    lines, texts = tmp_path / "a.jsonl", tmp_path / "textos"
    texts.mkdir()
    (texts / "uno.txt").write_bytes("Peñíscola".encode("cp1252"))
    reading = Reading(encoding="cp1252")
    assert [row.text for row in read_rows(texts, reading)] == ["Peñíscola"]
    record = json.dumps({"id": "uno", "text": "Peñíscola"}, ensure_ascii=False)
    for encoding, given in (("cp1252", reading), ("utf-16", Reading()), ("utf-8-sig", Reading())):
        lines.write_bytes(record.encode(encoding))
        assert [(row.text, row.problem) for row in read_rows(lines, given)] == [("Peñíscola", "")]


def test_an_id_column_that_a_record_lacks_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"folio": 7, "cuerpo": "Hola"}\n{"cuerpo": "Adiós"}\n', encoding="utf-8")
    rows = list(read_rows(path, Reading(columns=Columns("folio", "cuerpo"))))
    assert [(row.id, bool(row.problem)) for row in rows] == [("7", False), ("line-2", True)]


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(SCHEMA), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("given", "more"),
    [
        (json.dumps({"id": "uno", "text": TEXT}) + "\n", []),
        (f'id;text\nuno;"{TEXT}"\n', ["--format", "csv"]),
    ],
)
def test_standard_input_to_standard_output(
    schema: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: str,
    more: list[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    assert main(["batch", "-", "-", "--schema", str(schema), "--model", "symbolic", *more]) == 0
    written = capsys.readouterr()
    (row,) = map(json.loads, written.out.splitlines())
    assert (row["id"], row["data"]["precio"]) == ("uno", 18500)
    assert "1 rows written" in written.err


@pytest.mark.parametrize("flag", ["--retry-failed", "--redo"])
def test_on_standard_output_there_is_nothing_to_go_on_with(
    schema: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], flag: str
) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "Hola"}\n')
    words = ["batch", str(tmp_path / "a.jsonl"), "-", "--schema", str(schema)]
    assert main([*words, "--model", "symbolic", flag]) == 2
    assert "standard output" in capsys.readouterr().err


DAYS = {"type": "object", "properties": {"entrega": {"type": "string", "format": "date"}}}


def test_relative_dates_count_from_the_day_of_the_batch_or_of_the_row(tmp_path: Path) -> None:
    source, out, schema = tmp_path / "a.csv", tmp_path / "o.jsonl", tmp_path / "s.json"
    schema.write_text(json.dumps(DAYS), encoding="utf-8")
    text = "La entrega se hizo ayer."
    source.write_text(f"id;text;reference\nuno;{text};\ndos;{text};2020-02-01\n", encoding="utf-8")
    words = ["batch", str(source), str(out), "--schema", str(schema), "--model", "symbolic"]
    assert main([*words, "--reference", "2026-03-14"]) == 0
    rows = {row["id"]: row["data"] for row in map(json.loads, out.read_text().splitlines())}
    assert rows == {"uno": {"entrega": "2026-03-13"}, "dos": {"entrega": "2020-01-31"}}


def test_below_the_confidence_asked_for_there_is_null(tmp_path: Path, schema: Path) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "o.jsonl"
    source.write_text(json.dumps({"id": "uno", "text": TEXT}) + "\n", encoding="utf-8")
    loose = {**SCHEMA, "required": []}
    schema.write_text(json.dumps(loose), encoding="utf-8")
    words = ["batch", str(source), str(out), "--schema", str(schema), "--model", "symbolic"]
    assert main([*words, "--abstain-below", "1"]) == 0
    assert not any(json.loads(out.read_text())["data"].values())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--encoding", "klingon"], "--encoding klingon"),
        (["--encoding", "base64"], "--encoding base64"),
        (["--delimiter", ";;"], "one character"),
    ],
)
def test_options_that_cannot_be_obeyed(
    tmp_path: Path, schema: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    (tmp_path / "a.csv").write_text("text\nHola\n")
    given = ["batch", str(tmp_path / "a.csv"), str(tmp_path / "o"), "--schema", str(schema)]
    assert main([*given, "--model", "symbolic", *words]) == 2
    assert said in capsys.readouterr().err


def test_texts_of_a_folder_need_a_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vacía").mkdir()
    with pytest.raises(DocumentError, match=r"holds no file of \.txt"):
        read_rows(tmp_path / "vacía")
    (tmp_path / "uno.txt").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "o.jsonl"
    assert main(["batch", str(tmp_path), str(out), "--model", "symbolic"]) == 2
    assert "--schema" in capsys.readouterr().err
    assert not out.exists()
