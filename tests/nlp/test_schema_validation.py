import time

import jsonschema
import pytest

from nlp import schema_validation
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid, violations
from normalizers.least_wrong import least_wrong

TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("document", "answer", "expected"),
    [
        ({"type": "string"}, "hola", []),
        ({"type": "string"}, None, [("", "type")]),
        ({"type": "string", "nullable": True}, None, []),
        ({"properties": {"a/b": {"type": "integer"}}}, {"a/b": "x"}, [("/a~1b", "type")]),
        ({"type": "array", "items": TEXT}, ["a", 1], [("/1", "type")]),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, 1, [("", "minimum")]),
        ({"type": "number", "exclusiveMinimum": 1}, 1, [("", "exclusiveMinimum")]),
        ({"type": "array", "items": [TEXT], "additionalItems": False}, ["a", "b"], 1),
        ({"type": "array", "prefixItems": [TEXT], "items": False}, ["a", "b"], 1),
        ({"type": "string", "format": "date"}, "mañana", [("", "format")]),
        ({"type": "string", "pattern": r"^\d{4}$"}, "20", [("", "pattern")]),
        ({"patternProperties": {"^x": TEXT}}, {"x1": 3}, [("/x1", "type")]),
        ({"not": {"required": ["a"]}}, {"a": 1}, [("", "not")]),
        ({"$schema": "draft-04", "items": True}, [1], []),
        ({"$schema": "draft-04", "items": False}, [1], [("", "false")]),
        (False, None, 1),
        (True, {"lo": "que sea"}, []),
    ],
)
def test_violations_name_place_and_keyword(document, answer, expected):
    found = [(violation.pointer, violation.keyword) for violation in violations(document, answer)]
    if isinstance(expected, int):
        assert len(found) == expected
    else:
        assert found == expected


def test_a_remote_reference_is_a_violation_and_never_fetched():
    found = violations({"$ref": "http://localhost:1/esquema.json"}, {})
    assert [violation.keyword for violation in found] == ["$ref"]


def test_an_answer_too_deep_to_check_is_not_valid():
    answer = None
    for _ in range(5_000):
        answer = {"a": answer}
    assert not is_valid({"properties": {"a": {"$ref": "#"}}, "type": ["object", "null"]}, answer)


@pytest.mark.parametrize(
    ("document", "least"),
    [
        (
            {
                "type": "object",
                "properties": {
                    "nombre": {"type": ["string", "null"]},
                    "alias": TEXT,
                    "notas": {"type": "array", "items": TEXT},
                    "estado": {"enum": ["abierto", "cerrado"]},
                    "edad": {"type": "integer", "minimum": 18},
                    "activo": {"type": "boolean"},
                    "lugar": {"type": "object", "properties": {"país": {"type": "null"}}},
                },
                "required": ["estado", "edad", "activo", "lugar"],
            },
            {"estado": "cerrado", "edad": 18, "activo": False, "lugar": {}},
        ),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 0.5}, 0.5),
        ({"type": "integer", "exclusiveMinimum": 3}, 4),
        ({"type": "integer", "maximum": -2, "multipleOf": 5}, -5),
        ({"type": "integer", "exclusiveMinimum": 10, "multipleOf": 5}, 15),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [False, False]),
        ({"type": "array", "prefixItems": [{"const": "x"}], "minItems": 1}, ["x"]),
        ({"anyOf": [{"type": "integer"}, {"type": "array", "items": TEXT}]}, 0),
        ({"type": "string", "minLength": 2}, "N/A"),
    ],
)
def test_the_least_wrong_answer_is_valid(document, least):
    schema = compile_schema(document)
    made = least_wrong(schema.root, schema)
    assert made == least
    assert is_valid(schema, made)


