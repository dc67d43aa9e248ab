"""A bound on what must not hang: of this process's own computing, however busy the machine is."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 30.0


@contextmanager
def ends(seconds: float = SECONDS) -> Iterator[None]:
    """Fail what computes for longer; it bounds a hang and measures nothing."""

    def fail(*_: Any) -> None:
        raise AssertionError(f"not done after {seconds:g} s of computing")

    before = signal.signal(signal.SIGPROF, fail)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
