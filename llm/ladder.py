"""The ways of asking a server for JSON, from the strictest down, and which of them it can do."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

RUNGS: tuple[str, ...] = ("json_schema", "json_object", "text")

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "thinking": ("extra_body",),
    "logprobs": ("logprobs",),
    "seed": ("seed",),
    "penalty": ("frequency_penalty",),
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens",),
}
"""What a request may ask for beyond the protocol's core, with the members that ask for it."""

_NAMES: Mapping[str, tuple[str, ...]] = {
    "thinking": ("chat_template_kwargs", "enable_thinking"),
    "logprobs": ("logprob",),
    "seed": ("seed",),
    "penalty": ("penalty",),
    "temperature": ("temperature",),
    "max_tokens": ("max_completion_tokens",),
}
_SCHEMA_NAMES = ("response_format", "json_schema", "json_object", "grammar", "schema", "guided")

GIVE_UP_AFTER = 2


@dataclass(slots=True)
class Ladder:
    """What one server can do for one model, learnt as it answers.

    A rung that fails for one schema is skipped for that schema from then on; one that has failed
    for :data:`GIVE_UP_AFTER` schemas and worked for none is skipped for every schema.
    """

    refused_extras: set[str] = field(default_factory=set)
    _first: dict[str, int] = field(default_factory=dict)
    _worked: set[str] = field(default_factory=set)
    _failed: dict[str, set[str]] = field(default_factory=dict)

    def rungs(self, schema: Mapping[str, Any]) -> tuple[str, ...]:
        """The rungs worth trying for this schema, best first."""
        usable = RUNGS[self._first.get(_digest(schema), 0) :]
        return tuple(rung for rung in usable if not self._hopeless(rung)) or RUNGS[-1:]

    def worked(self, rung: str) -> None:
        """Remember that this server can do ``rung``."""
        self._worked.add(rung)

    def failed(self, rung: str, schema: Mapping[str, Any]) -> None:
        """Remember to begin below ``rung`` for this schema."""
        digest = _digest(schema)
        below = min(RUNGS.index(rung) + 1, len(RUNGS) - 1)
        self._first[digest] = max(self._first.get(digest, 0), below)
        self._failed.setdefault(rung, set()).add(digest)

    def _hopeless(self, rung: str) -> bool:
        failures = len(self._failed.get(rung, ()))
        return rung != RUNGS[-1] and rung not in self._worked and failures >= GIVE_UP_AFTER


def named_extras(message: str) -> set[str]:
    """The extras that a server's error message speaks of."""
    said = message.lower()
    return {extra for extra, names in _NAMES.items() if any(name in said for name in names)}


def names_schema(message: str) -> bool:
    """Whether a server's error message speaks of the form asked for."""
    said = message.lower()
    return any(name in said for name in _SCHEMA_NAMES)


MOST_KNOWN = 256
"""Models of which something is remembered; the one met first is forgotten for a new one."""

_LADDERS: dict[tuple[str, str], Ladder] = {}


def ladder_for(base_url: str, model: str) -> Ladder:
    """What this process knows of that model on that server."""
    while len(_LADDERS) >= MOST_KNOWN and (base_url, model) not in _LADDERS:
        _LADDERS.pop(next(iter(_LADDERS)), None)
    return _LADDERS.setdefault((base_url, model), Ladder())


def forget_ladders() -> None:
    """Know nothing of any server again."""
    _LADDERS.clear()


def response_format(rung: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The ``response_format`` of a rung; None where it has none."""
    if rung == "json_schema":
        asked = {"name": "respuesta", "strict": True, "schema": dict(schema)}
        return {"type": "json_schema", "json_schema": asked}
    return {"type": "json_object"} if rung == "json_object" else None


def _digest(schema: Mapping[str, Any]) -> str:
    written = json.dumps(schema, sort_keys=True, default=str)
    return hashlib.blake2b(written.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
