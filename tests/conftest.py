"""Makes ``from shared_data import shared`` work in every test file."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
