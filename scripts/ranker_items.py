"""The trees that judge which mentions are items of a list: what the linear scores get wrong."""

from collections import Counter
from collections.abc import Callable, Iterable

import lightgbm
import numpy as np
from ranker_folds import LINEAR_SOURCES
from ranker_lessons import Case
from ranker_trees import PARAMETERS, as_trees

from nlp.match.boosted import LIKELIEST_ITEMS, item_traits
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees, matrix

_ROUNDS = 400
_SHAPE = {"num_leaves": 31, "max_depth": 8, "learning_rate": 0.08, "min_data_in_leaf": 60}
_NEAREST = 3.0
"""What a list of running text about many things weighs beside one of forms and letters."""


def fit_items(cases: Iterable[Case], linear: Callable[[Case], Ranker]) -> Trees:
    """The trees of items; ``linear`` gives the ranker that never saw the schema of a case."""
    cases = [case for case in cases if case.group == "items"]
    counts = Counter((case.schema, case.path) for case in cases)
    features, labels, weights, beside = [], [], [], []
    for case in cases:
        scores = linear(case).scores("items", case.columns)
        rows = np.argsort(-scores, kind="stable")[:LIKELIEST_ITEMS]
        traits = item_traits(case.profile, case.picked, case.columns, scores)
        features.append({name: column[rows] for name, column in traits.items()})
        labels.append(case.target[rows])
        beside.append(scores[rows])
        # A field weighs alike however many instances and possible items it has.
        share = counts[case.schema, case.path] * len(rows)
        weight = _NEAREST if case.source in LINEAR_SOURCES else 1.0
        weights.append(np.full(len(rows), 5.0 * weight / np.sqrt(share)))
    names = tuple(sorted({name for one in features for name in one}))
    tables = [matrix(names, one, len(own)) for one, own in zip(features, labels, strict=True)]
    booster = lightgbm.train(
        {**PARAMETERS, **_SHAPE, "seed": 1, "objective": "cross_entropy"},
        lightgbm.Dataset(
            np.concatenate(tables),
            label=np.concatenate(labels),
            weight=np.concatenate(weights),
            init_score=np.concatenate(beside),
        ),
        num_boost_round=_ROUNDS,
    )
    return as_trees([booster], names)
