"""One request from its body to the bytes of its answer, whichever process does it.

Nothing a client sends makes anything but an answer or an error of ours: what cannot be read is told
without repeating it.
"""

import asyncio
import json
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic.json_schema import SkipJsonSchema

from llm.completion import Model, Usage
from llm.render import value_text
from llm.symbolic import SymbolicModel
from nlp.candidates import find_candidates
from nlp.errors import (
    AnswerError,
    DocumentError,
    ModelError,
    SchemaError,
    SettingsError,
    VerazError,
)
from nlp.hints import FieldHints
from nlp.matching import match_hints
from nlp.schema import JSON, Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document
from veraz.accuracy.calibration import load_calibration
from veraz.accuracy.deciding import run_decided
from veraz.checking import check
from veraz.default_model import SYMBOLIC
from veraz.extraction import Rules, check_size
from veraz.limits import Limits
from veraz.models import open_model
from veraz.own_examples import read_examples, settings_examples, teach
from veraz.pipelines import pipeline_named
from veraz.reference_day import day_of
from veraz.result import Extraction
from veraz.service_asked import Asked
from veraz.settings import Settings

FALLBACK_HEADER = "X-Veraz-Fallback"
USAGE_HEADER = "X-GenSIE-Token-Usage"
MOST_CANDIDATES = 5_000
MOST_HINTS = 5
MOST_FIELDS = 500

MOST_MATCHED = 100_000
"""Characters up to which candidates are matched to fields for the page, besides for the answer."""

ON_UNANSWERED = {"extract": "error", "run": "placeholder"}
"""What becomes of a required place that nothing answers: code goes on with what ``/extract`` gives;
``/run``'s contract is an object for every task."""

LONGEST_DETAIL = 2_000
LONGEST_SHOWN_ANSWER = 100_000

# What is the caller's to mend is 422; what only another try or another server mends is 503.
STATUS: tuple[tuple[type[VerazError], int], ...] = (
    (SchemaError, 422),
    (AnswerError, 422),
    (DocumentError, 422),
    (SettingsError, 422),
    (ModelError, 503),
)

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


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked: ``kind`` is one of :data:`KINDS`; ``body`` as it was sent."""

    kind: str
    body: bytes = field(repr=False)
    asked: Asked = field(default_factory=Asked)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered, and what the log and the meters may know of it."""

    status: int
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, JSON] = field(default_factory=dict)


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
    return Reply(200, body, headers_of(extraction), _told(extraction.usage))


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
    return Reply(200, await asyncio.to_thread(_checked, task, strictness, settings.limits))


def _checked(task: CheckTask, strictness: str, limits: Limits) -> bytes:
    _compiled(task.target_schema, task.instruction, limits)
    checked = check(
        task.input_text,
        task.target_schema,
        task.answer,
        instruction=task.instruction,
        correct=task.correct,
        strictness=strictness,
        id=task.id,
    )
    return _bounded(checked.to_dict(), limits)


async def _schema(job: Job, _: Models, settings: Settings) -> Reply:
    asked = await asyncio.to_thread(read_body, AskedSchema, job.body)
    compiled = await asyncio.to_thread(_compiled, asked.schema_, "", settings.limits)
    lint = [
        {"level": one.level, "pointer": one.pointer, "reason": one.reason} for one in compiled.lint
    ]
    asked_for = [leaf for leaf in compiled.leaves() if leaf.path]
    return Reply(200, written({"fields": len(asked_for), "lint": lint}))


async def _candidates(job: Job, _: Models, settings: Settings) -> Reply:
    asked = await asyncio.to_thread(read_body, AskedText, job.body)
    _check_length(asked.text, "text", settings.limits)
    return Reply(200, written(await asyncio.to_thread(offered, asked, settings.limits)))


TASKS = {"run": Task, "extract": OwnTask}
KINDS = {
    "run": _task,
    "extract": _task,
    "check": _check,
    "schema": _schema,
    "candidates": _candidates,
}


