"""What clients of the service meet: described answers, offline pages, ids, batches, refused names."""

import json
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastapi.testclient import TestClient
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT, settings

from llm.scripted import ScriptedServer, Turn
from veraz.service import create_app

TASK = {"id": "acta-1", "input_text": TEXT, "instruction": INSTRUCTION, "target_schema": SCHEMA}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([Turn(ANSWER, usage=(120, 40))]) as scripted:
        yield scripted


@pytest.fixture
def client(server: ScriptedServer) -> Iterator[TestClient]:
    with TestClient(create_app(settings(server.base_url))) as opened:
        yield opened


def described(client: TestClient, path: str, method: str = "post", status: str = "200") -> Any:
    """The JSON Schema of an answer, as OpenAPI tells it, with its definitions."""
    whole = client.get("/openapi.json").json()
    content = whole["paths"][path][method]["responses"][status]["content"]
    return {**content["application/json"]["schema"], "components": whole["components"]}


@pytest.mark.parametrize("path", ["/run", "/extract"])
def test_an_answer_is_what_openapi_says(client: TestClient, path: str) -> None:
    answer = client.post(path, json=TASK).json()
    jsonschema.validate(answer, described(client, path))


def test_the_description_of_an_extraction_would_miss_nothing(client: TestClient) -> None:
    answer = client.post("/extract", json=TASK).json()
    told = described(client, "/extract")["components"]["schemas"]
    assert set(answer) == set(told["ExtractionAnswer"]["properties"])
    assert set(answer["fields"][0]) == set(told["FieldResult"]["properties"])
    assert set(answer["usage"]) == set(told["UsageAnswer"]["properties"])
    assert set(answer["signature"]) == set(told["SignatureAnswer"]["properties"])


@pytest.mark.parametrize("path", ["/info", "/health", "/ready"])
def test_what_is_told_of_the_service_is_described(client: TestClient, path: str) -> None:
    jsonschema.validate(client.get(path).json(), described(client, path, "get"))


def test_an_error_is_described(client: TestClient) -> None:
    refused = client.post("/extract", json={**TASK, "target_schema": {"type": "objekt"}})
    assert refused.status_code == 422
    jsonschema.validate(refused.json(), described(client, "/extract", status="422"))


def test_the_page_of_the_description_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs").text
    addresses = re.findall(r"""(?:src|href)=["']([^"']+)["']""", page)
    assert addresses
    for address in addresses:
        assert address.startswith("http://testserver/")
        assert client.get(address).status_code == 200
    assert client.get("/redoc").status_code == 404


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("strictnes=strict", "strictnes"),
        ("strictness=very", "lenient, balanced, strict"),
        ("abstain=1.5", "between 0 and 1"),
        ("abstain=nan", "between 0 and 1"),
        ("on_unanswered=guess", "error, placeholder, omit"),
    ],
)
@pytest.mark.parametrize("path", ["/run", "/extract", "/batch"])
def test_a_query_that_cannot_be_obeyed_is_refused(
    client: TestClient, path: str, query: str, said: str
) -> None:
    refused = client.post(f"{path}?{query}", json=TASK)
    assert refused.status_code == 422
    assert said in refused.json()["detail"]


def test_strictness_and_abstention_are_the_requests(client: TestClient) -> None:
    told = client.post("/extract?strictness=strict&abstain=1", json=TASK).json()
    assert told["signature"]["strictness"] == "strict"
    abstained = client.post("/extract?abstain=1&on_unanswered=omit", json=TASK).json()
    assert [one["value"] for one in abstained["fields"]] != [
        one["value"] for one in client.post("/extract", json=TASK).json()["fields"]
    ]


def test_extract_refuses_an_unknown_member_and_takes_a_whole_task(client: TestClient) -> None:
    refused = client.post("/extract", json={**TASK, "instructions": "otra"})
    assert refused.status_code == 422
    assert "instructions" in refused.json()["detail"]
    whole = {**TASK, "output": {"x": 1}, "metadata": {"domain": "legal"}}
    assert client.post("/extract", json=whole).status_code == 200
    assert client.post("/run", json={**whole, "difficulty": 3}).status_code == 200


