"""Which block of a text tells the objects of a list: what speaks for each reading, weighed.

The weights foresee how right a reading is; those of the reading by ranked mentions are beside them,
so that a block is read only where it promises more.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log2
from typing import Any

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.labels.likeness import FieldTerms, field_terms_of, named_by
from nlp.layout.alignment import unbarred
from nlp.match.pool import Reading
from nlp.match.ranker import Ranker
from nlp.match.row_blocks import TOLD, RowBlock, row_blocks
from nlp.match.row_fit import CellReader
from nlp.match.row_reading import BlockTask, Filling, fill
from nlp.match.row_slots import Slot, slots_of
from nlp.match.speech_parts import speech_parts
from nlp.match.surroundings import Floats, Surroundings
from nlp.match.told_rows import ToldRows
from nlp.schema import Field, Schema
from nlp.spans import RECKONED, Span
from nlp.word_lists import read_yaml

_FORMS = (
    "grid", "cells", "heading", "lines", "semicolons", "commas", "bars", "word", "shape", TOLD,
)  # fmt: skip
_PAIRED = 17
"""The features before the forms; the first is always 1."""
_NEAREST = 80
"""Characters above a block that may name its list."""
_TRUST = 0.05
"""How much less than ranked mentions a block may promise: of 598 unread texts ten lists of objects are
better so and eight worse, by 2.4 in all."""
_LEAST_VALUED = 0.4
"""The share of rows that must hold some value where objects have numbers or dates."""


def chosen_rows(schema: Schema, reading: Reading, ranker: Ranker) -> Mapping[str, Filling]:
    """The reading of each list of objects that a block promises to tell best, by its path.

    Lists take readings by falling promise; the same rows tell one list.
    """
    weights = _weights()
    scored = []
    for path, offers in readings(schema, reading, ranker).items():
        array = next(one for one in schema.walk() if one.path == path)
        least = float(other_features(array) @ np.array(weights["other"]))
        columns = crossed(np.array([row for _, row in offers]))
        told = np.array([filling.told_share for filling, _ in offers])
        promises = columns @ np.array(weights["block"]) * told
        scored += [
            (float(promise), path, number, filling)
            for number, (promise, (filling, _)) in enumerate(zip(promises, offers, strict=True))
            if promise > least - _TRUST
        ]
    scored.sort(key=lambda one: (-one[0], one[1], one[2]))
    given: dict[str, Filling] = {}
    for _, path, _, filling in scored:
        taken = any(set(filling.spans) & set(other.spans) for other in given.values())
        if path not in given and not taken:
            given[path] = filling
    return given


@lru_cache(maxsize=1)
def _weights() -> Any:
    return read_yaml("row_weights")


def other_features(array: Field) -> Floats:
    """What foresees how right a list is without blocks: how many fields its objects have."""
    assert array.item is not None
    return np.array([1.0, log2(max(1, len(array.item.fields)))])


def readings(
    schema: Schema, reading: Reading, ranker: Ranker
) -> dict[str, list[tuple[Filling, Floats]]]:
    """Every reading of each list of objects, by its path, with what speaks for it."""
    found: dict[str, list[tuple[Filling, Floats]]] = {}
    for one in block_tasks(schema, reading, ranker):
        filling = fill(one)
        if filling is not None:
            row = _features(one, filling, reading.here)
            found.setdefault(one.array.path, []).append((filling, row))
    return found


def block_tasks(schema: Schema, reading: Reading, ranker: Ranker) -> Iterator[BlockTask]:
    """Every block as each list of objects that it may tell."""
    labels, here = reading.labels, reading.here
    arrays = [
        one
        for one in schema.walk()
        if one.kind == "array"
        and ".*" not in one.path
        and one.item is not None
        and one.item.kind == "object"
    ]
    if not arrays:
        return
    text = unbarred(here.document.text)
    form = labels.labelled.form
    said = (one for one in here.candidates if one.source != RECKONED)
    candidates = sorted(said, key=lambda one: one.span)
    words = speech_parts(here.document)
    told = ToldRows(text, words, candidates)
    blocks = (
        *row_blocks(text, here.layout, form.grids, form.pairs),
        *told.blocks(here.layout, reading.coordinations),
    )
    reader = CellReader(text, candidates, ranker)
    profiles = {one.path: one for one in labels.profiles}
    valued = {one.rows: _holding(one.rows, reader.starts) for one in blocks}
    slots: dict[tuple[Span, ...], tuple[Slot, ...]] = {}
    for array in arrays:
        key = key_field_of(array)
        asked = _asked(array, profiles, "")
        lists = _asked(array, profiles, ".*")
        if key is None or not asked:
            continue
        alike = [one for one in arrays if _leaf_names(one) == _leaf_names(array)]
        twin = alike.index(array), len(alike)
        least = _LEAST_VALUED if any(one.profile.group != "text" for one in asked) else 0.0
        for block in blocks:
            if valued[block.rows] < least:
                continue
            if block.rows not in slots:
                slots[block.rows] = slots_of(block, here.layout, text, candidates, words)
            yield BlockTask(array, key, asked, lists, block, slots[block.rows], reader, twin)


def _leaf_names(array: Field) -> set[str]:
    """The names of the fields of a list's objects."""
    assert array.item is not None
    return {one.path.removeprefix(array.item.path) for one in array.item.walk() if one.is_leaf}


