"""Documents as people have them: PDF, DOCX, HTML and plain text."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from made_documents import write_pdf

from nlp.errors import DocumentError, SettingsError
from veraz import documents
from veraz.batch.sources import read_rows
from veraz.cli import main
from veraz.documents import read_document

fpdf = pytest.importorskip("fpdf", reason="needs fpdf2 (the extra `dev`)")
docx = pytest.importorskip("docx", reason="needs python-docx (the extra `documents`)")
pytest.importorskip("inscriptis", reason="needs inscriptis (the extra `documents`)")

LINES = ("Acta de entrega", "Referencia: AE-2031/7", "Entregó la llave Jacinta Quirós Peña.")
HTML = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Recibo</title>
<style>td { color: red }</style><script>var importe = 999;</script></head><body>
<h1>Recibo n.º 41</h1><p>Pagó <b>Eulalia Ibáñez</b> el 3 de mayo de 2024.</p>
<table><tr><th>Concepto</th><th>Importe</th></tr><tr><td>Cuota</td><td>12,50 €</td></tr></table>
<ul><li>Primera nota.</li><li>Segunda nota.</li></ul></body></html>"""
SCHEMA = {
    "type": "object",
    "properties": {"referencia": {"type": "string", "description": "Referencia del acta"}},
    "required": ["referencia"],
}


def write_docx(path: Path) -> Path:
    document = docx.Document()
    document.add_heading("Contrato de obra", level=1)
    document.add_paragraph("Contrata Obdulia Cárdenas.")
    table = document.add_table(rows=2, cols=3)
    for column, name in enumerate(("Partida", "Unidades", "Precio")):
        table.cell(0, column).text = name
    merged = table.cell(1, 0).merge(table.cell(1, 1))
    merged.text = "Demolición"
    table.cell(1, 2).text = "1.200 €"
    document.add_paragraph("Sin amianto.", style="List Bullet")
    document.save(str(path))
    return path


def test_a_pdf_with_text(tmp_path: Path) -> None:
    document = read_document(write_pdf(tmp_path / "acta.pdf", LINES, (), ("Segunda hoja.",)))
    assert document.id == "acta"
    assert document.text.splitlines() == [*LINES, "", "Segunda hoja."]


def test_columns_of_a_pdf_are_kept_apart_on_request(tmp_path: Path) -> None:
    pdf = fpdf.FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=12)
    for left, right in (("Emisor", "Cliente"), ("Talleres Oria", "Casa Bermeja")):
        pdf.cell(w=90, text=left)
        pdf.cell(w=90, text=right, new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(tmp_path / "a.pdf"))
    first, second = read_document(tmp_path / "a.pdf", columns=True).text.splitlines()
    assert first.index("Cliente") == second.index("Casa Bermeja") > len("Talleres Oria") + 1
    with pytest.raises(SettingsError, match="is no PDF"):
        read_document(tmp_path / "a.txt", columns=True)


def test_a_scanned_pdf_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"2 pages are scanned or empty.*ocrmypdf -l spa"):
        read_document(write_pdf(tmp_path / "foto.pdf", (), ()))


def test_a_locked_pdf_is_refused(tmp_path: Path) -> None:
    # Some ciphers need a package more; either way it is said that the file cannot be opened.
    with pytest.raises(DocumentError, match=r"password|no PDF that can be read"):
        read_document(write_pdf(tmp_path / "a.pdf", LINES, password="secreta"))


def test_a_docx_keeps_the_order_of_paragraphs_tables_and_lists(tmp_path: Path) -> None:
    assert read_document(write_docx(tmp_path / "obra.docx")).text.splitlines() == [
        "Contrato de obra",
        "Contrata Obdulia Cárdenas.",
        "| Partida | Unidades | Precio |",
        "| Demolición | 1.200 € |",
        "",
        "- Sin amianto.",
    ]


