"""GenSIE (IberLEF 2026): flattened schema scoring of one answer, and of a corpus.

Source: the evaluation page and scorer of github.com/gia-uh/gensie. Two readings: ``as_organisers``
(what their program computes, the default) and ``as_page`` (what their page says):

===================================  ===========================  ===========================
                                     ``as_organisers``            ``as_page``
===================================  ===========================  ===========================
nullable or nested strings           exact equality               free text
items of a nullable or nested list   exact equality               by their own schema
list score, matches in the divisor   sum of the similarities      number of matched pairs
``1`` and ``true``                   equal                        different
a date in a plain string             free text                    exact equality
===================================  ===========================  ===========================
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veraz.protocols.scorers.gensie_judge import JSON, Judge, Similarity
from veraz.protocols.scorers.gensie_judge import flatten as flatten
from veraz.protocols.scorers.gensie_lexical import lexical as lexical


@dataclass(frozen=True, slots=True)
class KeyScore:
    """One flattened key of the gold answer or of the system's.

    ``type`` is what the schema asks (string, nullable string, enum, date, number, boolean, array…);
    ``gold`` and ``system`` are ``value``, ``null``, ``empty`` or ``absent``.
    """

    key: str
    type: str
    gold: str
    system: str
    score: float


@dataclass(frozen=True, slots=True)
class TaskScore:
    """One instance: ``tps`` out of ``gold_keys`` (recall) and of ``system_keys`` (precision)."""

    tps: float
    gold_keys: int
    system_keys: int
    keys: tuple[KeyScore, ...] = ()
    task_id: str = ""
    status: str = "ok"
    domain: str = ""


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """Micro-averaged precision, recall and F1; 0 where a denominator is 0."""

    tps: float
    gold_keys: int
    system_keys: int

    @property
    def precision(self) -> float:
        """Share of the system's keys that are right."""
        return self.tps / self.system_keys if self.system_keys else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold keys that were found."""
        return self.tps / self.gold_keys if self.gold_keys else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        keys = self.gold_keys + self.system_keys
        return 2 * self.tps / keys if keys else 0.0


def score_task(
    gold: Mapping[str, JSON],
    prediction: JSON,
    schema: Mapping[str, JSON],
    *,
    rules: str = "as_organisers",
    similarity: Similarity = lexical,
    task_id: str = "",
    domain: str = "",
) -> TaskScore:
    """Score one answer; a prediction that is not an object counts as failed (no system keys)."""
    judge = Judge(schema, rules=rules, similarity=similarity)
    gold_flat = flatten(gold)
    answered = isinstance(prediction, Mapping)
    system_flat = flatten(prediction) if answered else {}
    keys = []
    for key in [*gold_flat, *(key for key in system_flat if key not in gold_flat)]:
        shared = key in gold_flat and key in system_flat
        node = judge.node(judge.schema, key)
        score = judge.value(gold_flat[key], system_flat[key], node) if shared else 0.0
        name = judge.type_name(key)
        keys.append(KeyScore(key, name, _state(gold_flat, key), _state(system_flat, key), score))
    return TaskScore(
        tps=sum(each.score for each in keys),
        gold_keys=len(gold_flat),
        system_keys=len(system_flat),
        keys=tuple(keys),
        task_id=task_id,
        status="ok" if answered else "failed",
        domain=domain,
    )


def corpus(scores: Iterable[TaskScore]) -> CorpusScore:
    """Sum the instances; failed ones still count their gold keys."""
    tps, gold_keys, system_keys = 0.0, 0, 0
    for score in scores:
        tps += score.tps
        gold_keys += score.gold_keys
        system_keys += score.system_keys
    return CorpusScore(tps, gold_keys, system_keys)


def gap_closed(f: float, base: float) -> float:
    """Share of the distance between the baseline's F1 and 1 that ``f`` covers; never negative."""
    if base >= 1:
        return 1.0 if f >= 1 else 0.0
    return max(0.0, (f - base) / (1 - base))


def _state(flat: Mapping[str, JSON], key: str) -> str:
    if key not in flat:
        return "absent"
    value = flat[key]
    return "null" if value is None else "empty" if value in ([], "") else "value"
