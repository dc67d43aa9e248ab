"""What each step of the model stage is worth, measured with a model; and consensus, without one."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from leakage import leaked
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from shared_data import SHARED

from llm.completion import Completion, Model, Prompt, Usage
from llm.draft import read_draft
from llm.embedded import hold_embedded
from llm.prompt import build_baseline_prompt, build_prompt
from llm.symbolic import SymbolicModel
from llm.wire import wire_schema
from nlp.errors import ModelError
from nlp.schema import Draft, Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.consensus import merge_drafts
from veraz.extraction import Rules, answer, ask
from veraz.models import open_model
from veraz.pipelines import PIPELINES
from veraz.protocols.scorers.gensie import TaskScore, corpus, gap_closed, score_task
from veraz.protocols.scorers.gensie_files import Instance, read_instances, read_predictions
from veraz.protocols.scorers.gensie_floor import null_answer, trivial_answer
from veraz.resampling import percentile_interval, resamples
from veraz.settings import settings_from

RULES = Rules()
BASELINE = "verbatim schema (baseline)"
SHIPPED = "as shipped: the embedded model only chooses"


@dataclass(frozen=True, slots=True)
class Given:
    """One answer of one variant."""

    root: Any
    usage: Usage
    seconds: float
    error: str = ""


Variant = Callable[[Document, Schema, Model], Awaitable[Any]]


class Measured:
    """A model whose answers are at most so many tokens long, so that a weak one comes to an end.

    The same prompt is asked once: steps that share a call share its answer, its tokens and its
    seconds. ``seconds`` and ``usage`` are what the calls since :meth:`restart` took, each by itself.
    """

    def __init__(self, model: Model, max_tokens: int) -> None:
        self.name = model.name
        self.seconds = 0.0
        self.usage = Usage()
        self._model = model
        self._max_tokens = max_tokens
        self._answers: dict[tuple[Any, ...], tuple[Completion, float]] = {}

    def restart(self, *, forget: bool) -> None:
        """Count from zero; ``forget`` the answers too."""
        self.seconds = 0.0
        self.usage = Usage()
        if forget:
            self._answers.clear()

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer within the cap."""
        capped = replace(prompt, max_tokens=self._max_tokens)
        key = (capped.messages, json.dumps(capped.wire_schema), capped.temperature, capped.seed)
        if key not in self._answers:
            begin = time.perf_counter()
            completion = await self._model.complete(capped)
            self._answers[key] = (completion, time.perf_counter() - begin)
        completion, seconds = self._answers[key]
        self.seconds += seconds
        self.usage += completion.usage
        return completion

    async def aclose(self) -> None:
        """Close the model behind."""
        await self._model.aclose()


async def drafted(prompt: Prompt, model: Model) -> Any:
    """The draft of one prompt, nothing after it."""
    completion = await model.complete(prompt)
    return read_draft(completion, prompt.schema).root


async def _wire(document: Document, schema: Schema, model: Model) -> Any:
    prompt = build_baseline_prompt(document, schema)
    return await drafted(replace(prompt, wire_schema=wire_schema(schema), single=False), model)


async def _spanish(document: Document, schema: Schema, model: Model) -> Any:
    return await drafted(build_prompt(document, schema), model)


async def _hints(document: Document, schema: Schema, model: Model) -> Any:
    question = await asyncio.to_thread(ask, document, schema)
    plain = build_prompt(document, schema, question.hints)
    return await drafted(plain, model)


async def _question(document: Document, schema: Schema, model: Model) -> Any:
    """The product's own prompt: hints, and examples where the library gives some."""
    question = await asyncio.to_thread(ask, document, schema)
    return await drafted(question.prompt, model)


def _pipeline(name: str) -> Variant:
    async def run(document: Document, schema: Schema, model: Model) -> Any:
        extraction = await PIPELINES[name].run(document, schema, model, RULES)
        return extraction.data

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
    if options["show"]:
        await _show_asked(console, instances, known)
        return
    settings = settings_from()
    if options["base_url"]:
        settings = replace(settings, base_url=options["base_url"])
    lease = None
    if options["model"] is None and settings.base_url is None:
        # The embedded model as a plain server: the product lets it choose among candidates only.
        lease = hold_embedded(progress=console.print)
        settings = replace(
            settings, base_url=lease.endpoint.base_url, api_key=lease.endpoint.key, seconds=1200.0
        )
        options = {**options, "model": lease.endpoint.model}
    model = Measured(open_model(options["model"], settings), options["max_tokens"])
    shipped = Measured(open_model(None, settings_from()), options["max_tokens"]) if lease else None
    variants = options["variant"] or [*VARIANTS, *([SHIPPED] if shipped else [])]
    try:
        with Progress(console=console) as progress:
            task = progress.add_task("asking", total=len(variants) * len(instances))
            # Instance by instance: a run cut short has measured every variant on the same ones.
            for instance in instances:
                model.restart(forget=True)
                for name in variants:
                    if (name, instance.id) not in known:
                        asked = shipped if shipped is not None and name == SHIPPED else model
                        given = await _give(name, instance, asked)
                        known[name, instance.id] = given
                        _keep(state, name, instance.id, given)
                    progress.advance(task)
    finally:
        await model.aclose()
        if shipped is not None and lease is not None:
            await shipped.aclose()
            lease.close()
    show(console, instances, variants, known, [await _symbolic(instance) for instance in instances])


