"""Fit what foresees how right a reading of a list of objects is; write resources/row_weights.yaml.

    python scripts/fit_rows.py [--only SOURCE,…] [--no-write]

Every block of every solved text is read as each list of objects that the schema asks for; least squares
foresee the score of each reading from its features, and that of the answer without blocks from how
many fields its objects have. The table shows, source by source, the mean score of the lists without
blocks, with the weights fitted on the other sources, and of the best reading there is.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill
from unittest.mock import patch

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
PLACES = (ROOT, ROOT / "scripts", ROOT / "tests", ROOT / "tests" / "benchmarks")
sys.path[:0] = [str(place) for place in PLACES]

from ranker_lessons import answer_at  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from nlp.match.pool import read_pool  # noqa: E402
from nlp.match.ranker import trained_ranker  # noqa: E402
from nlp.match.row_choice import crossed, other_features, readings  # noqa: E402
from nlp.match.surroundings import Floats  # noqa: E402
from nlp.match.symbolic_answer import answer_schema, read_task, told_by_rows  # noqa: E402
from veraz.protocols.scorers.gensie import lexical  # noqa: E402
from veraz.protocols.scorers.gensie_judge import Judge  # noqa: E402

WEIGHTS = ROOT / "resources" / "row_weights.yaml"
_NOTE = "# How right a reading of a list of objects will be; features in nlp/match/row_choice.py.\n"
_PENALTY = 1e-2


@dataclass(frozen=True, slots=True)
class Solved:
    """One list of objects of one text: its readings, what each scores, and the answer without them.

    ``told`` is the share of an object that each reading may tell, by which its promise counts.
    """

    source: str
    features: Floats
    told: Floats
    scores: Floats
    other_features: Floats
    other: float


def main() -> int:
    """Read, print the table, fit on everything, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of sources, separated by commas")
    parser.add_argument("--no-write", action="store_true")
    args = parser.parse_args()
    wanted = [name for name in args.only.split(",") if name]
    sources = [name for name in _loaded() if not wanted or name in wanted]
    with ProcessPoolExecutor(max_workers=2) as pool:
        solved = [one for found in pool.map(solved_of, sources) for one in found]
    for name in dict.fromkeys(one.source for one in solved):
        own = [one for one in solved if one.source == name]
        rest = [one for one in solved if one.source != name] or own
        print_source(name, own, *fitted(rest))
    if not args.no_write:
        block, other = fitted(solved)
        WEIGHTS.write_text(_NOTE + told("block", block) + told("other", other), encoding="utf-8")
    return 0


def told(name: str, weights: Floats) -> str:
    """Weights as a list in YAML."""
    return fill(f"{name}: [{', '.join(f'{one:.3f}' for one in weights)}]", 100) + "\n"


def solved_of(source: str) -> list[Solved]:
    """The lists of objects of all texts of a source."""
    instances = _loaded().pop(source)
    return [one for instance in instances for one in solved_lists(source, instance)]


@cache
def _loaded() -> dict[str, list[Instance]]:
    """Every source, read before the processes part; each gives up the ones it has read."""
    return load_sources()


def solved_lists(source: str, one: Instance) -> list[Solved]:
    """The lists of objects of a text with all their readings."""
    if not any(field.item is not None and field.item.fields for field in one.schema.walk()):
        return []
    reading = read_pool(one.document, one.candidates, one.schema)
    ranker = one.ranker or trained_ranker()
    offers = readings(one.schema, reading, ranker)
    if not offers:
        return []
    with patch("nlp.match.symbolic_answer.chosen_rows", return_value={}):
        task = read_task(one.document, one.schema, one.candidates, one.hints, ranker)
        answer = answer_schema(
            one.document, one.schema, one.candidates, one.hints, ranker=one.ranker
        )
    judge = Judge(dict(one.raw_schema), rules="as_organisers", similarity=lexical)
    arrays = {field.path: field for field in one.schema.walk()}
    found = []
    for path, rows in offers.items():
        array, node = arrays[path], judge.node(judge.schema, path)
        gold = answer_at(one.gold, path)
        values = [told_by_rows(array, filling, task) for filling, _ in rows]
        found.append(
            Solved(
                source,
                crossed(np.array([row for _, row in rows])),
                np.array([filling.told_share for filling, _ in rows]),
                np.array([judge.value(gold, value, node) for value in values]),
                other_features(array),
                judge.value(gold, answer_at(answer, path), node),
            )
        )
    return found


def fitted(solved: Sequence[Solved]) -> tuple[Floats, Floats]:
    """The weights of a block's features and of the other reading's; many readings count as few."""
    size = [np.full(len(one.scores), len(one.scores) ** -0.5) for one in solved]
    block = _least_squares(
        np.vstack([one.features for one in solved]),
        np.concatenate([one.scores for one in solved]),
        np.concatenate(size),
    )
    other = _least_squares(
        np.array([one.other_features for one in solved]),
        np.array([one.other for one in solved]),
        np.ones(len(solved)),
    )
    return block, other


def _least_squares(rows: Floats, scores: Floats, weights: Floats) -> Floats:
    """Weights of features, the first of which is always 1; a small penalty keeps them small."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    varied = spread > 0
    scaled = np.column_stack(
        [np.ones(len(rows)), (rows[:, varied] - mean[varied]) / spread[varied]]
    )
    left = (scaled * weights[:, None]).T @ scaled + _PENALTY * len(rows) * np.eye(scaled.shape[1])
    found = np.linalg.solve(left, (scaled * weights[:, None]).T @ scores)
    plain = np.zeros(rows.shape[1])
    plain[varied] = found[1:] / spread[varied]
    plain[0] = found[0] - float(plain @ mean)
    return plain


def print_source(name: str, solved: Sequence[Solved], block: Floats, other: Floats) -> None:
    """One line of the table."""
    chosen = []
    for one in solved:
        promised = one.features @ block * one.told
        best = int(np.argmax(promised))
        takes = promised[best] > one.other_features @ other
        chosen.append(float(one.scores[best]) if takes else one.other)
    best_of = [max(one.other, float(one.scores.max())) for one in solved]
    without = np.mean([one.other for one in solved])
    print(
        f"{name:10} {len(solved):4} lists  without blocks {without:.3f}"
        f"  with {np.mean(chosen):.3f}  best {np.mean(best_of):.3f}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
