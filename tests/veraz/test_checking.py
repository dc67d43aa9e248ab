"""An answer that somebody gave, held against its text and schema."""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from product import ANSWER, SCHEMA, TEXT
from pydantic import BaseModel

import veraz
from nlp.errors import DocumentError, SchemaError
from veraz.checked import UNASKED, UNSUPPORTED, VERDICTS
from veraz.cli import main

GOOD: dict[str, Any] = json.loads(ANSWER)


def test_what_the_text_says_is_borne_out_and_left_alone() -> None:
    checked = veraz.check(TEXT, SCHEMA, GOOD)
    assert checked.verdict == "borne out"
    assert checked.data == GOOD
    assert [TEXT[one.start : one.end] for one in checked.evidence["precio"]] == ["18.500"]
    assert checked.usage.calls == 0


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("compradora", "Elvira Parra Luna", UNSUPPORTED),
        ("precio", 15800, UNSUPPORTED),
        ("precio", None, "null, and the text says"),
        ("fecha", "2021-03-13", UNSUPPORTED),
        ("bastidor", "VSSZZZ6KZ1R149943", UNSUPPORTED),
    ],
)
def test_what_the_text_does_not_say_is_doubtful(path: str, value: Any, why: str) -> None:
    checked = veraz.check(TEXT, SCHEMA, {**GOOD, path: value})
    assert checked.verdict == "doubtful"
    assert list(checked.doubtful) == [path]
    assert checked.doubtful[path].startswith(why)
    assert checked.data == {**GOOD, path: value}
    sure = veraz.check(TEXT, SCHEMA, GOOD).fields[path].confidence
    assert value is None or checked.fields[path].confidence < sure


def test_what_nobody_asked_for_was_not_looked_for() -> None:
    schema = {**SCHEMA, "additionalProperties": True}
    checked = veraz.check(TEXT, schema, {**GOOD, "color": ["verde"]})
    assert UNASKED in checked.doubtful.values() or "color.0" in checked.fields


@pytest.mark.parametrize(
    ("answer", "pointer", "keyword", "told"),
    [
        ({**GOOD, "precio": "caro"}, "/precio", "type", "caro"),
        ({key: GOOD[key] for key in ("fecha", "precio")}, "", "required", "compradora"),
        ({**GOOD, "vendedor": "x"}, "", "additionalProperties", "vendedor"),
        ('{"compradora": "Elvira Pardo Luna",\n "precio" 1}', "", "json", "line 2, column 11"),
        ('{"compradora": "Elvira Pardo Luna", "precio": NaN}', "", "json", "NaN"),
        ("no sé", "", "json", "line 1, column 1"),
    ],
)
def test_what_is_no_valid_answer_is_told_where(
    answer: Any, pointer: str, keyword: str, told: str
) -> None:
    checked = veraz.check(TEXT, SCHEMA, answer)
    assert checked.verdict == "failed"
    first = checked.broken[0]
    assert (first.pointer, first.keyword) == (pointer, keyword)
    assert told in first.message


def test_what_can_be_read_of_broken_json_is_checked() -> None:
    checked = veraz.check(TEXT, SCHEMA, f"Aquí está:\n```json\n{ANSWER}\n```")
    assert checked.verdict == "failed"
    assert checked.data == GOOD
    assert checked.fields["precio"].evidence


def test_only_when_asked_is_anything_corrected() -> None:
    given = {**GOOD, "precio": "18.500 euros", "fecha": "3 de marzo de 2021"}
    as_given = veraz.check(TEXT, SCHEMA, given)
    assert as_given.data == given
    assert not as_given.valid
    corrected = veraz.check(TEXT, SCHEMA, given, correct=True)
    assert corrected.verdict == "failed"
    assert corrected.data == GOOD
    assert corrected.draft == given
    assert corrected.valid
    assert {change.authority for change in corrected.fields["fecha"].changes} == {"schema"}


def test_an_unreadable_answer_gets_no_answer_of_ours() -> None:
    checked = veraz.check(TEXT, SCHEMA, "no sé", correct=True)
    assert checked.data is None
    assert not checked.fields


