"""How well `symbolic`, the pipeline without a model, answers whole schemas, by source.

    python tests/benchmarks/bench_symbolic.py [--only NAME,…] [--step N] [--kinds]

The sources are those of ``sources.py``; ``VERAZ_CASES=folder[:folder…]`` adds folders of cases, each a
source of its folder's name; ``VERAZ_LEFT_OUT`` judges each by weights that never saw it. F1 is GenSIE's,
lexical; ``floor`` is the trivial answer.
"""

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from veraz import Extractor  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402
from veraz.protocols.scorers.gensie_floor import trivial_answer  # noqa: E402

EXTRACTOR = Extractor(model="symbolic", pipeline="grounded", on_unanswered="omit")


def main() -> int:
    """Answer every instance, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of sources, separated by commas")
    parser.add_argument("--step", type=int, default=1, help="every N-th instance only")
    parser.add_argument("--kinds", action="store_true", help="also by kind of value")
    args = parser.parse_args()
    console = Console(width=110)
    wanted = [name for name in args.only.split(",") if name]
    table = Table(title="symbolic, F1 (lexical)")
    for column in ("source", "instances", "symbolic", "floor", "ms of processor an instance"):
        table.add_column(column)
    kinds: dict[str, dict[str, list[float]]] = {}
    for name, instances in load_sources().items():
        if wanted and name not in wanted:
            continue
        started = time.process_time()
        scores = [_score(one) for one in instances[:: args.step]]
        spent = 1000 * (time.process_time() - started) / len(scores)
        floor = [_floor(one) for one in instances[:: args.step]]
        table.add_row(
            name,
            str(len(scores)),
            f"{corpus(scores).f1:.4f}",
            f"{corpus(floor).f1:.4f}",
            f"{spent:.0f}",
        )
        kinds[name] = _by_kind(scores)
    console.print(table)
    if args.kinds:
        _print_kinds(console, kinds)
    return 0


def _score(one: Instance) -> TaskScore:
    raw = dict(one.raw_schema)
    if one.ranker is not None:
        answer = answer_schema(
            one.document, one.schema, one.candidates, one.hints, ranker=one.ranker
        )
        return score_task(one.gold, answer, raw)
    return score_task(one.gold, EXTRACTOR.extract(one.text, one.instruction, raw).data, raw)


def _floor(one: Instance) -> TaskScore:
    raw = dict(one.raw_schema)
    return score_task(one.gold, trivial_answer(raw, one.text), raw)


def _by_kind(scores: list[TaskScore]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for score in scores:
        for key in score.keys:
            found[key.type].append(key.score)
    return found


def _print_kinds(console: Console, kinds: dict[str, dict[str, list[float]]]) -> None:
    table = Table(title="mean score of a key, by kind of value (keys)")
    table.add_column("kind")
    for name in kinds:
        table.add_column(name)
    for kind in sorted({kind for found in kinds.values() for kind in found}):
        cells = [found.get(kind, []) for found in kinds.values()]
        table.add_row(kind, *(f"{mean(one):.3f} ({len(one)})" if one else "-" for one in cells))
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
