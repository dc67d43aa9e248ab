"""Schemas: how many compile, and how many each grammar engine accepts, rewritten and verbatim.

``python tests/benchmarks/bench_schemas.py [--sample N] [--engine NAME ...] [--seconds S] [--why]``
``python tests/benchmarks/bench_schemas.py --roundtrip [--times N] [--seed N] [--within S]``

Reads the schemas of GenSIE and of JSONSchemaBench from the shared data. ``--sample N`` takes every
N-th schema of JSONSchemaBench; ``--why`` prints each refusal. Then instances are drawn under the wire
schemas, and the drafts of GenSIE are taken, through everything after the model (``roundtrip.py``):
with ``--roundtrip`` nothing else is done.
"""

import argparse
import json
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from grammar_engines import ENGINES, Engine, missing
from rich.console import Console
from rich.table import Table
from roundtrip import CLASSES, Outcomes, benchmark_drafts, generated
from shared_data import SHARED

from llm.wire import plan_wire
from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid
from normalizers.least_wrong import least_wrong

CONSOLE = Console(width=130)
OUTCOMES = ("accepted", "partial", "refused", "hung", "crashed")


@dataclass(slots=True)
class Entry:
    """One schema and what became of it."""

    source: str
    name: str
    verbatim: Any
    wire: Any = None
    refusal: SchemaError | None = None
    omitted: int = 0
    seconds: float = 0.0
    least_valid: bool = False
    slips: tuple[str, ...] = ()


