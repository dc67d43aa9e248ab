"""Lists without holes: the items kept come first, those removed follow them."""

from collections.abc import Iterable
from dataclasses import replace

from normalizers.place import Place


def renumbered(places: Iterable[Place]) -> list[Place]:
    """The places with the indexes of their lists renumbered, in the order of the answer."""
    kept = list(places)
    lists: dict[str, set[str]] = {}
    for one in kept:
        if one.removed:
            parent, _, index = one.path.rpartition(".")
            lists.setdefault(parent, set()).add(index)
    for parent, removed in sorted(lists.items(), key=lambda pair: -pair[0].count(".")):
        kept = _renumber(kept, parent, removed)
    return kept


def _renumber(places: list[Place], parent: str, removed: set[str]) -> list[Place]:
    prefix = f"{parent}." if parent else ""
    inside = [one for one in places if one.path.startswith(prefix)]
    steps = list(dict.fromkeys(one.path[len(prefix) :].split(".")[0] for one in inside))
    order = [step for step in steps if step not in removed] + [s for s in steps if s in removed]
    place = {step: str(index) for index, step in enumerate(order)}
    moved = []
    for one in places:
        if one.path.startswith(prefix):
            step, dot, rest = one.path[len(prefix) :].partition(".")
            one = replace(one, path=f"{prefix}{place[step]}{dot}{rest}")
        moved.append(one)
    return moved
