"""The forms the ranker is taught with: the same for a seed, their gold valid by their schema."""

import sys
from pathlib import Path

import jsonschema
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))

from ranker_forms.make import LAYOUTS, make

NAMES = [layout.__name__ for layout in LAYOUTS]


def test_a_form_depends_on_its_seed_alone() -> None:
    first = make(LAYOUTS[0], 0, "7")
    assert make(LAYOUTS[0], 0, "7") == first
    assert make(LAYOUTS[0], 0, "8")["input_text"] != first["input_text"]


@pytest.mark.parametrize("layout", LAYOUTS, ids=NAMES)
def test_gold_validates_by_its_schema(layout) -> None:  # type: ignore[no-untyped-def]
    for number in range(4):
        form = make(layout, number, "11")
        jsonschema.validate(form["output"], form["target_schema"])
        assert len(form["output"]) >= 4
