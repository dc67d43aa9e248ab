"""The service: GenSIE's contract (`/info`, `/run`) and Veraz's own (`/extract`, `/health`)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import PlainTextResponse, Response

from veraz.pipelines import PIPELINES
from veraz.service_desk import Desk
from veraz.service_guard import RefusedError, client_of
from veraz.service_job import Task
from veraz.service_playground import playground
from veraz.settings import Settings
from veraz.version import VERSION

TEAM_NAME = "Veraz"
INSTITUTION = "Veraz (open source)"

BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": Task.model_json_schema()}},
    }
}
"""The body is read with the other limits in view, not by the framework; its form is told here."""


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its models open with the first request that asks for them."""
    desk = Desk(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await desk.office.warm_up()
        yield
        await desk.office.aclose()

    app = FastAPI(title="Veraz", version=VERSION, lifespan=lifespan, description=__doc__ or "")
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key"],
        )
    app.include_router(playground(desk))
    app.include_router(answers(desk))
    app.include_router(about(desk))
    return app


def answers(desk: Desk) -> APIRouter:
    """What answers a task: ``/run`` and ``/extract``."""
    router = APIRouter()
    pipelines = Query(None, description="a name of /info")
    models = Query(None, description="one that the operator lists in VERAZ_MODELS")
    policies = Query(
        None, description="a required place without an answer: error, placeholder or omit"
    )

    @router.post("/run", openapi_extra=BODY)
    async def run(
        request: Request,
        pipeline: str | None = pipelines,
        model: str | None = models,
        on_unanswered: str | None = policies,
    ) -> Response:
        """Answer a GenSIE task with the plain JSON object, whatever the text leaves unanswered."""
        return await desk.serve(request, "run")

    @router.post("/extract", openapi_extra=BODY)
    async def extract(
        request: Request,
        pipeline: str | None = pipelines,
        model: str | None = models,
        on_unanswered: str | None = policies,
    ) -> Response:
        """Answer with evidence, outcomes, confidence and usage too."""
        return await desk.serve(request, "extract")

    return router


def about(desk: Desk) -> APIRouter:
    """What says who answers and how it goes: ``/info``, ``/health`` and ``/metrics``."""
    router = APIRouter()
    settings = desk.settings

    @router.get("/info")
    async def info() -> dict[str, Any]:
        """Say who answers and which pipelines there are."""
        listed = [{"name": p.name, "description": p.description} for p in PIPELINES.values()]
        return {"team_name": TEAM_NAME, "institution": INSTITUTION, "pipelines": listed}

    @router.get("/health")
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
            "model_server": settings.base_url or "embedded",
            "model": settings.model,
            "on_model_error": settings.on_model_error,
        }

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
