"""Reviewing answers of any shape: every place can be accepted, emptied or set, and taken back."""

import json
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from nlp.schema_compiler import compile_schema
from veraz.cli import main
from veraz.review.deciding import Decision, DecisionError, State
from veraz.review.reading import ReviewDocument, read_output
from veraz.review.session import ReviewSession

TEXT = "Ana Mir y Luis Rey firman el 3 de mayo de 2021 por 20 euros."
NAME = {"type": ["string", "null"]}
SHAPES: dict[str, tuple[dict[str, Any] | bool, Any, list[str]]] = {
    "dots in names": (
        {"type": "object", "properties": {"a.b": NAME, "c~d": NAME}},
        {"a.b": "Ana", "c~d": None},
        ["a~1b", "c~0d"],
    ),
    "object or null": (
        {
            "type": "object",
            "properties": {"o": {"type": ["object", "null"], "properties": {"n": NAME}}},
        },
        {"o": None},
        ["o"],
    ),
    "open keys": (
        {"type": "object", "additionalProperties": {"type": "number"}},
        {"uno": 1, "dos": 2},
        ["uno", "dos"],
    ),
    "lists in lists": (
        {
            "type": "object",
            "properties": {"m": {"type": "array", "items": {"type": "array", "items": NAME}}},
        },
        {"m": [["a", "b"], []]},
        ["m", "m.0", "m.0.0", "m.0.1", "m.1"],
    ),
    "a tuple": (
        {
            "type": "object",
            "properties": {"t": {"type": "array", "prefixItems": [NAME, {"type": "integer"}]}},
        },
        {"t": ["a", 3]},
        ["t", "t.0", "t.1"],
    ),
    "a union": (
        {
            "type": "object",
            "properties": {
                "u": {
                    "anyOf": [
                        {
                            "type": "object",
                            "properties": {"k": {"const": "p"}, "n": NAME},
                            "required": ["k"],
                        },
                        {
                            "type": "object",
                            "properties": {"k": {"const": "q"}, "z": NAME},
                            "required": ["k"],
                        },
                    ]
                }
            },
        },
        {"u": {"k": "q", "z": "Ana"}},
        ["u.k", "u.z"],
    ),
    "recursion": (
        {
            "type": "object",
            "properties": {"r": {"$ref": "#/$defs/n"}},
            "$defs": {
                "n": {
                    "type": "object",
                    "properties": {
                        "n": NAME,
                        "h": {"type": "array", "items": {"$ref": "#/$defs/n"}},
                    },
                }
            },
        },
        {"r": {"n": "a", "h": [{"n": "b", "h": []}]}},
        ["r.n", "r.h", "r.h.0.n", "r.h.0.h"],
    ),
    "a list at the root": ({"type": "array", "items": NAME}, ["a", None], ["", "0", "1"]),
    "anything": (True, {"x": [1, {"y": None}]}, ["x", "x.0", "x.1.y"]),
}


def opened(folder: Path, schema: dict[str, Any] | bool, answer: Any) -> ReviewSession:
    compiled = compile_schema(schema)
    document = ReviewDocument("uno", TEXT, "", compiled, answer, {})
    return ReviewSession([document], folder / "gold.jsonl")


@pytest.mark.parametrize("name", SHAPES)
def test_every_place_takes_decisions_and_gives_them_back(name: str, tmp_path: Path) -> None:
    schema, answer, paths = SHAPES[name]
    with closing(opened(tmp_path, schema, answer)) as session:
        assert [place.path for place in session.places(0)] == paths
        for path in paths:
            session.decide(0, Decision(path, "accept"))
            assert session.state(0).covers(path)
        for path in reversed(paths):
            for action, value in (
                ("null", None),
                ("set", "x"),
                ("set", 7),
                ("add", "x"),
                ("remove", None),
            ):
                # Refused or not, it is a state that can be written.
                with suppress(DecisionError):
                    session.decide(0, Decision(path, action, value))
            json.dumps([place.value for place in session.places(0)])
        now = session.state(0)
    with closing(opened(tmp_path, schema, answer)) as session:
        assert session.state(0) == now
        while session.undoable:
            session.undo()
        assert session.state(0) == State(answer)


def test_what_a_batch_writes_can_be_reviewed(tmp_path: Path) -> None:
    source, out, schema = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "s.json"))
    source.write_text(json.dumps({"id": "uno", "text": TEXT}) + "\n", encoding="utf-8")
    asked = {
        "type": "object",
        "properties": {
            "fecha": {"type": ["string", "null"], "format": "date", "description": "Fecha"},
            "precio": {"type": ["number", "null"], "description": "Precio en euros"},
        },
    }
    schema.write_text(json.dumps(asked), encoding="utf-8")
    words = ["--schema", str(schema), "--model", "symbolic", "--evidence"]
    assert main(["batch", str(source), str(out), *words]) == 0
    (document,) = read_output(out, source=source, schema=asked).documents
    assert document.text == TEXT
    assert set(document.results) == {"fecha", "precio"}
    with closing(ReviewSession([document], tmp_path / "gold.jsonl")) as session:
        assert [place.result for place in session.places(0)] == list(document.results.values())
        session.decide(0, Decision("precio", "set", 20))
        assert session.state(0).answer["precio"] == 20
    other = {**asked, "title": "otro"}
    with pytest.raises(Exception, match="another schema"):
        read_output(out, source=source, schema=other)
