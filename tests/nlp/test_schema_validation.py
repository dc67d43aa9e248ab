import pytest

from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid, violations
from nlp.schemas.skeleton import skeleton

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
        ({"type": "string", "format": "date"}, "mañana", []),
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
    ("document", "empty"),
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
            {
                "nombre": None,
                "notas": [],
                "estado": "abierto",
                "edad": 18,
                "activo": False,
                "lugar": {"país": None},
            },
        ),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 0.5}, 0.25),
        ({"type": "integer", "exclusiveMinimum": 3}, 4),
        ({"type": "integer", "maximum": -2, "multipleOf": 5}, -5),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [False, False]),
        ({"type": "array", "prefixItems": [{"const": "x"}], "minItems": 1}, ["x"]),
        ({"anyOf": [{"type": "integer"}, {"type": "array", "items": TEXT}]}, 0),
        ({"type": "string", "minLength": 2}, "  "),
    ],
)
def test_the_emptiest_answer_is_valid(document, empty):
    schema = compile_schema(document)
    union_order = skeleton(schema)
    assert union_order == empty
    assert is_valid(schema, union_order)


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
