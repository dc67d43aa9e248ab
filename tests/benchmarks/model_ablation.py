"""What each step of the model stage is worth, measured with a model; and consensus, without one."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from shared_data import SHARED

from llm.completion import Completion, Model, Prompt, Usage
from llm.draft import read_draft
from llm.prompt import build_baseline_prompt, build_prompt
from llm.symbolic import SymbolicModel
from llm.wire import wire_schema
from nlp.errors import ModelError
from nlp.schema import Draft, Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.consensus import merge_drafts
from veraz.evaluation.gensie import TaskScore, corpus, gap_closed, score_task
from veraz.evaluation.gensie_files import Instance, read_instances, read_predictions
from veraz.evaluation.gensie_floor import null_answer, trivial_answer
from veraz.evaluation.statistics import percentile_interval, resamples
from veraz.extraction import Rules, answer, ask
from veraz.models import open_model
from veraz.pipelines import PIPELINES, task_similarity
from veraz.settings import settings_from

RULES = Rules()
BASELINE = "verbatim schema (baseline)"


@dataclass(frozen=True, slots=True)
class Given:
    """One answer of one variant."""

    root: Any
    usage: Usage
    seconds: float
    error: str = ""


Variant = Callable[[Document, Schema, Model], Awaitable[tuple[Any, Usage]]]


class Capped:
    """A model whose answers are at most so many tokens long, so that a weak one comes to an end."""

    def __init__(self, model: Model, max_tokens: int) -> None:
        self.name = model.name
        self._model = model
        self._max_tokens = max_tokens

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer within the cap."""
        return await self._model.complete(replace(prompt, max_tokens=self._max_tokens))

    async def aclose(self) -> None:
        """Close the model behind."""
        await self._model.aclose()


async def drafted(prompt: Prompt, model: Model) -> tuple[Any, Usage]:
    """The draft of one prompt, nothing after it."""
    completion = await model.complete(prompt)
    return read_draft(completion, prompt.schema).root, completion.usage


async def _wire(document: Document, schema: Schema, model: Model) -> tuple[Any, Usage]:
    prompt = build_baseline_prompt(document, schema)
    return await drafted(replace(prompt, wire_schema=wire_schema(schema), single=False), model)


async def _spanish(document: Document, schema: Schema, model: Model) -> tuple[Any, Usage]:
    return await drafted(build_prompt(document, schema), model)


async def _hints(document: Document, schema: Schema, model: Model) -> tuple[Any, Usage]:
    question = await asyncio.to_thread(ask, document, schema)
    plain = build_prompt(document, schema, question.hints)
    return await drafted(plain, model)


async def _question(document: Document, schema: Schema, model: Model) -> tuple[Any, Usage]:
    """The product's own prompt: hints, and examples where the library gives some."""
    question = await asyncio.to_thread(ask, document, schema)
    return await drafted(question.prompt, model)


def _pipeline(name: str) -> Variant:
    async def run(document: Document, schema: Schema, model: Model) -> tuple[Any, Usage]:
        extraction = await PIPELINES[name].run(document, schema, model, RULES)
        return extraction.data, extraction.usage

    return run


VARIANTS: Mapping[str, Variant] = {
    BASELINE: _pipeline("baseline"),
    "wire schema": _wire,
    "+ Spanish prompt": _spanish,
    "+ hints": _hints,
    "+ examples": _question,
    "+ normalizers (grounded)": _pipeline("grounded"),
    "consensus": _pipeline("consensus"),
    "repair": _pipeline("repair"),
}


def sample(instances: Sequence[Instance], limit: int | None) -> list[Instance]:
    """Every k-th instance, so that there are ``limit``."""
    ordered = sorted(instances, key=lambda instance: instance.id)
    step = max(1, len(ordered) // limit) if limit else 1
    return ordered[::step][:limit]


async def ablation(console: Console, options: Mapping[str, Any]) -> None:
    """Run what the state file lacks, then print the table."""
    instances = sample(read_instances(SHARED / "gensie" / "dev"), options["limit"] or 40)
    state: Path = options["state"]
    state.parent.mkdir(parents=True, exist_ok=True)
    known = _known(state)
    settings = settings_from()
    if options["base_url"]:
        settings = replace(settings, base_url=options["base_url"])
    model = Capped(open_model(options["model"], settings), options["max_tokens"])
    try:
        with Progress(console=console) as progress:
            task = progress.add_task("asking", total=len(VARIANTS) * len(instances))
            # Instance by instance: a run cut short has measured every variant on the same ones.
            for instance in instances:
                for name in VARIANTS:
                    if (name, instance.id) not in known:
                        given = await _give(VARIANTS[name], instance, model)
                        known[name, instance.id] = given
                        _keep(state, name, instance.id, given)
                    progress.advance(task)
    finally:
        await model.aclose()
    show(console, instances, known, [await _symbolic(instance) for instance in instances])


async def _give(variant: Variant, instance: Instance, model: Model) -> Given:
    schema = compile_schema(instance.schema, instruction=instance.instruction)
    begin = time.perf_counter()
    try:
        root, usage = await variant(Document(instance.id, instance.text), schema, model)
    except ModelError as error:
        return Given(None, Usage(), time.perf_counter() - begin, f"{type(error).__name__}: {error}")
    return Given(root, usage, time.perf_counter() - begin)


def _keep(state: Path, variant: str, name: str, given: Given) -> None:
    record = {
        "variant": variant,
        "id": name,
        "output": given.root,
        "usage": [given.usage.input_tokens, given.usage.output_tokens, given.usage.calls],
        "seconds": given.seconds,
        "error": given.error,
    }
    with state.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(record, ensure_ascii=False) + "\n")


