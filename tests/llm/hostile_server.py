"""A model server that means harm: drips, floods, bombs. Raw sockets, on loopback only."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Play = Callable[[socket.socket], None]
MEBIBYTE = 2**20


def answer_of(content: str) -> bytes:
    """A chat completion."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return json.dumps(
        {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    ).encode()


def head(length: int | None, more: str = "") -> bytes:
    """The head of a 200."""
    said = f"Content-Length: {length}\r\n" if length is not None else ""
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{more}{said}Connection: close\r\n\r\n"
    ).encode()


def dripping(line: socket.socket) -> None:
    """A byte every fifth of a second, for minutes."""
    line.sendall(head(1_000))
    for byte in answer_of('{"a": "b"}')[:1_000]:
        line.sendall(bytes((byte,)))
        time.sleep(0.2)


def dripping_head(line: socket.socket) -> None:
    """The same, before the body has begun."""
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(600):
        line.sendall(f"X-{number}: a\r\n".encode())
        time.sleep(0.2)


def bomb(line: socket.socket) -> None:
    """A gigabyte of spaces in a megabyte of gzip."""
    packed = gzip.compress(b" " * (64 * MEBIBYTE), 9) * 16
    line.sendall(head(len(packed), "Content-Encoding: gzip\r\n") + packed)


def endless(line: socket.socket) -> None:
    """A body without an end."""
    line.sendall(head(None))
    while True:
        line.sendall(b" " * MEBIBYTE)


def ten_megabytes(line: socket.socket) -> None:
    """An answer of ten megabytes."""
    body = answer_of('{"a": "' + "x" * (10 * MEBIBYTE) + '"}')
    line.sendall(head(len(body)) + body)


def long_answer(line: socket.socket) -> None:
    """One that is read, and made to keep a reader busy."""
    body = answer_of('{"a": [' + '{"b": ' * 1_000_000)
    line.sendall(head(len(body)) + body)


def deep(line: socket.socket) -> None:
    """A body that nests a hundred thousand times."""
    body = b"[" * 100_000
    line.sendall(head(len(body)) + body)


@contextmanager
def hostile(play: Play) -> Iterator[str]:
    """Serve that play to whoever calls; gives the base URL."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=play_to, args=(line,), daemon=True).start()

    def play_to(line: socket.socket) -> None:
        with line, suppress(OSError):
            line.recv(65_536)
            play(line)
            time.sleep(0.2)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        listener.close()
