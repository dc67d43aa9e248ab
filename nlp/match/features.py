"""What speaks for a candidate as the answer to a field: named numbers, one array per feature.

Every feature is about words, shapes, types and places in general. Groups of fields (text, date,
number) share the cue features and add their own.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import pattern_fits
from nlp.asked.pattern_codes import CODED, asks_code
from nlp.asked.rendering import answer_value
from nlp.asked.scales import FRACTION
from nlp.asked.schema_lexicon import field_lexicon
from nlp.asked.time_forms import written_in
from nlp.match.implied import ABSENCE
from nlp.match.negation import negated_tokens
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.match.text_features import text_features
from nlp.match.value_features import counted, value_features
from nlp.reckon.stays import takes_span
from nlp.spans import RECKONED, Candidate

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

_FAR = 12
_MOST_CUES = 60
_OF = frozenset({"de", "del"})
_ARTICLES = frozenset({"el", "la", "los", "las"})
_YEAR = re.compile(r"(?:1[0-9]|20|21)\d\d")
_COUNTED_LABELS = frozenset({"NUMBER", "QUANTITY"})

_WHERE = ("before", "after", "inside", "sentence", "heading", "label", "column")
_OF_NAMES = (
    "whole_heading", "whole_label", "agent", "headed", "heading_opens", "name_starts",
)  # fmt: skip
"""What is said of cues: of all, and of those of a field's name; nothing where a text has none."""

GROUP_LABELS: dict[str, frozenset[str]] = {
    "date": frozenset({"DATE", "DATETIME", "TIME", "RANGE"}),
    "number": frozenset(_OWN_CLASSES) - {"PERSON", "ORGANIZATION", "LOCATION", "EMAIL", "URL"},
}
"""The labels a group of fields looks at; text fields look at all."""


def eligible(profile: FieldProfile, here: Surroundings) -> list[int]:
    """The indexes of the candidates that can answer the field at all."""
    candidates = here.candidates
    allowed = GROUP_LABELS.get(profile.group)
    if allowed is None:
        open_to_words = here.traits.get("open_to_words")
        if open_to_words is None:
            open_to_words = _open_to_words(here)
        chosen = [int(index) for index in np.flatnonzero(open_to_words)]
        return fitting_codes(profile, here, chosen) or chosen
    chosen = [
        index
        for index, candidate in enumerate(candidates)
        if candidate.label in allowed
        and candidate.source != CODED
        and _has_value(profile, candidate)
    ]
    if profile.group == "date" and profile.templates:
        whole = [index for index in chosen if _writes(profile, candidates[index])]
        return whole or chosen
    if profile.group == "number":
        usual = [
            one
            for one in chosen
            if candidates[one].source != RECKONED or takes_span(profile, candidates[one])
        ]
        return _within_bounds(profile, here, usual)
    return chosen


