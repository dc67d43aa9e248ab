"""The playground: a page at ``/`` and what it asks besides ``/extract``."""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from normalizers.outcome_wording import wordings
from veraz.demo import demo_example
from veraz.service_desk import Desk

# Only the page's own files: no network but this service, no inline script, no frame.
SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

FOLDER = files("resources") / "playground"
pages = APIRouter(include_in_schema=False)


def playground(desk: Desk) -> APIRouter:
    """The page, and its questions to ``desk``."""
    router = APIRouter(include_in_schema=False)

    @router.post("/playground/schema")
    async def schema(request: Request) -> Response:
        """How a schema is read; one that cannot be is a 422 with pointer and keyword."""
        return await desk.serve(request, "schema")

    @router.post("/playground/candidates")
    async def candidates(request: Request) -> Response:
        """What the text offers before any model is asked."""
        return await desk.serve(request, "candidates")

    router.include_router(pages)
    return router


@pages.get("/")
async def page() -> Response:
    """The page."""
    return served_file("index.html", FOLDER)


@pages.get("/playground/examples")
async def examples() -> list[dict[str, Any]]:
    """The bundled examples: name, text, instruction, schema."""
    paths = sorted((FOLDER / "examples").iterdir(), key=lambda path: path.name)
    written = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return [demo_example(), *written]


@pages.get("/playground/outcomes.js")
async def outcomes() -> Response:
    """What outcomes, doubts, rules and authorities are called, as the page imports it."""
    return _served(f"export default {json.dumps(wordings(), ensure_ascii=False)};", ".js")


@pages.get("/playground/{name}")
async def part(name: str) -> Response:
    """A part of the page."""
    return served_file(name, FOLDER)


def served_file(name: str, folder: Traversable) -> Response:
    """A file of a page, with what the page may do; 404 for any other."""
    path = folder / name
    kind = "." + name.rpartition(".")[2]
    if kind not in TYPES or "/" in name or "\\" in name or not path.is_file():
        raise HTTPException(404, "the page has no such file")
    return _served(path.read_bytes(), kind)


def _served(content: bytes | str, kind: str) -> Response:
    headers = {"Content-Security-Policy": SECURITY, "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=TYPES[kind], headers=headers)
