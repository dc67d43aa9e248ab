"""Worker processes forked from one that has loaded everything: it is loaded once, and held once."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any


def start_process(target: Callable[..., None], *given: Any) -> BaseProcess:
    """Start a process, forked from a warm one, or spawned where the system has no such thing.

    Never forked from the asking process, which has threads. The warm process keeps the environment
    that it was begun with.
    """
    forked = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forked else "spawn")
    if forked:
        context.set_forkserver_preload(["veraz.warm"])
    process: BaseProcess = context.Process(target=target, args=given, daemon=True)  # type: ignore[attr-defined]
    process.start()
    return process
