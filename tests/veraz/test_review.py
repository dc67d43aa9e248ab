"""Deciding on doubtful fields: what is asked, what a decision does, what stays on the disk."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from reviewing import SCHEMA, SECOND, TEXT, gold_rows, open_session, rows, write_output

from nlp.errors import DocumentError, OutputError
from nlp.schema_compiler import compile_schema
from veraz.review.deciding import Decision, DecisionError
from veraz.review.places import elements_before
from veraz.review.reading import read_output
from veraz.review.session import ReviewSession
from veraz.review.typed import read_typed


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ReviewSession]:
    with closing(open_session(tmp_path)) as opened:
        yield opened


def test_what_is_doubtful_is_asked_and_why(session: ReviewSession) -> None:
    assert session.why(0, 0.5) == {
        "vendedor": ("confidence",),
        "precio": ("unsupported",),
        "testigos.1": ("doubts",),
    }
    assert session.why(1, 0.5) == {"pago": ("confidence",)}
    assert "vendedor" not in session.why(0, 0.3)
    assert len(session.why(0, 0.95)) == 8


def test_a_calibration_decides_alone_what_is_asked(tmp_path: Path) -> None:
    written = rows()
    for one in written[0]["fields"]:
        one["decision"] = "review" if one["path"] == "fecha" else "accept"
    for one in written[1]["fields"]:
        one["decision"] = None
    with closing(open_session(tmp_path, written)) as session:
        assert session.why(0, 0.99) == {"fecha": ("decision",)}
        assert session.why(1, 0.5) == {"pago": ("confidence",)}


def test_decisions_become_a_row_of_gold(session: ReviewSession, tmp_path: Path) -> None:
    session.decide(0, Decision("vendedor", "set", "Talleres Montes S.L.", (44, 64)))
    session.decide(0, Decision("precio", "accept"))
    row = gold_rows(tmp_path)["zafra"]
    assert list(row) == ["id", "text", "instruction", "schema", "answer", "reviewed"]
    assert row["text"] == TEXT
    assert row["instruction"] == "Extrae la venta"
    assert row["schema"] == SCHEMA
    assert row["answer"]["vendedor"] == "Talleres Montes S.L."
    assert row["answer"]["precio"] == 18500
    assert row["reviewed"] == ["vendedor", "precio"]
    assert "ortuño" not in gold_rows(tmp_path)


def test_undo_takes_everything_back_step_by_step(session: ReviewSession, tmp_path: Path) -> None:
    first = session.state(0)
    session.decide(0, Decision("precio", "null"))
    session.decide(0, Decision("testigos.0", "remove"))
    session.decide(1, Decision("pago", "set", "plazos"))
    assert session.undo() == (1, "pago")
    assert list(gold_rows(tmp_path)) == ["zafra"]
    assert session.undo() == (0, "testigos.0")
    assert gold_rows(tmp_path)["zafra"]["answer"]["precio"] is None
    assert session.undo() == (0, "precio")
    assert session.state(0) == first
    assert gold_rows(tmp_path) == {}
    with pytest.raises(DecisionError, match="nothing to undo"):
        session.undo()


def test_elements_are_added_and_removed_and_the_list_is_asked_about(session: ReviewSession) -> None:
    session.decide(0, Decision("testigos.1", "accept"))
    session.decide(0, Decision("testigos.0", "remove"))
    state = session.state(0)
    assert state.answer["testigos"] == ["Luis Rey Gil"]
    assert state.reviewed == ("testigos.0",)
    # The result of what moved up is still its own, and the list has to be confirmed.
    moved = next(place for place in session.places(0) if place.path == "testigos.0")
    assert moved.result is not None
    assert moved.result["path"] == "testigos.1"
    assert session.why(0, 0.5)["testigos"] == ("changed",)
    session.decide(0, Decision("testigos", "add", "Elvira Pardo Luna"))
    session.decide(0, Decision("testigos", "accept"))
    assert session.state(0).reviewed == ("testigos",)
    session.decide(0, Decision("bienes", "add"))
    assert session.state(0).answer["bienes"][1] == {"cantidad": None}
    assert session.why(0, 0.5)["bienes.1.nombre"] == ("added",)
    session.decide(0, Decision("bienes.1.nombre", "set", "remolque"))
    session.decide(0, Decision("bienes.1.cantidad", "set", 1))
    assert session.state(0).answer["bienes"][1] == {"nombre": "remolque", "cantidad": 1}


def test_an_element_added_to_a_decided_list_is_open_and_the_others_are_not(
    session: ReviewSession,
) -> None:
    session.decide(0, Decision("bienes", "accept"))
    session.decide(0, Decision("bienes", "add"))
    assert session.state(0).reviewed == ("bienes.0",)
    assert not session.state(0).covers("bienes.1.nombre")


@pytest.mark.parametrize(
    ("decision", "keyword"),
    [
        (Decision("fecha", "set", "3 de marzo"), "format"),
        (Decision("precio", "set", "mucho"), "type"),
        (Decision("pago", "set", "trueque"), "enum"),
        (Decision("vendedor", "set", 7), "type"),
        (Decision("bienes.0.cantidad", "set", 1.5), "type"),
        (Decision("testigos.0", "null"), "element"),
        (Decision("testigos.9", "remove"), "place"),
        (Decision("testigos.9", "set", "Ana"), "place"),
        (Decision("vendedor", "remove"), "place"),
        (Decision("testigos", "add"), "value"),
        (Decision("testigos", "add", 7), "type"),
        (Decision("pago", "add", "x"), "place"),
    ],
)
def test_what_the_schema_does_not_take_is_refused(
    session: ReviewSession, tmp_path: Path, decision: Decision, keyword: str
) -> None:
    before = session.state(0)
    with pytest.raises(DecisionError) as refused:
        session.decide(0, decision)
    assert refused.value.keyword == keyword
    assert session.state(0) == before
    assert session.journal.path.read_text() == ""


def test_what_the_text_does_not_say_may_be_left_out(session: ReviewSession) -> None:
    session.decide(0, Decision("vendedor", "null"))
    assert "vendedor" not in session.state(0).answer
    assert session.state(0).covers("vendedor")
    session.decide(0, Decision("vendedor", "set", "Talleres Montes S.L."))
    assert session.state(0).answer["vendedor"] == "Talleres Montes S.L."


@pytest.mark.parametrize(
    ("path", "typed", "value"),
    [
        ("fecha", "3 de marzo de 2021", "2021-03-03"),
        ("fecha", "2021-03-03", "2021-03-03"),
        ("fecha", "ayer", "ayer"),
        ("precio", "18.500 euros", 18500),
        ("precio", "12,5", 12.5),
        ("precio", "dieciocho mil quinientos", 18500),
        ("precio", "-3", -3),
        ("pago", "CONTADO", "contado"),
        ("vendedor", " 2021 ", "2021"),
        ("bienes.0.cantidad", "dos", 2),
        ("bienes", '[{"nombre": "arado"}]', [{"nombre": "arado"}]),
    ],
)
def test_what_is_typed_or_picked_is_read_as_the_field_asks(
    path: str, typed: str, value: Any
) -> None:
    schema = compile_schema(SCHEMA)
    field = schema.at(path)
    assert field is not None
    read = read_typed(typed, field, schema)
    assert read == value
    assert type(read) is type(value)


def test_a_second_run_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    with closing(open_session(tmp_path)) as session:
        session.decide(0, Decision("precio", "set", 18501))
        session.decide(1, Decision("pago", "accept"))
    with closing(open_session(tmp_path)) as session:
        assert session.state(0).answer["precio"] == 18501
        assert session.state(1).reviewed == ("pago",)
        assert session.undoable == 2
        assert session.undo() == (1, "pago")
    with closing(open_session(tmp_path)) as session:
        assert session.undoable == 1
        assert session.state(1).reviewed == ()


def test_what_stands_in_the_journal_alone_comes_back(tmp_path: Path) -> None:
    with closing(open_session(tmp_path)) as session:
        session.decide(0, Decision("precio", "accept"))
        gold = session.gold.path.read_bytes()
        session.decide(0, Decision("fecha", "null"))
        journal = session.journal.path
    # As a kill between journal and gold file leaves them, with half an entry more.
    session.gold.path.write_bytes(gold)
    lines = journal.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-1]) == {"written": True}
    journal.write_bytes(b"".join(lines[:-1]) + lines[0][:40])
    with closing(open_session(tmp_path)) as session:
        assert session.state(0).reviewed == ("precio", "fecha")
        assert gold_rows(tmp_path)["zafra"]["answer"]["fecha"] is None
        assert session.undoable == 2


def test_gold_mended_by_hand_between_two_runs_stays_mended(tmp_path: Path) -> None:
    with closing(open_session(tmp_path)) as session:
        session.decide(0, Decision("precio", "accept"))
    row = gold_rows(tmp_path)["zafra"]
    row["answer"]["pago"] = "contado"
    other = '{"id":"ajeno",  "text":"Hola", "answer":{}}'
    (tmp_path / "gold.jsonl").write_text(f"{other}\n{json.dumps(row)}\n", encoding="utf-8")
    with closing(open_session(tmp_path)) as session:
        assert session.state(0).answer["pago"] == "contado"
        session.decide(1, Decision("pago", "accept"))
    assert (tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0] == other
    assert list(gold_rows(tmp_path)) == ["ajeno", "zafra", "ortuño"]


def test_a_row_that_is_gold_as_a_whole_stays_so(tmp_path: Path) -> None:
    row = {"id": "zafra", "text": TEXT, "schema": SCHEMA, "answer": rows()[0]["data"]}
    (tmp_path / "gold.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    with closing(open_session(tmp_path)) as session:
        assert session.state(0).covers("vendedor")
        session.decide(0, Decision("precio", "set", 1))
    assert "reviewed" not in gold_rows(tmp_path)["zafra"]
    assert gold_rows(tmp_path)["zafra"]["answer"]["precio"] == 1


def test_two_reviews_of_one_gold_file_are_one_too_many(
    session: ReviewSession, tmp_path: Path
) -> None:
    with pytest.raises(OutputError, match="another run"):
        open_session(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no es JSON\n", "line 1 is no row of gold"),
        ('{"text": "x"}\n', "line 1 is no row of gold"),
        ('{"id": "zafra", "text": "otro", "answer": {}}\n', "another text or schema"),
        (json.dumps({"id": "zafra", "text": TEXT, "answer": {}, "reviewed": 3}), "no list"),
    ],
)
def test_a_gold_file_that_does_not_fit_is_left_alone(
    tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "gold.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(DocumentError, match=said):
        open_session(tmp_path)
    assert (tmp_path / "gold.jsonl").read_text(encoding="utf-8") == content
    assert not list(tmp_path.glob(".*lock"))


def test_texts_and_schema_are_joined_or_asked_for(tmp_path: Path) -> None:
    written = [{key: row[key] for key in row if key != "text"} for row in rows()]
    out = write_output(tmp_path, written)
    with pytest.raises(DocumentError, match="--input IN"):
        read_output(out, schema=SCHEMA)
    source = tmp_path / "in.jsonl"
    given = [{"id": "zafra", "text": TEXT}, {"id": "ortuño", "text": SECOND}]
    source.write_text(json.dumps(given[0]) + "\n", encoding="utf-8")
    with pytest.raises(DocumentError, match="has no text for row 'ortuño'"):
        read_output(out, source=source, schema=SCHEMA)
    source.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    with pytest.raises(DocumentError, match="--schema"):
        read_output(out, source=source)
    found = read_output(out, source=source, schema=SCHEMA).documents
    assert [each.text for each in found] == [TEXT, SECOND]
    written[0]["source"] = "00"
    with pytest.raises(DocumentError, match="another text"):
        read_output(write_output(tmp_path, written), source=source, schema=SCHEMA)
    written[0] = {"id": "zafra", "status": "failed", "error": "E", "reason": "…"}
    assert read_output(write_output(tmp_path, written), source=source, schema=SCHEMA).failed == 1
    del written[1]["fields"]
    with pytest.raises(DocumentError, match="--evidence"):
        read_output(write_output(tmp_path, written), source=source, schema=SCHEMA)


@pytest.mark.parametrize(
    ("had", "has", "found"),
    [
        ("abc", "abc", [0, 1, 2]),
        ("abc", "ac", [0, 2]),
        ("abc", "axc", [0, 1, 2]),
        ("abc", "bcd", [1, 2, None]),
        ("", "a", [None]),
        ("abc", "", []),
    ],
)
def test_elements_are_known_again(had: str, has: str, found: list[int | None]) -> None:
    assert elements_before(list(had), list(has)) == found


def test_a_disk_that_takes_nothing_more_is_told_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_session(tmp_path)) as session:
        session.decide(0, Decision("precio", "accept"))
        full = OSError(28, "No space left on device")

        def refuse(*_: object) -> None:
            raise full

        with monkeypatch.context() as broken:
            broken.setattr("veraz.review.gold_file.shutil.copymode", refuse)
            with pytest.raises(OutputError, match=r"No space left.*stands in its journal"):
                session.decide(0, Decision("fecha", "null"))
        assert gold_rows(tmp_path)["zafra"]["reviewed"] == ["precio"]
        with monkeypatch.context() as broken:
            broken.setattr("veraz.review.journal.os.fsync", refuse)
            with pytest.raises(OutputError, match="was not taken"):
                session.decide(0, Decision("pago", "null"))
        assert session.state(0).reviewed == ("precio", "fecha")
    with closing(open_session(tmp_path)) as session:
        assert session.state(0).reviewed == ("precio", "fecha")
    assert gold_rows(tmp_path)["zafra"]["reviewed"] == ["precio", "fecha"]
    assert {path.name for path in tmp_path.iterdir()} == {
        "out.jsonl", "schema.json", "gold.jsonl", "gold.jsonl.journal",
    }  # fmt: skip
