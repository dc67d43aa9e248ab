"""Long documents: what is cut, what each piece is asked, how the answers are merged."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llm.completion import Message
from llm.context import Context, forget_contexts, listed_size, property_size
from llm.draft import read_draft
from llm.ladder import forget_ladders
from llm.prompt import build_prompt
from llm.scripted import Body, ScriptedServer, Turn
from llm.served import ServedModel
from llm.windows import BUDGET, allow_silence, cut_prompt, merge_answers, split_text, unite
from nlp.errors import ContextExceeded
from nlp.hints import FieldHints, Hint, ShownHint
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

NAMES = [f"Bodega Número{number:03d}" for number in range(130)]
PARAGRAPH = (
    "En la comarca elabora sus vinos {name}, que recoge la uva a mano y la cría en barricas de "
    "roble durante varios meses antes de embotellarla. Sus dueños abren las puertas a quien "
    "quiera conocer la viña, catar las añadas y pasear entre las cepas hasta el río cercano."
)
LONG = "\n\n".join(PARAGRAPH.format(name=name) for name in NAMES) + (
    "\n\nPreside el consejo regulador Amparo Seoane."
)
BODEGAS = compile_schema(
    {
        "type": "object",
        "properties": {
            "bodegas": {"type": "array", "items": {"type": "string"}},
            "preside": {"type": "string"},
        },
        "required": ["bodegas", "preside"],
    }
)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    forget_ladders()
    forget_contexts()


def reader(body: Body) -> Turn:
    """A model that finds the wineries of the text it is given, and invents a president."""
    text = body["messages"][-1]["content"].partition("</documento>")[0]
    president = "Amparo Seoane" if "Amparo Seoane" in text else "Nadie Conocido"
    found = list(dict.fromkeys(re.findall(r"Bodega Número\d{3}", text)))
    return Turn(json.dumps({"bodegas": found, "preside": president}))


@pytest.mark.parametrize("listed", [True, False], ids=["the server lists it", "the server refuses"])
async def test_39000_characters_in_8192_tokens(listed: bool) -> None:
    assert len(LONG) > 35_000
    server = ScriptedServer([reader], context=8192)
    if not listed:
        server.models = ()
    with server:
        model = ServedModel("m", base_url=server.base_url)
        completion = await model.complete(build_prompt(Document("x", LONG), BODEGAS))
        await model.aclose()
    draft = read_draft(completion, BODEGAS)
    assert draft.root == {"bodegas": NAMES, "preside": "Amparo Seoane"}
    assert completion.usage.calls > 1
    assert completion.usage.total_tokens < 32_000
    assert len(completion.notes["windows"]) > 1


async def test_instruction_alone_too_long() -> None:
    schema = compile_schema({"type": "object", "properties": {}}, instruction="Extrae. " * 4000)
    with ScriptedServer([Turn("{}")], context=2048) as server:
        model = ServedModel("m", base_url=server.base_url)
        with pytest.raises(ContextExceeded):
            await model.complete(build_prompt(Document("x", "Texto."), schema))
        await model.aclose()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("ab. \n", max_size=60), max_size=30).map("\n\n".join),
    st.integers(20, 200),
)
def test_pieces_cover_the_text_and_fit(text: str, size: int) -> None:
    spans = split_text(text, size)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    for (start, end), (next_start, next_end) in pairwise(spans):
        assert start < next_start <= end < next_end
    assert all(0 <= end - start <= size for start, end in spans)


def test_pieces_end_at_paragraphs() -> None:
    spans = split_text(LONG, 5_000)
    assert all(LONG[end - 2 : end] == "\n\n" for _, end in spans[:-1])
    assert all(start == 0 or LONG[start - 1] in "\n " for start, _ in spans)


def test_a_piece_sees_only_its_own_hints() -> None:
    hints = tuple(
        FieldHints(
            "bodegas.*",
            (
                Hint(
                    Candidate(at, at + 16, name, "ORGANIZATION", None, "p"),
                    0.9,
                    (),
                    ShownHint("bodegas.*", name, at, at + 16, name, "organization"),
                ),
            ),
        )
        for name in (NAMES[0], NAMES[-1])
        if (at := LONG.index(name)) >= 0
    )
    prompt = build_prompt(Document("x", LONG), BODEGAS, hints)
    first, *_, last = cut_prompt(prompt, Context(size=8192))
    assert f"«{NAMES[0]}»" in first.prompt.messages[-1].content
    assert f"«{NAMES[-1]}»" not in first.prompt.messages[-1].content
    assert f"«{NAMES[-1]}»" in last.prompt.messages[-1].content


def test_examples_go_before_the_document_is_cut(document: Document, schema: Schema) -> None:
    examples = (Message("user", "x" * 5000), Message("assistant", "{}"))
    prompt = build_prompt(document, schema, examples=examples)
    (window,) = cut_prompt(prompt, Context(size=3000))
    assert len(window.prompt.messages) == 2
    assert document.text in window.prompt.messages[-1].content


def test_a_text_beyond_the_budget_is_read_where_the_hints_are() -> None:
    text = LONG * 8
    at = text.rindex(NAMES[60])
    candidate = Candidate(at, at + 16, NAMES[60], "ORGANIZATION", None, "p")
    hints = (FieldHints("bodegas.*", (Hint(candidate, 0.9),)),)
    context = Context(size=8192)
    windows = cut_prompt(build_prompt(Document("x", text), BODEGAS, hints), context)
    cost = sum(context.of_messages(window.prompt.messages) for window in windows)
    assert cost <= BUDGET
    assert windows[0].start == 0
    assert any(window.start <= at < window.end for window in windows)


@pytest.mark.parametrize(
    ("lists", "united"),
    [
        ([["Ana", "Luz"], ["luz ", "Eva"]], ["Ana", "Luz", "Eva"]),
        ([[1, 2], [2, 3]], [1, 2, 3]),
        ([["x", "x"]], ["x", "x"]),
        (
            [[{"n": "Ana", "e": None}], [{"n": "Ana", "e": 30}, {"n": "Luz", "e": None}]],
            [{"n": "Ana", "e": 30}, {"n": "Luz", "e": None}],
        ),
        ([[{"n": "Ana", "e": 30}], [{"n": "Ana", "e": 31}]],
         [{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}]),
        ([[{"n": None}], [{"n": None}]], [{"n": None}, {"n": None}]),
    ],
)  # fmt: skip
def test_lists_are_united(lists: list[list[Any]], united: list[Any]) -> None:
    assert unite(lists) == united


@pytest.mark.parametrize(
    ("answers", "merged"),
    [
        ([(None, "a"), (None, "b")], None),
        ([("Inventado", "nada"), ("Lugo", "vive en Lugo")], "Lugo"),
        ([("Lugo", "en Lugo"), ("Vigo", "en Vigo"), ("Vigo", "a Vigo")], "Vigo"),
        ([("feria", "x"), ("feria", "y"), ("otro", "z")], "feria"),
        ([(True, "true"), (False, "x"), (False, "y")], False),
        ([({"a": None, "b": 1}, "1"), ({"a": "x", "b": None}, "x")], {"a": "x", "b": 1}),
        ([({"a": {"b": None}}, ""), ({"a": None}, ""), ({"a": {"b": 2}}, "2")], {"a": {"b": 2}}),
    ],
)
def test_answers_are_merged(answers: list[tuple[Any, str]], merged: Any) -> None:
    assert merge_answers(answers) == merged


def test_a_piece_may_be_silent(schema: Schema) -> None:
    wire = allow_silence(build_prompt(Document("x", ""), schema).wire_schema)
    assert {"type": "null"} in wire["properties"]["titulo"]["anyOf"]
    assert wire["properties"]["participantes"]["type"] == "array"
    assert {"type": "null"} in wire["properties"]["organiza"]["properties"]["nombre"]["anyOf"]


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("This model's maximum context length is 8192 tokens. However, you requested 9000", 8192),
        ("request (9000 tokens) exceeds the available context size (4096 tokens), try", 4096),
        ('{"type": "exceed_context_size_error", "n_prompt_tokens": 9000, "n_ctx": 2048}', 2048),
    ],
)
def test_refusals_name_the_size(said: str, size: int, document: Document, schema: Schema) -> None:
    context = Context()
    context.overflowed(build_prompt(document, schema), said)
    assert context.size == size


@pytest.mark.parametrize(
    ("listed", "size"),
    [
        ([{"id": "m", "max_model_len": 4096}], 4096),
        ([{"id": "m", "meta": {"n_ctx": 2048, "n_ctx_train": 8192}}], 2048),
        ([{"id": "otro", "max_model_len": 4096}], None),
        ([{"id": "m", "context_length": "mucho"}], None),
    ],
)
def test_sizes_servers_list(listed: list[dict[str, Any]], size: int | None) -> None:
    assert listed_size(listed, "m") == size


def test_size_of_a_slot() -> None:
    assert property_size({"default_generation_settings": {"n_ctx": 4096}}) == 4096
    assert property_size({"default_generation_settings": None}) is None
