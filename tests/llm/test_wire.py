import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_data import shared
from wire_instances import FORBIDDEN, instances, keywords

from llm.wire import Caps, plan_wire, wire_schema
from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema

TEXT = {"type": "string"}
NULL = {"type": "null"}
CAPPED = {"type": "string", "maxLength": 1000}


def wire_of(subschema, *, required=True, **options):
    """The wire form of one property."""
    root = {"type": "object", "properties": {"x": subschema}, "required": ["x"] * required}
    return wire_schema(compile_schema(root), **options)["properties"]["x"]


@pytest.mark.parametrize(
    ("subschema", "wire"),
    [
        (TEXT, CAPPED),
        ({"type": ["string", "null"]}, {"anyOf": [CAPPED, NULL]}),
        ({"type": "string", "nullable": True}, {"anyOf": [CAPPED, NULL]}),
        ({"type": "string", "maxLength": 5, "pattern": "^a", "format": "date"}, 5),
        ({"type": "string", "maxLength": 90_000}, CAPPED),
        ({"type": "string", "minLength": 3}, {**CAPPED, "minLength": 3}),
        ({"type": "integer", "minimum": 0, "default": 3}, {"type": "integer", "minimum": 0}),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 9.5},
         {"type": "integer", "minimum": 1, "maximum": 9}),
        ({"type": "integer", "maximum": 2**70}, {"type": "integer"}),
        ({"type": "number", "minimum": 0.5}, {"type": "number"}),
        ({"const": "fijo"}, {"type": "string", "const": "fijo"}),
        ({"enum": [1, 2, None]}, {"anyOf": [{"type": "integer", "enum": [1, 2]}, NULL]}),
        ({"enum": ["a", 1, True]}, {"enum": ["a", 1, True]}),
        ({"type": "array", "items": TEXT, "uniqueItems": True},
         {"type": "array", "items": CAPPED, "maxItems": 100}),
        ({"type": "array", "prefixItems": [TEXT, {"type": "boolean"}]},
         {"type": "array", "prefixItems": [CAPPED, {"type": "boolean"}], "minItems": 2,
          "maxItems": 2}),
        ({"oneOf": [{"type": "integer"}, {"type": "boolean"}]},
         {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}),
        ({"type": "object", "additionalProperties": {"type": "integer"}},
         {"type": "object", "properties": {}, "required": [],
          "additionalProperties": {"type": "integer"}}),
    ],
)  # fmt: skip
def test_the_wire_form_of_a_property(subschema, wire):
    if isinstance(wire, int):
        wire = {"type": "string", "maxLength": wire}
    assert wire_of(subschema) == wire


@pytest.mark.parametrize(
    ("subschema", "wire"),
    [
        (TEXT, {"anyOf": [CAPPED, NULL]}),
        ({"type": "boolean"}, {"anyOf": [{"type": "boolean"}, NULL]}),
        # An optional list says nothing by being empty.
        ({"type": "array", "items": TEXT}, {"type": "array", "items": CAPPED, "maxItems": 100}),
        (
            {"type": "array", "items": TEXT, "minItems": 1},
            {"anyOf": [{"type": "array", "items": CAPPED, "minItems": 1, "maxItems": 100}, NULL]},
        ),
    ],
)
def test_what_may_be_absent_is_required_and_nullable(subschema, wire):
    root = {"type": "object", "properties": {"x": subschema}}
    written = wire_schema(compile_schema(root))
    assert written["required"] == ["x"]
    assert written["additionalProperties"] is False
    assert written["properties"]["x"] == wire


def test_properties_keep_the_order_of_the_schema():
    names = ["zeta", "alfa", "mu", "", "con.punto", "ñandú"]
    root = {"type": "object", "properties": dict.fromkeys(names, TEXT)}
    assert list(wire_schema(compile_schema(root))["properties"]) == names


TREE = {
    "$defs": {
        "Nodo": {
            "type": "object",
            "properties": {
                "nombre": TEXT,
                "hijos": {"type": "array", "items": {"$ref": "#/$defs/Nodo"}},
                "sucesor": {"anyOf": [{"$ref": "#/$defs/Nodo"}, NULL]},
            },
            "required": ["nombre"],
        }
    },
    "$ref": "#/$defs/Nodo",
}


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_recursion_is_unfolded_to_the_depth_and_ends_in_null_and_empty_lists(depth):
    wire = wire_schema(compile_schema(TREE), depth=depth)
    for _ in range(depth):
        wire = wire["properties"]["hijos"]["items"]
    assert wire["properties"]["hijos"]["maxItems"] == 0
    assert wire["properties"]["sucesor"] == NULL


def test_what_has_no_end_is_refused():
    endless = {"type": "object", "properties": {"n": {"$ref": "#"}}, "required": ["n"]}
    with pytest.raises(SchemaError, match="endless"):
        wire_schema(compile_schema(endless))


def test_a_large_schema_keeps_its_shallow_places_and_names_what_it_leaves_out():
    deep = {"type": "object", "properties": {f"d{i}": TEXT for i in range(300)}}
    root = {
        "type": "object",
        "properties": {"título": TEXT, **{f"parte{i}": deep for i in range(20)}},
    }
    plan = plan_wire(compile_schema(root), Caps(max_nodes=500))
    assert plan.schema["properties"] == {"título": {"anyOf": [CAPPED, NULL]}}
    assert plan.omitted == tuple(f"parte{i}" for i in range(20))


def test_required_places_stay_however_many():
    names = [f"c{i}" for i in range(40)]
    root = {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": names[5:]}
    plan = plan_wire(compile_schema(root), Caps(max_nodes=10))
    assert set(names[5:]) <= set(plan.schema["properties"])


def test_a_huge_enum_goes_out_as_a_string():
    root = {"type": "object", "properties": {"x": {"enum": [f"v{i:07d}" for i in range(60_000)]}}}
    wire = wire_schema(compile_schema(root))
    assert wire["properties"]["x"] == {"anyOf": [{"type": "string", "maxLength": 8}, NULL]}


def test_changing_a_wire_schema_changes_no_other():
    first = wire_of({"type": ["string", "null"]})
    first["anyOf"][1]["type"] = "integer"
    assert wire_of({"type": ["string", "null"]})["anyOf"][1] == NULL


@given(st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
def test_a_wire_schema_asks_for_every_key_and_its_instances_satisfy_it(data):
    wire = wire_schema(compile_schema(TREE), depth=1)
    answer = data.draw(instances(wire))
    jsonschema.Draft202012Validator(wire).validate(answer)
    assert set(answer) == {"nombre", "hijos", "sucesor"}


def test_real_wire_schemas_hold_only_what_engines_know():
    for path in sorted(shared("schemas", "jsonschemabench").glob("*.json"))[::15]:
        wire = wire_schema(compile_schema(path))
        jsonschema.Draft202012Validator.check_schema(wire)
        assert not [keyword for keyword in keywords(wire) if FORBIDDEN.fullmatch(keyword)], path
