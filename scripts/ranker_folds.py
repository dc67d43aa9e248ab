"""Predictions on what was left out: linear scores by fold, trees by source, what each counts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Case
from ranker_linear import fit, read_priors
from ranker_sources import QUESTIONS
from ranker_trees import (
    FOR_FIELDS,
    GROUPS,
    LEARNABLE,
    Recipe,
    features_for,
    fit_trees,
    raw_scores,
)
from scipy.optimize import minimize

from nlp.match.boosted import FIELDS, kind_of, set_of
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees

Floats = NDArray[np.float64]
Shares = Mapping[str, tuple[float, float]]
FOLDS = 3
LINEAR_SOURCES = frozenset({"dev", "recorded"})
"""What the linear half learns from; own examples and forms beside them helped no source left out."""
LEAST_LINEAR = 1.0
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


def linear_rankers(cases: Sequence[Case]) -> tuple[Ranker, list[Ranker]]:
    """The linear ranker of all its sources, and one for each fold left out."""
    taught = [case for case in cases if case.source in LINEAR_SOURCES]
    folds = families(taught)
    priors = read_priors()
    return fit(taught, priors), [
        fit([case for case in taught if folds[case.schema] != fold], priors)
        for fold in range(FOLDS)
    ]


def scored(cases: Sequence[Case], whole: Ranker, without: Sequence[Ranker]) -> list[Scored]:
    """The decisions the trees may learn from, with linear scores that never saw their schema."""
    folds = families(case for case in cases if case.source in LINEAR_SOURCES)
    return [
        Scored(
            case,
            features_for(
                case, without[folds[case.schema]] if case.source in LINEAR_SOURCES else whole
            ),
        )
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
    ask for stand in it alone.
    """
    kinds: dict[str, list[Scored]] = defaultdict(list)
    for one in judged:
        if learnable(one.case):
            kinds[kind_of(one.case.profile)].append(one)
    return {
        kind: _shares(cases, LEAST_LINEAR if set_of(kind) == FIELDS else 0.0)
        for kind, cases in sorted(kinds.items())
    }


def _shares(cases: Sequence[Scored], least: float) -> tuple[float, float]:
    counts = Counter(one.case.source for one in cases)

    def loss(shares: Floats) -> float:
        total = 0.0
        for one in cases:
            scores = (shares[0] + least * shares[1]) * one.linear + shares[1] * one.raw
            log = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
            right = one.case.target / one.case.target.sum()
            total -= float(right @ log) / np.sqrt(counts[one.case.source])
        return total / len(cases)

    found = minimize(loss, _SHARES, method="L-BFGS-B", bounds=[(0.0, None), (0.0, None)])
    extra, trees = map(float, found.x)
    return round(extra + least * trees, 3), round(trees, 3)
