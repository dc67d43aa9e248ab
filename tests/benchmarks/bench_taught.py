"""What a few solved examples of the same form and schema teach the matcher, without a model.

    VERAZ_CASES=folder[:folder…] python tests/benchmarks/bench_taught.py [--shots 0,2,5,10] [--tests N]

The folders are those of ``sources.py``; cases of one ``layout`` belong together, those that name none by
their schema. Of each layout the first N cases are answered; what teaches them are other cases of it whose
answers have every key of the schema that asks, cut to those keys and valid against it. F1 is GenSIE's,
lexical. ``null kept`` is the share of the nulls of the gold that are answered null, ``value given`` that
of its other leaves that are not.
"""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.labels.learning import learn  # noqa: E402
from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.schema import Solved  # noqa: E402
from nlp.schema_validation import is_valid  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402


@dataclass
class Tally:
    """What is counted with so many examples."""

    scores: list[TaskScore] = field(default_factory=list)
    layouts: dict[str, list[TaskScore]] = field(default_factory=lambda: defaultdict(list))
    nulls: list[bool] = field(default_factory=list)
    values: list[bool] = field(default_factory=list)
    seconds: float = 0.0
    short: int = 0


def main() -> int:
    """Answer with so many examples each, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shots", default="0,2,5,10", help="how many examples, with commas")
    parser.add_argument("--tests", type=int, default=4, help="cases of a layout that are answered")
    parser.add_argument("--only", default="", help="layouts, separated by commas")
    parser.add_argument("--wrong", action="store_true", help="also what is wrong, key by key")
    args = parser.parse_args()
    console = Console(width=110)
    folders = [Path(one) for one in os.environ.get("VERAZ_CASES", "").split(":") if one]
    if not folders:
        console.print("skipped: VERAZ_CASES names no folder of cases")
        return 0
    sources = load_sources()
    shots = [int(one) for one in args.shots.split(",")]
    for folder in folders:
        by_layout: dict[str, list[Instance]] = defaultdict(list)
        named = _layouts(folder)
        for instance in sources.get(folder.name, []):
            if named.get(instance.id):
                by_layout[named[instance.id]].append(instance)
        tallies = {count: Tally() for count in shots}
        for layout, cases in sorted(by_layout.items()):
            if args.only and layout not in args.only.split(","):
                continue
            for test in cases[: args.tests]:
                others = _examples(test, [one for one in cases if one is not test], max(shots))
                for count, tally in tallies.items():
                    judge(test, others[:count], layout, tally, shown=args.wrong)
                    tally.short += len(others) < count
        _print(console, folder.name, tallies)
    return 0


def _layouts(folder: Path) -> dict[str, str]:
    cases = (json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("**/*.json")))
    return {case["id"]: str(case.get("layout") or _schema_name(case)) for case in cases}


def _schema_name(case: dict[str, Any]) -> str:
    return " ".join(sorted(case["target_schema"].get("properties", {})))[:60]


def _examples(test: Instance, others: list[Instance], most: int) -> list[Solved]:
    """Other cases of the layout as examples of the schema that asks."""
    found: list[Solved] = []
    for one in others:
        cut, whole = _cut(one.gold, test.gold)
        if whole and len(found) < most and is_valid(test.schema, cut):
            found.append(Solved(one.id, one.text, cut))
    return found


def _cut(answer: Any, like: Any) -> tuple[Any, bool]:
    """An answer with the keys of another one, and whether it has them all."""
    if not isinstance(answer, dict) or not isinstance(like, dict):
        return answer, True
    cut = {name: _cut(answer[name], below) for name, below in like.items() if name in answer}
    whole = len(cut) == len(like) and all(below for _, below in cut.values())
    return {name: value for name, (value, _) in cut.items()}, whole


def judge(
    test: Instance, examples: list[Solved], layout: str, tally: Tally, *, shown: bool
) -> None:
    """Answer one case and count."""
    started = time.process_time()
    schema = replace(test.schema, solved=tuple(examples), lessons=learn(test.schema, examples))
    candidates = find_candidates(test.document)
    hints = match_hints(test.document, candidates, schema)
    answer = answer_schema(test.document, schema, candidates, hints)
    tally.seconds += time.process_time() - started
    score = score_task(test.gold, answer, dict(test.raw_schema))
    tally.scores.append(score)
    tally.layouts[layout].append(score)
    for gold, said in _leaves(test.gold, answer):
        (tally.nulls if gold is None else tally.values).append((gold is None) == (said is None))
    if shown and examples:
        for key in score.keys:
            if key.score < 1:
                print(test.id, len(examples), key)


def _leaves(gold: Any, answer: Any) -> list[tuple[Any, Any]]:
    if not isinstance(gold, dict):
        return [] if isinstance(gold, list) else [(gold, answer)]
    inside = answer if isinstance(answer, dict) else {}
    return [pair for name, below in gold.items() for pair in _leaves(below, inside.get(name))]


def _share(flags: list[bool]) -> str:
    return f"{sum(flags) / len(flags):.3f} ({len(flags)})" if flags else "-"


def _print(console: Console, name: str, tallies: dict[int, Tally]) -> None:
    table = Table(title=f"{name}: F1 (lexical) without a model")
    heads = ("examples", "cases", "too few", "F1", "null kept", "value given", "ms a case")
    for column in heads:
        table.add_column(column)
    for count, tally in tallies.items():
        table.add_row(
            str(count),
            str(len(tally.scores)),
            str(tally.short),
            f"{corpus(tally.scores).f1:.4f}",
            _share(tally.nulls),
            _share(tally.values),
            f"{1000 * tally.seconds / max(1, len(tally.scores)):.0f}",
        )
    console.print(table)
    layouts = Table(title="by layout")
    layouts.add_column("layout")
    for count in tallies:
        layouts.add_column(str(count))
    for layout in sorted({one for tally in tallies.values() for one in tally.layouts}):
        scores = [tally.layouts[layout] for tally in tallies.values()]
        layouts.add_row(layout, *(f"{corpus(one).f1:.3f}" for one in scores))
    console.print(layouts)


if __name__ == "__main__":
    sys.exit(main())
