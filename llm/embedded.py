"""The embedded model from its user's side: start it, find it running, hold it, let it go.

One process a machine and user serves everybody: where it listens, and its key, stand in a file that
only the user can read. See :mod:`llm.embedded_server` for how it knows when to stop.
"""

import atexit
import importlib.util
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import filelock

from llm.embedded_server import HOST, MODEL_NAME, greeting
from llm.weights import checked_weights, home
from nlp.errors import ModelUnavailable

MEMORY_MIB = 700
START_SECONDS = 120.0

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where an embedded model listens. ``weights`` is the file it loaded."""

    base_url: str
    key: str = field(repr=False)
    lease_port: int
    pid: int
    weights: str
    model: str = MODEL_NAME


_STARTED: list["subprocess.Popen[str]"] = []
"""Kept so that a server that ends before this process is reaped by it."""


@atexit.register
def _part() -> None:
    # The server ends by itself once its leases are gone; nobody has to wait for that.
    for process in _STARTED:
        if process.poll() is None:
            process.returncode = 0


class Lease:
    """An embedded model held by this process; it may stop once every lease is closed."""

    def __init__(self, endpoint: Endpoint, connection: socket.socket) -> None:
        self.endpoint = endpoint
        self._connection = connection

    def close(self) -> None:
        """Let the model go."""
        self._connection.close()


def hold_embedded(*, progress: Progress = lambda _: None) -> Lease:
    """Return a lease on the running embedded model, starting it where none runs.

    Raises :class:`ModelUnavailable` where it cannot be started; the message says what to do.
    """
    weights = checked_weights()
    home().mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(home() / "embedded.lock", timeout=START_SECONDS):
        if (lease := _running(weights)) is not None:
            return lease
        progress("starting the embedded model")
        endpoint, process = start_server(weights, port=0)
        _STARTED.append(process)
        lease = _lease(endpoint)
    if lease is None:
        raise ModelUnavailable("the embedded model stopped right after it started; try again.")
    return lease


def start_server(
    weights: Path, *, port: int, keep: bool = False
) -> tuple[Endpoint, subprocess.Popen[str]]:
    """Start the server process and return where it listens; its key is new each time.

    Raises :class:`ModelUnavailable` where the runtime is not installed, the port is taken, memory
    is short, or the process ends before it serves.
    """
    _check_runtime()
    _check_memory()
    if port:
        _check_port(port)
    key = secrets.token_urlsafe(24)
    command = [sys.executable, "-m", "llm.embedded_server", "--weights", str(weights)]
    command += ["--port", str(port)] + (["--keep"] if keep else [])
    log_path = home() / "embedded.log"
    home().mkdir(parents=True, exist_ok=True)
    with log_path.open("w") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"VERAZ_EMBEDDED_KEY": key},
            start_new_session=not keep,
        )
    ready = _first_line(process, log_path)
    assert process.stdout is not None
    process.stdout.close()
    endpoint = Endpoint(
        base_url=ready["base_url"],
        key=key,
        lease_port=ready["lease_port"],
        pid=ready["pid"],
        weights=str(weights),
    )
    _remember(endpoint)
    return endpoint, process


def _first_line(process: "subprocess.Popen[str]", log_path: Path) -> dict[str, Any]:
    """Return what the process says of itself once it serves."""
    assert process.stdout is not None
    timer = threading.Timer(START_SECONDS, process.kill)
    timer.start()
    try:
        line = process.stdout.readline()
    finally:
        timer.cancel()
    # llama.cpp may write to standard output before our line.
    while line and not line.startswith('{"base_url"'):
        line = process.stdout.readline()
    if not line:
        process.wait()
        process.stdout.close()
        said = log_path.read_text(errors="replace").strip().splitlines()
        raise ModelUnavailable(
            f"the embedded model did not start (exit {process.returncode}): "
            f"{said[-1] if said else 'it said nothing'}. The whole log is {log_path}."
        )
    ready: dict[str, Any] = json.loads(line)
    return ready


def _check_runtime() -> None:
    if importlib.util.find_spec("xllamacpp") is None:
        raise ModelUnavailable(
            "the embedded model's runtime is not installed: `pip install 'veraz[local]'`, or set "
            "OPENAI_BASE_URL to use a server of yours."
        )


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        # As servers do, so that a port in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as taken:
            raise ModelUnavailable(
                f"port {port} of {HOST} is taken; choose another with --port, or --port 0 for any."
            ) from taken


def available_mib() -> int | None:
    """Return the memory that can be had without swapping, in MiB; None where unknown."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) // 1024
    return None


def _check_memory() -> None:
    free = available_mib()
    if free is not None and free < MEMORY_MIB:
        raise ModelUnavailable(
            f"the embedded model needs {MEMORY_MIB} MiB of memory and {free} MiB are free. Close "
            "something, or set OPENAI_BASE_URL to use a server of yours."
        )


def _running(weights: Path) -> Lease | None:
    """Return a lease on the model that runs already, if one does and serves these weights."""
    try:
        endpoint = Endpoint(**json.loads((home() / "embedded.json").read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return _lease(endpoint) if endpoint.weights == str(weights) else None


def _lease(endpoint: Endpoint) -> Lease | None:
    try:
        connection = socket.create_connection((HOST, endpoint.lease_port), timeout=2.0)
    except OSError:
        return None
    expected = greeting(endpoint.key)
    try:
        heard = connection.recv(len(expected))
    except OSError:
        heard = b""
    if heard != expected:
        connection.close()
        return None
    return Lease(endpoint, connection)


def _remember(endpoint: Endpoint) -> None:
    """Write where the model listens, for this user's eyes only."""
    path = home() / "embedded.json"
    partial = path.with_suffix(f".{os.getpid()}")
    partial.touch(mode=0o600)
    partial.write_text(json.dumps(asdict(endpoint)))
    partial.replace(path)
