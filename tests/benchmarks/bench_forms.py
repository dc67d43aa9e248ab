"""How well labelled forms are read without a model.

    VERAZ_CASES=folder[:folder…] python tests/benchmarks/bench_forms.py [--half] [--keys N]

The folders are those of ``sources.py``. A case may name its ``layout``: the table by layout shows
what each is worth. ``--half`` keeps every second layout only, in the order of their names.
"""

import argparse
import json
import os
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

from nlp.labels.reading import read_form  # noqa: E402
from nlp.labels.terms import label_terms  # noqa: E402
from nlp.layout.structure import layout  # noqa: E402
from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from nlp.schema import split_path  # noqa: E402
from veraz.protocols.scorers.gensie import KeyScore, TaskScore, corpus, score_task  # noqa: E402
from veraz.protocols.scorers.gensie_floor import trivial_answer  # noqa: E402

BINS = 10


class Tally:
    """What is counted over the cases of a folder."""

    def __init__(self) -> None:
        self.scores: list[TaskScore] = []
        self.floor: list[TaskScore] = []
        self.layouts: dict[str, list[TaskScore]] = defaultdict(list)
        self.keys: dict[str, list[KeyScore]] = defaultdict(list)
        self.sure: list[tuple[float, bool]] = []
        self.seconds = 0.0
        self.words = 0


def main() -> int:
    """Read the folders, judge, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=("first", "second"), help="every second layout only")
    parser.add_argument("--limit", type=int, default=0, help="only the first N cases of a folder")
    args = parser.parse_args()
    console = Console(width=110)
    label_terms("lexicons are read once")
    folders = [Path(one) for one in os.environ.get("VERAZ_CASES", "").split(":") if one]
    sources = load_sources()
    if not folders:
        console.print("skipped: VERAZ_CASES names no folder of cases")
        return 0
    for folder in folders:
        layouts = _layouts(folder)
        names = sorted(set(layouts.values()))
        kept = names[0::2] if args.half == "first" else names[1::2] if args.half else names
        tally = Tally()
        for instance in sources.get(folder.name, [])[: args.limit or None]:
            if not layouts or layouts.get(instance.id, "") in kept:
                judge(instance, layouts.get(instance.id, ""), tally)
        _print(console, folder.name, tally)
    return 0


def _layouts(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted(folder.glob("**/*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        found[case["id"]] = str(case.get("layout", ""))
    return found


def judge(instance: Instance, form: str, tally: Tally) -> None:
    """Answer one case and count."""
    layout(instance.document)
    started = time.thread_time()
    read_form(instance.text, layout(instance.document))
    tally.seconds += time.thread_time() - started
    tally.words += len(instance.text.split())
    answer = answer_schema(instance.document, instance.schema, instance.candidates, instance.hints)
    raw = dict(instance.raw_schema)
    score = score_task(instance.gold, answer, raw)
    tally.scores.append(score)
    tally.layouts[form].append(score)
    tally.floor.append(score_task(instance.gold, trivial_answer(raw, instance.text), raw))
    sure = {one.path: one for one in instance.hints}
    for key in score.keys:
        tally.keys[key.type].append(key)
        ranked = sure.get(key.key)
        if ranked is None or len(split_path(key.key)) != key.key.count(".") + 1:
            continue
        best = (
            ranked.choices[0][1]
            if ranked.choices
            else max((hint.score for hint in ranked.hints), default=0.0)
        )
        said = key.system == "value"
        chance = ranked.answered * best if said else 1.0 - ranked.answered
        tally.sure.append((min(1.0, float(chance)), key.score >= 0.99))


def _print(console: Console, name: str, tally: Tally) -> None:
    if not tally.scores:
        console.print(f"{name}: no cases")
        return
    table = Table(title=f"Forms: {name}")
    for column in (
        "cases",
        "layouts",
        "symbolic",
        "floor",
        "ECE of confidence",
        "ms / 1,000 words",
    ):
        table.add_column(column)
    table.add_row(
        str(len(tally.scores)),
        str(len(tally.layouts)),
        f"{corpus(tally.scores).f1:.4f}",
        f"{corpus(tally.floor).f1:.4f}",
        f"{calibration_error(tally.sure):.3f}",
        f"{1e6 * tally.seconds / max(1, tally.words):.1f}",
    )
    console.print(table)
    kinds = Table(title="By kind of value")
    for column in ("kind", "keys", "score", "gold null: kept null", "gold value: left null"):
        kinds.add_column(column)
    for kind, keys in sorted(tally.keys.items()):
        empty = [one.system != "value" for one in keys if one.gold == "null"]
        missed = [one.system == "null" for one in keys if one.gold == "value"]
        kinds.add_row(
            kind, str(len(keys)), _mean([one.score for one in keys]), _mean(empty), _mean(missed)
        )
    console.print(kinds)
    if len(tally.layouts) > 1:
        layouts = Table(title="By layout")
        for column in ("layout", "cases", "F1"):
            layouts.add_column(column)
        for layout, scores in sorted(tally.layouts.items()):
            layouts.add_row(layout, str(len(scores)), f"{corpus(scores).f1:.3f}")
        console.print(layouts)


def calibration_error(pairs: list[tuple[float, bool]]) -> float:
    """The expected calibration error, in ten bins."""
    error = 0.0
    for at in range(BINS):
        inside = [one for one in pairs if at / BINS <= one[0] < (at + 1) / BINS + (at == BINS - 1)]
        if inside:
            gap = abs(mean(p for p, _ in inside) - mean(right for _, right in inside))
            error += len(inside) / len(pairs) * gap
    return error


def _mean(values: list[float] | list[bool]) -> str:
    return f"{mean(values):.3f}" if values else "-"


if __name__ == "__main__":
    sys.exit(main())
