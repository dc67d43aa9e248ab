"""The generated lexicons are what their sources say; their phrases are all reachable."""

import subprocess
import sys
from pathlib import Path

import pytest

from nlp.numeric.units import convert

ROOT = Path(__file__).resolve().parents[2]


def test_generated_lexicons_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_lexicons.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("number", "unit", "into", "expected"),
    [
        (2.2, "kΩ", "Ω", 2200),
        (3500, "mAh", "Ah", 3.5),
        (150, "µSv", "mSv", 0.15),
        (300, "Mbps", "kbps", 300_000),
        (1, "kWh", "MJ", 3.6),
        (4700, "nF", "µF", 4.7),
        (2, "kN/m2", "kPa", 2),
    ],
)
def test_dimensions_let_what_is_alike_be_converted(
    number: float, unit: str, into: str, expected: float
) -> None:
    assert convert(number, unit, into) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("unit", "into"),
    [("comprimido", "ampolla"), ("Mbps", "MB"), ("UI", "mEq"), ("hab", "cel"), ("A", "Ah")],
)
def test_what_differs_in_dimension_is_not_converted(unit: str, into: str) -> None:
    assert convert(1, unit, into) is None
