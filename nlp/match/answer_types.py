"""Which labels of mentions suit which classes of answers, and how well."""

from collections.abc import Mapping

import numpy as np

from nlp.asked.answer_classes import CLASSES
from nlp.asked.field_profile import FieldProfile
from nlp.match.surroundings import Floats, Indexes
from nlp.spans import LABELS, NAME_LABELS, Candidate

FIT: dict[str, dict[str, float]] = {
    "person": {"PERSON": 1.0},
    "organization": {"ORGANIZATION": 1.0, "ACRONYM": 0.4, "MISCELLANEOUS": 0.3},
    "place": {"LOCATION": 1.0},
    "date": {"DATE": 1.0, "DATETIME": 1.0, "RANGE": 0.4},
    "time": {"TIME": 1.0, "DATETIME": 0.7},
    "duration": {"DURATION": 1.0, "AGE": 0.5, "QUANTITY": 0.4, "SET": 0.5},
    "frequency": {"SET": 1.0, "DURATION": 0.2},
    "money": {"MONEY": 1.0, "NUMBER": 0.4},
    "count": {"NUMBER": 1.0, "QUANTITY": 0.4, "ORDINAL": 0.2, "AGE": 0.2},
    "ordinal": {"ORDINAL": 1.0, "NUMBER": 0.6},
    "measure": {"QUANTITY": 1.0, "TEMPERATURE": 1.0, "PERCENT": 0.7, "NUMBER": 0.5, "RANGE": 0.5},
    "identifier": {"IDENTIFIER": 1.0, "EMAIL": 1.0, "URL": 1.0, "NUMBER": 0.4, "ACRONYM": 0.3},
    "heading": {"HEADING": 1.0, "TITLE": 0.5, "SENTENCE": 0.2},
    "title": {"TITLE": 1.0, "HEADING": 0.7, "MISCELLANEOUS": 0.6, "ACRONYM": 0.2},
    "text": {"SENTENCE": 1.0, "LIST_LINE": 0.5},
    "term": {"NOUN_PHRASE": 1.0, "LIST_LINE": 0.7, "TABLE_CELL": 0.7, "MISCELLANEOUS": 0.3},
    "quality": {"NOUN_PHRASE": 0.7},
    "flag": {},
}
"""How well a candidate's label suits a class of answer."""
_FITS = {name: np.array([fits.get(label, 0.0) for label in LABELS]) for name, fits in FIT.items()}

_OWN_CLASSES: dict[str, tuple[str, ...]] = {
    "PERSON": ("person", "organization"),
    "ORGANIZATION": ("organization", "person", "place"),
    "LOCATION": ("place", "organization"),
    "DATE": ("date",),
    "DATETIME": ("date", "time"),
    "TIME": ("time",),
    "DURATION": ("duration",),
    "SET": ("duration", "frequency"),
    "NUMBER": ("count", "measure", "money", "identifier", "ordinal"),
    "ORDINAL": ("count", "ordinal"),
    "PERCENT": ("measure",),
    "QUANTITY": ("measure", "count", "duration"),
    "MONEY": ("money",),
    "AGE": ("count", "duration"),
    "TEMPERATURE": ("measure",),
    "IDENTIFIER": ("identifier",),
    "EMAIL": ("identifier",),
    "URL": ("identifier",),
    "RANGE": ("date", "measure", "count"),
}
"""For labels that say what the mention is: the classes it can answer."""

VALUED_LABELS = frozenset(_OWN_CLASSES) - NAME_LABELS
"""Labels that say what a mention is, names aside."""

GROUP_LABELS: dict[str, frozenset[str]] = {
    "date": frozenset({"DATE", "DATETIME", "TIME", "RANGE"}),
    "number": VALUED_LABELS - {"EMAIL", "URL"},
}
"""The labels a group of fields looks at; text fields look at all."""

_MOST_OWN = max(map(len, _OWN_CLASSES.values()))
_SAYING = np.array([label in _OWN_CLASSES for label in LABELS])
_OWN = np.array(
    [
        [*map(CLASSES.index, own), *[len(CLASSES)] * (_MOST_OWN - len(own))]
        for own in (_OWN_CLASSES.get(label, ()) for label in LABELS)
    ]
).T
"""By label of :data:`LABELS` the indexes of those classes."""


def label_of(candidate: Candidate) -> str:
    """A candidate's label; "más de 300", with one bound only, is a number like another."""
    value = candidate.value
    open_range = value is not None and value.kind == "number_range" and not value.has_both_bounds
    return "NUMBER" if candidate.label == "RANGE" and open_range else candidate.label


def suited(classes: Mapping[str, float]) -> Floats:
    """How well each of :data:`LABELS` suits what is asked."""
    return sum((share * _FITS[name] for name, share in classes.items()), np.zeros(len(LABELS)))


def type_features(profile: FieldProfile, labels: Floats | Indexes) -> dict[str, Floats]:
    """How well labels, indexes of :data:`LABELS`, suit what the field asks for, one array per feature."""
    known = sum(profile.classes.values())
    most = max(profile.classes.values(), default=1.0)
    fit = known * np.minimum(1.0, suited(profile.classes) / most)
    shares = np.array([*(profile.classes.get(name, 0.0) for name in CLASSES), 0.0])
    own = shares[_OWN].sum(axis=0)
    misfit = np.where(_SAYING, known * (1.0 - np.minimum(1.0, own / most)), 0.0)
    at = labels.astype(np.int64)
    return {
        "type_fit": fit[at],
        "type_misfit": misfit[at],
        "labelled": (at == LABELS.index("LABEL_VALUE")).astype(np.float64),
    }
