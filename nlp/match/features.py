"""What speaks for a candidate as the answer to a field: named numbers, one array per feature.

Every feature is about words, shapes, types and places in general. Groups of fields (text, date,
number) share the cue features and add their own.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.answer_types import type_features
from nlp.match.negation import negated_tokens
from nlp.match.surroundings import Cues, Floats, Indexes, Surroundings
from nlp.match.text_features import text_features
from nlp.match.value_features import value_features

_FAR = 12
_MOST_CUES = 60
_COUNTED_LABELS = frozenset({"NUMBER", "QUANTITY"})
_WHERE = ("before", "after", "inside", "sentence", "heading", "label", "column")
_SAME = ("position", "first_mention", "frequency", "in_title", "lead_sentence", "weak_capital")
_OF_NAMES = (
    "whole_heading", "whole_label", "agent", "headed", "heading_opens", "name_starts",
)  # fmt: skip
"""What is said of cues: of all, and of those of a field's name; nothing where a text has none."""


def with_competing_labels(here: Surroundings, profiles: Sequence[FieldProfile]) -> Surroundings:
    """The surroundings, knowing how strongly each candidate's label names another field instead.

    By path, one number per candidate: the best claim that its label, heading or column makes for
    any other field, less the field's own.
    """
    places = here.places
    if len(profiles) < 2:
        return here
    weights = np.array(
        [here.form_weights(here.cue_weights(one.names, {}), one.forms) for one in profiles]
    )
    total = np.pad(np.cumsum(weights, axis=1), ((0, 0), (1, 0)))
    numbers = np.array([one.group == "number" for one in profiles])
    counts = np.array([float(one.label in _COUNTED_LABELS) for one in here.candidates])
    beside = weights[:, here.traits["counted_at"].astype(np.int64)]
    claims = np.where(numbers[:, None], counts * beside, 0.0)
    for _, start, end in places.naming:
        said = (total[:, end] - total[:, start]) / np.maximum(1, end - start)
        claims = np.maximum(claims, said)
    table = np.minimum(claims, 1.0)
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
    names = here.cues_of(profile)[0].weights
    columns = _cue_features(profile, here, index)
    columns |= type_features(profile, here.traits["label"][index])
    columns["name_nearest"] = _nearest_to_cue(names, columns["type_fit"], here, index)
    cues = {name: columns.pop(name) for name in ("agent", "name_starts")}
    if profile.group == "text":
        columns |= text_features(profile, here, index, picked, columns | cues)
    else:
        columns |= value_features(profile, here, index, picked, names)
    claimed = here.competing_labels.get(profile.path)
    columns["claimed"] = claimed[index] if claimed is not None else np.zeros(len(index))
    columns["negated"] = negated_tokens(here)[here.places.first[index]].astype(np.float64)
    return columns | {name: here.traits[name][index] for name in _SAME}


def _cue_features(profile: FieldProfile, here: Surroundings, index: Indexes) -> dict[str, Floats]:
    places = here.places
    columns: dict[str, Floats] = {}
    first, last = places.first[index], places.last[index]
    opening = places.opening[index]
    nothing = np.zeros(len(index))
    for name, cues in zip(("name", "described"), here.cues_of(profile), strict=True):
        if not cues.any:
            columns |= dict.fromkeys((f"{name}_{where}" for where in _WHERE), nothing)
            columns |= dict.fromkeys(_OF_NAMES if name == "name" else (), nothing)
            continue
        total, before, after = cues.total, cues.before, cues.after
        inside = total[last] - total[first]
        sentence = total[places.sentence_last[index]] - total[places.sentence_first[index]]
        columns[f"{name}_before"] = np.maximum(before[opening], before[first])
        columns[f"{name}_after"] = after[last]
        columns[f"{name}_inside"] = np.minimum(inside, 2.0)
        columns[f"{name}_sentence"] = np.minimum(np.maximum(sentence - inside, 0.0), 2.0)
        for where, start, end in places.naming:
            columns[f"{name}_{where}"] = np.minimum(total[end[index]] - total[start[index]], 1.0)
        if name == "name":
            columns |= _name_features(cues, here, index)
    return columns


def _name_features(cues: Cues, here: Surroundings, index: Indexes) -> dict[str, Floats]:
    """A heading or label made of nothing but cues, an agent ("fundada por…"), a cue up front."""
    places, total, weights = here.places, cues.total, cues.weights
    first, last = places.first[index], places.last[index]
    columns: dict[str, Floats] = {}
    for where, start, end in places.naming[:2]:
        size = np.maximum(1, end[index] - start[index])
        said = total[end[index]] - total[start[index]]
        columns[f"whole_{where}"] = np.where(said / size >= 0.5, np.minimum(said / size, 1.0), 0.0)
    columns["agent"] = here.traits["after_by"][index] * cues.before[np.maximum(0, first - 1)]
    head = here.traits["hangs_on"][index].astype(np.int64)
    columns["headed"] = np.where(head >= 0, weights[head], 0.0)
    columns["heading_opens"] = columns["whole_heading"] * here.traits["opens_section"][index]
    columns["name_starts"] = np.where(last - first > 1, weights[first], 0.0)
    return columns


def _nearest_to_cue(weights: Floats, fit: Floats, here: Surroundings, index: Indexes) -> Floats:
    """The strongest cue of whose sentence no other fitting candidate stands nearer to it."""
    nearest = np.zeros(len(index))
    if not weights.any():
        return nearest
    fitting = np.flatnonzero(fit >= 0.6 * fit.max(initial=0.0)) if len(index) else index
    first, last = here.places.first[index][fitting], here.places.last[index][fitting]
    sentences = here.sentence_of[first]
    cues = np.flatnonzero(weights[:-1])[:_MOST_CUES, None]
    gaps = np.maximum(first - cues, cues - last + 1)
    beside = (sentences == here.sentence_of[cues]) & (gaps > 0) & (gaps <= _FAR)
    gaps = np.where(beside, gaps, _FAR + 1)
    best = beside & (gaps == gaps.min(axis=1, initial=_FAR + 1, keepdims=True))
    nearest[fitting] = (best * weights[cues]).max(axis=0, initial=0.0)
    return nearest
