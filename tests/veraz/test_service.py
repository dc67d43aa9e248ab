"""The service: GenSIE's contract, errors that say what to do, and gold that nobody sees."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT, settings

import veraz.service_job
from llm.scripted import ScriptedServer, Turn
from veraz.extractor import Extractor
from veraz.pipelines import PIPELINES
from veraz.service import create_app

GOLD = "VALOR-DE-ORO-QUE-NADIE-DEBE-VER"


def task(**changes: Any) -> dict[str, Any]:
    whole = {
        "id": "acta-1",
        "input_text": TEXT,
        "instruction": INSTRUCTION,
        "target_schema": SCHEMA,
        "output": {"compradora": GOLD},
        "metadata": {"domain": "legal"},
    }
    return whole | changes


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([Turn(ANSWER, usage=(120, 40))]) as scripted:
        yield scripted


@pytest.fixture
def client(server: ScriptedServer) -> Iterator[TestClient]:
    with TestClient(create_app(settings(server.base_url))) as opened:
        yield opened


def test_info_lists_every_pipeline(client: TestClient) -> None:
    info = client.get("/info").json()
    assert [pipeline["name"] for pipeline in info["pipelines"]] == list(PIPELINES)
    assert info["team_name"]
    assert info["institution"]


def test_run_answers_the_plain_object_with_its_usage(client: TestClient) -> None:
    answer = client.post("/run", params={"pipeline": "grounded", "model": "m"}, json=task())
    assert answer.status_code == 200
    assert answer.json() == json.loads(ANSWER)
    assert json.loads(answer.headers["X-GenSIE-Token-Usage"]) == {
        "input_tokens": 120,
        "output_tokens": 40,
        "total_tokens": 160,
        "calls": 1,
    }
    assert "X-Veraz-Fallback" not in answer.headers


def test_run_gives_the_json_that_the_library_gives(
    client: TestClient, server: ScriptedServer
) -> None:
    over_http = client.post("/run?pipeline=grounded&model=m", json=task()).json()
    with Extractor(model="m", base_url=server.base_url) as extractor:
        assert extractor.extract(TEXT, INSTRUCTION, SCHEMA, id="acta-1").data == over_http


def test_the_model_of_the_request_is_the_model_used(
    client: TestClient, server: ScriptedServer
) -> None:
    client.post("/run?model=uno/modelo:7b", json=task())
    assert server.requests[-1]["model"] == "uno/modelo:7b"
    assert server.requests[-1].get("stream") in (False, None)


def test_gold_reaches_neither_the_pipeline_nor_the_server(
    client: TestClient, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    whole = veraz.service_job.extract_task

    async def spy(*arguments: Any, **named: Any) -> Any:
        seen.append(repr(arguments) + repr(named))
        return await whole(*arguments, **named)

    monkeypatch.setattr(veraz.service_job, "extract_task", spy)
    for pipeline in PIPELINES:
        client.post("/run", params={"pipeline": pipeline, "model": "m"}, json=task())
    assert len(seen) == len(PIPELINES)
    assert GOLD not in "".join(seen)
    assert server.requests
    assert GOLD not in json.dumps(server.requests)


def test_extract_gives_evidence_outcomes_and_usage(client: TestClient) -> None:
    answer = client.post("/extract?model=m", json=task()).json()
    assert answer["data"] == json.loads(ANSWER)
    by_path = {result["path"]: result for result in answer["fields"]}
    (span,) = by_path["compradora"]["evidence"]
    assert TEXT[span["start"] : span["end"]] == span["mention"] == "Elvira Pardo Luna"
    assert TEXT[by_path["fecha"]["evidence"][0]["start"] :].startswith("3 de marzo de 2021")
    assert by_path["precio"]["outcome"] == "kept"
    assert answer["usage"]["calls"] == 1


@pytest.mark.parametrize(
    ("query", "body", "said"),
    [
        ("pipeline=graunded", task(), "grounded"),
        ("", {"instruction": "sin texto"}, "input_text"),
        ("", task(input_text=7), "input_text"),
        ("", task(target_schema=[]), "target_schema"),
        ("", task(target_schema={"$ref": "https://ejemplo.es/x.json"}), "$ref"),
    ],
)
def test_what_the_caller_can_mend_is_422_and_says_what(
    client: TestClient, query: str, body: dict[str, Any], said: str
) -> None:
    answer = client.post(f"/run?{query}", json=body)
    assert answer.status_code == 422, answer.text
    assert said in answer.text


def test_an_unreachable_model_is_503_not_an_answer_of_nulls() -> None:
    with TestClient(create_app(settings("http://127.0.0.1:9/v1"))) as client:
        answer = client.post("/run?model=m", json=task())
    assert answer.status_code == 503
    assert "127.0.0.1:9" in answer.json()["detail"]


def test_the_candidates_answer_is_given_only_where_asked_for_and_flagged() -> None:
    app = create_app(settings("http://127.0.0.1:9/v1", on_model_error="symbolic"))
    with TestClient(app) as client:
        answer = client.post("/run?model=m", json=task())
    assert answer.status_code == 200
    assert answer.headers["X-Veraz-Fallback"] == "symbolic"
    assert answer.json()["fecha"] == "2021-03-03"


def test_health_names_the_spanish_model() -> None:
    with TestClient(create_app(settings())) as client:
        health = client.get("/health").json()
    assert health["status"] == "ok"
    assert health["spanish_model"]
    assert health["model_server"] == "symbolic"


def test_info_is_answered_while_a_task_is_being_extracted() -> None:
    with (
        ScriptedServer([Turn(ANSWER, delay=1.5)]) as slow,
        TestClient(create_app(settings(slow.base_url))) as client,
    ):
        answers: list[int] = []
        worker = threading.Thread(
            target=lambda: answers.append(client.post("/run?model=m", json=task()).status_code)
        )
        worker.start()
        while not slow.requests:
            time.sleep(0.02)
        assert client.get("/info").status_code == 200
        assert not answers, "the extraction should still be under way"
        worker.join()
    assert answers == [200]


def test_what_a_failed_request_cost_is_in_the_header() -> None:
    with (
        ScriptedServer([Turn("No sé.", usage=(100, 7))]) as server,
        TestClient(create_app(settings(server.base_url))) as client,
    ):
        answered = client.post("/run", json=task())
    assert answered.status_code == 503
    spent = json.loads(answered.headers["X-GenSIE-Token-Usage"])
    assert spent["calls"] > 1
    assert spent["total_tokens"] == 107 * spent["calls"]


def test_a_code_that_the_text_does_not_give_is_a_422_with_pointer_answer_and_cost() -> None:
    schema = {
        "type": "object",
        "properties": {
            "compradora": {"type": "string"},
            "lote": {"type": "string", "pattern": "^LOTE-[0-9]{7}$"},
        },
        "required": ["compradora", "lote"],
    }
    said = json.dumps({"compradora": "Elvira Pardo Luna", "lote": "LOTE"})
    with (
        ScriptedServer([Turn(said, usage=(120, 40))]) as server,
        TestClient(create_app(settings(server.base_url))) as client,
    ):
        answered = client.post("/extract", json=task(target_schema=schema))
    assert answered.status_code == 422
    told = answered.json()
    assert (told["error"], told["pointer"], told["keyword"]) == ("AnswerError", "/lote", "required")
    assert told["answer"]["compradora"] == "Elvira Pardo Luna"
    assert json.loads(answered.headers["X-GenSIE-Token-Usage"])["input_tokens"] == 120


def test_relative_dates_count_from_the_reference_of_the_body() -> None:
    asked = {
        "input_text": "Fecha de entrega: mañana.",
        "target_schema": {
            "type": "object",
            "properties": {"fecha_entrega": {"type": "string", "format": "date"}},
            "required": ["fecha_entrega"],
        },
    }
    with TestClient(create_app(settings("http://127.0.0.1:9/v1"))) as opened:
        for path in ("/run", "/extract"):
            dated = opened.post(f"{path}?model=symbolic", json={**asked, "reference": "2026-03-14"})
            assert dated.status_code == 200
            assert "2026-03-15" in dated.text
            for bad in ("ayer", "14/03/2026", 20260314, ["2026-03-14"]):
                refused = opened.post(f"{path}?model=symbolic", json={**asked, "reference": bad})
                assert refused.status_code == 422
                assert "no day like 2026-03-14" in refused.text
