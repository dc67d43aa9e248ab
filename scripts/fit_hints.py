"""Fit what of a text's facts a prompt shows: coefficients, and floors by kind.

    VERAZ_SHARED=… VERAZ_CASES=… python scripts/fit_hints.py [--write] [--precision P] [--untaught]

The weights that ship are fitted with ``--untaught`` on texts that taught no ranker: what a ranker says of
those it was taught by is surer than it is of others.
A source weighs by the root of its texts, a text by the root of its offers. A ridge logistic
regression over the traits of offers is fitted by Newton's method; the floor of a kind is the least
chance from which a share P of the offers was right, each source judged by coefficients that the
others taught.
"""

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from nlp.facts.fact_kinds import FAMILIES  # noqa: E402
from nlp.facts.offered import Offer  # noqa: E402
from nlp.facts.weighing import NEVER, Weighing, floor_of, model_of, traits_of  # noqa: E402

RESOURCE = ROOT / "resources" / "hint_weights.json"
RIDGE = 4.0
PRECISION = 0.82
"""What is asked of sources that taught no ranker; of texts beside them as much comes true."""
COPIED, LABELLED, PLAIN = 0.9, 0.7, 0.03
"""The share of guesses at a field, which are copied; of values behind a label, which says itself what
they are; and how much more is asked of names and texts, which tell a model nothing it does not read."""
SLACK = 0.25
LEAST = 15
"""Offers of a kind above its floor, below which nothing is known of it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An offer and whether it is right."""

    offer: Offer
    right: bool


Floats = NDArray[np.float64]
Lessons = Mapping[str, Sequence[Sequence[Judged]]]
"""The judged offers of each text of each source."""


def fit(lessons: Lessons, precision: float = PRECISION) -> Weighing:
    """Coefficients taught by all sources of ``lessons``, floors by each judged by the others."""
    read = {name: _read(own) for name, own in lessons.items()}
    judged: dict[str, list[tuple[float, bool, float, str]]] = defaultdict(list)
    for name, own in read.items():
        weights = _taught([found for source, found in read.items() if source != name])
        for model, rows in own.items():
            if model not in weights:
                continue
            chances = _chances(np.array([row.traits for row in rows]), weights[model])
            for row, chance in zip(rows, chances, strict=True):
                judged[row.floor].append((float(chance), row.right, row.size, name))
    floors = {
        key: floor(rows, field_terms_of(key, precision)) for key, rows in sorted(judged.items())
    }
    taught = _taught(list(read.values()))
    named = {
        model: {
            name: round(float(one), 4)
            for name, one in zip(_names(model, read), weights, strict=True)
            if one
        }
        for model, weights in sorted(taught.items())
    }
    return Weighing(named, floors)


def field_terms_of(key: str, precision: float) -> float:
    """The share of right ones asked of the offers of a floor (:func:`nlp.facts.weighing.floor_of`)."""
    basis, _, rest = key.partition(":")
    shares = {"guess": COPIED, "label": LABELLED, "pattern": LABELLED}
    plain = FAMILIES.get(rest.partition(":")[0], "") in {"name", "text"}
    return shares.get(basis, precision + PLAIN * plain)


@dataclass(frozen=True, slots=True)
class _Row:
    """A judged offer as numbers; ``size`` is what it weighs."""

    names: tuple[str, ...]
    traits: tuple[float, ...]
    right: bool
    floor: str
    size: float


def _read(own: Sequence[Sequence[Judged]]) -> dict[str, list[_Row]]:
    """The offers of a source by model; its texts weigh alike but for the root of their offers."""
    read: dict[str, list[_Row]] = defaultdict(list)
    for text in own:
        sizes = Counter(model_of(one.offer) for one in text)
        for one in text:
            model = model_of(one.offer)
            traits = traits_of(one.offer)
            size = sizes[model] ** -0.5
            names, values = tuple(traits), tuple(traits.values())
            read[model].append(_Row(names, values, one.right, floor_of(one.offer), size))
    for rows in read.values():
        whole = sum(row.size for row in rows) ** 0.5
        rows[:] = [replace(row, size=row.size / whole) for row in rows]
    return read


def _names(model: str, read: Mapping[str, Mapping[str, Sequence[_Row]]]) -> tuple[str, ...]:
    return next(own[model][0].names for own in read.values() if own.get(model))


def _taught(sources: Sequence[Mapping[str, Sequence[_Row]]]) -> dict[str, Floats]:
    """The weights of each model."""
    rows: dict[str, list[_Row]] = defaultdict(list)
    for own in sources:
        for model, found in own.items():
            rows[model] += found
    return {model: _regression(found) for model, found in rows.items()}


def _regression(rows: Sequence[_Row]) -> Floats:
    matrix = np.array([row.traits for row in rows])
    right = np.array([row.right for row in rows], dtype=float)
    sizes = np.array([row.size for row in rows])
    sizes *= len(rows) / sizes.sum()
    weights = np.zeros(matrix.shape[1])
    for _ in range(12):
        chances = _chances(matrix, weights)
        slope = matrix.T @ (sizes * (chances - right)) + RIDGE * weights
        bend = (matrix.T * (sizes * chances * (1 - chances))) @ matrix
        weights -= np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    return weights


def _chances(matrix: Floats, weights: Floats) -> Floats:
    chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(matrix @ weights, -30, 30)))
    return chances


def floor(rows: Sequence[tuple[float, bool, float, str]], precision: float) -> float:
    """The least chance from which on a share of the offers is right, by weight and in each source.

    A source of which :data:`LEAST` offers are above the floor may fall short by :data:`SLACK`.
    """
    best, right, whole = NEVER, 0.0, 0.0
    good: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for count, (chance, is_good, size, source) in enumerate(
        sorted(rows, key=lambda row: -row[0]), start=1
    ):
        right, whole = right + size * is_good, whole + size
        good[source] += is_good
        every[source] += 1
        known = [one for one in every if every[one] >= LEAST]
        even = all(good[one] >= (precision - SLACK) * every[one] for one in known)
        if count >= LEAST and right >= precision * whole and even:
            best = chance
    return round(best, 4)


def main() -> int:
    """Fit on every source there is and write the resource."""
    from hint_lessons import read_lessons

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {RESOURCE.name}")
    parser.add_argument("--precision", type=float, default=PRECISION)
    parser.add_argument(
        "--untaught", action="store_true", help="fit on the folders of VERAZ_CASES alone"
    )
    args = parser.parse_args()
    folders = os.environ.get("VERAZ_CASES", "").split(":") if args.untaught else []
    fitted = fit(read_lessons([Path(one).name for one in folders]), args.precision)
    for key, least in fitted.floors.items():
        print(f"{key:20} {least:.3f}" if least < NEVER else f"{key:20} not shown")
    if args.write:
        told = {"coefficients": fitted.coefficients, "floors": fitted.floors}
        RESOURCE.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
