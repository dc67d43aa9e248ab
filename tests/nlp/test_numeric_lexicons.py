"""The generated lexicons are what their sources say; their phrases are all reachable."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_generated_lexicons_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_lexicons.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
