import json
from typing import Any

import pytest

from llm.completion import Completion, TokenLogprob
from llm.draft import read_draft, span_logprobs
from llm.salvage import cut_loop, prune_open, strip_thoughts
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema

SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "ciudad": {"type": "string"},
            "barrios": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["ciudad"],
    }
)
RIGHT = {"ciudad": "Vigo", "barrios": ["Coia", "Bouzas"]}
WRITTEN = json.dumps(RIGHT)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (WRITTEN, ()),
        (f"\n  {WRITTEN}\n", ()),
        (f"```json\n{WRITTEN}\n```", ("fenced",)),
        (f"Aquí está:\n```\n{WRITTEN}\n```\nUn saludo", ("fenced", "chatter")),
        (f"El formato {{ciudad: …}} pide esto: {WRITTEN}", ("chatter",)),
        (f'Primero pensé en {{"ciudad": "Lugo"}}, pero no: {WRITTEN}', ("chatter",)),
        (f"<think>Será {{1}}…</think>{WRITTEN}", ("thoughts",)),
        (f"Pienso, luego respondo.</think>{WRITTEN}", ("thoughts",)),
        (f"<|channel|>analysis<|message|>{{}}<|end|><|channel|>final<|message|>{WRITTEN}<|end|>",
         ("thoughts",)),
        (f'{{"answer": {WRITTEN}}}', ("wrapped",)),
        (f"[{WRITTEN}]", ("wrapped",)),
    ],
)  # fmt: skip
def test_however_it_is_dressed(text: str, problems: tuple[str, ...]) -> None:
    draft = read_draft(Completion(text), SCHEMA)
    assert draft.root == RIGHT
    assert draft.problems == problems


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No lo sé.",
        "<think>{}",
        "<think>" + WRITTEN,
        "null",
        '{"type": "object", "properties": {"ciudad": {}}}',
    ],
)
def test_no_answer_is_no_draft(text: str) -> None:
    draft = read_draft(Completion(text), SCHEMA)
    assert draft.root is None
    assert "no JSON" in draft.problems


def test_a_text_about_thinking_is_not_a_thought() -> None:
    said = {"ciudad": "<think> es el nombre del bar", "barrios": []}
    assert read_draft(Completion(json.dumps(said)), SCHEMA).root == said


@pytest.mark.parametrize(
    ("raw", "text", "root"),
    [
        ({"type": "array", "items": {"type": "integer"}}, "Son: [1, 2, 3]", [1, 2, 3]),
        ({"enum": ["sí", "no"]}, '"sí"', "sí"),
        ({"enum": ["sí", "no"]}, "sí", "sí"),
        ({"type": "integer"}, "```\n7\n```", 7),
    ],
)
def test_roots_that_are_no_objects(raw: dict[str, Any], text: str, root: Any) -> None:
    assert read_draft(Completion(text), compile_schema(raw)).root == root


def test_hostile_lengths_take_no_time(schema: Schema) -> None:
    for text in (
        "{" * 50_000,
        "```json" * 20_000,
        "<think>" * 20_000,
        '{"a":' * 20_000,
        " " * 200_000,
    ):
        read_draft(Completion(text), schema)


def test_log_probabilities_by_field() -> None:
    pieces = ['{"ciudad"', ': "', "Vi", "go", '", "barrios": ["', "Coia", '", "Bou', 'zas"]}']
    tokens = tuple(TokenLogprob(piece, -float(place)) for place, piece in enumerate(pieces))
    assert "".join(pieces) == WRITTEN
    draft = read_draft(Completion(WRITTEN, logprobs=tokens), SCHEMA)
    assert draft.logprobs == {"ciudad": -2.5, "barrios.0": -5.0, "barrios.1": -6.5}


def test_log_probabilities_after_a_thought() -> None:
    text = '<think>ya</think>{"ciudad": "Vigo"}'
    tokens = (TokenLogprob(text[:29], -9.0), TokenLogprob("Vigo", -1.0), TokenLogprob('"}', 0.0))
    text = "".join(token.token for token in tokens)
    assert read_draft(Completion(text, logprobs=tokens), SCHEMA).logprobs.get("ciudad") is not None


def test_tokens_of_another_text_say_nothing() -> None:
    assert span_logprobs("Vigo", [TokenLogprob("Lugo", -1.0)], {"a": (0, 4)}) == {}


@pytest.mark.parametrize(
    ("text", "left", "looped"),
    [
        ("normal", "normal", False),
        ("x" * 60, "x" * 60, False),
        ('{"a": "' + "no " * 200, '{"a": "' + "no ", True),
        ('["uno", ' + '"dos", ' * 40, '["uno", "dos", ', True),
        ('{"a": 1, ' + "\n" * 400, '{"a": 1,', True),
        ('{"a": 1}' + " " * 20, '{"a": 1}' + " " * 20, False),
    ],
)
def test_loops_are_cut(text: str, left: str, looped: bool) -> None:
    assert cut_loop(text) == (left, looped)


def test_pruning_takes_only_what_broke_off() -> None:
    root = {"a": ["uno", "do"], "b": {"c": "x", "d": "y"}}
    assert prune_open(root, "a.1") == {"a": ["uno"], "b": {"c": "x", "d": "y"}}
    assert prune_open(root, "b.d") == {"a": ["uno", "do"], "b": {"c": "x"}}
    assert prune_open(root, "a") == root
    assert prune_open(root, None) == root
    assert prune_open({"a": [{"b": "x"}, {"b": "y"}]}, "a.1.b") == {"a": [{"b": "x"}]}


def test_thoughts_leave_the_place_of_the_answer() -> None:
    text = "<thinking>mm</thinking>{}"
    answer, offset, _ = strip_thoughts(text)
    assert text[offset:] == answer == "{}"
