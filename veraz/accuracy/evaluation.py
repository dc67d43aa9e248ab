"""How right the answers to a gold file are: by field, by document, over all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlp.schema import JSON, Schema
from nlp.schema_compiler import compile_schema
from veraz.accuracy.answers import Answer
from veraz.accuracy.judging import GOOD, MISSED, VERDICTS, Judge, Verdict
from veraz.gold import Gold, GoldDocument
from veraz.resampling import LEVEL, RESAMPLES, Interval, percentile_interval, resamples
from veraz.version import VERSION


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A gold document, its answer and the verdicts on it."""

    gold: GoldDocument
    answer: Answer
    verdicts: tuple[Verdict, ...]

    @property
    def errors(self) -> tuple[Verdict, ...]:
        """What is not as it should be."""
        return tuple(each for each in self.verdicts if not each.good)


@dataclass(frozen=True, slots=True)
class FieldAccuracy:
    """The verdicts on one field (list indexes folded) over all documents."""

    field: str
    counts: Mapping[str, int]

    @property
    def cases(self) -> int:
        """How many places were judged."""
        return sum(self.counts.values())

    @property
    def good(self) -> int:
        """How many are as they should be, right nulls too."""
        return sum(self.counts.get(verdict, 0) for verdict in GOOD)

    @property
    def share(self) -> float:
        """The share that is as it should be."""
        return self.good / self.cases

    @property
    def interval(self) -> Interval:
        """Wilson's (1927) interval of that share, at 95 %, as if the places were independent."""
        return wilson(self.good, self.cases)

    def to_dict(self) -> dict[str, JSON]:
        """Return counts, share and interval as JSON."""
        low, high = self.interval.low, self.interval.high
        counts = {verdict: self.counts.get(verdict, 0) for verdict in VERDICTS}
        return {"field": self.field, **counts, "share": self.share, "interval": [low, high]}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The judged documents of a gold file, in its order."""

    documents: tuple[JudgedDocument, ...]

    @property
    def fields(self) -> tuple[FieldAccuracy, ...]:
        """Every field, the worst first."""
        counts: dict[str, Counter[str]] = {}
        for each in self.documents:
            for verdict in each.verdicts:
                counts.setdefault(verdict.field, Counter())[verdict.verdict] += 1
        found = [FieldAccuracy(name, dict(count)) for name, count in counts.items()]
        return tuple(sorted(found, key=lambda each: (each.share, -each.cases)))

    @property
    def whole(self) -> FieldAccuracy:
        """All fields together."""
        counts = Counter(each.verdict for one in self.documents for each in one.verdicts)
        return FieldAccuracy("", dict(counts))

    @property
    def failed(self) -> tuple[JudgedDocument, ...]:
        """The documents that have no answer: all their values are missed."""
        return tuple(each for each in self.documents if each.answer.data is None)

    @property
    def rows(self) -> NDArray[np.float64]:
        """A row a document: how many of its places are right, and how many were judged."""
        rows = [
            (sum(each.good for each in one.verdicts), len(one.verdicts)) for one in self.documents
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, 2)

    def interval(self, *, times: int = RESAMPLES, seed: int = 0) -> Interval:
        """Bootstrap interval (Efron 1979) of the overall share; documents are drawn, not fields."""
        rows = self.rows
        draws = resamples(len(rows), times=times, seed=seed)
        drawn = [share_right(rows[places]) for places in draws]
        return percentile_interval(drawn)

    @property
    def cost(self) -> dict[str, Any]:
        """Tokens, calls and seconds, together and for each document; seconds None if not measured."""
        answers = [each.answer for each in self.documents]
        total: Counter[str] = Counter()
        for each in answers:
            total.update({k: v for k, v in each.usage.items() if k != "total_tokens"})
        seconds = [each.seconds for each in answers if each.seconds is not None]
        tokens = total["input_tokens"] + total["output_tokens"]
        return {
            "input_tokens": total["input_tokens"],
            "output_tokens": total["output_tokens"],
            "calls": total["calls"],
            "tokens_a_document": tokens / len(answers),
            "seconds_a_document": sum(seconds) / len(seconds) if seconds else None,
            "median_seconds": float(np.median(seconds)) if seconds else None,
        }

    @property
    def signatures(self) -> tuple[str, ...]:
        """What made the answers; more than one where several ways did."""
        return tuple(dict.fromkeys(filter(None, (one.answer.signature for one in self.documents))))

    def to_dict(self) -> dict[str, JSON]:
        """Return everything as JSON: figures, then documents with answers and verdicts."""
        bounds = self.interval()
        return {
            "veraz": VERSION,
            "signatures": list(self.signatures),
            "overall": {
                **self.whole.to_dict(),
                "interval": [bounds.low, bounds.high],
                "documents": len(self.documents),
                "failed": len(self.failed),
            },
            "cost": self.cost,
            "fields": [each.to_dict() for each in self.fields],
            "documents": [
                {
                    "id": each.gold.id,
                    "answer": each.answer.to_dict(),
                    "verdicts": [asdict(one) for one in each.verdicts],
                }
                for each in self.documents
            ],
        }


def evaluate(gold: Gold, answers: Mapping[str, Answer], *, near: float = 1.0) -> Evaluation:
    """Judge the answers to a gold file; a document without one has missed everything."""
    schemas: dict[str, Schema] = {}
    judged = []
    for document in gold.documents:
        key = repr(document.schema)
        if key not in schemas:
            schemas[key] = compile_schema(document.schema)
        answer = answers.get(document.id) or Answer(document.id, error="there is no answer to it")
        verdicts = Judge(schemas[key], near).judge(
            document.answer, answer.data, reviewed=document.reviewed
        )
        if answer.data is None:
            # Nothing was said: not even that the text is silent.
            verdicts = [_unanswered(each) for each in verdicts]
        judged.append(JudgedDocument(document, answer, tuple(verdicts)))
    return Evaluation(tuple(judged))


def _unanswered(verdict: Verdict) -> Verdict:
    return Verdict(verdict.path, None, verdict.field, MISSED, verdict.gold, None)


def share_right(rows: NDArray[np.float64]) -> float:
    """The share of right places, of rows of (right, judged); NaN of none."""
    judged = rows[:, 1].sum()
    return float(rows[:, 0].sum() / judged) if judged else float("nan")


def wilson(good: int, cases: int, level: float = LEVEL) -> Interval:
    """Wilson's (1927) score interval of a share."""
    if not cases:
        return Interval(float("nan"), float("nan"))
    from scipy.stats import binomtest  # slow to import

    found = binomtest(good, cases).proportion_ci(confidence_level=level, method="wilson")
    return Interval(float(found.low), float(found.high))
