"""Whatever a server says, a question ends in JSON of the right shape or in an error of ours."""

import asyncio
import datetime
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llm.asking import Asking
from llm.calling import Deadline, Ledger, Rejected
from llm.completion import Completion, Usage
from llm.draft import read_draft
from llm.ladder import Ladder
from llm.prompt import build_prompt
from llm.responses import Answer, retry_after
from nlp.errors import ModelError
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

RIGHT = {"a": "uno", "b": ["dos", "tres"], "c": {"d": 4, "e": None}}
WRITTEN = json.dumps(RIGHT)
PROMPT = build_prompt(
    Document("x", "uno dos tres 4"),
    compile_schema(
        {
            "type": "object",
            "properties": {
                "a": {"type": "string"},
                "b": {"type": "array", "items": {"type": "string"}},
                "c": {
                    "type": "object",
                    "properties": {"d": {"type": "integer"}, "e": {"type": ["string", "null"]}},
                },
            },
            "required": ["a", "b", "c"],
        }
    ),
)
MOST_CALLS = 16


class Says:
    """A server that says these things in turn, the last for ever."""

    base_url = "http://nowhere/v1"

    def __init__(self, turns: list[Answer | Rejected]) -> None:
        self.turns = turns
        self.requests: list[dict[str, Any]] = []

    async def chat(self, request: dict[str, Any], deadline: Deadline, ledger: Ledger) -> Answer:
        turn = self.turns[min(len(self.requests), len(self.turns) - 1)]
        self.requests.append(request)
        ledger.book(Usage(1, 1, 1))
        if isinstance(turn, Rejected):
            raise turn
        return turn


def ask(turns: list[Answer | Rejected]) -> tuple[Completion, Says]:
    server = Says(turns)
    asking = Asking(
        server,  # type: ignore[arg-type]
        Ladder(),
        "m",
        Deadline(60),
        Ledger(),
        {"logprobs": True, "no_thinking": True},
    )
    try:
        return asyncio.run(asking.answer(PROMPT)), server
    finally:
        assert len(server.requests) <= MOST_CALLS


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """The right answer, cut, with something put in or taken out."""
    text = WRITTEN
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + draw(st.text('{}[]",: \n`<>think/au1', max_size=6)) + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


TURNS = st.one_of(
    st.builds(Answer, mangled(), st.sampled_from(["stop", "length"])),
    st.builds(Answer, st.text(max_size=30), st.just("stop")),
    st.builds(Answer, st.just(""), st.just("stop"), thinking=mangled()),
    st.builds(
        Rejected,
        st.sampled_from([400, 422, 500]),
        st.sampled_from(["no", "bad response_format", "unknown logprobs", "chat_template_kwargs?"]),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(TURNS, min_size=1, max_size=6))
def test_json_or_an_error(turns: list[Answer | Rejected]) -> None:
    try:
        completion, server = ask(turns)
    except ModelError:
        return
    draft = read_draft(completion, PROMPT.schema)
    assert isinstance(draft.root, dict)
    assert set(draft.root) & {"a", "b", "c"} or "length" in draft.problems
    assert completion.usage.calls == len(server.requests)


@pytest.mark.parametrize(
    ("rejected", "kind"),
    [(Rejected(400, "no"), "ModelRefused"), (Rejected(500, "no"), "ModelUnreachable")],
)
def test_a_refusal_at_every_rung(rejected: Rejected, kind: str) -> None:
    with pytest.raises(ModelError) as caught:
        ask([rejected])
    assert type(caught.value).__name__ == kind


def test_a_question_too_long_is_told_apart() -> None:
    with pytest.raises(Rejected) as caught:
        ask([Rejected(400, "maximum context length is 10 tokens")])
    assert caught.value.overflow


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-4", 0.0),
        ("Wed, 21 Oct 2015 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2015 07:27:00 GMT", 0.0),
        ("pronto", None),
        ("", None),
    ],
)
def test_retry_after(written: str, seconds: float | None) -> None:
    now = datetime.datetime(2015, 10, 21, 7, 28, tzinfo=datetime.UTC)
    assert retry_after(written, now=now) == seconds
