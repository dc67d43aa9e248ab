"""The model stage: faults and what callers got, overhead per instance, the ablation.

``python tests/benchmarks/bench_model.py [--faults] [--overhead] [--budget] [--consensus] [--limit N]``
``… --ablation [--variant NAME …] [--limit N] [--model NAME] [--base-url URL] [--max-tokens N]
[--state FILE] [--show]``

Without options: all but the ablation. The ablation asks a model (the embedded one unless
named) and keeps every answer in the state file: run it again and it goes on where it stopped.
"""

import argparse
import asyncio
import json
import sys
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "llm"))

from faults import FAULTS
from model_ablation import ablation, recorded_consensus, sample
from rich.console import Console
from rich.table import Table
from shared_data import SHARED

from llm.completion import Completion, Prompt, Usage
from llm.context import forget_contexts
from llm.draft import read_draft
from llm.ladder import forget_ladders
from llm.prompt import build_prompt
from llm.scripted import ScriptedServer
from llm.served import ServedModel
from nlp.candidates import find_candidates
from nlp.errors import ModelError
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize
from veraz.extraction import Rules
from veraz.pipelines import PIPELINES
from veraz.protocols.scorers.gensie_files import Instance, read_instances

CONSOLE = Console(width=140)
CHARACTERS_A_TOKEN = 2.6
LONGEST = 39_000
TEXT = (
    "La feria del libro antiguo de Lugo abre el 3 de mayo de 2019. Participan la librería Alba, la "
    "librería Couceiro y el taller Papel de Trapo. La organiza Carmen Vilariño; la entrada es "
    "gratuita y se esperan unos 4.500 visitantes."
)
ANSWER = {
    "titulo": "feria del libro antiguo de Lugo",
    "participantes": ["librería Alba", "librería Couceiro", "Papel de Trapo"],
    "organiza": {"nombre": "Carmen Vilariño", "cargo": None},
    "gratuita": True,
    "visitantes": 4500,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "titulo": {"type": "string"},
        "participantes": {"type": "array", "items": {"type": "string"}},
        "organiza": {
            "type": "object",
            "properties": {"nombre": {"type": "string"}, "cargo": {"type": ["string", "null"]}},
            "required": ["nombre"],
        },
        "gratuita": {"type": "boolean"},
        "visitantes": {"type": ["integer", "null"]},
    },
    "required": ["titulo", "participantes", "organiza", "gratuita"],
}


async def fault_row(name: str) -> tuple[list[str], bool]:
    """Inject one fault; the cells of its row, and whether the caller got what is right."""
    fault = FAULTS[name]
    prompt = build_prompt(Document("feria", TEXT), compile_schema(SCHEMA))
    forget_ladders()
    forget_contexts()
    begin = time.perf_counter()
    with ScriptedServer(fault.script(ANSWER)) as server:
        model = ServedModel(
            "m", base_url=server.base_url, seconds=2.0, attempts=4, first_pause=0.02
        )
        try:
            completion = await model.complete(prompt)
        except ModelError as error:
            got, right = type(error).__name__, type(error).__name__ == fault.error
            rung, tokens = "", ""
        else:
            draft = read_draft(completion, prompt.schema)
            right = not fault.error and draft.root == ANSWER
            got = "the answer" if right else "another answer"
            if not right and "length" in draft.problems and name.endswith("forever"):
                got, right = "a part, marked as such", bool(draft.root)
            rung, tokens = completion.rung, str(completion.usage.total_tokens)
        finally:
            await model.aclose()
    seconds = f"{time.perf_counter() - begin:.2f}"
    row = [name, fault.description, got, rung, str(len(server.requests)), tokens, seconds]
    return row, right


async def faults() -> bool:
    """Print the fault table; whether every caller got what is right."""
    table = Table("fault", "what happens", "the caller got", "rung", "calls", "tokens", "s")
    good = 0
    for name in FAULTS:
        row, right = await fault_row(name)
        good += right
        table.add_row(*row, style="" if right else "bold red")
    CONSOLE.print(table)
    CONSOLE.print(f"{good} of {len(FAULTS)} faults end in the right answer or the right error")
    return good == len(FAULTS)


