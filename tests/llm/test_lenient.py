import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llm.lenient import read_json
from nlp.schema import split_path

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(JSON_VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_valid_json_reads_as_json_loads_reads_it(
    value: Any, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    if any("\ud800" <= char <= "\udfff" for char in json.dumps(value, ensure_ascii=False)):
        return
    reading = read_json(text)
    assert reading is not None
    assert reading.root == json.loads(text)
    assert reading.open_path is None


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.text("abc.~", max_size=3), JSON_VALUES, min_size=1, max_size=4),
    st.floats(0, 1),
)
def test_what_is_read_of_broken_off_json_was_there(value: dict[str, Any], share: float) -> None:
    text = json.dumps(value, ensure_ascii=False)
    if any("\ud800" <= char <= "\udfff" for char in text):
        return
    reading = read_json(text[: int(len(text) * share)])
    if reading is None:
        return
    assert set(reading.root) <= set(value)
    for key, read in reading.root.items():
        touched = split_path(reading.open_path or "")[:1] == (key,)
        assert touched or read == value[key]


@settings(max_examples=100, deadline=None)
@given(st.text("{}[]\",:\\n'abu0-1e. /*#\n"))
def test_nothing_a_model_writes_raises(text: str) -> None:
    read_json(text)


def test_deep_nesting_is_bounded() -> None:
    reading = read_json("[" * 100_000)
    assert reading is not None
    assert reading.open_path is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1,}', {"a": 1}),
        ('{"a": 1,, "b": 2}', {"a": 1, "b": 2}),
        ("{'a': 'ñu'}", {"a": "ñu"}),
        ("{a: True, b: None}", {"a": True, "b": None}),
        ('{"a": "dijo "basta" y salió", "b": 2}', {"a": 'dijo "basta" y salió', "b": 2}),
        ('{"a": "dos\nlíneas"}', {"a": "dos\nlíneas"}),
        ('{"a": 1 // un comentario\n, "b": /* otro */ 2}', {"a": 1, "b": 2}),
        ("{“a”: “comillas”}", {"a": "comillas"}),
        (r'{"a": "\d mal escapado"}', {"a": "d mal escapado"}),
        (r'{"a": "\ud83d\ude00"}', {"a": "😀"}),
        ('{"a": +3, "b": .5}', {"a": 3, "b": 0.5}),
        ('{"a": medio kilo, "b": 1}', {"a": "medio kilo", "b": 1}),
        ('{"a": [1, 2}', {"a": [1, 2]}),
    ],
)
def test_forgiven(text: str, value: Any) -> None:
    reading = read_json(text)
    assert reading is not None
    assert reading.root == value


@pytest.mark.parametrize(
    ("text", "value", "open_path"),
    [
        ('{"a": "Lugo", "b": "Ouren', {"a": "Lugo", "b": "Ouren"}, "b"),
        ('{"a": [{"b": 1}, {"b": 2', {"a": [{"b": 1}, {}]}, "a.1.b"),
        ('{"a": 12', {}, "a"),
        ('{"a": tru', {}, "a"),
        ('{"a": {"b.c": "x', {"a": {"b.c": "x"}}, "a.b~1c"),
        ('{"a": ["x", "y"], ', {"a": ["x", "y"]}, ""),
        ('{"a": ["x"', {"a": ["x"]}, "a"),
        ('{"a', {}, ""),
        ("{", {}, ""),
    ],
)
def test_broken_off(text: str, value: Any, open_path: str) -> None:
    reading = read_json(text)
    assert reading is not None
    assert reading.root == value
    assert reading.open_path == open_path


def test_spans_are_those_of_the_values() -> None:
    text = '{"a": {"b": "ñandú"}, "c": [10, false]}'
    reading = read_json(text)
    assert reading is not None
    said = {path: text[start:end] for path, (start, end) in reading.spans.items()}
    assert said == {"a.b": "ñandú", "c.0": "10", "c.1": "false"}
