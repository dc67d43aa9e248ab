"""Fit the confidence of fields, and measure it on whole sources left out.

    python scripts/calibrate_confidence.py [--write] [--cache FILE]
    VERAZ_CASES=… python scripts/calibrate_confidence.py --untaught [--shipped] [--cache FILE]

Trees put the answers in order, a line through their scores makes probabilities (Platt, 1999). In the
table each source is judged by what the others taught: expected calibration error over ten equal bins by
their mean, the chance that a right answer is surer than a wrong one (AUC), the share of planted errors
less sure than the median of the right values around them. ``--write`` then fits on all sources.
``--untaught`` reads answers of candidates, and errors planted, in the folders of VERAZ_CASES alone,
which taught no ranker (it is surer of what taught it than of a text nobody has seen), and of other
sources what models answered; ``--shipped`` judges by the weights that ship.
"""

import argparse
import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import lightgbm
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from confidence_planted import KINDS  # noqa: E402
from confidence_rows import CANDIDATES, Row, rows_of_source  # noqa: E402
from ranker_forms.make import write_forms  # noqa: E402
from ranker_trees import as_trees  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from nlp.match.trees import pack  # noqa: E402
from normalizers.confidence import Calibration, calibrations  # noqa: E402
from normalizers.confidence_features import GROUPS  # noqa: E402
from veraz.protocols.scorers.dude_calibration import expected_calibration_error  # noqa: E402

