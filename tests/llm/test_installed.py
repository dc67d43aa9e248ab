"""Models installed from a stand-in of the hub: kept, put in use, told apart when damaged, removed."""

from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest
from stand_in_hub import StandInHub, serving_hub

from llm import installed
from llm.installed import find_installed, install, installed_models, remove, use, used_model
from llm.offered import offered
from nlp.errors import ModelUnavailable, SettingsError

pytest.importorskip("huggingface_hub", reason="needs `pip install 'veraz[models]'`")

QWEN = offered("qwen3-0.6b")
CONTENT = b"GGUF" + bytes(range(256)) * 400


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StandInHub]:
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    monkeypatch.delenv("HF_TOKEN", raising=False)
    with serving_hub(StandInHub(QWEN.repo, QWEN.file, CONTENT)) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.address)
        yield served


def test_one_of_the_list_is_installed_once(hub: StandInHub) -> None:
    model = install("qwen3-0.6b")
    assert model.checked().read_bytes() == CONTENT
    assert (model.name, model.sha256) == ("qwen3-0.6b", hub.sha256)
    assert (model.context, model.template) == (QWEN.context, {"enable_thinking": False})
    assert installed_models() == (model,)
    hub.requests.clear()
    assert install("qwen3-0.6b") == model
    assert not hub.requests, "what is here needs no hub"


def test_one_of_an_address_is_named_after_its_file(hub: StandInHub) -> None:
    hub.repo, hub.file = "taller/Modelo-GGUF", "q4/Modelo_Q4.gguf"
    model = install("taller/Modelo-GGUF/q4/Modelo_Q4.gguf")
    assert find_installed("modelo-q4") == model
    assert model.path.name == "Modelo_Q4.gguf"
    assert model.name_to_install == "taller/Modelo-GGUF/q4/Modelo_Q4.gguf"


def test_a_damaged_one_is_said_and_fetched_again(hub: StandInHub) -> None:
    model = install("qwen3-0.6b")
    model.path.write_bytes(CONTENT[:1000])
    assert not model.whole
    with pytest.raises(ModelUnavailable, match=r"veraz model --install qwen3-0\.6b"):
        model.checked()
    assert install("qwen3-0.6b").checked().read_bytes() == CONTENT


def test_another_version_of_a_model_takes_its_place(
    hub: StandInHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = install("qwen3-0.6b")
    from dataclasses import replace

    hub.file, hub.content = "Qwen3-0.6B-Q4_0.gguf", CONTENT
    newer = replace(QWEN, file=hub.file)
    monkeypatch.setattr(installed, "offered", lambda _: newer)
    new = install("qwen3-0.6b")
    assert new.path.name == hub.file
    assert not old.path.exists()


def test_what_is_no_gguf_is_not_installed(hub: StandInHub) -> None:
    hub.content = b"<html>not here</html>"
    hub.sha256, hub.size = "", None
    hub.__post_init__()
    with pytest.raises(ModelUnavailable, match="not a GGUF"):
        install("qwen3-0.6b")
    assert installed_models() == ()


def test_two_do_not_fetch_the_same_model_at_once(hub: StandInHub, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    with (
        filelock.FileLock(tmp_path / "models" / "qwen3-0.6b.lock"),
        pytest.raises(ModelUnavailable, match="being installed already"),
    ):
        install("qwen3-0.6b")


def test_one_is_put_in_use_and_out_of_it(hub: StandInHub) -> None:
    assert used_model() is None
    model = install("qwen3-0.6b")
    assert used_model() is None, "whoever installs from a program decides for himself"
    use("qwen3-0.6b")
    assert used_model() == model
    use(None)
    assert used_model() is None


def test_removing_the_one_in_use_leaves_none_in_use(hub: StandInHub) -> None:
    model = install("qwen3-0.6b")
    use(model.name)
    assert remove(model.name)
    assert used_model() is None
    assert not model.path.parent.exists()
    assert installed_models() == ()


def test_an_unfinished_download_can_be_removed(
    hub: StandInHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda _: None)
    hub.cuts = [0] * 30
    with pytest.raises(ModelUnavailable):
        install("qwen3-0.6b")
    assert find_installed("qwen3-0.6b") is None
    assert not remove("qwen3-0.6b")
    with pytest.raises(SettingsError):
        remove("qwen3-0.6b")


def test_a_model_in_use_that_was_deleted_by_hand_is_said(hub: StandInHub) -> None:
    model = install("qwen3-0.6b")
    use(model.name)
    for path in model.path.parent.iterdir():
        path.unlink()
    with pytest.raises(ModelUnavailable, match="--use symbolic"):
        used_model()


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "/etc", "qwen", "a/b", "embedded"])
def test_names_of_nothing(hub: StandInHub, tmp_path: Path, name: str) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "x").mkdir()
    assert find_installed(name) is None
    with pytest.raises(SettingsError):
        use(name)
    with pytest.raises(SettingsError):
        remove(name)
    assert (tmp_path / "x").is_dir()
    assert (tmp_path / "models").is_dir()
