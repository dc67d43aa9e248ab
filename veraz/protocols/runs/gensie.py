"""GenSIE run and scored: the report the organisers' format asks for, and what stands beside it.

A report can be scored again by anyone: each task keeps the answer, the draft before the
normalizers and the gold.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jsonschema import Draft202012Validator

from veraz.extractor import Extractor
from veraz.protocols.runs.outcomes import Outcome, failures, field_records, timing, token_usage
from veraz.protocols.scorers.dude_calibration import expected_calibration_error, risk_coverage
from veraz.protocols.scorers.gensie import TaskScore, score_task
from veraz.protocols.scorers.gensie_files import Cost, Instance
from veraz.protocols.scorers.gensie_floor import null_answer, trivial_answer
from veraz.protocols.scorers.gensie_judge import Similarity, flatten
from veraz.protocols.scorers.gensie_lexical import lexical
from veraz.protocols.scorers.gensie_summary import gensie_signature, summarize
from veraz.protocols.scorers.score import Score, ratio
from veraz.result import Extraction

ANSWERS = "answers"
DRAFTS = "drafts"
FLOOR = "floor"
NULLS = "all null"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How answers are judged."""

    rules: str = "as_organisers"
    similarity: Similarity = lexical
    similarity_name: str = "lexical"

    def task(self, instance: Instance, answer: Any) -> TaskScore:
        """Score one answer."""
        return score_task(
            instance.gold or {},
            answer,
            instance.schema,
            rules=self.rules,
            similarity=self.similarity,
            task_id=instance.id,
            domain=instance.domain,
        )

    def summarize(
        self, scores: Sequence[TaskScore], costs: Mapping[str, Cost] | None = None
    ) -> Score:
        """Gather instances into a score."""
        signature = gensie_signature(self.rules, self.similarity_name)
        return summarize(scores, signature=signature, costs=costs)


async def extract_instance(extractor: Extractor, instance: Instance) -> Extraction:
    """Extract one instance; the gold answer is not passed on."""
    return await extractor.aextract(
        instance.text, instance.instruction, instance.schema, id=instance.id
    )


def score_run(
    instances: Sequence[Instance], outcomes: Sequence[Outcome], judgement: Judgement
) -> dict[str, Score]:
    """Score the answers and the drafts, and the two trivial systems on the same instances."""
    done = [outcome.extraction for outcome in outcomes]
    answers = [
        judgement.task(each, None if made is None else made.data)
        for each, made in zip(instances, done, strict=True)
    ]
    drafts = [
        judgement.task(each, None if made is None else made.draft)
        for each, made in zip(instances, done, strict=True)
    ]
    costs = {each.id: _cost(out) for each, out in zip(instances, outcomes, strict=True)}
    return {
        ANSWERS: judgement.summarize(answers, costs),
        DRAFTS: judgement.summarize(drafts),
        **trivial_scores(instances, judgement),
    }


def trivial_scores(instances: Sequence[Instance], judgement: Judgement) -> dict[str, Score]:
    """The floor, and nothing but nulls and empty lists."""
    floor = [judgement.task(each, trivial_answer(each.schema, each.text)) for each in instances]
    nulls = [judgement.task(each, null_answer(each.schema)) for each in instances]
    return {FLOOR: judgement.summarize(floor), NULLS: judgement.summarize(nulls)}


def calibration(
    instances: Sequence[Instance], outcomes: Sequence[Outcome], judgement: Judgement
) -> dict[str, float]:
    """How far the confidences can be trusted, over the leaves whose gold value is known by path.

    ``confidence ECE`` is the mean gap between confidence and accuracy (equal-mass bins),
    ``confidence AURC`` the mean error rate as the least confident leaves are dropped; a leaf is
    right where the task's own similarity is at least 0.5. Elements of lists are left out: their
    order is free.
    """
    confidence, right = [], []
    for instance, outcome in zip(instances, outcomes, strict=True):
        gold = flatten(instance.gold or {})
        for path, field in () if outcome.extraction is None else outcome.extraction.fields.items():
            if path in gold and not isinstance(gold[path], list):
                single = judgement.task(
                    Instance(instance.id, "", "", instance.schema, {path: gold[path]}),
                    {path: field.value},
                )
                confidence.append(field.confidence)
                right.append(float(single.tps >= 0.5))
    if not right:
        return {}
    given, correct = np.array(confidence), np.array(right)
    return {
        "leaves with a confidence": len(right),
        "confidence ECE": expected_calibration_error(given, correct, proxy="mean"),
        "confidence AURC": risk_coverage(given, correct)[1],
    }


def is_valid(answer: Any, schema: Mapping[str, Any]) -> bool:
    """Whether the answer satisfies the original schema."""
    return not any(Draft202012Validator(schema).iter_errors(answer))


def report(
    instances: Sequence[Instance],
    outcomes: Sequence[Outcome],
    judgement: Judgement,
    scores: Mapping[str, Score],
    *,
    config: Mapping[str, Any],
    wall: float,
) -> dict[str, Any]:
    """The organisers' report, with the answer, the draft and every field's fate in each task."""
    tasks = [_task(each, out, judgement) for each, out in zip(instances, outcomes, strict=True)]
    valid = sum(task["schema_valid"] for task in tasks)
    kinds = failures(outcomes)
    answered = sum(outcome.extraction is not None for outcome in outcomes)
    if answered > valid:
        kinds["SchemaInvalid"] = answered - valid
    return {
        "participant": "veraz",
        "config": {**config, "written": datetime.datetime.now(datetime.UTC).isoformat()},
        "metrics": {
            "signature": scores[ANSWERS].signature,
            **scores[ANSWERS].metrics,
            "schema_valid": valid,
            "schema_valid_share": ratio(valid, len(tasks)),
            "failures": kinds,
            "beside": {
                name: {key: score.metrics[key] for key in ("f1", "precision", "recall")}
                for name, score in scores.items()
                if name != ANSWERS
            },
        },
        "timing": timing(outcomes, wall),
        "token_usage": token_usage(outcomes),
        "tasks": tasks,
    }


def _cost(outcome: Outcome) -> Cost:
    usage = outcome.usage
    return Cost(usage.input_tokens, usage.output_tokens, usage.calls, outcome.seconds)


def _task(instance: Instance, outcome: Outcome, judgement: Judgement) -> dict[str, Any]:
    made = outcome.extraction
    answer = None if made is None else made.data
    score = judgement.task(instance, answer)
    usage = outcome.usage
    return {
        "task_id": instance.id,
        "tps": score.tps,
        "gold_keys": score.gold_keys,
        "system_keys": score.system_keys,
        "status": "success" if made is not None else "failed",
        "error": outcome.message,
        "schema_valid": made is not None and is_valid(answer, instance.schema),
        "seconds": outcome.seconds,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "calls": usage.calls,
        "expected_json_response": instance.gold,
        "actual_json_response": answer,
        "draft": None if made is None else made.draft,
        "problems": [] if made is None else list(made.problems),
        "signature": "" if made is None else str(made.signature),
        "fields": [] if made is None else field_records(made),
    }