def _within_bounds(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> list[int]:
    """The candidates that give a number, those out of bounds only where no other does."""
    numbers = {index: answer_value(here.candidates[index], profile) for index in chosen}
    told = [index for index, one in numbers.items() if isinstance(one, int | float)]
    bounds = profile.field.constraints
    low = -math.inf if bounds.minimum is None else bounds.minimum
    high = math.inf if bounds.maximum is None else bounds.maximum
    if profile.scale == FRACTION:
        low, high = max(low, 0.0), min(high, 1.0)
    inside = [
        index
        for index in told
        if isinstance(one := numbers[index], int | float) and low <= one <= high
    ]
    return inside or told


def _writes(profile: FieldProfile, candidate: Candidate) -> bool:
    """Whether a date says all that one of the field's forms of dates needs."""
    timex = candidate.value.timex if candidate.value is not None else None
    return timex is not None and written_in(timex, profile.templates) is not None


def fitting_codes(
    profile: FieldProfile, here: Surroundings, chosen: Sequence[int] = ()
) -> list[int]:
    """The candidates that fit the pattern of a field that asks for a code.

    Those that patterns found, and those of ``chosen`` that are written so.
    """
    if not asks_code(profile.field):
        return []
    pattern = profile.field.constraints.pattern
    found = [index for index, one in enumerate(here.candidates) if one.source == CODED]
    return [
        index
        for index in (*found, *chosen)
        if pattern_fits(str(answer_value(here.candidates[index], profile)), pattern) > 0
    ]


def _open_to_words(here: Surroundings) -> Floats:
    """Which candidates a field of words looks at, 1 or 0."""
    found = (
        not _is_noise(one) and not here.is_label(one) and one.source not in {ABSENCE, CODED}
        for one in here.candidates
    )
    return np.fromiter(found, dtype=np.float64, count=len(here.candidates))


def _is_noise(candidate: Candidate) -> bool:
    """A lone function word that a finder took for a name, or a passage that is a web address."""
    mention = candidate.mention
    if " " not in mention:
        return field_lexicon().is_stopword(mention) and candidate.label != "LABEL_VALUE"
    return "://" in mention and candidate.label not in {"URL", "LABEL_VALUE", "TABLE_CELL"}


def _has_value(profile: FieldProfile, candidate: Candidate) -> bool:
    timex = candidate.value.timex if candidate.value is not None else None
    if profile.group != "number":
        return candidate.label != "RANGE" or timex is not None
    if candidate.label == "DATE":
        return profile.asks("date") > 0.25 and _YEAR.search(candidate.mention) is not None
    return candidate.value is not None


def with_competing_labels(here: Surroundings, profiles: Sequence[FieldProfile]) -> Surroundings:
    """The surroundings, knowing how strongly each candidate's label names another field instead.

    By path, one number per candidate: the best claim that its label, heading or column makes for
    any other field, less the field's own.
    """
    here = replace(here, traits={**here.traits, "open_to_words": _open_to_words(here)})
    places = here.places
    everywhere = np.arange(len(here.candidates))
    counts = np.array([float(one.label in _COUNTED_LABELS) for one in here.candidates])
    competing_labels = []
    for profile in profiles:
        weights = here.form_weights(here.cue_weights(profile.names, {}), profile.forms)
        total = np.concatenate(([0.0], np.cumsum(weights)))
        claim = np.zeros(len(here.candidates))
        for start, end in (
            (places.label_first, places.label_last),
            (places.heading_first, places.heading_last),
            (places.column_first, places.column_last),
        ):
            claim = np.maximum(claim, (total[end] - total[start]) / np.maximum(1, end - start))
        if profile.group == "number":
            claim = np.maximum(claim, counts * counted(weights, here, everywhere))
        competing_labels.append(np.minimum(claim, 1.0))
    if len(competing_labels) < 2:
        return here
    table = np.array(competing_labels)
    order = np.sort(table, axis=0)
    first, second = order[-1], order[-2]
    rivals = {
        profile.path: np.maximum(0.0, np.where(row >= first, second, first) - row)
        for profile, row in zip(profiles, table, strict=True)
    }
    return replace(here, competing_labels=rivals)


def features_of(profile: FieldProfile, here: Surroundings, chosen: list[int]) -> dict[str, Floats]:
    """The features of the chosen candidates for one field, by name."""
    index = np.array(chosen, dtype=np.int64)
    picked = [here.candidates[one] for one in chosen]
    names = here.form_weights(
        here.cue_weights(
            profile.names, {key: one for key, one in profile.keys.items() if one == 1.0}
        ),
        profile.forms,
    )
    columns = _cue_features(profile, here, index, names)
    columns |= _type_features(profile, picked)
    columns["name_nearest"] = _nearest_to_cue(names, columns["type_fit"], here, index)
    cues = {name: columns.pop(name) for name in ("agent", "name_starts")}
    if profile.group == "text":
        columns |= text_features(profile, here, index, picked, columns | cues)
    else:
        columns |= value_features(profile, here, index, picked, names)
    claimed = here.competing_labels.get(profile.path)
    columns["claimed"] = claimed[index] if claimed is not None else np.zeros(len(index))
    columns["negated"] = negated_tokens(here)[here.places.first[index]].astype(np.float64)
    traits = here.traits
    for name in (
        "position",
        "first_mention",
        "frequency",
        "in_title",
        "lead_sentence",
        "weak_capital",
    ):
        columns[name] = traits[name][index]
    return columns


def _cue_features(
    profile: FieldProfile, here: Surroundings, index: Indexes, names: Floats
) -> dict[str, Floats]:
    places = here.places
    columns: dict[str, Floats] = {}
    channels = {
        "name": names,
        "described": here.cue_weights(
            profile.described, {key: one for key, one in profile.keys.items() if one < 1.0}
        ),
        "context": here.cue_weights(profile.context, {}),
    }
    first, last = places.first[index], places.last[index]
    opening = places.opening[index]
    nothing = np.zeros(len(index))
    for name, weights in channels.items():
        if not weights.any():
            columns |= dict.fromkeys((f"{name}_{where}" for where in _WHERE), nothing)
            columns |= dict.fromkeys(_OF_NAMES if name == "name" else (), nothing)
            continue
        total = np.concatenate(([0.0], np.cumsum(weights)))
        before, after = here.near(weights)
        inside = total[last] - total[first]
        sentence = total[places.sentence_last[index]] - total[places.sentence_first[index]]
        columns[f"{name}_before"] = np.maximum(before[opening], before[first])
        columns[f"{name}_after"] = after[last]
        columns[f"{name}_inside"] = np.minimum(inside, 2.0)
        columns[f"{name}_sentence"] = np.minimum(np.maximum(sentence - inside, 0.0), 2.0)
        for where, start, end in (
            ("heading", places.heading_first, places.heading_last),
            ("label", places.label_first, places.label_last),
            ("column", places.column_first, places.column_last),
        ):
            columns[f"{name}_{where}"] = np.minimum(total[end[index]] - total[start[index]], 1.0)
        if name == "name":
            columns |= _name_features(weights, total, before, here, index)
    return columns


def _name_features(
    weights: Floats, total: Floats, before: Floats, here: Surroundings, index: Indexes
) -> dict[str, Floats]:
    """A heading or label made of nothing but cues, an agent ("fundada por…"), a cue up front."""
    places = here.places
    first, last = places.first[index], places.last[index]
    columns: dict[str, Floats] = {}
    for where, start, end in (
        ("heading", places.heading_first, places.heading_last),
        ("label", places.label_first, places.label_last),
    ):
        size = np.maximum(1, end[index] - start[index])
        said = total[end[index]] - total[start[index]]
        columns[f"whole_{where}"] = np.where(said / size >= 0.5, np.minimum(said / size, 1.0), 0.0)
    columns["agent"] = here.traits["after_by"][index] * before[np.maximum(0, first - 1)]
    columns["headed"] = _headed(weights, here, first)
    columns["heading_opens"] = columns["whole_heading"] * here.traits["opens_section"][index]
    columns["name_starts"] = np.where(last - first > 1, weights[first], 0.0)
    return columns


def _headed(weights: Floats, here: Surroundings, first: Indexes) -> Floats:
    """The cue that a candidate hangs on by "de": what stands after "municipio de"."""
    found = []
    for at in first.tolist():
        cue = at - 1
        while cue > max(0, at - 3) and here.folded[cue] in _ARTICLES:
            cue -= 1
        linked = 0 < cue < at and here.folded[cue] in _OF
        found.append(float(weights[cue - 1]) if linked else 0.0)
    return np.array(found)


def _nearest_to_cue(weights: Floats, fit: Floats, here: Surroundings, index: Indexes) -> Floats:
    """The strongest cue of whose sentence no other fitting candidate stands nearer to it."""
    nearest = np.zeros(len(index))
    if not weights.any():
        return nearest
    fitting = np.flatnonzero(fit >= 0.6 * fit.max(initial=0.0)) if len(index) else index
    first, last = here.places.first[index][fitting], here.places.last[index][fitting]
    sentences = here.sentence_of[first]
    for cue in np.flatnonzero(weights[:-1]).tolist()[:_MOST_CUES]:
        gaps = np.maximum(first - cue, cue - last + 1)
        apart = (sentences != here.sentence_of[cue]) | (gaps <= 0) | (gaps > _FAR)
        if apart.all():
            continue
        gaps = np.where(apart, 10 * _FAR, gaps)
        best = fitting[gaps == gaps.min()]
        nearest[best] = np.maximum(nearest[best], weights[cue])
    return nearest


def label_of(candidate: Candidate) -> str:
    """A candidate's label; "más de 300", with one bound only, is a number like another."""
    value = candidate.value
    if candidate.label == "RANGE" and value is not None and value.kind == "number_range":
        return "RANGE" if value.low is not None and value.high is not None else "NUMBER"
    return candidate.label


def _type_features(profile: FieldProfile, picked: list[Candidate]) -> dict[str, Floats]:
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
