"""Every fault over the real wire: an answer that is right, or an error that says what happened."""

import asyncio
import json
from typing import Any

import pytest
from faults import FAULTS, dumps, says
from jsonschema import Draft202012Validator

from llm.completion import Completion, Prompt, Usage
from llm.draft import read_draft
from llm.scripted import Script, ScriptedServer, Turn
from llm.served import ServedModel
from nlp.errors import ModelError, ModelTimeout, ModelUnreachable

pytestmark = pytest.mark.usefixtures("forgetful")

ANSWERED = [name for name, fault in FAULTS.items() if not fault.error]
FAILED = [name for name, fault in FAULTS.items() if fault.error]


async def call(server: ScriptedServer, prompt: Prompt, **options: Any) -> Completion:
    options = {"seconds": 5.0, "first_pause": 0.01, **options}
    model = ServedModel("prueba", base_url=server.base_url, **options)
    try:
        return await model.complete(prompt)
    finally:
        await model.aclose()


async def complete(script: Script, prompt: Prompt, **options: Any) -> Completion:
    with ScriptedServer(script) as server:
        return await call(server, prompt, **options)


@pytest.mark.parametrize("name", [name for name in ANSWERED if name != "cut_forever"])
async def test_a_fault_costs_calls_but_not_the_answer(
    name: str, prompt: Prompt, answer: dict[str, Any]
) -> None:
    completion = await complete(FAULTS[name].script(answer), prompt)
    draft = read_draft(completion, prompt.schema)
    assert draft.root == answer
    assert completion.finish_reason == "stop"


@pytest.mark.parametrize("name", FAILED)
async def test_a_fault_without_a_way_out_is_an_error(
    name: str, prompt: Prompt, answer: dict[str, Any]
) -> None:
    # Only what never answers is waited for to the end.
    seconds = 0.3 if FAULTS[name].error == "ModelTimeout" else 60.0
    with pytest.raises(ModelError) as caught:
        await complete(FAULTS[name].script(answer), prompt, seconds=seconds, attempts=3)
    assert type(caught.value).__name__ == FAULTS[name].error
    assert str(caught.value)


async def test_an_answer_that_is_always_cut_is_marked_so(
    prompt: Prompt, answer: dict[str, Any]
) -> None:
    completion = await complete(FAULTS["cut_forever"].script(answer), prompt)
    draft = read_draft(completion, prompt.schema)
    assert completion.finish_reason == "length"
    assert draft.root["titulo"] == answer["titulo"]
    assert "length" in draft.problems


async def test_the_answer_of_a_good_server_is_left_alone(
    prompt: Prompt, answer: dict[str, Any]
) -> None:
    with ScriptedServer([says(answer)]) as server:
        completion = await call(server, prompt)
    sent = server.requests[0]
    assert completion.text == dumps(answer)
    assert completion.usage.calls == 1
    assert completion.rung == "json_schema"
    assert sent["stream"] is False
    assert sent["model"] == "prueba"
    assert sent["response_format"]["json_schema"]["schema"] == prompt.wire_schema
    assert sent["chat_template_kwargs"] == {"enable_thinking": False}
    logprobs = read_draft(completion, prompt.schema).logprobs
    assert logprobs["organiza.nombre"] == pytest.approx(-0.1)
    assert set(logprobs) >= {"titulo", "participantes.2", "gratuita", "visitantes"}


async def test_what_works_is_remembered(prompt: Prompt, answer: dict[str, Any]) -> None:
    with ScriptedServer(FAULTS["grammar_400"].script(answer)) as server:
        first = await call(server, prompt)
        second = await call(server, prompt)
    assert (first.rung, second.rung) == ("json_object", "json_object")
    assert (first.usage.calls, second.usage.calls) == (2, 1)


async def test_extras_are_not_blamed_for_a_broken_rung(
    prompt: Prompt, answer: dict[str, Any]
) -> None:
    with ScriptedServer(FAULTS["schema_500"].script(answer)) as server:
        await call(server, prompt)
        await call(server, prompt)
    assert server.requests[-1]["response_format"]["type"] == "json_object"
    assert server.requests[-1]["logprobs"] is True


async def test_refused_extras_are_not_sent_again(prompt: Prompt, answer: dict[str, Any]) -> None:
    with ScriptedServer(FAULTS["thinking_switch_400"].script(answer)) as server:
        await call(server, prompt)
        await call(server, prompt)
    sent = ["chat_template_kwargs" in request for request in server.requests]
    assert sent == [True, False, False]
    assert all(request["response_format"]["type"] == "json_schema" for request in server.requests)


@pytest.mark.parametrize("name", ["empty", "refusal", "no_choices"])
async def test_what_passes_is_not_held_against_a_server(
    name: str, prompt: Prompt, answer: dict[str, Any]
) -> None:
    with ScriptedServer([*FAULTS[name].script(answer)[:1], says(answer)]) as server:
        await call(server, prompt)
        await call(server, prompt)
    assert server.requests[-1]["response_format"]["type"] == "json_schema"
    assert server.requests[-1]["logprobs"] is True


async def test_usage_counts_every_call(prompt: Prompt, answer: dict[str, Any]) -> None:
    script = [
        Turn(status=503, usage=(7, 0)),
        Turn("nada", usage=(100, 2)),
        Turn(dumps(answer), usage=(110, 50)),
    ]
    completion = await complete(script, prompt)
    assert completion.usage == Usage(217, 52, 3)


