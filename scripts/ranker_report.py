"""What is right on what was left out: by source, before and after, with calibration."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import mean

import numpy as np
from ranker_folds import Scored, Shares
from ranker_lessons import Case
from ranker_trees import GROUPS, Floats
from rich.console import Console
from rich.table import Table

from nlp.match.boosted import kind_of
from nlp.match.ranker import Ranker, softmax

_BINS = 10


def best_row(one: Scored, scores: Floats) -> tuple[int, float]:
    """The row of the answer with the highest chance, its repetitions added up, and that chance."""
    chances = softmax(scores)
    keys = one.case.texts
    if not keys:
        row = int(np.argmax(chances))
        return row, float(chances[row])
    sums: dict[str, float] = defaultdict(float)
    first: dict[str, int] = {}
    for row in np.argsort(-chances, kind="stable").tolist():
        first.setdefault(keys[row], row)
        sums[keys[row]] += float(chances[row])
    key = max(sums, key=lambda name: sums[name])
    return first[key], sums[key]


def calibration_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean gap between chance and share right over ten bins of equal width."""
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, right in pairs:
        bins[min(_BINS - 1, int(chance * _BINS))].append((chance, right))
    return sum(
        abs(mean(chance for chance, _ in rows) - mean(right for _, right in rows)) * len(rows)
        for rows in bins.values()
    ) / max(1, len(pairs))


def area(pairs: Sequence[tuple[float, float]]) -> float:
    """The chance that an answered case scores above an unanswered one; ``pairs`` (score, label)."""
    right = [score for score, label in pairs if label]
    wrong = [score for score, label in pairs if not label]
    wins = sum((a > b) + 0.5 * (a == b) for a in right for b in wrong)
    return wins / max(1, len(right) * len(wrong))


def print_left_out(judged: Iterable[Scored], shares: Shares, console: Console) -> None:
    """The table by source and kind of field: the linear ranker alone, and with the trees."""
    table = Table(title="First answers, by source left out of training (linear alone → with trees)")
    for column in ("source", "kind", "cases", "exact", "F1 or overlap", "error of confidence"):
        table.add_column(column)
    kinds: dict[tuple[str, str], list[Scored]] = defaultdict(list)
    for one in judged:
        if one.case.group in GROUPS:
            kinds[one.case.source, kind_of(one.case.profile)].append(one)
    for (source, kind), cases in sorted(kinds.items()):
        before = _measure(cases, lambda one: one.linear)
        after = _measure(cases, lambda one, own=shares[kind]: one.scores(own))
        cells = [f"{old:.3f} → {new:.3f}" for old, new in zip(before, after, strict=True)]
        table.add_row(source, kind, str(len(cases)), *cells)
    console.print(table)


def _measure(
    cases: Sequence[Scored], score: Callable[[Scored], Floats]
) -> tuple[float, float, float]:
    exact, partly, pairs = [], [], []
    for one in cases:
        if one.case.exact is None or one.case.partly is None:
            continue
        row, chance = best_row(one, score(one))
        exact.append(float(one.case.exact[row]))
        partly.append(float(one.case.partly[row]))
        pairs.append((chance, float(one.case.exact[row])))
    return mean(exact), mean(partly), calibration_error(pairs)


def print_members(
    cases: Iterable[Case], linear: Callable[[Case], Ranker], console: Console
) -> None:
    """Members of enums by source, by the linear ranker that never saw it."""
    rights: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.group == "member":
            scores = linear(case).scores("member", case.columns)
            rights[case.source].append(float(case.target[int(np.argmax(scores))]))
    table = Table(title="Members right, by source left out")
    for column in ("source", "cases", "right"):
        table.add_column(column)
    for source, each in sorted(rights.items()):
        table.add_row(source, str(len(each)), f"{mean(each):.3f}")
    console.print(table)
