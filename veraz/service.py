"""The service: GenSIE's contract (`/info`, `/run`) and Veraz's own (`/extract`, `/health`)."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from llm.completion import Model, Usage
from llm.symbolic import SymbolicModel
from nlp.errors import (
    AnswerError,
    DocumentError,
    ModelError,
    SchemaError,
    SettingsError,
    VerazError,
)
from nlp.pipeline_es import spanish_model_signature
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from veraz.extraction import Rules
from veraz.models import SYMBOLIC, open_model
from veraz.pipelines import PIPELINES, pipeline_named
from veraz.result import Extraction
from veraz.service_playground import router as playground
from veraz.settings import Settings
from veraz.version import VERSION

TEAM_NAME = "Veraz"
INSTITUTION = "Veraz (open source)"
FALLBACK_HEADER = "X-Veraz-Fallback"
USAGE_HEADER = "X-GenSIE-Token-Usage"

ON_UNANSWERED = "error"
"""What ``/extract`` does by default: code goes on with what it gets."""

ALWAYS_AN_OBJECT = "placeholder"
"""What ``/run`` does: its contract is an object for every task."""

CLIENT_GONE = 499
"""nginx's status for it: nobody reads it but the log."""

# What is the caller's to mend is 422; what only another try or another server mends is 503.
STATUS: tuple[tuple[type[VerazError], int], ...] = (
    (SchemaError, 422),
    (AnswerError, 422),
    (DocumentError, 422),
    (SettingsError, 422),
    (ModelError, 503),
)


class Task(BaseModel):
    """A GenSIE task. Its ``output`` is gold: it is not a field here, so nothing can ever see it."""

    model_config = ConfigDict(extra="ignore")

    id: str = ""
    input_text: str
    instruction: str = ""
    target_schema: dict[str, Any] | bool


class Options:
    """What a request may ask for besides the task."""

    def __init__(
        self,
        pipeline: str | None = Query(None, description="a name of /info"),
        model: str | None = Query(None, description="passed on to the server untouched"),
        on_unanswered: str | None = Query(
            None, description="a required place without an answer: error, placeholder or omit"
        ),
    ) -> None:
        self.pipeline, self.model, self.on_unanswered = pipeline, model, on_unanswered


class Models:
    """One open model a name, shared by the requests that ask for it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: dict[str | None, Model] = {}

    def named(self, name: str | None) -> Model:
        """Return the model of that name; raises :class:`SettingsError`."""
        if name not in self._open:
            self._open[name] = open_model(name, self._settings)
        return self._open[name]

    async def aclose(self) -> None:
        """Give everything back."""
        for model in self._open.values():
            await model.aclose()
        self._open.clear()


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its models open with the first request that asks for them."""
    models = Models(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await models.aclose()

    app = FastAPI(title="Veraz", version=VERSION, lifespan=lifespan, description=__doc__ or "")
    app.add_exception_handler(VerazError, explain)
    app.include_router(playground)
    app.include_router(answers(models, settings))
    app.include_router(about(settings))
    return app


def answers(models: Models, settings: Settings) -> APIRouter:
    """What answers a task: ``/run`` and ``/extract``."""
    router = APIRouter()

    async def extraction_of(
        request: Request, task: Task, options: Annotated[Options, Depends()]
    ) -> Extraction:
        model = models.named(options.model)
        work = extract_task(task, options=options, model=model, settings=settings)
        return await while_awaited(request, work)

    async def object_of(
        request: Request, task: Task, options: Annotated[Options, Depends()]
    ) -> Extraction:
        options.on_unanswered = options.on_unanswered or ALWAYS_AN_OBJECT
        try:
            return await extraction_of(request, task, options)
        except AnswerError as error:
            if not isinstance(error.extraction, Extraction):
                raise
            return error.extraction

    @router.post("/run")
    async def run(extraction: Annotated[Extraction, Depends(object_of)]) -> JSONResponse:
        """Answer a GenSIE task with the plain JSON object, whatever the text leaves unanswered."""
        return JSONResponse(extraction.data, headers=headers_of(extraction))

    @router.post("/extract")
    async def extract(extraction: Annotated[Extraction, Depends(extraction_of)]) -> JSONResponse:
        """Answer with evidence, outcomes, confidence and usage too."""
        return JSONResponse(extraction.to_dict(), headers=headers_of(extraction))

    return router


def about(settings: Settings) -> APIRouter:
    """What says who answers: ``/info`` and ``/health``."""
    router = APIRouter()

    @router.get("/info")
    async def info() -> dict[str, Any]:
        """Say who answers and which pipelines there are."""
        listed = [{"name": p.name, "description": p.description} for p in PIPELINES.values()]
        return {"team_name": TEAM_NAME, "institution": INSTITUTION, "pipelines": listed}

    @router.get("/health")
    async def health() -> dict[str, Any]:
        """Say what would answer."""
        return {
            "status": "ok",
            "veraz": VERSION,
            "spanish_model": spanish_model_signature(),
            "model_server": settings.base_url or "embedded",
            "model": settings.model,
            "on_model_error": settings.on_model_error,
        }

    return router


async def explain(_: Request, error: Exception) -> JSONResponse:
    """Answer an error of ours with its status, what it says and what it has cost."""
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
    spent = error.spent if isinstance(error, VerazError) else {}
    headers = {USAGE_HEADER: json.dumps(_usage(Usage(**spent)))} if spent else {}
    return JSONResponse(_explained(error), status_code=status, headers=headers)


async def while_awaited(request: Request, work: Coroutine[Any, Any, Extraction]) -> Extraction:
    """Do ``work`` as long as somebody waits for it: a model is not kept busy for who has gone."""
    task = asyncio.ensure_future(work)
    # The body has been read, so all that can still come is the end of the connection.
    gone = asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HTTPException(CLIENT_GONE, "the client closed the connection")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def extract_task(
    task: Task, *, options: Options, model: Model, settings: Settings
) -> Extraction:
    """Answer one task; where the model gives nothing, do as ``settings.on_model_error`` says."""
    chosen = pipeline_named(options.pipeline or settings.pipeline)
    if options.on_unanswered is not None:
        settings = replace(settings, on_unanswered=options.on_unanswered)
    schema = await asyncio.to_thread(
        compile_schema, task.target_schema, instruction=task.instruction
    )
    document = Document(task.id, task.input_text)
    policy = settings.on_unanswered or ON_UNANSWERED
    rules = Rules(settings.strictness, on_unanswered=policy)
    try:
        return await chosen.run(document, schema, model, rules)
    except ModelError as error:
        if settings.on_model_error != "symbolic":
            raise
        extraction = await pipeline_named("grounded").run(document, schema, SymbolicModel(), rules)
        notes = {"fallback": SYMBOLIC, "model_error": str(error)}
        return replace(extraction, usage=extraction.usage + Usage(**error.spent), notes=notes)


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


def _explained(error: Exception) -> dict[str, Any]:
    explained: dict[str, Any] = {"error": type(error).__name__, "detail": str(error)}
    if isinstance(error, SchemaError | AnswerError):
        explained |= {"pointer": error.pointer, "keyword": error.keyword, "reason": error.reason}
    if isinstance(error, AnswerError):
        explained["answer"] = error.answer
        if isinstance(error.extraction, Extraction):
            explained["extraction"] = error.extraction.to_dict()
    return explained
