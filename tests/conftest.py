"""Makes ``from shared_data import shared`` (and ``product``) work in every test file."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "veraz"), str(HERE / "llm")]

# The tests read English, whatever this machine speaks.
os.environ["VERAZ_LANGUAGE"] = "en"


def pytest_collection_finish() -> None:
    """What the imports made stays: no collection of garbage need look at it again."""
    gc.freeze()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Nothing that was learnt of a server is known of the next one at its port."""
    from llm.context import forget_contexts
    from llm.ladder import forget_ladders

    yield
    forget_ladders()
    forget_contexts()


@pytest.fixture(autouse=True, scope="session")
def hurried() -> Iterator[None]:
    """Who asks a server that is not there asks again at once."""
    from llm import calling

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calling, "LONGEST_PAUSE", 0.01)
        yield
