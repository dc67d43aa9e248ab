"""Who is answered next: nobody waits behind the many requests of somebody else."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

RETRY_SECONDS = 5


class BusyError(Exception):
    """No room: ``status`` is 429 where it is this client's own doing, else 503."""

    def __init__(self, status: int, detail: str, retry_after: int = RETRY_SECONDS) -> None:
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        super().__init__(detail)


class OfficeFailedError(Exception):
    """The process that answered ended before it had."""


class FairQueue:
    """``slots`` requests at a time, ``a_client`` of one client; the others wait, up to a number.

    The next is one of the client that has the fewest under way; of those, the one that waits longest.
    """

    def __init__(self, slots: int, *, a_client: int, queue: int, client_queue: int) -> None:
        self.slots = slots
        self.a_client = a_client
        self._queue = queue
        self._client_queue = client_queue
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def full(self) -> bool:
        """Whether nobody else may wait."""
        return self.waiting >= self._queue

    @property
    def running(self) -> int:
        """How many are under way."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it; raises :class:`BusyError` where too many wait already."""
        if self._may(client) and not self._waiting.get(client):
            self._running[client] += 1
        else:
            await self._wait(client)
        try:
            yield
        finally:
            self._leave(client)

    async def _wait(self, client: str) -> None:
        mine = len(self._waiting.get(client, ()))
        if mine >= self._client_queue:
            said = f"{mine} requests of yours are waiting already: send fewer at a time."
            raise BusyError(429, said)
        if self.waiting >= self._queue:
            raise BusyError(503, "too many requests are waiting: try again later.")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(client)  # it was called in the moment it left
            else:
                self._forget(client, turn)
            raise

    def _may(self, client: str) -> bool:
        return self.running < self.slots and self._running[client] < self.a_client

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        with suppress(KeyError, ValueError):
            self._waiting[client].remove(turn)
            if not self._waiting[client]:
                del self._waiting[client]

    def _leave(self, client: str) -> None:
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        self._call()

    def _call(self) -> None:
        while ready := [client for client in self._waiting if self._may(client)]:
            client = min(ready, key=lambda each: self._running[each])
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns  # behind the others
            if not turn.done():
                self._running[client] += 1
                turn.set_result(None)
