"""Where the answers of solved examples stand that no label explains."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.example_reading import ReadExample, answer_at
from nlp.labels.form_elements import Pair
from nlp.labels.lessons import DOUBT, same
from nlp.labels.positions import end_after, pair_at
from nlp.lesson import Key, Place
from nlp.schema import JSON

_LEAST_PLACE = 0.6
_MOST_PLACES = 6


def learned_places(
    profile: FieldProfile, read: Sequence[ReadExample], unexplained: Sequence[int]
) -> tuple[tuple[Place, ...], int]:
    """Where the answers stand that no label explains, and how many of them that explains.

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
    explained: set[int] = set()
    for *_, place, right in tried:
        if len(kept) < _MOST_PLACES and not right <= given:
            kept.append(place)
            given |= right
            explained |= right if len(right) > 1 else set()  # once may be chance
    return tuple(kept), len(explained & set(unexplained))


def _occurrences(profile: FieldProfile, value: JSON, one: ReadExample) -> Iterator[tuple[int, int]]:
    if isinstance(value, str) and value.strip():
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
        for match in re.finditer(pattern, one.text):
            yield match.span()
    if profile.group == "text":
        return
    for each in one.reader.valued:
        pair = Pair("", each.start, each.start, each.start, each.end, "colon")
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
