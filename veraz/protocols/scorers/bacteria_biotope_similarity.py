"""How alike two mentions, taxa or habitats are, after Bacteria Biotope 2016."""

from collections.abc import Iterator, Set
from functools import lru_cache
from pathlib import Path

from veraz.protocols.scorers.bacteria_biotope_files import Fragments
from veraz.protocols.scorers.errors import ScoringError

WEIGHT = 0.65


class Ontology:
    """Habitat concepts and their parents; similarity after Wang et al. (2007), weight 0.65.

    The contribution of an ancestor to a concept is 0.65 to the power of the shortest way up. Two
    concepts share the contributions of their common ancestors, out of all contributions of both.
    A concept that the file does not hold is like nothing, not even itself.
    """

    def __init__(self, parents: dict[str, list[str]]) -> None:
        self._parents = parents
        self._known = set(parents).union(*parents.values())
        self.similarity = lru_cache(maxsize=None)(self._similarity)
        self._contributions = lru_cache(maxsize=None)(self._contribute)

    @classmethod
    def read(cls, path: Path) -> "Ontology":
        """Read ``child<TAB>parent`` rows."""
        parents: dict[str, list[str]] = {}
        for number, row in _rows(path):
            if len(row) != 2:
                raise ScoringError(
                    f"expected child<TAB>parent, found {len(row)} fields", path=path, line=number
                )
            parents.setdefault(row[0], []).append(row[1])
        return cls(parents)

    def _contribute(self, concept: str) -> dict[str, float]:
        if concept not in self._known:
            return {}
        found = {concept: 1.0}
        layer, weight = [concept], 1.0
        while layer:
            weight *= WEIGHT
            above = {parent for each in layer for parent in self._parents.get(each, ())}
            layer = sorted(above - set(found))  # the shortest way up weighs most
            found.update(dict.fromkeys(layer, weight))
        return found

    def _similarity(self, a: str, b: str) -> float:
        if a == b:
            return float(a in self._known)
        left, right = self._contributions(a), self._contributions(b)
        total = sum(left.values()) + sum(right.values())
        common = left.keys() & right.keys()
        return sum(left[each] + right[each] for each in common) / total if total else 0.0

    def sets(self, gold: Set[str], predicted: Set[str]) -> float:
        """Mean over both sets of each concept's best match in the other; both empty 1."""
        if not gold or not predicted:
            return float(not gold and not predicted)
        best = [max(self.similarity(a, b) for b in predicted) for a in gold]
        best += [max(self.similarity(a, b) for a in gold) for b in predicted]
        return sum(best) / len(best)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line.rstrip("\r\n").split("\t")
    except OSError as error:
        raise ScoringError(f"cannot be read: {error.strerror}", path=path) from error


def taxa(gold: Set[str], predicted: Set[str], *, page: bool) -> float:
    """Agreement of two sets of taxa.

    The organisers' program divides the common taxa by |gold| + |gold not predicted|, which lets
    extra taxa go free; the page's reading is the Jaccard index. Both empty 1.
    """
    if not gold and not predicted:
        return 1.0
    common = len(gold & predicted)
    total = len(gold | predicted) if page else len(gold) + len(gold - predicted)
    return common / total if total else 0.0


def boundaries(one: Fragments, other: Fragments) -> float:
    """Common characters over all characters of two mentions; gaps count for nothing."""
    left = {place for start, end in one for place in range(start, end)}
    right = {place for start, end in other for place in range(start, end)}
    return len(left & right) / len(left | right) if left & right else 0.0
