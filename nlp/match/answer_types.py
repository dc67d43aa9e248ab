"""Which labels of mentions suit which classes of answers, and how well."""

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.surroundings import Floats
from nlp.spans import Candidate

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

GROUP_LABELS: dict[str, frozenset[str]] = {
    "date": frozenset({"DATE", "DATETIME", "TIME", "RANGE"}),
    "number": frozenset(_OWN_CLASSES) - {"PERSON", "ORGANIZATION", "LOCATION", "EMAIL", "URL"},
}
"""The labels a group of fields looks at; text fields look at all."""


def label_of(candidate: Candidate) -> str:
    """A candidate's label; "más de 300", with one bound only, is a number like another."""
    value = candidate.value
    if candidate.label == "RANGE" and value is not None and value.kind == "number_range":
        return "RANGE" if value.low is not None and value.high is not None else "NUMBER"
    return candidate.label


def type_features(profile: FieldProfile, picked: list[Candidate]) -> dict[str, Floats]:
    """How well the labels of the candidates suit what the field asks for, one array per feature."""
    known = sum(profile.classes.values())
    most = max(profile.classes.values(), default=1.0)
    labels = [label_of(candidate) for candidate in picked]
    fits: dict[str, tuple[float, float]] = {}
    for label in dict.fromkeys(labels):
        suited = sum(share * FIT[name].get(label, 0.0) for name, share in profile.classes.items())
        own = _OWN_CLASSES.get(label)
        misfit = known * (1.0 - min(1.0, profile.asks(*own) / most)) if own else 0.0
        fits[label] = known * min(1.0, suited / most), misfit
    return {
        "type_fit": np.array([fits[label][0] for label in labels]),
        "type_misfit": np.array([fits[label][1] for label in labels]),
        "labelled": np.array([float(one.label == "LABEL_VALUE") for one in picked]),
    }
