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
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document
from veraz.demo import demo_example

# Only the page's own files: no network but this service, no inline script, no frame.
SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
MOST_CANDIDATES = 5_000

FOLDER = files("resources") / "playground"
router = APIRouter(include_in_schema=False)


class AskedSchema(BaseModel):
    """A schema to look at."""

    schema_: dict[str, Any]

    model_config = {"alias_generator": lambda name: name.rstrip("_")}


class AskedText(BaseModel):
    """A text to look at."""

    text: str


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
    lint = [
        {"level": one.level, "pointer": one.pointer, "reason": one.reason} for one in compiled.lint
    ]
    asked_for = [leaf for leaf in compiled.leaves() if leaf.path]
    return {"fields": len(asked_for), "lint": lint}


@router.post("/playground/candidates")
async def candidates(asked: AskedText) -> dict[str, Any]:
    """What the text offers before any model is asked."""
    found = await asyncio.to_thread(find_candidates, Document("playground", asked.text))
    shown = [_shown(one) for one in found[:MOST_CANDIDATES]]
    return {"candidates": shown, "found": len(found)}


@router.get("/playground/{name}")
async def part(name: str) -> Response:
    """A part of the page."""
    return _file(name)


def _file(name: str) -> Response:
    path = FOLDER / name
    kind = TYPES.get("." + name.rpartition(".")[2])
    if kind is None or "/" in name or "\\" in name or not path.is_file():
        raise HTTPException(404, f"the playground has no file {name!r}")
    headers = {"Content-Security-Policy": SECURITY, "X-Content-Type-Options": "nosniff"}
    return Response(path.read_bytes(), media_type=kind, headers=headers)


def _shown(candidate: Candidate) -> dict[str, Any]:
    return {
        "start": candidate.start,
        "end": candidate.end,
        "mention": candidate.mention,
        "label": candidate.label,
        "value": value_text(candidate.value) if candidate.value is not None else None,
        "source": candidate.source,
    }