async def _show_asked(
    console: Console, instances: Sequence[Instance], known: Mapping[tuple[str, str], Given]
) -> None:
    """Print the table of what the state file holds: each variant on the instances it answered."""
    variants = [name for name in (*VARIANTS, SHIPPED) if any(key[0] == name for key in known)]
    first = next(iter(variants), BASELINE)
    asked = [one for one in instances if (first, one.id) in known]
    if not asked:
        console.print("the state file holds no answer of these instances")
        return
    show(console, asked, variants, known, [await _symbolic(instance) for instance in asked])


async def _give(name: str, instance: Instance, model: Measured) -> Given:
    variant = VARIANTS["+ normalizers (grounded)" if name == SHIPPED else name]
    schema = compile_schema(instance.schema, instruction=instance.instruction)
    model.restart(forget=False)
    try:
        root = await variant(Document(instance.id, instance.text), schema, model)
    except ModelError as error:
        return Given(None, model.usage, model.seconds, f"{type(error).__name__}: {error}")
    return Given(root, model.usage, model.seconds)


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
    variants: Sequence[str],
    known: Mapping[tuple[str, str], Given],
    symbolic: Sequence[Any],
) -> None:
    """Print F1, the gap closed over the baseline with its interval, tokens and seconds.

    Each variant is held against the first one on the ``n`` instances that both answered.
    """
    table = Table(
        "variant",
        "n",
        "F1",
        "gap closed [95 %]",
        "tokens",
        "output",
        "calls",
        "model s",
        "failed",
        "leaked",
    )
    base = {one.id: _scored(one, known[variants[0], one.id].root) for one in instances}
    trivial = {
        "no model: all null and empty": [null_answer(one.schema) for one in instances],
        "no model: floor": [trivial_answer(one.schema, one.text) for one in instances],
        "no model: symbolic": symbolic,
    }
    for name, roots in trivial.items():
        scores = [_scored(one, root) for one, root in zip(instances, roots, strict=True)]
        gap = _gap(scores, list(base.values()))
        table.add_row(name, str(len(scores)), f"{corpus(scores).f1:.4f}", gap, *[""] * 6)
    for name in variants:
        answered = [one for one in instances if (name, one.id) in known]
        given = [known[name, one.id] for one in answered]
        scores = [_scored(one, each.root) for one, each in zip(answered, given, strict=True)]
        mean = [
            np.mean([each.usage.total_tokens for each in given]),
            np.mean([each.usage.output_tokens for each in given]),
            np.mean([each.usage.calls for each in given]),
            np.mean([each.seconds for each in given]),
        ]
        failed = sum(bool(each.error) for each in given)
        leaks = sum(_leaks(one, each.root) for one, each in zip(answered, given, strict=True))
        figures = [f"{mean[0]:.0f}", f"{mean[1]:.0f}", f"{mean[2]:.2f}", f"{mean[3]:.1f}"]
        gap = _gap(scores, [base[one.id] for one in answered])
        cells = [str(len(scores)), f"{corpus(scores).f1:.4f}", gap, *figures]
        table.add_row(name, *cells, str(failed), str(leaks))
    console.print(f"{len(instances)} instances of GenSIE dev; means per instance")
    console.print(table)


async def _symbolic(instance: Instance) -> Any:
    """What the product answers with no model."""
    schema = compile_schema(instance.schema, instruction=instance.instruction)
    document = Document(instance.id, instance.text)
    return (await PIPELINES["grounded"].run(document, schema, SymbolicModel(), RULES)).data


def _scored(instance: Instance, root: Any) -> TaskScore:
    return score_task(instance.gold or {}, root, instance.schema, task_id=instance.id)


def _leaks(instance: Instance, root: Any) -> int:
    return leaked(root, compile_schema(instance.schema), instance.text)


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
    table = Table("answers", "F1 of drafts", "F1 normalized", "leaked", "leaked, normalized")
    for model in sorted({path.name.split("--")[0] for path in folder.glob("*--*.jsonl")}):
        systems = {
            path.stem.split("--")[1]: read_predictions(path).answers
            for path in sorted(folder.glob(f"{model}--*.jsonl"))
        }
        rows: dict[str, list[tuple[TaskScore, TaskScore]]] = {}
        leaks: dict[str, list[tuple[int, int]]] = {}
        for instance in instances:
            schema = compile_schema(instance.schema, instruction=instance.instruction)
            question = ask(Document(instance.id, instance.text), schema)
            drafts = {name: Draft(answers.get(instance.id)) for name, answers in systems.items()}
            merged, agreement = merge_drafts(list(drafts.values()), schema)
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
                roots = (draft.root, made.data)
                counts = [leaked(root, schema, instance.text) for root in roots]
                leaks.setdefault(name, []).append((counts[0], counts[1]))
        for name, pairs in rows.items():
            figures = [corpus(scores).f1 for scores in zip(*pairs, strict=True)]
            counted = [str(sum(column)) for column in zip(*leaks[name], strict=True)]
            shown = [f"{figure:.4f}" for figure in figures]
            table.add_row(f"{model}, {name}", *shown, *counted)
    console.print(f"{len(instances)} recorded instances, three systems of one model each")
    console.print("leaked: strings that are an example of the field's description, not in the text")
    console.print(table)
