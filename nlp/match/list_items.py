"""Which members a list has.

A list is filled from one *mention* leaf: its own items, or the field of its objects that names
them. Every candidate gets the probability of being an item; the set is the one that maximises the
expected overlap with the true list. What stands around a mention fills the other fields of its
object: :mod:`nlp.match.item_fields`.
"""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nlp.asked.field_profile import FieldProfile
from nlp.asked.pattern_codes import CODED, is_narrow
from nlp.latest import latest
from nlp.match.boosted import item_scores
from nlp.match.coordinations import EDGES, Coordination, coordination_of
from nlp.match.eligibility import eligible
from nlp.match.features import features_of
from nlp.match.ranker import Ranker, odds_of, sigmoids
from nlp.match.speech_parts import speech_parts
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.spans import NAME_LABELS, Candidate, Span, meet
from nlp.stems import fold

MAX_ITEMS = 40
_MIN_RUN = 3
_SHORT_LINE = 7
_RUN_PULL = {"comma": 0.4, "list": 0.7, "lines": 0.5, "column": 0.8}
EXPECTED_ITEMS = 1.5
"""How many items a list that is not empty is expected to hold at least."""
EXPECTED_VALUES = 3.0
"""The same for a list of objects or numbers, of whose chances no trees judge: they promise too little."""
_MIN_CHANCE = 0.002
_CODED_ITEM = 0.9
"""How likely what fits the narrow pattern of a list's items is one."""
_PASSAGES = frozenset({"SENTENCE", "LIST_LINE", "TABLE_CELL", "LABEL_VALUE", "TITLE", "HEADING"})
_NAMING = frozenset({"noun", "name", "number", "adjective", "verb"})


def coordination_features(
    here: Surroundings, coordinations: Sequence[Coordination], index: Indexes
) -> dict[str, Floats]:
    """What the coordination a candidate stands in says of it, for the candidates at ``index``."""
    known = coordination_of(coordinations)
    picked = [here.candidates[row] for row in index.tolist()]
    found = [known.get(one.span) for one in picked]
    size = np.array([len(one.spans) if one else 0 for one in found])
    in_lines = [float(one is not None and one.kind != "comma") for one in found]
    return {
        "in_run": (size >= 2).astype(np.float64),
        "long_run": (size >= 3).astype(np.float64),
        "in_lines": np.array(in_lines),
    }


def item_features(
    profile: FieldProfile, here: Surroundings, coordinations: Sequence[Coordination]
) -> tuple[list[int], dict[str, Floats]]:
    """The candidates that may be items, as indexes, and their features."""
    items = possible_items(here, tuple(coordinations))
    chosen = [one for one in eligible(profile, here) if items[one]]
    columns = features_of(profile, here, chosen)
    index = np.array(chosen, dtype=np.int64)
    columns |= coordination_features(here, coordinations, index)
    led = columns["in_run"] * np.maximum(columns["name_before"], columns["described_before"])
    entity = profile.asks("person", "organization", "place")
    columns["run*cue"] = led
    columns["run*term"] = columns["in_run"] * profile.asks("term", "quality")
    columns["entity*fit"] = entity * columns["type_fit"]
    columns["entity*run"] = entity * columns["in_run"]
    return chosen, columns


@latest(2)
def possible_items(
    here: Surroundings, coordinations: tuple[Coordination, ...]
) -> NDArray[np.bool_]:
    """Which candidates can be items: names of things and codes, no parts of short lines."""
    whole = [
        span
        for coordination in coordinations
        if coordination.kind in {"list", "column"}
        for span in coordination.spans
        if len(here.document.text[slice(*span)].split()) <= _SHORT_LINE
    ]
    spans = np.stack([here.places.start, here.places.end], axis=1)
    named = np.array(nominal_candidates(here, coordinations), dtype=bool)
    named |= np.array([one.source == CODED for one in here.candidates], dtype=bool)
    return named & ~_inside(spans, np.array(whole).reshape(-1, 2))


def nominal_candidates(here: Surroundings, coordinations: Sequence[Coordination]) -> list[bool]:
    """Which candidates can name a thing: no clauses, no lone verbs, no two members of a coordination."""
    words = speech_parts(here.document)
    numbers = {
        span: number
        for number, coordination in enumerate(coordinations)
        if coordination.kind == "comma"
        for span in coordination.spans
    }
    spans = sorted(numbers)
    found = []
    for one in here.candidates:
        first, last = bisect_left(spans, (one.start, 0)), bisect_left(spans, (one.end, 0))
        held = [numbers[span] for span in spans[first:last] if span[1] <= one.end]
        several = len(held) > 1 and held[0] == held[-1] and one.label not in NAME_LABELS
        tags = set(words.tags_in(one.start, one.end))
        nominal = "finite" not in tags and (not tags or not _NAMING.isdisjoint(tags))
        found.append(one.label in _PASSAGES or (nominal and not several))
    return found


