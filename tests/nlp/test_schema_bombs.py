"""Schemas that are no JSON, patterns that cannot be compiled, members without a word."""

import json

import pytest
from hang import ends

from nlp.errors import DocumentError, SchemaError
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid, violations
from nlp.schemas.checks import is_multiple
from nlp.schemas.patterns import is_bomb, matches
from nlp.spans import Document


def nested(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "pattern",
    [
        "(((a{1000}){1000}){1000})",
        "((((a{100}[(]){100}[(]){100}[(]){100})",
        "((((a{100}[[:^alpha:](]){100}[[:^alpha:](]){100}){100})",
        "(?x)(a{1000}#[\n){1000}",
        "a{5000}" * 600,
        "(" * 900 + ")" * 900,
    ],
)
def test_a_pattern_that_would_unroll_to_gigabytes_is_refused_before_it_is_compiled(
    pattern: str,
) -> None:
    with ends():
        assert is_bomb(pattern)
        assert matches(pattern, "a" * 100) is None
    with ends(), pytest.raises(SchemaError, match="repeats or nests too much") as refused:
        compile_schema({"type": "object", "properties": {"x": {"pattern": pattern}}})
    assert refused.value.pointer == "/properties/x/pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[A-Z]{2}\d{2}(?: ?\d{4}){5}$",
        r"^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
        r"^.{5,10000}$",
        r"^[[:alpha:]\(\)]{3,40}$",
        "(a)" * 1500,
    ],
)
def test_patterns_that_people_write_are_tried(pattern: str) -> None:
    assert not is_bomb(pattern)
    assert matches(pattern, "¿?") is False


def test_patterns_beside_additional_properties_end_too() -> None:
    schema = {"patternProperties": {"^(a|a)+$": {}}, "additionalProperties": False}
    with ends():
        assert violations(schema, {"a" * 40 + "!": 1})
        schema = {"patternProperties": {"^(a|a)+$": {}}, "unevaluatedProperties": False}
        assert violations(schema, {"a" * 40 + "!": 1})


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ('{"const": NaN}', "/const"),
        ('{"properties": {"x": {"maximum": 1e999}}}', "/properties/x/maximum"),
        ('{"enum": ["a", {"b": -Infinity}]}', "/enum/1/b"),
        ('{"properties": {"\\ud800": {}}}', "/properties"),
        ('{"title": "\\udfff"}', "/title"),
        ('{"minimum": ' + "9" * 4000 + "}", "/minimum"),
        (json.dumps({"type": "array", "const": nested(700)}), ""),
        (json.dumps({"default": nested(200)}), ""),
    ],
)
def test_what_json_cannot_say_is_refused_with_its_place(schema: str, pointer: str) -> None:
    with pytest.raises(SchemaError) as refused:
        compile_schema(schema)
    assert refused.value.pointer.startswith(pointer)
    str(refused.value).encode("utf-8")


def test_half_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(DocumentError, match=r"U\+D83D.*character 5"):
        Document("1", "hola \ud83d")
    with pytest.raises(DocumentError, match="the instruction"):
        compile_schema({"type": "string"}, instruction="\udc00")


@pytest.mark.parametrize(
    ("value", "step", "said"),
    [
        (0.29, 0.01, True),
        (19.99, 0.01, True),
        (0.3, 0.1, True),
        (1.005, 0.01, False),
        (7, 2, False),
        (10**30, 7, False),
        (10**400, 10, True),
        (1e308, 5e-324, True),
        (5e-324, 1, False),
        (float("inf"), 2, False),
        (float("nan"), 2, False),
    ],
)
def test_multiples_are_of_the_decimals_as_they_are_written(
    value: float, step: float, said: bool
) -> None:
    assert is_multiple(value, step) is said
    assert is_valid({"type": "number", "multipleOf": step}, value) is said
