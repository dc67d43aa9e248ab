import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from llm.prompt import build_prompt
from llm.render import render_hints
from nlp import inspect
from nlp.candidates import FINDERS, find_candidates, run_finders
from nlp.errors import DocumentError, SettingsError
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.show.inspect_html import label_styles
from nlp.show.inspect_terminal import coloured, show
from nlp.show.inspection import Inspection, inspect_text
from nlp.show.inspection_words import value_words
from nlp.spans import LABELS, Candidate, Document, Value

TEXT = "La presa mide 78,5 m y costó 1.250.000 € <hoy>. La firmó la Dra. Ana Ruiz el 3 de mayo de 2024."
SCHEMA = {
    "type": "object",
    "properties": {
        "altura": {"type": ["number", "null"], "description": "Altura en metros"},
        "fecha": {"type": ["string", "null"], "format": "date"},
        "estado": {"enum": ["en obras", "terminada"]},
    },
}


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "presa.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_json_of_a_file(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect.main([str(sheet), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["id"] == "presa.txt"
    assert set(answer["milliseconds"]) == set(FINDERS)
    found = {one["mention"]: one for one in answer["candidates"]}
    assert found["78,5 m"]["value"] == {"kind": "quantity", "number": 78.5, "unit": "m"}
    assert all(TEXT[one["start"] : one["end"]] == one["mention"] for one in answer["candidates"])


