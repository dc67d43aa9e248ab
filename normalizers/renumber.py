"""Lists without holes: the items kept come first, those removed follow them."""

from collections.abc import Iterable
from dataclasses import replace

from normalizers.leaf import Leaf


def renumbered(leaves: Iterable[Leaf]) -> list[Leaf]:
    """The leaves with the indexes of their lists renumbered, in the order of the answer."""
    kept = list(leaves)
    lists: dict[str, set[str]] = {}
    for leaf in kept:
        if leaf.in_list and leaf.dropped:
            parent, _, index = leaf.path.rpartition(".")
            lists.setdefault(parent, set()).add(index)
    for parent, removed in sorted(lists.items(), key=lambda pair: -pair[0].count(".")):
        kept = _renumber(kept, parent, removed)
    return kept


def _renumber(leaves: list[Leaf], parent: str, removed: set[str]) -> list[Leaf]:
    prefix = f"{parent}." if parent else ""
    inside = [leaf for leaf in leaves if leaf.path.startswith(prefix)]
    steps = list(dict.fromkeys(leaf.path[len(prefix) :].split(".")[0] for leaf in inside))
    order = [step for step in steps if step not in removed] + [s for s in steps if s in removed]
    place = {step: str(index) for index, step in enumerate(order)}
    moved = []
    for leaf in leaves:
        if leaf.path.startswith(prefix):
            step, dot, rest = leaf.path[len(prefix) :].partition(".")
            leaf = replace(leaf, path=f"{prefix}{place[step]}{dot}{rest}")
        moved.append(leaf)
    return moved
