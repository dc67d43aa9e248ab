"""What is stuck is ended, and nobody else notices: with the processes of a real service."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from headless import serving
from product import SCHEMA, TEXT, settings

from llm.scripted import ScriptedServer, Turn
from veraz.limits import Limits
from veraz.service import create_app
from veraz.service_job import Job
from veraz.service_workers import WorkerDiedError, Workers

SLOW = {"type": "object", "properties": {f"campo{i}": {"type": "string"} for i in range(490)}}
TASK = {"input_text": TEXT, "target_schema": SCHEMA}
HELD = 60.0
"""Seconds that the model keeps who waits for it."""
PATIENCE = 60.0
"""Seconds after which something will not come any more."""


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([Turn('{"precio": 18500}', delay=HELD)]) as server:
        yield server


@pytest.fixture(scope="module")
def url(model: ScriptedServer) -> Iterator[str]:
    limits = Limits(workers=2, cpu_seconds=1, request_seconds=HELD + 30)
    given = settings(model.base_url, model="lento", models=("symbolic",), limits=limits)
    with serving(create_app(given)) as address:
        yield address


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def ask(url: str, task: dict[str, Any], model: str = "symbolic") -> httpx.Response:
    return httpx.post(f"{url}/run", params={"model": model}, json=task, timeout=60.0)


def test_who_computes_too_long_is_ended_while_others_are_answered(url: str) -> None:
    answers: list[httpx.Response] = []
    stuck = {"input_text": TEXT * 40, "target_schema": SLOW}
    attacker = threading.Thread(target=lambda: answers.append(ask(url, stuck)))
    attacker.start()
    meanwhile = 0
    while attacker.is_alive():
        assert httpx.get(f"{url}/health", timeout=30.0).json()["status"] == "ok"
        meanwhile += attacker.is_alive()
        time.sleep(0.1)
    assert answers[0].status_code == 503
    assert "1 s of computing" in answers[0].json()["detail"]
    assert answers[0].headers["Retry-After"]
    assert meanwhile, "nobody was answered before the attacker was ended"
    assert ask(url, TASK).status_code == 200


def test_who_hangs_up_is_not_worked_for(url: str, model: ScriptedServer) -> None:
    before = len(model.requests)
    for _ in range(3):
        parts = urlsplit(url)
        line = http.client.HTTPConnection(parts.hostname or "", parts.port)
        line.request("POST", "/run", json.dumps(TASK), {"Content-Type": "application/json"})
        wait_until(lambda: len(model.requests) > before)  # noqa: B023
        before = len(model.requests)
        line.sock.shutdown(socket.SHUT_RDWR)
        line.close()
    begun = time.monotonic()
    assert ask(url, TASK).status_code == 200
    assert time.monotonic() - begun < HELD, "the three would have kept both processes"
    wait_until(lambda: "veraz_running 0" in httpx.get(f"{url}/metrics").text)


async def test_who_fills_the_memory_is_ended() -> None:
    limits = Limits(workers=1, worker_mib=4)
    workers = Workers(settings(model="symbolic", limits=limits))
    body = json.dumps({"input_text": TEXT * 400, "target_schema": SLOW}).encode()
    try:
        reply = await workers.answer(Job("run", body))
        said = reply.body.decode()  # it met the bound itself, and could say so
    except WorkerDiedError as died:
        said = str(died)
    finally:
        await workers.aclose()
    assert "memory" in said
