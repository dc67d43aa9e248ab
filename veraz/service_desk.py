"""Takes a request in, has it answered within its limits, and keeps the books."""

import asyncio
import json
import re
import sys
import time
import uuid
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from fastapi import Request
from fastapi.responses import Response
from starlette.requests import ClientDisconnect

from nlp.errors import VerazError
from nlp.pipeline_es import spanish_model_signature
from veraz.models import check_asked
from veraz.service_asked import KNOWN, read_query
from veraz.service_guard import Rate, RefusedError, body_of, client_of
from veraz.service_job import Job, Models, answer_job
from veraz.service_metrics import Metrics
from veraz.service_queue import BusyError, FairQueue, OfficeFailedError
from veraz.service_replies import Reply, explained
from veraz.settings import Settings

CLIENT_GONE = 499
"""nginx's status for it: nobody reads it but the log."""

GONE = "the client closed the connection."
TOO_MANY = 429
HERE_AT_A_TIME = 64
REQUEST_HEADER = "X-Request-ID"
GOOD_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
"""What of a client's id goes into our log and headers: no line ends, nothing long."""

T = TypeVar("T")


class Office(Protocol):
    """Who answers jobs."""

    killed: int
    spanish_model: str
    """Empty until there is somebody to answer."""

    async def answer(self, job: Job) -> Reply:
        """Answer a job; cancelled, it stops as soon as it can."""
        ...

    async def warm_up(self) -> None:
        """Be ready for the first one."""
        ...

    async def aclose(self) -> None:
        """Give everything back."""
        ...


class InThisProcess:
    """Answers jobs on the event loop's threads, where what is stuck cannot be ended: for tests."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._models = Models(settings)
        self.killed = 0
        self.spanish_model = ""

    async def answer(self, job: Job) -> Reply:
        """Answer a job."""
        return await answer_job(job, self._models, self._settings)

    async def warm_up(self) -> None:
        """Load the Spanish model."""
        self.spanish_model = await asyncio.to_thread(spanish_model_signature)

    async def aclose(self) -> None:
        """Close the models."""
        await self._models.aclose()


class Desk:
    """One for a service: the queue, the processes, the meters and the log."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        limits = settings.limits
        self._rate = Rate(limits.rate)
        slots = limits.workers or HERE_AT_A_TIME
        self._queue = FairQueue(
            slots,
            a_client=limits.a_client if limits.workers else slots,
            queue=limits.queue,
            client_queue=limits.client_queue,
        )
        self.office = _office(settings)

    @property
    def a_client(self) -> int:
        """How many jobs of one client are answered at a time."""
        return self._queue.a_client

    @property
    def ready(self) -> bool:
        """Whether a job would be answered: somebody is there, and the queue has room."""
        return bool(self.office.spanish_model) and not self._queue.full

    async def serve(self, request: Request, kind: str) -> Response:
        """Answer one request, whatever it brings."""
        begun = time.monotonic()
        number = request_id(request)
        client, reply = "unknown", None
        try:
            client = client_of(request, self.settings)
            self._rate.book(client)
            job = await self._job(request, kind)
            reply = await while_awaited(request, self.answered(job, client))
        except (VerazError, RefusedError, BusyError, ClientDisconnect) as error:
            reply = refusal(error)
        self.book(kind, client, reply, time.monotonic() - begun, number)
        return Response(
            reply.body,
            reply.status,
            headers={**reply.headers, **closing(reply.status), REQUEST_HEADER: number},
            media_type="application/json",
        )

    async def _job(self, request: Request, kind: str) -> Job:
        asked = read_query(request.query_params, allowed=KNOWN.get(kind, ()))
        check_asked(asked.model, self.settings)
        return Job(kind, await body_of(request, self.settings.limits), asked)

    async def patiently(self, job: Job, client: str) -> Reply:
        """Answer one of many jobs of a request: where the client has to wait, it waits."""
        while True:
            try:
                self._rate.book(client)
                return await self.answered(job, client)
            except BusyError as busy:
                if busy.status != TOO_MANY:
                    return refusal(busy)
                await asyncio.sleep(busy.retry_after)

    async def answered(self, job: Job, client: str) -> Reply:
        """Answer a job in its turn; raises :class:`BusyError`."""
        seconds = self.settings.request_seconds
        began = time.monotonic()
        try:
            async with asyncio.timeout(seconds), self._queue.turn(client):
                self.metrics.time("veraz_queue_seconds", time.monotonic() - began)
                return await self.office.answer(job)
        except TimeoutError:
            said = f"no answer within {seconds:g} s (VERAZ_REQUEST_SECONDS)."
            raise BusyError(503, said) from None
        except OfficeFailedError as died:
            raise BusyError(503, f"the request was not finished: {died}.", 60) from None

    def book(self, kind: str, client: str, reply: Reply, seconds: float, number: str) -> None:
        """Count a request, and write its line in the log; ``number`` is its id."""
        told = dict(reply.told)
        self.metrics.count("veraz_requests_total", route=kind, status=str(reply.status))
        self.metrics.time("veraz_request_seconds", seconds)
        if "error" in told:
            self.metrics.count("veraz_errors_total", kind=str(told["error"]))
        for name, label in (("input_tokens", "read"), ("output_tokens", "written")):
            self.metrics.count("veraz_tokens_total", told.get(name, 0), direction=label)
        self.metrics.count("veraz_model_calls_total", told.get("calls", 0))
        log = self.settings.log
        if log == "requests" or (log == "errors" and reply.status >= 500):
            write_log(
                {"id": number, "route": kind, "client": client, "status": reply.status}
                | {"seconds": round(seconds, 3)}
                | told
            )

    def metrics_text(self) -> str:
        """The meters, as Prometheus reads them."""
        return self.metrics.text(
            {
                "veraz_running": self._queue.running,
                "veraz_waiting": self._queue.waiting,
                "veraz_workers_ended_total": self.office.killed,
            }
        )


