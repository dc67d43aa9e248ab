"""The page on which a person decides, and what it asks: on loopback only, one session."""

import asyncio
from collections import OrderedDict
from importlib.resources import files
from typing import Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from nlp.errors import OutputError, VerazError
from nlp.schema import JSON, split_path
from nlp.spans import Span
from normalizers.places import field_at, get
from veraz.review.deciding import Decision, DecisionError, check, placed
from veraz.review.places import LIST, ReviewPlace, below
from veraz.review.session import ReviewSession
from veraz.review.typed import read_typed
from veraz.service_guard import is_loopback
from veraz.service_offers import offered
from veraz.service_playground import pages, served_file
from veraz.service_tasks import AskedText
from veraz.settings import settings_from

FOLDER = files("resources") / "review"
TEXTS_KEPT = 8
"""Texts whose candidates are kept."""


class Asked(BaseModel):
    """A place of a document, and what was typed there."""

    model_config = ConfigDict(extra="forbid")

    document: int
    path: str
    typed: str = ""


class AskedDecision(Asked):
    """A decision; ``typed`` is read as the field asks, ``value`` taken as it is.

    ``revision`` is the one the page shows: what was decided elsewhere meanwhile is not overwritten.
    """

    revision: int
    action: Literal["accept", "set", "null", "add", "remove"]
    value: JSON = None
    span: Span | None = None


class AskedUndo(BaseModel):
    """What the page shows when it asks to undo."""

    model_config = ConfigDict(extra="forbid")

    revision: int


def create_review(session: ReviewSession, *, least: float) -> FastAPI:
    """Return the application; ``least`` is the confidence below which it begins to doubt."""
    app = FastAPI(title="Veraz review", docs_url=None, redoc_url=None, openapi_url=None)

    @app.middleware("http")
    async def local(request: Request, call_next: Any) -> Response:
        """No name that leads here from elsewhere, no form of another page."""
        if not _is_local(request.headers.get("host", "")):
            return _refused(403, "RefusedError", "this page is asked for at 127.0.0.1 alone.")
        kind = request.headers.get("content-type", "").partition(";")[0]
        if request.method != "GET" and kind != "application/json":
            return _refused(415, "RefusedError", "JSON is expected.")
        answer: Response = await call_next(request)
        return answer

    @app.exception_handler(DecisionError)
    async def cannot(_: Request, error: DecisionError) -> Response:
        return _refused(422, "DecisionError", str(error), keyword=error.keyword)

    @app.exception_handler(VerazError)
    async def failed(_: Request, error: VerazError) -> Response:
        status = 507 if isinstance(error, OutputError) else 422
        return _refused(status, type(error).__name__, str(error))

    app.include_router(_documents(session, least))
    app.include_router(_decisions(session))
    app.include_router(_page())
    app.include_router(pages)
    return app


