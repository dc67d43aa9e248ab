"""A fake OpenAI-compatible server: says what a script says, over the real wire protocol.

::

    with ScriptedServer([Turn(status=503), Turn('{"ciudad": "Lugo"}')]) as server:
        model = ServedModel("any", base_url=server.base_url)

A script is a sequence of turns, one for each chat request; the last one answers all that follow.
Where a turn is a function, it is given the request's body and returns a :class:`Turn`.
Shipped for the tests of whoever builds on Veraz: all but the model is real.
"""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType, TracebackType
from typing import Any, TypeAlias

Body: TypeAlias = Mapping[str, Any]
CHARACTERS_A_TOKEN = 4
_STREAMING = '{"error": {"message": "a script cannot be streamed"}}'


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer.

    ``content`` is the message's, None for null; ``thinking`` goes out as ``reasoning_content``.
    ``usage`` is (prompt, completion) tokens, None to report none, and counted at four code points a
    token unless given. ``delay`` is seconds before answering. ``body`` replaces the whole body;
    ``error`` is the message of an error body; ``hang_up`` closes the connection without a word.
    """

    content: str | None = ""
    status: int = 200
    finish_reason: str = "stop"
    thinking: str = ""
    usage: tuple[int, int] | None = (-1, -1)
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    delay: float = 0.0
    body: str | None = None
    error: str = ""
    refusal: str | None = None
    hang_up: bool = False


Answering: TypeAlias = Turn | Callable[[Body], Turn]
Script: TypeAlias = Sequence[Answering]


class ScriptedServer:
    """Serves a script on loopback while it is entered; ``requests`` holds the bodies it was sent.

    ``models`` are the names it lists; ``context``, in tokens, is reported with them and enforced:
    a longer question is a 400. ``port`` 0 takes a free one.
    """

    def __init__(
        self,
        script: Script = (),
        *,
        models: Sequence[str] = ("scripted",),
        context: int | None = None,
        port: int = 0,
    ) -> None:
        self.script = tuple(script)
        self.models = tuple(models)
        self.context = context
        self.requests: list[dict[str, Any]] = []
        self.gone: int = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), _playing(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def base_url(self) -> str:
        """What to give a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "ScriptedServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: dict[str, Any]) -> Turn:
        """The turn for the next request."""
        with self._lock:
            place = len(self.requests)
            self.requests.append(body)
        asked = prompt_tokens(body)
        if self.context is not None and asked + (body.get("max_tokens") or 0) > self.context:
            said = (
                f"This model's maximum context length is {self.context} tokens. However, you "
                f"requested {asked + (body.get('max_tokens') or 0)} tokens."
            )
            return Turn(status=400, error=said)
        turn = self.script[min(place, len(self.script) - 1)] if self.script else Turn("{}")
        return turn(body) if callable(turn) else turn


def prompt_tokens(body: Body) -> int:
    """How long the question is, at four code points a token."""
    messages = body.get("messages", ())
    return sum(len(str(message.get("content"))) for message in messages) // CHARACTERS_A_TOKEN


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    # The standard library's five refuses some of sixteen clients that come at once.
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are part of the script."""


class _Conversation(BaseHTTPRequestHandler):
    """One connection; ``scripted`` is the server whose script it plays."""

    protocol_version = "HTTP/1.1"
    scripted: ScriptedServer

    def do_GET(self) -> None:
        if self.path.rstrip("/").endswith("/models"):
            self.send(200, json.dumps(_models(self.scripted)))
        elif self.path.rstrip("/").endswith("/health"):
            self.send(200, '{"status": "ok"}')
        else:
            self.send(404, '{"error": {"message": "not found"}}')

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        if body.get("stream"):
            self.send(400, _STREAMING)
            return
        turn = self.scripted.answer(body)
        if turn.delay and self.gone_within(turn.delay):
            self.scripted.gone += 1
            self.close_connection = True
            return
        if turn.hang_up:
            self.close_connection = True
            return
        self.send(turn.status, written(turn, body), turn.headers)

    def gone_within(self, seconds: float) -> bool:
        """Whether the client hangs up while it waits."""
        end = time.monotonic() + seconds
        self.connection.settimeout(0.02)
        try:
            while time.monotonic() < end:
                try:
                    if not self.connection.recv(1):
                        return True
                except TimeoutError:
                    continue
                except OSError:
                    return True
            return False
        finally:
            self.connection.settimeout(None)

    def send(self, status: int, body: str, headers: Mapping[str, str] = {}) -> None:
        payload = body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        """A script says nothing of itself."""


def _playing(server: ScriptedServer) -> type[_Conversation]:
    """The connections of one server."""
    return type("Conversation", (_Conversation,), {"scripted": server})


def _models(server: ScriptedServer) -> dict[str, Any]:
    listed = [
        {"id": name, "object": "model", "created": 0, "owned_by": "veraz"} for name in server.models
    ]
    if server.context is not None:
        listed = [{**model, "max_model_len": server.context} for model in listed]
    return {"object": "list", "data": listed}


def written(turn: Turn, body: Body) -> str:
    """The HTTP body of a turn."""
    if turn.body is not None:
        return turn.body
    usage = _usage(turn, body)
    if turn.status != 200:
        failure: dict[str, Any] = {"error": {"message": turn.error or f"scripted {turn.status}"}}
        return json.dumps(
            {**failure, **({"usage": usage} if usage and turn.usage != (-1, -1) else {})}
        )
    message: dict[str, Any] = {"role": "assistant", "content": turn.content}
    if turn.thinking:
        message["reasoning_content"] = turn.thinking
    if turn.refusal:
        message["refusal"] = turn.refusal
    choice: dict[str, Any] = {"index": 0, "message": message, "finish_reason": turn.finish_reason}
    if body.get("logprobs"):
        choice["logprobs"] = {"content": _logprobs(turn.content or "")}
    completion = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", ""),
        "choices": [choice],
        **({"usage": usage} if usage else {}),
    }
    return json.dumps(completion)


def _usage(turn: Turn, body: Body) -> dict[str, int]:
    if turn.usage is None:
        return {}
    counted = (prompt_tokens(body), len(turn.content or "") // CHARACTERS_A_TOKEN)
    given, made = counted if turn.usage == (-1, -1) else turn.usage
    return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}


def _logprobs(content: str) -> list[dict[str, Any]]:
    """Tokens of four code points, each as likely as the last."""
    pieces = [
        content[at : at + CHARACTERS_A_TOKEN] for at in range(0, len(content), CHARACTERS_A_TOKEN)
    ]
    return [
        {"token": piece, "bytes": list(piece.encode()), "logprob": -0.1, "top_logprobs": []}
        for piece in pieces
    ]
