"""Fit the confidence of fields on recorded answers, and measure it on schemas left out.

Rows are the leaves of every recorded answer after normalization, with the features of
:mod:`normalizers.confidence` and whether the leaf is right: equal to gold, or for strings a
normalized Levenshtein similarity of at least .5 (DUDE's threshold); an element of a list is right
when any element of gold is that near. Answers of one model stand twice, with and without the
agreement among its runs. A ridge logistic regression is fitted by Newton's method.

    python scripts/calibrate_confidence.py [--write]
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from nlp.candidates import find_candidates  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.schema import Draft, Schema  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402
from normalizers.confidence import features  # noqa: E402
from normalizers.consensus import merge_drafts  # noqa: E402
from normalizers.judge import judge  # noqa: E402
from normalizers.normalize import read_document, signals  # noqa: E402
from normalizers.place import Context, Place  # noqa: E402
from veraz.evaluation.gensie import score_task  # noqa: E402

RESOURCE = ROOT / "resources" / "normalizers" / "confidence.json"
RIDGE = 10.0
NEAR = 0.5

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Instance:
    """One recorded text with its gold answer, compiled and read once."""

    id: str
    raw_schema: dict[str, Any]
    gold: dict[str, Any]
    schema: Schema
    context: Context


@dataclass(frozen=True, slots=True)
class Row:
    """One leaf: its features, whether it is right and aligned, its schema's title."""

    known: dict[str, float]
    right: bool
    aligned: bool
    group: str
    run: str


def load_instances(folder: Path) -> list[Instance]:
    """Read and compile the recorded instances."""
    instances = []
    for path in sorted((folder / "instances").glob("*.json")):
        task = json.loads(path.read_text(encoding="utf-8"))
        raw = task["target_schema"]
        schema = compile_schema(raw, instruction=task["instruction"])
        document = Document(task["id"], task["input_text"])
        candidates = find_candidates(document)
        hints = match_hints(document, candidates, schema)
        context = read_document(schema, document, candidates, hints=hints)
        instances.append(Instance(task["id"], raw, task["output"], schema, context))
    return instances


