"""One request from its body to the bytes of its answer, whichever process does it.

Nothing a client sends makes anything but an answer or an error of ours: what cannot be read is told
without repeating it.
"""

import asyncio
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from llm.completion import Model, Usage
from llm.symbolic import SymbolicModel
from nlp.errors import (
    AnswerError,
    DocumentError,
    ModelError,
    VerazError,
)
from nlp.schema import JSON, Schema
from nlp.spans import Document
from veraz.accuracy.calibration import Calibration, load_calibration
from veraz.accuracy.deciding import run_decided
from veraz.checking import check, made_of_checks
from veraz.default_model import SYMBOLIC
from veraz.extraction import Rules
from veraz.limits import Limits
from veraz.models import open_model
from veraz.own_examples import read_examples, settings_examples, teach
from veraz.pipelines import pipeline_named
from veraz.reference_day import day_of
from veraz.result import Extraction
from veraz.service_asked import Asked
from veraz.service_offers import offered
from veraz.service_replies import (
    Reply,
    explained,
    headers_of,
    told,
    written,
)
from veraz.service_tasks import (
    AskedSchema,
    AskedText,
    CheckTask,
    OwnTask,
    Task,
    check_length,
    check_task,
    compiled_schema,
    read_body,
)
from veraz.settings import Settings

ON_UNANSWERED = {"extract": "error", "run": "placeholder"}
"""What becomes of a required place that nothing answers: code goes on with what ``/extract`` gives;
``/run``'s contract is an object for every task."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked: ``kind`` is one of :data:`KINDS`; ``body`` as it was sent."""

    kind: str
    body: bytes = field(repr=False)
    asked: Asked = field(default_factory=Asked)


