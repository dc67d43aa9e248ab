"""Fetching from the hub: resumed, checked, refused in words; against a stand-in on loopback."""

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from stand_in_hub import COMMIT, StandInHub, serving_hub

from llm import hub as hub_module
from llm.hub import fetch
from nlp.errors import ModelUnavailable

pytest.importorskip("huggingface_hub", reason="needs `pip install 'veraz[models]'`")

REPO, FILE = "taller/Modelo-GGUF", "modelo-q4.gguf"
CONTENT = b"GGUF" + bytes(range(256)) * 4000


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StandInHub]:
    with serving_hub(StandInHub(REPO, FILE, CONTENT)) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.address)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        # http_get waits a second before it takes up again what broke off.
        monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda _: None)
        # What of a piece has come is lost when the connection breaks: 10 MB, which is all of this file.
        monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 50_000)
        yield served


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_comes_whole(hub: StandInHub, tmp_path: Path) -> None:
    said = fetch(REPO, FILE, tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == CONTENT
    assert (said.size, said.sha256, said.commit) == (len(CONTENT), hub.sha256, COMMIT)
    assert left(tmp_path) == [FILE]


@pytest.mark.parametrize("rudely", [False, True])
def test_a_connection_cut_is_taken_up_where_it_broke_off(
    hub: StandInHub, tmp_path: Path, rudely: bool
) -> None:
    hub.cuts, hub.rudely = [300_000, 200_000], rudely
    fetch(REPO, FILE, tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == CONTENT
    ranges = [request[2] for request in hub.gets]
    assert ranges[0] is None
    assert len(ranges) == 3
    # A reset may drop what was under way, an end does not.
    starts = [int(each.removeprefix("bytes=").rstrip("-")) for each in ranges[1:] if each]
    assert starts == [300_000, 500_000] if not rudely else starts == sorted(starts)


def test_the_next_run_goes_on_where_the_last_one_gave_up(hub: StandInHub, tmp_path: Path) -> None:
    hub.cuts = [400_000] + [0] * 30
    with pytest.raises(ModelUnavailable, match="what has come is kept"):
        fetch(REPO, FILE, tmp_path / FILE)
    (partial,) = tmp_path.iterdir()
    assert partial.read_bytes() == CONTENT[:400_000]
    hub.cuts, hub.requests = [], []
    said: list[str] = []
    fetch(REPO, FILE, tmp_path / FILE, progress=said.append)
    assert [request[2] for request in hub.gets] == ["bytes=400000-"]
    assert said[0] == f"going on with {FILE} from 0 MB on"
    assert (tmp_path / FILE).read_bytes() == CONTENT
    assert left(tmp_path) == [FILE]


def test_a_server_that_ignores_ranges_costs_time_only(hub: StandInHub, tmp_path: Path) -> None:
    hub.cuts, hub.ranges = [400_000], False
    fetch(REPO, FILE, tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == CONTENT


def test_what_is_left_of_another_version_is_not_gone_on_from(
    hub: StandInHub, tmp_path: Path
) -> None:
    (tmp_path / f"{FILE}.{'0' * 12}.partial").write_bytes(b"another" * 1000)
    fetch(REPO, FILE, tmp_path / FILE)
    assert hub.gets[0][2] is None
    assert left(tmp_path) == [FILE]


@pytest.mark.parametrize("said", ["sha256", "bytes"])
def test_wrong_bytes_are_not_kept(hub: StandInHub, tmp_path: Path, said: str) -> None:
    if said == "sha256":
        hub.sha256 = "ab" * 32
    else:
        hub.content = CONTENT[:-1] + b"!"
    with pytest.raises(ModelUnavailable, match=r"is not what .* says it is"):
        fetch(REPO, FILE, tmp_path / FILE)
    assert left(tmp_path) == []


@pytest.mark.parametrize("size", [len(CONTENT) - 5, len(CONTENT) + 5])
def test_a_wrong_size_is_no_file(hub: StandInHub, tmp_path: Path, size: int) -> None:
    hub.size = size
    with pytest.raises(ModelUnavailable):
        fetch(REPO, FILE, tmp_path / FILE)
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ((401, "GatedRepo"), "is gated: accept its terms"),
        ((403, "GatedRepo"), "is gated: accept its terms"),
        ((401, "RepoNotFound"), "is not there, or is private"),
        ((404, "RepoNotFound"), "is not there, or is private"),
        ((404, "EntryNotFound"), f"has no {FILE}"),
        ((404, "RevisionNotFound"), f"has no {FILE}"),
        ((403, ""), r"\(403\): the token"),
        ((500, ""), "answered 500"),
    ],
)
def test_a_refusal_says_what_to_do(
    hub: StandInHub, tmp_path: Path, refusal: tuple[int, str], said: str
) -> None:
    hub.refusal = refusal
    with pytest.raises(ModelUnavailable, match=said):
        fetch(REPO, FILE, tmp_path / FILE)
    assert left(tmp_path) == []


def test_a_token_opens_a_gated_repository_and_stays_with_the_hub(
    hub: StandInHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.token = "hf_made_up_for_this_test"
    with pytest.raises(ModelUnavailable, match="HF_TOKEN"):
        fetch(REPO, FILE, tmp_path / FILE)
    monkeypatch.setenv("HF_TOKEN", hub.token)
    fetch(REPO, FILE, tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == CONTENT
    (storage,) = hub.gets
    assert storage[1].startswith("/storage/")
    assert storage[3] is None, "the storage is another host: it is shown no token"


def test_a_hub_without_checksums_is_not_trusted(hub: StandInHub, tmp_path: Path) -> None:
    hub.sha256 = "v1"
    with pytest.raises(ModelUnavailable, match="no size and SHA-256"):
        fetch(REPO, FILE, tmp_path / FILE)


def test_a_disk_too_small_is_said_before_anything_comes(
    hub: StandInHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = SimpleNamespace(free=hub_module.SPARE_BYTES + 1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(ModelUnavailable, match="Make room"):
        fetch(REPO, FILE, tmp_path / FILE)
    assert not hub.gets


def test_a_disk_that_fills_up_is_said_and_what_came_is_kept(
    hub: StandInHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("huggingface_hub.file_download.http_get", full)
    with pytest.raises(ModelUnavailable, match="the disk is full"):
        fetch(REPO, FILE, tmp_path / FILE)


def test_a_hub_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9 cannot be reached"):
        fetch(REPO, FILE, tmp_path / FILE)


def test_offline_is_said(hub: StandInHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelUnavailable, match="HF_HUB_OFFLINE is set"):
        fetch(REPO, FILE, tmp_path / FILE)
    assert not hub.requests


def test_without_the_library_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ModelUnavailable, match=r"veraz\[models\]"):
        fetch(REPO, FILE, tmp_path / FILE)
