import json

import pydantic
import pytest
from shared_data import shared

from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema

TEXT = {"type": "string"}


def field_of(subschema, **document):
    """The field of a property under a document."""
    root = {"type": "object", "properties": {"x": subschema}, "required": ["x"], **document}
    return compile_schema(root).fields[0]


@pytest.mark.parametrize(
    ("subschema", "kind", "nullable"),
    [
        ({"type": "string"}, "string", False),
        ({"type": ["string", "null"]}, "string", True),
        ({"anyOf": [TEXT, {"type": "null"}]}, "string", True),
        ({"oneOf": [{"type": "null"}, {"type": "integer"}]}, "integer", True),
        ({"type": "string", "nullable": True}, "string", True),
        ({"allOf": [{"$ref": "#/$defs/Texto"}], "nullable": True}, "string", True),
        ({"$ref": "#/$defs/Texto"}, "string", False),
        ({"type": "number"}, "number", False),
        ({"type": ["integer", "number"]}, "number", False),
        ({"allOf": [{"type": "number"}, {"type": "integer"}]}, "integer", False),
        ({"anyOf": [TEXT, {"type": "string", "format": "date"}]}, "string", False),
        ({"type": ["string", "integer", "null"]}, "union", True),
        ({"const": "fijo"}, "enum", False),
        ({"enum": ["a", None]}, "enum", True),
        ({"type": "null"}, "null", True),
        ({}, "any", True),
        (True, "any", True),
        ({"properties": {"a": TEXT}}, "object", False),
        ({"items": TEXT}, "array", False),
        ({"minimum": 3}, "number", False),
        ({"pattern": "^a"}, "string", False),
        ({"allOf": [{"type": ["string", "null"]}, TEXT]}, "string", False),
        ({"allOf": [{"type": ["string", "null"]}, {"type": ["null", "integer"]}]}, "null", True),
    ],
)
def test_kind_and_null(subschema, kind, nullable):
    field = field_of(subschema, **{"$defs": {"Texto": TEXT}})
    assert (field.kind, field.nullable) == (kind, nullable)


@pytest.mark.parametrize(
    ("subschema", "members"),
    [
        ({"enum": ["sí", "no"]}, ("sí", "no")),
        ({"enum": [1, 1.0, True, "1"]}, (1, True, "1")),
        ({"type": "string", "enum": ["a", 1]}, ("a",)),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, ("b",)),
        ({"const": 7}, (7,)),
        ({"anyOf": [{"enum": ["a"]}, {"const": "b"}, {"enum": ["a", "c"]}]}, ("a", "b", "c")),
        ({"enum": [[1, 2], {"k": 1}]}, ([1, 2], {"k": 1})),
    ],
)
def test_members_keep_their_types_and_order(subschema, members):
    field = field_of(subschema)
    assert field.kind == "enum"
    assert json.dumps(field.enum) == json.dumps(members)


def test_members_keep_what_the_schema_says_of_each():
    field = field_of(
        {
            "oneOf": [
                {"const": "alta", "description": "por encima de lo normal"},
                {"const": "baja", "title": "por debajo"},
            ]
        }
    )
    assert field.enum_notes == ("por encima de lo normal", "por debajo")


@pytest.mark.parametrize(
    ("subschema", "bounds"),
    [
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, {"exclusive_minimum": 1}),
        ({"type": "number", "exclusiveMaximum": 5}, {"exclusive_maximum": 5}),
        ({"allOf": [{"minimum": 1}, {"minimum": 3}], "type": "number"}, {"minimum": 3}),
        ({"type": "string", "minLength": 2, "maxLength": 9}, {"min_length": 2, "max_length": 9}),
        ({"type": "string", "format": "date", "minItems": 3}, {"format": "date"}),
        (
            {"type": "array", "items": TEXT, "maxItems": 3, "uniqueItems": True},
            {"max_items": 3, "unique_items": True},
        ),
        ({"type": "object", "minProperties": 1}, {"min_properties": 1}),
    ],
)
def test_bounds(subschema, bounds):
    constraints = field_of(subschema).constraints
    told = {name: getattr(constraints, name) for name in constraints.__slots__}
    assert {name: value for name, value in told.items() if value not in (None, False)} == bounds


def test_words_beside_a_reference_win_over_those_of_its_target():
    field = field_of(
        {"$ref": "#/$defs/T", "description": "fuera"},
        **{"$defs": {"T": {"type": "string", "description": "dentro", "title": "Título"}}},
    )
    assert (field.description, field.title) == ("fuera", "Título")


def test_defaults_and_examples_are_kept():
    field = field_of({"type": "string", "default": None, "examples": ["uno", "dos"]})
    assert field.has_default
    assert field.default is None
    assert field.examples == ("uno", "dos")


def test_all_of_unites_the_properties_of_its_parts():
    schema = compile_schema(
        {
            "allOf": [
                {"$ref": "#/definitions/Base"},
                {"properties": {"importe": {"type": "number"}}, "required": ["importe"]},
            ],
            "definitions": {
                "Base": {
                    "type": "object",
                    "properties": {"id": TEXT, "importe": {"minimum": 0}},
                    "required": ["id"],
                }
            },
        }
    )
    assert [(field.name, field.kind, field.required) for field in schema.fields] == [
        ("id", "string", True),
        ("importe", "number", True),
    ]
    assert schema.fields[1].constraints.minimum == 0


