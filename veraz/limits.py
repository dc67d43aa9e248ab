"""What one client may ask of the service, and what happens to who asks for more.

``docs/operating.md`` lists every limit with its variable.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from nlp.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the service; each is a variable, ``VERAZ_`` and its name in capitals.

    ``max_body``, ``max_schema`` and ``max_answer`` are bytes, ``max_text`` characters, ``max_fields``
    and ``max_members`` counts over a whole schema. ``workers`` is how many requests are answered at
    a time, each in a process of its own (0: in this process, where nothing stuck can be ended);
    ``client_workers`` how many of them one client may have (0: all but one). ``queue`` requests may
    wait, ``client_queue`` of one client. A request may take ``request_seconds`` (0: the model's
    deadline and a minute), of them ``cpu_seconds`` of computing, and ``worker_mib`` of memory more
    than it finds. ``body_seconds`` bounds the sending of a body, ``stop_seconds`` a graceful stop.
    ``rate`` is the requests a client may make in a minute (0: any number).
    """

    max_body: int = 4 * 2**20
    max_schema: int = 512 * 1024
    max_text: int = 500_000
    max_fields: int = 500
    max_members: int = 5_000
    max_answer: int = 16 * 2**20
    workers: int = 8
    client_workers: int = 0
    queue: int = 256
    client_queue: int = 64
    request_seconds: int = 0
    cpu_seconds: int = 60
    worker_mib: int = 768
    body_seconds: int = 30
    stop_seconds: int = 30
    rate: int = 0
    models_open: int = 8

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0 if field.name in MAY_BE_NOTHING else 1
            if value < least:
                raise SettingsError(f"{variable(field.name)}={value} must be {least} or more.")

    @property
    def a_client(self) -> int:
        """How many requests of one client are answered at a time."""
        return self.client_workers or max(1, self.workers - 1)


MAY_BE_NOTHING: tuple[str, ...] = ("workers", "client_workers", "request_seconds", "rate")


def variable(name: str) -> str:
    """The environment variable of a limit."""
    return f"VERAZ_{name.upper()}"


def limits_from(environment: Mapping[str, str] = os.environ) -> Limits:
    """Read the limits; raises :class:`SettingsError` naming the variable that cannot be obeyed."""
    given: dict[str, int] = {}
    for field in fields(Limits):
        written = environment.get(variable(field.name), "").strip()
        if not written:
            continue
        try:
            given[field.name] = int(written)
        except ValueError:
            raise SettingsError(
                f"{variable(field.name)}={written[:40]} is not a whole number."
            ) from None
    return Limits(**given)