def overhead_of(instance: Instance) -> dict[str, float]:
    """Milliseconds each step takes for one instance, a model's answer of gold's size given."""
    marks = [("", time.perf_counter())]

    def mark(step: str) -> None:
        marks.append((step, time.perf_counter()))

    schema = compile_schema(instance.schema, instruction=instance.instruction)
    mark("compile the schema")
    document = Document(instance.id, instance.text)
    candidates = find_candidates(document)
    mark("find candidates")
    hints = match_hints(document, candidates, schema)
    mark("match hints")
    build_prompt(document, schema, hints)
    mark("build the prompt")
    completion = Completion(json.dumps(instance.gold, ensure_ascii=False))
    draft = read_draft(completion, schema)
    mark("read the draft")
    results = normalize(draft, schema, document, candidates, hints=hints)
    assemble(results, schema)
    mark("normalize, assemble")
    spent = {step: 1000 * (moment - before) for (_, before), (step, moment) in pairwise(marks)}
    return {**spent, "all": sum(spent.values())}


def overhead(limit: int | None) -> None:
    """Print what everything but the model costs per instance of GenSIE dev."""
    instances = sample(read_instances(SHARED / "gensie" / "dev"), limit)
    overhead_of(instances[0])  # loads the Spanish model and the word lists
    rows = [overhead_of(instance) for instance in instances]
    table = Table("step", "median ms", "p99 ms", "max ms")
    for step in rows[0]:
        times = [row[step] for row in rows]
        figures = (np.median(times), np.percentile(times, 99), max(times))
        table.add_row(step, *(f"{figure:.1f}" for figure in figures))
    CONSOLE.print(f"everything but the model, {len(rows)} instances of GenSIE dev, one thread")
    CONSOLE.print(table)


class Counting:
    """A model that answers with a given JSON and counts tokens like an English tokenizer."""

    name = "counting"

    def __init__(self, answer: Any) -> None:
        self._answer = json.dumps(answer, ensure_ascii=False)

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer the fields that are asked."""
        length = sum(len(message.content) for message in prompt.messages)
        counts = [int(size / CHARACTERS_A_TOKEN) for size in (length, len(self._answer))]
        return Completion(self._answer, usage=Usage(counts[0], counts[1], 1))

    async def aclose(self) -> None:
        """Nothing to give back."""


async def budget(limit: int | None) -> None:
    """Print what the pipelines spend per instance of GenSIE dev."""
    instances = sample(read_instances(SHARED / "gensie" / "dev"), limit)
    longest = max(instances, key=lambda instance: len(instance.text))
    long = replace(longest, text=longest.text * (LONGEST // len(longest.text) + 1))
    table = Table("pipeline", "calls", "tokens, mean", "tokens, max", f"{LONGEST} characters")
    for name, pipeline in PIPELINES.items():
        spent = []
        for instance in [*instances, long]:
            schema = compile_schema(instance.schema, instruction=instance.instruction)
            document = Document(instance.id, instance.text[:LONGEST])
            extraction = await pipeline.run(document, schema, Counting(instance.gold), Rules())
            spent.append(extraction.usage)
        tokens = [usage.total_tokens for usage in spent]
        figures = (np.mean(tokens[:-1]), max(tokens[:-1]), tokens[-1])
        calls = np.mean([usage.calls for usage in spent[:-1]])
        table.add_row(name, f"{calls:.2f}", *(f"{figure:.0f}" for figure in figures))
    CONSOLE.print(
        f"{len(instances)} instances, {CHARACTERS_A_TOKEN} characters a token, gold's answers"
    )
    CONSOLE.print(table)


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--overhead", action="store_true")
    parser.add_argument("--budget", action="store_true", help="tokens of each pipeline")
    parser.add_argument("--consensus", action="store_true", help="of recorded answers")
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--limit", type=int, help="instances, every k-th file")
    parser.add_argument("--model", help="as in every command; the embedded one unless given")
    parser.add_argument("--base-url")
    parser.add_argument("--max-tokens", type=int, default=700, help="of one answer")
    parser.add_argument("--state", type=Path, default=Path("out/ablation.jsonl"))
    parser.add_argument("--variant", action="append", help="ask only this one (may be repeated)")
    parser.add_argument("--show", action="store_true", help="the ablation so far; ask nothing")
    chosen = parser.parse_args()
    modes = ("faults", "overhead", "budget", "consensus", "ablation", "show")
    everything = not any(getattr(chosen, mode) for mode in modes)
    good = True
    if chosen.faults or everything:
        good = asyncio.run(faults())
    if not (SHARED / "gensie").exists():
        CONSOLE.print(f"skipped the rest: {SHARED / 'gensie'} is missing (set VERAZ_SHARED)")
        return 0 if good else 1
    if chosen.overhead or everything:
        overhead(chosen.limit)
    if chosen.budget or everything:
        asyncio.run(budget(chosen.limit))
    if chosen.consensus or everything:
        recorded_consensus(CONSOLE)
    if chosen.ablation or chosen.show:
        options: dict[str, Any] = vars(chosen)
        asyncio.run(ablation(CONSOLE, options))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
