"""The process that serves the embedded model: ``python -m llm.embedded_server``.

llama.cpp's own HTTP server runs inside it (chat completions, ``json_schema``, usage, logprobs),
bound to loopback, behind a key, with no page and no metrics. Whoever uses it holds a
*lease*: a TCP connection to a second loopback port. The operating system closes a lease when its
holder ends, however it ends, so the process can tell when nobody uses it and stop.
"""

import argparse
import hashlib
import json
import os
import selectors
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

HOST = "127.0.0.1"
MODEL_NAME = "embedded"
CONTEXT_TOKENS = 8192
NO_WORDS: Mapping[str, Any] = MappingProxyType({})
CACHE_MIB = 256
LINGER_SECONDS = 2.0
FIRST_LEASE_SECONDS = 30.0


def greeting(key: str) -> bytes:
    """Return what a lease hears first: proof that this port is that server's, not a stranger's."""
    return b"veraz " + hashlib.sha256(key.encode()).hexdigest()[:32].encode() + b"\n"


class Leases:
    """Counts the connections to a loopback port."""

    def __init__(self, key: str) -> None:
        self._greeting = greeting(key)
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server((HOST, 0))
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self.held = 0

    @property
    def port(self) -> int:
        """The port users connect to."""
        return int(self._listener.getsockname()[1])

    def wait(self, seconds: float) -> None:
        """Take new leases and give up closed ones, for at most ``seconds``."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._listener:
                connection, _ = self._listener.accept()
                connection.sendall(self._greeting)
                connection.setblocking(False)
                self._selector.register(connection, selectors.EVENT_READ)
                self.held += 1
            else:
                self._read(key.fileobj)

    def _read(self, connection: object) -> None:
        assert isinstance(connection, socket.socket)
        try:
            gone = connection.recv(256) == b""
        except BlockingIOError:
            return
        except OSError:
            gone = True
        if gone:
            self._selector.unregister(connection)
            connection.close()
            self.held -= 1


def wait_until_unused(leases: Leases) -> None:
    """Return when no lease has been held for a while, or none was ever taken."""
    deadline = time.monotonic() + FIRST_LEASE_SECONDS
    while time.monotonic() < deadline:
        leases.wait(0.5)
        if leases.held:
            deadline = time.monotonic() + LINGER_SECONDS


def serve(
    weights: Path,
    *,
    port: int,
    key: str,
    threads: int,
    name: str = MODEL_NAME,
    context: int = CONTEXT_TOKENS,
    template: Mapping[str, Any] = NO_WORDS,
) -> object:
    """Start llama.cpp's server on loopback and return it.

    ``context`` is in tokens; ``template`` is what the model's chat template is told, unless a request
    tells it otherwise.
    """
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {name}
    params.hostnames = [HOST]
    params.port = port
    params.api_keys = [key]
    params.ui = False
    params.endpoint_slots = False
    params.endpoint_props = False
    params.offline = True
    params.n_ctx = context
    params.default_template_kwargs = {word: json.dumps(value) for word, value in template.items()}
    params.n_parallel = 1
    params.cache_ram_mib = CACHE_MIB
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.verbosity = 0
    return xllamacpp.Server(params)


def main() -> int:
    """Serve until unused (or until stopped, with ``--keep``); the first output line tells where."""
    parser = argparse.ArgumentParser(prog="python -m llm.embedded_server")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--name", default=MODEL_NAME, help="what the model is called")
    parser.add_argument("--context", type=int, default=CONTEXT_TOKENS, help="tokens")
    parser.add_argument(
        "--template", type=json.loads, default={}, help="JSON for the chat template"
    )
    parser.add_argument("--keep", action="store_true", help="serve even while nobody uses it")
    options = parser.parse_args()
    key = os.environ["VERAZ_EMBEDDED_KEY"]
    leases = Leases(key)
    server = serve(
        options.weights,
        port=options.port,
        key=key,
        threads=options.threads,
        name=options.name,
        context=options.context,
        template=options.template,
    )
    address = str(getattr(server, "listening_address"))  # noqa: B009
    ready = {"base_url": f"{address}/v1", "lease_port": leases.port, "pid": os.getpid()}
    sys.stdout.write(json.dumps(ready) + "\n")
    sys.stdout.flush()
    # Nobody reads the pipe from here on; whatever llama.cpp prints goes to the log.
    os.dup2(2, 1)
    try:
        while options.keep:
            leases.wait(60.0)
        wait_until_unused(leases)
    except KeyboardInterrupt:
        pass
    # llama.cpp's worker threads outlive the interpreter's tidy exit; nothing of ours is unsaved.
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())
