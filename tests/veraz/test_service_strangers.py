"""The service before strangers: whose models, whose secrets, how much of everything."""

import asyncio
import json
import os
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from product import INSTRUCTION, SCHEMA, TEXT, settings

from llm.scripted import ScriptedServer, Turn
from llm.secret import Secret
from nlp.errors import SettingsError, VerazError
from veraz.extractor import Extractor
from veraz.limits import Limits, limits_from
from veraz.models import check_asked
from veraz.service import create_app
from veraz.service_guard import Rate
from veraz.service_job import Models
from veraz.service_queue import BusyError, FairQueue
from veraz.settings import Settings, settings_from

KEY = "sk-de-prueba-0123456789abcdef"
PASSWORD = "contraseña-muy-secreta".replace("ñ", "n")
TASK = {"input_text": TEXT, "instruction": INSTRUCTION, "target_schema": SCHEMA, "id": "acta-1"}


def app_client(**given: Any) -> TestClient:
    return TestClient(create_app(settings(None, **({"model": "symbolic"} | given))))


@pytest.fixture
def client() -> Iterator[TestClient]:
    with app_client(models=()) as opened:
        yield opened


# Models by name


@pytest.mark.parametrize("there", [True, False])
def test_a_client_cannot_have_a_file_read_nor_learn_whether_it_is_there(
    client: TestClient, tmp_path: Path, there: bool
) -> None:
    path = tmp_path / "answers.jsonl"
    if there:
        path.write_text(json.dumps({"id": "acta-1", "output": {"compradora": "SECRETO"}}))
    answer = client.post("/run", params={"model": f"recorded:{path}"}, json=TASK)
    assert answer.status_code == 422
    assert "SECRETO" not in answer.text
    assert "is not served here" in answer.json()["detail"]


def test_a_pipe_named_as_a_model_stops_nobody(client: TestClient, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        assert client.post(f"/run?model=recorded:{path}", json=TASK).status_code == 422


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        (None, {}, True),
        ("m", {"model": "m"}, True),
        ("otro", {"model": "m"}, False),
        ("otro", {"model": "m", "models": ("otro",)}, True),
        ("symbolic", {"model": "m"}, True),
        ("symbolic", {"models": ("*",)}, True),
        ("cualquiera/7b", {"models": ("*",)}, True),
        ("x" * 300, {"models": ("*",)}, False),
        ("a\nb", {"models": ("*",)}, False),
        ("recorded:/etc/passwd", {"models": ("*",)}, False),
        ("recorded:a", {"model": "recorded:a", "models": ("recorded:a",)}, False),
    ],
)
def test_only_the_operators_names(name: str | None, given: dict[str, Any], allowed: bool) -> None:
    asked = Settings(**given)
    if allowed:
        check_asked(name, asked)
    else:
        with pytest.raises(SettingsError, match="VERAZ_MODELS") as refused:
            check_asked(name, asked)
        assert "recorded:a" not in str(refused.value).partition(";")[2]


async def test_models_used_long_ago_are_closed() -> None:
    given = settings("http://127.0.0.1:9/v1", limits=Limits(workers=0, models_open=3))
    models, opened = Models(given), []
    for number in range(40):
        async with models.lent(f"m{number}") as model:
            opened.append(model)
    async with models.lent("m39"):
        assert len(models._open) == 3
    assert sum(model._caller._client.is_closed() for model in opened) == 37
    await models.aclose()


# Secrets


def test_a_secret_is_shown_to_nobody() -> None:
    secret = Secret(KEY)
    given = Settings(base_url=f"http://ana:{PASSWORD}@127.0.0.1:9/v1", api_key=KEY)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret:>40}", repr(given), str(given)]
    shown += [repr(settings_from({"OPENAI_API_KEY": KEY, "VERAZ_API_KEYS": KEY}))]
    assert KEY not in "".join(shown)
    assert PASSWORD not in "".join(shown)
    assert given.base_url == "http://127.0.0.1:9/v1"
    with pytest.raises(TypeError):
        json.dumps(secret)


