"""Fields that no label names, by the order they share with a form: what stands between two known ones."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nlp.labels.fields import Answer, Labelled, answer_of
from nlp.labels.form_elements import LETTER, Filled, Pair
from nlp.labels.grid_rows import Rows
from nlp.labels.likeness import FieldTerms, asks_number_of, likeness
from nlp.labels.value_reading import Reader

_NAME = re.compile(r"(?:[^\W\d_a-záéíóúñ][\w.'’ª-]*,?\s?(?:(?:de|del|la|las|los|y|e)\s)*){2,7}")
_PHONE_OR_CODE = re.compile(r"[A-Z]{0,5}[-/.# ]{0,2}\d[\w\s./-]{0,24}")
_LEAST_ORDERED = 0.7
"""Of two known fields in turn, how many must stand in that order for the order to say something."""
_LIKE, _RIVAL = 1.6, 0.8
_FITS, _WEAK, _DOUBT = 0.5, 0.15, 0.7
_TOLD = 0.2
"""Figures and flags fit too many fields: their label must say something of theirs."""
_LONG = 9
_PEOPLE, _CODES = 0.35, 0.3
_KNOWN = 0.6
"""From this score on an answer is a fixed point of the order."""
_TITLED = 0.8
"""How well a heading must say a field for its answer to stand below it, out of the order of labels."""
_SCORE = 0.55
_UNORDERED = LETTER | {"title", "cell", "head", "under", "percent", "joined"}


def ordered_answers(labelled: Labelled, reader: Reader, rows: Iterable[Rows]) -> dict[str, Answer]:
    """Answers to fields that no label names, from what stands where the order wants them."""
    pairs = labelled.form.pairs
    inside = [span for one in rows for span in one.spans]
    known, open_fields = {}, []
    for at, one in enumerate(labelled.asked):
        answer = labelled.answers.get(one.profile.path)
        if answer is None:
            open_fields.append(at)
        elif answer.score >= _KNOWN and answer.number is not None and answer.number < len(pairs):
            known[at] = answer.number
    taken = [(one.start, one.end) for one in labelled.answers.values()]
    taken += [(pairs[at].label_start, pairs[at].label_end) for at in known.values()]
    free = [
        at
        for at, one in enumerate(pairs)
        if one.form not in _UNORDERED
        and not any(
            (start <= one.start < end) or (start <= one.label_start < end)
            for start, end in (*inside, *taken)
        )
    ]
    if ordered_share(known) < _LEAST_ORDERED:
        return {}
    open_fields = [at for at in open_fields if not _is_titled(labelled.asked[at], pairs)]
    fixed = in_order(known)
    gains = {}
    for at in open_fields:
        one = labelled.asked[at]
        first = max((place for other, place in fixed.items() if other < at), default=-1)
        last = min((place for other, place in fixed.items() if other > at), default=len(pairs))
        for number in (number for number in free if first < number < last):
            pair, alike = pairs[number], labelled.alike.get((at, number), 0.0)
            if reader.gives_none(one.profile, pair):
                if one.profile.field.nullable and alike:
                    gains[at, number] = _LIKE * alike
                continue
            filled = reader.read(one.profile, pair)
            if filled is None or (one.profile.field.kind != "string" and alike < _TOLD):
                continue
            fit = kind_fit(one, pair, filled, reader.text)
            if fit > 0:
                gains[at, number] = _LIKE * alike + fit
    found = between(known, open_fields, free, gains)
    placed = sorted({**known, **found}.items())
    answers = {}
    for at, number in found.items():
        low = max((place for other, place in placed if other < at and place < number), default=-1)
        high = min(
            (place for other, place in placed if other > at and place > number), default=len(pairs)
        )
        rivals = [one for one in free if low < one < high and one != number]
        if any(gains.get((at, one), 0.0) >= _RIVAL * gains[at, number] for one in rivals):
            continue
        if labelled.asked[at].profile.field.nullable and (at, number) not in labelled.alike:
            continue
        answer = answer_of(labelled.asked[at].profile, pairs[number], _SCORE, reader)
        if answer is not None:
            answers[answer.path] = replace(answer, number=number)
    return answers


def _is_titled(one: FieldTerms, pairs: Sequence[Pair]) -> bool:
    return any(each.form == "title" and likeness(one, each) >= _TITLED for each in pairs)


def kind_fit(one: FieldTerms, pair: Pair, filled: Filled, text: str) -> float:
    """How telling it is that a value has the kind a field asks for; negative where it has not."""
    profile = one.profile
    kind = profile.field.kind
    if filled.fit < _DOUBT:
        return -1.0
    if kind != "string":
        return _FITS
    if profile.date_form is not None or profile.field.constraints.pattern:
        return _FITS
    said = text[pair.start : pair.end]
    figures = sum(map(str.isdigit, said))
    coded = _PHONE_OR_CODE.fullmatch(said) is not None
    if asks_number_of(profile) or profile.asks("identifier") >= _CODES:
        return _FITS if figures and coded else -1.0
    if coded or profile.group == "date":
        return -1.0
    if profile.asks("person", "organization") >= _PEOPLE:
        return _FITS if _NAME.match(said) else -1.0
    return _WEAK if len(said.split()) < _LONG and not figures * 2 > len(said) else -1.0


def in_order(known: Mapping[int, int]) -> dict[int, int]:
    """The longest run of known fields that stand in the order of the schema: field → pair."""
    ends: list[int] = []
    came: dict[int, int] = {}
    for at in sorted(known):
        place = bisect_right([known[one] for one in ends], known[at])
        came[at] = ends[place - 1] if place else -1
        ends[place:] = [at]
    found: dict[int, int] = {}
    at = ends[-1] if ends else -1
    while at >= 0:
        found[at] = known[at]
        at = came[at]
    return found


def ordered_share(known: Mapping[int, int]) -> float:
    """The share of neighbouring known fields that stand in the order of the schema."""
    places = [known[at] for at in sorted(known)]
    pairs = list(pairwise(places))
    return (1 + sum(first <= second for first, second in pairs)) / (2 + len(pairs))


def between(
    known: Mapping[int, int],
    open_fields: Sequence[int],
    free: Sequence[int],
    gains: Mapping[tuple[int, int], float],
) -> dict[int, int]:
    """The open fields with the free pairs that stand where they should: field → pair."""
    fixed = in_order(known)
    found: dict[int, int] = {}
    borders = [(-1, -1), *sorted(fixed.items()), (1 << 30, 1 << 30)]
    for (low, first), (high, last) in pairwise(borders):
        fields = [at for at in open_fields if low < at < high]
        pairs = [at for at in free if first < at < last]
        if fields and pairs:
            found |= _aligned(fields, pairs, gains)
    return found


def _aligned(
    fields: Sequence[int], pairs: Sequence[int], gains: Mapping[tuple[int, int], float]
) -> dict[int, int]:
    """The alignment of two sequences that gains most, leaving out what fits nothing."""
    best: NDArray[np.float64] = np.zeros((len(fields) + 1, len(pairs) + 1))
    for row, field in enumerate(fields, 1):
        for column, pair in enumerate(pairs, 1):
            best[row, column] = max(
                best[row - 1, column],
                best[row, column - 1],
                best[row - 1, column - 1] + gains.get((field, pair), -9.0),
            )
    found: dict[int, int] = {}
    row, column = len(fields), len(pairs)
    while row and column:
        here = best[row, column]
        gain = gains.get((fields[row - 1], pairs[column - 1]), -9.0)
        if gain > 0 and abs(here - best[row - 1, column - 1] - gain) < 1e-9:
            found[fields[row - 1]] = pairs[column - 1]
            row, column = row - 1, column - 1
        elif abs(here - best[row - 1, column]) < 1e-9:
            row -= 1
        else:
            column -= 1
    return found
