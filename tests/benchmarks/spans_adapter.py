"""Veraz for the harness of the Spanish spans suites: ``extract(text, ref, kinds)``.

Each value is a dict with half-open offsets ``start`` and ``end``, a ``kind`` and the value in the
harness's notation (its README). Several dicts on one span are readings of it.
"""

import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE), str(_HERE.parents[1])]

from spans_adapter_numeric import FINDERS, numeric  # noqa: E402
from spans_adapter_temporal import TEMPORAL_KINDS, temporal  # noqa: E402


def extract(text: str, ref: str | None, kinds: set[str] | None) -> list[dict[str, Any]]:
    """Every reading of the kinds asked for (None: all kinds)."""
    numeric_kinds = set(FINDERS) if kinds is None else kinds & set(FINDERS)
    found = numeric(text, numeric_kinds) if numeric_kinds else []
    if kinds is None or kinds & TEMPORAL_KINDS - {"duration"} or kinds == {"duration"}:
        found += temporal(text, ref)
    return found if kinds is None else [one for one in found if one["kind"] in kinds]
