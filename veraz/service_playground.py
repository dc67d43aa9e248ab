"""The playground: a page at ``/`` and what it asks besides ``/extract``."""

import asyncio
import json
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response
from pydantic import BaseModel

from llm.render import value_text
from nlp.candidates import find_candidates
from nlp.hints import FieldHints
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document
from normalizers.wording import wordings
from veraz.demo import demo_example

# Only the page's own files: no network but this service, no inline script, no frame.
SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
MOST_CANDIDATES = 5_000
MOST_HINTS = 5
MOST_FIELDS = 500

MOST_MATCHED = 100_000
"""Characters up to which candidates are matched to fields for the page, besides for the answer."""

FOLDER = files("resources") / "playground"
router = APIRouter(include_in_schema=False)


class AskedSchema(BaseModel):
    """A schema to look at."""

    schema_: dict[str, Any]

    model_config = {"alias_generator": lambda name: name.rstrip("_")}


class AskedText(BaseModel):
    """A text to look at, and the schema for whose fields it is to answer."""

    text: str
    schema_: dict[str, Any] | None = None

    model_config = {"alias_generator": lambda name: name.rstrip("_")}


@router.get("/")
async def page() -> Response:
    """The page."""
    return _file("index.html")


@router.get("/playground/examples")
async def examples() -> list[dict[str, Any]]:
    """The bundled examples: name, text, instruction, schema."""
    paths = sorted((FOLDER / "examples").iterdir(), key=lambda path: path.name)
    written = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return [demo_example(), *written]


@router.post("/playground/schema")
async def schema(asked: AskedSchema) -> dict[str, Any]:
    """How a schema is read; one that cannot be is a 422 with pointer and keyword."""
    compiled = await asyncio.to_thread(compile_schema, asked.schema_)
    lint = [{"pointer": one.pointer, "reason": one.reason} for one in compiled.lint]
    asked_for = [leaf for leaf in compiled.leaves() if leaf.path]
    return {"fields": len(asked_for), "lint": lint}


@router.post("/playground/candidates")
async def candidates(asked: AskedText) -> dict[str, Any]:
    """What the text offers before any model is asked, as a whole and field by field."""
    return await asyncio.to_thread(_offered, asked)


@router.get("/playground/outcomes.js")
async def outcomes() -> Response:
    """What outcomes, doubts, rules and authorities are called, as the page imports it."""
    return _served(f"export default {json.dumps(wordings(), ensure_ascii=False)};", ".js")


@router.get("/playground/{name}")
async def part(name: str) -> Response:
    """A part of the page."""
    return _file(name)


def _file(name: str) -> Response:
    path = FOLDER / name
    kind = "." + name.rpartition(".")[2]
    if kind not in TYPES or "/" in name or "\\" in name or not path.is_file():
        raise HTTPException(404, f"the playground has no file {name!r}")
    return _served(path.read_bytes(), kind)


def _served(content: bytes | str, kind: str) -> Response:
    headers = {"Content-Security-Policy": SECURITY, "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=TYPES[kind], headers=headers)


def _offered(asked: AskedText) -> dict[str, Any]:
    document = Document("playground", asked.text)
    found = find_candidates(document)
    hints: tuple[FieldHints, ...] = ()
    if asked.schema_ is not None and len(asked.text) <= MOST_MATCHED:
        hints = match_hints(document, found, compile_schema(asked.schema_))
    shown = [_shown(one) for one in found[:MOST_CANDIDATES]]
    fields = [_hinted(one) for one in hints[:MOST_FIELDS]]
    return {"candidates": shown, "found": len(found), "hints": fields}


def _hinted(field: FieldHints) -> dict[str, Any]:
    hints = field.hints[:MOST_HINTS]
    return {
        "path": field.path,
        "answered": field.answered,
        "choices": [[value, chance] for value, chance in field.choices[:MOST_HINTS]],
        "hints": [{**_shown(one.candidate), "score": one.score} for one in hints],
    }


def _shown(candidate: Candidate) -> dict[str, Any]:
    return {
        "start": candidate.start,
        "end": candidate.end,
        "mention": candidate.mention,
        "label": candidate.label,
        "value": value_text(candidate.value) if candidate.value is not None else None,
        "source": candidate.source,
    }
