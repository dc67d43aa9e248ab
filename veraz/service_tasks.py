"""The bodies that the service takes, and what the operator allows in them."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic.json_schema import SkipJsonSchema

from nlp.errors import (
    DocumentError,
    SchemaError,
)
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from veraz.extraction import check_size
from veraz.limits import Limits

B = TypeVar("B", bound=BaseModel)

Ignored: TypeAlias = Annotated[None, BeforeValidator(lambda _: None)]
"""What a GenSIE task holds beside the question: taken, and dropped before anything sees it."""


class Task(BaseModel):
    """A GenSIE task, and the day its relative dates count from (:func:`day_of`).

    Its ``output`` is gold: it is not a field here, so nothing can ever see it.
    """

    model_config = ConfigDict(extra="ignore")

    id: str = ""
    input_text: str
    instruction: str = ""
    target_schema: dict[str, Any] | bool
    reference: Any = None


class SolvedTask(BaseModel):
    """A text and the answer that the same schema has for it."""

    model_config = ConfigDict(extra="forbid")

    id: str = ""
    text: str
    answer: Any
    reviewed: list[str] | None = None


class StrictTask(Task):
    """The same, where nothing unknown is let pass: a misspelt member would be lost in silence."""

    model_config = ConfigDict(extra="forbid")

    output: SkipJsonSchema[Ignored] = None
    metadata: SkipJsonSchema[Ignored] = None


class OwnTask(StrictTask):
    """A task, maybe with solved examples of its schema."""

    examples: list[SolvedTask] = []


class CheckTask(StrictTask):
    """A task that somebody has answered: ``answer`` is a JSON value, or JSON as a string."""

    answer: Any
    correct: bool = False


class AskedSchema(BaseModel):
    """A schema to look at."""

    schema_: dict[str, Any]

    model_config = {"alias_generator": lambda name: name.rstrip("_")}


class AskedText(BaseModel):
    """A text to look at, the schema for whose fields it is to answer, the day its dates count from."""

    text: str
    schema_: dict[str, Any] | None = None
    reference: Any = None

    model_config = {"alias_generator": lambda name: name.rstrip("_")}


def read_body(form: type[B], body: bytes) -> B:
    """Read a request's body; :class:`DocumentError` says what is wrong and repeats nothing of it."""
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        said = "; ".join(_told(fault["loc"], fault["msg"]) for fault in faults[:5])
        raise DocumentError(f"the body is not what is asked for: {said}") from None


def _told(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(str(step)[:80] for step in place[:3])
    return f"{where}: {message[:200]}" if where else message[:200]


def check_task(task: Task, limits: Limits) -> None:
    """Raise an error of ours where a text or a schema is more than the operator allows."""
    check_length(task.input_text, "input_text", limits)
    check_length(task.instruction, "instruction", limits)
    if isinstance(task, OwnTask):
        check_length("".join(one.text for one in task.examples), "examples", limits)
    if isinstance(task.target_schema, dict):
        _check_bytes(task.target_schema, limits)


def check_length(text: str, what: str, limits: Limits) -> None:
    """Raise :class:`DocumentError` for a text longer than the operator allows."""
    if len(text) > limits.max_text:
        raise DocumentError(
            f"{what} has {len(text):,} characters; at most {limits.max_text:,} are taken "
            "(VERAZ_MAX_TEXT): cut it into parts."
        )


def _check_bytes(schema: Mapping[str, Any], limits: Limits) -> None:
    size = len(json.dumps(schema, ensure_ascii=False))
    if size > limits.max_schema:
        raise SchemaError(
            f"it has {size:,} characters; at most {limits.max_schema:,} are taken (VERAZ_MAX_SCHEMA)"
        )


def compiled_schema(schema: Mapping[str, Any] | bool, instruction: str, limits: Limits) -> Schema:
    """Compile a schema; :class:`SchemaError` where it asks for more than the operator allows."""
    compiled = compile_schema(schema, instruction=instruction)
    check_size(compiled, fields=limits.max_fields, members=limits.max_members)
    return compiled
