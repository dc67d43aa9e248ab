"""Joining what was answered before a break with what came after it."""

from typing import Any

import pytest

from llm.continuing import join, without_loop


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": ["x", "y"]}, {"a": ["y", "z"]}, {"a": ["x", "y", "z"]}),
        ({"a": {"b": 1}}, {"a": {"b": None, "c": 2}}, {"a": {"b": 1, "c": 2}}),
        ({"a": None}, {"a": "x"}, {"a": "x"}),
        ({"a": "mitad de la"}, {"a": "mitad de la frase"}, {"a": "mitad de la frase"}),
    ],
)
def test_join(before: Any, after: Any, joined: Any) -> None:
    assert join(before, after) == joined


@pytest.mark.parametrize(
    ("root", "path", "left"),
    [
        ({"a": ["x", "x"], "b": [1, 1]}, "a", {"a": ["x"], "b": [1, 1]}),
        ({"a": {"c": ["x", "x"]}, "b": 1}, "a.c.1", {"a": {"c": ["x"]}, "b": 1}),
        ({"a": ["x", "x"]}, None, {"a": ["x", "x"]}),
        ({"a": ["x", "x"]}, "otro", {"a": ["x", "x"]}),
    ],
)
def test_only_the_field_that_looped_loses_its_repeats(
    root: Any, path: str | None, left: Any
) -> None:
    assert without_loop(root, path) == left