def test_a_docx_that_unpacks_to_more_than_a_machine_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_UNPACKED", 1000)
    with zipfile.ZipFile(tmp_path / "a.docx", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", " " * 2000)
    with pytest.raises(DocumentError, match="unpacks to more"):
        read_document(tmp_path / "a.docx")


@pytest.mark.parametrize(
    "written",
    [
        HTML.encode(),
        HTML.replace("utf-8", "windows-1252").encode("cp1252"),
        HTML.replace('<meta charset="utf-8">', "").encode("cp1252"),
        ('<?xml version="1.0" encoding="utf-8"?>' + HTML).encode(),
    ],
)
def test_a_page(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "r.html").write_bytes(written)
    text = read_document(tmp_path / "r.html").text
    assert "Pagó Eulalia Ibáñez el 3 de mayo de 2024." in text
    assert "Recibo n.º 41" in text
    assert "12,50 €" in text
    assert "* Primera nota." in text
    assert "999" not in text
    concept, amount = (line for line in text.splitlines() if "Concepto" in line or "Cuota" in line)
    assert concept.index("Importe") == amount.index("12,50")


@pytest.mark.parametrize("name", ["a.pdf", "a.docx"])
def test_what_is_not_what_its_name_says(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / name).write_bytes(b"no soy lo que digo")
    with pytest.raises(DocumentError, match="that can be read"):
        read_document(tmp_path / name)
    assert not caplog.records


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.odt", "expected one of .txt"),
        ("no.pdf", "cannot be read: No such file"),
        ("no.docx", "cannot be read: No such file"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        read_document(tmp_path / name)


def test_an_empty_page_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("")
    with pytest.raises(DocumentError, match="holds no text"):
        read_document(tmp_path / "a.html")


def test_a_missing_library_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_pdf(tmp_path / "a.pdf", LINES)
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(DocumentError, match=r"veraz\[documents\]"):
        read_document(path)


def test_extract_reads_a_pdf_and_gives_the_text_its_offsets_are_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, schema = write_pdf(tmp_path / "acta.pdf", LINES), tmp_path / "s.json"
    schema.write_text(json.dumps(SCHEMA))
    words = ["extract", str(path), "--schema", str(schema), "--model", "symbolic", "--json"]
    assert main(words) == 0
    shown: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert shown["data"] == {"referencia": "AE-2031/7"}
    evidence = shown["fields"][0]["evidence"][0]
    assert shown["text"][evidence["start"] : evidence["end"]] == "AE-2031/7"


def test_a_folder_of_many_forms(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_pdf(folder / "acta.pdf", LINES)
    write_pdf(folder / "foto.PDF", ())
    write_docx(folder / "obra.docx")
    (folder / "acta.txt").write_text("Acta", encoding="utf-8")
    (folder / "notas.md").write_text("no se lee", encoding="utf-8")
    rows = {row.id: row for row in read_rows(folder)}
    assert list(rows) == ["acta.pdf", "acta", "foto.PDF", "obra.docx"]
    assert rows["acta.pdf"].text.startswith("Acta de entrega")
    assert "ocrmypdf" in rows["foto.PDF"].problem
    with pytest.raises(DocumentError, match="veraz extract"):
        read_rows(folder / "acta.pdf")


def test_a_batch_with_evidence_brings_the_text_of_what_was_converted(tmp_path: Path) -> None:
    folder, schema, out = tmp_path / "in", tmp_path / "s.json", tmp_path / "out.jsonl"
    folder.mkdir()
    schema.write_text(json.dumps(SCHEMA))
    write_pdf(folder / "acta.pdf", LINES)
    (folder / "b.txt").write_text("\n".join(LINES), encoding="utf-8")
    words = ["batch", str(folder), str(out), "--schema", str(schema), "--model", "symbolic"]
    assert main([*words, "--evidence", "-q"]) == 0
    rows = {row["id"]: row for row in map(json.loads, out.read_text().splitlines())}
    assert rows["acta.pdf"]["text"] == "\n".join(LINES)
    assert "text" not in rows["b"]
