"""The answers of the service, as its OpenAPI description tells them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from normalizers.outcome import FieldResult


class InfoAnswer(BaseModel):
    """Who answers, and the names of ``?pipeline=``; ``note``: that nobody chose the rules."""

    team_name: str
    institution: str
    pipelines: list[dict[str, str]]
    model: str
    note: str | None


class HealthAnswer(BaseModel):
    """That the service lives; to who may ask it, what would answer."""

    status: Literal["ok"]
    veraz: str | None = None
    spanish_model: str | None = None
    model_server: str | None = None
    model: str | None = None
    on_model_error: str | None = None


class ReadyAnswer(BaseModel):
    """Whether a task would be answered now."""

    ready: bool


class ErrorAnswer(BaseModel):
    """Why there is no answer, and what to do; nothing of the request is repeated."""

    model_config = ConfigDict(extra="allow")

    error: str = Field(description="its kind: SchemaError, DocumentError, AnswerError, Busy …")
    detail: str
    pointer: str | None = Field(None, description="JSON pointer, into the schema or the answer")
    keyword: str | None = Field(None, description="the keyword of JSON Schema that is at fault")
    reason: str | None = None


class UsageAnswer(BaseModel):
    """What was spent."""

    input_tokens: int
    output_tokens: int
    calls: int
    total_tokens: int


class SignatureAnswer(BaseModel):
    """What made the answer."""

    veraz: str
    pipeline: str
    model: str
    spanish_model: str
    strictness: str
    examples: str


class FaultAnswer(BaseModel):
    """Where the answer does not satisfy the schema (only with ``on_unanswered=omit``)."""

    pointer: str
    keyword: str
    message: str


class ExtractionAnswer(BaseModel):
    """The object asked for, and what each of its parts rests on.

    Offsets are half-open, in Unicode code points of the text as it was sent.
    """

    id: str
    data: Any = Field(description="the answer: validates against target_schema")
    fields: list[FieldResult] = Field(description="in the order of the schema")
    usage: UsageAnswer
    signature: SignatureAnswer
    draft: Any = Field(description="what the model said before anything checked it")
    problems: list[str]
    notes: dict[str, Any]
    faults: list[FaultAnswer]


class CheckedAnswerForm(ExtractionAnswer):
    """What the text says of an answer that somebody gave."""

    data: Any = Field(description="the answer as it was given; with correct, as it was corrected")
    verdict: Literal["borne out", "doubtful", "failed"] = Field(description="of the answer given")
    broken: list[FaultAnswer] = Field(description="where it is no JSON or breaks the schema")
    doubtful: dict[str, str] = Field(description="why values and nulls are doubted, by field path")


class LineAnswer(BaseModel):
    """One line of ``/batch``: ``extraction`` where ``status`` is 200, else what went wrong."""

    line: int = Field(description="of the request's body, from 1")
    id: str | None
    status: int
    extraction: ExtractionAnswer | None = None
    error: str | None = None
    detail: str | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"model": ErrorAnswer, "description": "a key is asked for"},
    408: {"model": ErrorAnswer, "description": "the body did not come in time"},
    413: {"model": ErrorAnswer, "description": "the body is too long"},
    422: {"model": ErrorAnswer, "description": "something that the caller can mend"},
    429: {"model": ErrorAnswer, "description": "too many requests: see Retry-After"},
    503: {"model": ErrorAnswer, "description": "the model, or a place, is not free: try again"},
}
