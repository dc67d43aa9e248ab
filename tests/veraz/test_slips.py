"""Slips of a schema are told at each door, each once; formats bind from end to end."""

import json
import warnings
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from product import settings

from nlp.errors import AnswerError, SchemaWarning
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from veraz import Extractor
from veraz.batch.options import BatchOptions
from veraz.batch.row_extractor import RowExtractor
from veraz.cli import main
from veraz.service import create_app
from veraz.slips import MOST_TOLD, warn_of_slips

TEXT = "El Ayuntamiento de Lugo abrió la piscina el 4 de mayo de 2026. Hola."
SLIPPED: dict[str, Any] = {
    "type": "object",
    "properties": {"lugar": {"type": "string", "desciption": "dónde"}, "fecha": {"type": "string"}},
    "required": ["lugar", "fehca"],
}
SAID = (
    "/properties/lugar/desciption: 'desciption' is no keyword and says nothing: did you mean "
    "`description`?",
    "/required: no property is called 'fehca': did you mean 'fecha'?",
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "d.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "schema.json").write_text(json.dumps(SLIPPED), encoding="utf-8")
    rows = "".join(json.dumps({"id": str(n), "text": TEXT}) + "\n" for n in range(3))
    (tmp_path / "in.jsonl").write_text(rows, encoding="utf-8")
    return tmp_path


def told(printed: str) -> list[str]:
    before = "veraz: warning: the schema at "
    return [line.removeprefix(before) for line in printed.splitlines() if line.startswith(before)]


def test_extract_tells_each_slip_once(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["extract", str(files / "d.txt"), "--schema", str(files / "schema.json")]
    for _ in range(2):
        main([*asked, "--model", "symbolic"])
        printed = capsys.readouterr()
        assert told(printed.err) == [*SAID]
        assert json.loads(printed.out)


@pytest.mark.parametrize("more", [[], ["--workers", "2"]])
def test_batch_tells_each_slip_once(
    files: Path, more: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    if more:
        forkserver._forkserver._stop()  # type: ignore[attr-defined]  # the next writes to this test
    asked = ["batch", str(files / "in.jsonl"), str(files / "out.jsonl"), "--model", "symbolic"]
    main([*asked, "--schema", str(files / "schema.json"), *more])
    printed = capfd.readouterr().err
    assert told(printed) == [*SAID]
    assert "SchemaWarning" not in printed


def test_the_command_schema_shows_them_first(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schema", str(files / "schema.json"), "--jsonl"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert tuple(f"{slip['pointer']}: {slip['reason']}" for slip in line["slips"]) == SAID
    assert main(["schema", str(files / "schema.json")]) == 0
    shown = capsys.readouterr()
    remarks = [line for line in shown.out.splitlines() if line[:8].strip() in ("slip", "note")]
    assert [line[:8].strip() for line in remarks][:2] == ["slip", "slip"]
    assert told(shown.err) == []


def test_the_library_warns_once() -> None:
    with (
        Extractor(model="symbolic", on_unanswered="omit") as extractor,
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("default")
        for _ in range(2):
            extractor.extract(TEXT, "", SLIPPED)
    assert [str(one.message) for one in caught] == [*SAID]
    assert {one.category for one in caught} == {SchemaWarning}


def test_a_user_can_make_them_errors() -> None:
    with Extractor(model="symbolic") as extractor, warnings.catch_warnings():
        warnings.simplefilter("error", SchemaWarning)
        with pytest.raises(SchemaWarning, match="desciption"):
            extractor.extract(TEXT, "", SLIPPED)


def test_the_row_extractor_warns_where_it_checks() -> None:
    extractor = RowExtractor(BatchOptions(schema=SLIPPED, model="symbolic"))
    with pytest.warns(SchemaWarning) as caught:
        extractor.check()
    assert [str(one.message) for one in caught] == [*SAID]


def test_many_slips_are_summed_up() -> None:
    schema: Schema = compile_schema(
        {"properties": {f"c{n}": {"tpye": "string"} for n in range(MOST_TOLD + 7)}}
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        warn_of_slips(schema)
    assert len(caught) == MOST_TOLD + 1
    assert str(caught[-1].message).startswith("7 slips more")


def test_the_playground_is_told() -> None:
    with TestClient(create_app(settings(model="symbolic"))) as client:
        lint = client.post("/playground/schema", json={"schema": SLIPPED}).json()["lint"]
    assert [one["level"] for one in lint][:3] == ["slip", "slip", "note"]
    assert tuple(f"{one['pointer']}: {one['reason']}" for one in lint[:2]) == SAID


FORMATS = [
    ("email", "Hola."),
    ("date", "mañana"),
    ("date-time", "el 4 de mayo"),
    ("time", "por la tarde"),
    ("uri", "la web del ayuntamiento"),
    ("uuid", "sin código"),
    ("ipv4", "Hola."),
    ("duration", "un rato"),
]


def recorded(folder: Path, output: Any) -> str:
    path = folder / "drafts.jsonl"
    path.write_text(json.dumps({"id": "d", "output": output}), encoding="utf-8")
    return f"recorded:{path}"


@pytest.mark.parametrize(("name", "said"), FORMATS)
def test_a_value_without_its_format_is_no_answer(tmp_path: Path, name: str, said: str) -> None:
    model = recorded(tmp_path, {"a": said, "b": said, "c": said})
    field = {"type": "string", "format": name}
    schema = {
        "type": "object",
        "properties": {
            "a": field,
            "b": {"type": ["string", "null"], "format": name},
            "c": {"anyOf": [field, {"type": "null"}]},
        },
        "required": ["a", "b", "c"],
    }

    def extract(policy: str) -> Any:
        with Extractor(model=model, on_unanswered=policy) as extractor:
            return extractor.extract("Hola. Nos vemos un rato.", "", schema, id="d")

    left_out = extract("omit")
    assert left_out.data == {"b": None, "c": None}
    assert [left_out.fields[path].outcome for path in "abc"] == ["omitted", "dropped", "dropped"]
    assert [fault.keyword for fault in left_out.faults] == ["required"]
    made_up = extract("placeholder")
    assert made_up.valid
    assert made_up.fields["a"].outcome == "placeholder"
    with pytest.raises(AnswerError, match="/a"):
        extract("error")


CHOICES = [
    {"anyOf": [{"format": "ipv4"}, {"format": "ipv6"}], "type": "string"},
    {"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]},
    {"anyOf": [{"type": "string", "format": "email"}, {"type": "integer"}]},
    {"allOf": [{"type": "string", "format": "date"}, {"minLength": 2}]},
]


@pytest.mark.parametrize("field", CHOICES)
def test_a_format_inside_a_choice_binds_too(tmp_path: Path, field: dict[str, Any]) -> None:
    model = recorded(tmp_path, {"a": "Hola."})
    properties = {"a": field, "b": {"type": "string"}}
    schema = {"type": "object", "properties": properties, "required": ["a"]}
    with Extractor(model=model, on_unanswered="omit") as extractor:
        extraction = extractor.extract("Hola.", "", schema, id="d")
    assert extraction.data.get("a") != "Hola."
    assert extraction.fields["a"].raw == "Hola."