def test_recursion_becomes_a_reference_back():
    node = {
        "allOf": [{"type": "object", "properties": {"nombre": TEXT}}],
        "properties": {"hijos": {"type": "array", "items": {"$ref": "#"}}},
    }
    schema = compile_schema(node)
    item = schema.at("hijos.*")
    assert item is not None
    assert (item.kind, item.target) == ("recursive", "")


def test_recursion_through_a_choice_keeps_null():
    schema = compile_schema(
        {
            "$defs": {
                "Persona": {
                    "type": "object",
                    "properties": {
                        "nombre": TEXT,
                        "madre": {"anyOf": [{"$ref": "#/$defs/Persona"}, {"type": "null"}]},
                    },
                }
            },
            "type": "object",
            "properties": {"autora": {"$ref": "#/$defs/Persona"}},
        }
    )
    mother = schema.at("autora.madre")
    assert mother is not None
    assert (mother.kind, mother.target, mother.nullable) == ("recursive", "autora", True)


@pytest.mark.parametrize(
    "document",
    [
        {"$id": "https://ejemplo.es/a.json", "$ref": "#/$defs/T", "$defs": {"T": TEXT}},
        {"$ref": "#texto", "$defs": {"T": {"$anchor": "texto", **TEXT}}},
        {"$ref": "#texto", "definitions": {"T": {"id": "#texto", **TEXT}}},
        {"$id": "https://ejemplo.es/a.json", "$ref": "b.json",
         "$defs": {"B": {"$id": "b.json", **TEXT}}},
        {"$ref": "#/$defs/con%20espacio", "$defs": {"con espacio": TEXT}},
        {"$ref": "#/$defs/a~1b", "$defs": {"a/b": TEXT}},
        {"$ref": "#/components/schemas/T", "components": {"schemas": {"T": TEXT}}},
        {"$ref": "#/anyOf/1", "anyOf": [{"type": "integer"}, TEXT], "$schema": "draft-07"},
    ],
)  # fmt: skip
def test_references_inside_the_document(document):
    assert compile_schema(document).root.kind == "string"


def test_a_broken_definition_that_nothing_uses_does_no_harm():
    remote = {"$ref": "https://ejemplo.es/otro.json"}
    assert compile_schema({"type": "string", "$defs": {"Otro": remote}}).root.kind == "string"


def test_siblings_of_a_reference_count_from_2019_on():
    draft7 = {"$schema": "http://json-schema.org/draft-07/schema#"}
    document = {"properties": {"x": {"$ref": "#/definitions/T", "maxLength": 3}}}
    document["definitions"] = {"T": TEXT}
    assert compile_schema(document).fields[0].constraints.max_length == 3
    assert compile_schema({**draft7, **document}).fields[0].constraints.max_length is None


@pytest.mark.parametrize(
    ("document", "pointer", "keyword"),
    [
        (False, "", ""),
        ({"$ref": "https://ejemplo.es/otro.json"}, "/$ref", "$ref"),
        ({"$ref": "otro.json#/definitions/T"}, "/$ref", "$ref"),
        ({"properties": {"a": {"$ref": "#/$defs/Nada"}}}, "/properties/a/$ref", "$ref"),
        ({"$ref": "#"}, "", "$ref"),
        ({"anyOf": [{"$ref": "#"}, TEXT]}, "", "$ref"),
        ({"type": "texto"}, "/type", "type"),
        ({"properties": {"a/b": {"type": "float"}}}, "/properties/a~1b/type", "type"),
        ({"properties": {"a": 3}}, "/properties", "properties"),
        ({"type": "object", "required": True}, "/required", "required"),
        ({"enum": "a"}, "/enum", "enum"),
        ({"anyOf": []}, "/anyOf", "anyOf"),
        ({"type": "integer", "minimum": float("inf")}, "/minimum", "minimum"),
        ({"$ref": ["#"]}, "/$ref", "$ref"),
        # A reference to a place where no schema stands.
        ({"$ref": "#/x-tipos/T", "x-tipos": {"T": {"type": "raro"}}}, "/x-tipos/T/type", "type"),
        # Inside what is only checked on the answer, too.
        ({"not": {"$ref": "#/nada"}}, "/not/$ref", "$ref"),
        ({"dependencies": {"a": 3}}, "/dependencies", "dependencies"),
        ({"type": "string", "maxLength": -1}, "/maxLength", "maxLength"),
        ({"allOf": [TEXT, {"type": "integer"}]}, "/allOf/0", "type"),
        ({"allOf": [{"const": 1}, {"const": 2}]}, "/allOf/0", "enum"),
        ({"type": "string", "minLength": 5, "maxLength": 2}, "", "maxLength"),
        ({"properties": {"a": False}, "required": ["a"]}, "", "required"),
        ({"$schema": "http://json-schema.org/draft-03/schema#"}, "/$schema", "$schema"),
        (
            {"type": "object", "properties": {"a": {}}, "patternProperties": {"(": TEXT}},
            "/patternProperties",
            "patternProperties",
        ),
    ],
)
def test_a_refusal_names_pointer_and_keyword(document, pointer, keyword):
    with pytest.raises(SchemaError) as caught:
        compile_schema(document)
    assert (caught.value.pointer, caught.value.keyword) == (pointer, keyword)
    assert caught.value.reason


