"""A service in a process of its own, on loopback, watched: its health and its memory."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

START_SECONDS = 180.0
HOST = "127.0.0.1"
HERE = Path(__file__).resolve().parents[2]


@dataclass
class Watched:
    """A running service; ``slowest`` is its slowest health check, ``peak`` its peak memory in MiB."""

    url: str
    pid: int
    headers: dict[str, str] = field(default_factory=dict)
    slowest: float = 0.0
    peak: float = 0.0
    checks: list[float] = field(default_factory=list)

    def reset(self) -> None:
        self.slowest = self.peak = 0.0
        self.checks.clear()

    def memory(self) -> float:
        """What the process and its children hold, each page counted once, in MiB."""
        held = 0
        with suppress(psutil.Error):
            parent = psutil.Process(self.pid)
            for process in (parent, *parent.children(recursive=True)):
                with suppress(psutil.Error):
                    held += process.memory_full_info().pss
        return held / 2**20

    def watch(self, ended: threading.Event) -> None:
        """Ask for its health again and again."""
        with httpx.Client(timeout=30.0) as client:
            while not ended.wait(0.1):
                begun = time.monotonic()
                with suppress(httpx.HTTPError):
                    client.get(f"{self.url}/health")
                self.checks.append(time.monotonic() - begun)
                self.slowest = max(self.slowest, self.checks[-1])
                self.peak = max(self.peak, self.memory())


@contextmanager
def service(tree: Path = HERE, **environment: str) -> Iterator[Watched]:
    """Run ``veraz serve`` of a source tree; what it writes goes to nobody."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    own = {
        key: value for key, value in os.environ.items() if not key.startswith(("VERAZ", "OPENAI"))
    }
    command = [sys.executable, "-m", "veraz.cli", "serve", "--port", str(port)]
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=own | environment | {"PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    watched = Watched(f"http://{HOST}:{port}", process.pid)
    ended = threading.Event()
    try:
        _wait(watched.url, process)
        watcher = threading.Thread(target=watched.watch, args=(ended,), daemon=True)
        watcher.start()
        yield watched
    finally:
        ended.set()
        _stop(process)


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/health", timeout=60.0).status_code == 200:
                return
        time.sleep(0.2)
    raise SystemExit(f"the service did not start within {START_SECONDS:.0f} s")


def _stop(process: "subprocess.Popen[bytes]") -> None:
    children = []
    with suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    try:
        process.wait(20.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in children:
        with suppress(psutil.Error):
            child.kill()
