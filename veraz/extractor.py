"""The library's front door."""

import asyncio
import datetime
import json
import warnings
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel
from rich.console import Console
from rich.progress import Progress

from llm.completion import Model
from llm.secret import Secret
from nlp.errors import (
    CalibrationWarning,
    DocumentError,
    SettingsError,
    UnansweredWarning,
    VerazError,
)
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from veraz.accuracy.calibration import Calibration
from veraz.accuracy.deciding import NOTE, opened, run_decided
from veraz.extraction import Rules
from veraz.loop import Loop
from veraz.models import open_model
from veraz.own_examples import ExamplesLike, read_examples, settings_examples, teach
from veraz.parsing import parse, with_parsed
from veraz.pipelines import pipeline_named
from veraz.result import Extraction
from veraz.settings import Settings, settings_from
from veraz.slips import warn_of_slips

ON_UNANSWERED = "omit"
"""What the library does where a required place has no answer, unless told otherwise: it warns, and
the extraction says where the answer is not valid."""

ON_UNANSWERED_BY_A_CLASS = "error"
"""The same where a pydantic class is the schema: of an answer that is not valid there is no instance."""

SchemaLike: TypeAlias = Mapping[str, Any] | bool | str | Path | type
T = TypeVar("T")


class Extractor:
    """Extracts what a schema asks for from Spanish texts.

    With no ``base_url`` and no ``OPENAI_BASE_URL`` the installed model in use answers, or the rules
    where there is none. ``model`` is passed on to the server untouched, but for ``symbolic`` (no
    model) and ``recorded:FILE.jsonl``; without a server it names an installed model, or ``embedded``.
    ``pipeline`` is a name of :data:`veraz.pipelines.PIPELINES`; ``strictness`` is lenient, balanced
    or strict; values whose confidence is below ``abstain_below`` become null where the schema allows.
    ``on_unanswered`` says what becomes of a required place that nothing answers
    (:mod:`veraz.unanswered`); unless given it is left out with a :class:`nlp.errors.UnansweredWarning`,
    and an error where a pydantic class is the schema. With a ``calibration`` (what ``veraz calibrate``
    writes; ``""``: none, whatever the environment says) every field has a ``decision``, ``accept`` or
    ``review``. ``examples`` are solved examples of the schema that
    is asked for: pairs of a text and its answer, or a JSONL file of ``{"text", "answer"}``; they teach
    where answers stand and in which form, and the most alike are shown to a model in place of ours.
    With ``leave_one_out`` a text that is an example itself is answered by what the others teach.

    Use it as a context manager, or call :meth:`close`, to let servers and connections go early; they
    go anyway when the process ends.
    """

    def __init__(
        self,
        *,
        model: str | Model | None = None,
        base_url: str | None = None,
        api_key: str | Secret | None = None,
        pipeline: str | None = None,
        strictness: str | None = None,
        abstain_below: float | None = None,
        on_unanswered: str | None = None,
        calibration: Calibration | Path | str | None = None,
        examples: ExamplesLike | None = None,
        leave_one_out: bool = False,
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        given: dict[str, Any] = {
            "base_url": base_url,
            "api_key": api_key,
            "strictness": strictness,
            "on_unanswered": on_unanswered,
        }
        if base_url is not None:
            given["login"] = Secret()  # the environment's is for the environment's server
        self._settings = _override(settings_from(), given)
        self._policy = self._settings.on_unanswered
        policy = self._policy or ON_UNANSWERED
        self._rules = Rules(self._settings.strictness, abstain_below, policy)
        self.pipeline = pipeline_named(pipeline or self._settings.pipeline)
        chosen = self._settings.calibration if calibration is None else calibration
        self._calibration = opened(chosen, self.pipeline.name, self._rules)
        self._model = (
            open_model(model, self._settings, progress=progress)
            if model is None or isinstance(model, str)
            else model
        )
        self._examples = (
            settings_examples(self._settings.examples)
            if examples is None
            else read_examples(examples)
        )
        self._must_fit = examples is not None
        self._leave_one_out = leave_one_out
        self._loop: Loop | None = None

    @property
    def model(self) -> Model:
        """The model that answers."""
        return self._model

    def taught(self, schema: Schema, text: str = "") -> Schema:
        """The schema with what the examples teach for a text.

        Examples of ``VERAZ_EXAMPLES`` that answer another schema are left out. Raises
        :class:`nlp.errors.SettingsError`.
        """
        without = text if self._leave_one_out else ""
        return teach(schema, self._examples, required=self._must_fit, without=without)

    async def aextract(
        self,
        text: str,
        instruction: str,
        schema: SchemaLike,
        *,
        id: str = "",
        reference: datetime.date | None = None,
    ) -> Extraction:
        """Extract from one text.

        ``reference`` is the day relative dates ("ayer") are relative to. Raises
        :class:`nlp.errors.SchemaError` for a schema that cannot be compiled,
        :class:`nlp.errors.DocumentError` for a text that is none,
        :class:`nlp.errors.ModelError` where the model gives no usable answer and
        :class:`nlp.errors.AnswerError`, which carries the extraction, where a required place has no
        answer or a validator of a pydantic class refuses it. Warns
        (:class:`nlp.errors.SchemaWarning`, once each) of slips in the schema, and
        (:class:`nlp.errors.CalibrationWarning`) where the calibration was made on something else.
        """
        if not isinstance(text, str):
            raise DocumentError(f"the text must be a str, not {type(text).__name__}.")
        if not isinstance(instruction, str):
            raise DocumentError(f"the instruction must be a str, not {type(instruction).__name__}.")
        compiled = await asyncio.to_thread(_compiled, schema, instruction)
        warn_of_slips(compiled)
        if self._examples:
            compiled = await asyncio.to_thread(self.taught, compiled, text)
        document = Document(id, text, reference)
        if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
            extraction = await self._run(document, compiled, self._rules)
            if self._policy is None:
                warn_of_unanswered(extraction)
            return extraction
        policy = self._policy or ON_UNANSWERED_BY_A_CLASS
        rules = replace(
            self._rules, on_unanswered=policy, refusals=lambda data: parse(schema, data)[1]
        )
        extraction = await self._run(document, compiled, rules)
        return with_parsed(extraction, schema)

    def extract(
        self,
        text: str,
        instruction: str,
        schema: SchemaLike,
        *,
        id: str = "",
        reference: datetime.date | None = None,
    ) -> Extraction:
        """Do :meth:`aextract` and wait; works inside a running event loop (a notebook) too."""
        return self._wait(self.aextract(text, instruction, schema, id=id, reference=reference))

    def extract_many(
        self,
        texts: Iterable[str],
        instruction: str,
        schema: SchemaLike,
        *,
        concurrency: int = 4,
        progress: bool = True,
    ) -> list[Extraction | VerazError]:
        """Extract from many texts, ``concurrency`` at a time, with a progress bar.

        The results stand in the order of the texts; where one failed, its error stands in its
        place. For more than fits in memory, and to resume, there is ``veraz batch``. Raises
        :class:`nlp.errors.DocumentError` for one text instead of many, and
        :class:`nlp.errors.SettingsError` for a ``concurrency`` under one.
        """
        if isinstance(texts, str):
            raise DocumentError(
                "extract_many takes a list of texts; for one text there is extract."
            )
        if concurrency < 1:
            raise SettingsError(f"concurrency must be at least 1, not {concurrency}.")
        with Progress(console=Console(stderr=True), disable=not progress) as bar:
            listed = list(texts)
            task = bar.add_task("extracting", total=len(listed))
            return self._wait(
                self._amany(listed, instruction, schema, concurrency, lambda: bar.advance(task))
            )

    async def _amany(
        self,
        texts: list[str],
        instruction: str,
        schema: SchemaLike,
        concurrency: int,
        advance: Callable[[], None],
    ) -> list[Extraction | VerazError]:
        gate = asyncio.Semaphore(concurrency)

        async def one(number: int, text: str) -> Extraction | VerazError:
            async with gate:
                try:
                    return await self.aextract(text, instruction, schema, id=str(number))
                except VerazError as error:
                    return error
                finally:
                    advance()

        return await asyncio.gather(*(one(number, text) for number, text in enumerate(texts)))

    async def _run(self, document: Document, schema: Schema, rules: Rules) -> Extraction:
        extraction = await run_decided(
            self.pipeline, document, schema, self._model, rules, self._calibration
        )
        if NOTE in extraction.notes:
            warnings.warn(extraction.notes[NOTE], CalibrationWarning, stacklevel=2)
        return extraction

    def close(self) -> None:
        """Give back connections, and the model of this machine."""
        self._wait(self._model.aclose())
        if self._loop is not None:
            self._loop.stop()
            self._loop = None

    def __enter__(self) -> "Extractor":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            self._loop = Loop()
        return self._loop.run(coroutine)


def _compiled(schema: SchemaLike, instruction: str) -> Schema:
    """Compile a schema; a mapping that comes again, as in a batch, is known."""
    if isinstance(schema, Mapping):
        with suppress(TypeError, ValueError, RecursionError):
            text = json.dumps(schema)
            if json.loads(text) == schema:
                return _compiled_text(text, instruction)
    return compile_schema(schema, instruction=instruction)


@lru_cache(maxsize=16)
def _compiled_text(schema: str, instruction: str) -> Schema:
    return compile_schema(schema, instruction=instruction)


def _override(settings: Settings, given: Mapping[str, Any]) -> Settings:
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def warn_of_unanswered(extraction: Extraction) -> None:
    """Warn once of an answer that is not valid because required places are left out."""
    if extraction.valid:
        return
    places = ", ".join(extraction.unanswered[:5]) or extraction.faults[0].message
    of = f" in {extraction.document.id!r}" if extraction.document.id else ""
    message = (
        f"required, and not answered by the text{of}: {places}. They are left out, and the answer is "
        "not valid (extraction.faults); on_unanswered= says what else may be done."
    )
    warnings.warn(message, UnansweredWarning, stacklevel=2)
