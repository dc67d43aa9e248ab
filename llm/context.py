"""How much a model can read at once, and how much a text costs it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from llm.completion import Message, Prompt

FIRST_RATE = 0.40
"""Tokens a code point until the server has counted some: Spanish in an English tokenizer."""

GROWTH = 1.3
_LIMITS = (
    re.compile(r"n_ctx\D{0,5}(\d{3,7})"),
    re.compile(r"(?:context|maximum)\D{0,60}(\d{3,7})", re.IGNORECASE),
)
_SIZE_NAMES = ("max_model_len", "context_length", "context_window", "max_context_length", "n_ctx")


@dataclass(slots=True)
class Context:
    """What is known of a model's context: ``size`` in tokens (None: unknown), the rate of text."""

    size: int | None = None
    rate: float = FIRST_RATE
    asked: bool = False
    counted: bool = False

    def tokens(self, text: str) -> int:
        """About how many tokens a text costs."""
        return int(len(text) * self.rate) + 1

    def of_messages(self, messages: Iterable[Message]) -> int:
        """About how many tokens a chat costs, its template included."""
        return sum(self.tokens(message.content) + 8 for message in messages)

    def learn(self, prompt: Prompt, input_tokens: int) -> None:
        """Measure the rate by what the server counted for a prompt; the dearest one stands."""
        characters = sum(len(message.content) for message in prompt.messages)
        if characters < 500 or input_tokens < characters / 12:
            return  # too short to tell, or a server that does not count what it remembers
        rate = input_tokens / characters
        self.rate = max(self.rate, rate) if self.counted else rate * 1.05
        self.counted = True

    def overflowed(self, prompt: Prompt, said: str) -> None:
        """Learn from a refusal: the size it names, else that we had thought too well of it."""
        named = next((found for limit in _LIMITS if (found := limit.search(said))), None)
        size = int(named.group(1)) if named else None
        if size is not None and (self.size is None or size < self.size):
            self.size = size
        elif self.size is None:
            self.size = int(0.7 * (self.of_messages(prompt.messages) + (prompt.max_tokens or 0)))
        else:
            self.rate *= GROWTH


def listed_size(models: Iterable[Mapping[str, Any]], name: str) -> int | None:
    """The context a server lists for a model, under any of the names servers use."""
    for model in models:
        if model.get("id") == name:
            meta = model.get("meta")
            for record in (model, meta if isinstance(meta, Mapping) else {}):
                for key in _SIZE_NAMES:
                    size = record.get(key)
                    if isinstance(size, int) and size > 0:
                        return size
    return None


def property_size(properties: Mapping[str, Any]) -> int | None:
    """The context of a slot in llama.cpp's ``/props``."""
    settings = properties.get("default_generation_settings")
    size = settings.get("n_ctx") if isinstance(settings, Mapping) else None
    return size if isinstance(size, int) and size > 0 else None


MOST_KNOWN = 256
"""Models of which something is remembered; the one met first is forgotten for a new one."""

_CONTEXTS: dict[tuple[str, str], Context] = {}


def context_for(base_url: str, model: str) -> Context:
    """What this process knows of that model's context on that server."""
    while len(_CONTEXTS) >= MOST_KNOWN and (base_url, model) not in _CONTEXTS:
        _CONTEXTS.pop(next(iter(_CONTEXTS)), None)
    return _CONTEXTS.setdefault((base_url, model), Context())


def forget_contexts() -> None:
    """Know nothing of any model's context again."""
    _CONTEXTS.clear()
