"""A stand-in of the Hugging Face hub on loopback: one repository, one file, and every way to fail."""

import hashlib
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class StandInHub:
    """What the hub has and how it behaves; ``requests`` holds what it was asked.

    ``cuts``: after how many bytes each next answer breaks off. ``refusal``: a status and the hub's
    error code, for every request. ``storage``: whether the file lies on another host, as on the real hub.
    """

    repo: str
    file: str
    content: bytes
    sha256: str = ""
    size: int | None = None
    cuts: list[int] = field(default_factory=list)
    rudely: bool = False
    refusal: tuple[int, str] | None = None
    storage: bool = True
    ranges: bool = True
    token: str | None = None
    requests: list[tuple[str, str, str | None, str | None]] = field(default_factory=list)
    port: int = 0

    def __post_init__(self) -> None:
        self.sha256 = self.sha256 or hashlib.sha256(self.content).hexdigest()
        self.size = len(self.content) if self.size is None else self.size

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def gets(self) -> list[tuple[str, str, str | None, str | None]]:
        return [request for request in self.requests if request[0] == "GET"]


def _handler(hub: StandInHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_HEAD(self) -> None:
            self._note()
            if not self._refused():
                self._about()

        def do_GET(self) -> None:
            self._note()
            if not self._refused():
                self._body()

        def _note(self) -> None:
            heads = (self.headers.get("Range"), self.headers.get("Authorization"))
            hub.requests.append((self.command, self.path, *heads))

        def _refused(self) -> bool:
            if self.path.startswith("/storage/"):
                return False
            refusal = hub.refusal
            if hub.token and self.headers.get("Authorization") != f"Bearer {hub.token}":
                refusal = (401, "GatedRepo")
            if refusal is None and not self.path.startswith(f"/{hub.repo}/resolve/"):
                refusal = (404, "RepoNotFound")
            if refusal is None and not self.path.endswith("/" + hub.file):
                refusal = (404, "EntryNotFound")
            if refusal is None:
                return False
            status, code = refusal
            self.send_response(status)
            if code:
                self.send_header("X-Error-Code", code)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return True

        def _about(self) -> None:
            self.send_response(302 if hub.storage else 200)
            if hub.storage:
                self.send_header("Location", f"http://localhost:{hub.port}/storage/{hub.sha256}")
            self.send_header("X-Repo-Commit", COMMIT)
            self.send_header("X-Linked-ETag", f'"{hub.sha256}"')
            self.send_header("X-Linked-Size", str(hub.size))
            self.send_header("Content-Length", "0" if hub.storage else str(hub.size))
            self.end_headers()

        def _body(self) -> None:
            asked = self.headers.get("Range") if hub.ranges else None
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            rest = hub.content[start:]
            self.send_response(206 if asked else 200)
            if asked:
                whole = len(hub.content)
                self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
            self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            if not hub.cuts:
                self.wfile.write(rest)
                return
            self.wfile.write(rest[: hub.cuts.pop(0)])
            self.wfile.flush()
            if hub.rudely:  # a reset instead of an end
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True

    return Handler


@contextmanager
def serving_hub(hub: StandInHub) -> Iterator[StandInHub]:
    """Serve ``hub`` until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    server.daemon_threads = True
    hub.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
