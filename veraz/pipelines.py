"""The pipelines: each a different composition of the same steps.

``PIPELINES`` is the list that the service, the commands and the library share.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace

from llm.completion import Completion, Model, Prompt, Usage
from llm.prompt import build_baseline_prompt, build_prompt, build_second_look, say_doubt
from nlp.errors import ModelError, SettingsError
from nlp.schema import JSON, Draft, Schema
from nlp.spans import Document
from normalizers.consensus import merge_drafts
from veraz.doubts import find_doubts, look_again, refused_fields
from veraz.extraction import Question, Rules, answer, ask, read, sign
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
    draft = await asyncio.to_thread(read, question, completion)
    made = Made("grounded", completion.model or model.name, completion.usage, rules)
    return replace(await _answered(question, draft, made), notes=window_notes(completion))


async def repair(document: Document, schema: Schema, model: Model, rules: Rules) -> Extraction:
    """One call, and one more for the fields whose answer is suspicious."""
    question = await asyncio.to_thread(ask, document, schema)
    completion = await model.complete(question.prompt)
    draft = await asyncio.to_thread(read, question, completion)
    made = Made("repair", completion.model or model.name, completion.usage, rules)
    first = await _answered(question, draft, replace(made, rules=as_it_is(rules)))
    notes = window_notes(completion)
    results = tuple(first.fields.values())
    refusals = rules.refusals(first.data) if rules.refusals else ()
    doubts = refused_fields(refusals, first.data, schema)
    doubted = {doubt.path for doubt in doubts}
    others = find_doubts(results, draft, schema, question.hints)
    doubts += tuple(each for each in others if each.path not in doubted)
    whole = first.valid and not first.unanswered  # no policy would make another answer of it
    if not doubts:
        return replace(first if whole else await _answered(question, draft, made), notes=notes)
    said = [
        (doubt.path, say_doubt(doubt.kind, doubt.path, value=doubt.value, mention=doubt.mention))
        for doubt in doubts
    ]
    try:
        second = await model.complete(build_second_look(question.prompt, said))
    except ModelError as error:
        made = replace(made, usage=made.usage + Usage(**error.spent))
        answered = await _answered(question, draft, made)
        return replace(answered, notes={**notes, "second_look": f"failed: {error}"})
    again = look_again(draft, await asyncio.to_thread(read, question, second), doubts)
    made = replace(made, usage=made.usage + second.usage)
    refused = frozenset(doubt.path for doubt in doubts if doubt.kind == "refused")
    extraction = await _answered(
        question, again.draft, made, again.agreement, again.values, refused
    )
    return replace(extraction, notes={**notes, "second_look": [doubt.path for doubt in doubts]})


def window_notes(completion: Completion) -> dict[str, JSON]:
    """Which windows of a long document were read, and which were not; empty for a short one."""
    return {
        name: completion.notes[name] for name in ("windows", "unread") if name in completion.notes
    }


def as_it_is(rules: Rules) -> Rules:
    """The rules of an answer that is only looked at: nothing made up, no error."""
    return replace(rules, on_unanswered="omit")


async def consensus(document: Document, schema: Schema, model: Model, rules: Rules) -> Extraction:
    """Three different calls; field by field the answer closest to the others."""
    question = await asyncio.to_thread(ask, document, schema)
    prompts = different(question)
    answers = await asyncio.gather(
        *(model.complete(prompt) for prompt in prompts), return_exceptions=True
    )
    completions = [each for each in answers if isinstance(each, Completion)]
    failed = [each for each in answers if isinstance(each, BaseException)]
    lost = sum((Usage(**each.spent) for each in failed if isinstance(each, ModelError)), Usage())
    for error in failed:
        if isinstance(error, ModelError) and completions:
            continue
        if isinstance(error, ModelError):
            error.spent = asdict(lost)
        raise error
    drafts = [await asyncio.to_thread(read, question, each) for each in completions]
    draft, agreement = await asyncio.to_thread(merge_drafts, drafts, schema)
    usage = sum((completion.usage for completion in completions), lost)
    made = Made("consensus", completions[0].model or model.name, usage, rules)
    if len(completions) == 1:
        return await _answered(question, draft, made)
    return await _answered(question, draft, made, agreement)


def different(question: Question) -> tuple[Prompt, ...]:
    """The same question asked three ways: with hints, without, and with hints at some warmth.

    The second is the bare question: neither hints nor solved examples, so that what those mislead
    misleads one answer in three less; whether examples alone would serve it better is not measured.
    """
    plain = build_prompt(question.document, question.schema)
    return (
        question.prompt,
        replace(question.prompt, messages=plain.messages, temperature=0.4, seed=2),
        replace(question.prompt, temperature=0.8, seed=3),
    )


@dataclass(frozen=True, slots=True)
class Made:
    """Who made a draft, and at what cost."""

    pipeline: str
    model: str
    usage: Usage
    rules: Rules


async def _answered(
    question: Question,
    draft: Draft,
    made: Made,
    agreement: Mapping[str, float] | None = None,
    second: Mapping[str, JSON] | None = None,
    refused: frozenset[str] = frozenset(),
) -> Extraction:
    return await asyncio.to_thread(
        answer,
        question,
        draft,
        rules=made.rules,
        usage=made.usage,
        pipeline=made.pipeline,
        model=made.model,
        agreement=agreement,
        second=second,
        refused=refused,
    )


async def baseline(document: Document, schema: Schema, model: Model, rules: Rules) -> Extraction:
    """A plain zero-shot call, its answer taken as it comes."""
    completion = await model.complete(build_baseline_prompt(document, schema))
    root = _plain_object(completion)
    name = completion.model or model.name
    return Extraction(
        data=root,
        fields={},
        usage=completion.usage,
        signature=sign("baseline", name, rules, schema),
        document=document,
        draft=root,
    )


def _plain_object(completion: Completion) -> dict[str, JSON]:
    """The object of an answer taken as it comes; :class:`ModelError` where it is none."""
    try:
        root = json.loads(completion.text)
        json.dumps(root, allow_nan=False, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):  # no JSON: NaN, 1e999 and half surrogates are none either
        root = None
    if isinstance(root, dict):
        return root
    error = ModelError("baseline mends nothing, and the answer is no JSON object.")
    error.spent = asdict(completion.usage)
    raise error


_TABLE: tuple[Pipeline, ...] = (
    Pipeline(
        "grounded",
        "One call with a Spanish prompt, hints from the text and a schema any server can digest; "
        "every value is then checked against the text and anchored to it.",
        grounded,
    ),
    Pipeline(
        "consensus",
        "Three different calls; place by place the answer nearest to the others, each weighing "
        "by how much of the schema it answers; lists by element.",
        consensus,
    ),
    Pipeline(
        "repair",
        "One call, and a second look at the fields whose first answer is suspicious: empty lists, "
        "nulls although the text offers a value, values without support, unsure choices.",
        repair,
    ),
    Pipeline(
        "baseline",
        "A plain zero-shot call, for comparison: the schema verbatim, no repair, nothing checked.",
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