def test_a_request_keeps_its_id(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    ours = client.post("/extract", json=TASK).headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", ours)
    theirs = client.post("/run", json=TASK, headers={"X-Request-ID": "lote-7.b"})
    assert theirs.headers["X-Request-ID"] == "lote-7.b"
    bad = client.post("/run", json=TASK, headers={"X-Request-ID": "a b" * 40})
    assert re.fullmatch(r"[0-9a-f]{32}", bad.headers["X-Request-ID"])
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    logged = [json.loads(line)["id"] for line in lines]
    assert logged[:2] == [ours, "lote-7.b"]


def test_a_batch_answers_line_by_line_in_order(client: TestClient) -> None:
    rows = [
        json.dumps({**TASK, "id": "uno"}),
        "",
        "esto no es JSON",
        json.dumps({**TASK, "id": "dos", "tekst": ""}),
        json.dumps({**TASK, "id": "tres"}),
    ]
    answer = client.post("/batch", content="\n".join(rows), headers={"X-Request-ID": "lote"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["X-Request-ID"] == "lote"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    told = [(line["line"], line["id"], line["status"]) for line in lines]
    assert told == [(1, "uno", 200), (3, None, 422), (4, "dos", 422), (5, "tres", 200)]
    assert lines[0]["extraction"]["data"] == json.loads(ANSWER)
    assert "tekst" in lines[2]["detail"]
    line_schema = described(client, "/batch")
    for line in lines:
        jsonschema.validate(line, line_schema)


def test_an_empty_batch_says_what_to_send(client: TestClient) -> None:
    refused = client.post("/batch", content=b"\n\n")
    assert refused.status_code == 422
    assert "NDJSON" in refused.json()["detail"]


def test_each_line_of_a_batch_counts_against_the_rate(server: ScriptedServer) -> None:
    given = settings(server.base_url)
    slow = replace(given, limits=replace(given.limits, rate=600))
    rows = "\n".join(json.dumps({**TASK, "id": str(at)}) for at in range(3))
    with TestClient(create_app(slow)) as client:
        lines = client.post("/batch", content=rows).text.splitlines()
        assert [json.loads(line)["status"] for line in lines] == [200, 200, 200]
        assert 'veraz_requests_total{route="batch",status="200"} 3' in client.get("/metrics").text


def test_not_ready_before_it_has_started(server: ScriptedServer) -> None:
    app = create_app(settings(server.base_url))
    assert TestClient(app).get("/ready").status_code == 503  # no lifespan: nothing is loaded
    with TestClient(app) as started:
        assert started.get("/ready").json() == {"ready": True}


def test_the_page_on_http_works_as_it_stands(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)
    assert blocks[0].startswith("veraz serve")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "veraz.cli", *shlex.split(blocks[0])[1:]]
    served = subprocess.Popen([*command, "--port", str(port)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not _open(port):
            time.sleep(0.2)
        typed = "set -e\n" + "\n".join(blocks[1:]).replace(":8000", f":{port}")
        done = subprocess.run(
            ["bash", "-c", typed], cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
    finally:
        served.terminate()
        served.wait(30)
    assert done.returncode == 0, done.stderr
    decoder, answers, rest = json.JSONDecoder(), [], done.stdout.strip()
    while rest:
        answer, end = decoder.raw_decode(rest)
        answers.append(answer)
        rest = rest[end:].lstrip()
    assert answers[0] == {"vendedora": "Casta Olmedo Prieto", "fecha": "2024-05-04", "precio": 1200}
    assert answers[1]["signature"]["strictness"] == "strict"
    assert [one["id"] for one in answers[2:]] == ["venta-0", "venta-1", "venta-2"]


def _open(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nada", 404), ("GET", "/run", 405)]
)
def test_a_path_that_is_none_is_answered_as_any_other_error(
    client: TestClient, method: str, path: str, status: int
) -> None:
    refused = client.request(method, path)
    assert refused.status_code == status
    assert refused.json()["error"] == "RequestError"
    assert "/docs" in refused.json()["detail"]


def test_a_body_that_is_cut_is_told_plainly(client: TestClient) -> None:
    detail = client.post("/extract", content=b'{"input_text": ').json()["detail"]
    assert "asked for: Invalid JSON" in detail
