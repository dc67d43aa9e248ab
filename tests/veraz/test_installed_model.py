"""`veraz model --install` and what answers afterwards, with real weights from a stand-in of the hub."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from product import HERE
from stand_in_hub import StandInHub, serving_hub

from llm.embedded import hold_embedded
from llm.installed import find_installed, used_model
from llm.offered import offered
from llm.weights import FILE_NAME, weights_path
from nlp.errors import SettingsError
from veraz import Extractor
from veraz.cli import main
from veraz.commands.demo import FOR_QUALITY
from veraz.default_model import RULES_ANSWER
from veraz.service import create_app
from veraz.settings import Settings

pytest.importorskip("huggingface_hub", reason="needs `pip install 'veraz[models]'`")
pytest.importorskip("xllamacpp", reason="needs `pip install 'veraz[models]'`")

NAME = "qwen3-0.6b"
MODEL = offered(NAME)
TEXT = "La feria del libro antiguo se celebra este año en Lugo, del 3 al 9 de mayo."
SCHEMA = {
    "type": "object",
    "properties": {"ciudad": {"type": "string", "enum": ["Lugo", "Teruel"]}},
    "required": ["ciudad"],
    "additionalProperties": False,
}
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.role == 'assistant' %}<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}"
    "{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n"
    "{% endif %}{% endif %}"
)
"""A template of the kind Qwen3 has: told not to think, it writes an empty thought; untold, it thinks."""


def with_template(weights: bytes) -> bytes:
    """The same GGUF with :data:`CHATML` in the place of its chat template, padded to its length."""
    key = b"tokenizer.chat_template"
    at = weights.index(key) + len(key) + 4  # after the type of the value
    length = int.from_bytes(weights[at : at + 8], "little")
    written = (CHATML + "{#").encode()
    written += b" " * (length - len(written) - 2) + b"#}"
    assert len(written) == length
    return weights[: at + 8] + written + weights[at + 8 + length :]


@pytest.fixture(scope="module")
def weights() -> Path:
    path = weights_path()
    if not path.is_file():
        pytest.skip("needs the weights that `veraz model --install` fetches")
    return path


@pytest.fixture(scope="module")
def content(weights: Path) -> bytes:
    return with_template(weights.read_bytes())


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home with nothing in it, no server, no model named; a text and a schema in it."""
    for name in ("OPENAI_BASE_URL", "VERAZ_MODEL", "VERAZ_WEIGHTS", "HF_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VERAZ_SHOW_EXAMPLES", "never")  # half the tokens, which take seconds here
    (tmp_path / "t.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "s.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    return tmp_path


@pytest.fixture
def hub(clean: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInHub]:
    """A hub that has something like weights: for all but asking them."""
    monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda _: None)
    with serving_hub(StandInHub(MODEL.repo, MODEL.file, b"GGUF" + bytes(9_000))) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.address)
        yield served


def extract(folder: Path, *options: str) -> int:
    files = (str(folder / "t.txt"), "--schema", str(folder / "s.json"))
    return main(["extract", *files, "--instruction", "Extrae la ciudad", "--json", *options])