def test_an_impossible_optional_property_is_left_out_with_a_warning():
    schema = compile_schema({"properties": {"a": False, "b": TEXT}})
    assert [field.name for field in schema.fields] == ["b"]
    assert [remark.level for remark in schema.lint if remark.level == "warning"] == ["warning"]


def test_branches_that_only_ask_for_keys_do_not_split_an_object():
    schema = compile_schema(
        {
            "type": "object",
            "properties": {"a": TEXT, "b": TEXT},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        }
    )
    assert schema.root.kind == "object"
    assert any(remark.keyword == "anyOf" and remark.level == "local" for remark in schema.lint)


@pytest.mark.parametrize(
    ("subschema", "extra"),
    [
        ({"type": "object"}, "any"),
        ({"type": "object", "additionalProperties": False}, None),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "integer"),
        ({"type": "object", "patternProperties": {"^x-": TEXT}}, "string"),
        ({"type": "object", "properties": {"a": TEXT}}, None),
        ({"type": "object", "properties": {"a": TEXT}, "additionalProperties": TEXT}, "string"),
    ],
)
def test_keys_that_are_not_named(subschema, extra):
    found = field_of(subschema).extra
    assert (found and found.kind) == extra


@pytest.mark.parametrize(
    "tuple_schema",
    [
        {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "items": False},
        {"type": "array", "items": [TEXT, {"type": "integer"}], "additionalItems": False},
    ],
)
def test_tuples(tuple_schema):
    field = field_of(tuple_schema)
    assert [part.kind for part in field.prefix] == ["string", "integer"]
    assert field.item is None
    assert field.constraints.max_items == 2


def test_a_list_of_no_items_has_none_though_its_second_place_is_impossible():
    field = field_of({"type": "array", "prefixItems": [TEXT, False], "maxItems": 0})
    assert field.constraints.max_items == 0


def test_keywords_checked_only_on_the_answer_are_told():
    schema = compile_schema(
        {
            "type": "object",
            "properties": {"a": {"type": "string", "pattern": "^[A-Z]+$"}},
            "if": {"required": ["a"]},
            "then": {"minProperties": 1},
        }
    )
    local = {(remark.pointer, remark.keyword) for remark in schema.lint if remark.level == "local"}
    assert {("/properties/a/pattern", "pattern"), ("/if", "if")} <= local


class Acto(pydantic.BaseModel):
    """Un acto público."""

    lugar: str | None = pydantic.Field(default=None, description="dónde fue")
    asistentes: list[str] = []


def test_a_pydantic_class_is_a_schema():
    schema = compile_schema(Acto, instruction="Saca los actos.")
    assert [(field.name, field.kind, field.nullable) for field in schema.fields] == [
        ("lugar", "string", True),
        ("asistentes", "array", False),
    ]
    assert schema.original == Acto.model_json_schema()
    assert schema.instruction == "Saca los actos."


def test_a_file_a_text_and_a_mapping_give_the_same_tree(tmp_path):
    document = {"title": "Ficha", "type": "object", "properties": {"año": {"type": "integer"}}}
    file = tmp_path / "ficha.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    trees = [compile_schema(source).root for source in (document, file, str(file))]
    trees.append(compile_schema(json.dumps(document)).root)
    assert all(tree == trees[0] for tree in trees)


@pytest.mark.parametrize("text", ["{", "[1]", "no_hay.json"])
def test_what_is_no_schema_is_refused(text):
    with pytest.raises(SchemaError):
        compile_schema(text)


def test_the_original_is_unchanged():
    document = {"type": "object", "properties": {"a": {"$ref": "#/$defs/T"}}, "$defs": {"T": TEXT}}
    before = json.dumps(document)
    schema = compile_schema(document)
    assert schema.original is document
    assert json.dumps(document) == before


def test_real_schemas_compile_or_are_refused_with_a_reason():
    paths = sorted(shared("schemas", "jsonschemabench").glob("*.json"))[::12]
    refusals = []
    for path in paths:
        try:
            compile_schema(path)
        except SchemaError as error:
            refusals.append(error)
    assert all(error.reason and error.keyword for error in refusals)
    assert len(refusals) <= len(paths) // 20


@pytest.mark.parametrize("source", [{"nombre": "string"}, '{"fecha": {"type": "string"}}'])
def test_an_object_of_fields_is_no_schema_and_the_error_shows_one(source):
    with pytest.raises(SchemaError, match="'properties'"):
        compile_schema(source)


@pytest.mark.parametrize("source", [{}, True, {"title": "Lo que sea"}, {"x-nota": 1}])
def test_a_schema_may_ask_for_anything(source):
    assert compile_schema(source).root.kind == "any"