def _known(state: Path) -> dict[tuple[str, str], Given]:
    if not state.exists():
        return {}
    records = [json.loads(line) for line in state.read_text("utf-8").splitlines() if line]
    return {
        (record["variant"], record["id"]): Given(
            record["output"], Usage(*record["usage"]), record["seconds"], record["error"]
        )
        for record in records
    }


def show(
    console: Console,
    instances: Sequence[Instance],
    known: Mapping[tuple[str, str], Given],
    symbolic: Sequence[Any],
) -> None:
    """Print F1, the gap closed over the baseline with its interval, tokens and seconds."""
    table = Table("variant", "F1", "gap closed [95 %]", "tokens", "output", "calls", "s", "failed")
    base = [_scored(one, known[BASELINE, one.id].root) for one in instances]
    trivial = {
        "no model: all null and empty": [null_answer(one.schema) for one in instances],
        "no model: floor": [trivial_answer(one.schema, one.text) for one in instances],
        "no model: symbolic": symbolic,
    }
    for name, roots in trivial.items():
        scores = [_scored(one, root) for one, root in zip(instances, roots, strict=True)]
        table.add_row(name, f"{corpus(scores).f1:.4f}", _gap(scores, base), *[""] * 5)
    for name in VARIANTS:
        given = [known[name, one.id] for one in instances]
        scores = [_scored(one, each.root) for one, each in zip(instances, given, strict=True)]
        mean = [
            np.mean([each.usage.total_tokens for each in given]),
            np.mean([each.usage.output_tokens for each in given]),
            np.mean([each.usage.calls for each in given]),
            np.mean([each.seconds for each in given]),
        ]
        failed = sum(bool(each.error) for each in given)
        figures = [f"{mean[0]:.0f}", f"{mean[1]:.0f}", f"{mean[2]:.2f}", f"{mean[3]:.1f}"]
        table.add_row(name, f"{corpus(scores).f1:.4f}", _gap(scores, base), *figures, str(failed))
    console.print(f"{len(instances)} instances of GenSIE dev; means per instance")
    console.print(table)


async def _symbolic(instance: Instance) -> Any:
    """What the product answers with no model."""
    schema = compile_schema(instance.schema, instruction=instance.instruction)
    document = Document(instance.id, instance.text)
    return (await PIPELINES["grounded"].run(document, schema, SymbolicModel(), RULES)).data


def _scored(instance: Instance, root: Any) -> TaskScore:
    return score_task(instance.gold or {}, root, instance.schema, task_id=instance.id)


def _gap(scores: Sequence[TaskScore], base: Sequence[TaskScore]) -> str:
    """The gap closed over the baseline, with a paired bootstrap interval over the instances."""
    closed = gap_closed(corpus(scores).f1, corpus(base).f1)
    drawn = [
        gap_closed(
            corpus(scores[place] for place in places).f1, corpus(base[place] for place in places).f1
        )
        for places in resamples(len(scores), times=2000)
    ]
    interval = percentile_interval(drawn)
    return f"{closed:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def recorded_consensus(console: Console) -> None:
    """Consensus of what one model answered in three systems, against each of the three."""
    folder = SHARED / "gensie" / "recorded"
    instances = read_instances(folder / "instances")
    table = Table("answers", "F1 of drafts", "F1 normalized")
    for model in sorted({path.name.split("--")[0] for path in folder.glob("*--*.jsonl")}):
        systems = {
            path.stem.split("--")[1]: read_predictions(path).answers
            for path in sorted(folder.glob(f"{model}--*.jsonl"))
        }
        rows: dict[str, list[tuple[TaskScore, TaskScore]]] = {}
        for instance in instances:
            schema = compile_schema(instance.schema, instruction=instance.instruction)
            question = ask(Document(instance.id, instance.text), schema)
            drafts = {name: Draft(answers.get(instance.id)) for name, answers in systems.items()}
            merged, agreement = merge_drafts(list(drafts.values()), schema, task_similarity(schema))
            for name, draft in {**drafts, "consensus of the three": merged}.items():
                made = answer(
                    question,
                    draft,
                    rules=RULES,
                    usage=Usage(),
                    pipeline="",
                    model=model,
                    agreement=dict(agreement) if draft is merged else None,
                )
                pair = (_scored(instance, draft.root), _scored(instance, made.data))
                rows.setdefault(name, []).append(pair)
        for name, pairs in rows.items():
            figures = [corpus(scores).f1 for scores in zip(*pairs, strict=True)]
            table.add_row(f"{model}, {name}", *(f"{figure:.4f}" for figure in figures))
    console.print(f"{len(instances)} recorded instances, three systems of one model each")
    console.print(table)
