"""The boosted half of the ranker: softmax by question over the candidates of one field.

Needs lightgbm (training only; :mod:`nlp.match.trees` reads the trees with numpy).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from ranker_lessons import Case

from nlp.match.boosted import ROWS, promising, with_linear
from nlp.match.question_trees import PARSED
from nlp.match.ranker import Ranker
from nlp.match.trees import Trees, matrix

Floats = NDArray[np.float64]
GROUPS = ("text", "date", "number")
_LEAST_HESSIAN = 1e-3
_HIGHEST = 1e30
"""Stands for the infinite thresholds that part what is missing from the rest."""
LEARNABLE = 0.2
"""The least that the best row of a decision must be right for it to teach anything."""
PARAMETERS: Mapping[str, Any] = {
    "learning_rate": 0.06,
    "min_data_in_leaf": 50,
    "min_sum_hessian_in_leaf": 0.01,
    "feature_fraction": 0.35,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 127,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


@dataclass(frozen=True)
class Recipe:
    """How many trees of which size; ``questions`` is what a question weighs beside a field.

    ``parsed`` says whether they look at dependency trees, which only questions have: what other
    fields learn from questions must not rest on them. ``beside_linear`` says whether they learn what
    the linear score, to which theirs is added, gets wrong; trees of questions know better alone.
    """

    rounds: int
    seeds: tuple[int, ...]
    leaves: int
    depth: int
    questions: float
    parsed: bool
    beside_linear: bool


FOR_QUESTIONS = Recipe(
    100, (1, 2, 3, 5, 7, 11, 13, 17), 24, 7, 1.0, parsed=True, beside_linear=False
)
FOR_FIELDS = Recipe(600, (1,), 24, 7, 0.15, parsed=False, beside_linear=True)


def features_for(case: Case, linear: Ranker) -> dict[str, Floats]:
    """Everything the trees may ask of a case, the linear scores of ``linear`` among it."""
    scores = linear.scores(case.profile.group, case.columns)
    return with_linear({**case.columns, **case.pairs}, scores)


def fit_trees(
    cases: Sequence[tuple[Case, Mapping[str, Floats]]],
    weight: Callable[[Case], float],
    recipe: Recipe,
) -> Trees:
    """Trees over the decisions of the groups, of every seed; ``cases`` come with their features."""
    shape = {
        "num_leaves": recipe.leaves,
        "max_depth": recipe.depth,
        "num_iterations": recipe.rounds,
    }
    names = sorted({name for _, features in cases for name in features})
    names = [name for name in names if recipe.parsed or not name.startswith(PARSED)]
    rows: list[NDArray[np.float32]] = []
    shares: list[Floats] = []
    weights: list[Floats] = []
    linear: list[Floats] = []
    for case, features in cases:
        kept = _kept(case, features)
        picked = {name: features[name][kept] for name in names if name in features}
        rows.append(matrix(tuple(names), picked, len(kept)))
        share = case.target[kept]
        shares.append(share / share.sum())
        weights.append(np.full(len(kept), weight(case)))
        linear.append(features["lin_score"][kept] * recipe.beside_linear)
    sizes = np.array([len(share) for share in shares])
    loss = softmax_loss(
        sizes, np.concatenate(shares), np.concatenate(weights), np.concatenate(linear)
    )
    table, label = np.concatenate(rows), np.concatenate(shares)
    return softmax_trees(table, label, loss, shape, recipe.seeds, names)


def _kept(case: Case, features: Mapping[str, Floats]) -> list[int]:
    """The rows that are learnt from: the right ones and those the trees look at in use."""
    right = np.flatnonzero(case.target > 0).tolist()
    best = sorted(right, key=lambda row: -case.target[row])[: ROWS // 2]
    return sorted({*best, *promising(features, ROWS)})


def softmax_trees(
    rows: NDArray[np.float32],
    label: Floats,
    loss: Callable[[Floats, Any], tuple[Floats, Floats]],
    shape: Mapping[str, Any],
    seeds: Sequence[int],
    names: Sequence[str],
) -> Trees:
    """Trees of every seed that make a loss small; ``shape`` is what they have otherwise than usual."""
    boosters = [
        lightgbm.train(
            {**PARAMETERS, **shape, "seed": seed, "objective": loss},
            lightgbm.Dataset(rows, label=label),
        )
        for seed in seeds
    ]
    return as_trees(boosters, names)


def softmax_loss(
    sizes: NDArray[np.int64], share: Floats, weight: Floats, beside: Floats | float = 0.0
) -> Callable[[Floats, Any], tuple[Floats, Floats]]:
    """The loss of a softmax over the rows of each decision; ``sizes`` says how many each has.

    ``beside`` are scores of the rows to which those that are learnt are added.
    """
    starts = np.cumsum([0, *sizes[:-1]])

    def loss(scores: Floats, _: Any) -> tuple[Floats, Floats]:
        scores = scores + beside
        raised = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        chance = raised / np.repeat(np.add.reduceat(raised, starts), sizes)
        slope = weight * (chance - share)
        return slope, weight * np.maximum(chance * (1.0 - chance), _LEAST_HESSIAN)

    return loss


def as_trees(boosters: Sequence[Any], names: Sequence[str]) -> Trees:
    """The trees of trained boosters as arrays, their mean; features none asks for are left out."""
    nodes: list[dict[str, Any]] = []
    roots = []
    for tree in (one for booster in boosters for one in booster.dump_model()["tree_info"]):
        roots.append(len(nodes))
        _flatten(tree["tree_structure"], nodes)
    used = sorted({node["feature"] for node in nodes if node["feature"] >= 0})
    at = {feature: row for row, feature in enumerate(used)}
    return Trees(
        names=tuple(names[feature] for feature in used),
        feature=np.array([at.get(node["feature"], 0) for node in nodes], dtype=np.int64),
        threshold=np.array([node["threshold"] for node in nodes], dtype=np.float32),
        left=np.array([node["left"] for node in nodes], dtype=np.int64),
        right=np.array([node["right"] for node in nodes], dtype=np.int64),
        missing=np.array([node["missing"] for node in nodes], dtype=np.bool_),
        value=np.array([node["value"] for node in nodes], dtype=np.float64) / len(boosters),
        roots=np.array(roots, dtype=np.int64),
    )


def _flatten(node: Mapping[str, Any], nodes: list[dict[str, Any]]) -> None:
    """Append a node and all below it."""
    here = len(nodes)
    nodes.append(
        {
            "feature": -1,
            "threshold": 0.0,
            "left": here,
            "right": here,
            "missing": True,
            "value": 0.0,
        }
    )
    if "leaf_value" in node:
        nodes[here]["value"] = node["leaf_value"]
        return
    # Where nothing was missing in training, LightGBM takes NaN for zero.
    zero = node["threshold"] >= 0.0
    missing = node["default_left"] if node["missing_type"] == "NaN" else zero
    nodes[here] |= {
        "feature": node["split_feature"],
        "threshold": min(node["threshold"], _HIGHEST),
        "missing": missing,
        "left": len(nodes),
    }
    _flatten(node["left_child"], nodes)
    nodes[here]["right"] = len(nodes)
    _flatten(node["right_child"], nodes)
