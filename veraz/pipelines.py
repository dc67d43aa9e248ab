"""The pipelines: each a different composition of the same steps.

``PIPELINES`` is the list that the service, the commands and the library share.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from llm.completion import Model
from llm.prompt import build_baseline_prompt
from nlp.errors import ModelError, SettingsError
from nlp.schema import Schema
from nlp.spans import Document
from veraz.extraction import Rules, answer, ask, read, sign
from veraz.result import Extraction

Run = Callable[[Document, Schema, Model, Rules], Awaitable[Extraction]]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A named way from a document and a schema to an extraction.

    ``run(document, schema, model, rules)`` raises :class:`nlp.errors.ModelError` where the model
    gives nothing; it never blocks the event loop.
    """

    name: str
    description: str
    run: Run


async def grounded(document: Document, schema: Schema, model: Model, rules: Rules) -> Extraction:
    """One call; every value checked against the text."""
    question = await asyncio.to_thread(ask, document, schema)
    completion = await model.complete(question.prompt)
    return await asyncio.to_thread(
        answer,
        question,
        read(question, completion),
        rules=rules,
        usage=completion.usage,
        pipeline="grounded",
        model=completion.model or model.name,
    )


async def baseline(document: Document, schema: Schema, model: Model, rules: Rules) -> Extraction:
    """The organisers' zero-shot call, its answer taken as it comes."""
    completion = await model.complete(build_baseline_prompt(document, schema))
    try:
        root = json.loads(completion.text)
    except ValueError as error:
        raise ModelError("baseline mends nothing, and the answer is no JSON.") from error
    if not isinstance(root, dict):
        raise ModelError("baseline mends nothing, and the answer is no JSON object.")
    name = completion.model or model.name
    return Extraction(
        data=root,
        fields={},
        usage=completion.usage,
        signature=sign("baseline", name, rules),
        document=document,
        draft=root,
    )


_TABLE: tuple[Pipeline, ...] = (
    Pipeline(
        "grounded",
        "One call with a Spanish prompt, hints from the text and a schema any server can digest; "
        "every value is then checked against the text and anchored to it.",
        grounded,
    ),
    Pipeline(
        "baseline",
        "The organisers' zero-shot call, for comparison: the schema verbatim, no repair, nothing "
        "checked.",
        baseline,
    ),
)

PIPELINES: dict[str, Pipeline] = {pipeline.name: pipeline for pipeline in _TABLE}


def pipeline_named(name: str) -> Pipeline:
    """The pipeline of that name; raises :class:`SettingsError` listing the known ones."""
    try:
        return PIPELINES[name]
    except KeyError:
        known = ", ".join(PIPELINES)
        raise SettingsError(f"unknown pipeline {name!r}; there are: {known}.") from None
