"""Gold files: the forms a row may have, and what is said of rows that are none."""

from pathlib import Path
from typing import Any

import pytest
from labelled import INSTRUCTION, SCHEMA, row, text, write_rows

from nlp.errors import DocumentError
from veraz.gold import GoldDocument, read_gold


def read_one(tmp_path: Path, record: Any, **given: Any) -> GoldDocument:
    gold = read_gold(write_rows(tmp_path / "gold.jsonl", record), **given)
    (found,) = gold.documents
    return found


def test_a_row_with_everything(tmp_path: Path) -> None:
    found = read_one(tmp_path, row(3))
    assert (found.id, found.text, found.instruction) == ("f3", text(3, 103), INSTRUCTION)
    assert found.schema == SCHEMA
    assert found.answer["total"] == 103
    assert found.reviewed is None
    assert found.line == 1


def test_the_form_of_gensie(tmp_path: Path) -> None:
    record = {
        "id": "a",
        "input_text": "Total: 3 euros",
        "instruction": "Di el total",
        "target_schema": SCHEMA,
        "output": {"emisor": None, "total": 3},
        "metadata": {"domain": "facturas"},
    }
    found = read_one(tmp_path, record)
    assert (found.text, found.instruction, found.answer["total"]) == (
        "Total: 3 euros",
        "Di el total",
        3,
    )


def test_schema_and_instruction_of_the_call_hold_where_the_row_has_none(tmp_path: Path) -> None:
    bare = {"id": 7, "text": "hola", "answer": {"emisor": None}}
    found = read_one(tmp_path, bare, schema=SCHEMA, instruction="Extrae")
    assert (found.id, found.instruction, found.schema) == ("7", "Extrae", SCHEMA)


def test_what_is_extracted_never_sees_the_answer(tmp_path: Path) -> None:
    asked = read_one(tmp_path, row(1, answer={"emisor": "VALOR DE ORO"})).row
    assert "VALOR DE ORO" not in repr(asked)


def test_the_row_that_a_review_appends(tmp_path: Path) -> None:
    found = read_one(tmp_path, row(1, reviewed=["total", "lineas.0.importe"]))
    assert found.reviewed == ("total", "lineas.0.importe")


def test_a_later_row_takes_the_place_of_the_earlier(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "g.jsonl", row(1), row(2), row(1, answer={"emisor": "Otro"}))
    gold = read_gold(path)
    assert [each.id for each in gold.documents] == ["f1", "f2"]
    assert gold.documents[0].answer == {"emisor": "Otro"}
    assert "line 3" in gold.notices[0]
    assert "line 1" in gold.notices[0]


def test_gold_that_breaks_its_schema_is_told(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "g.jsonl", row(1, answer={"emisor": "x", "total": "cien"}))
    (notice,) = read_gold(path).notices
    assert "line 1" in notice
    assert "/total" in notice


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("{no json", ("line 2", "no JSON", "one JSON object a line")),
        ('{"a": NaN}', ("line 2", "no JSON")),
        ("[1]", ("line 2", "no object but list", "`answer`")),
        ({"id": "x", "answer": {}}, ("line 2", "no text", "mend")),
        (row(2, answer=None), ("line 2", "`answer` is no object but null")),
        ({k: v for k, v in row(2).items() if k != "answer"},
         ("line 2", "no `answer`", "add the right answer")),
        ({k: v for k, v in row(2).items() if k != "schema"},
         ("line 2", "no schema", "give --schema")),
        (row(2, schema={"type": 3}), ("line 2", "schema", "mend the schema")),
        (row(2, answer={"emisro": "x"}), ("line 2", "`emisro`", "mend the name")),
        (row(2, reviewed="total"), ("line 2", "`reviewed`", "items.0.price")),
        (row(1, text="otro texto"), ("line 2", "'f1'", "line 1", "an id of its own")),
        (row(2, text="\ud800"), ("line 2", "half a character")),
    ],
    ids=lambda each: str(each)[:30],
)  # fmt: skip
def test_bad_rows_are_named(tmp_path: Path, record: Any, said: tuple[str, ...]) -> None:
    path = write_rows(tmp_path / "gold.jsonl", row(1), record)
    with pytest.raises(DocumentError) as caught:
        read_gold(path)
    for each in (str(path), *said):
        assert each in str(caught.value)


def test_many_bad_rows_are_counted(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "gold.jsonl", *["{"] * 14)
    with pytest.raises(DocumentError, match="and 4 more"):
        read_gold(path)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be read"):
        read_gold(tmp_path / "no.jsonl")
    with pytest.raises(DocumentError, match="holds no row"):
        read_gold(write_rows(tmp_path / "empty.jsonl", ""))
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes('{"text": "ñ"}'.encode("latin-1"))
    with pytest.raises(DocumentError, match="not UTF-8"):
        read_gold(latin)
