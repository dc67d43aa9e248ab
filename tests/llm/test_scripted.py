"""The fake server itself: what it says on the wire, and from the command line."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from faults import FAULTS

from llm.scripted import ScriptedServer, Turn


def post(url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(
        f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_turns_in_order_the_last_for_ever() -> None:
    with ScriptedServer([Turn("uno"), Turn("dos")]) as server:
        said = [
            post(server.base_url, {"model": "m", "messages": [], "n": place})[1]["choices"][0]
            for place in range(3)
        ]
    assert [choice["message"]["content"] for choice in said] == ["uno", "dos", "dos"]
    assert [request["n"] for request in server.requests] == [0, 1, 2]


def test_a_turn_may_depend_on_the_question() -> None:
    with ScriptedServer([lambda body: Turn(body["model"].upper())]) as server:
        _, body = post(server.base_url, {"model": "eco", "messages": []})
    assert body["choices"][0]["message"]["content"] == "ECO"


def test_usage_is_counted_and_logprobs_add_up() -> None:
    asked = {"model": "m", "messages": [{"role": "user", "content": "x" * 40}], "logprobs": True}
    with ScriptedServer([Turn("ocho ñus")]) as server:
        _, body = post(server.base_url, asked)
    assert body["usage"] == {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
    tokens = body["choices"][0]["logprobs"]["content"]
    assert b"".join(bytes(token["bytes"]) for token in tokens).decode() == "ocho ñus"


@pytest.mark.parametrize(
    ("turn", "status", "word"),
    [
        (Turn(status=503, error="ocupado"), 503, "ocupado"),
        (Turn(body='{"raro": 1}'), 200, "raro"),
        (Turn(status=418), 418, "scripted 418"),
    ],
)
def test_bodies(turn: Turn, status: int, word: str) -> None:
    with ScriptedServer([turn]) as server:
        got, body = post(server.base_url, {"messages": []})
    assert got == status
    assert word in json.dumps(body)


def test_a_context_is_listed_and_kept() -> None:
    long = {"messages": [{"role": "user", "content": "x" * 1000}]}
    with ScriptedServer([Turn("{}")], context=200) as server:
        status, body = post(server.base_url, long)
        with urllib.request.urlopen(f"{server.base_url}/models", timeout=5) as response:
            listed = json.load(response)
    assert status == 400
    assert "maximum context length is 200 tokens" in body["error"]["message"]
    assert listed["data"][0]["max_model_len"] == 200


def test_it_does_not_stream() -> None:
    with ScriptedServer([Turn("{}")]) as server:
        status, _ = post(server.base_url, {"messages": [], "stream": True})
    assert status == 400


def test_every_fault_has_a_script_that_says_something() -> None:
    answer = {"a": "x", "b": ["uno", "dos"], "c": None}
    for name, fault in FAULTS.items():
        assert fault.description, name
        for turn in fault.script(answer):
            body = {"messages": [{"role": "user", "content": ""}], "max_tokens": 1}
            assert isinstance(turn(body) if callable(turn) else turn, Turn)


def test_from_the_command_line() -> None:
    command = [
        sys.executable,
        str(Path(__file__).with_name("faults.py")),
        "--port",
        "0",
        "--fault",
        "fenced",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        try:
            _, body = post(url, {"messages": []})
        finally:
            process.terminate()
    assert body["choices"][0]["message"]["content"].startswith("```json")