Floats = NDArray[np.float64]
Table32 = NDArray[np.float32]
RESOURCES = ROOT / "resources" / "normalizers"
GENERATED = "generated forms"
MOST = 45
"""Instances of a source, taken evenly."""
PLANTED_WEIGHT = 0.6
"""What all planted answers weigh beside all drafts of models."""
WRONG_WEIGHT = 1.5
"""What a planted error weighs beside a value that was left right."""
FOLDS = 3
BINS = 10
FEWEST = 100
"""Leaves under which a figure says nothing."""
ROUNDS = 100
SEEDS = (1, 7)
PARAMETERS = {
    "objective": "binary",
    "num_leaves": 8,
    "learning_rate": 0.05,
    "min_data_in_leaf": 60,
    "lambda_l2": 5.0,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """How the rows of a source fared: their chances and whether they were right."""

    chances: Floats
    right: Floats

    @property
    def error(self) -> float:
        """Expected calibration error over equal bins, by their mean."""
        return float(
            expected_calibration_error(
                self.chances, self.right, bins=BINS, binning="equal-range", proxy="mean"
            )
        )

    @property
    def order(self) -> float:
        """The chance that a right leaf is surer than a wrong one, ties counting half."""
        ranks = np.empty(len(self.chances))
        ranks[np.argsort(self.chances, kind="stable")] = np.arange(1, len(self.chances) + 1)
        for value in np.unique(self.chances):
            same = self.chances == value
            ranks[same] = ranks[same].mean()
        hits = int(self.right.sum())
        misses = len(self.right) - hits
        rank = float(ranks[self.right == 1].sum())
        return (rank - hits * (hits + 1) / 2) / max(1, hits * misses)


def fit(rows: Sequence[Row], group: str) -> Calibration:
    """The calibration of a group, fitted on drafts and on what was planted, each with its weight."""
    mine = [row for row in rows if row.group == group]
    names = sorted({name for row in mine for name in row.known})
    table = np.array([[row.known.get(name, 0.0) for name in names] for row in mine], np.float32)
    right = np.array([float(row.right) for row in mine])
    weight = weights(mine)
    folds = np.array([hash_of(row) % FOLDS for row in mine])
    held = np.zeros(len(mine))
    for fold in range(FOLDS):
        kept = folds == fold
        if kept.any():
            seen = _booster(table[~kept], right[~kept], weight[~kept], SEEDS[0])
            held[kept] = seen.predict(table[kept], raw_score=True)
    boosters = [_booster(table, right, weight, seed) for seed in SEEDS]
    return Calibration(as_trees(boosters, names), *_line(held, right, weight))


def hash_of(row: Row) -> int:
    """A number that is the same for all rows of an instance, every time."""
    return sum(map(ord, row.source + row.instance))


def weights(rows: Sequence[Row]) -> Floats:
    """A source weighs as any other, an instance by the square root of its leaves; what was planted
    weighs :data:`PLANTED_WEIGHT` of the drafts, an error more than what was left right."""
    planted = np.array([row.planted is not None for row in rows])
    leaves = Counter((row.source, row.instance, row.planted is None) for row in rows)
    found = np.array(
        [leaves[(row.source, row.instance, row.planted is None)] ** -0.5 for row in rows]
    )
    found *= np.array([WRONG_WEIGHT if row.planted and not row.right else 1.0 for row in rows])
    sources = np.array([row.source for row in rows])
    for source in set(sources.tolist()):
        for kind in (planted, ~planted):
            mine = kind & (sources == source)
            found[mine] /= max(found[mine].sum(), 1e-9)
    size = int((~planted).sum())
    found[~planted] *= size / found[~planted].sum()
    if planted.any():
        found[planted] *= PLANTED_WEIGHT * size / found[planted].sum()
    return found


def _booster(table: Table32, right: Floats, weight: Floats, seed: int) -> lightgbm.Booster:
    taught = lightgbm.Dataset(table, right, weight=weight)
    return lightgbm.train({**PARAMETERS, "seed": seed}, taught, num_boost_round=ROUNDS)


def _line(scores: Floats, right: Floats, weight: Floats) -> tuple[float, float]:
    """Offset and slope of the logistic regression on one score, by Newton's method."""
    inputs = np.stack([np.ones_like(scores), scores], axis=1)
    line = np.array([0.0, 1.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ line))
        gradient = inputs.T @ (weight * (right - chance))
        curvature = (inputs * (weight * chance * (1 - chance))[:, None]).T @ inputs
        step = np.linalg.solve(curvature + 1e-6 * np.eye(2), gradient)
        line += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return float(line[0]), float(line[1])


def chances_of(rows: Sequence[Row], calibration: Calibration) -> Floats:
    """The probability that each row is right."""
    odds = np.array(calibration.log_odds([row.known for row in rows]))
    chance: Floats = 1 / (1 + np.exp(-odds))
    return chance


def report(
    console: Console,
    rows: Mapping[str, Sequence[Row]],
    shipped: Mapping[str, Calibration] | None = None,
) -> dict[str, Judged]:
    """Judge every source by what the others taught, print the tables; what came of each group.

    Where ``shipped`` calibrations are given, every source is judged by them.
    """
    how = "each source left out" if shipped is None else "by the weights that ship"
    table = Table(title=f"Confidence, {how}")
    for column in ("of", "source", "leaves", "right", "mean", "ECE", "AUC"):
        table.add_column(column, justify="left" if column in ("of", "source") else "right")
    traps = Table(title=f"Planted errors less sure than the median of right values, {how}")
    for column in ("source", "planted", *KINDS, "all"):
        traps.add_column(column, justify="left" if column == "source" else "right")
    together: dict[str, list[Judged]] = {}
    for group in GROUPS:
        for source, mine in rows.items():
            others = [row for name, theirs in rows.items() if name != source for row in theirs]
            kept = [row for row in mine if row.group == group]
            real = [row for row in kept if row.planted is None]
            if not kept or (len(real) < FEWEST and group != "model"):
                continue
            calibration = fit(others, group) if shipped is None else shipped[group]
            if len(real) >= FEWEST:
                judged = Judged(
                    chances_of(real, calibration), np.array([float(row.right) for row in real])
                )
                together.setdefault(group, []).append(judged)
                table.add_row(group, source, str(len(real)), *_figures(judged))
            if group == "model" and any(row.planted is not None for row in kept):
                traps.add_row(source, *_trapped(kept, calibration))
    whole = {
        group: Judged(
            np.concatenate([one.chances for one in judged]),
            np.concatenate([one.right for one in judged]),
        )
        for group, judged in together.items()
    }
    for group, every in whole.items():
        table.add_row(group, "all of these", str(len(every.right)), *_figures(every))
    console.print(table)
    console.print(traps)
    return whole


def _figures(judged: Judged) -> list[str]:
    """The share right, the mean confidence, ECE and AUC, for the table."""
    figures = (judged.right.mean(), judged.chances.mean(), judged.error, judged.order)
    return [f"{figure:.3f}" for figure in figures]


def _trapped(rows: Sequence[Row], calibration: Calibration) -> list[str]:
    planted = [row for row in rows if row.planted is not None]
    chances = chances_of(planted, calibration)
    right = np.array([row.right for row in planted])
    under = chances < np.median(chances[right])
    cells = [str(int((~right).sum()))]
    for kind in (*KINDS, None):
        chosen = np.array(
            [not row.right if kind is None else row.planted == kind for row in planted]
        )
        cells.append(f"{under[chosen].mean():.3f}" if chosen.any() else "–")
    return cells


def read_rows(cache: Path | None, *, untaught: bool = False) -> dict[str, list[Row]]:
    """The rows of every source that is here; read from ``cache`` where it is there.

    With ``untaught``, of the folders of VERAZ_CASES all, of other sources what models answered.
    """
    if cache is not None and cache.exists():
        found: dict[str, list[Row]] = pickle.loads(cache.read_bytes())
        return found
    rows = _rows_of_untaught() if untaught else _rows_of_all()
    if cache is not None:
        cache.write_bytes(pickle.dumps(rows))
    return rows


def _evenly(instances: Sequence[Instance]) -> Sequence[Instance]:
    """At most :data:`MOST` of a source, taken evenly."""
    return instances[:: max(1, -(-len(instances) // MOST))]


def _rows_of_all() -> dict[str, list[Row]]:
    with TemporaryDirectory() as folder:
        os.environ["VERAZ_CASES"] = str(write_forms(Path(folder) / GENERATED))
        return {
            source: list(rows_of_source(source, _evenly(instances)))
            for source, instances in load_sources().items()
        }


def _rows_of_untaught() -> dict[str, list[Row]]:
    folders = {Path(one).name for one in os.environ.get("VERAZ_CASES", "").split(":")}
    rows: dict[str, list[Row]] = {}
    for source, instances in load_sources().items():
        if source in folders:
            rows[source] = list(rows_of_source(source, instances))
            continue
        drafted = [one for one in instances if one.drafts]
        mine = rows_of_source(source, _evenly(drafted))
        if drafts := [row for row in mine if row.planted is None and row.run != CANDIDATES]:
            rows[source] = drafts
    return rows


def write(rows: Mapping[str, Sequence[Row]]) -> None:
    """Fit every group on all sources and write what the product reads."""
    import hashlib

    every = [row for mine in rows.values() for row in mine]
    groups = {}
    for group in GROUPS:
        calibration = fit(every, group)
        packed = pack(calibration.trees)
        (RESOURCES / f"confidence_{group}.npz").write_bytes(packed)
        groups[group] = {
            "sha256": hashlib.sha256(packed).hexdigest(),
            "offset": round(calibration.offset, 6),
            "slope": round(calibration.slope, 6),
            "leaves": sum(row.group == group and row.planted is None for row in every),
        }
    content = {
        "method": "boosted trees and a line, scripts/calibrate_confidence.py",
        "sources": sorted(rows),
        "groups": groups,
    }
    text = json.dumps(content, indent=1) + "\n"
    (RESOURCES / "confidence.json").write_text(text, encoding="utf-8")


def main() -> int:
    """Print the tables; with ``--write`` fit on all and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the weights")
    parser.add_argument("--cache", type=Path, help="keeps the features, and reads them")
    parser.add_argument(
        "--untaught", action="store_true", help="candidates' answers of VERAZ_CASES alone"
    )
    parser.add_argument("--shipped", action="store_true", help="judge the weights that ship")
    arguments = parser.parse_args()
    rows = read_rows(arguments.cache, untaught=arguments.untaught)
    report(Console(width=110), rows, calibrations() if arguments.shipped else None)
    if arguments.write:
        write(rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
