"""What the service answers: bytes, status and headers, of answers and of errors."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from llm.completion import Usage
from nlp.errors import (
    AnswerError,
    DocumentError,
    ModelError,
    SchemaError,
    SettingsError,
    VerazError,
)
from nlp.schema import JSON
from veraz.result import Extraction

FALLBACK_HEADER = "X-Veraz-Fallback"
USAGE_HEADER = "X-GenSIE-Token-Usage"
LONGEST_DETAIL = 2_000
LONGEST_SHOWN_ANSWER = 100_000

# What is the caller's to mend is 422; what only another try or another server mends is 503.
STATUS: tuple[tuple[type[VerazError], int], ...] = (
    (SchemaError, 422),
    (AnswerError, 422),
    (DocumentError, 422),
    (SettingsError, 422),
    (ModelError, 503),
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered, and what the log and the meters may know of it."""

    status: int
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, JSON] = field(default_factory=dict)


def written(value: JSON) -> bytes:
    """Write an answer as JSON; :class:`AnswerError` for one that is none."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except ValueError as error:
        reason = f"the answer cannot be written as JSON: {str(error)[:200]}"
        raise AnswerError(reason, pointer="", keyword="type") from None


def explained(error: VerazError) -> Reply:
    """Answer an error of ours with its status, what it says and what it has cost."""
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
    usage = Usage(**error.spent)
    headers = {USAGE_HEADER: json.dumps(_usage(usage))} if error.spent else {}
    if status == 503:
        headers["Retry-After"] = "5"
    said: dict[str, JSON] = {
        "error": type(error).__name__,
        "detail": _short(str(error), LONGEST_DETAIL),
    }
    if isinstance(error, SchemaError | AnswerError):
        said |= {
            "pointer": _short(error.pointer),
            "keyword": _short(error.keyword),
            "reason": _short(error.reason),
        }
    if isinstance(error, AnswerError):
        said["answer"] = _shown_answer(error.answer)
        if isinstance(error.extraction, Extraction):
            said["extraction"] = _shown_answer(error.extraction.to_dict())
    return Reply(status, written(said), headers, told(usage) | {"error": said["error"]})


def _short(text: str, longest: int = 1_000) -> str:
    return text[:longest].encode("utf-8", "replace").decode()


def _shown_answer(answer: JSON) -> JSON:
    try:
        return answer if len(written(answer)) <= LONGEST_SHOWN_ANSWER else None
    except (VerazError, TypeError, RecursionError):
        return None


def headers_of(extraction: Extraction) -> dict[str, str]:
    """Return the usage header, and the flag of a candidates' answer given for want of a model."""
    headers = {USAGE_HEADER: json.dumps(_usage(extraction.usage))}
    if "fallback" in extraction.notes:
        headers[FALLBACK_HEADER] = str(extraction.notes["fallback"])
    return headers


def _usage(usage: Usage) -> dict[str, int]:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "calls": usage.calls,
    }


def told(usage: Usage) -> dict[str, JSON]:
    """What the log and the meters may know of what was spent."""
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "calls": usage.calls,
    }
