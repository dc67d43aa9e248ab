"""Makes ``from shared_data import shared`` (and ``product``) work in every test file."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "veraz"), str(HERE / "llm")]