def test_with_nothing_installed_the_rules_answer_and_say_so(
    clean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extract(clean) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["signature"]["model"] == "symbolic"
    assert shown.err.splitlines() == [f"veraz: {RULES_ANSWER}"]
    assert extract(clean, "-q") == 0
    assert capsys.readouterr().err == ""
    assert extract(clean, "--model", "symbolic") == 0
    assert capsys.readouterr().err == "", "whoever chose the rules knows it"
    assert not (clean / "home").exists()


def test_a_batch_says_it_once(clean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = clean / "in.jsonl"
    rows.write_text("".join(json.dumps({"id": n, "text": TEXT}) + "\n" for n in "ab"))
    out = clean / "out.jsonl"
    assert main(["batch", str(rows), str(out), "--schema", str(clean / "s.json")]) == 0
    assert capsys.readouterr().err.count(RULES_ANSWER) == 1
    assert '"symbolic"' in out.read_text()


def test_the_service_says_it(clean: Path) -> None:
    with TestClient(create_app(Settings(limits=HERE))) as client:
        info = client.get("/info").json()
        assert (info["model"], info["note"]) == ("symbolic", f"{RULES_ANSWER}.")
        assert client.get("/health").json()["model_server"] == "symbolic"
    with TestClient(create_app(Settings(limits=HERE, model="symbolic"))) as client:
        assert client.get("/info").json()["note"] is None
    recorded = Settings(limits=HERE, model="recorded:/etc/passwd")
    with TestClient(create_app(recorded)) as client:
        assert client.get("/info").json()["model"] == "recorded answers"


def test_a_name_that_is_nowhere_says_how_to_have_it(clean: Path) -> None:
    with pytest.raises(SettingsError, match=r"`veraz model --install qwen3-4b`"):
        Extractor(model="qwen3-4b")
    with pytest.raises(SettingsError, match=r"there are 'embedded', 'symbolic' and"):
        Extractor(model="otro")


def test_one_command_brings_a_model_that_answers_with_the_whole_pipeline(
    hub: StandInHub, clean: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.content, hub.sha256, hub.size = content, hashlib.sha256(content).hexdigest(), len(content)
    hub.cuts = [40_000_000]
    assert main(["model", "--install", NAME]) == 0
    shown = capsys.readouterr()
    assert f"fetching {NAME} (639 MB, Apache-2.0) from {hub.address}/{MODEL.repo}" in shown.err
    assert f"{NAME} answers from now on" in shown.err
    assert len(hub.gets) == 2, "cut once, and gone on"
    installed = find_installed(NAME)
    assert installed is not None
    assert used_model() == installed

    hub.refusal = (500, "")  # offline after that
    hub.requests.clear()
    assert extract(clean) == 0
    shown = capsys.readouterr()
    answered = json.loads(shown.out)
    assert answered["signature"]["model"] == NAME
    assert answered["data"]["ciudad"] in ("Lugo", "Teruel")
    assert answered["usage"]["calls"] == 1
    assert answered["draft"]["ciudad"] == answered["data"]["ciudad"], "the model said it"
    assert RULES_ANSWER not in shown.err
    assert not hub.requests

    thinking_is_off(installed.name)
    unshown = Settings(limits=HERE, show_examples="never")
    with TestClient(create_app(unshown)) as client:
        assert client.get("/info").json()["model"] == NAME
        said = client.post("/run", params={"model": NAME}, json=task()).json()
        assert said["ciudad"] in ("Lugo", "Teruel")

    assert main(["model", "--use", "symbolic"]) == 0
    assert extract(clean) == 0
    assert (
        json.loads(capsys.readouterr().out.partition("\n")[2])["signature"]["model"] == "symbolic"
    )
    assert main(["model", "--remove", NAME]) == 0
    assert find_installed(NAME) is None


def task() -> dict[str, object]:
    return {
        "id": "1",
        "input_text": TEXT,
        "instruction": "Extrae la ciudad",
        "target_schema": SCHEMA,
    }


def thinking_is_off(name: str) -> None:
    """The server fills in the model's own template, and tells it not to think, asked or not."""
    lease = hold_embedded(find_installed(name))
    try:
        place = lease.endpoint
        assert (place.model, place.context, place.chooses) == (name, 16_384, False)
        listed = httpx.get(
            f"{place.base_url}/models", headers={"Authorization": f"Bearer {place.key}"}
        ).json()
        assert listed["data"][0]["id"] == name
        rendered = httpx.post(
            place.base_url.removesuffix("/v1") + "/apply-template",
            headers={"Authorization": f"Bearer {place.key}"},
            json={"messages": [{"role": "user", "content": "hola"}]},
        ).json()
        assert rendered["prompt"].endswith("<|im_start|>assistant\n<think>\n\n</think>\n\n")
    finally:
        lease.close()


def test_the_list_says_what_is_here(
    hub: StandInHub,
    clean: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    hub.cuts = [4_000]
    assert main(["model", "--install", NAME, "-q"]) == 0
    assert caplog.messages == []
    assert capsys.readouterr().err == ""
    assert main(["model", "--list", "--json"]) == 0
    listed = {model["name"]: model for model in json.loads(capsys.readouterr().out)}
    assert (listed[NAME]["installed"], listed[NAME]["used"]) == (True, True)
    assert not listed["qwen3-4b"]["installed"]
    assert main(["model", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(NAME in line and "in use" in line for line in lines)
    installed = find_installed(NAME)
    assert installed is not None
    installed.path.unlink()
    assert main(["model", "--list"]) == 0
    assert "damaged" in capsys.readouterr().out
    assert extract(clean) == 3
    assert f"veraz model --install {NAME}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--install", "nada"], 2, "there is no model 'nada' to install; there are: qwen3-0.6b"),
        (["--use", "qwen3-4b"], 2, "is not installed; nothing is"),
        (["--remove", "qwen3-4b"], 2, "is not installed; nothing is"),
        (["--model", "qwen3-4b"], 2, "`veraz model --install qwen3-4b`"),
        (["--json"], 2, "--json goes with --list"),
        (["--install", NAME], 3, "is gated: accept its terms"),
    ],
)
def test_what_cannot_be_done_says_why(
    hub: StandInHub, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    hub.refusal = (401, "GatedRepo")
    assert main(["model", *words]) == code
    assert said in capsys.readouterr().err
    assert used_model() is None


def test_the_demo_shows_a_model_and_says_what_to_do_for_quality(
    clean: Path, weights: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    smallest = clean / "home" / "weights" / FILE_NAME
    smallest.parent.mkdir(parents=True)
    smallest.symlink_to(weights)
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "embedded" in shown
    assert shown.endswith(FOR_QUALITY + "\n")
