"""Trees that are taught beside rankers that stand: a softmax over the rows of each choice."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from ranker_options import spread
from ranker_trees import softmax_loss, softmax_trees
from rich.console import Console
from rich.table import Table

from nlp.match.ranker import Ranker
from nlp.match.surroundings import Floats
from nlp.match.trees import Trees
from nlp.match.weighed import chances_of

Shape = Mapping[str, float]
"""What the trees of a set have otherwise than :data:`ranker_trees.PARAMETERS`."""
_SEED = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """What one field may be given, a row each and last one for nothing of all that.

    ``right`` says how right each row is; ``part`` is left out along with its ``source``.
    """

    source: str
    part: str
    names: tuple[str, ...]
    rows: NDArray[np.float32]
    right: tuple[float, ...]

    def chances(self, trees: Trees) -> Floats:
        """The chances of its rows."""
        return chances_of(
            trees.scores(spread(self.names, self.rows, trees.names)), [len(self.rows)]
        )[0]


def with_set(ranker: Ranker, name: str, trees: Trees | None) -> Ranker:
    """The ranker with trees of a name, or without any."""
    every = {key: one for key, one in ranker.boosted.trees.items() if key != name}
    if trees is not None:
        every[name] = trees
    return replace(ranker, boosted=replace(ranker.boosted, trees=every))


def fit_by_part(choices: Sequence[Choice], shape: Shape) -> dict[str | None, Trees]:
    """The trees of all (None), and by part those that have not seen it."""
    parts: list[str | None] = [None, *sorted({one.part for one in choices})]
    taught = [[one for one in choices if one.part != part] for part in parts]
    with ProcessPoolExecutor(max_workers=2) as pool:
        return dict(zip(parts, pool.map(partial(_fit, shape=shape), taught), strict=True))


def _fit(choices: Sequence[Choice], shape: Shape) -> Trees:
    names = tuple(sorted({name for one in choices for name in one.names}))
    rows = np.concatenate([spread(one.names, one.rows, names) for one in choices])
    right = [np.array(one.right, dtype=np.float64) for one in choices]
    label = np.concatenate([one / one.sum() for one in right])
    sizes = np.array([len(one) for one in right])
    loss = softmax_loss(sizes, label, np.ones(len(label)))
    return softmax_trees(rows, label, loss, shape, (_SEED,), names)


def print_sums(
    console: Console,
    title: str,
    columns: Sequence[str],
    told: Sequence[tuple[str, Sequence[float]]],
) -> None:
    """A table of sums by source and of all; ``told`` has a source and a row for each choice."""
    table = Table(title=title)
    for column in ("source", *columns):
        table.add_column(column)
    sums: dict[str, Floats] = {}
    for source, row in told:
        for name in (source, "all"):
            sums[name] = sums.get(name, np.zeros(len(columns))) + np.array(row, dtype=np.float64)
    for name, found in sums.items():
        table.add_row(name, *(f"{one:.0f}" for one in found))
    console.print(table)
