"""The embedded model: started when needed, shared, stopped when unused, honest when it cannot."""

import json
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from llm import machine, weights
from llm.completion import Message, Prompt
from llm.embedded import hold_embedded, start_server
from llm.machine import load_of
from llm.served import ServedModel
from nlp.errors import ModelUnavailable
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

WIRE = {
    "type": "object",
    "properties": {"ciudad": {"type": "string", "enum": ["Lugo", "Teruel"]}},
    "required": ["ciudad"],
    "additionalProperties": False,
}


@pytest.fixture
def real_weights() -> Path:
    try:
        return weights.checked_weights()
    except ModelUnavailable as missing:
        pytest.skip(str(missing))


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real_weights: Path) -> Path:
    """A folder of its own, so that a test meets no server but those it starts."""
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    monkeypatch.setenv("VERAZ_WEIGHTS", str(real_weights))
    return tmp_path


def listens(base_url: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", urlsplit(base_url).port)) == 0


def gone(base_url: str, seconds: float = 15.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not listens(base_url):
            return True
        time.sleep(0.1)
    return False


async def test_it_answers_by_the_schema_is_shared_and_stops(own_home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        # A port of somebody else's is not mistaken for the model's.
        said = {
            "base_url": "http://127.0.0.1:1/v1",
            "key": "k",
            "lease_port": stranger.getsockname()[1],
            "pid": 1,
            "weights": str(weights.weights_path()),
            "model": "embedded",
        }
        (own_home / "embedded.json").write_text(json.dumps(said))
        lease = hold_embedded()
    assert lease.endpoint.base_url != said["base_url"]
    again = hold_embedded()
    assert again.endpoint == lease.endpoint
    model = ServedModel("embedded", base_url=lease.endpoint.base_url, api_key=lease.endpoint.key)
    prompt = Prompt(
        messages=(Message("user", "La feria se celebra en Lugo. ¿Ciudad?"),),
        wire_schema=WIRE,
        document=Document("", "La feria se celebra en Lugo."),
        schema=compile_schema(WIRE),
    )
    completion = await model.complete(prompt)
    assert json.loads(completion.text)["ciudad"] in ("Lugo", "Teruel")
    assert completion.usage.input_tokens > 0
    await model.aclose()
    again.close()
    assert not gone(lease.endpoint.base_url, seconds=3.0), "somebody still holds it"
    lease.close()
    assert gone(lease.endpoint.base_url)


def test_it_stops_when_its_user_is_killed(own_home: Path) -> None:
    program = textwrap.dedent(
        """
        import sys, time
        from llm.embedded import hold_embedded
        print(hold_embedded().endpoint.base_url, flush=True)
        time.sleep(600)
        """
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as user:
        assert user.stdout is not None
        base_url = user.stdout.readline().strip()
        assert listens(base_url)
        user.kill()
    assert gone(base_url)


def test_a_taken_port_is_said(own_home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        with pytest.raises(ModelUnavailable, match=f"port {port}"):
            start_server(load_of(None), port=port)


def test_too_little_memory_is_said(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available_mib", lambda: 100)
    with pytest.raises(ModelUnavailable, match="100 MiB"):
        hold_embedded()


def test_missing_weights_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VERAZ_WEIGHTS", raising=False)
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    with pytest.raises(ModelUnavailable, match="veraz model --install"):
        hold_embedded()


def test_damaged_weights_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VERAZ_WEIGHTS", raising=False)
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    path = weights.weights_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF and then nothing")
    with pytest.raises(ModelUnavailable, match="damaged"):
        hold_embedded()


def test_a_file_that_is_no_model_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(b"no")
    monkeypatch.setenv("VERAZ_WEIGHTS", str(path))
    with pytest.raises(ModelUnavailable, match="not a GGUF"):
        weights.checked_weights()


def test_a_runtime_that_cannot_load_the_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 64)
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    monkeypatch.setenv("VERAZ_WEIGHTS", str(path))
    with pytest.raises(ModelUnavailable, match=r"embedded\.log"):
        hold_embedded()
