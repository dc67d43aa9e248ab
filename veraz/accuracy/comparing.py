"""Two evaluations of the same documents: is one better, or is it chance?"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from nlp.errors import DocumentError
from nlp.schema import JSON
from veraz.accuracy.evaluation import Evaluation, share_right
from veraz.resampling import Difference, paired_difference


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """A field in both evaluations, by document: a document is right in it if nothing of it is wrong.

    ``only_this`` and ``only_other`` count the documents that are right in one evaluation alone;
    ``p_value`` is McNemar's exact test (McNemar 1947, the binomial form) that both are as likely;
    ``adjusted`` the same for all fields together (Holm 1979).
    """

    field: str
    documents: int
    both: int
    only_this: int
    only_other: int
    neither: int
    p_value: float
    adjusted: float = 1.0

    def to_dict(self) -> dict[str, JSON]:
        """Return the comparison as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one evaluation has over another.

    ``overall`` is the share of right places: its difference with an interval by the paired bootstrap
    over documents (Koehn 2004) and a p-value by approximate randomization over documents (Noreen
    1989); ``fields`` the fields, those that differ most clearly first.
    """

    overall: Difference
    fields: tuple[FieldComparison, ...]
    documents: int

    def to_dict(self) -> dict[str, JSON]:
        """Return the comparison as JSON."""
        return {
            "documents": self.documents,
            "overall": asdict(self.overall),
            "fields": [each.to_dict() for each in self.fields],
        }


def compare(this: Evaluation, other: Evaluation, *, seed: int = 0) -> Comparison:
    """Compare two evaluations of the same gold; the same call gives the same numbers.

    Raises :class:`nlp.errors.DocumentError` where the documents are not the same.
    """
    if [each.gold.id for each in this.documents] != [each.gold.id for each in other.documents]:
        raise DocumentError("the two evaluations are of other documents: judge both by one gold.")
    overall = paired_difference("share right", share_right, this.rows, other.rows, seed=seed)
    fields = sorted(_fields(this, other), key=lambda each: (each.p_value, each.field))
    return Comparison(overall, _holm(fields), len(this.documents))


def _fields(this: Evaluation, other: Evaluation) -> list[FieldComparison]:
    mine, theirs = _right_in(this), _right_in(other)
    found = []
    for name in dict.fromkeys((*mine, *theirs)):
        one, two = mine.get(name, {}), theirs.get(name, {})
        # An element that only one of them invents is a case for it alone: the other is right there.
        pairs = [(one.get(place, True), two.get(place, True)) for place in {*one, *two}]
        only_this = pairs.count((True, False))
        only_other = pairs.count((False, True))
        found.append(
            FieldComparison(
                name,
                len(pairs),
                pairs.count((True, True)),
                only_this,
                only_other,
                pairs.count((False, False)),
                mcnemar(only_this, only_other),
            )
        )
    return found


def mcnemar(only_this: int, only_other: int) -> float:
    """The two-sided p-value of McNemar's exact test; 1 where the two never differ."""
    from scipy.stats import binomtest  # slow to import

    differing = only_this + only_other
    return float(binomtest(only_this, differing).pvalue) if differing else 1.0


def _right_in(evaluation: Evaluation) -> dict[str, Mapping[int, bool]]:
    """Field → number of the document → whether nothing of the field is wrong there."""
    found: dict[str, dict[int, bool]] = {}
    for number, document in enumerate(evaluation.documents):
        for verdict in document.verdicts:
            known = found.setdefault(verdict.field, {})
            known[number] = known.get(number, True) and verdict.good
    return dict(found)


def _holm(fields: list[FieldComparison]) -> tuple[FieldComparison, ...]:
    """Fields by rising p-value, with Holm's adjusted ones."""
    adjusted, highest = [], 0.0
    for place, each in enumerate(fields):
        highest = max(highest, min(1.0, each.p_value * (len(fields) - place)))
        adjusted.append(FieldComparison(**{**asdict(each), "adjusted": highest}))
    return tuple(adjusted)
