"""Which member, true or false: taught by every source but forms (members) or by all (flags).

Judged with each source left out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean

import numpy as np
from ranker_folds import key_of
from ranker_lessons import Case
from ranker_linear import STRENGTH, fit_binary, fit_choice
from rich.console import Console
from rich.table import Table

from nlp.match.ranker import Ranker

Weights = dict[str, float]
_NO_TEACHER = {"member": frozenset({"forms"}), "flag": frozenset[str]()}
"""Members of forms' enums stand in boxes and labels, which are read before any weight counts."""


def fit_choices(
    cases: Iterable[Case],
    priors: Mapping[str, Mapping[str, float]],
    held: frozenset[str] = frozenset(),
) -> dict[str, Weights]:
    """The weights of members and flags without what is left out (``source/schema``)."""
    kept: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.source in _NO_TEACHER.get(case.group, {case.source}) or key_of(case) in held:
            continue
        kept[case.group].append(case)
    flags = [
        (_row(case), float(case.target[0]), f"{case.schema}/{case.path}") for case in kept["flag"]
    ]
    return {
        "member": fit_choice(kept["member"], priors["member"], STRENGTH["member"]),
        "flag": fit_binary(flags, priors["flag"], STRENGTH["flag"]),
    }


def print_choices(
    cases: Sequence[Case],
    before: Callable[[Case], Ranker],
    without: Mapping[str, Mapping[str, Weights]],
    groups: Mapping[str, frozenset[str]],
    console: Console,
) -> None:
    """The share right by source left out; ``before`` gives the ranker without the new teachers."""
    rights: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for name, held in groups.items():
        taught = Ranker(without[name])
        for case in cases:
            if case.group in _NO_TEACHER and key_of(case) in held:
                pair = (_right(case, before(case)), _right(case, taught))
                rights[case.group, case.source].append(pair)
    table = Table(title="Members and flags right, by source left out (before → taught by all)")
    for column in ("choice", "source", "cases", "right"):
        table.add_column(column)
    for (group, source), pairs in sorted(rights.items()):
        old, new = (mean(column) for column in zip(*pairs, strict=True))
        table.add_row(group, source, str(len(pairs)), f"{old:.3f} → {new:.3f}")
    console.print(table)


def _right(case: Case, ranker: Ranker) -> float:
    if case.group == "flag":
        return float((ranker.logit("flag", _row(case)) >= 0.0) == bool(case.target[0]))
    return float(case.target[int(np.argmax(ranker.scores("member", case.columns)))])


def _row(case: Case) -> dict[str, float]:
    return {name: float(column[0]) for name, column in case.columns.items()}
