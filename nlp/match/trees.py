"""Boosted regression trees as arrays: read from a file, evaluated with numpy alone.

Every tree is a table of nodes: a feature, a threshold, where to go, and where to go when the
feature is missing (NaN). Leaves point to themselves, so all rows walk all trees level by level.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlp.errors import SettingsError
from nlp.match.surroundings import Floats

_CHUNK = 128
"""Rows walked at a time, so that the tables stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Trees:
    """A sum of trees over named features.

    ``feature``, ``threshold``, ``left``, ``right`` and ``value`` hold the nodes of all trees;
    ``missing`` says where NaN goes (true: left); ``roots`` are the first nodes of the trees;
    ``depth`` is the longest way from a root to a leaf.
    """

    names: tuple[str, ...]
    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    missing: NDArray[np.bool_]
    value: NDArray[np.float64]
    roots: NDArray[np.int64]
    depth: int

    def scores(self, rows: NDArray[np.float32]) -> Floats:
        """The sum of the leaves that each row falls into; columns follow ``names``."""
        found = [self._walk(rows[start : start + _CHUNK]) for start in range(0, len(rows), _CHUNK)]
        return np.concatenate(found) if found else np.zeros(0)

    def _walk(self, rows: NDArray[np.float32]) -> Floats:
        flat = np.ascontiguousarray(rows).reshape(-1)
        offsets = (np.arange(len(rows)) * rows.shape[1])[:, None]
        node = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.depth):
            here = flat[offsets + self.feature[node]]
            goes_left = (here <= self.threshold[node]) | (np.isnan(here) & self.missing[node])
            node = np.where(goes_left, self.left[node], self.right[node])
        return np.asarray(self.value[node].sum(axis=1), dtype=np.float64)


def pack(trees: Trees) -> bytes:
    """The trees as the bytes of a compressed file, the same for the same trees."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        names=np.array(trees.names),
        feature=trees.feature.astype(np.int16),
        threshold=trees.threshold,
        left=trees.left.astype(np.int32),
        right=trees.right.astype(np.int32),
        missing=trees.missing,
        value=trees.value.astype(np.float32),
        roots=trees.roots.astype(np.int32),
        depth=np.array([trees.depth]),
    )
    return stream.getvalue()


def unpack(content: bytes, sha256: str) -> Trees:
    """The trees of a packed file whose hash is ``sha256``; :class:`SettingsError` where it is not."""
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SettingsError(
            f"the ranker's trees (sha256 {found[:12]}…) are not those its weights were written "
            f"with ({sha256[:12]}…): reinstall veraz, or run scripts/train_ranker.py"
        )
    with np.load(io.BytesIO(content), allow_pickle=False) as table:
        wide: dict[str, Any] = {
            name: table[name].astype(np.int64) for name in ("feature", "left", "right", "roots")
        }
        return Trees(
            names=tuple(map(str, table["names"])),
            threshold=table["threshold"],
            missing=table["missing"],
            value=table["value"].astype(np.float64),
            depth=int(table["depth"][0]),
            **wide,
        )


def matrix(names: tuple[str, ...], columns: Mapping[str, Floats], size: int) -> NDArray[np.float32]:
    """One row a candidate, one column a name; NaN where there is no such feature."""
    rows = np.full((size, len(names)), np.nan, dtype=np.float32)
    for at, name in enumerate(names):
        column = columns.get(name)
        if column is not None:
            rows[:, at] = column
    return rows
