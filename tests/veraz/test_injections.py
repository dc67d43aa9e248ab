"""Orders inside a text change nothing that a rule of ours decides."""

import json
from pathlib import Path
from typing import Any

import pytest
from injections import ORDERS, with_order
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT

from llm.prompt import build_prompt, document_marks
from llm.scripted import ScriptedServer, Turn
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from veraz.extractor import Extractor

PLACED = [(order, place) for place, order in enumerate(ORDERS)]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = Path(tmp_path_factory.mktemp("answers")) / "answers.jsonl"
    path.write_text(json.dumps({"id": "acta-1", "output": json.loads(ANSWER)}))
    with Extractor(model=f"recorded:{path}") as extractor:
        yield extractor


@pytest.fixture(scope="module")
def symbolic() -> Any:
    with Extractor(model="symbolic") as extractor:
        yield extractor


@pytest.mark.parametrize(("order", "place"), PLACED)
def test_a_right_answer_stays_right_beside_an_order(
    recorded: Extractor, order: str, place: int
) -> None:
    text = with_order(TEXT, order, place)
    assert recorded.extract(text, INSTRUCTION, SCHEMA, id="acta-1").data == json.loads(ANSWER)


@pytest.mark.parametrize(("order", "place"), PLACED)
def test_no_model_no_obedience(symbolic: Extractor, order: str, place: int) -> None:
    said = symbolic.extract(with_order(TEXT, order, place), INSTRUCTION, SCHEMA).data
    assert said["precio"] == 18500
    assert set(said) <= set(SCHEMA["properties"])


@pytest.mark.parametrize(("order", "place"), PLACED)
def test_an_order_stays_inside_the_quotation(order: str, place: int) -> None:
    text = with_order(TEXT, order, place)
    content = build_prompt(Document("1", text), compile_schema(SCHEMA)).messages[-1].content
    opening, closing = document_marks(text)
    assert content.startswith(opening)
    quoted, asked = content.split(f"\n{closing}\n", 1)
    assert TEXT.splitlines()[0] in quoted
    assert "HACK" not in asked
    assert asked.lstrip().startswith("Instrucción:")


def test_a_value_that_only_the_model_says_is_not_passed_off_as_the_texts() -> None:
    """What cannot be prevented: a value the text does say, in an order (docs/operating.md)."""
    said = json.loads(ANSWER) | {"compradora": "Persona Inventada"}
    with (
        ScriptedServer([Turn(json.dumps(said))]) as server,
        Extractor(model="m", base_url=server.base_url) as extractor,
    ):
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert not extraction.fields["compradora"].evidence
