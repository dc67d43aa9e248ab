import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.schema import join_element, join_path, split_path
from nlp.schema_compiler import compile_schema


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ([], ""),
        (["persona", "nombre"], "persona.nombre"),
        (["hechos", 0, "fecha"], "hechos.0.fecha"),
        (["v1.2"], "v1~12"),
        (["a~b"], "a~0b"),
        ([""], "~2"),
        (["*"], "~3"),
        (["año", "día.mes"], "año.día~1mes"),
    ],
)
def test_a_path_escapes_only_what_would_not_survive(names, path):
    joined = ""
    for name in names:
        joined = join_path(joined, name)
    assert joined == path
    assert split_path(joined) == tuple(str(name) for name in names)


@given(st.lists(st.text("a.~*1é", max_size=4), min_size=1, max_size=4))
def test_any_names_survive_a_path(names):
    path = ""
    for name in names:
        path = join_path(path, name)
    assert split_path(path) == tuple(names)


def test_elements_of_the_root_are_an_asterisk():
    assert join_element("") == "*"
    assert join_element("actos") == "actos.*"


NODO = {
    "type": "object",
    "properties": {
        "nombre": {"type": "string"},
        "hijos": {"type": "array", "items": {"$ref": "#/$defs/Nodo"}},
    },
}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "object"),
        ("raiz.nombre", "string"),
        ("raiz.hijos.3.hijos.0.nombre", "string"),
        ("raiz.hijos.*", "recursive"),
        ("punto~1decimal", "number"),
        ("~2", "boolean"),
        ("par.0", "string"),
        ("par.1", "integer"),
        ("lugar.calle", "string"),
        ("lugar.latitud", "number"),
        ("precios.manzana", "number"),
        ("raiz.nada", None),
        ("par.7.x", None),
    ],
)
def test_a_schema_is_read_by_schema_path_and_field_path(path, kind):
    schema = compile_schema(
        {
            "$defs": {"Nodo": NODO},
            "type": "object",
            "properties": {
                "raiz": {"$ref": "#/$defs/Nodo"},
                "punto.decimal": {"type": "number"},
                "": {"type": "boolean"},
                "par": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
                "lugar": {
                    "anyOf": [
                        {"type": "object", "properties": {"calle": {"type": "string"}}},
                        {"type": "object", "properties": {"latitud": {"type": "number"}}},
                    ]
                },
                "precios": {"type": "object", "additionalProperties": {"type": "number"}},
            },
        }
    )
    found = schema.at(path)
    assert (found and found.kind) == kind


def test_every_path_of_a_tree_leads_to_its_field():
    schema = compile_schema({"$defs": {"Nodo": NODO}, "$ref": "#/$defs/Nodo"})
    for field in schema.walk():
        assert schema.at(field.path) == field
