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
from llm.installed import InstalledModel
from llm.machine import Load, load_of
from llm.weights import checked_weights, home
from nlp.errors import ModelUnavailable

START_SECONDS = 120.0

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where an embedded model listens.

    ``weights`` is the file it loaded, ``context`` what it reads at once, in tokens; ``chooses`` as in
    :class:`llm.machine.Load`.
    """

    base_url: str
    key: str = field(repr=False)
    lease_port: int
    pid: int
    weights: str
    model: str = MODEL_NAME
    context: int = 0
    chooses: bool = False


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


def hold_embedded(
    model: InstalledModel | None = None, *, progress: Progress = lambda _: None
) -> Lease:
    """Return a lease on a running model of this machine, starting it where it does not run.

    Without ``model`` it is the 135M one, or the file of ``VERAZ_WEIGHTS``. Raises
    :class:`ModelUnavailable` where it cannot be started; the message says what to do.
    """
    name = MODEL_NAME if model is None else model.name
    home().mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(home() / f"{name}.lock", timeout=START_SECONDS):
        weights = checked_weights() if model is None else model.checked()
        if (lease := _running(name, weights)) is not None:
            return lease
        progress(f"starting the {name} model")
        endpoint, process = start_server(load_of(model), port=0)
        _STARTED.append(process)
        lease = _lease(endpoint)
    if lease is None:
        raise ModelUnavailable(f"the model {name} stopped right after it started; try again.")
    return lease


def start_server(
    load: Load, *, port: int, keep: bool = False
) -> tuple[Endpoint, subprocess.Popen[str]]:
    """Start the server process and return where it listens; its key is new each time.

    Raises :class:`ModelUnavailable` where the runtime is not installed, the port is taken, or the
    process ends before it serves.
    """
    _check_runtime()
    if port:
        _check_port(port)
    key = secrets.token_urlsafe(24)
    command = [sys.executable, "-m", "llm.embedded_server", "--weights", str(load.weights)]
    command += ["--port", str(port), "--name", load.name, "--context", str(load.context)]
    command += ["--threads", str(load.threads), "--template", json.dumps(dict(load.template))]
    command += ["--keep"] if keep else []
    log_path = home() / f"{load.name}.log"
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
        weights=str(load.weights),
        model=load.name,
        context=load.context,
        chooses=load.chooses,
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


def _running(name: str, weights: Path) -> Lease | None:
    """Return a lease on the model that runs already, if one does and serves these weights."""
    try:
        endpoint = Endpoint(**json.loads((home() / f"{name}.json").read_text()))
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
    path = home() / f"{endpoint.model}.json"
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.touch(mode=0o600)
    partial.write_text(json.dumps(asdict(endpoint)))
    partial.replace(path)
