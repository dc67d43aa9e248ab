"""How a model is loaded on this machine: threads by its cores, context by its memory."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from llm.embedded_server import CONTEXT_TOKENS, MODEL_NAME
from llm.installed import InstalledModel
from llm.offered import UNKNOWN_CONTEXT, UNKNOWN_KIB
from llm.weights import checked_weights, is_smallest
from nlp.errors import ModelUnavailable

MIB = 2**20
SMALLEST_MIB = 700
"""What the 135M model takes with its whole context, measured with some to spare."""

WANTED_TOKENS = 16384
LEAST_TOKENS = 4096
STEP_TOKENS = 1024
RUNTIME_MIB = 600
"""What llama.cpp takes besides weights and context: its buffers and the cache of prompts."""

CGROUP = Path("/sys/fs/cgroup")
CGROUP_FILES = ("memory.max", "memory.current")

LEFT = 0.9
"""The share of the free memory that a model may take: the rest of the machine goes on."""


@dataclass(frozen=True, slots=True)
class Load:
    """What the server process is started with: a model under a name, sizes in tokens and MiB.

    ``chooses``: whether the model is so small that it only chooses among candidates
    (:mod:`llm.choosing`).
    """

    name: str
    weights: Path
    context: int
    threads: int
    memory_mib: int
    chooses: bool = False
    template: Mapping[str, Any] = field(default_factory=dict)


def load_of(model: InstalledModel | None) -> Load:
    """How to load an installed model; None: the 135M one, or the file of ``VERAZ_WEIGHTS``.

    Raises :class:`ModelUnavailable` where the weights are not whole or the memory is too short.
    """
    if model is not None:
        return _sized(
            model.name, model.checked(), model.context, model.kib_a_token, dict(model.template)
        )
    weights = checked_weights()
    if not is_smallest(weights):
        return _sized(MODEL_NAME, weights, UNKNOWN_CONTEXT, UNKNOWN_KIB, {"enable_thinking": False})
    _check(MODEL_NAME, SMALLEST_MIB)
    return Load(MODEL_NAME, weights, CONTEXT_TOKENS, threads(), SMALLEST_MIB, chooses=True)


def _sized(
    name: str, weights: Path, most: int, kib_a_token: int, template: Mapping[str, Any]
) -> Load:
    fixed = weights.stat().st_size // MIB + RUNTIME_MIB
    wanted = min(most, WANTED_TOKENS)
    context = wanted
    free = available_mib()
    if free is not None:
        room = (int(free * LEFT) - fixed) * 1024 // kib_a_token
        context = min(wanted, max(room // STEP_TOKENS * STEP_TOKENS, min(wanted, LEAST_TOKENS)))
    memory = fixed + context * kib_a_token // 1024
    _check(name, memory)
    return Load(name, weights, context, threads(), memory, template=template)


def needed_mib(download_mb: int, kib_a_token: int, tokens: int = LEAST_TOKENS) -> int:
    """The memory a model of ``download_mb`` · 10⁶ bytes takes with a context of ``tokens``, in MiB."""
    return download_mb * 10**6 // MIB + RUNTIME_MIB + tokens * kib_a_token // 1024


def _check(name: str, needed: int) -> None:
    free = available_mib()
    if free is not None and free < needed:
        raise ModelUnavailable(
            f"the model {name} needs {needed:,} MiB of memory and {free:,} MiB are free. Close "
            "something, take a smaller model (`veraz model --list`), or set OPENAI_BASE_URL to use a "
            "server of yours."
        )


def available_mib() -> int | None:
    """Return the memory that can be had without swapping, in MiB; None where unknown.

    Of a container it is what its limit leaves.
    """
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    free = [int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable:")]
    with suppress(OSError, ValueError):  # no limit is written "max"
        limit, taken = (int((CGROUP / name).read_text()) for name in CGROUP_FILES)
        free.append(max(limit - taken, 0) // MIB)
    return min(free, default=None)


def threads() -> int:
    """How many threads generate: one for each core this process may use, but one.

    Two threads of one core bring llama.cpp nothing, and a thread that waits for a busy core holds up
    all the others.
    """
    affinity = getattr(os, "sched_getaffinity", None)
    allowed = affinity(0) if affinity else range(os.cpu_count() or 2)
    cores = {_siblings(cpu) for cpu in allowed}
    return max(1, min(len(cores), len(allowed) - 1))


def _siblings(cpu: int) -> str:
    """What names the core of a processor: the same for the two threads of one core."""
    path = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
    try:
        return path.read_text().strip()
    except OSError:
        return str(cpu)