def _inside(spans: Indexes, wholes: Indexes) -> NDArray[np.bool_]:
    """Whether each span, a row of offsets, is a part of one of ``wholes`` and not all of it."""
    start, end = spans[:, :1], spans[:, 1:]
    within = (wholes[:, 0] <= start) & (end <= wholes[:, 1])
    return np.asarray((within & (end - start < wholes[:, 1] - wholes[:, 0])).any(axis=1))


def item_chances(
    profile: FieldProfile, here: Surroundings, coordinations: Sequence[Coordination], ranker: Ranker
) -> tuple[list[int], Floats, dict[str, Floats]]:
    """Indexes of the possible items, the probability of each, and the features."""
    chosen, columns = item_features(profile, here, coordinations)
    if not chosen:
        return [], np.zeros(0), {}
    if is_narrow(profile.field) and here.candidates[chosen[0]].source == CODED:
        return chosen, np.full(len(chosen), _CODED_ITEM), columns
    scores = ranker.scores("items", columns)
    if profile.field.kind == "string":
        picked = [here.candidates[one] for one in chosen]
        scores = item_scores(profile, picked, columns, scores, ranker.boosted)
    scores = _together(scores, here, coordinations, chosen)
    return chosen, sigmoids(scores), columns


def _together(
    scores: Floats, here: Surroundings, coordinations: Sequence[Coordination], chosen: Sequence[int]
) -> Floats:
    """Scores drawn towards the mean of their coordination: things listed together are of one kind."""
    rows = {here.candidates[one].span: row for row, one in enumerate(chosen)}
    drawn = scores.copy()
    for coordination in coordinations:
        inside = [rows[span] for span in coordination.spans if span in rows]
        if len(inside) >= _MIN_RUN:
            pull = _RUN_PULL[coordination.kind]
            drawn[inside] = (1.0 - pull) * scores[inside] + pull * scores[inside].mean()
    return drawn


def distinct_items(picked: Sequence[Candidate], chances: Floats) -> list[tuple[int, float]]:
    """Rows without overlaps and repetitions, the likeliest first."""
    kept: list[tuple[int, float]] = []
    taken: list[Span] = []
    names: set[str] = set()
    for row in np.argsort(-chances, kind="stable").tolist():
        if chances[row] < _MIN_CHANCE or len(kept) >= 2 * MAX_ITEMS:
            break
        one = picked[row]
        name = fold(one.mention).strip(EDGES)
        at = bisect_left(taken, one.span)
        beside = taken[max(0, at - 1) : at + 1]
        if name in names or any(meet(one.span, span) for span in beside):
            continue
        if one.mention[:1].isupper() and any(
            longer.startswith(f"{name} ") or longer.endswith(f" {name}") for longer in names
        ):
            continue
        names.add(name)
        taken.insert(at, one.span)
        kept.append((row, float(chances[row])))
    return kept


def given_any(chances: Sequence[float], expected: float = EXPECTED_ITEMS) -> list[float]:
    """The chances of being an item, given that the list has any.

    A list that is not empty holds a few items. Where the chances promise fewer than
    ``expected``, their log-odds are raised alike until they promise so many: what the
    text calls such things in this domain may be unlike anything in training.
    """
    if sum(chances) >= expected or len(chances) <= expected:
        return list(chances)
    odds = odds_of(chances)
    low, high = 0.0, 12.0
    for _ in range(30):
        middle = (low + high) / 2
        if sigmoids(odds + middle).sum() < expected:
            low = middle
        else:
            high = middle
    return [float(one) for one in sigmoids(odds + high)]


def best_set(chances: Sequence[float]) -> tuple[int, float]:
    """How many of the likeliest items to keep, and the overlap with the true list to expect.

    The overlap of a kept set S with the list G is |S∩G| / |S∪G|; with k kept it is estimated as
    Σp / (k + n - Σp), n being the expected number of items (Jansche 2007 for F-measures).
    """
    total = sum(chances)
    best, gain, hits = 0, 0.0, 0.0
    for kept, chance in enumerate(chances[:MAX_ITEMS], start=1):
        hits += chance
        score = hits / max(kept + total - hits, 1e-9)
        if score > gain + 1e-12:
            best, gain = kept, score
    return best, gain
