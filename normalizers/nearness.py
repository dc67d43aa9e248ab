"""Which of several mentions of a value is meant: the one nearest to its siblings' evidence."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from normalizers.place import Place

SIBLINGS = 12
"""Siblings looked at, the nearest in the answer's order."""


def choose_mentions(places: Iterable[Place]) -> list[Place]:
    """Choose a mention for every one that has several; the first where it has no siblings."""
    every = list(places)
    groups: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(every):
        if one.alignment.mentions:
            groups[one.path.rpartition(".")[0]].append(place)
    for members in groups.values():
        starts = {place: [m[0][0] for m in every[place].alignment.mentions] for place in members}
        for rank, place in enumerate(members):
            if len(starts[place]) < 2:
                continue
            around = members[max(0, rank - SIBLINGS // 2) : rank + SIBLINGS // 2 + 1]
            others = [starts[other] for other in around if other != place]
            if others:
                every[place] = _chosen(every[place], others)
    return every


def _chosen(one: Place, others: Sequence[Sequence[int]]) -> Place:
    mentions = one.alignment.mentions
    best = min(mentions, key=lambda mention: sum(_distance(mention[0][0], each) for each in others))
    return replace(one, alignment=replace(one.alignment, spans=best))


def _distance(start: int, places: Sequence[int]) -> int:
    """The distance to the nearest of some sorted places."""
    after = bisect_left(places, start)
    near = places[max(0, after - 1) : after + 1]
    return min(abs(start - place) for place in near)