@pytest.mark.parametrize("bad", [KEY + "\n", KEY + "\r\nX-Otra: 1", KEY + "ñ", " " + KEY])
def test_a_key_with_a_line_end_is_refused_without_being_said(bad: str) -> None:
    for environment in ({"OPENAI_API_KEY": bad}, {"VERAZ_API_KEYS": f"{KEY}x,{KEY}\ny"}):
        with pytest.raises(SettingsError, match=r"OPENAI_API_KEY|VERAZ_API_KEYS") as refused:
            settings_from(environment)
        assert KEY not in "".join(traceback.format_exception(refused.value))
    with pytest.raises(SettingsError, match="OPENAI_API_KEY") as refused:
        Extractor(model="m", base_url="http://127.0.0.1:9/v1", api_key=bad)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize("status", [400, 401, 404, 500])
def test_a_server_that_repeats_the_key_tells_it_to_nobody(
    status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    echo = Turn(status=status, error=f"bad key {KEY} of ana:{PASSWORD} {PASSWORD}")
    with ScriptedServer([echo]) as server:
        address = server.base_url.replace("//", f"//ana:{PASSWORD}@")
        with TestClient(create_app(settings(address, api_key=KEY))) as client:
            answers = [client.post("/run?model=m", json=TASK), client.get("/health")]
            answers.append(client.get("/metrics"))
        with Extractor(model="m", base_url=address, api_key=KEY) as extractor:
            try:
                extractor.extract(TEXT, INSTRUCTION, SCHEMA)
            except VerazError as error:
                told = "".join(traceback.format_exception(error))
    captured = capfd.readouterr()
    everything = told + captured.out + captured.err + "".join(each.text for each in answers)
    assert KEY not in everything
    assert PASSWORD not in everything
    assert answers[0].status_code == 503


def test_a_model_that_says_the_key_says_nothing() -> None:
    with (
        ScriptedServer([Turn(json.dumps({"a": KEY}))]) as server,
        Extractor(model="m", base_url=server.base_url, api_key=KEY, pipeline="baseline") as one,
    ):
        assert KEY not in json.dumps(one.extract(TEXT, "", SCHEMA).to_dict())


def test_the_password_of_one_server_does_not_go_to_another() -> None:
    given = Settings(base_url=f"http://ana:{PASSWORD}@127.0.0.1:9/v1")
    assert given.login
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", f"http://ana:{PASSWORD}@127.0.0.1:9/v1")
        extractor = Extractor(model="m", base_url="http://127.0.0.1:7/v1")
        assert not extractor._settings.login
        extractor.close()


# How much


def test_a_body_too_long_is_413_and_not_repeated() -> None:
    with app_client(limits=Limits(workers=0, max_body=5_000)) as client:
        long = client.post("/run", json=TASK | {"input_text": "PALABRA " * 5_000})

        def chunks() -> Iterator[bytes]:
            for _ in range(10_000):
                yield b"PALABRA "

        unannounced = client.post("/extract", content=chunks())
        wrong = client.post("/run", json={"input_text": ["PALABRA"] * 300})
    for answer in (long, unannounced):
        assert answer.status_code == 413
        assert "VERAZ_MAX_BODY" in answer.text
        assert answer.headers["connection"] == "close"
    assert wrong.status_code == 422
    assert "PALABRA" not in long.text + unannounced.text + wrong.text
    assert len(wrong.text) < 1_000


@pytest.mark.parametrize(
    ("limits", "changed", "said"),
    [
        ({"max_text": 50}, {}, "VERAZ_MAX_TEXT"),
        ({"max_schema": 100}, {}, "VERAZ_MAX_SCHEMA"),
        ({"max_fields": 3}, {}, "more than 3 fields"),
        ({"max_members": 3}, {"target_schema": {"enum": list("abcd")}}, "members"),
        ({"max_answer": 50}, {}, "VERAZ_MAX_ANSWER"),
    ],
)
def test_more_than_the_operator_allows(
    limits: dict[str, int], changed: dict[str, Any], said: str
) -> None:
    with app_client(limits=Limits(workers=0, **limits)) as client:
        answer = client.post("/extract", json=TASK | changed)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_five_thousand_properties_or_a_hundred_thousand_members_are_refused_by_the_library_too() -> (
    None
):
    wide = {"type": "object", "properties": {f"c{i}": {"type": "string"} for i in range(5_000)}}
    long = {"type": "object", "properties": {"x": {"enum": [f"v{i}" for i in range(100_000)]}}}
    twice = [{"$ref": f"#/$defs/D{i + 1}"} for i in range(12)]
    names = {f"D{i}": {"properties": {"a": twice[i], "b": twice[i]}} for i in range(12)}
    doubling = {"$defs": names | {"D12": {"type": "string"}}, "$ref": "#/$defs/D0"}
    with Extractor(model="symbolic") as extractor:
        for schema in (wide, long, doubling):
            with pytest.raises(VerazError, match="more than"):
                extractor.extract(TEXT, "", schema)


def test_a_limit_that_is_no_number_is_refused_by_its_name() -> None:
    assert limits_from({"VERAZ_MAX_TEXT": "10"}).max_text == 10
    for environment in ({"VERAZ_QUEUE": "mucho"}, {"VERAZ_MAX_BODY": "0"}, {"VERAZ_WORKERS": "-1"}):
        (name,) = environment
        with pytest.raises(SettingsError, match=name):
            limits_from(environment)


# Keys, rates, the queue


def test_without_a_key_nothing_is_answered_and_health_says_only_that_it_lives() -> None:
    keys = (Secret("primera-clave-larga"), Secret("segunda-clave-larga"))
    with app_client(api_keys=keys) as client:
        bare = [client.post(path, json=TASK) for path in ("/run", "/extract", "/playground/schema")]
        bare += [
            client.get("/metrics"),
            client.post("/run", json=TASK, headers={"X-API-Key": "no"}),
        ]
        assert [answer.status_code for answer in bare] == [401] * 5
        assert client.get("/health").json() == {"status": "ok"}
        bearer = {"Authorization": "Bearer segunda-clave-larga"}
        assert client.post("/run", json=TASK, headers=bearer).status_code == 200
        assert client.post(
            "/run", json=TASK, headers={"X-API-Key": "primera-clave-larga"}
        ).is_success
        assert 'status="401"' in client.get("/metrics", headers=bearer).text
        assert "model_server" in client.get("/health", headers=bearer).json()


def test_a_rate_a_key_says_when_to_come_again() -> None:
    now = [0.0]
    rate = Rate(60, now=lambda: now[0])
    for _ in range(10):
        rate.book("una")
    with pytest.raises(BusyError) as busy:
        rate.book("una")
    assert (busy.value.status, busy.value.retry_after) == (429, 1)
    rate.book("otra")
    now[0] = 1.0
    rate.book("una")
    with app_client(limits=Limits(workers=0, rate=6)) as client:
        answers = [client.post("/run", json=TASK) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert int(answers[1].headers["Retry-After"]) >= 5


async def test_the_queue_is_fair_and_bounded() -> None:
    queue = FairQueue(2, a_client=1, queue=4, client_queue=3)
    done: list[str] = []

    async def ask(client: str) -> None:
        async with queue.turn(client):
            await asyncio.sleep(0.01)
            done.append(client)

    greedy = [asyncio.create_task(ask("codicioso")) for _ in range(5)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(ask(name)) for name in ("ana", "eva", "luz")]
    results = await asyncio.gather(*greedy, *others, return_exceptions=True)
    refused = [each.status for each in results if isinstance(each, BusyError)]
    assert sorted(refused) == [429, 503]
    assert done.index("eva") < 4
    assert queue.running == queue.waiting == 0


async def test_who_leaves_the_queue_leaves_no_trace() -> None:
    queue = FairQueue(1, a_client=1, queue=9, client_queue=9)
    async with queue.turn("ana"):
        waiting = [asyncio.create_task(queue.turn("eva").__aenter__()) for _ in range(3)]
        await asyncio.sleep(0)
        assert queue.waiting == 3
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert queue.running == queue.waiting == 0


def test_other_origins_are_let_in_only_where_the_operator_says() -> None:
    headers = {"Origin": "https://ejemplo.es"}
    with app_client() as client:
        assert "access-control-allow-origin" not in client.get("/info", headers=headers).headers
    with app_client(origins=("https://ejemplo.es",)) as client:
        allowed = client.get("/info", headers=headers).headers["access-control-allow-origin"]
    assert allowed == "https://ejemplo.es"


def test_the_log_and_the_meters_hold_no_text(capfd: pytest.CaptureFixture[str]) -> None:
    with app_client() as client:
        client.post("/run", json=TASK)
        client.post("/run", json=TASK | {"target_schema": {"$ref": "#/Pardo"}})
        metrics = client.get("/metrics").text
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if line[:1] == "{"]
    assert [line["status"] for line in lines] == [200, 422]
    assert lines[1]["error"] == "SchemaError"
    assert "Pardo" not in json.dumps(lines) + metrics
    assert 'veraz_requests_total{route="run",status="422"} 1' in metrics
    assert 'veraz_request_seconds_bucket{le="+Inf"} 2' in metrics
