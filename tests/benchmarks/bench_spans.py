"""Spanish spans and values: suites beside the peers, ablation, coverage, speed, scaling.

``python tests/benchmarks/bench_spans.py [--only PART ...] [--texts N]``

Parts: ``suites`` (our scores, the targets and the peers installed here), ``ablation`` (dateparser
and quantulum3 switched off), ``deciders`` (what share of names, dates and units each package
decides), ``coverage`` (short gold strings of GenSIE dev met by a candidate,
and candidates per 1,000 words), ``speed`` (CPU milliseconds per finder and 1,000 words), ``scaling``
(time by length up to 1 MB, real and hostile). Times are CPU seconds of this process.
"""

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from rich.box import SIMPLE_HEAD  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from shared_data import SHARED  # noqa: E402
from spans_ablation import foreign_dates  # noqa: E402
from spans_deciders import deciders  # noqa: E402
from spans_systems import OURS, PEERS, WITHOUT, System, missing, run_speed, run_suites  # noqa: E402

from nlp.candidates import FINDERS, Finder, merge, run_finders  # noqa: E402
from nlp.layout.structure import layout  # noqa: E402
from nlp.names.tokenizing import sentence_words  # noqa: E402
from nlp.pipeline_es import spanish_model_signature  # noqa: E402
from nlp.spans import Candidate, Document  # noqa: E402

CONSOLE = Console(width=130)
SHORT = 8
"""The most tokens (between blanks) of a gold string that a candidate should meet exactly."""
SIZES = (125_000, 250_000, 500_000, 1_000_000)

Scores = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Target:
    """A floor: the suites, the harness's measure, its name and the least per cent."""

    suites: str
    measure: str
    name: str
    least: float


TARGETS = (
    Target("ms.number", "F1", "F1", 95),
    Target("ms.number", "end2end_recall", "span and value", 95),
    Target("duck.number_dot_group", "F1", "F1", 98),
    Target("duck.number", "F1", "F1", 85),
    Target("ms.percent", "F1", "F1", 97),
    Target("ms.ordinal", "end2end_recall", "span and value", 80),
    Target("ms.number_range", "F1", "F1", 75),
    Target("ms.money", "end2end_recall", "span and value", 85),
    Target("duck.money", "end2end_recall", "span and value", 80),
    Target("ms.quantity", "end2end_recall", "span and value", 85),
    Target("duck.quantity", "end2end_recall", "span and value", 75),
    Target("ms.temperature", "end2end_recall", "span and value", 90),
    Target("hourglass.*", "F1_trim", "F1, trimmed", 70),
    Target("hourglass.*", "end2end_trim", "span and value, trimmed", 50),
    Target("ms.datetime", "end2end_trim", "span and value, trimmed", 65),
    Target("duck.datetime,duck.duration", "end2end_trim", "span and value, trimmed", 65),
)


def measured(scores: Scores, target: Target) -> float | None:
    """The measure over all suites of a target, in per cent; F1 from the summed counts."""
    patterns = target.suites.split(",")
    chosen = [
        one for name, one in scores.items() if any(fnmatch.fnmatch(name, p) for p in patterns)
    ]
    if not chosen:
        return None
    gold = sum(one["gold"] for one in chosen)
    if target.measure.startswith("F1"):
        recall = target.measure.replace("F1", "R")
        right = sum(one[recall] * one["gold"] for one in chosen)
        given = sum(one["pred"] for one in chosen)
        return 200 * right / (gold + given)
    return 100 * sum((one[target.measure] or 0) * one["gold"] for one in chosen) / gold


def show_suites(systems: Sequence[System], title: str) -> None:
    """One row a target, one column a system."""
    suites = ",".join(dict.fromkeys(target.suites for target in TARGETS))
    scores = {system.name: run_suites(system, suites) for system in systems}
    table = Table(title=title, box=SIMPLE_HEAD)
    table.add_column("suite")
    table.add_column("measure")
    for column in ("target", *scores):
        table.add_column(column, justify="right")
    for target in TARGETS:
        cells = []
        for system in systems:
            able = any(
                fnmatch.fnmatch(suite.replace("*", "x"), pattern)
                for suite in target.suites.split(",")
                for pattern in system.suites.split(",")
            )
            value = measured(scores[system.name], target) if able else None
            cells.append("–" if value is None else f"{value:.1f}")
        table.add_row(target.suites, target.name, f"{target.least:.0f}", *cells)
    CONSOLE.print(table)