@dataclass(slots=True)
class Tally:
    """The outcomes of one engine on one form of the schemas."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def row(self) -> list[str]:
        """The counts, the share accepted and the slowest answer as cells of a table."""
        total = sum(self.outcomes.values())
        counts = [str(self.outcomes[outcome]) for outcome in OUTCOMES]
        share = f"{self.outcomes['accepted'] / total:.1%}" if total else "-"
        return [str(total), share, *counts, f"{self.slowest:.1f}"]


def load(sample: int) -> list[Entry]:
    """The distinct schemas of GenSIE and every ``sample``-th one of JSONSchemaBench."""
    entries: dict[str, Entry] = {}
    for folder in ("gensie/dev", "gensie/recorded/instances"):
        for path in sorted(SHARED.joinpath(folder).glob("*.json")):
            schema = json.loads(path.read_text(encoding="utf-8"))["target_schema"]
            entries.setdefault(json.dumps(schema), Entry("GenSIE", path.stem, schema))
    found = list(entries.values())
    paths = sorted(SHARED.joinpath("schemas", "jsonschemabench").glob("*.json"))
    for path in paths[::sample]:
        schema = json.loads(path.read_text(encoding="utf-8"))
        found.append(Entry("JSONSchemaBench", path.stem, schema))
    return found


def compile_entry(entry: Entry) -> None:
    """Compile one schema and write its wire form, noting time and refusal."""
    begun = time.perf_counter()
    try:
        schema = compile_schema(entry.verbatim)
        entry.slips = tuple({slip.keyword for slip in schema.slips})
        plan = plan_wire(schema)
    except SchemaError as error:
        entry.refusal = error
    else:
        entry.wire, entry.omitted = plan.schema, len(plan.omitted)
        entry.least_valid = is_valid(schema, least_wrong(schema.root, schema))
    entry.seconds = time.perf_counter() - begun


def compile_table(entries: list[Entry]) -> Table:
    """How many schemas compile, with what is left out of the wire and the time it takes."""
    table = Table(title="Compiled to a tree and a wire schema")
    for title in ("schemas", "n", "compiled", "refused, named", "omits", "least wrong", "s max"):
        table.add_column(title, justify="left" if title == "schemas" else "right")
    for source in dict.fromkeys(entry.source for entry in entries):
        ours = [entry for entry in entries if entry.source == source]
        compiled = [entry for entry in ours if entry.wire is not None]
        refused = [entry for entry in ours if entry.refusal is not None]
        table.add_row(
            source,
            str(len(ours)),
            f"{len(compiled)} ({len(compiled) / len(ours):.1%})",
            str(len(refused)),
            str(sum(bool(entry.omitted) for entry in compiled)),
            f"{sum(entry.least_valid for entry in compiled)}",
            f"{max(entry.seconds for entry in ours):.2f}",
        )
    return table


def ask_engine(name: str, entries: list[Entry], *, seconds: float, why: bool) -> list[list[str]]:
    """The rows of one engine: every source, the wire form and the verbatim one."""
    tallies: dict[tuple[str, str], Tally] = {}
    with Engine(name, seconds=seconds) as engine:
        for form in ("wire", "verbatim"):
            for entry in entries:
                if entry.wire is None:
                    continue
                answer = engine.ask(getattr(entry, form))
                tally = tallies.setdefault((entry.source, form), Tally())
                tally.outcomes[answer.outcome] += 1
                tally.slowest = max(tally.slowest, answer.seconds)
                if why and answer.outcome != "accepted":
                    CONSOLE.print(name, form, entry.name, answer.outcome, answer.reason[:120])
    return [[name, source, form, *tally.row()] for (source, form), tally in sorted(tallies.items())]


def engine_table(entries: list[Entry], args: argparse.Namespace) -> Table:
    """What each engine that is installed accepts."""
    table = Table(title=f"Grammar engines, at most {args.seconds:.0f} s a schema")
    for title in ("engine", "schemas", "form", "n", "share", *OUTCOMES, "s max"):
        left = title in ("engine", "schemas", "form")
        table.add_column(title, justify="left" if left else "right")
    for name in args.engine or ENGINES:
        reason = missing(name)
        if reason:
            CONSOLE.print(f"{name} is not asked: {reason}")
            continue
        for row in ask_engine(name, entries, seconds=args.seconds, why=args.why):
            table.add_row(*row)
    return table


def way_back(entries: list[Entry], args: argparse.Namespace) -> Table:
    """What becomes of instances of the wire schemas, and of the drafts of the benchmark."""
    table = Table(title="From the wire form back: normalised, assembled, held against the original")
    for title in ("drafts", "n", "valid", "of them repaired", "error, named", "invalid", "s max"):
        table.add_column(title, justify="left" if title == "drafts" else "right")
    kinds: dict[str, Outcomes] = {}
    for source in dict.fromkeys(entry.source for entry in entries):
        named = [
            (entry.name, compile_schema(entry.verbatim))
            for entry in entries
            if entry.source == source and entry.wire is not None
        ]
        outcomes = generated(named, times=args.times, seed=args.seed, seconds=args.within)
        kinds[f"drawn, {source}, {len(named) - outcomes.left} schemas"] = outcomes
    kinds |= benchmark_drafts(SHARED)
    for kind, outcomes in kinds.items():
        counts, total = outcomes.counts, sum(outcomes.counts[one] for one in CLASSES)
        share = f"{counts['valid']} ({counts['valid'] / total:.1%})" if total else "-"
        cells = (share, counts["repaired"], counts["error"], counts["invalid"])
        table.add_row(kind, str(total), *map(str, cells), f"{outcomes.seconds:.1f}")
        if outcomes.causes:
            CONSOLE.print(f"errors of {kind}: {dict(outcomes.causes.most_common())}")
        for place in outcomes.places if args.why else ():
            CONSOLE.print("  error at", place)
    return table


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--engine", action="append", choices=list(ENGINES))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--roundtrip", action="store_true", help="only the way back, no engine")
    parser.add_argument("--times", type=int, default=3, help="instances drawn for each schema")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=240.0, help="seconds of drawing at most")
    args = parser.parse_args()
    entries = load(args.sample)
    if not entries:
        CONSOLE.print(f"no schemas in {SHARED} (set VERAZ_SHARED)")
        return 0
    for entry in entries:
        compile_entry(entry)
    CONSOLE.print(compile_table(entries))
    for entry in entries:
        if entry.refusal is not None:
            CONSOLE.print(f"refused: {entry.name}: {entry.refusal}")
    slips = Counter(keyword for entry in entries for keyword in entry.slips)
    CONSOLE.print(f"schemas with a slip, by its keyword: {dict(slips.most_common())}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    CONSOLE.print(f"peak memory of this process: {peak:.0f} MiB")
    if not args.roundtrip:
        CONSOLE.print(engine_table(entries, args))
    CONSOLE.print(way_back(entries, args))
    return 0


if __name__ == "__main__":
    sys.exit(main())
