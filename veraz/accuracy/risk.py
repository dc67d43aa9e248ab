"""How low a confidence may be accepted, so that few accepted fields are wrong.

*Learn then test* (Angelopoulos, Bates, Candès, Jordan and Lei 2021; for the error among accepted cases
Geifman and El-Yaniv 2017): that more than ``risk`` of what a threshold accepts is wrong is a
hypothesis; it is tested for one threshold after the other, from strict to lax, each at the same level,
and the first that cannot be rejected ends the sequence (fixed sequence testing). Sequences begin at
several places, which share the level. The test is the binomial tail of Clopper and Pearson (1934).

The fields of one document are no independent cases: they count as ``n / deff``, where
``deff = 1 + (m − 1) ρ`` (Kish 1965) with ``m`` the mean size of a document, each weighed by its size,
and ``ρ`` the correlation of two fields of one document in being wrong beyond what their confidence
says. ``n / deff`` goes into Clopper and Pearson's formula (Korn and Graubard 1998).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veraz.accuracy.calibration import Threshold

Floats = NDArray[np.float64]

STEP = 1.25
"""Each threshold of the sequence accepts about so many times what the one before does."""

STARTS: tuple[int, ...] = (1, 4)
"""Where sequences begin, in the fewest cases that could do: there one wrong case ends it, so there is
another beginning where several may be wrong."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Cases of one group: how sure each was, whether it was wrong, and the document it is of.

    Three arrays of one length; ``documents`` holds numbers from 0.
    """

    confidence: Floats
    wrong: NDArray[np.bool_]
    documents: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.confidence)


def cases_needed(risk: float, level: float) -> int:
    """The least number of independent cases, all right, that show a risk at that level."""
    return math.ceil(math.log(level) / math.log1p(-risk))


def tail(wrong: float, cases: float, risk: float) -> float:
    """The chance of so few wrong among independent cases, each wrong with chance ``risk``.

    Takes fractions of cases; of whole ones it is the binomial distribution.
    """
    from scipy.special import bdtr, betainc  # slow to import, as all of scipy

    if cases <= wrong:
        return 1.0
    if float(wrong).is_integer() and float(cases).is_integer():
        return float(bdtr(wrong, int(cases), risk))
    return float(betainc(cases - wrong, wrong + 1, 1 - risk))


def correlation_inside(sample: Sample) -> float:
    """The correlation of two cases of one document in being wrong, from 0 to 1.

    What the confidence says is taken away first (isotonic regression), for it is not by chance that
    unsure fields stand together.
    """
    from scipy.optimize import isotonic_regression

    sizes = np.bincount(sample.documents)
    pairs = float((sizes * (sizes - 1)).sum())
    if not pairs:
        return 0.0
    order = np.argsort(sample.confidence, kind="stable")
    wrong = sample.wrong.astype(np.float64)
    expected = np.empty(len(sample))
    expected[order] = isotonic_regression(wrong[order], increasing=False).x
    beyond = wrong - expected
    variance = float((beyond**2).mean())
    if not variance:
        return 0.0
    sums = np.bincount(sample.documents, weights=beyond)
    together = float((sums**2).sum() - (beyond**2).sum()) / pairs
    return min(1.0, max(0.0, together / variance))


def design_effect(documents: NDArray[np.intp], correlation: float) -> float:
    """By how much cases of these documents count less than independent ones."""
    sizes = np.bincount(documents)
    return 1 + (float((sizes**2).sum() / sizes.sum()) - 1) * correlation


def find_threshold(sample: Sample, *, risk: float, level: float) -> Threshold:
    """Find the laxest threshold at which at most ``risk`` of what is accepted is wrong.

    That holds with probability ``1 - level``.
    """
    needed = cases_needed(risk, level)
    if not len(sample):
        return Threshold(None, 0, 0, 0, 0.0, needed)
    correlation = correlation_inside(sample)
    order = np.argsort(-sample.confidence, kind="stable")
    ordered = Sample(sample.confidence[order], sample.wrong[order], sample.documents[order])
    effective = len(sample) / design_effect(sample.documents, correlation)
    found = _accepted(ordered, risk, level, correlation, effective)
    accept = float(ordered.confidence[found - 1]) if found else None
    return Threshold(
        accept, len(sample), found, int(ordered.wrong[:found].sum()), effective, needed
    )


def _accepted(
    ordered: Sample, risk: float, level: float, correlation: float, effective: float
) -> int:
    """How many of the surest cases may be accepted."""
    # Which sequences there are must not hang on what is wrong: it hangs on the number of cases.
    begun = [each for each in STARTS if effective >= each * cases_needed(risk, level / len(STARTS))]
    each_level = level / max(1, len(begun))
    needed = cases_needed(risk, each_level)
    errors = np.cumsum(ordered.wrong)
    counts = _counts(ordered.confidence, needed)
    weights = [1 / design_effect(ordered.documents[:count], correlation) for count in counts]
    found = 0
    for start in begun or STARTS[:1]:
        for count, weight in zip(counts, weights, strict=True):
            if count * weight < needed * start:
                continue
            if tail(errors[count - 1] * weight, count * weight, risk) > each_level:
                break
            found = max(found, count)
    return found


def _counts(confidence: Floats, first: int) -> list[int]:
    """How many cases each threshold of the sequence accepts: equal confidences go together."""
    counts, wanted = [], float(first)
    while wanted < len(confidence):
        same = confidence[int(wanted) - 1]
        count = int(np.searchsorted(-confidence, -same, side="right"))
        counts.append(count)
        wanted = max(wanted, count) * STEP
    return [*dict.fromkeys(counts), len(confidence)] if len(confidence) else []
