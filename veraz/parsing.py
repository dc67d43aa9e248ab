"""An answer as an instance of the pydantic class that was given as schema, or why the class refuses."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from nlp.errors import ClassRefused
from nlp.schema import JSON, join_path
from nlp.schemas.references import pointer_of
from veraz.result import Extraction


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a class says against an answer: the field path (empty: the whole) and a message."""

    path: str
    message: str


def parse(asked: type[BaseModel], data: JSON) -> tuple[Any, tuple[Refusal, ...]]:
    """The instance, or None and the refusals; whatever a validator raises is a refusal."""
    try:
        return asked.model_validate_json(json.dumps(data)), ()
    except ValidationError as error:
        return None, tuple(
            Refusal(_path(each["loc"]), each["msg"]) for each in error.errors(include_url=False)
        )
    except Exception as error:  # noqa: BLE001 - a stranger's validator may raise anything
        return None, (Refusal("", f"{type(error).__name__}: {error}"),)


def with_parsed(extraction: Extraction, asked: type[BaseModel]) -> Extraction:
    """The extraction with its ``parsed``; raises :class:`nlp.errors.ClassRefused`.

    An answer that does not satisfy its schema (``on_unanswered="omit"``) is not parsed.
    """
    if not extraction.valid:
        return extraction
    parsed, refusals = parse(asked, extraction.data)
    if not refusals:
        return replace(extraction, parsed=parsed)
    told = _told(refusals)
    pointer = pointer_of(refusals[0].path)
    error = ClassRefused(asked.__name__, extraction.document.id, told, pointer=pointer)
    error.extraction = extraction
    error.answer = extraction.data
    raise error


def _path(location: Sequence[int | str]) -> str:
    path = ""
    for step in location:
        path = join_path(path, step)
    return path


def _told(refusals: Sequence[Refusal]) -> tuple[tuple[str, str], ...]:
    return tuple((each.path, each.message) for each in refusals)