def read_body(form: type[B], body: bytes) -> B:
    """Read a request's body; :class:`DocumentError` says what is wrong and repeats nothing of it."""
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        said = [
            ".".join(str(step)[:80] for step in fault["loc"][:3]) + ": " + str(fault["msg"])[:200]
            for fault in faults[:5]
        ]
        raise DocumentError(f"the body is not what is asked for: {'; '.join(said)}") from None


def check_task(task: Task, limits: Limits) -> None:
    """Raise an error of ours where a text or a schema is more than the operator allows."""
    _check_length(task.input_text, "input_text", limits)
    _check_length(task.instruction, "instruction", limits)
    if isinstance(task, OwnTask):
        _check_length("".join(one.text for one in task.examples), "examples", limits)
    if isinstance(task.target_schema, dict):
        _check_bytes(task.target_schema, limits)


def _check_length(text: str, what: str, limits: Limits) -> None:
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


def _compiled(schema: Mapping[str, Any] | bool, instruction: str, limits: Limits) -> Schema:
    compiled = compile_schema(schema, instruction=instruction)
    check_size(compiled, fields=limits.max_fields, members=limits.max_members)
    return compiled


async def extract_task(task: Task, *, asked: Asked, model: Model, settings: Settings) -> Extraction:
    """Answer one task; where the model gives nothing, do as ``settings.on_model_error`` says."""
    chosen = pipeline_named(asked.pipeline or settings.pipeline)
    document = Document(task.id, task.input_text, day_of(task.reference))
    schema = await asyncio.to_thread(
        _compiled, task.target_schema, task.instruction, settings.limits
    )
    schema = await asyncio.to_thread(_taught, schema, task, settings)
    policy = settings.on_unanswered or ON_UNANSWERED["extract"]
    rules = Rules(settings.strictness, asked.abstain, policy)
    calibration = load_calibration(settings.calibration) if settings.calibration else None
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


def _taught(schema: Schema, task: Task, settings: Settings) -> Schema:
    if isinstance(task, OwnTask) and task.examples:
        rows = [one.model_dump() for one in task.examples]
        return teach(schema, read_examples(rows))
    return teach(schema, settings_examples(settings.examples), required=False)


def written(value: JSON) -> bytes:
    """Write an answer as JSON; :class:`AnswerError` for one that is none."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except ValueError as error:
        reason = f"the answer cannot be written as JSON: {str(error)[:200]}"
        raise AnswerError(reason, pointer="", keyword="type") from None


def explained(error: VerazError) -> Reply:
    """Answer an error of ours with its status, what it says and what it has cost."""
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
    usage = Usage(**error.spent)
    headers = {USAGE_HEADER: json.dumps(_usage(usage))} if error.spent else {}
    if status == 503:
        headers["Retry-After"] = "5"
    said: dict[str, JSON] = {
        "error": type(error).__name__,
        "detail": _short(str(error), LONGEST_DETAIL),
    }
    if isinstance(error, SchemaError | AnswerError):
        said |= {
            "pointer": _short(error.pointer),
            "keyword": _short(error.keyword),
            "reason": _short(error.reason),
        }
    if isinstance(error, AnswerError):
        said["answer"] = _shown_answer(error.answer)
        if isinstance(error.extraction, Extraction):
            said["extraction"] = _shown_answer(error.extraction.to_dict())
    return Reply(status, written(said), headers, _told(usage) | {"error": said["error"]})


def _short(text: str, longest: int = 1_000) -> str:
    return text[:longest].encode("utf-8", "replace").decode()


def _shown_answer(answer: JSON) -> JSON:
    try:
        return answer if len(written(answer)) <= LONGEST_SHOWN_ANSWER else None
    except (VerazError, TypeError, RecursionError):
        return None


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


def _told(usage: Usage) -> dict[str, JSON]:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "calls": usage.calls,
    }


def offered(asked: AskedText, limits: Limits) -> dict[str, Any]:
    """The candidates of a text and, for a schema, those of each field."""
    document = Document("playground", asked.text, day_of(asked.reference))
    found = find_candidates(document)
    hints: tuple[FieldHints, ...] = ()
    if asked.schema_ is not None and len(asked.text) <= MOST_MATCHED:
        hints = match_hints(document, found, _compiled(asked.schema_, "", limits))
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
