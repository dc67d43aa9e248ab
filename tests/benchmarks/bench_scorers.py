"""The scorers beside the organisers' numbers, and their speed.

    python tests/benchmarks/bench_scorers.py
    python tests/benchmarks/bench_scorers.py --organisers 'python score.py {gold} {predictions}'

The organisers' programs are not ours to ship: whoever has a copy names the command that scores
2019's scenario 1 (``{gold}`` and ``{predictions}`` are directories), and gets the ratio of times.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from shared_data import SHARED  # noqa: E402

from veraz.protocols.scorers import bacteria_biotope, dude, ehealthkd  # noqa: E402
from veraz.protocols.scorers.gensie import corpus, gap_closed, lexical, score_task  # noqa: E402
from veraz.protocols.scorers.gensie_files import read_instances, read_predictions  # noqa: E402
from veraz.protocols.scorers.gensie_judge import Judge  # noqa: E402

LIST = {"properties": {"a": {"type": "array", "items": {"type": "string"}}}}
OBJECTS = {
    "properties": {
        "a": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "year": {"type": "integer"}},
            },
        }
    }
}


def timed(work: Callable[[], Any], *, times: int = 3) -> tuple[Any, float]:
    """The result and the best wall time of a few runs."""
    best, result = float("inf"), None
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best


def show(title: str, header: list[str], rows: Iterator[tuple[Any, ...]], console: Console) -> None:
    """Print a table as it fills."""
    table = Table(title=title, title_justify="left")
    for place, name in enumerate(header):
        table.add_column(name, justify="right" if place else "left")
    for row in rows:
        table.add_row(*(f"{c:.4f}" if isinstance(c, float) else str(c) for c in row))
    if table.row_count:
        console.print(table)
    else:
        console.print(f"{title}: the shared data is missing, skipped")


def ehealthkd_rows() -> Iterator[tuple[Any, ...]]:
    """Every published run: F1 of both, the largest difference of any figure, seconds."""
    for year in (2019, 2020):
        folder = SHARED / "ehealthkd" / str(year)
        if not folder.exists():
            continue
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        for run, scenarios in expected.items():
            for name, numbers in scenarios.items():
                start = time.perf_counter()
                score = ehealthkd.score_folders(
                    folder / "gold", folder / "runs" / run, year=year, scenario=int(name[-1])
                )
                seconds = time.perf_counter() - start
                gap = max(abs(float(score.metrics[key] or 0) - numbers[key]) for key in numbers)
                f1 = float(score.metrics["f1"] or 0)
                yield f"{year} {name} {run}", f1, numbers["f1"], f"{gap:.1e}", f"{seconds:.2f} s"


def gensie_rows() -> Iterator[tuple[Any, ...]]:
    """The recorded answers: key counts equal, scores equal where no embedding is asked."""
    folder = SHARED / "gensie" / "recorded"
    if not folder.exists():
        return
    instances = read_instances(folder / "instances")
    for path in sorted(folder.glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        official = {record["id"]: record for record in map(json.loads, lines)}
        answers = read_predictions(path).answers
        scores, keys, exact, equal = [], 0, 0, 0
        for each in instances:
            asked: list[str] = []

            def watch(a: str, b: str, asked: list[str] = asked) -> float:
                asked.append(a)
                return lexical(a, b)

            gold, answer = each.gold or {}, answers[each.id]
            score = score_task(gold, answer, each.schema, similarity=watch)
            said = official[each.id]
            pair = (score.gold_keys, score.system_keys)
            keys += pair == (said["gold_keys"], said["system_keys"])
            exact += not asked
            equal += not asked and abs(score.tps - said["official_tps"]) <= 1e-9
            scores.append(score)
        whole = corpus(scores)
        yield path.stem, f"{keys} of {len(instances)}", f"{equal} of {exact}", whole.f1


def biotope_rows() -> Iterator[tuple[Any, ...]]:
    """Gold against itself in all six subtasks."""
    ontology = SHARED / "bb" / "OntoBiotope_BioNLP-ST-2016_parents.txt"
    if not ontology.exists():
        return
    for task in bacteria_biotope.TASKS:
        folder = SHARED / "bb" / f"BB-{task}_dev"

        def work(folder: Path = folder, task: str = task) -> Any:
            return bacteria_biotope.score_folders(folder, folder, task=task, ontology=ontology)

        score, seconds = timed(work, times=1)
        yield task, score.main, score.metrics[score.main], score.metrics["references"], seconds
    # Substitutions, insertions, deletions and references of the published table.
    for name, wrong, extra, lost, total in (("published, event+ner", 209.446, 86, 347, 1022),):
        counts = np.array([[total - lost - wrong, wrong, extra, lost, total, total - lost + extra]])
        value = bacteria_biotope.statistics("event+ner", page=False)["ser"](counts)
        yield name, "ser", f"{value:.3f}", total, 0.0


def dude_rows() -> Iterator[tuple[Any, ...]]:
    """The demo's two submissions beside what the organisers' program printed."""
    folder = SHARED / "dude"
    if not folder.exists():
        return
    for name, printed in (("perfect", 1.0), ("imperfect", 0.7659)):
        run = folder / "submissions" / f"DUDE_demo_submission_{name}.json"
        score = dude.score_files(folder / "gt" / "DUDE_demo_gt.json", run)
        yield name, float(score.metrics["anls"] or 0), printed


def search_again(gold: list[str], system: list[str]) -> float:
    """The matching as described, searching the maximum after every match: cubic."""
    judge = Judge({})
    table = np.array([[judge.value(g, s, {"type": "string"}) for s in system] for g in gold])
    matched = 0.0
    for _ in range(min(table.shape)):
        i, j = np.unravel_index(np.argmax(table), table.shape)
        matched += float(table[i, j])
        table[i, :], table[:, j] = -1, -1
    return matched / (len(gold) + len(system) - matched)


def list_rows(most: int) -> Iterator[tuple[Any, ...]]:
    """Time for lists of growing length, beside the search that starts again."""
    generator = np.random.default_rng(0)
    size = 125
    while size <= most:
        words = [" ".join(map(str, generator.integers(0, 60, 6))) for _ in range(size)]
        other = [words[place] if place % 3 else f"{words[place]} 7" for place in range(size)]
        other = [other[place] for place in generator.permutation(size)]
        score, fast = timed(lambda a=words, b=other: score_task({"a": a}, {"a": b}, LIST), times=1)
        objects = [
            [{"name": name, "year": place % 50} for place, name in enumerate(each)]
            for each in (words, other)
        ]
        _, rich = timed(
            lambda pair=objects: score_task({"a": pair[0]}, {"a": pair[1]}, OBJECTS), times=1
        )
        again, slow = timed(lambda a=words, b=other: search_again(a, b), times=1)
        same = abs(score.tps - again) < 1e-9
        yield size, f"{fast:.3f} s", f"{rich:.3f} s", f"{slow:.3f} s", "yes" if same else "NO"
        size *= 2


def ratio_rows(command: str) -> Iterator[tuple[Any, ...]]:
    """The organisers' program as the reader has it, beside ours, both as processes of their own."""
    folder = SHARED / "ehealthkd" / "2019"
    gold, run = folder / "gold" / "scenario1-main", folder / "runs" / "baseline" / "scenario1-main"
    theirs = [part.format(gold=gold, predictions=run) for part in shlex.split(command)]
    ours = [sys.executable, "-m", "veraz.cli", "score", "ehealthkd", "--year", "2019"]
    ours += ["--scenario", "1", "--gold", str(gold), "--predictions", str(run), "--resamples", "0"]
    _, slow = timed(lambda: subprocess.run(theirs, check=True, capture_output=True), times=3)
    _, fast = timed(lambda: subprocess.run(ours, check=True, capture_output=True, cwd=ROOT))
    yield "2019 scenario 1, baseline run", f"{fast:.2f} s", f"{slow:.2f} s", slow / fast


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--organisers", metavar="COMMAND", help="times their program beside ours")
    parser.add_argument("--longest", type=int, default=500, help="longest list (default: 500)")
    args = parser.parse_args()
    console = Console(width=110)
    header = ["run", "F1", "printed", "largest difference", "time"]
    show("eHealth-KD beside the organisers' program", header, ehealthkd_rows(), console)
    header = ["recorded answers", "key counts equal", "tps equal", "F1 (lexical)"]
    show("GenSIE beside the organisers' program", header, gensie_rows(), console)
    header = ["subtask", "measure", "value", "references", "seconds"]
    show("Bacteria Biotope: gold against itself", header, biotope_rows(), console)
    show("DUDE demo", ["submission", "ANLS", "printed"], dude_rows(), console)
    header = ["length", "strings", "objects", "strings, cubic search", "same score"]
    show("GenSIE lists", header, list_rows(args.longest), console)
    console.print(f"gap closed: .8 over .6 is {gap_closed(0.8, 0.6):.2f}", highlight=False)
    if args.organisers:
        header = ["files", "ours", "theirs", "theirs / ours"]
        show("speed beside the organisers' program", header, ratio_rows(args.organisers), console)


if __name__ == "__main__":
    main()
