"""One user's way with labelled documents, command by command, in a folder of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from reviewer import decide_all, review_page

from veraz.gold import read_gold

VERAZ = (sys.executable, "-m", "veraz.cli")
RISKS = (0.05, 0.10)
"""The second is the one by which the new documents are decided."""


@dataclass(frozen=True)
class Told:
    """One figure of a run, with the seconds its command took where one did."""

    what: str
    figure: str
    seconds: float | None = None


@dataclass
class Run:
    """A split of the documents; ``asked`` are the options that say what is extracted, ``who`` by whom."""

    name: str
    folder: Path
    rows: Mapping[str, Sequence[Mapping[str, Any]]]
    asked: Sequence[str]
    who: Sequence[str]
    told: list[Told] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)

    def work(self) -> None:
        """Go through all commands; each of them must end well."""
        self.folder.mkdir(parents=True)
        for name, rows in self.rows.items():
            _write(self.folder / f"{name}.jsonl", rows)
        new = [{key: row[key] for key in ("id", "text")} for row in self.rows["new"]]
        _write(self.folder / "in.jsonl", new)
        self._evaluate_labelled()
        for risk in RISKS:
            self._calibrate(risk)
        shown = ["--examples", "examples.jsonl"]
        self._batch("plain.jsonl", shown)
        self._batch("out.jsonl", [*shown, "--calibration", f"calibration_{RISKS[-1]}.json"])
        self._judge("out.jsonl")
        self._review("out.jsonl", "for review by the calibration")
        self._review("plain.jsonl", "surer than .5 unseen")
        self._learn_from("out.jsonl")

    def _evaluate_labelled(self) -> None:
        for shown in ("without", "with"):
            out = f"labelled_{shown}.json"
            more = ["--examples", "examples.jsonl"] if shown == "with" else []
            words = ["evaluate", "labelled.jsonl", *self.asked, *self.who, *more, "--json", out]
            seconds = self._veraz(words)[0]
            self._tell(f"evaluate: F1 of the labelled, {shown} examples", self._f1(out), seconds)

    def _calibrate(self, risk: float) -> None:
        out = f"calibration_{risk}.json"
        words = ["calibrate", "labelled.jsonl", *self.asked, "--risk", f"{risk}", "-o", out]
        seconds, printed = self._veraz([*words, "--answers", "labelled_with.json"])
        self.said[f"veraz calibrate --risk {risk}"] = _sentences(printed)
        made = self._json(out)
        self._tell(f"calibrate: accepted at risk {risk}", f"{made['automated']:.1%}", seconds)

    def _batch(self, out: str, more: Sequence[str]) -> None:
        words = ["batch", "in.jsonl", out, *self.asked, *self.who, *more, "--evidence"]
        seconds = self._veraz(words)[0]
        rows = len(self.rows["new"])
        how = "with the calibration" if "--calibration" in more else "without it"
        self._tell(f"batch: documents, {how}", f"{rows}", seconds)

    def _judge(self, out: str) -> None:
        """What the calibration accepted in the new documents, and how much of that is wrong."""
        words = ["evaluate", "new.jsonl", *self.asked, "--answers", out, "--json", "judged.json"]
        seconds = self._veraz(words)[0]
        decided = self._json("judged.json")["decided"]
        accepted, wrong = decided["accepted"], decided["wrong"]
        share = f" = {wrong / accepted:.3f}" if accepted else ""
        self._tell("evaluate: accepted of the fields of the new", f"{accepted}/{decided['fields']}")
        self._tell("evaluate: of those wrong", f"{wrong}/{accepted}{share}", seconds)

    def _review(self, out: str, how: str) -> None:
        gold = {
            each.id: each for each in read_gold(self.folder / "new.jsonl", **self._taken).documents
        }
        command = [*VERAZ, "review", out, "--input", "in.jsonl", *self.asked, "--port", "0"]
        start = time.perf_counter()
        with review_page(command, self.folder, self.folder / f"{out}.log") as client:
            done = decide_all(client, gold)
        seconds = time.perf_counter() - start
        self._tell(f"review: asked, {how}", f"{done.asked}", seconds)
        waited = f"{1000 * median(done.seconds):.0f} ms" if done.seconds else "none"
        self._tell("review: decisions, a decision's median", f"{len(done.seconds)}, {waited}")
        reviewed = Path(out).with_suffix(".gold.jsonl").name
        both = ["--answers", out, "--answers", reviewed]
        words = ["evaluate", "new.jsonl", *self.asked]
        seconds = self._veraz([*words, *both, "--json", "after.json"])[0]
        change = f"{self._f1('judged.json')} → {self._f1('after.json')}"
        self._tell("evaluate: F1 before and after", change, seconds)

    def _learn_from(self, out: str) -> None:
        """What was reviewed, as gold to judge and to calibrate by, and as examples."""
        reviewed = Path(out).with_suffix(".gold.jsonl").name
        words = ["evaluate", reviewed, *self.asked, "--answers", out, "--json", "reviewed.json"]
        seconds = self._veraz(words)[0]
        judged = sum(len(each["verdicts"]) for each in self._json("reviewed.json")["documents"])
        self._tell("evaluate by the reviewed: places judged", f"{judged}", seconds)
        words = ["evaluate", "labelled.jsonl", *self.asked, *self.who, "--examples", reviewed]
        seconds = self._veraz([*words, "--json", "taught.json"])[0]
        self._tell("evaluate: F1, taught by the reviewed", self._f1("taught.json"), seconds)

    @property
    def _taken(self) -> dict[str, Any]:
        schema = json.loads(Path(self.asked[1]).read_text(encoding="utf-8"))
        return {"schema": schema, "instruction": self.asked[3]}

    def _tell(self, what: str, figure: str, seconds: float | None = None) -> None:
        self.told.append(Told(what, figure, seconds))

    def _veraz(self, words: Sequence[str]) -> tuple[float, str]:
        """Run a command; gives its seconds and what it printed."""
        start = time.perf_counter()
        ended = subprocess.run([*VERAZ, *words], cwd=self.folder, capture_output=True, text=True)
        if ended.returncode:
            raise RuntimeError(f"veraz {' '.join(words)}: {ended.returncode}\n{ended.stderr}")
        return time.perf_counter() - start, ended.stdout

    def _json(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def _f1(self, name: str) -> str:
        counts = self._json(name)["overall"]
        twice = 2 * counts["right"]
        against = 2 * counts["wrong"] + counts["missed"] + counts["invented"]
        return f"{twice / (twice + against):.3f}"


def _sentences(printed: str) -> str:
    """What stands below the table."""
    return "\n".join(line for line in printed.splitlines() if line.rstrip().endswith("."))


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
