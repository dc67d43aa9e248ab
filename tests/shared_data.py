"""Where the shared benchmark data lies; tests that need it skip where it is absent."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("VERAZ_SHARED", ROOT.parent / "shared"))


def shared(*parts: str) -> Path:
    """Return the path of shared data, or skip the test that asks."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs the shared data {'/'.join(parts)} (set VERAZ_SHARED)")
    return path
