"""``POST /check``: an answer that somebody gave."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from fastapi.testclient import TestClient
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT, settings

from veraz.service import create_app

TASK = {"id": "acta-1", "input_text": TEXT, "instruction": INSTRUCTION, "target_schema": SCHEMA}
GOOD: dict[str, Any] = json.loads(ANSWER)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(settings())) as opened:
        yield opened


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (GOOD, "borne out"),
        (ANSWER, "borne out"),
        ({**GOOD, "precio": 31}, "doubtful"),
        ("{", "failed"),
    ],
)
def test_an_answer_is_judged(client: TestClient, answer: Any, verdict: str) -> None:
    reply = client.post("/check", json={**TASK, "answer": answer})
    assert reply.status_code == 200
    told = reply.json()
    assert told["verdict"] == verdict
    whole = client.get("/openapi.json").json()
    form = whole["components"]["schemas"]["CheckedAnswerForm"]
    assert set(told) == set(form["properties"])
    jsonschema.validate(told, {**form, "components": whole["components"]})


def test_it_is_corrected_when_asked_for(client: TestClient) -> None:
    asked = {**TASK, "answer": {**GOOD, "precio": "18.500 euros"}}
    assert client.post("/check", json=asked).json()["data"]["precio"] == "18.500 euros"
    told = client.post("/check", json={**asked, "correct": True}).json()
    assert told["data"] == GOOD
    assert told["verdict"] == "failed"


@pytest.mark.parametrize(
    ("more", "query", "told"),
    [
        ({}, "", "answer"),
        ({"answer": GOOD, "corect": True}, "", "corect"),
        ({"answer": GOOD}, "?model=symbolic", "model"),
        ({"answer": GOOD, "target_schema": {"type": "objet"}}, "", "objet"),
    ],
)
def test_what_cannot_be_obeyed_is_refused(
    client: TestClient, more: dict[str, Any], query: str, told: str
) -> None:
    reply = client.post(f"/check{query}", json={**TASK, **more})
    assert reply.status_code == 422
    assert told in reply.json()["detail"]