def test_instances_of_classes_and_their_class() -> None:
    class Entrega(BaseModel):
        compradora: str
        fecha: datetime.date | None = None

    given = Entrega(compradora="Elvira Pardo Luna", fecha=datetime.date(2021, 3, 3))
    assert veraz.check(TEXT, Entrega, given).verdict == "borne out"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"a": {"b": [datetime.date(2021, 1, 1)]}}, "/a/b/0 a date"),
        ({1: "x"}, "key 1"),
        (b"{}", "decode"),
    ],
)
def test_what_json_cannot_write_is_refused(answer: Any, told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        veraz.check(TEXT, SCHEMA, answer)


def test_a_bad_schema_is_refused() -> None:
    with pytest.raises(SchemaError):
        veraz.check(TEXT, {"type": "objet"}, {})


def write(folder: Path, answer: Any) -> list[str]:
    (folder / "acta.txt").write_text(TEXT, encoding="utf-8")
    (folder / "acta.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    written = answer if isinstance(answer, str) else json.dumps(answer)
    (folder / "respuesta.json").write_text(written, encoding="utf-8")
    names = {"--text": "acta.txt", "--schema": "acta.json", "--answer": "respuesta.json"}
    return ["check", *(str(word) for name in names for word in (name, folder / names[name]))]


@pytest.mark.parametrize(
    ("answer", "code"), [(GOOD, 0), ("{", 1), ({"compradora": "Tadeo Gil"}, 4)]
)
def test_the_command_says_it_by_its_exit_code(
    answer: Any, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = write(tmp_path, answer)
    assert main([*words, "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == VERDICTS[{0: 0, 4: 1, 1: 2}[code]]
    assert main(words) == code
    assert told["verdict"] in capsys.readouterr().out


def test_the_command_corrects_when_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = write(tmp_path, {**GOOD, "precio": "18.500 euros"})
    assert main([*words, "--json", "--correct"]) == 1
    assert json.loads(capsys.readouterr().out)["data"] == GOOD


def test_the_command_refuses_what_it_cannot_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = write(tmp_path, GOOD)
    assert main(words[:3]) == 2
    assert "--schema, --answer" in capsys.readouterr().err
    assert main([*words, "--rows", "x.jsonl"]) == 2
    assert main([*words[:-1], str(tmp_path / "falta.json")]) == 2


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[Any] = [
        {"id": "a", "text": TEXT, "answer": GOOD},
        {"id": "b", "text": TEXT, "output": json.dumps({**GOOD, "precio": 31})},
        {"id": "c", "text": TEXT},
    ]
    path = tmp_path / "rows.jsonl"
    write(tmp_path, GOOD)
    words = ["check", "--rows", str(path), "--schema", str(tmp_path / "acta.json")]
    for size, code in ((1, 0), (2, 4), (3, 1)):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows[:size]), encoding="utf-8")
        assert main(words) == code
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [one["id"] for one in told] == ["a", "b", "c"][:size]
    assert [one["verdict"] for one in told] == ["borne out", "doubtful", "failed"]
    assert "no answer" in told[2]["reason"]
    path.write_text("{\n", encoding="utf-8")
    assert main(words) == 1
    assert "is no JSON" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "value", "outcome"),
    [
        ("Ingreso: 03/11/2025 a las 22:40.", "2025-11-03T22:40:00", "kept"),
        ("Ingreso: 3 de noviembre de 2025, 22:40.", "2025-11-03T22:40:00Z", "kept"),
        ("Ingreso: 03/11/2025 a las 22:40.", "2025-11-03T22:40:15", "unsupported"),
        ("Ingreso: 03/11/2025 a las 22:40.", "2025-11-03T22:45:00", "unsupported"),
        ("Ingreso: 03/11/2025.", "2025-11-03T22:40:00", "unsupported"),
    ],
)
def test_seconds_that_a_format_demands_are_no_claim(text: str, value: str, outcome: str) -> None:
    schema = {
        "type": "object",
        "properties": {"ingreso": {"type": "string", "format": "date-time"}},
    }
    assert veraz.check(text, schema, {"ingreso": value}).fields["ingreso"].outcome == outcome
