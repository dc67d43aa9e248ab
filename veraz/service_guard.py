"""Who asks, how often, and how much they send: looked at before anything is read."""

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from fastapi import Request

from veraz.limits import Limits
from veraz.service_queue import BusyError
from veraz.settings import Settings

MOST_CLIENTS = 10_000


class RefusedError(Exception):
    """A request that is not answered; ``detail`` repeats nothing of it."""

    def __init__(self, status: int, detail: str) -> None:
        self.status = status
        self.detail = detail
        super().__init__(detail)


def client_of(request: Request, settings: Settings) -> str:
    """Who asks: the number of their key, or where no keys are asked for their address.

    Raises :class:`RefusedError` (401) for no key or an unknown one; every key is compared, each in
    a time that tells nothing.
    """
    if not settings.api_keys:
        return request.client.host if request.client is not None else "unknown"
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    shown = given.strip() if scheme.lower() == "bearer" else request.headers.get("x-api-key", "")
    known = [key.equals(shown) for key in settings.api_keys]
    if True not in known:
        raise RefusedError(401, "a key of this service is needed: Authorization: Bearer KEY.")
    return f"key-{known.index(True) + 1}"


def is_loopback(host: str) -> bool:
    """Whether a name or address is this machine's alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Rate:
    """So many requests a minute of each client, a few of them at once; 0: as many as they like."""

    def __init__(self, a_minute: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._a_minute = a_minute
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def book(self, client: str) -> None:
        """Count a request; raises :class:`BusyError` (429) with the time to wait."""
        if not self._a_minute:
            return
        now, most = self._now(), max(1.0, self._a_minute / 6)
        left, then = self._left.pop(client, (most, now))
        left = min(most, left + (now - then) * self._a_minute / 60)
        while len(self._left) >= MOST_CLIENTS:
            self._left.popitem(last=False)
        if left < 1:
            self._left[client] = (left, now)
            wait = math.ceil((1 - left) * 60 / self._a_minute)
            raise BusyError(429, f"more than {self._a_minute} requests a minute.", wait)
        self._left[client] = (left - 1, now)


async def body_of(request: Request, limits: Limits) -> bytes:
    """The body of a request; raises :class:`RefusedError` for one too long (413) or too slow (408)."""
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:19]) > limits.max_body:
        raise RefusedError(413, _too_long(limits))
    read = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for chunk in request.stream():
                read += chunk
                if len(read) > limits.max_body:
                    raise RefusedError(413, _too_long(limits))
    except TimeoutError:
        said = f"the body did not come within {limits.body_seconds} s (VERAZ_BODY_SECONDS)."
        raise RefusedError(408, said) from None
    return bytes(read)


def _too_long(limits: Limits) -> str:
    return f"the body is longer than {limits.max_body:,} bytes (VERAZ_MAX_BODY)."