def test_choices_inside_choices_of_a_recursive_schema_are_each_judged_once():
    branch = {
        "type": "object",
        "properties": {"hijos": {"type": "array", "items": {"$ref": "#/definitions/nodo"}}},
        "required": ["hijos"],
    }
    # The kind stands last: each branch looks at all that hangs below before it fails.
    branches = [
        {"allOf": [branch, {"properties": {"clase": {"enum": [f"clase {number}"]}}}]}
        for number in range(12)
    ]
    document = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"nodo": {"oneOf": branches}},
        "$ref": "#/definitions/nodo",
    }
    answer = {"hijos": [], "clase": "otra"}
    for level in range(12):
        answer = {"hijos": [answer, {"hijos": [], "clase": "clase 1"}], "clase": f"clase {level}"}
    found = violations(document, answer)
    assert [violation.keyword for violation in found] == ["oneOf"]
    answer["hijos"][0] = {"hijos": [], "clase": "clase 3"}
    assert violations(document, answer) == []


@pytest.mark.parametrize("inner", [{}, {"$schema": "http://json-schema.org/draft-07/schema#"}])
def test_our_own_rules_hold_behind_a_reference_to_a_declared_draft(inner):
    document = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {
            "clave": {"type": "string", "nullable": True, "pattern": r"^\p{Lu}+$"},
            "dentro": {"$ref": "#"},
            "aparte": {"$ref": "#/definitions/aparte"},
        },
        "definitions": {
            "aparte": {**inner, "properties": {"clave": {"$ref": "#/properties/clave"}}}
        },
    }
    for way in ("dentro", "aparte"):
        assert violations(document, {way: {"clave": None}}) == []
        assert violations(document, {way: {"clave": "ÑANDÚ"}}) == []
        assert [each.pointer for each in violations(document, {way: {"clave": "ñ"}})] == [
            f"/{way}/clave"
        ]
    assert "$schema" in document


def test_as_many_violations_are_told_as_asked_for():
    document, answer = {"items": TEXT}, [1] * 300
    assert len(violations(document, answer)) == 100
    assert len(violations(document, answer, limit=1_000)) == 300


@pytest.mark.parametrize("document", [{}, True, {"type": "number"}, {"multipleOf": 0.5}])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_write_is_a_violation_wherever_it_stands(document, number):
    first = violations(document, number)[0]
    assert (first.pointer, first.keyword) == ("", "type")
    found = violations(True, {"a/b": [1, number]})
    assert [(each.pointer, each.keyword) for each in found] == [("/a~1b/1", "type")]


@pytest.mark.parametrize(("number", "valid"), [(10**400, True), (10**400 + 1, False), (3, False)])
def test_a_multiple_may_be_larger_than_any_float(number, valid):
    assert is_valid({"multipleOf": 10}, number) is valid
    assert is_valid({"multipleOf": 10.0}, number) is valid


@pytest.mark.parametrize(
    ("answer", "valid"),
    [([1, True], True), ([1, 1.0], False), ([{"a": [1]}, {"a": [True]}], True),
     ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], False), ([{"n": n} for n in range(20_000)], True)],
    ids=["a boolean", "a number", "inside", "the order of keys", "many"],
)  # fmt: skip
def test_unique_elements(answer, valid):
    assert is_valid({"uniqueItems": True}, answer) is valid


def test_keys_that_may_not_be_there_are_named():
    document = {"properties": {"a": TEXT}, "patternProperties": {"^x": TEXT}}
    found = violations({**document, "additionalProperties": False}, {"a": "", "x1": "", "b": ""})
    assert [(each.keyword, each.unnamed) for each in found] == [("additionalProperties", ("b",))]


def test_a_slow_pattern_of_keys_takes_no_longer_than_it_may():
    document = {"patternProperties": {"^(a|aa)+$": {}}, "additionalProperties": False}
    assert violations(document, {"a" * 60 + "!": 1})


def test_others_who_use_jsonschema_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_validation, "MAX_SECONDS", 0.05)
    named = {"patternProperties": {"^x_": {"type": "string"}}, "additionalProperties": False}
    assert schema_validation.violations(named, {"x_a": 3})
    time.sleep(0.1)  # past the deadline of the check above
    stranger = jsonschema.Draft202012Validator({**named, "unevaluatedProperties": False})
    assert [error.validator for error in stranger.iter_errors({"x_a": 3})] == ["type"]
    assert [error.validator for error in stranger.iter_errors({"y": 3})]
