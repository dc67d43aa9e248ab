"""The processes that answer: each one request at a time, each can be ended.

A thread that is stuck in a pattern, a matcher or a parser cannot be stopped; a process can. Computing
and memory are bounded by the operating system, time by who waits. Processes are forked from one that
has everything loaded, so that a new one costs milliseconds and shares its memory.
"""

import asyncio
import contextlib
import os
import pickle
import resource
import signal
import socket
import struct
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from pathlib import Path

from nlp.pipeline_es import spanish_model_signature
from veraz.forking import start_process
from veraz.service_job import Job, Models, answer_job
from veraz.service_queue import OfficeFailedError
from veraz.service_replies import Reply
from veraz.settings import Settings

HEADER = struct.Struct(">Q")
START_SECONDS = 120.0
WATCH_SECONDS = 0.2
NICENESS = 2
TIRED_NICENESS = 12
TIRING_SECONDS = 2.0
"""Computing for one request after which a process goes behind the others and is not kept."""

MOST_KEPT_MIB = 128
"""What a process may hold more than at its start, and be kept for the next request."""


class WorkerDiedError(OfficeFailedError):
    """The process ended with the request it had; the message says why."""


class Workers:
    """The processes of a service, started when they are first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self.killed = 0
        self.spanish_model = ""

    async def answer(self, job: Job) -> Reply:
        """Have a job answered; raises :class:`WorkerDiedError`. Cancelled, its process is ended."""
        worker = self._idle.pop() if self._idle else await self._started()
        try:
            reply = await self._watched(worker, job)
        except BaseException:
            self._end(worker)
            raise
        if worker.tired or worker.grown_mib() > MOST_KEPT_MIB:
            self._end(worker, counted=False)  # a fresh one costs less than what this one holds
        else:
            self._idle.append(worker)
        return reply

    async def _watched(self, worker: "_Worker", job: Job) -> Reply:
        """Ask, and end who takes too much memory: what is full cannot say so itself."""
        asked = asyncio.ensure_future(worker.ask(job))
        most = self._settings.limits.worker_mib
        try:
            while not (await asyncio.wait({asked}, timeout=WATCH_SECONDS))[0]:
                worker.tire()
                if worker.grown_mib() > most:
                    raise WorkerDiedError(f"it took more than {most} MiB of memory")
            return asked.result()
        finally:
            asked.cancel()

    async def warm_up(self) -> None:
        """Start one process, so that the first request finds it."""
        self._idle.append(await self._started())

    async def aclose(self) -> None:
        """End every process."""
        for worker in list(self._all):
            self._end(worker, counted=False)

    async def _started(self) -> "_Worker":
        worker = _Worker(self._settings)
        self._all.add(worker)
        try:
            self.spanish_model = await worker.start()
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _end(self, worker: "_Worker", *, counted: bool = True) -> None:
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self.killed += counted
        worker.kill()


class _Worker:
    """One process, and the socket it listens at."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: BaseProcess | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._found_mib = 0
        self._found_ticks = 0
        self.tired = False

    async def start(self) -> str:
        """Start the process; returns the Spanish model that it reads with."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                # The first start waits for the process that all are forked from.
                self._process = await asyncio.to_thread(
                    start_process, serve_jobs, theirs, self._settings
                )
            self._reader, self._writer = await asyncio.open_unix_connection(sock=ours)
        except BaseException:
            ours.close()
            raise
        said = await asyncio.wait_for(self._read(), START_SECONDS)
        self._found_mib = self._resident_mib()
        return str(pickle.loads(said))

    def grown_mib(self) -> int:
        """How much more memory the process holds than when it started."""
        return self._resident_mib() - self._found_mib

    def tire(self) -> None:
        """Let a process that computes long stand behind those that do not."""
        if self.tired or self._process is None:
            return
        if self._ticks() - self._found_ticks > TIRING_SECONDS * os.sysconf("SC_CLK_TCK"):
            self.tired = True
            with contextlib.suppress(OSError):
                for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
                    os.setpriority(os.PRIO_PROCESS, int(thread.name), TIRED_NICENESS)

    def _ticks(self) -> int:
        assert self._process is not None
        with contextlib.suppress(OSError, ValueError, IndexError):
            said = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return int(said[11]) + int(said[12])
        return 0

    def _resident_mib(self) -> int:
        assert self._process is not None
        with contextlib.suppress(OSError, ValueError):
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
            return pages * resource.getpagesize() // 2**20
        return 0

    async def ask(self, job: Job) -> Reply:
        """Send a job and wait for its reply."""
        assert self._writer is not None
        self._found_ticks = self._ticks()
        try:
            self._writer.write(framed(pickle.dumps(job)))
            await self._writer.drain()
        except OSError:
            raise WorkerDiedError(await self._why()) from None
        reply = pickle.loads(await self._read())
        assert isinstance(reply, Reply)
        return reply

    async def _read(self) -> bytes:
        assert self._reader is not None
        try:
            (length,) = HEADER.unpack(await self._reader.readexactly(HEADER.size))
            return await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerDiedError(await self._why()) from None

    async def _why(self) -> str:
        process = self._process
        if process is None:
            return "no process could be started"
        await asyncio.to_thread(process.join, 2.0)
        if process.exitcode == -signal.SIGXCPU:
            return f"it took more than {self._settings.limits.cpu_seconds} s of computing"
        return f"its process ended ({process.exitcode}): perhaps for want of memory"

    def kill(self) -> None:
        """End the process now."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None and self._process.is_alive():
            self._process.kill()


def framed(message: bytes) -> bytes:
    """A message behind its length."""
    return HEADER.pack(len(message)) + message


def serve_jobs(connection: socket.socket, settings: Settings) -> None:
    """Answer one job after the other, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    models = Models(settings)
    with connection, connection.makefile("rwb") as stream, asyncio.Runner() as runner:
        # The one thread starts before memory is bounded: a thread that finds none while it starts
        # leaves who started it waiting for ever.
        runner.get_loop().set_default_executor(ThreadPoolExecutor(max_workers=1))
        runner.run(asyncio.to_thread(int))
        _bound_memory(settings.limits.worker_mib)
        _send(stream, pickle.dumps(spanish_model_signature()))
        while header := stream.read(HEADER.size):
            job = pickle.loads(stream.read(HEADER.unpack(header)[0]))
            _bound_computing(settings.limits.cpu_seconds)
            _send(stream, pickle.dumps(runner.run(answer_job(job, models, settings))))


def _send(stream: "socket.SocketIO | object", message: bytes) -> None:
    stream.write(framed(message))  # type: ignore[union-attr]
    stream.flush()  # type: ignore[union-attr]


def _bound_computing(seconds: int) -> None:
    """Let the operating system end this process after that much more computing."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    whole = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (whole, hard))


def _bound_memory(mib: int) -> None:
    """Refuse this process memory before it is seen to have taken twice its share; no core files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform != "linux":
        return
    with open("/proc/self/status", encoding="ascii") as lines:
        data = next((int(line.split()[1]) for line in lines if line.startswith("VmData:")), 0)
    bound = data * 1024 + 2 * mib * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (bound, bound))