def test_a_text_and_one_finder(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect.main(["Llegó el 3 de mayo con 4 kg.", "--json", "--finder", "dates"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {one["source"] for one in answer["candidates"]} == {"dates"}
    assert list(answer["milliseconds"]) == ["dates"]


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Piped:
        buffer = io.BytesIO("\ufeffCuesta 3 €.".encode())

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr("sys.stdin", Piped())
    assert inspect.main(["-", "--json"]) == 0
    found = [one["mention"] for one in json.loads(capsys.readouterr().out)["candidates"]]
    assert "3 €" in found


def test_hints_of_a_schema(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(SCHEMA), encoding="utf-8")
    assert inspect.main([str(sheet), "--json", "--schema", str(path)]) == 0
    fields = {one["path"]: one for one in json.loads(capsys.readouterr().out)["fields"]}
    best = fields["altura"]["hints"][0]
    assert best["mention"] == "78,5 m"
    assert best["reasons"]
    assert 0 < fields["altura"]["answered"] <= 1
    assert [one["value"] for one in fields["estado"]["choices"]]
    assert inspect.main([str(sheet), "--schema", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Altura en metros" in shown
    assert "answered" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_existe.txt"], "there is no file"),
        (["hola", "--schema", "no_existe.json"], "no_existe.json"),
    ],
)
def test_usage_errors(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect.main(arguments) == 2
    assert words in capsys.readouterr().err


def test_unknown_finder_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        inspect.main(["hola", "--finder", "nada"])
    assert stop.value.code == 2
    assert "entities" in capsys.readouterr().err
    with pytest.raises(SettingsError, match="there are spaced_out, ages"):
        inspect_text("hola", finders=["nada"])


def test_a_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("año".encode("latin-1"))
    assert inspect.main([str(path)]) == 2
    assert "not UTF-8" in capsys.readouterr().err
    with pytest.raises(DocumentError):
        inspect_text(b"hola")  # type: ignore[arg-type]


def test_a_failed_finder_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(document: Document) -> tuple[Candidate, ...]:
        raise ValueError("roto")

    monkeypatch.setattr(
        "nlp.show.inspection.FINDERS", {"broken": broken, "dates": FINDERS["dates"]}
    )
    assert inspect.main(["Fue en 1998."]) == 1
    printed = capsys.readouterr()
    assert "1998" in printed.out
    assert "the finder broken failed" in printed.err
    assert "ValueError: roto" in printed.err


def test_the_table_fits_eighty_columns() -> None:
    out = io.StringIO()
    show(inspect_text(TEXT), Console(file=out, width=80), times=True)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    (row,) = [line for line in lines if line.split()[1:2] == ["MONEY"]]
    assert row.split() == ["29–40", "MONEY", "1.250.000", "€", "1250000", "EUR", "quantities"]
    assert any(line.startswith("all ") for line in lines)
    assert "not shown:" in out.getvalue()


def named(start: int, end: int, label: str) -> Candidate:
    return Candidate(start, end, "ab\ncd efg"[start:end], label, None, "dates")


@pytest.mark.parametrize(
    ("spans", "shown"),
    [
        ([named(0, 9, "DATE"), named(3, 5, "NUMBER")], "[ab\n[cd]NUMBER efg]DATE"),
        ([named(0, 5, "DATE"), named(3, 9, "NUMBER")], "[ab\ncd]DATE efg"),
        ([named(0, 2, "DATE"), named(6, 9, "TIME")], "[ab]DATE\ncd [efg]TIME"),
        ([], "ab\ncd efg"),
    ],
)
def test_brackets_where_there_is_no_colour(spans: list[Candidate], shown: str) -> None:
    assert coloured("ab\ncd efg", spans, in_colour=False).plain == shown


def test_a_terminal_is_not_obeyed_by_the_text() -> None:
    text = "rojo \x1b[31m y \u202e al revés \x00"
    assert "\x1b" not in coloured(text, [], in_colour=True).plain
    assert len(coloured(text, [], in_colour=True).plain) == len(text)


class Page(HTMLParser):
    """Collects the text section, the ids over each piece and anything fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.pieces: list[tuple[str, str]] = []
        self.fetched: list[str] = []
        self.depth = 0
        self.over = ""
        self.script = ""
        self.in_found = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.fetched += [value or "" for key, value in attrs if key in {"src", "href"}]
        if tag == "section":
            self.depth = 1 if named.get("id") == "text" else 0
        self.over = named.get("data-c") or "" if tag == "span" else ""
        self.in_found = named.get("id") == "found"

    def handle_endtag(self, tag: str) -> None:
        self.over = "" if tag == "span" else self.over
        self.depth = 0 if tag == "section" else self.depth
        self.in_found = False

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.text += data
            if self.over:
                self.pieces.append((self.over, data))
        if self.in_found:
            self.script += data


def read(inspection: Inspection) -> Page:
    page = Page()
    page.feed(inspection.to_html())
    return page


def test_the_page_holds_the_text_and_every_span() -> None:
    text = TEXT + " </script><b>&amp; 🙂"
    inspection = inspect_text(text, schema=SCHEMA)
    page = read(inspection)
    assert page.text == text
    assert page.fetched == []
    spans = json.loads(page.script)["spans"]
    for index, candidate in enumerate(inspection.candidates):
        mention = "".join(data for over, data in page.pieces if str(index) in over.split())
        assert mention == candidate.mention == spans[index]["mention"]


def test_names_stand_above_phrases_and_sentences() -> None:
    inspection = inspect_text("Llegó Ana Ruiz.")
    over = {data: ids.split() for ids, data in read(inspection).pieces}
    top = inspection.candidates[int(over["Ana Ruiz"][0])]
    assert top.label == "PERSON"
    assert inspection.candidates[int(over["Ana Ruiz"][-1])].label == "SENTENCE"


def test_in_a_notebook_the_page_has_a_frame_of_its_own() -> None:
    cell = inspect_text(TEXT)._repr_html_()
    assert cell.startswith("<iframe srcdoc=")
    assert "<script>" not in cell


def test_the_command_writes_the_page(
    sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert inspect.main([str(sheet), "--html", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(page) in capsys.readouterr().err


def test_every_label_has_a_style() -> None:
    assert set(label_styles()) == set(LABELS)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, ""),
        (Value("number", 3.0), "3"),
        (Value("quantity", 300, unit="km", modifier="approx"), "≈ 300 km"),
        (Value("number_range", low=300, modifier="more_than"), "> 300–…"),
        (Value("quantity_range", low=5, high=10, unit="kg"), "5–10 kg"),
        (Value("date", timex="2019-05"), "2019-05"),
        (Value("date_range", timex="2019-05-03", timex_end="2019-05-05"), "2019-05-03/2019-05-05"),
        (Value("identifier", text="12345678Z"), "12345678Z"),
        (Value("number", 1.5e20), "1.5e+20"),
    ],
)
def test_values_in_words(value: Value | None, words: str) -> None:
    assert value_words(value) == words


def test_the_finders_run_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the debugger shows is what extraction reads."""
    inspection = inspect_text(TEXT)
    assert inspection.candidates == run_finders(Document("other", TEXT)).candidates


def test_hints_of_inspect_are_those_of_the_prompt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Expediente: QX-4471\nFecha de ingreso: 27/02/2024\nFecha de alta: 04/03/2024\n"
    asked = {
        "type": "object",
        "properties": {
            "expediente": {"type": "string", "pattern": r"^[A-Z]{2}-\d{4}$"},
            "noches_estancia": {"type": "integer"},
            "fecha_alta": {"type": "string", "format": "date"},
        },
    }
    path = tmp_path / "s.json"
    path.write_text(json.dumps(asked), encoding="utf-8")
    assert inspect.main([text, "--json", "--schema", str(path), "--instruction", "Extrae."]) == 0
    told = json.loads(capsys.readouterr().out)["hints"]
    schema = compile_schema(asked, instruction="Extrae.")
    document = Document("x", text)
    prompt = build_prompt(
        document, schema, match_hints(document, find_candidates(document), schema)
    )
    written = render_hints(prompt.hints)
    assert told
    assert written in prompt.messages[-1].content
    assert written.count("«") == len(told)
    for one in told:
        assert set(one) >= {"path", "mention", "start", "end", "value", "kind"}
        assert text[one["start"] : one["end"]] == one["mention"]
        assert f"«{one['mention']}»" in written
        assert one["path"] is None or f"- {one['path']} ← " in written
        assert str(one["value"]) in written
