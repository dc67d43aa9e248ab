"""Extractors in processes of their own, for machines of more than one core.

Python runs one thread at a time, so one process extracts no faster than one core, whatever its
concurrency. The processes only extract: rows are read, and results written, by the one that asks.
"""

import asyncio
import itertools
import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from nlp.errors import SettingsError
from veraz.batch.row_extractor import BatchOptions, RowExtractor, failed
from veraz.forking import start_process
from veraz.rows import Row
from veraz.slips import keep_silent

MOST_DEATHS = 3
"""How often in a row a process may end before it can take a row, until the batch gives up."""

MOST_BLAMED = 10
"""How many rows in a row may each kill the process that has nothing but them, until it gives up."""

CLOSING_SECONDS = 10.0

READY = "ready"
"""What a process says first: from then on a death is a row's doing."""


class Workers:
    """``count`` processes with one extractor each, and the face of a single one.

    A row goes to the process that has the least to do. Where a process dies, another takes its place,
    and the rows it had are tried again one by one in a process of their own: the one with which that
    dies too is failed, and no neighbour is. :class:`SettingsError` is raised where no process comes
    to live, or where one row after the other kills its own.
    """

    def __init__(self, options: BatchOptions, count: int) -> None:
        self._workers = [_Worker(options) for _ in range(count)]
        self._alone = _Worker(options)
        self._one_by_one = asyncio.Lock()
        self._blamed = 0

    async def extract(self, row: Row) -> dict[str, Any]:
        """Extract one row; a failure is a result too, with its reason."""
        try:
            result = await min(self._workers, key=lambda worker: worker.load).extract(row)
            if result is None:
                async with self._one_by_one:
                    result = await self._alone.extract(row)
        except _UnsendableError as error:
            return failed(row, "DocumentError", f"the row cannot be sent to a process: {error}")
        if result is not None:
            self._blamed = 0
            return result
        self._blamed += 1
        if self._blamed > MOST_BLAMED:
            raise SettingsError(
                f"{self._blamed} rows one after the other killed the process that extracted them: "
                "is there memory for --workers of them? What is written stays; run the same command "
                "to go on."
            )
        reason = "the process that extracted it died, twice, the second time with this row alone"
        return failed(row, "WorkerDied", reason)

    async def aclose(self) -> None:
        """End the processes; what they have under way is dropped."""
        await asyncio.gather(*(worker.aclose() for worker in (*self._workers, self._alone)))


class _UnsendableError(Exception):
    """A row that cannot be written down for another process."""


class _Worker:
    """A process, started when it is first asked and again after its death."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any] | None]] = {}
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._ready = False
        self._stillborn = 0

    @property
    def load(self) -> int:
        """How many rows are under way here."""
        return len(self._waiting)

    async def extract(self, row: Row) -> dict[str, Any] | None:
        """Extract one row; None where the process died with it."""
        while (result := await self._asked(row)) is None:
            if not self._stillborn:
                return None
            if self._stillborn >= MOST_DEATHS:
                raise SettingsError(
                    f"{self._stillborn} worker processes died one after the other before they could "
                    "begin: is there memory for --workers of them? What is written stays; run the "
                    "same command to go on."
                )
        return result

    async def _asked(self, row: Row) -> dict[str, Any] | None:
        loop = asyncio.get_running_loop()
        connection = self._connection or self._start(loop)
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any] | None] = loop.create_future()
        self._waiting[number] = answer
        try:
            # Nobody there: the listener is about to say so.
            with suppress(OSError):
                _send(connection, number, row)
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def aclose(self) -> None:
        connection, process = self._connection, self._process
        self._connection = None
        if connection is None or process is None:
            return
        with suppress(OSError):
            connection.send(None)
        await asyncio.to_thread(process.join, CLOSING_SECONDS)
        if process.is_alive():
            process.kill()

    def _start(self, loop: asyncio.AbstractEventLoop) -> Connection:
        near, far = multiprocessing.Pipe()
        self._process = start_process(_serve, far, self._options, dict(os.environ))
        far.close()
        self._connection = near
        self._ready = False
        threading.Thread(target=self._listen, args=(near, loop), daemon=True).start()
        return near

    def _listen(self, connection: Connection, loop: asyncio.AbstractEventLoop) -> None:
        # The loop may have ended before the process did.
        with suppress(RuntimeError):
            while (said := _received(connection)) is not None:
                loop.call_soon_threadsafe(self._heard, *said)
            loop.call_soon_threadsafe(self._died, connection)

    def _heard(self, number: int | str, result: dict[str, Any]) -> None:
        if number == READY:
            self._ready = True
            self._stillborn = 0
            return
        answer = self._waiting.get(int(number))
        if answer is not None and not answer.done():
            answer.set_result(result)

    def _died(self, connection: Connection) -> None:
        connection.close()
        if connection is not self._connection:
            return
        self._connection = None
        # A death before it could begin is no row's doing.
        self._stillborn = 0 if self._ready else self._stillborn + 1
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)


def _send(connection: Connection, number: int, row: Row) -> None:
    try:
        connection.send((number, row))
    except OSError:
        raise
    except Exception as error:
        # Whatever keeps it from being written down, it is in the row.
        raise _UnsendableError(f"{type(error).__name__}: {error}") from error


def _received(connection: Connection) -> Any:
    """The next message; None where the other side wants to end or has ended."""
    try:
        return connection.recv()
    except (EOFError, OSError):
        return None


def _serve(connection: Connection, options: BatchOptions, environment: dict[str, str]) -> None:
    """Answer rows until the asking process says, or is, the end."""
    os.environ.clear()
    os.environ.update(environment)
    # Ctrl-C reaches every process of a terminal; the asking one tells the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_silent()
    asyncio.run(_answer(connection, RowExtractor(options)))


async def _answer(connection: Connection, extractor: RowExtractor) -> None:
    loop = asyncio.get_running_loop()
    asked: asyncio.Queue[tuple[int, Row] | None] = asyncio.Queue()

    def listen() -> None:
        while (said := _received(connection)) is not None:
            loop.call_soon_threadsafe(asked.put_nowait, said)
        loop.call_soon_threadsafe(asked.put_nowait, None)

    async def one(number: int, row: Row) -> None:
        result = await extractor.extract(row)
        try:
            connection.send((number, result))
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - an answer that cannot be sent costs its row
            why = f"the answer cannot be sent: {error}"
            connection.send((number, failed(row, type(error).__name__, why)))

    with suppress(OSError):  # Nobody waits for it any more.
        connection.send((READY, {}))
    threading.Thread(target=listen, daemon=True).start()
    try:
        # What the extractor does not foresee ends the group, and so the process.
        async with asyncio.TaskGroup() as rows:
            under_way: set[asyncio.Task[None]] = set()
            while (said := await asked.get()) is not None:
                under_way.add(task := rows.create_task(one(*said)))
                task.add_done_callback(under_way.discard)
            for task in under_way:
                task.cancel()
    finally:
        await extractor.aclose()
