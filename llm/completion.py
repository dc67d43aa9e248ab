"""What goes to a model and what comes back, whoever the model is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from nlp.hints import FieldHints
from nlp.schema import Schema
from nlp.spans import Candidate, Document


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and calls spent; sums with ``+``."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    @property
    def total_tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message: ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question for a model.

    ``messages`` and ``wire_schema`` are all that a server sees. ``document``, ``schema``,
    ``candidates`` and ``hints`` are what the question was made of, for models that are not servers.
    ``single`` asks for one plain call, taken as it comes: no ladder, no repair, no windows.
    """

    messages: tuple[Message, ...]
    wire_schema: Mapping[str, Any]
    document: Document
    schema: Schema
    candidates: tuple[Candidate, ...] = ()
    hints: tuple[FieldHints, ...] = ()
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int | None = None
    single: bool = False


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """One generated token and the natural logarithm of its probability."""

    token: str
    logprob: float


SYMBOLIC_RUNG = "symbolic"
"""The step of an answer that no model gave."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer to one prompt.

    ``finish_reason`` is OpenAI's (``stop``, ``length``); ``model`` names who answered; ``rung`` the
    step of the ladder that worked (json_schema, json_object, text), :data:`SYMBOLIC_RUNG` without a
    model.
    """

    text: str
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)
    logprobs: tuple[TokenLogprob, ...] = ()
    model: str = ""
    rung: str = ""
    notes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


class Model(Protocol):
    """Anything that answers prompts."""

    name: str

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer; raises :class:`nlp.errors.ModelError` when no usable answer comes."""
        ...

    async def aclose(self) -> None:
        """Give back connections and processes."""
        ...
