"""The alignment table: every value, its text and where the text says it."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hang import ends

from nlp.schema import Field
from nlp.spans import Document
from normalizers.align import Aligner

TABLE = yaml.safe_load((Path(__file__).parent / "alignment_cases.yaml").read_text(encoding="utf-8"))
CASES = [
    pytest.param(block["text"], value, mention, kind, id=f"{place}-{value}")
    for place, block in enumerate(TABLE)
    for value, mention, kind in block["cases"]
]


def field_for(value: Any) -> tuple[Any, Field]:
    """The value of a case and a field that asks for it."""
    if isinstance(value, dict):
        return value["enum"], Field(path="f", name="f", kind="enum", enum=(value["enum"],))
    kind = "string" if isinstance(value, str) else "number"
    return value, Field(path="f", name="f", kind=kind)


@pytest.fixture(scope="module")
def aligners() -> dict[str, Aligner]:
    return {block["text"]: Aligner(Document("t", block["text"])) for block in TABLE}


@pytest.mark.parametrize(("text", "value", "mention", "kind"), CASES)
def test_alignment(
    aligners: dict[str, Aligner], text: str, value: Any, mention: Any, kind: str
) -> None:
    found = aligners[text].align(*field_for(value))
    shown = {text[start:end] for start, end in found.spans}
    expected = (
        set() if mention is None else set(mention if isinstance(mention, list) else [mention])
    )
    assert (shown, found.kind) == (expected, kind)


def test_table_has_enough_cases_that_must_not_match() -> None:
    missing = sum(1 for block in TABLE for case in block["cases"] if case[1] is None)
    total = sum(len(block["cases"]) for block in TABLE)
    assert total >= 300
    assert missing * 3 >= total


@pytest.mark.parametrize(
    "value", ["", " ", "…", "¿?", "\x00", "a" * 5000, "1" * 400, "٣", "\ud800"]
)
def test_odd_values_align_with_nothing(value: str) -> None:
    aligner = Aligner(Document("t", "La casa de la colina se vendió en 1999."))
    assert aligner.align(value, Field(path="f", name="f", kind="string")).spans == ()


def test_repeated_words_do_not_slow_alignment_down() -> None:
    aligner = Aligner(Document("t", "la casa de la colina y " * 8000))
    with ends():
        for value in (
            "la colina de la casa",
            "casa casa casa",
            "de la y la de",
            "colina y la torre",
        ):
            aligner.align(value, Field(path="f", name="f", kind="string"))
