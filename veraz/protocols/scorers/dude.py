"""DUDE (ICDAR 2023): answers to questions on documents, by ANLS, with calibration.

Source: github.com/Jordy-VL/DUDEeval and the competition's page. ANLS is one minus the edit
distance over the length of the longer string, 0 below the threshold; lists are matched one to one
for the largest sum. ``as_organisers`` follows their program; ``as_page`` their page:

* a question with several gold answers is a list question, whatever its type says;
* a list's score is divided by the longer list, repetitions counted;
* the variants of an answer are correct answers;
* lengths are taken after white space is collapsed;
* confidences are read from ``answer_confidence`` too, and a bin stands for its mean confidence.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from veraz.protocols.scorers.dude_calibration import (
    expected_calibration_error,
    known,
    risk_coverage,
)
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Curve, Number, Score, Table, signature
from veraz.resampling import Rows, Statistic

THRESHOLD = 0.5
COLUMNS = ("anls", "correct", "confidence", "abstained")


@dataclass(frozen=True, slots=True)
class Question:
    """A question's gold answers; ``type`` as the file writes it."""

    id: str
    answers: tuple[str, ...]
    variants: tuple[str, ...]
    type: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A system's answers to one question; the first confidence is the one that counts."""

    answers: tuple[str, ...]
    confidence: float | None = None
    abstained: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """How answers are compared and confidences judged."""

    page: bool = False
    threshold: float = THRESHOLD
    binning: str = "equal-mass"
    proxy: str = "upper-edge"


def _collapsed(text: str) -> str:
    return " ".join(text.strip().lower().split())


@lru_cache(maxsize=65536)
def edit_distance(one: str, other: str) -> int:
    """Levenshtein distance: insertions, deletions and substitutions."""
    if len(one) < len(other):
        one, other = other, one
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            diagonal, row[j] = (
                row[j],
                min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b)),
            )
    return row[-1]


def anls(gold: Sequence[str], predicted: str, *, options: Options = Options()) -> float:
    """Similarity to the nearest gold answer; 0 below the threshold."""
    return max((_similarity(each, predicted, options) for each in gold), default=0.0)


def _similarity(gold: str, predicted: str, options: Options) -> float:
    one, other = _collapsed(gold), _collapsed(predicted)
    length = max(len(one), len(other)) if options.page else max(len(gold), len(predicted))
    similarity = 1 - edit_distance(one, other) / length if length else 1.0
    return similarity if similarity >= options.threshold else 0.0


def anls_list(gold: Sequence[str], predicted: Sequence[str], *, options: Options) -> float:
    """Best one-to-one matching over the longer list; two empty lists are equal.

    The program's threshold is 0.5 here whatever was asked, and it counts each gold string once.
    """
    fixed = options if options.page else Options(threshold=THRESHOLD)
    if not gold or not predicted:
        return float(not gold and not predicted)
    table = np.array([[_similarity(one, other, fixed) for other in predicted] for one in gold])
    rows, columns = linear_sum_assignment(table, maximize=True)
    total = len(gold) if options.page else len(set(gold))
    return float(table[rows, columns].sum()) / max(total, len(predicted))


def score_answer(question: Question, answer: Answer, *, options: Options = Options()) -> float:
    """ANLS of one question, by its type."""
    several = options.page and len(question.answers) > 1
    if "list" in question.type or several:
        return anls_list(question.answers, answer.answers, options=options)
    gold = question.answers
    if is_unanswerable(question):
        gold = gold or ("",)
    if options.page:
        gold = (*gold, *question.variants)
    first = answer.answers[0] if answer.answers else ""
    return anls(gold, first, options=options)


def is_unanswerable(question: Question) -> bool:
    """Whether the right answer is none."""
    return question.type.replace(" ", "-") == "not-answerable"


def score_files(
    gold: Path,
    predictions: Path,
    *,
    rules: str = "as_organisers",
    threshold: float = THRESHOLD,
    binning: str = "equal-mass",
    proxy: str | None = None,
) -> Score:
    """Score a submission; every question must be answered once, as the organisers require."""
    page = rules == "as_page"
    options = Options(page, threshold, binning, proxy or ("mean" if page else "upper-edge"))
    questions = read_gold(gold)
    answers = read_submission(predictions, page=page)
    asked = {question.id for question in questions}
    if asked != set(answers):
        lone = min(asked ^ set(answers))
        side = "has no answer" if lone in asked else "is not in the gold file"
        raise ScoringError(f"the question {lone} {side}", path=predictions)
    return score_questions(questions, answers, rules=rules, options=options)


