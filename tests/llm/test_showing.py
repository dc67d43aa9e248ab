"""Which models are shown solved examples."""

from dataclasses import replace

import pytest

from llm.completion import Message
from llm.examples import library
from llm.prompt import build_prompt
from llm.scripted import ScriptedServer, Turn
from llm.served import ServedModel
from llm.showing import is_small
from nlp.schema import Solved
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

ASKED = compile_schema({"type": "object", "properties": {"puerto": {"type": ["string", "null"]}}})
TAUGHT = replace(ASKED, solved=(Solved("1", "Atracó ayer en Burela.", {"puerto": "Burela"}),))
TEXT = "El mercante amarró en Avilés con dos días de retraso."
EXAMPLE = library().examples[0].messages


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("SmolLM2-135M-Instruct-Q4_1.gguf", True),
        ("gemma-3-270m-it", True),
        ("org/half-0.4b-chat", True),
        ("qwen3:0.6b", False),
        ("Qwen2.5-7B-Instruct-1M", False),
        ("qwen3-30b-a0.3b", False),
        ("mixtral-8x7b", False),
        ("phi-3-mini-128k-instruct", False),
        ("modelo-de-casa", False),
        ("", False),
    ],
)
def test_a_small_model_says_so_in_its_name(name: str, small: bool) -> None:
    assert is_small(name) is small


@pytest.mark.parametrize(
    ("name", "rule", "own", "turns"),
    [
        ("grande-12b", "auto", False, 4),
        ("enano-135m", "auto", False, 2),
        ("enano-135m", "auto", True, 4),
        ("enano-135m", "always", False, 4),
        ("grande-12b", "never", True, 2),
    ],
)
async def test_examples_go_out_where_they_pay(name: str, rule: str, own: bool, turns: int) -> None:
    with ScriptedServer([Turn('{"puerto": "Avilés"}')], models=(name,)) as server:
        model = ServedModel(name, base_url=server.base_url, examples=rule)
        prompt = build_prompt(Document("d", TEXT), TAUGHT if own else ASKED, examples=EXAMPLE)
        await model.complete(prompt)
        await model.aclose()
    sent = [Message(one["role"], one["content"]) for one in server.requests[-1]["messages"]]
    assert len(sent) == turns
    assert TEXT in sent[-1].content
    assert (tuple(sent[1:-1]) == EXAMPLE) is (turns == 4)
