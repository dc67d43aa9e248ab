"""What every resource must hold to, whatever it says."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

RESOURCES = Path(__file__).resolve().parents[1] / "resources"


class Strict(yaml.SafeLoader):
    """A loader that takes no key twice: YAML keeps the last and says nothing."""


def _mapping(loader: Strict, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = Counter(loader.construct_object(key, deep=True) for key, _ in node.value)
    twice = [key for key, times in keys.items() if times > 1]
    assert not twice, f"line {node.start_mark.line + 1}: {twice}"
    return dict(loader.construct_mapping(node, deep=True))


Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


@pytest.mark.parametrize("path", sorted(RESOURCES.rglob("*.yaml")), ids=lambda path: path.name)
def test_no_key_is_there_twice(path: Path) -> None:
    yaml.load(path.read_text(encoding="utf-8"), Strict)


def test_a_key_that_is_there_twice_is_told() -> None:
    with pytest.raises(AssertionError, match="before"):
        yaml.load("a:\n  before: 1\n  before: 2\n", Strict)
