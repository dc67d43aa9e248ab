"""Typing slips of schemas are found, and what is merely unusual is none."""

from collections import Counter
from contextlib import suppress

import pytest
from hang import ends
from shared_data import shared

from nlp.errors import SchemaError
from nlp.schema_compiler import compile_schema
from nlp.schemas.keywords import nearest

TEXT = {"type": "string"}
FICHA = {"nombre": TEXT, "fecha_firma": TEXT}


def slips_of(document):
    return [(slip.pointer, slip.reason) for slip in compile_schema(document).slips]


def fields(**properties):
    return {"type": "object", "properties": properties}


SLIPS = [
    ("propertis", {"type": "object", "propertis": FICHA}, "/propertis",
     "did you mean `properties`?"),
    ("Properties", {"type": "object", "Properties": FICHA}, "/Properties", "`properties`"),
    ("requierd", {**fields(a=TEXT), "requierd": ["a"]}, "/requierd", "`required`"),
    ("fromat", fields(a={**TEXT, "fromat": "date"}), "/properties/a/fromat", "`format`"),
    ("desciption", fields(a={**TEXT, "desciption": "x"}), "/properties/a/desciption",
     "`description`"),
    ("enumm", fields(a={"type": "string", "enumm": ["x"]}), "/properties/a/enumm", "`enum`"),
    ("tpye", fields(a={"tpye": "string"}), "/properties/a/tpye", "`type`"),
    ("item", fields(a={"type": "array", "item": TEXT}), "/properties/a/item", "`items`"),
    ("min_length", fields(a={**TEXT, "min_length": 3}), "/properties/a/min_length", "`minLength`"),
    ("anyof", fields(a={"anyof": [TEXT]}), "/properties/a/anyof", "`anyOf`"),
    ("ref", {"$defs": {"f": TEXT}, **fields(a={"ref": "#/$defs/f"})}, "/properties/a/ref",
     "`$ref`"),
    ("a field that stands too far out", {**fields(a=TEXT), "fecha": TEXT}, "/fecha",
     "goes under `properties`"),
    ("required near a property", {**fields(**FICHA), "required": ["fechaFirma"]}, "/required",
     "did you mean 'fecha_firma'?"),
    ("required and nowhere", {**fields(**FICHA), "required": ["importe"]}, "/required",
     "describe it under `properties`"),
    ("required in a branch", {**fields(a=TEXT), "anyOf": [{"required": ["z"]}, {}]},
     "/anyOf/0/required", "'z'"),
    ("member of another type", fields(a={"type": "string", "enum": ["1", 2]}), "/properties/a/enum",
     "2 can never be answered"),
    ("null among strings", fields(a={"type": "string", "enum": ["1", None]}), "/properties/a/enum",
     "None can never"),
    ("const of another type", fields(a={"type": ["integer", "null"], "const": 1.5}),
     "/properties/a/const", "integer or null"),
    ("default of another type", fields(a={"type": "boolean", "default": "false"}),
     "/properties/a/default", "can never be used"),
    ("default no member", fields(a={"enum": ["x", "y"], "default": "z"}), "/properties/a/default",
     "is no member of the enum"),
    ("bounds exchanged", fields(a={"type": "integer", "minimum": 9, "maximum": 1}),
     "/properties/a/maximum", "is less than `minimum`"),
    ("lengths exchanged", fields(a={"type": ["string", "null"], "minLength": 9, "maxLength": 1}),
     "/properties/a/maxLength", "is less than `minLength`"),
    ("broken pattern", fields(a={"type": "string", "pattern": "[A-Z"}), "/properties/a/pattern",
     "is no regular expression"),
    ("fields of a string", fields(a={"type": "string", "properties": FICHA}),
     "/properties/a/properties", "did you mean `type: object`?"),
    ("elements of an object", fields(a={"type": "object", "items": TEXT}), "/properties/a/items",
     "did you mean `type: array`?"),
    ("required outside of items",
     fields(a={"type": "array", "items": fields(b=TEXT), "required": ["b"]}),
     "/properties/a/required", "put it into `items`"),
    ("a format near one", fields(a={**TEXT, "format": "datetime"}), "/properties/a/format",
     "did you mean `date-time`?"),
    ("url", fields(a={**TEXT, "format": "url"}), "/properties/a/format", "did you mean `uri`?"),
    ("in a definition", {"$defs": {"f": {"type": "object", "propertis": FICHA}}, **fields(a=TEXT)},
     "/$defs/f/propertis", "`properties`"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "pointer", "said"), [case[1:] for case in SLIPS], ids=[case[0] for case in SLIPS]
)
def test_a_slip(document, pointer, said):
    ((found, reason),) = slips_of(document)
    assert found == pointer
    assert said in reason


