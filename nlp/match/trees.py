"""Boosted regression trees as arrays: read from a file, evaluated with numpy alone.

Every tree is a table of nodes: a feature, a threshold, where to go, and where to go when the
feature is missing (NaN). All rows meet all nodes at once: a node that a row fails rules out the
leaves on its left, and the first leaf not ruled out is the row's (Lucchese et al., QuickScorer,
SIGIR 2015).
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlp.errors import SettingsError
from nlp.match.surroundings import Floats

Traits = dict[str, float]
"""What speaks for an option, by the names that trees ask for."""
_MOST_LEAVES = 31
_CHUNK = 64
"""Rows looked at at a time, so that the tables stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Tests:
    """All inner nodes of all trees, one row a node, one column a tree (what is lacking never fails).

    ``feature`` counts the features once for nodes where NaN passes and once more for those where it
    fails; ``ruled`` are the leaves that a failed node rules out, one bit each; ``value`` holds the
    leaves of one tree after the other from left to right, ``first`` where each tree's begin.
    """

    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    ruled: NDArray[np.unsignedinteger[Any]]
    value: Floats
    first: NDArray[np.int64]


@dataclass(frozen=True)
class Trees:
    """A sum of trees over named features.

    ``feature``, ``threshold``, ``left``, ``right`` and ``value`` hold the nodes of all trees;
    ``missing`` says where NaN goes (true: left); ``roots`` are the first nodes of the trees.
    """

    names: tuple[str, ...]
    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    missing: NDArray[np.bool_]
    value: NDArray[np.float64]
    roots: NDArray[np.int64]

    @cached_property
    def tests(self) -> Tests:
        """The trees as tests of their inner nodes; :class:`SettingsError` beyond 31 leaves."""
        each = [_tests_of(self, int(root)) for root in self.roots]
        inner = max((len(nodes) for nodes, _ in each), default=0)
        leaves = max((len(ends) for _, ends in each), default=1)
        if leaves > _MOST_LEAVES:
            raise SettingsError(
                f"a tree has {leaves} leaves, more than {_MOST_LEAVES}: train again"
            )
        shape = inner, len(each)
        feature, threshold = np.zeros(shape, dtype=np.int64), np.full(shape, np.inf, np.float32)
        ruled = np.zeros(shape, dtype=np.min_scalar_type(2**leaves - 1))
        value = np.zeros((len(each), leaves))
        for tree, (nodes, ends) in enumerate(each):
            at = [node for node, _ in nodes]
            feature[: len(at), tree] = self.feature[at] + len(self.names) * ~self.missing[at]
            threshold[: len(at), tree] = self.threshold[at]
            ruled[: len(at), tree] = [left for _, left in nodes]
            value[tree, : len(ends)] = self.value[ends]
        first = leaves * np.arange(len(each))[:, None]
        return Tests(feature, threshold[:, :, None], ruled[:, :, None], value.reshape(-1), first)

    def scores(self, rows: NDArray[np.float32]) -> Floats:
        """The sum of the leaves that each row falls into; columns follow ``names``."""
        found = [self._fall(rows[start : start + _CHUNK]) for start in range(0, len(rows), _CHUNK)]
        return np.concatenate(found) if found else np.zeros(0)

    def _fall(self, rows: NDArray[np.float32]) -> Floats:
        tests = self.tests
        columns = rows.T
        missing = np.isnan(columns)
        table = np.concatenate(
            (np.where(missing, -np.inf, columns), np.where(missing, np.inf, columns)),
            dtype=np.float32,
        )
        failed = np.take(table, tests.feature, axis=0) > tests.threshold
        ruled = np.bitwise_or.reduce(failed * tests.ruled, axis=0)
        first = ~ruled & (ruled + ruled.dtype.type(1))
        leaf = np.frexp(first.astype(np.float64))[1] - 1
        found = np.take(tests.value, tests.first + leaf)
        return np.asarray(found.sum(axis=0), dtype=np.float64)


def _tests_of(trees: Trees, root: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The inner nodes of a tree with the bits of the leaves on their left, and its leaves."""
    inner: list[tuple[int, int]] = []
    leaves: list[int] = []

    def visit(node: int) -> int:
        left = int(trees.left[node])
        if left == node:
            leaves.append(node)
            return 1 << (len(leaves) - 1)
        below = visit(left)
        inner.append((node, below))
        return below | visit(int(trees.right[node]))

    visit(root)
    return inner, leaves


def pack(trees: Trees) -> bytes:
    """The trees as the bytes of a compressed file (:func:`packed`)."""
    return packed(
        names=np.array(trees.names),
        feature=trees.feature.astype(np.int16),
        threshold=trees.threshold,
        left=trees.left.astype(np.int32),
        right=trees.right.astype(np.int32),
        missing=trees.missing,
        value=trees.value.astype(np.float32),
        roots=trees.roots.astype(np.int32),
    )


def unpack(content: bytes, sha256: str) -> Trees:
    """The trees of a packed file whose hash is ``sha256``; :class:`SettingsError` where it is not."""
    table = unpacked(content, sha256)
    table |= {name: table[name].astype(np.int64) for name in ("feature", "left", "right", "roots")}
    names, value = tuple(map(str, table.pop("names"))), table.pop("value").astype(np.float64)
    return Trees(names=names, value=value, **table)


def packed(**arrays: Any) -> bytes:
    """Arrays by their names as the bytes of a compressed file, the same for the same arrays."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def unpacked(content: bytes, sha256: str) -> dict[str, NDArray[Any]]:
    """The arrays of a file whose hash is ``sha256``; :class:`SettingsError` where it is another."""
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SettingsError(
            f"a file of weights (sha256 {found[:12]}…) is not the one that the others were "
            f"written with ({sha256[:12]}…): reinstall veraz, or run the script that writes them"
        )
    with np.load(io.BytesIO(content), allow_pickle=False) as table:
        return dict(table)


def matrix(names: tuple[str, ...], columns: Mapping[str, Floats], size: int) -> NDArray[np.float32]:
    """One row a candidate, one column a name; NaN where there is no such feature."""
    table = np.full((len(names), size), np.nan, dtype=np.float32)
    for at, name in enumerate(names):
        column = columns.get(name)
        if column is not None:
            table[at] = column
    return table.T