def _is_local(host: str) -> bool:
    try:
        return is_loopback(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False


def _page() -> APIRouter:
    router = APIRouter()

    @router.get("/")
    async def page() -> Response:
        return served_file("index.html", FOLDER)

    @router.get("/review/{name}")
    async def part(name: str) -> Response:
        return served_file(name, FOLDER)

    return router


def _documents(session: ReviewSession, least: float) -> APIRouter:
    router = APIRouter()
    offers: OrderedDict[int, dict[str, Any]] = OrderedDict()

    @router.get("/review/queue")
    async def queue(below: float = least) -> dict[str, Any]:
        """How much is to be looked at, document by document."""
        return {
            "gold": str(session.gold.path),
            "below": below,
            "calibrated": all(each.calibrated for each in session.documents),
            "documents": [entry_of(session, n, below) for n in range(len(session.documents))],
        }

    @router.get("/review/documents/{number}")
    async def document(number: int, below: float = least) -> dict[str, Any]:
        """A document with its places."""
        return shown_document(session, number, below)

    @router.get("/review/candidates/{number}")
    async def candidates(number: int) -> dict[str, Any]:
        """What the text offers each field."""
        if number not in offers:
            asked = session.documents[_checked(session, number)]
            given = {"text": asked.text, "schema": asked.schema.original}
            offers[number] = await asyncio.to_thread(_offered, given)
            while len(offers) > TEXTS_KEPT:
                offers.popitem(last=False)
        return {"hints": offers[number]["hints"]}

    return router


def _decisions(session: ReviewSession) -> APIRouter:
    router = APIRouter()

    @router.post("/review/check")
    async def checked(asked: Asked) -> dict[str, Any]:
        """How what was typed is read, and what the field has against it."""
        value = _read(session, asked)
        steps = split_path(asked.path)
        state = session.state(asked.document)
        schema = session.documents[asked.document].schema
        try:
            check(state.answer, placed(state.answer, steps, value), steps, schema)
        except DecisionError as error:
            return {"value": value, "keyword": error.keyword, "detail": str(error)}
        return {"value": value}

    @router.post("/review/decide")
    async def decide(asked: AskedDecision) -> dict[str, Any]:
        """Take a decision; it is on the disk when this answers."""
        _same(session, asked.revision)
        value = asked.value
        if "typed" in asked.model_fields_set:
            value = _read(session, asked, new=asked.action == "add")
        number = _checked(session, asked.document)
        session.decide(number, Decision(asked.path, asked.action, value, asked.span))
        return {"document": number, "revision": session.revision}

    @router.post("/review/undo")
    async def undo(asked: AskedUndo) -> dict[str, Any]:
        """Take the last decision back."""
        _same(session, asked.revision)
        number, path = session.undo()
        return {"document": number, "path": path, "revision": session.revision}

    return router


def entry_of(session: ReviewSession, number: int, below: float) -> dict[str, Any]:
    """What the list of documents says of one."""
    why, state = session.why(number, below), session.state(number)
    left = [path for path in why if not state.covers(path)]
    return {"id": session.documents[number].id, "asked": len(why), "open": len(left)}


def shown_document(session: ReviewSession, number: int, below: float) -> dict[str, Any]:
    """A document as the page shows it."""
    document, state = session.documents[_checked(session, number)], session.state(number)
    why = session.why(number, below)
    places = [
        {
            **_shown(session, number, place),
            "why": list(why.get(place.path, ())),
            "reviewed": state.covers(place.path),
        }
        for place in session.places(number)
    ]
    return {
        "number": number,
        "id": document.id,
        "text": document.text,
        "instruction": document.instruction,
        "places": places,
        "entry": entry_of(session, number, below),
        "revision": session.revision,
        "undo": session.undoable,
    }


def _offered(given: dict[str, Any]) -> dict[str, Any]:
    if isinstance(given["schema"], bool):
        return {"hints": []}
    return offered(AskedText.model_validate(given), settings_from().limits)


def _shown(session: ReviewSession, number: int, place: ReviewPlace) -> dict[str, Any]:
    field = place.field
    shown: dict[str, Any] = {
        "path": place.path,
        "kind": place.kind,
        "nullable": field.nullable,
        "description": field.description,
        "choices": list(field.enum) if field.kind == "enum" else None,
        "format": field.constraints.format,
        "pattern": field.constraints.pattern,
        "value": place.value,
        "present": place.present,
        "in_list": place.in_list,
        "result": place.result,
    }
    if place.kind == LIST:
        item = below(field, len(place.value), session.documents[number].schema)
        shown["element"] = "object" if item.kind == "object" else "value"
        shown["choices"] = list(item.enum) if item.kind == "enum" else None
        shown["format"] = item.constraints.format
        shown["value"] = len(place.value)
    return shown


def _read(session: ReviewSession, asked: Asked, *, new: bool = False) -> JSON:
    """What was typed, as the field asks; ``new``: as a further element of the list at the path."""
    document = session.documents[_checked(session, asked.document)]
    answer = session.state(asked.document).answer
    steps = split_path(asked.path)
    if new:
        elements = get(answer, steps)
        steps = (*steps, str(len(elements) if isinstance(elements, list) else 0))
    field = field_at(document.schema, answer, steps)
    if field is None:
        raise DecisionError("place", "the schema has no such place")
    return read_typed(asked.typed, field, document.schema)


def _checked(session: ReviewSession, number: int) -> int:
    if not 0 <= number < len(session.documents):
        raise DecisionError("place", "there is no such document")
    return number


def _same(session: ReviewSession, revision: int) -> None:
    if revision != session.revision:
        raise DecisionError("revision", "something was decided elsewhere meanwhile: look again")


def _refused(status: int, error: str, detail: str, **more: str) -> Response:
    return JSONResponse({"error": error, "detail": detail, **more}, status)
