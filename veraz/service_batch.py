"""Many tasks in one request: a line of JSON each, answered line by line in their order."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

from fastapi import Request
from fastapi.responses import Response, StreamingResponse
from starlette.requests import ClientDisconnect

from nlp.errors import DocumentError, VerazError
from nlp.schema import JSON
from veraz.models import check_asked
from veraz.service_asked import Asked, read_query
from veraz.service_desk import (
    REQUEST_HEADER,
    Desk,
    closing,
    refusal,
    request_id,
)
from veraz.service_guard import RefusedError, body_of, client_of
from veraz.service_job import Job
from veraz.service_queue import BusyError
from veraz.service_replies import Reply

MEDIA_TYPE = "application/x-ndjson"
OK = 200


async def serve_batch(desk: Desk, request: Request) -> Response:
    """Answer a body of NDJSON with NDJSON, a line as soon as it and those before it are done.

    The status is 200 as soon as the body and the query can be read; what becomes of each task stands
    in its line. Each counts as a request: against the rate, in the queue, in the meters and the log.
    """
    number = request_id(request)
    try:
        client = client_of(request, desk.settings)
        asked = read_query(request.query_params)
        check_asked(asked.model, desk.settings)
        lines = _lines(await body_of(request, desk.settings.limits))
    except (VerazError, RefusedError, BusyError, ClientDisconnect) as error:
        reply = refusal(error)
        desk.book("batch", "unknown", reply, 0.0, number)
        headers = {**reply.headers, **closing(reply.status), REQUEST_HEADER: number}
        return Response(reply.body, reply.status, headers=headers, media_type="application/json")
    return StreamingResponse(
        _answers(desk, client, asked, lines, number),
        media_type=MEDIA_TYPE,
        headers={REQUEST_HEADER: number},
    )


def _lines(body: bytes) -> list[tuple[int, bytes]]:
    """The lines that are not blank, each with its number from 1; raises :class:`DocumentError`."""
    lines = [(at, line) for at, line in enumerate(body.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise DocumentError("the body is empty: send a task a line, each a JSON object (NDJSON).")
    return lines


async def _answers(
    desk: Desk, client: str, asked: Asked, lines: list[tuple[int, bytes]], number: str
) -> AsyncIterator[bytes]:
    """So many under way as the client may have at a time, the first of them given first."""
    under_way: deque[asyncio.Task[bytes]] = deque()
    waiting: Iterator[tuple[int, bytes]] = iter(lines)
    try:
        while True:
            for at, line in waiting:
                job = Job("extract", line, asked)
                one = _answer(desk, client, job, at, f"{number}:{at}")
                under_way.append(asyncio.ensure_future(one))
                if len(under_way) >= desk.a_client:
                    break
            if not under_way:
                return
            yield await under_way[0]
            under_way.popleft()
    finally:
        for task in under_way:  # nobody waits for them: the client has gone
            task.cancel()
        for task in under_way:
            with suppress(asyncio.CancelledError):
                await task


async def _answer(desk: Desk, client: str, job: Job, at: int, number: str) -> bytes:
    begun = time.monotonic()
    reply = await desk.patiently(job, client)
    desk.book("batch", client, reply, time.monotonic() - begun, number)
    return _line(reply, job.body, at)


def _line(reply: Reply, asked: bytes, at: int) -> bytes:
    answer: dict[str, JSON] = json.loads(reply.body)
    known = {"line": at, "id": _id_of(asked), "status": reply.status}
    body = {"extraction": answer} if reply.status == OK else answer
    return json.dumps(known | body, ensure_ascii=False).encode() + b"\n"


def _id_of(line: bytes) -> str | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    given = found.get("id") if isinstance(found, dict) else None
    return given if isinstance(given, str) else None
