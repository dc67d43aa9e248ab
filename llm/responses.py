"""What a response of a chat completions endpoint says: the answer, what it cost, when to ask again."""

import codecs
import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import openai

from llm.completion import TokenLogprob, Usage

MAX_TEXT = 400_000
"""Characters of an answer that are read: a hundred times what a model is asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one successful request gave; ``thinking`` is what the server set apart as reasoning."""

    text: str
    finish_reason: str
    thinking: str = ""
    logprobs: tuple[TokenLogprob, ...] = ()
    refusal: str = ""
    model: str = ""


def retry_after(written: str, *, now: datetime.datetime | None = None) -> float | None:
    """Seconds of a ``Retry-After`` header, which holds seconds or an HTTP date; None if neither."""
    written = written.strip()
    try:
        seconds = float(written)
        return max(0.0, seconds) if seconds == seconds else None
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(written)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    return max(0.0, (moment - (now or datetime.datetime.now(datetime.UTC))).total_seconds())


def read_answer(response: Any) -> Answer:
    """Read a chat completion; raises TypeError or AttributeError where it is none."""
    choice = response.choices[0] if response.choices else None
    if choice is None:
        return Answer("", "stop")
    message = choice.message
    extra = message.model_extra or {}
    thinking = extra.get("reasoning_content") or extra.get("reasoning") or ""
    text = _text(message.content)
    cut = len(text) > MAX_TEXT
    return Answer(
        text=text[:MAX_TEXT],
        finish_reason="length" if cut else str(choice.finish_reason or "stop"),
        thinking=thinking[:MAX_TEXT] if isinstance(thinking, str) else "",
        logprobs=_logprobs(choice),
        refusal=message.refusal or "",
        model=response.model or "",
    )


def _text(content: Any) -> str:
    """The content of a message, which some servers give as a list of parts."""
    if isinstance(content, list):
        parts = [part.get("text", "") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _logprobs(choice: Any) -> tuple[TokenLogprob, ...]:
    """The tokens of an answer, code points split between tokens given to the last of them."""
    content = choice.logprobs.content if choice.logprobs else None
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    tokens = []
    for token in content or ():
        piece = decoder.decode(bytes(token.bytes)) if token.bytes is not None else token.token
        tokens.append(TokenLogprob(piece, float(token.logprob)))
    # A number that is none would make every confidence one that is none.
    return tuple(tokens) if all(math.isfinite(each.logprob) for each in tokens) else ()


def read_usage(body: object) -> Usage:
    """The tokens a body reports, an error's too; none where it says nothing sensible."""
    reported = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(reported, Mapping):
        return Usage()
    counts = (reported.get("prompt_tokens"), reported.get("completion_tokens"))
    given, made = (count if isinstance(count, int) and count > 0 else 0 for count in counts)
    return Usage(given, made)


def body_of(error: openai.APIStatusError) -> object:
    """The JSON of a refusal; None where it is none."""
    try:
        return error.response.json()
    except ValueError:
        return None


def words_of(error: openai.APIStatusError) -> str:
    """What the server said, shortened."""
    said = error.response.text.strip() or error.message
    return " ".join(said.split())[:500]