def _holding(rows: Sequence[Span], starts: Sequence[int]) -> float:
    """The share of rows in which a number, a date or the like begins."""
    held = sum(bisect_left(starts, end) > bisect_left(starts, start) for start, end in rows)
    return held / len(rows)


def _asked(array: Field, profiles: Mapping[str, FieldProfile], within: str) -> list[FieldTerms]:
    """The leaves of a list's objects; ``within`` ".*", the items of the lists they have."""
    assert array.item is not None
    size = len(array.item.path)
    return [
        field_terms_of(profiles[one.path])
        for one in array.item.walk()
        if one.is_leaf
        and one.kind != "recursive"
        and one.path in profiles
        and one.path[size:].count("*") == within.count("*")
        and one.path.endswith(within)
    ]


def _features(task: BlockTask, filling: Filling, here: Surroundings) -> Floats:
    """What speaks for a reading: how its places suit, what they leave open, what stands above it."""
    array, asked, key = task.array, task.asked, task.key
    block, places = filling.block, filling.places
    size = len(asked)
    needed = [
        one.profile.path
        for one in asked
        if not one.profile.field.nullable and not one.profile.field.is_choice
    ]
    told = [row[path] for row in filling.told for path in places]
    keys = {str(row.get(key.path)) for row in filling.told}
    used, spanned = _used(filling)
    length = sum(end - start for start, end in block.rows)
    least, most = array.constraints.min_items or 0, array.constraints.max_items
    rows = len(filling.told)
    values = [
        1.0,
        sum(one.by_rule for one in places.values()) / size,
        sum(path in places for path in needed) / max(1, len(needed)),
        len(places) / size,
        sum(one.alike for one in places.values()) / size,
        _titled(array, block, here),
        sum(one is not None for one in told) / len(told),
        min(5.0, log2(rows)),
        places[key.path].by_rule if key.path in places else 0.0,
        min(1.0, used / length),
        min(1.0, spanned / length),
        len(keys) / rows,
        float(least <= rows and (most is None or rows <= most)),
        rows / len(block.rows),
        log2(size),
        filling.listed,
        filling.sure,
        *(float(block.form == one) for one in _FORMS),
    ]
    return np.array(values)


def _titled(array: Field, block: RowBlock, here: Surroundings) -> float:
    """How surely a word above a block, or the first name of its columns, is the list's name."""
    text = here.document.text
    heading = here.layout.heading_of(block.rows[0][0])
    titles = [text[slice(*block.above)][-_NEAREST:], block.title, *block.header[:1]]
    titles += [text[heading.start : heading.end]] if heading is not None else []
    return max(named_by(array, title) for title in titles)


def _used(filling: Filling) -> tuple[int, int]:
    """Characters of the rows that the places hold, and from the first place to the last."""
    used = spanned = 0
    for row in range(len(filling.block.rows)):
        start, end = filling.block.rows[row]
        spans = [
            span
            for one in filling.places.values()
            if (span := one.slot.spans[row]) is not None and start <= span[0] < end
        ]
        if spans:
            used += sum(end - start for start, end in spans)
            spanned += max(end for _, end in spans) - min(start for start, _ in spans)
    return used, spanned


def crossed(rows: Floats) -> Floats:
    """The features, and every two of them but for the forms together: a title where places suit."""
    one, other = np.triu_indices(_PAIRED)
    return np.column_stack([rows[:, one] * rows[:, other], rows[:, _PAIRED:]])