NO_SLIPS = [
    ("names of properties", fields(propertis=TEXT, enumm=TEXT, requierd=TEXT, tpye=TEXT)),
    ("members and examples",
     fields(a={"enum": [{"propertis": 1}], "examples": [{"tpye": "x"}],
               "default": {"propertis": 1}})),
    ("extensions",
     {**fields(a=TEXT), "x-propertis": 1, "$coment": "x", "_type": "string", "@type": "object"}),
    ("words of editors and forms",
     fields(a={**TEXT, "description": "x", "descriptions": "x", "markdownDescription": "y",
               "enumNames": ["b"], "enumDescriptions": ["x"], "errorMessage": "z", "note": "n",
               "comment": "c", "unit": "kg", "label": "L"})),
    ("what no keyword could hold",
     fields(a={**TEXT, "requires": "b", "items_": 3, "note": {"type": "x"}})),
    ("OpenAPI",
     fields(a={"type": "string", "nullable": True, "example": "x", "xml": {},
               "enum": ["a", None]})),
    ("draft 4",
     {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://a.b/c",
      **fields(a=TEXT)}),
    ("draft 2019-09",
     {**fields(a={"type": "array", "contains": {}, "minContains": 1, "deprecated": True})}),
    ("required in a part of allOf",
     {"allOf": [fields(a=TEXT), {**fields(b=TEXT), "required": ["a", "b"]}]}),
    ("required of what a reference describes",
     {"$defs": {"base": {**fields(a=TEXT), "required": ["a", "b"]}},
      "allOf": [{"$ref": "#/$defs/base"}, fields(b=TEXT)]}),
    ("required of further keys",
     {**fields(a=TEXT), "required": ["b"], "additionalProperties": TEXT}),
    ("required of keys of a pattern",
     {**fields(a=TEXT), "required": ["b1"], "patternProperties": {"^b": TEXT}}),
    ("required where nothing is described", {"type": "object", "required": ["b"]}),
    ("required in a condition",
     {**fields(a=TEXT), "not": {"required": ["z"]}, "if": {"required": ["y"]}}),
    ("a property called not", fields(**{"not": {**fields(a=TEXT), "required": ["a"]}})),
    ("a whole float is an integer", fields(a={"type": "integer", "enum": [1.0, 2], "default": 1})),
    ("an integer is a number", fields(a={"type": "number", "enum": [1, 2.5]})),
    ("a default of null is none",
     fields(a={"type": "string", "default": None}, b={"enum": ["x"], "default": None})),
    ("equal bounds", fields(a={"type": "integer", "minimum": 3, "maximum": 3})),
    ("patterns of others",
     fields(a={"pattern": r"^\p{Lu}\d{2,4}$"}, b={"pattern": "(((a{9}){9}){9}){9}"})),
    ("nothing closes an object of nothing",
     fields(a={"type": "string", "properties": {}, "required": []})),
    ("null or a value",
     fields(a={"anyOf": [TEXT, {"type": "null"}]}, b={"oneOf": [TEXT, {"enum": [None]}]})),
    ("formats in use",
     fields(a={"format": "int32"}, b={"format": "uuid4"}, c={"format": "idn-email"},
            d={"format": "nif"})),
]  # fmt: skip


@pytest.mark.parametrize(
    "document", [case[1] for case in NO_SLIPS], ids=[case[0] for case in NO_SLIPS]
)
def test_no_slip(document):
    schema = compile_schema(document)
    assert schema.slips == ()
    assert [one for one in schema.lint if one.level == "warning"] == []


def test_slips_come_first():
    levels = [one.level for one in compile_schema(SLIPS[3][1]).lint]
    assert levels == sorted(levels, key=lambda level: level != "slip")


def test_a_schema_of_slips_alone_is_refused_with_what_was_meant():
    with pytest.raises(SchemaError, match="did you mean 'properties'") as caught:
        compile_schema({"propertis": FICHA, "requierd": ["nombre"]})
    assert caught.value.pointer == "/propertis"


REFUSED = [
    ({**fields(**FICHA), "required": ["nombrre"], "additionalProperties": False}, "required",
     "'nombre'"),
    ({"type": "string", "enum": [1, 2]}, "enum", "can never be answered"),
    ({"type": "integer", "minimum": 9, "maximum": 1}, "maximum", "exchange them"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "keyword", "said"), REFUSED)
def test_a_refusal_names_the_slip_behind_it(document, keyword, said):
    with pytest.raises(SchemaError, match=said) as caught:
        compile_schema(document)
    assert caught.value.keyword == keyword


@pytest.mark.parametrize(
    ("word", "meant"),
    [("enumm", "enum"), ("note", None), ("notes", None), ("enumNames", None), ("x" * 50_000, None)],
)
def test_nearest(word, meant):
    assert nearest(word, ("enum", "type", "title")) == meant


WIDE = {
    f"campo{i}": {"type": "string", f"descrpcion{i}": "x", "pattern": f"^a{{{i}}}b$"}
    for i in range(5_000)
}
HOSTILE = {
    "wide": {**fields(**WIDE), "required": [f"camp{i}" for i in range(5_000)]},
    "unused": {"$defs": WIDE, **fields(a=TEXT)},
    "patterns": fields(
        **{f"c{i}": {"pattern": f"(((a{{99}}){{99}}){{99}}){{{i}}}"} for i in range(500)}
    ),
    "references in a ring": {
        "$defs": {
            f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{(i + 1) % 3000}"}], **fields(a=TEXT)}
            for i in range(3_000)
        },
        **fields(a=TEXT),
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_is_bounded(name):
    with ends(), suppress(SchemaError):  # patterns that are too heavy are refused
        assert len(compile_schema(HOSTILE[name]).slips) <= 500


def test_real_schemas_raise_no_false_alarm():
    """Each of these was looked at: all are slips of published schemas.

    Nine of ten, those that are not huge; ``make bench-schemas`` counts in all.
    """
    alarmed = Counter()
    for path in shared("schemas", "jsonschemabench").glob("*.json"):
        if path.stat().st_size < 12_000:
            alarmed.update({slip.keyword for slip in compile_schema(path).slips})
    once = dict.fromkeys(("properties", "decription", "descprition", "Title"), 1)
    assert alarmed == {
        "readonly": 6, "format": 4, "required": 4, "default": 3, "enum": 3, **once,
    }  # fmt: skip
