"""Threads by cores, context by memory."""

import os
from pathlib import Path

import pytest

from llm import machine
from llm.embedded_server import CONTEXT_TOKENS
from llm.installed import InstalledModel
from llm.machine import LEAST_TOKENS, RUNTIME_MIB, WANTED_TOKENS, available_mib, load_of, threads
from nlp.errors import ModelUnavailable


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InstalledModel:
    """One of 100 MiB, whose context costs 1 MiB a token."""
    monkeypatch.setenv("VERAZ_HOME", str(tmp_path))
    path = tmp_path / "models" / "m" / "m.gguf"
    path.parent.mkdir(parents=True)
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)
    return InstalledModel(
        name="m", repo="a/b", file="m.gguf", weights="m.gguf", size=100 * 2**20, sha256="",
        commit="", context=40_000, kib_a_token=1024, template={"enable_thinking": False},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("free", "context"),
    [(100_000, WANTED_TOKENS), (None, WANTED_TOKENS), (10_000, 8192), (5_500, LEAST_TOKENS)],
)
def test_the_context_is_what_memory_allows(
    model: InstalledModel, monkeypatch: pytest.MonkeyPatch, free: int | None, context: int
) -> None:
    monkeypatch.setattr(machine, "available_mib", lambda: free)
    load = load_of(model)
    assert load.context == context
    assert load.memory_mib == 100 + RUNTIME_MIB + context
    assert (load.name, load.chooses, load.template) == ("m", False, {"enable_thinking": False})


def test_it_is_never_more_than_the_model_was_made_for(
    model: InstalledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    monkeypatch.setattr(machine, "available_mib", lambda: 100_000)
    assert load_of(replace(model, context=2048)).context == 2048


def test_too_little_memory_names_what_is_missing(
    model: InstalledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "available_mib", lambda: 4_000)
    with pytest.raises(ModelUnavailable, match=r"m needs 4,796 MiB of memory and 4,000 MiB"):
        load_of(model)


def test_a_file_of_the_users_own_is_asked_like_any_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mio.gguf"
    path.write_bytes(b"GGUF" + bytes(1000))
    monkeypatch.setenv("VERAZ_WEIGHTS", str(path))
    load = load_of(None)
    assert (load.name, load.weights, load.chooses) == ("embedded", path, False)


def test_the_135m_model_only_chooses() -> None:
    try:
        load = load_of(None)
    except ModelUnavailable as missing:
        pytest.skip(str(missing))
    assert load.chooses
    assert load.context == CONTEXT_TOKENS


@pytest.mark.parametrize(
    ("siblings", "expected"),
    [
        (["0", "1", "2", "3"], 3),  # one thread a core: one is left to the rest
        (["0-1", "0-1", "2-3", "2-3"], 2),  # two threads a core: one of each
        (["0"], 1),
        (["0-1", "0-1"], 1),
    ],
)
def test_one_thread_a_core(
    monkeypatch: pytest.MonkeyPatch, siblings: list[str], expected: int
) -> None:
    allowed = set(range(len(siblings)))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: allowed, raising=False)
    monkeypatch.setattr(machine, "_siblings", lambda cpu: siblings[cpu])
    assert threads() == expected


def test_a_containers_limit_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (whole := available_mib()) is None:
        pytest.skip("this system does not say how much memory is free")
    (tmp_path / "memory.max").write_text(f"{600 * 2**20}\n")
    (tmp_path / "memory.current").write_text(f"{100 * 2**20}\n")
    monkeypatch.setattr(machine, "CGROUP", tmp_path)
    assert available_mib() == min(500, whole)
    (tmp_path / "memory.max").write_text("max\n")
    assert available_mib() != 500
