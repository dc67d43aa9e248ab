"""A required place that nothing answers, under each policy and at each door."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from product import settings

from nlp.errors import AnswerError, SettingsError, UnansweredWarning
from veraz import Extractor
from veraz.cli import main
from veraz.service import create_app

TEXT = "La cooperativa Olivar Alto vendió 1.200 litros a Conservas Peñalara el 4 de mayo de 2026."
PROPERTIES: dict[str, Any] = {
    "vendedor": {"type": "string"},
    "litros": {"type": ["number", "null"]},
    "fecha": {"type": "string", "format": "date"},
}
SAID = {"vendedor": "Olivar Alto", "litros": 1200, "fecha": "2026-05-04"}

# What is required and not in the text, beside what the model says of it.
CASES: dict[str, tuple[dict[str, Any], Any, Any]] = {
    "a code with a pattern": ({"type": "string", "pattern": r"^[A-Z]{2}-\d{4}$"}, None, str),
    "a code that breaks its pattern": ({"type": "string", "pattern": r"^\d{8}$"}, "sin lote", str),
    "an e-mail address": ({"type": "string", "format": "email"}, "Hola.", str),
    "a number": ({"type": "integer", "minimum": 3}, None, int),
    "an enum": ({"enum": ["tinto", "blanco", "otro"]}, "verde", str),
}


def schema_with(field: dict[str, Any]) -> dict[str, Any]:
    properties = {**PROPERTIES, "otro": field}
    return {"type": "object", "properties": properties, "required": [*properties]}


def recorded(folder: Path, value: Any) -> str:
    path = folder / "drafts.jsonl"
    path.write_text(json.dumps({"id": "d", "output": {**SAID, "otro": value}}), encoding="utf-8")
    return f"recorded:{path}"


@pytest.mark.parametrize(("field", "value", "kind"), CASES.values(), ids=CASES)
def test_each_policy(tmp_path: Path, field: dict[str, Any], value: Any, kind: type) -> None:
    schema, model = schema_with(field), recorded(tmp_path, value)

    def extract(policy: str) -> Any:
        with Extractor(model=model, on_unanswered=policy) as extractor:
            return extractor.extract(TEXT, "", schema, id="d")

    made_up = extract("placeholder")
    assert made_up.valid
    assert isinstance(made_up.data["otro"], kind)
    told = made_up.fields["otro"]
    assert (told.outcome, told.confidence, told.evidence) == ("placeholder", 0.0, ())
    assert told.raw == value
    left_out = extract("omit")
    assert left_out.data == SAID
    assert [fault.keyword for fault in left_out.faults] == ["required"]
    assert left_out.fields["otro"].outcome == "omitted"
    with pytest.raises(AnswerError, match="/otro") as caught:
        extract("error")
    assert caught.value.extraction.data == SAID
    assert caught.value.extraction.evidence["vendedor"][0].mention == "Olivar Alto"
    assert made_up.unanswered == left_out.unanswered == ("otro",)


def test_one_code_that_the_text_lacks_costs_no_other_field(tmp_path: Path) -> None:
    schema = schema_with(CASES["a code with a pattern"][0])
    with Extractor(model=recorded(tmp_path, None), on_unanswered="omit") as extractor:
        extraction = extractor.extract(TEXT, "", schema, id="d")
    assert extraction.data == SAID
    assert not extraction.to_dict()["data"].get("otro")
    assert extraction.to_dict()["faults"][0]["pointer"] == ""


def test_the_service(tmp_path: Path) -> None:
    task = {"id": "d", "input_text": TEXT, "target_schema": schema_with({"type": "integer"})}
    with TestClient(create_app(settings(model=recorded(tmp_path, None)))) as client:
        refused = client.post("/extract", json=task)
        assert refused.status_code == 422
        assert refused.json()["extraction"]["data"] == SAID
        assert refused.json()["pointer"] == "/otro"
        left_out = client.post("/extract?on_unanswered=omit", json=task)
        assert (left_out.status_code, left_out.json()["data"]) == (200, SAID)
        assert left_out.json()["faults"]
        run = client.post("/run", json=task)
        assert (run.status_code, run.json()) == (200, {**SAID, "otro": 0})
        unknown = client.post("/extract?on_unanswered=callar", json=task)
        assert unknown.status_code == 422
        assert "placeholder" in unknown.json()["detail"]


def test_run_answers_even_what_cannot_be_made_up(tmp_path: Path) -> None:
    impossible = {"type": "string", "pattern": r"^(?=a)b$"}
    task = {"id": "d", "input_text": TEXT, "target_schema": schema_with(impossible)}
    with TestClient(create_app(settings(model=recorded(tmp_path, None)))) as client:
        run = client.post("/run", json=task)
    assert run.status_code == 200
    assert {name: run.json()[name] for name in SAID} == SAID


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = recorded(tmp_path, None)
    (tmp_path / "d.txt").write_text(TEXT, encoding="utf-8")
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(schema_with({"type": "integer"})), encoding="utf-8")
    asked = ["extract", str(tmp_path / "d.txt"), "--schema", str(schema), "--model", model]
    assert main(asked) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out) == SAID
    assert "otro" in shown.err
    assert main([*asked, "--on-unanswered", "placeholder"]) == 0
    assert json.loads(capsys.readouterr().out) == {**SAID, "otro": 0}
    monkeypatch.setenv("VERAZ_ON_UNANSWERED", "error")
    assert main(asked) == 1
    assert "/otro" in capsys.readouterr().err


def test_an_unknown_policy_lists_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="error, placeholder, omit"):
        Extractor(model="symbolic", on_unanswered="callar")


def test_the_library_warns_and_gives_what_there_is(tmp_path: Path) -> None:
    with (
        Extractor(model=recorded(tmp_path, None)) as extractor,
        pytest.warns(UnansweredWarning, match="otro"),
    ):
        extraction = extractor.extract(TEXT, "", schema_with({"type": "integer"}), id="d")
    assert (extraction.data, extraction.valid) == (SAID, False)


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_blank_text_answers_nothing_without_a_model(text: str) -> None:
    schema = {
        "type": "object",
        "properties": {
            "emisor": {"type": "string"},
            "total": {"type": "number"},
            "pagada": {"type": "boolean"},
            "forma": {"enum": ["efectivo", "tarjeta"]},
            "nota": {"type": ["string", "null"]},
        },
        "required": ["emisor", "total", "pagada", "forma", "nota"],
    }
    with Extractor(model="symbolic", on_unanswered="omit") as extractor:
        found = extractor.extract(text, "Extrae los datos.", schema)
    assert found.data == {"nota": None}
    assert set(found.unanswered) == {"emisor", "total", "pagada", "forma"}


def test_a_number_that_the_text_lacks_is_left_out_without_a_model() -> None:
    schema = {"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}
    with Extractor(model="symbolic", on_unanswered="omit") as extractor:
        assert extractor.extract("Gracias por su visita.", "Extrae.", schema).data == {}