def suites(options: argparse.Namespace) -> None:
    """Our scores beside the targets and the peers."""
    present = [peer for peer in PEERS if not missing(peer)]
    for peer in PEERS:
        if missing(peer):
            CONSOLE.print(f"{peer.name} is not installed here (pip install 'veraz[peers]')")
    show_suites((OURS, *present), "Suites (the half that is given), per cent")
    for system in (OURS, *present):
        CONSOLE.print(f"{system.name}: {run_speed(system, options.texts)}")


def ablation(options: argparse.Namespace) -> None:
    """What dateparser and quantulum3 add: on the suites, and where they are meant to win."""
    show_suites((OURS, *WITHOUT), "Ablation, per cent")
    CONSOLE.print(foreign_dates())
    subprocess.run([sys.executable, str(HERE / "bench_units.py")], check=True)


def decided(options: argparse.Namespace) -> None:
    """What share of names, dates and units each package decides, in texts and in the suites."""
    texts = [document for document, _ in gensie()]
    CONSOLE.print(deciders(texts, f"Who decides, {len(texts)} texts of GenSIE dev"))
    cases = [
        Document(path.stem, json.loads(line)["text"])
        for path in sorted((SHARED / "spanish" / "suites").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    CONSOLE.print(deciders(cases, f"Who decides, {len(cases)} cases of the suites"))


def strings(value: Any) -> Iterator[str]:
    """Every string of a JSON value, names of properties not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


def gensie() -> list[tuple[Document, list[str]]]:
    """The dev texts with their short gold strings that stand in the text verbatim."""
    found = []
    for path in sorted((SHARED / "gensie" / "dev").glob("*.json")):
        task = json.loads(path.read_text(encoding="utf-8"))
        text = task["input_text"]
        gold = [
            one
            for one in strings(task["output"])
            if one.strip() and len(one.split()) <= SHORT and one in text
        ]
        found.append((Document(path.stem, text), gold))
    return found


def words_in(documents: Iterable[Document]) -> int:
    """Words between blanks."""
    return sum(len(document.text.split()) for document in documents)


def coverage(options: argparse.Namespace) -> None:
    """Gold strings met exactly, and candidates per 1,000 words, without each finder in turn."""
    tasks = gensie()
    words = words_in(document for document, _ in tasks)
    found = [{name: finder(document) for name, finder in FINDERS.items()} for document, _ in tasks]
    gold = sum(len(wanted) for _, wanted in tasks)
    table = Table(
        title=f"Coverage of {gold} short gold strings, GenSIE dev, {spanish_model_signature()}",
        box=SIMPLE_HEAD,
    )
    for column in ("finders", "met exactly, %", "candidates per 1,000 words", "distinct"):
        table.add_column(column, justify="left" if column == "finders" else "right")

    def row(name: str, chosen: Callable[[str], bool]) -> None:
        met = count = distinct = 0
        for (_, wanted), by_finder in zip(tasks, found, strict=True):
            kept: tuple[Candidate, ...] = merge(
                one for finder, all_ in by_finder.items() if chosen(finder) for one in all_
            )
            mentions = {one.mention for one in kept}
            met += sum(one in mentions for one in wanted)
            count += len(kept)
            distinct += len(mentions)
        figures = (100 * met / gold, 1000 * count / words, 1000 * distinct / words)
        table.add_row(name, f"{figures[0]:.1f}", f"{figures[1]:.0f}", f"{figures[2]:.0f}")

    row("all", lambda name: True)
    row("rules only", lambda name: name != "entities")
    row("entities only", lambda name: name == "entities")
    for name in FINDERS:
        row(f"all but {name}", lambda other, name=name: other != name)
    CONSOLE.print(table)


def speed(options: argparse.Namespace) -> None:
    """CPU milliseconds per 1,000 words of each finder, one document after the other."""
    documents = [document for document, _ in gensie()]
    words = words_in(documents)
    run_finders(Document("warm", documents[0].text + " "))
    seconds: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for document in documents:
        for shared, read in (("(layout)", layout), ("(words)", sentence_words)):
            started = time.thread_time()
            read(document)
            seconds[shared] += time.thread_time() - started
        findings = run_finders(document)
        seconds.update(findings.seconds)
        found.update(one.source for one in findings.candidates)
        if findings.failures:
            raise SystemExit(findings.failures[0].traceback)
    table = Table(title=f"CPU time, {words:,} words of GenSIE dev", box=SIMPLE_HEAD)
    for column in ("finder", "ms per 1,000 words", "kept per 1,000 words"):
        table.add_column(column, justify="left" if column == "finder" else "right")
    for name, taken in sorted(seconds.items(), key=lambda pair: -pair[1]):
        table.add_row(name, f"{1e6 * taken / words:.2f}", f"{1000 * found[name] / words:.1f}")
    rules = sum(taken for name, taken in seconds.items() if name != "entities")
    table.add_row("rules together", f"{1e6 * rules / words:.2f}", "")
    CONSOLE.print(table)


HOSTILE = {
    "digits": "1234567890",
    "nested brackets": "(",
    "no blanks": "abcdefghij",
    "emoji": "🙂👩‍👩‍👧",
    "combining marks": "e\u0301\u0323",
    "right to left": "שלום ",
    "NUL": "\x00",
    "stops": ".",
    "quotes": "«",
    "asterisks": "*",
    "slashes": "1/",
    "decimals": "1.2,",
    "numerals": "mil ",
}


def scaling(options: argparse.Namespace) -> None:
    """Time by length: real texts with the model; hostile ones with the finders by rule."""
    real = "\n\n".join(document.text for document, _ in gensie())
    rules = {name: finder for name, finder in FINDERS.items() if name != "entities"}
    CONSOLE.print("CPU seconds by length in characters")
    CONSOLE.print(_row("text", *(f"{size:,}" for size in SIZES), "doubled", "dearest finder"))
    _scale("real texts, all finders", real, SIZES, FINDERS)
    _scale("real texts, rules", real, SIZES, rules)
    for name, unit in HOSTILE.items():
        _scale(name, unit, SIZES[options.skip :], rules)


def _scale(name: str, unit: str, sizes: Sequence[int], finders: Mapping[str, Finder]) -> None:
    taken: list[float] = []
    dearest = ""
    for size in sizes:
        text = (unit * (size // len(unit) + 1))[:size]
        started = time.process_time()
        findings = run_finders(Document(f"{name} {size}", text), finders=finders)
        taken.append(time.process_time() - started)
        if findings.failures:
            raise SystemExit(findings.failures[0].traceback)
        dearest = max(findings.seconds, key=lambda one: findings.seconds[one])
    cells = ["–"] * (len(SIZES) - len(sizes)) + [f"{one:.2f}" for one in taken]
    CONSOLE.print(_row(name, *cells, f"× {taken[-1] / taken[-2]:.2f}", dearest))


def _row(name: str, *cells: str) -> str:
    return f"  {name:26}" + "".join(f"{cell:>12}" for cell in cells[:-1]) + f"   {cells[-1]}"


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "suites": suites,
    "ablation": ablation,
    "deciders": decided,
    "coverage": coverage,
    "speed": speed,
    "scaling": scaling,
}


def main() -> int:
    """Run the parts asked for, all by default."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=tuple(PARTS), default=tuple(PARTS))
    parser.add_argument("--texts", type=int, default=30, help="real texts to time the peers on")
    parser.add_argument(
        "--skip", type=int, default=2, help="leave out the N smallest sizes of hostile texts"
    )
    options = parser.parse_args()
    for needed in ("spanish", "gensie"):
        if not (SHARED / needed).exists():
            CONSOLE.print(f"needs the shared data {needed} (set VERAZ_SHARED): nothing measured")
            return 0
    CONSOLE.print(f"Spanish model: {spanish_model_signature()} · {os.cpu_count()} processors")
    for part in options.only:
        PARTS[part](options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
