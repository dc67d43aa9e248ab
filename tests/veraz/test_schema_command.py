import argparse
import json

import pytest

from nlp.errors import SettingsError
from veraz.commands import schema as command

FICHA = {
    "type": "object",
    "title": "Ficha",
    "properties": {
        "título": {"type": "string", "pattern": "^[A-Z]", "description": "como está escrito"},
        "tipo": {"enum": ["ley", "decreto", None]},
        "firmas": {"type": "array", "items": {"$ref": "#/$defs/Firma"}},
        "precio [€]": {"type": "number", "minimum": 0},
    },
    "required": ["título"],
    "$defs": {"Firma": {"type": "object",
                        "properties": {"nombre": {"type": "string"},
                                       "suplente": {"$ref": "#/$defs/Firma"}}}},
}  # fmt: skip


def call(*arguments):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args([str(argument) for argument in arguments]))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ficha.json").write_text(json.dumps(FICHA), encoding="utf-8")
    broken = {"type": "object", "properties": {"a": {"type": "texto"}}}
    (tmp_path / "mala.json").write_text(json.dumps(broken), encoding="utf-8")
    (tmp_path / "rota.json").write_text("{", encoding="utf-8")
    return tmp_path


def test_the_tree_and_the_lint_are_printed(folder, capsys):
    assert call(folder / "ficha.json") == 0
    shown = capsys.readouterr().out
    for expected in (
        "título string (pattern ^[A-Z])  como está escrito",
        'tipo enum | null optional "ley", "decreto"',
        "recursive → firmas.*",
        "precio [€] number optional (>= 0)",
        "/properties/título/pattern  the pattern is checked on the answer only",
    ):
        assert expected in shown


def test_the_wire_schema_is_printed_as_json(folder, capsys):
    assert call(folder / "ficha.json", "--wire") == 0
    wire = json.loads(capsys.readouterr().out)
    assert wire["required"] == ["título", "tipo", "firmas", "precio [€]"]


def test_a_directory_gives_a_line_a_file(folder, capsys):
    assert call(folder, "--jsonl") == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["status"], line["pointer"], line["keyword"]) for line in lines] == [
        ("compiled", "", ""),
        ("refused", "/properties/a/type", "type"),
        ("refused", "", ""),
    ]
    assert all(line["reason"] for line in lines if line["status"] == "refused")


def test_a_refusal_goes_to_standard_error(folder, capsys):
    assert call(folder / "mala.json") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "/properties/a/type" in printed.err


def test_a_missing_path_is_a_usage_error(tmp_path):
    with pytest.raises(SettingsError, match=r"no\.json does not exist: name a JSON Schema"):
        call(tmp_path / "no.json")
    with pytest.raises(SettingsError, match=r"holds no \*\.json"):
        call(tmp_path)


def test_the_formats_that_bind_are_told_apart_from_remarks(tmp_path, capsys):
    fields = {
        "correo": {"type": "string", "format": "email"},
        "otro": {"type": ["string", "null"], "format": "email"},
        "equipo": {"type": "string", "format": "hostname"},
    }
    file = tmp_path / "contacto.json"
    file.write_text(json.dumps({"type": "object", "properties": fields}), encoding="utf-8")
    assert call(file) == 0
    rows = [line.split(maxsplit=3) for line in capsys.readouterr().out.splitlines()]
    assert ["email", "2", "yes", "an address, info@ayto-lugo.es"] in [
        [part.strip() for part in row] for row in rows
    ]
    assert ["hostname", "1", "no"] in [row[:3] for row in rows]


def test_a_schema_without_formats_shows_no_table_of_them(folder, capsys):
    assert call(folder / "ficha.json") == 0
    assert "an answer is" not in capsys.readouterr().out