class Models:
    """The open models, the ones used last; shared by the requests that ask for them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: OrderedDict[str | None, Model] = OrderedDict()
        self._users: dict[str | None, int] = {}
        self._opening = asyncio.Lock()
        """Or two that ask at a time would open it twice, and one be forgotten."""

    @asynccontextmanager
    async def lent(self, name: str | None) -> AsyncIterator[Model]:
        """Lend the model of that name; raises :class:`SettingsError`."""
        async with self._opening:
            if name not in self._open:
                self._open[name] = await asyncio.to_thread(open_model, name, self._settings)
        self._open.move_to_end(name)
        self._users[name] = self._users.get(name, 0) + 1
        try:
            yield self._open[name]
        finally:
            self._users[name] -= 1
            await self._close_unused()

    async def _close_unused(self) -> None:
        unused = [name for name in self._open if not self._users.get(name)]
        for name in unused[: max(0, len(self._open) - self._settings.limits.models_open)]:
            self._users.pop(name, None)
            await self._open.pop(name).aclose()

    async def aclose(self) -> None:
        """Give everything back."""
        for model in self._open.values():
            await model.aclose()
        self._open.clear()


async def answer_job(job: Job, models: Models, settings: Settings) -> Reply:
    """Answer a job; whatever goes wrong is an answer too."""
    try:
        return await KINDS[job.kind](job, models, settings)
    except VerazError as error:
        return explained(error)
    except (RecursionError, MemoryError) as error:
        said = "the request nests too deep" if isinstance(error, RecursionError) else OUT_OF_MEMORY
        return explained(DocumentError(f"{said}: ask for less."))
    except Exception as error:  # noqa: BLE001
        # A fault of ours. What it says may hold a text, so only its kind and its place are told.
        detail = "a fault of the service's own; its log says where."
        body = written({"error": "InternalError", "detail": detail})
        return Reply(500, body, told={"error": type(error).__name__, "at": _place_of(error)})


def _place_of(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return " ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:])


OUT_OF_MEMORY = "the request takes more memory than one may"


async def _task(job: Job, models: Models, settings: Settings) -> Reply:
    task = await asyncio.to_thread(read_body, TASKS[job.kind], job.body)
    check_task(task, settings.limits)
    settings = job.asked.over(settings, on_unanswered=ON_UNANSWERED[job.kind])
    async with models.lent(job.asked.model) as model:
        try:
            extraction = await extract_task(task, asked=job.asked, model=model, settings=settings)
        except AnswerError as error:
            if job.kind != "run" or not isinstance(error.extraction, Extraction):
                raise
            extraction = error.extraction
    whole = extraction.to_dict() if job.kind == "extract" else extraction.data
    body = await asyncio.to_thread(_bounded, whole, settings.limits)
    return Reply(200, body, headers_of(extraction), told(extraction.usage))


def _bounded(whole: JSON, limits: Limits) -> bytes:
    body = written(whole)
    if len(body) > limits.max_answer:
        raise DocumentError(
            f"the answer is longer than {limits.max_answer:,} bytes (VERAZ_MAX_ANSWER): "
            "ask for less, or use /run, which leaves out the evidence."
        )
    return body


async def _check(job: Job, _: Models, settings: Settings) -> Reply:
    task = await asyncio.to_thread(read_body, CheckTask, job.body)
    check_task(task, settings.limits)
    strictness = job.asked.strictness or settings.strictness
    return Reply(200, await asyncio.to_thread(_checked, task, strictness, settings))


def _checked(task: CheckTask, strictness: str, settings: Settings) -> bytes:
    compiled_schema(task.target_schema, task.instruction, settings.limits)
    calibration = _calibration(settings)
    if calibration is not None and not made_of_checks(calibration, task.correct, strictness):
        calibration = None  # it is of extractions: it says nothing here
    checked = check(
        task.input_text,
        task.target_schema,
        task.answer,
        instruction=task.instruction,
        correct=task.correct,
        strictness=strictness,
        id=task.id,
        calibration=calibration,
    )
    return _bounded(checked.to_dict(), settings.limits)


async def _schema(job: Job, _: Models, settings: Settings) -> Reply:
    asked = await asyncio.to_thread(read_body, AskedSchema, job.body)
    compiled = await asyncio.to_thread(compiled_schema, asked.schema_, "", settings.limits)
    lint = [
        {"level": one.level, "pointer": one.pointer, "reason": one.reason} for one in compiled.lint
    ]
    asked_for = [leaf for leaf in compiled.leaves() if leaf.path]
    return Reply(200, written({"fields": len(asked_for), "lint": lint}))


async def _candidates(job: Job, _: Models, settings: Settings) -> Reply:
    asked = await asyncio.to_thread(read_body, AskedText, job.body)
    check_length(asked.text, "text", settings.limits)
    return Reply(200, written(await asyncio.to_thread(offered, asked, settings.limits)))


TASKS = {"run": Task, "extract": OwnTask}
KINDS = {
    "run": _task,
    "extract": _task,
    "check": _check,
    "schema": _schema,
    "candidates": _candidates,
}


async def extract_task(task: Task, *, asked: Asked, model: Model, settings: Settings) -> Extraction:
    """Answer one task; where the model gives nothing, do as ``settings.on_model_error`` says."""
    chosen = pipeline_named(asked.pipeline or settings.pipeline)
    document = Document(task.id, task.input_text, day_of(task.reference))
    schema = await asyncio.to_thread(
        compiled_schema, task.target_schema, task.instruction, settings.limits
    )
    schema = await asyncio.to_thread(_taught, schema, task, settings)
    policy = settings.on_unanswered or ON_UNANSWERED["extract"]
    rules = Rules(settings.strictness, asked.abstain, policy)
    calibration = _calibration(settings)
    try:
        return await run_decided(chosen, document, schema, model, rules, calibration)
    except ModelError as error:
        if settings.on_model_error != "symbolic":
            raise
        grounded = pipeline_named("grounded")
        extraction = await run_decided(
            grounded, document, schema, SymbolicModel(), rules, calibration
        )
        notes = {**extraction.notes, "fallback": SYMBOLIC, "model_error": str(error)}
        return replace(extraction, usage=extraction.usage + Usage(**error.spent), notes=notes)


def _calibration(settings: Settings) -> Calibration | None:
    return load_calibration(settings.calibration) if settings.calibration else None


def _taught(schema: Schema, task: Task, settings: Settings) -> Schema:
    if isinstance(task, OwnTask) and task.examples:
        rows = [one.model_dump() for one in task.examples]
        return teach(schema, read_examples(rows))
    return teach(schema, settings_examples(settings.examples), required=False)