def _office(settings: Settings) -> Office:
    if not settings.limits.workers:
        return InThisProcess(settings)
    from veraz.service_workers import Workers

    return Workers(settings)


async def while_awaited(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do ``work`` as long as somebody waits for it: nobody is kept busy for who has gone."""
    task = asyncio.ensure_future(work)
    # The body has been read, so all that can still come is the end of the connection.
    gone = asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise RefusedError(CLIENT_GONE, GONE)
        return task.result()
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def refusal(error: Exception) -> Reply:
    """Why a request is not answered, as an answer."""
    match error:
        case VerazError():
            return explained(error)
        case BusyError():
            return _said(error.status, error, {"Retry-After": str(error.retry_after)})
        case RefusedError():
            return _said(error.status, error)
        case _:
            return _said(CLIENT_GONE, RefusedError(CLIENT_GONE, GONE))


def _said(
    status: int, refused: RefusedError | BusyError, headers: Mapping[str, str] | None = None
) -> Reply:
    kind = type(refused).__name__.removesuffix("Error")
    body = json.dumps({"error": kind, "detail": refused.detail}).encode()
    return Reply(status, body, headers or {}, {"error": kind})


def closing(status: int) -> dict[str, str]:
    """The header that ends the connection where what is left of the body is not read."""
    return {"Connection": "close"} if status in (408, 413) else {}


def request_id(request: Request) -> str:
    """The id that the client gave the request (``X-Request-ID``), or one of ours."""
    given = request.headers.get(REQUEST_HEADER, "")
    return given if GOOD_ID.fullmatch(given) else uuid.uuid4().hex


def write_log(event: Mapping[str, object]) -> None:
    """Write a line of JSON to standard error: never a text, a schema, an answer or a secret."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sys.stderr.write(json.dumps({"time": stamp, **event}) + "\n")
