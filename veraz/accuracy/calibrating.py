"""Finding a calibration: thresholds for the fields of a gold file's answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nlp.errors import DocumentError
from veraz.accuracy.calibration import Calibration, Group, Threshold
from veraz.accuracy.cases import Case
from veraz.accuracy.fields import KINDS
from veraz.accuracy.pooling import cross_fitted, fit
from veraz.accuracy.risk import Sample, cases_needed, find_threshold
from veraz.extracted import Signature

OWN = 4
"""A field has thresholds of its own from so many times the documents that the promise would take."""

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Promise:
    """At most ``risk`` of what is accepted is wrong, with probability ``confidence``."""

    risk: float
    confidence: float = 0.9


def find_groups(cases: Sequence[Case], promise: Promise) -> tuple[Group, ...]:
    """Find what may be accepted of each group of fields, pools last.

    The groups share ``1 - confidence`` by their numbers of cases (Bonferroni, weighted), so all of
    them keep the promise together: whatever the mixture of fields that is accepted.
    """
    allowed = 1 - promise.confidence
    grouped = _grouped(cases, promise)
    names = {name: number for number, name in enumerate({each.document for each in cases})}
    found = []
    for (schema, field, kind), members in sorted(grouped.items(), key=lambda pair: not pair[0][1]):
        level = allowed * len(members) / len(cases)
        mixed = len({(each.schema, each.field) for each in members}) > 1
        rated = cross_fitted(members) if mixed else members
        threshold = find_threshold(_sample(rated, names), risk=promise.risk, level=level)
        reliability = fit(members) if mixed and rated is not members else None
        found.append(Group(schema, field, kind, threshold, reliability))
    return tuple(found)


def calibrate(
    cases: Sequence[Case],
    promise: Promise,
    *,
    signature: Signature,
    near: float = 1.0,
    abstain_below: float | None = None,
) -> Calibration:
    """Find the calibration of these cases; raises :class:`nlp.errors.DocumentError` for none."""
    if not cases:
        raise DocumentError(
            "there is nothing to calibrate on: no field of an answer was judged. Are the ids of gold "
            "and answers the same, and are there answers?"
        )
    return Calibration(
        promise.risk,
        promise.confidence,
        signature,
        tuple(dict.fromkeys(each.schema for each in cases)),
        find_groups(cases, promise),
        len({each.document for each in cases}),
        near,
        abstain_below,
    )


def wanting(threshold: Threshold) -> int:
    """How many more independent cases, all right, the least promise of a group would take."""
    return max(0, threshold.needed - int(threshold.effective))


def _grouped(cases: Sequence[Case], promise: Promise) -> dict[Key, list[Case]]:
    """Cases by group. Which fields are apart hangs on how many cases they have, never on their truth."""
    counts = Counter((each.schema, each.field, each.kind) for each in cases)
    documents = Counter(
        key for key, _ in {((c.schema, c.field, c.kind), c.document): None for c in cases}
    )
    allowed = 1 - promise.confidence
    grouped: dict[Key, list[Case]] = {("", "", kind): [] for kind in KINDS}
    own = {
        key
        for key, count in counts.items()
        if documents[key] >= OWN * cases_needed(promise.risk, allowed * count / len(cases))
    }
    for each in cases:
        key = (each.schema, each.field, each.kind)
        grouped.setdefault(key if key in own else ("", "", each.kind), []).append(each)
    return {key: members for key, members in grouped.items() if members}


def _sample(cases: Sequence[Case], documents: dict[str, int]) -> Sample:
    return Sample(
        np.array([each.confidence for each in cases], dtype=np.float64),
        np.array([not each.right for each in cases], dtype=np.bool_),
        np.array([documents[each.document] for each in cases], dtype=np.intp),
    )
