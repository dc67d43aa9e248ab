"""Which member of an enum: taught by every source but forms, judged with each left out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean

import numpy as np
from ranker_folds import key_of
from ranker_lessons import Case
from ranker_linear import STRENGTH, fit_choice
from rich.console import Console
from rich.table import Table

from nlp.match.ranker import Ranker

Weights = dict[str, float]
_NO_TEACHERS = frozenset({"forms"})
"""Members on forms stand in boxes and behind labels, which are read before any weight counts."""


def fit_members(
    cases: Iterable[Case],
    priors: Mapping[str, Mapping[str, float]],
    held: frozenset[str] = frozenset(),
) -> dict[str, Weights]:
    """The weights of members without what is left out (``source/schema``)."""
    taught = [
        case
        for case in cases
        if case.group == "member" and case.source not in _NO_TEACHERS and key_of(case) not in held
    ]
    return {"member": fit_choice(taught, priors["member"], STRENGTH["member"])}


def print_members(
    cases: Sequence[Case],
    before: Callable[[Case], Ranker],
    without: Mapping[str, Mapping[str, Weights]],
    groups: Mapping[str, frozenset[str]],
    console: Console,
) -> None:
    """The share right by source left out; ``before`` gives the ranker without the new teachers."""
    rights: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, held in groups.items():
        taught = Ranker(without[name])
        for case in cases:
            if case.group == "member" and key_of(case) in held:
                rights[case.source].append((_right(case, before(case)), _right(case, taught)))
    table = Table(title="Members right, by source left out (dev and recorded → all teachers)")
    for column in ("source", "cases", "right"):
        table.add_column(column)
    for source, pairs in sorted(rights.items()):
        old, new = (mean(column) for column in zip(*pairs, strict=True))
        table.add_row(source, str(len(pairs)), f"{old:.3f} → {new:.3f}")
    console.print(table)


def _right(case: Case, ranker: Ranker) -> float:
    return float(case.target[int(np.argmax(ranker.scores("member", case.columns)))])
