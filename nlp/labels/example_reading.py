"""A solved example as the reader of forms sees it: in which ways its text makes an answer, and where.

Answers that no label explains stand at places: behind the same words, or at the head of a line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.candidates import find_candidates
from nlp.labels.form_elements import Pair, unwritten
from nlp.labels.lessons import (
    DOUBT,
    NUMBERS,
    PARTS,
    TEMPLATES,
    other_way,
    same,
    word_key,
    words_of_value,
)
from nlp.labels.positions import end_after, pair_at, spots
from nlp.labels.reading import read_form
from nlp.labels.value_reading import Reader
from nlp.layout.structure import layout
from nlp.layout.typesetting import without_typesetting
from nlp.lesson import Key, Place
from nlp.schema import JSON, Solved, split_path
from nlp.spans import Document, Span

_LEAST_PLACE = 0.6
_MOST_PLACES = 6


class ReadExample:
    """An example read like any form."""

    def __init__(self, example: Solved) -> None:
        document = without_typesetting(Document(example.id, example.text)).document
        self.text, self.example = document.text, example
        self.form = read_form(self.text, layout(document))
        self.reader = Reader(self.text, find_candidates(document))
        self.spots: dict[Key, list[Span]] = {}
        """By what stands before it, where an answer may begin and where its line ends."""
        for before, start, end in spots(self.text):
            self.spots.setdefault(before, []).append((start, end))

    def filled_pairs(self) -> Iterator[Pair]:
        """The labels behind which something is filled in."""
        for pair in self.form.pairs:
            if pair.form != "title" and not self.reader.is_empty(pair.start, pair.end):
                yield pair


def ways_to(
    profile: FieldProfile, pair: Pair, value: JSON, one: ReadExample, members: Mapping[str, JSON]
) -> list[str]:
    """The ways in which what stands behind a label makes a value."""
    said = words_of_value(one.text, pair)
    if profile.field.is_choice and word_key(said) in members:
        return ["member"] if same(members[word_key(said)], value) else []
    filled = one.reader.read(profile, pair)
    number = filled.value if filled is not None else None
    found = ["read"] if filled is not None and same(filled.value, value) else []
    if profile.field.is_numeric:
        tried: tuple[str, ...] = tuple(NUMBERS)
    elif isinstance(value, str) and profile.field.kind == "string":
        tried = (*PARTS, *(f"date {template}" for template in TEMPLATES))
    else:
        tried = ()
    here = one.reader.inside(pair.start, pair.end)
    return found + [way for way in tried if same(other_way(way, said, number, here), value)]


def answer_at(one: ReadExample, path: str) -> tuple[bool, JSON]:
    """Whether an example says what stands at a field path, and what."""
    known, value = value_at(one.example.answer, split_path(path))
    return known and one.example.counts(path), value


def value_at(root: JSON, steps: Sequence[str]) -> tuple[bool, JSON]:
    """Whether an answer has the place, and what it says there; what an object leaves out is null."""
    for step in steps:
        if root is None:
            return True, None
        if not isinstance(root, dict):
            return False, None
        root = root.get(step)
    return True, root


def learned_places(
    profile: FieldProfile, read: Sequence[ReadExample], unexplained: Sequence[int]
) -> tuple[Place, ...]:
    """Where the answers stand that no label explains.

    Each place is tried on every example; one that gives another answer too often is none.
    """
    met: dict[Key, Counter[str]] = defaultdict(Counter)
    for number in unexplained:
        one = read[number]
        begins = dict(_occurrences(profile, answer_at(one, profile.path)[1], one))
        for before, found in one.spots.items():
            for start, _ in found:
                if start in begins:
                    met[before][end_after(one.text, begins[start])] += 1
    tried = []
    for before, ends in met.items():
        place = Place(before, tuple(ends), 1.0)
        right, wrong = _tried(profile, place, read)
        share = len(right) / (len(right) + wrong + DOUBT)
        if share >= _LEAST_PLACE:
            tried.append((len(right) * share, len(before), replace(place, share=share), right))
    tried.sort(key=lambda one: (-one[0], -one[1]))
    kept: list[Place] = []
    given: set[int] = set()
    for *_, place, right in tried:
        if len(kept) < _MOST_PLACES and not right <= given:
            kept.append(place)
            given |= right
    return tuple(kept)


def _occurrences(profile: FieldProfile, value: JSON, one: ReadExample) -> Iterator[Span]:
    if isinstance(value, str) and value.strip():
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
        for match in re.finditer(pattern, one.text):
            yield match.span()
    if profile.group == "text":
        return
    for each in one.reader.valued:
        pair = unwritten("", each.span, "colon")
        filled = one.reader.read(profile, pair)
        if filled is not None and same(filled.value, value):
            yield each.start, each.end


def _tried(
    profile: FieldProfile, place: Place, read: Sequence[ReadExample]
) -> tuple[set[int], int]:
    """The examples whose answer a place gives, and how many it gives another one."""
    right: set[int] = set()
    wrong = 0
    for number, one in enumerate(read):
        known, value = answer_at(one, profile.path)
        if not known or place.before not in one.spots:
            continue
        pair = pair_at(one.text, place, *one.spots[place.before][0])
        filled = None if pair.is_empty else one.reader.read(profile, pair)
        if filled is not None and same(filled.value, value):
            right.add(number)
        elif filled is not None:
            wrong += 1
    return right, wrong
