"""The fields of judged answers as cases to calibrate on: how sure each was, and whether it was right."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nlp.errors import DocumentError
from nlp.schema import is_below
from veraz.accuracy.calibration import ACCEPT
from veraz.accuracy.evaluation import Evaluation, JudgedDocument
from veraz.accuracy.fields import fold, kind_of, schema_key
from veraz.extracted import UNANSWERED


@dataclass(frozen=True, slots=True)
class Case:
    """One field of one answer.

    ``document`` tells documents apart; ``schema`` is a digest; ``field`` the path with its indexes
    folded; ``kind`` is ``value`` or ``null`` (the answer says nothing); ``decision`` is what a
    calibration said of it, None without one.
    """

    document: str
    schema: str
    field: str
    kind: str
    confidence: float
    right: bool
    decision: str | None = None


def read_cases(evaluation: Evaluation) -> list[Case]:
    """Return every field that was judged; documents without an answer have none.

    Raises :class:`nlp.errors.DocumentError` where the answers were kept without their fields.
    """
    return list(_all(evaluation.documents))


@dataclass(frozen=True, slots=True)
class Decided:
    """How many judged fields had a decision, were accepted, and were accepted although wrong."""

    fields: int
    accepted: int
    wrong: int

    def __str__(self) -> str:
        share = f" ({self.wrong / self.accepted:.1%})" if self.accepted else ""
        return (
            f"{self.accepted} of {self.fields} fields were accepted; {self.wrong} of those are "
            f"wrong{share}."
        )


def read_decided(evaluation: Evaluation) -> Decided | None:
    """What came of a calibration's decisions; None where no answer has any."""
    kept = [each for each in evaluation.documents if each.answer.fields is not None]
    cases = [each for each in _all(kept) if each.decision is not None]
    if not cases:
        return None
    accepted = [each for each in cases if each.decision == ACCEPT]
    return Decided(len(cases), len(accepted), sum(not each.right for each in accepted))


def _all(documents: Iterable[JudgedDocument]) -> Iterator[Case]:
    for each in documents:
        if each.answer.data is None:
            continue
        if each.answer.fields is None:
            raise DocumentError(
                f"the answer to {each.gold.id!r} has no `fields`, which say how sure each value is: "
                "run `veraz batch` with --evidence."
            )
        yield from _cases(each, each.answer.fields)


def _cases(document: JudgedDocument, fields: Iterable[Mapping[str, Any]]) -> Iterator[Case]:
    key = schema_key(document.gold.schema)
    told = [(one.answered, one.good) for one in document.verdicts if one.answered is not None]
    for result in fields:
        path = str(result["path"])
        # A null object is right where nothing that could stand below it is missed.
        below = [good for at, good in told if is_below(at, path)]
        if below and result.get("outcome") not in UNANSWERED:
            kind = kind_of(result["value"])
            sure = float(result["confidence"])
            decision = result.get("decision")
            yield Case(document.gold.id, key, fold(path), kind, sure, all(below), decision)