def score_questions(
    questions: Sequence[Question],
    answers: Mapping[str, Answer],
    *,
    rules: str = "as_organisers",
    options: Options = Options(),
) -> Score:
    """Score answers by question id."""
    rows = np.array([_row(each, answers[each.id], options) for each in questions]).reshape(-1, 4)
    warnings = []
    if any(question.type == "not answerable" for question in questions):
        warnings.append("type 'not answerable' is taken as 'not-answerable'")
    missing = int((~known(rows[:, 2])).sum())
    calibrated = bool(len(rows)) and not missing
    if missing:
        warnings.append(f"{missing} answers have no confidence: no ECE, no AURC")
    measures = _statistics(options, calibrated)
    metrics: dict[str, Number] = {name: each(rows) for name, each in measures.items()}
    metrics["questions"] = len(rows)
    metrics["abstained"] = int(rows[:, 3].sum())
    curves: tuple[Curve, ...] = ()
    if calibrated:
        points, _ = risk_coverage(rows[:, 2], rows[:, 1])
        curves = (Curve("risk and coverage", "coverage", "risk", tuple(sorted(points))),)
    choices = {"t": options.threshold, "ece": f"{options.binning},{options.proxy}"}
    return Score(
        protocol="dude",
        signature=signature("dude", rules, **choices),
        main="anls",
        metrics=metrics,
        columns=COLUMNS,
        units=tuple(question.id for question in questions),
        rows=rows,
        statistics=measures,
        tables=(_by_type(questions, rows),),
        curves=curves,
        warnings=tuple(warnings),
    )


def _row(question: Question, answer: Answer, options: Options) -> tuple[float, ...]:
    value = score_answer(question, answer, options=options)
    confidence = math.nan if answer.confidence is None else answer.confidence
    return value, float(value >= options.threshold), confidence, float(answer.abstained)


def _mean(values: Rows) -> float:
    return float(values.mean()) if len(values) else math.nan


def _statistics(options: Options, calibrated: bool) -> dict[str, Statistic]:
    def ece(rows: Rows) -> float:
        return expected_calibration_error(
            rows[:, 2], rows[:, 1], binning=options.binning, proxy=options.proxy
        )

    measures: dict[str, Statistic] = {
        "anls": lambda rows: _mean(rows[:, 0]),
        "anls_answered": lambda rows: _mean(rows[rows[:, 3] == 0, 0]),
        "coverage": lambda rows: 1 - _mean(rows[:, 3]),
    }
    if calibrated:
        measures["ece"] = ece
        measures["aurc"] = lambda rows: risk_coverage(rows[:, 2], rows[:, 1])[1]
    return measures


def _by_type(questions: Sequence[Question], rows: Rows) -> Table:
    groups: dict[str, list[float]] = {}
    for question, value in zip(questions, rows[:, 0].tolist(), strict=True):
        groups.setdefault(question.type or "(none)", []).append(value)
    cells = [(name, _mean(np.array(each)), len(each)) for name, each in sorted(groups.items())]
    return Table("by answer type", ("type", "anls", "questions"), tuple(cells))


def read_gold(path: Path) -> list[Question]:
    """Read ``{"data": [{"questionId", "answers", "answers_variants", "answer_type"}]}``."""
    record = _load(path)
    if not isinstance(record, dict) or not isinstance(record.get("data"), list):
        raise ScoringError('expected an object with the list "data"', path=path)
    questions = []
    for place, each in enumerate(record["data"]):
        if not isinstance(each, dict) or "questionId" not in each:
            raise ScoringError(f'expected "questionId" in question {place}', path=path)
        questions.append(
            Question(
                id=str(each["questionId"]),
                answers=_strings(each, "answers", path),
                variants=_strings(each, "answers_variants", path),
                type=str(each.get("answer_type") or ""),
            )
        )
    return questions


def read_submission(path: Path, *, page: bool) -> dict[str, Answer]:
    """Read ``[{"questionId", "answers", "answers_confidence", "answer_abstain"}]``."""
    record = _load(path)
    if not isinstance(record, list):
        raise ScoringError("expected a list of answers", path=path)
    keys = ("answers_confidence", "answer_confidence") if page else ("answers_confidence",)
    answers: dict[str, Answer] = {}
    for place, each in enumerate(record):
        if not isinstance(each, dict) or "questionId" not in each or "answers" not in each:
            raise ScoringError(f'expected "questionId" and "answers" in answer {place}', path=path)
        name = str(each["questionId"])
        if name in answers:
            raise ScoringError(f"the question {name} is answered twice", path=path)
        given = next((each[key] for key in keys if each.get(key) is not None), None)
        first: Any = given[0] if isinstance(given, list) and given else given
        usable = isinstance(first, int | float) and not isinstance(first, bool)
        answers[name] = Answer(
            answers=_strings(each, "answers", path),
            confidence=float(first) if usable else None,
            abstained=bool(each.get("answer_abstain", False)),
        )
    return answers


def _strings(record: Mapping[str, Any], key: str, path: Path) -> tuple[str, ...]:
    """The value as strings; a bare string is a list of one."""
    value = record.get(key) or []
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ScoringError(
            f'expected a list of strings as "{key}" of {record["questionId"]}', path=path
        )
    return tuple(value)


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ScoringError(f"expected JSON: {error.msg}", path=path, line=error.lineno) from error
    except OSError as error:
        raise ScoringError(f"cannot be read: {error.strerror}", path=path) from error
