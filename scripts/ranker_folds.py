"""Predictions on what was left out: linear scores by fold, trees by source, what each counts."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Case
from ranker_linear import WIDE, fit, read_priors
from ranker_sources import QUESTIONS
from ranker_trees import (
    FOR_FIELDS,
    GROUPS,
    LEARNABLE,
    Recipe,
    features_for,
    fit_trees,
)
from scipy.optimize import minimize

from nlp.match.boosted import FIELDS, ROWS, kind_of, promising, raw_scores, set_of
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees

Floats = NDArray[np.float64]
Shares = Mapping[str, tuple[float, float]]
FOLDS = 3
LINEAR_SOURCES = frozenset({"dev", "recorded"})
"""Nearest to what is asked of a matcher: the linear half learns from them as much as from all others."""
_BOXED = ("member", "forms")
"""Members on made forms stand in boxes and behind labels, which are read before any weight counts."""
_SHARES = np.array([0.5, 0.5])


@dataclass
class Scored:
    """A decision with its features, and what the trees that never saw its source say of the rows."""

    case: Case
    features: Mapping[str, Floats]
    raw: Floats = field(default_factory=lambda: np.zeros(0))

    @property
    def linear(self) -> Floats:
        """The scores of a linear ranker that never saw the schema."""
        return self.features["lin_score"]

    def scores(self, shares: tuple[float, float]) -> Floats:
        """What decides: the linear score and the trees as much as each counts."""
        line, trees = shares
        return line * self.linear + (trees * self.raw if trees else 0.0)


def families(cases: Iterable[Case]) -> dict[tuple[str, str], int]:
    """The fold of each schema: those of one name are together, whatever the source."""
    names = sorted({case.schema for case in cases})
    return {name: at % FOLDS for at, name in enumerate(names)}


def linear_rankers(
    cases: Sequence[Case], groups: Mapping[str, frozenset[str]]
) -> tuple[Ranker, dict[str, Ranker]]:
    """The linear ranker of all its sources, and the one without each of the groups left out."""
    narrow = [case for case in cases if case.source in LINEAR_SOURCES]
    wide = [
        case
        for case in cases
        if case.group in WIDE
        and case.source != QUESTIONS
        and (case.group, case.source) != _BOXED
        and kind_of(case.profile) != "question"
        and case.target.max(initial=0.0) >= LEARNABLE
    ]
    priors = read_priors()

    def without(held: frozenset[str]) -> Ranker:
        near, far = ([case for case in each if key_of(case) not in held] for each in (narrow, wide))
        return fit(near, far, priors)

    return without(frozenset()), {name: without(held) for name, held in groups.items()}


def scored(cases: Sequence[Case], linear: Callable[[Case], Ranker]) -> list[Scored]:
    """The decisions the trees may learn from; ``linear`` gives the ranker that never saw the source."""
    return [
        Scored(case, features_for(case, linear(case)))
        for case in cases
        if (case.group in GROUPS or case.group == "answered") and len(case.pairs.get("words", ()))
    ]


def teach(taught: Iterable[Scored], recipe: Recipe) -> Trees:
    """Trees over decisions; each field of each schema weighs alike, as in the linear half."""
    chosen = [one for one in taught if learnable(one.case)]
    counts = Counter((one.case.schema, one.case.path) for one in chosen)

    def weight(case: Case) -> float:
        if case.source == QUESTIONS:
            return recipe.questions
        return float(2.0 / np.sqrt(counts[case.schema, case.path]))

    return fit_trees([(one.case, one.features) for one in chosen], weight, recipe)


def judge_left_out(
    every: Sequence[Scored], groups: Mapping[str, frozenset[str]], articles: frozenset[str]
) -> dict[str, Trees]:
    """Give each field the raw scores of trees that never saw it; the trees by what is left out.

    ``groups`` are the sources and schemas (``source/schema``) left out in turn; ``articles`` are
    those of the questions that nothing learns from.
    """
    taught = [one for one in every if for_fields(one.case, articles)]
    found = {}
    for name, held in groups.items():
        kept = [one for one in taught if key_of(one.case) not in held]
        trees = found[name] = teach(kept, FOR_FIELDS)
        for one in every:
            if key_of(one.case) in held and set_of(kind_of(one.case.profile)) == FIELDS:
                one.raw = raw_scores(trees, one.features)
        print(f"trees without {name}: done", flush=True)
    return found


def for_fields(case: Case, articles: frozenset[str]) -> bool:
    """Whether the trees of fields learn from a case: none of an article kept back."""
    return not (case.source == QUESTIONS and case.schema in articles)


def learnable(case: Case) -> bool:
    """Whether a case is a choice among candidates of which one is at least nearly right."""
    return case.group in GROUPS and float(case.target.max(initial=0.0)) >= LEARNABLE


def key_of(case: Case) -> str:
    """What a case is left out by."""
    return f"{case.source}/{case.schema}"


def fit_shares(judged: Iterable[Scored]) -> dict[str, tuple[float, float]]:
    """What the linear score and the trees count for each kind of field, by likelihood left out.

    A source weighs as the root of its cases. A share is never negative, and on fields that are no
    questions the linear score counts at least as much as the trees: rules that the sources seldom
    ask for stand in it alone. Trees of questions count alone, judged by what they look at. Elsewhere
    answers that the trees do not look at are among the losses: they keep the trees' share of texts
    down, and with it what is their teachers' habit (of answers they look at alone it is 1 instead of
    .6: GenSIE's texts left out .64 → .59, others +.01).
    """
    kinds: dict[str, list[Scored]] = defaultdict(list)
    for one in judged:
        if learnable(one.case):
            kinds[kind_of(one.case.profile)].append(one)
    return {
        kind: _shares(cases, alone=set_of(kind) != FIELDS) for kind, cases in sorted(kinds.items())
    }


def _shares(cases: Sequence[Scored], *, alone: bool) -> tuple[float, float]:
    """The shares of the linear score and of the trees, which may count ``alone``."""
    counts = Counter(one.case.source for one in cases)
    looked = [(one, promising(one.features, ROWS) if alone else slice(None)) for one in cases]
    judged = [
        (
            one.linear[rows],
            one.raw[rows],
            one.case.target[rows],
            1 / np.sqrt(counts[one.case.source]),
        )
        for one, rows in looked
        if one.case.target[rows].any()
    ]

    def loss(shares: Floats) -> float:
        extra, trees = shares
        total = 0.0
        for linear, raw, target, weight in judged:
            scores = trees * raw + (0.0 if alone else extra + trees) * linear
            log = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
            total -= float(target @ log) / target.sum() * weight
        return total / len(cases)

    most = 0.0 if alone else None
    found = minimize(loss, _SHARES, method="L-BFGS-B", bounds=[(0.0, most), (0.0, None)])
    extra, trees = map(float, found.x)
    return (0.0 if alone else round(extra + trees, 3)), round(trees, 3)