async def test_the_rest_of_a_cut_answer_asks_only_for_what_is_missing(
    prompt: Prompt, answer: dict[str, Any]
) -> None:
    written = dumps(answer)
    stop = written.index("Couceiro")
    with ScriptedServer([Turn(written[:stop], finish_reason="length"), says(answer)]) as server:
        completion = await call(server, prompt)
    asked = server.requests[1]["response_format"]["json_schema"]["schema"]
    assert list(asked["properties"]) == [
        "participantes", "organiza", "gratuita", "visitantes", "tipo",
    ]  # fmt: skip
    assert json.loads(completion.text) == answer
    assert "cut" in read_draft(completion, prompt.schema).problems
    document_first = [request["messages"][-1]["content"][:400] for request in server.requests]
    assert document_first[0] == document_first[1]


async def test_a_cancelled_caller_hangs_up(prompt: Prompt) -> None:
    with ScriptedServer([Turn(delay=10.0)]) as server:
        task = asyncio.ensure_future(call(server, prompt, seconds=20.0))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(100):
            if server.gone:
                break
            await asyncio.sleep(0.02)
        assert server.gone == 1
        assert len(server.requests) == 1


async def test_the_deadline_holds_for_all_calls_together(prompt: Prompt) -> None:
    script = [Turn("nada", delay=0.4)]
    with pytest.raises(ModelTimeout):
        await complete(script, prompt, seconds=0.6)


async def test_a_server_that_is_not_there(prompt: Prompt) -> None:
    with ScriptedServer() as server:
        gone = server.base_url
    model = ServedModel("x", base_url=gone, attempts=2, first_pause=0.01)
    with pytest.raises(ModelUnreachable, match="OPENAI_BASE_URL"):
        await model.complete(prompt)
    await model.aclose()


async def test_no_name_and_no_server(prompt: Prompt) -> None:
    with ScriptedServer() as server:
        gone = server.base_url
    model = ServedModel(None, base_url=gone)
    with pytest.raises(ModelUnreachable):
        await model.complete(prompt)
    await model.aclose()


async def test_no_name_and_no_models(prompt: Prompt) -> None:
    with ScriptedServer(models=()) as server:
        model = ServedModel(None, base_url=server.base_url)
        with pytest.raises(ModelError, match="name one"):
            await model.complete(prompt)
        await model.aclose()


async def test_no_name_takes_the_first_model(prompt: Prompt, answer: dict[str, Any]) -> None:
    with ScriptedServer([says(answer)], models=("uno", "dos")) as server:
        model = ServedModel(None, base_url=server.base_url)
        completion = await model.complete(prompt)
        await model.aclose()
    assert completion.model == "uno"
    assert server.requests[0]["model"] == "uno"


async def test_redirects_are_not_followed(prompt: Prompt, answer: dict[str, Any]) -> None:
    with ScriptedServer([says(answer)]) as elsewhere:
        away = {"Location": f"{elsewhere.base_url}/chat/completions"}
        with pytest.raises(ModelError):
            await complete([Turn(status=307, headers=away)], prompt)
    assert elsewhere.requests == []


async def test_proxies_of_the_environment_are_not_used(
    prompt: Prompt, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    completion = await complete([says(answer)], prompt)
    assert json.loads(completion.text) == answer


async def test_a_single_call_is_taken_as_it_comes(prompt: Prompt) -> None:
    from dataclasses import replace

    with ScriptedServer([Turn("no es JSON")]) as server:
        completion = await call(server, replace(prompt, single=True))
    assert completion.text == "no es JSON"
    assert len(server.requests) == 1
    assert set(server.requests[0]) == {
        "model", "messages", "response_format", "temperature", "stream",
    }  # fmt: skip


async def test_half_code_points_of_tokens_are_joined(prompt: Prompt) -> None:
    content = '{"titulo": "ñu"}'
    halves = [list(b'{"titulo": "'), [0xC3], [0xB1], list(b'u"}')]
    tokens = [
        {"token": "?", "bytes": piece, "logprob": -1.0, "top_logprobs": []} for piece in halves
    ]
    body = {
        "id": "x", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop",
                     "message": {"role": "assistant", "content": content},
                     "logprobs": {"content": tokens}}],
    }  # fmt: skip
    from dataclasses import replace

    completion = await complete([Turn(body=json.dumps(body))], replace(prompt, single=True))
    assert "".join(token.token for token in completion.logprobs) == content
    assert read_draft(completion, prompt.schema).logprobs == {"titulo": -1.0}


def test_the_right_answer_of_these_tests_is_right(answer: dict[str, Any], prompt: Prompt) -> None:
    assert Draft202012Validator(prompt.wire_schema).is_valid(answer)


async def test_an_error_says_what_its_calls_had_cost(prompt: Prompt) -> None:
    talk = [Turn("No sé.", usage=(100, 7))]
    with ScriptedServer(talk) as server, pytest.raises(ModelError) as caught:
        await call(server, prompt)
    calls = caught.value.spent["calls"]
    assert calls > 1
    assert caught.value.spent == {
        "input_tokens": 100 * calls,
        "output_tokens": 7 * calls,
        "calls": calls,
    }
