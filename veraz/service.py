"""The service: GenSIE's contract (`/info`, `/run`) and Veraz's own (`/extract`, `/batch`, `/check`)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from fastapi_swagger import patch_fastapi
from starlette.exceptions import HTTPException

from veraz.default_model import RULES_ANSWER, by_rules_alone, default_name
from veraz.models import RECORDED
from veraz.pipelines import PIPELINES
from veraz.service_batch import MEDIA_TYPE, serve_batch
from veraz.service_desk import REQUEST_HEADER, Desk
from veraz.service_forms import (
    REFUSALS,
    CheckedAnswerForm,
    ExtractionAnswer,
    HealthAnswer,
    InfoAnswer,
    LineAnswer,
    ReadyAnswer,
)
from veraz.service_guard import RefusedError, client_of
from veraz.service_playground import playground
from veraz.service_replies import FALLBACK_HEADER, USAGE_HEADER
from veraz.service_tasks import CheckTask, OwnTask, Task
from veraz.settings import Settings
from veraz.version import VERSION

TEAM_NAME = "Veraz"
INSTITUTION = "Veraz (open source)"


def _body(schema: dict[str, Any], media_type: str = "application/json") -> dict[str, Any]:
    """The body is read with the limits in view, not by the framework; its form is told here."""
    return {"requestBody": {"required": True, "content": {media_type: {"schema": schema}}}}


LINES = "a task a line, each as the body of /extract"
STRICTNESS = Query(None, description="what becomes of values that the text does not support")


async def _asked(
    pipeline: str | None = Query(None, description="a name of /info"),
    model: str | None = Query(None, description="one that the operator lists in VERAZ_MODELS"),
    strictness: str | None = STRICTNESS,
    abstain: str | None = Query(
        None, description="values less likely than this (0 to 1) become null"
    ),
    on_unanswered: str | None = Query(None, description="a required place without an answer"),
) -> None:
    """What the query may say, for the description: the desk reads it, and refuses what is unknown."""


ASKED = [Depends(_asked)]


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its models open with the first request that asks for them.

    What answers is settled here: a model installed meanwhile answers after a restart.
    """
    note = f"{RULES_ANSWER}." if by_rules_alone(settings) else None
    desk = Desk(replace(settings, model=default_name(settings)))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await desk.office.warm_up()
        yield
        await desk.office.aclose()

    app = FastAPI(
        title="Veraz",
        version=VERSION,
        lifespan=lifespan,
        description=__doc__ or "",
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    # Swagger's page with its script and style from this service: nothing is loaded from elsewhere.
    patch_fastapi(app, redirect_from_root_to_docs=False)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key", REQUEST_HEADER],
            expose_headers=[REQUEST_HEADER, USAGE_HEADER, FALLBACK_HEADER, "Retry-After"],
        )
    app.add_exception_handler(HTTPException, _no_such_path)
    app.include_router(playground(desk))
    app.include_router(answers(desk))
    app.include_router(about(desk, note))
    return app


async def _no_such_path(_: Request, error: Exception) -> Response:
    """What the framework refuses, in the form of every other error."""
    assert isinstance(error, HTTPException)
    detail = {
        "Not Found": "there is no such path: GET /docs shows what there is.",
        "Method Not Allowed": "this path does not take this method: GET /docs shows what there is.",
    }.get(error.detail, error.detail)
    return JSONResponse(
        {"error": "RequestError", "detail": detail}, error.status_code, headers=error.headers
    )


def answers(desk: Desk) -> APIRouter:
    """What answers tasks: ``/run``, ``/extract`` and ``/batch``; ``/check``."""
    router = APIRouter(responses=REFUSALS)

    @router.post(
        "/run",
        dependencies=ASKED,
        openapi_extra=_body(Task.model_json_schema()),
        response_model=dict[str, Any],
    )
    async def run(request: Request) -> Response:
        """Answer a GenSIE task with the plain JSON object, whatever the text leaves unanswered."""
        return await desk.serve(request, "run")

    @router.post(
        "/extract",
        dependencies=ASKED,
        openapi_extra=_body(OwnTask.model_json_schema()),
        response_model=ExtractionAnswer,
    )
    async def extract(request: Request) -> Response:
        """Answer with evidence, outcomes, confidence and usage too."""
        return await desk.serve(request, "extract")

    @router.post(
        "/check",
        openapi_extra=_body(CheckTask.model_json_schema()),
        response_model=CheckedAnswerForm,
    )
    async def check(request: Request, strictness: str | None = STRICTNESS) -> Response:
        """Say what of an answer that somebody gave the text bears out; no model is asked."""
        return await desk.serve(request, "check")

    @router.post(
        "/batch",
        dependencies=ASKED,
        openapi_extra=_body({"type": "string", "description": LINES}, MEDIA_TYPE),
        responses={200: {"model": LineAnswer, "description": "a line a task, in their order"}},
        response_class=StreamingResponse,
    )
    async def batch(request: Request) -> Response:
        """Answer many tasks: NDJSON in, NDJSON out, each line as soon as it is done."""
        return await serve_batch(desk, request)

    return router


def about(desk: Desk, note: str | None) -> APIRouter:
    """What says who answers and how it goes: ``/info``, ``/health``, ``/ready`` and ``/metrics``.

    ``note`` is what ``/info`` says of who answers.
    """
    router = APIRouter()
    settings = desk.settings

    @router.get("/info", response_model=InfoAnswer)
    async def info() -> dict[str, Any]:
        """Say who answers and which pipelines there are."""
        listed = [{"name": p.name, "description": p.description} for p in PIPELINES.values()]
        return {
            "team_name": TEAM_NAME,
            "institution": INSTITUTION,
            "pipelines": listed,
            "model": _public(settings.model),
            "note": note,
        }

    @router.get("/health", response_model=HealthAnswer, response_model_exclude_none=True)
    async def health(request: Request) -> dict[str, Any]:
        """Say what would answer; who has no key is told only that the service lives."""
        try:
            client_of(request, settings)
        except RefusedError:
            return {"status": "ok"}
        return {
            "status": "ok",
            "veraz": VERSION,
            "spanish_model": desk.office.spanish_model,
            "model_server": settings.base_url or settings.model,
            "model": settings.model,
            "on_model_error": settings.on_model_error,
        }

    @router.get("/ready", response_model=ReadyAnswer, responses={503: {"model": ReadyAnswer}})
    async def ready() -> JSONResponse:
        """Say whether a task would be answered now: 503 while starting, or with a full queue."""
        said = desk.ready
        return JSONResponse({"ready": said}, 200 if said else 503)

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """Say what was done so far, for Prometheus."""
        try:
            client_of(request, settings)
        except RefusedError as refused:
            return PlainTextResponse(refused.detail, refused.status)
        return PlainTextResponse(
            desk.metrics_text(), media_type="text/plain; version=0.0.4; charset=utf-8"
        )

    return router


def _public(model: str | None) -> str:
    """What a stranger is told of the model: never the name of a file."""
    if model is None:
        return "the first of the model server"
    return "recorded answers" if model.startswith(RECORDED) else model