def load_runs(folder: Path) -> dict[str, dict[str, Any]]:
    """Read the recorded answers: run → instance → output."""
    runs = {}
    for path in sorted(folder.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        runs[path.stem] = {line["id"]: line["output"] for line in lines}
    return runs


def task_similarity(raw: dict[str, Any]) -> Any:
    """The task's own metric on one top-level field."""

    def similarity(name: str, gold: Any, answer: Any) -> float:
        score = score_task({name: gold}, {name: answer}, raw)
        return score.tps / max(score.gold_keys, score.system_keys, 1)

    return similarity


def agreements(instance: Instance, drafts: Sequence[Draft]) -> tuple[Draft, dict[str, float]]:
    """The consensus of several answers and the agreement on each of its paths."""
    merged, agreement = merge_drafts(drafts, instance.schema)
    return merged, dict(agreement)


def rows_of(
    instance: Instance, draft: Draft, run: str, agreement: dict[str, float] | None = None
) -> Iterator[Row]:
    """The leaves of one answer as rows."""
    pairs = paired_items(instance, draft)
    for place in judge(draft, instance.context):
        if place.removed:
            continue
        known = signals(place, draft, instance.context, agreement or {})
        told = replace(known, logprob=None)
        yield Row(
            features(place, told),
            is_right(place, instance.gold, pairs),
            place.alignment.kind != "none",
            str(instance.raw_schema.get("title", "")),
            run,
        )


def paired_items(instance: Instance, draft: Draft) -> dict[str, int]:
    """For lists of objects, the gold index that answers each answered index, greedily."""
    pairs: dict[str, int] = {}
    answer = draft.root if isinstance(draft.root, dict) else {}
    similarity = task_similarity(instance.raw_schema)
    for name, gold in instance.gold.items():
        given = answer.get(name)
        if not isinstance(gold, list) or not isinstance(given, list):
            continue
        if not any(isinstance(each, dict) for each in gold):
            continue
        ranked = sorted(
            (-similarity(name, [g], [a]), i, j)
            for i, g in enumerate(gold)
            for j, a in enumerate(given)
        )
        taken: set[int] = set()
        for score, i, j in ranked:
            if score < 0 and i not in taken and f"{name}.{j}" not in pairs:
                pairs[f"{name}.{j}"] = i
                taken.add(i)
    return pairs


def is_right(place: Place, gold: Any, pairs: dict[str, int]) -> bool:
    """Whether a place's value answers gold."""
    steps = place.path.split(".")
    here: Any = gold
    for depth, step in enumerate(steps):
        if isinstance(here, list):
            if depth == len(steps) - 1 and not any(isinstance(each, dict) for each in here):
                return any(near(place.value, each) for each in here)
            index = pairs.get(".".join(steps[: depth + 1]))
            if index is None:
                return False
            here = here[index]
        elif isinstance(here, dict) and step in here:
            here = here[step]
        else:
            return False
    return near(place.value, here)


def near(value: Any, gold: Any) -> bool:
    """Equal, or for two strings near enough."""
    if isinstance(value, str) and isinstance(gold, str):
        return likeness(value, gold) >= NEAR
    if isinstance(value, bool) != isinstance(gold, bool):
        return False
    return bool(value == gold)


def likeness(left: str, right: str) -> float:
    """Normalized Levenshtein similarity of two strings, case and spacing aside."""
    a, b = " ".join(left.lower().split()), " ".join(right.lower().split())
    if not a or not b:
        return float(a == b)
    previous = list(range(len(b) + 1))
    for i, sign in enumerate(a, 1):
        current = [i]
        for j, other in enumerate(b, 1):
            cost = previous[j - 1] + (sign != other)
            current.append(min(cost, previous[j] + 1, current[j - 1] + 1))
        previous = current
    return 1 - previous[-1] / max(len(a), len(b))


def all_rows(instances: Sequence[Instance], runs: dict[str, dict[str, Any]]) -> list[Row]:
    """Every leaf of every recorded answer, and of each model's consensus with its agreement."""
    rows: list[Row] = []
    models = sorted({run.split("--")[0] for run in runs})
    for instance in instances:
        for run, outputs in runs.items():
            if outputs[instance.id] is not None:
                rows.extend(rows_of(instance, Draft(root=outputs[instance.id]), run))
        for model in models:
            names = [run for run in runs if run.startswith(f"{model}--")]
            outputs = [runs[run][instance.id] for run in names]
            drafts = [Draft(root=each) for each in outputs if each is not None]
            merged, agreement = agreements(instance, drafts)
            rows.extend(rows_of(instance, merged, f"{model}--consensus", agreement))
    return rows


def fit(rows: Sequence[Row]) -> dict[str, float]:
    """The weights of a ridge logistic regression, by Newton's method."""
    names = sorted({name for row in rows for name in row.known})
    inputs = matrix(rows, names)
    right = np.array([row.right for row in rows], dtype=np.float64)
    weights = np.zeros(len(names))
    penalty = np.full(len(names), RIDGE)
    penalty[names.index("bias")] = 1e-3
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (right - chance) - penalty * weights
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def matrix(rows: Sequence[Row], names: Sequence[str]) -> Floats:
    """The features of the rows, one column a name."""
    return np.array([[row.known.get(name, 0.0) for name in names] for row in rows])


def predict(rows: Sequence[Row], weights: dict[str, float]) -> Floats:
    """The probability that each row is right."""
    names = list(weights)
    score = matrix(rows, names) @ np.array([weights[name] for name in names])
    chance: Floats = 1 / (1 + np.exp(-score))
    return chance


def leave_schemas_out(rows: Sequence[Row]) -> tuple[Floats, Floats]:
    """Predictions for every row by a model that saw no row of its schema; and the aligned-or-not
    baseline, each side's share of right rows likewise learnt elsewhere."""
    chances, baseline = np.zeros(len(rows)), np.zeros(len(rows))
    for group in sorted({row.group for row in rows}):
        seen = [row for row in rows if row.group != group]
        places = [place for place, row in enumerate(rows) if row.group == group]
        chances[places] = predict([rows[place] for place in places], fit(seen))
        for aligned in (False, True):
            side = [row.right for row in seen if row.aligned == aligned]
            share = sum(side) / len(side) if side else 0.5
            chosen = [place for place in places if rows[place].aligned == aligned]
            baseline[chosen] = share
    return chances, baseline


def main() -> int:
    """Measure on schemas left out; with ``--write`` fit on all and write the coefficients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the coefficients")
    arguments = parser.parse_args()
    from shared_data import SHARED

    folder = SHARED / "gensie" / "recorded"
    if not folder.exists():
        print(f"no recorded answers at {folder} (set VERAZ_SHARED)")
        return 1
    second = SHARED / "gensie" / "second"
    runs = load_runs(second / "recorded")
    rows = all_rows(load_instances(folder), load_runs(folder))
    rows += all_rows(load_instances(second), runs)
    chances, baseline = leave_schemas_out(rows)
    right = np.array([row.right for row in rows], dtype=np.float64)
    print(f"{len(rows)} leaves, {right.mean():.3f} right, {len({r.group for r in rows})} schemas")
    for name, values in (("model", chances), ("aligned or not", baseline)):
        brier = float(np.mean((values - right) ** 2))
        print(f"{name:16s} Brier {brier:.4f}  ranking (AUC) {auc(values, right):.4f}")
    if arguments.write:
        weights = fit(rows)
        content = {
            "method": "ridge logistic regression, scripts/calibrate_confidence.py",
            "rows": len(rows),
            "weights": weights,
        }
        RESOURCE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 0


def auc(values: Floats, right: Floats) -> float:
    """The chance that a right leaf is surer than a wrong one, ties counting half."""
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    for value in np.unique(values):
        same = values == value
        ranks[same] = ranks[same].mean()
    hits = int(right.sum())
    misses = len(right) - hits
    return float((ranks[right == 1].sum() - hits * (hits + 1) / 2) / (hits * misses))


if __name__ == "__main__":
    raise SystemExit(main())
