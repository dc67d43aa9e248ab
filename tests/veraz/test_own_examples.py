"""A caller's own examples: read, refused with their lines, shown, taught, on every way in."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from product import settings
from pydantic import BaseModel

from llm.own_examples import most_alike, show_own
from llm.scripted import ScriptedServer, Turn
from nlp.errors import SettingsError
from nlp.schema import Solved
from nlp.schema_compiler import compile_schema
from veraz import Extractor
from veraz.batch.options import BatchOptions, made_with
from veraz.cli import main
from veraz.extraction import ask
from veraz.own_examples import read_examples, teach
from veraz.service import create_app

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "avisador": {"type": ["string", "null"], "description": "Persona que avisó"},
        "codigo": {"type": ["string", "null"], "description": "Código interno"},
    },
    "required": ["avisador", "codigo"],
}


def note(code: str, name: str) -> str:
    return f"PARTE\n\nCabecera: {code}\nAvisa a: Pablo Rey\nRemite: {name}\nZona: Norte\n"


EXAMPLES: list[tuple[str, Any]] = [
    (note("K-77", "Olga Paz"), {"avisador": "Olga Paz", "codigo": "K-77"}),
    (note("K-81", "Iván Gil"), {"avisador": "Iván Gil", "codigo": "K-81"}),
]
ROWS = [
    {"id": str(at), "text": text, "answer": answer} for at, (text, answer) in enumerate(EXAMPLES)
]
NEW = note("K-93", "Nuria Sanz")
RIGHT = {"avisador": "Nuria Sanz", "codigo": "K-93"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ejemplos.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_examples_teach_the_extractor(file: Path) -> None:
    for examples in (EXAMPLES, ROWS, file, str(file)):
        with Extractor(model="symbolic", examples=examples) as extractor:
            extraction = extractor.extract(NEW, "", SCHEMA)
            assert extraction.data == RIGHT
            assert extraction.evidence["avisador"][0].mention == "Nuria Sanz"
    with Extractor(model="symbolic") as extractor:
        assert extractor.extract(NEW, "", SCHEMA).data != RIGHT


def test_the_environment_names_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERAZ_EXAMPLES", str(file))
    other = {"type": "object", "properties": {"avisador": {"type": "integer"}}}
    with Extractor(model="symbolic") as extractor:
        assert extractor.extract(NEW, "", SCHEMA).data == RIGHT
        extractor.extract(NEW, "", other)  # a schema they do not answer is asked without them
    monkeypatch.setenv("VERAZ_EXAMPLES", str(file) + ".no")
    with pytest.raises(SettingsError, match=r"VERAZ_EXAMPLES=.*cannot be read"):
        Extractor(model="symbolic")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2: no JSON"),
        ('"x"', "line 2: neither a row"),
        ('{"answer": {}}', "line 2: no `text`"),
        ('{"text": "x"}', "line 2: no `answer`"),
        ('{"text": "x", "answer": {}, "reviewed": "a"}', "line 2: `reviewed` is no list"),
    ],
)
def test_bad_rows_are_told_by_their_lines(file: Path, line: str, told: str) -> None:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    file.write_text(f"{first}\n{line}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        read_examples(file)


def test_an_answer_that_breaks_the_schema_is_refused_before_anything_is_asked(file: Path) -> None:
    rows = [*ROWS, {"text": NEW, "answer": {"avisador": 3, "codigo": None}}]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = r"line 3: the answer breaks the schema at /avisador: .*; mend the answer"
    with (
        ScriptedServer([Turn(json.dumps(RIGHT))]) as server,
        Extractor(model="m", base_url=server.base_url, examples=file) as extractor,
    ):
        with pytest.raises(SettingsError, match=told):
            extractor.extract(NEW, "", SCHEMA)
        assert not server.requests


def test_none_too_many_and_instances() -> None:
    class Parte(BaseModel):
        avisador: str | None
        codigo: str | None

    with pytest.raises(SettingsError, match="no example"):
        read_examples([])
    with pytest.raises(SettingsError, match="at most 200"):
        read_examples(EXAMPLES * 101)
    solved = read_examples([(EXAMPLES[0][0], Parte(avisador="Olga Paz", codigo="K-77"))])
    assert solved[0].answer == EXAMPLES[0][1]


def test_what_was_reviewed_in_part_may_lack_the_rest_and_is_not_shown() -> None:
    schema = compile_schema(SCHEMA)
    rows = [{"text": EXAMPLES[0][0], "answer": {"codigo": "K-77"}, "reviewed": ["codigo"]}]
    taught = teach(schema, read_examples(rows))
    assert set(taught.lessons) == {"codigo"}
    assert show_own(taught, text=NEW) == ()
    with pytest.raises(SettingsError, match="avisador"):
        teach(schema, read_examples([{**rows[0], "reviewed": None}]))


def test_a_model_is_shown_the_most_alike_in_place_of_ours() -> None:
    from nlp.spans import Document

    other = ("Carta: sin novedad en el frente.", {"avisador": None, "codigo": None})
    taught = teach(compile_schema(SCHEMA), read_examples([EXAMPLES[0], other, EXAMPLES[1]]))
    turns = ask(Document("", NEW), taught).prompt.messages[1:-1]
    assert [turn.role for turn in turns] == ["user", "assistant"] * 2
    assert all("Remite" in turn.content for turn in turns if turn.role == "user")
    assert "K-77" in turns[-1].content
    assert show_own(taught, text=other[0] + "Fin.\n", count=1)[0].content.count("novedad") == 1
    assert show_own(taught, text=NEW, budget=10) == ()


def test_the_most_alike_come_first() -> None:
    solved = [Solved("a", "un contrato de alquiler", {}), Solved("b", "una receta de pan", {})]
    assert [one.id for one in most_alike(solved, "otra receta")] == ["b", "a"]


def test_commands(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.txt").write_text(NEW, encoding="utf-8")
    (tmp_path / "s.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (tmp_path / "r.jsonl").write_text(json.dumps({"id": "1", "text": NEW}) + "\n", "utf-8")
    more = ["--schema", str(tmp_path / "s.json"), "--model", "symbolic", "--examples", str(file)]
    assert main(["extract", str(tmp_path / "t.txt"), *more]) == 0
    assert json.loads(capsys.readouterr().out) == RIGHT
    out = tmp_path / "out.jsonl"
    assert main(["batch", str(tmp_path / "r.jsonl"), str(out), *more]) == 0
    assert json.loads(out.read_text(encoding="utf-8").splitlines()[-1])["data"] == RIGHT
    file.write_text('{"text": "x", "answer": {"avisador": 1}}\n', encoding="utf-8")
    assert main(["batch", str(tmp_path / "r.jsonl"), str(tmp_path / "o2.jsonl"), *more]) == 2
    assert "line 1" in capsys.readouterr().err


def test_a_batch_knows_that_its_examples_are_others(file: Path) -> None:
    options = BatchOptions(SCHEMA, model="symbolic", examples=str(file))
    before = made_with(options)["examples"]
    file.write_text(file.read_text("utf-8") + "\n", encoding="utf-8")
    assert made_with(options)["examples"] != before
    assert "examples" not in made_with(BatchOptions(SCHEMA, model="symbolic"))


def test_the_service() -> None:
    task = {"input_text": NEW, "target_schema": SCHEMA}
    with TestClient(create_app(settings(model="symbolic"))) as client:
        assert client.post("/extract", json={**task, "examples": ROWS}).json()["data"] == RIGHT
        broken = [{"text": "x", "answer": {"avisador": 1}}]
        reply = client.post("/extract", json={**task, "examples": broken})
        assert reply.status_code == 422
        assert "example 1" in reply.json()["detail"]
        reply = client.post("/extract", json={**task, "examples": [{"text": "x"}]})
        assert "answer" in reply.json()["detail"]
        assert client.post("/check", json={**task, "answer": {}, "examples": []}).status_code == 422
