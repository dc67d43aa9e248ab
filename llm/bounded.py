"""An HTTP client that reads no more of an answer than it is worth.

A server that is broken or hostile may send without end, or a little that unpacks to gigabytes. The
whole answer is read here, packed and unpacked sizes bounded, before anything else sees it.
"""

import zlib
from typing import Any

import openai

MAX_BODY = 8 * 2**20
"""Bytes of an answer, as sent and as unpacked."""

UNPACKED: tuple[str, ...] = ("", "identity")
PACKED: tuple[str, ...] = ("gzip", "x-gzip", "deflate")
# They no longer tell the truth of a body that has been read and unpacked.
DROPPED: tuple[bytes, ...] = (b"content-encoding", b"content-length", b"transfer-encoding")


class BodyTooLargeError(Exception):
    """The server's answer is not one that is worth reading."""


class BoundedClient(openai.DefaultAsyncHttpxClient):
    """Reads every answer whole, up to :data:`MAX_BODY` bytes."""

    async def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:
        """Send a request; raises :class:`BodyTooLargeError` for what is too much."""
        request.headers["Accept-Encoding"] = "identity"
        response = await super().send(request, stream=True, **options)
        try:
            body = unpack(await _read(response), response.headers.get("content-encoding", ""))
        finally:
            await response.aclose()
        headers = [pair for pair in response.headers.raw if pair[0].lower() not in DROPPED]
        whole = type(response)(
            response.status_code,
            headers=headers,
            content=body,
            request=response.request,
            extensions={},
            history=response.history,
        )
        # The client keeps it up to date for its own; openai's debug log asks for it.
        whole.elapsed = response.elapsed
        return whole


async def _read(response: Any) -> bytes:
    announced = response.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:19]) > MAX_BODY:
        raise BodyTooLargeError(_too_much())
    read = bytearray()
    async for chunk in response.aiter_raw():
        read += chunk
        if len(read) > MAX_BODY:
            raise BodyTooLargeError(_too_much())
    return bytes(read)


def unpack(body: bytes, encoding: str) -> bytes:
    """Unpack a body; raises :class:`BodyTooLargeError` where more comes out than is read."""
    encoding = encoding.strip().lower()
    if encoding in UNPACKED or not body:
        return body
    if encoding not in PACKED:
        raise BodyTooLargeError(f"an answer packed as {encoding[:20]!r}, which was not asked for")
    # Deflate comes with its header or without.
    for window in (47, -15) if encoding == "deflate" else (47,):
        unpacker = zlib.decompressobj(window)
        try:
            unpacked = unpacker.decompress(body, MAX_BODY + 1)
        except zlib.error:
            continue
        if len(unpacked) > MAX_BODY:
            raise BodyTooLargeError(_too_much())
        if unpacker.eof:
            return unpacked
    raise BodyTooLargeError(f"an answer that says it is {encoding} and is not")


def _too_much() -> str:
    return f"an answer of more than {MAX_BODY // 2**20} MiB"
