"""A GenSIE corpus scored: published figures, nulls, breakdowns, cost."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from veraz.protocols.scorers.gensie import KeyScore, TaskScore, corpus, score_task
from veraz.protocols.scorers.gensie_files import Cost, Instance, Predictions
from veraz.protocols.scorers.gensie_judge import Similarity
from veraz.protocols.scorers.gensie_lexical import lexical
from veraz.protocols.scorers.score import Number, Score, Table, ratio, signature
from veraz.resampling import Rows, Statistic

COLUMNS = (
    "tps",
    "gold_keys",
    "system_keys",
    "null_gold",
    "null_kept",
    "null_filled",
    "value_gold",
    "value_nulled",
)


def score_predictions(
    instances: Sequence[Instance],
    predictions: Predictions,
    *,
    rules: str = "as_organisers",
    similarity: Similarity = lexical,
    similarity_name: str = "lexical",
) -> Score:
    """Score every instance that has a gold answer; one without a prediction counts as failed.

    A report that says it ran a sample is scored on that sample.
    """
    scores, warnings = [], []
    if predictions.config.get("sample") or predictions.config.get("limit"):
        part = [instance for instance in instances if instance.id in predictions.answers]
        warnings.append(f"the report ran a sample: {len(part)} of {len(instances)} instances")
        instances = part
    for instance in instances:
        if instance.gold is None:
            warnings.append(f"{instance.id}: no gold answer, left out")
            continue
        if instance.id not in predictions.answers:
            warnings.append(f"{instance.id}: no prediction, counted as failed")
        scores.append(
            score_task(
                instance.gold,
                predictions.answers.get(instance.id),
                instance.schema,
                rules=rules,
                similarity=similarity,
                task_id=instance.id,
                domain=instance.domain,
            )
        )
    strays = set(predictions.answers) - {instance.id for instance in instances}
    if strays:
        warnings.append(f"{len(strays)} predictions have no gold, e.g. {min(strays)}: left out")
    return summarize(
        scores,
        signature=gensie_signature(rules, similarity_name),
        costs=predictions.costs,
        warnings=warnings,
    )


def gensie_signature(rules: str, similarity_name: str) -> str:
    """The signature of a GenSIE score."""
    return signature("gensie", rules, sim=similarity_name)


def summarize(
    scores: Sequence[TaskScore],
    *,
    signature: str,
    costs: Mapping[str, Cost] | None = None,
    warnings: Sequence[str] = (),
) -> Score:
    """Gather instances into the corpus figures, their breakdowns and the rows to resample."""
    whole = corpus(scores)
    rows = np.array([_row(score) for score in scores], dtype=np.float64).reshape(-1, len(COLUMNS))
    metrics: dict[str, Number] = {
        "f1": whole.f1,
        "precision": whole.precision,
        "recall": whole.recall,
        "null_accuracy": _null_accuracy(rows),
        "hallucination_rate": _hallucination_rate(rows),
        "nulled_values": _nulled_values(rows),
        "tps": whole.tps,
        "gold_keys": whole.gold_keys,
        "system_keys": whole.system_keys,
        "instances": len(scores),
        "failed": sum(score.status == "failed" for score in scores),
    }
    metrics.update(cost_metrics(scores, costs or {}, whole.f1))
    return Score(
        protocol="gensie",
        signature=signature,
        main="f1",
        metrics=metrics,
        columns=COLUMNS,
        units=tuple(score.task_id for score in scores),
        rows=rows,
        statistics=STATISTICS,
        tables=(by_type(scores), by_domain(scores)),
        warnings=tuple(warnings),
    )


def cost_metrics(
    scores: Sequence[TaskScore], costs: Mapping[str, Cost], f1: float
) -> dict[str, Number]:
    """Mean tokens, calls and seconds an instance; F1 for each 1,000 tokens spent on one."""
    known = [costs[score.task_id] for score in scores if score.task_id in costs]
    if not known:
        return {}
    count = len(known)
    tokens = sum(cost.input_tokens + cost.output_tokens for cost in known) / count
    return {
        "input_tokens_per_instance": sum(cost.input_tokens for cost in known) / count,
        "output_tokens_per_instance": sum(cost.output_tokens for cost in known) / count,
        "calls_per_instance": sum(cost.calls for cost in known) / count,
        "seconds_per_instance": sum(cost.seconds for cost in known) / count,
        "f1_per_1000_tokens": f1 / (tokens / 1000) if tokens else None,
    }


def _row(score: TaskScore) -> tuple[float, ...]:
    nulls = [key for key in score.keys if key.gold == "null"]
    valued = [key for key in score.keys if key.gold == "value"]
    return (
        score.tps,
        score.gold_keys,
        score.system_keys,
        len(nulls),
        sum(key.system == "null" for key in nulls),
        sum(key.system in ("value", "empty") for key in nulls),
        len(valued),
        sum(key.system == "null" for key in valued),
    )


def _share(numerator: int, *denominators: int) -> Statistic:
    """Ratio of column sums, the denominators' columns added up."""

    def statistic(rows: Rows) -> float:
        return ratio(float(rows[:, numerator].sum()), float(rows[:, list(denominators)].sum()))

    return statistic


def _f1(rows: Rows) -> float:
    return 2 * ratio(float(rows[:, 0].sum()), float(rows[:, 1:3].sum()))


_null_accuracy = _share(4, 3)
_hallucination_rate = _share(5, 3)
_nulled_values = _share(7, 6)

STATISTICS: Mapping[str, Statistic] = {
    "f1": _f1,
    "precision": _share(0, 2),
    "recall": _share(0, 1),
    "null_accuracy": _null_accuracy,
    "hallucination_rate": _hallucination_rate,
    "nulled_values": _nulled_values,
}
"""``null_accuracy``: gold nulls answered with null (a key left out is none);
``hallucination_rate``: gold nulls answered with a value; ``nulled_values``: gold values answered
with null."""


def by_type(scores: Sequence[TaskScore]) -> Table:
    """Points by what the schema asks at the key."""
    groups: dict[str, list[KeyScore]] = {}
    for score in scores:
        for key in score.keys:
            groups.setdefault(key.type, []).append(key)
    header = ("type", "f1", "precision", "recall", "gold", "system", "lost", "missing")
    rows = [
        (
            name,
            *_measures(
                sum(key.score for key in keys),
                sum(key.gold != "absent" for key in keys),
                sum(key.system != "absent" for key in keys),
            ),
            sum(key.system == "absent" for key in keys),
        )
        for name, keys in sorted(groups.items())
    ]
    return Table("by type", header, tuple(rows))


def by_domain(scores: Sequence[TaskScore]) -> Table:
    """Points by the domain the instances name."""
    groups: dict[str, list[TaskScore]] = {}
    for score in scores:
        groups.setdefault(score.domain or "(none)", []).append(score)
    header = ("domain", "f1", "precision", "recall", "gold", "system", "lost", "failed")
    rows = []
    for name, group in sorted(groups.items()):
        whole = corpus(group)
        failed = sum(score.status == "failed" for score in group)
        rows.append((name, *_measures(whole.tps, whole.gold_keys, whole.system_keys), failed))
    return Table("by domain", header, tuple(rows))


def _measures(tps: float, gold: int, system: int) -> tuple[Any, ...]:
    """F1, precision, recall, both key counts and the gold points lost."""
    f1 = 2 * ratio(tps, gold + system)
    return f1, ratio(tps, system), ratio(tps, gold), gold, system, gold - tps
