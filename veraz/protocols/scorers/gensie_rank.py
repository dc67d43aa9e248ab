"""Gap closed over the baseline, by model and in the mean, from GenSIE reports.

A *system* is a participant's pipeline; a team's figure takes its best pipeline for each model.
The gap is averaged over every model that has a baseline, and a model a system did not run counts 0.
Reports of different signatures are never put in one ranking.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.gensie import TaskScore, corpus, gap_closed
from veraz.protocols.scorers.score import ratio
from veraz.resampling import RESAMPLES, Interval, Rows, percentile_interval, resamples

BASELINE = "baseline"
UNSIGNED = "(none)"
TEAM = "(best pipeline)"


@dataclass(frozen=True, slots=True)
class Report:
    """One report: who ran what, and tps, gold and system keys by instance."""

    participant: str
    pipeline: str
    model: str
    signature: str
    tasks: Mapping[str, TaskScore]
    path: Path

    @property
    def f1(self) -> float:
        """Corpus F1 from the instances."""
        return corpus(self.tasks.values()).f1


@dataclass(frozen=True, slots=True)
class Standing:
    """A system's gaps: ``gaps`` by model (None: not run), their mean, and its interval."""

    system: str
    gaps: Mapping[str, float | None]
    f1: Mapping[str, float | None]
    mean: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every system under one signature, best first."""

    signature: str
    models: tuple[str, ...]
    baselines: Mapping[str, float]
    standings: tuple[Standing, ...]
    warnings: tuple[str, ...]


def read_report(path: Path) -> Report:
    """Read one report; raises :class:`ScoringError` naming what is missing."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ScoringError(f"expected JSON: {error.msg}", path=path, line=error.lineno) from error
    if not isinstance(record, dict) or not isinstance(record.get("tasks"), list):
        raise ScoringError('expected a GenSIE report with "config" and "tasks"', path=path)
    config, metrics = record.get("config") or {}, record.get("metrics") or {}
    for key in ("model", "pipeline"):
        if not config.get(key):
            raise ScoringError(f'expected "config" to name the {key}', path=path)
    return Report(
        participant=str(record.get("participant") or ""),
        pipeline=str(config["pipeline"]),
        model=str(config["model"]),
        signature=str(metrics.get("signature") or UNSIGNED),
        tasks={task.task_id: task for task in (_task(each, path) for each in record["tasks"])},
        path=path,
    )


def _task(record: Any, path: Path) -> TaskScore:
    try:
        return TaskScore(
            tps=float(record["tps"]),
            gold_keys=int(record["gold_keys"]),
            system_keys=int(record["system_keys"]),
            task_id=str(record["task_id"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ScoringError(
            "expected every task to have task_id, tps, gold_keys, system_keys", path=path
        ) from error


def read_reports(folder: Path) -> list[Report]:
    """Read every ``.json`` below the folder."""
    paths = sorted(folder.rglob("*.json")) if folder.is_dir() else []
    if not paths:
        raise ScoringError("expected a directory of report files (.json)", path=folder)
    return [read_report(path) for path in paths]


def rank(
    reports: Sequence[Report],
    *,
    baseline: str = BASELINE,
    times: int = RESAMPLES,
    seed: int = 0,
) -> list[Ranking]:
    """One ranking for each signature."""
    signatures = sorted({report.signature for report in reports})
    return [
        _rank([each for each in reports if each.signature == name], name, baseline, times, seed)
        for name in signatures
    ]


def _rank(
    reports: Sequence[Report], signature: str, baseline: str, times: int, seed: int
) -> Ranking:
    warnings: list[str] = []
    bases: dict[str, Report] = {}
    for report in reports:
        if report.pipeline == baseline:
            known = bases.get(report.model)
            if known is not None:
                warnings.append(f"{report.model}: several baselines, the highest F1 is taken")
            if known is None or report.f1 > known.f1:
                bases[report.model] = report
    systems: dict[str, dict[str, Report]] = {}
    for report in reports:
        if report.pipeline == baseline:
            continue
        if report.model not in bases:
            warnings.append(f"{report.path.name}: no baseline for {report.model}, left out")
            continue
        _enter(systems, report, bases[report.model], warnings)
    systems = {name: runs for name, runs in systems.items() if not _is_lone(name, systems)}
    models = tuple(sorted(bases))
    standings = [_standing(name, runs, bases, times, seed) for name, runs in systems.items()]
    standings.sort(key=lambda each: (-each.mean, each.system))
    return Ranking(
        signature,
        models,
        {model: bases[model].f1 for model in models},
        tuple(standings),
        tuple(warnings),
    )


def _enter(
    systems: dict[str, dict[str, Report]], report: Report, base: Report, warnings: list[str]
) -> None:
    """Put a report under its pipeline and, if it is its team's best for the model, the team."""
    if set(report.tasks) != set(base.tasks):
        common = len(set(report.tasks) & set(base.tasks))
        warnings.append(
            f"{report.path.name}: {len(report.tasks)} instances, the baseline has "
            f"{len(base.tasks)}; compared on the {common} they share"
        )
    team = f"{report.participant} " if report.participant else ""
    for name in (f"{team}{report.pipeline}", f"{team}{TEAM}"):
        runs = systems.setdefault(name, {})
        known = runs.get(report.model)
        if known is None or report.f1 > known.f1:
            runs[report.model] = report


def _is_lone(name: str, systems: Mapping[str, Mapping[str, Report]]) -> bool:
    """Whether a team's best is the best of one pipeline."""
    team = name.removesuffix(TEAM)
    return name.endswith(TEAM) and sum(each.startswith(team) for each in systems) == 2


def _standing(
    name: str, runs: Mapping[str, Report], bases: Mapping[str, Report], times: int, seed: int
) -> Standing:
    pairs = {model: _paired(runs[model], bases[model]) for model in sorted(bases) if model in runs}
    gaps: dict[str, float | None] = dict.fromkeys(sorted(bases))
    f1: dict[str, float | None] = dict(gaps)
    for model, (system, base) in pairs.items():
        gaps[model] = gap_closed(_f1(system), _f1(base))
        f1[model] = _f1(system)
    drawn = _drawn_means(list(pairs.values()), len(bases), times, seed)
    mean = sum(gap or 0.0 for gap in gaps.values()) / len(bases)
    return Standing(name, gaps, f1, mean, percentile_interval(drawn))


def _paired(report: Report, base: Report) -> tuple[Rows, Rows]:
    """Rows (tps, gold keys, system keys) of both on the instances they share, in one order."""
    names = sorted(set(report.tasks) & set(base.tasks))
    left, right = (
        np.array(
            [[t.tps, t.gold_keys, t.system_keys] for t in (each.tasks[name] for name in names)],
            dtype=np.float64,
        ).reshape(-1, 3)
        for each in (report, base)
    )
    return left, right


def _f1(rows: Rows) -> float:
    return 2 * ratio(float(rows[:, 0].sum()), float(rows[:, 1:].sum()))


def _drawn_means(
    pairs: Sequence[tuple[Rows, Rows]], models: int, times: int, seed: int
) -> list[float]:
    """Mean gap of each draw; models that share an instance count draw the same instances."""
    draws = [resamples(len(left), times=times, seed=seed) for left, _ in pairs if len(left)]
    known = [pair for pair in pairs if len(pair[0])]
    means = []
    for places in zip(*draws, strict=True):
        gaps = [
            gap_closed(_f1(left[at]), _f1(right[at]))
            for (left, right), at in zip(known, places, strict=True)
        ]
        means.append(sum(gaps) / models)
    return means
