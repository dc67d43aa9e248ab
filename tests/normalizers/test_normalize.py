"""The way from a draft to an answer, on small schemas."""

import pytest

from nlp.hints import FieldHints, Hint
from nlp.schema import Draft, Field, Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize

TEXT = (
    "El Museo de la Sal de Torrevieja abrió el 3 de marzo de 2021. Lo dirige Inés Beltrán Soler y "
    "guarda 1.250 piezas. La entrada es gratuita."
)


def leaf(name: str, kind: str, **more: object) -> Field:
    return Field(path=name, name=name, kind=kind, **more)  # type: ignore[arg-type]


SCHEMA = Schema(
    root=Field(
        path="",
        name="",
        kind="object",
        fields=(
            leaf("museo", "string"),
            leaf("directora", "string", nullable=True, required=False),
            leaf("piezas", "integer", nullable=True, required=False),
            leaf("acceso", "enum", enum=("GRATUITO", "DE PAGO")),
            leaf("visitable", "boolean", nullable=True, required=False),
            Field(
                path="salas",
                name="salas",
                kind="array",
                required=False,
                item=Field(path="salas.*", name="*", kind="string"),
            ),
        ),
    )
)
FULL = {
    "museo": "Museo de la Sal de Torrevieja",
    "directora": "Inés Beltrán Soler",
    "piezas": 1250,
    "acceso": "GRATUITO",
    "visitable": None,
    "salas": [],
}

CASES = [
    ("right answers stay", FULL, FULL),
    ("missing keys", {"museo": "Museo de la Sal de Torrevieja", "acceso": "GRATUITO"},
     {"museo": "Museo de la Sal de Torrevieja", "acceso": "GRATUITO", "directora": None,
      "piezas": None, "visitable": None}),
    ("extra keys", FULL | {"comentario": "ninguno"}, FULL),
    ("keys written otherwise", {"Museo": "Museo de la Sal de Torrevieja"} | FULL, FULL),
    ("wrapped answer", {"respuesta": FULL}, FULL),
    ("null-like strings", FULL | {"directora": "No consta"}, FULL | {"directora": None}),
    ("null in a list", FULL | {"salas": [None]}, FULL),
    ("enum of another gender", FULL | {"acceso": "gratuita"}, FULL),
    ("number in a string", FULL | {"piezas": "1.250 piezas"}, FULL),
    ("boolean in words", FULL | {"visitable": "Sí"}, FULL | {"visitable": True}),
    ("accents are the user's", FULL | {"directora": "Ines Beltran Soler"},
     FULL | {"directora": "Ines Beltran Soler"}),
    ("an invented name", FULL | {"directora": "Marcos Quiroga Paz"}, FULL | {"directora": None}),
    ("a date may follow from the text", FULL | {"directora": "3 de marzo de 2012"},
     FULL | {"directora": "3 de marzo de 2012"}),
    ("a list where a string is asked", FULL | {"directora": ["Inés Beltrán Soler"]}, FULL),
]  # fmt: skip


@pytest.mark.parametrize(("name", "draft", "expected"), CASES, ids=[case[0] for case in CASES])
def test_draft_becomes_answer(name: str, draft: object, expected: dict[str, object]) -> None:
    results = normalize(Draft(root=draft), SCHEMA, Document("d", TEXT), ())
    assert assemble(results, SCHEMA) == expected


def test_every_value_says_where_it_stands() -> None:
    results = normalize(Draft(root=FULL), SCHEMA, Document("d", TEXT), ())
    by_path = {result.path: result for result in results}
    for path in ("museo", "directora", "piezas"):
        for evidence in by_path[path].evidence:
            assert TEXT[evidence.start : evidence.end] == evidence.mention
        assert by_path[path].evidence
    assert by_path["directora"].alignment == "exact"
    assert by_path["piezas"].alignment == "value"


@pytest.mark.parametrize("root", [None, [], "texto", 7, {"museo": {"a": [1, {"b": None}]}}, True])
def test_no_draft_makes_it_fail(root: object) -> None:
    results = normalize(Draft(root=root), SCHEMA, Document("d", TEXT), ())
    assert set(assemble(results, SCHEMA)) == set(FULL) - {"salas"}  # an optional list left out


def test_unknown_strictness_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match="lenient, balanced, strict"):
        normalize(Draft(root={}), SCHEMA, Document("d", TEXT), (), strictness="severo")


TEXT_NODE = {"type": "string"}
CAMERA = {"type": "object", "properties": {"marca": TEXT_NODE}, "required": ["marca"]}
NESTED = {"type": "object", "properties": {"nota": TEXT_NODE, "camara": CAMERA}}


@pytest.mark.parametrize(
    ("node", "required", "said", "left"),
    [
        ({"type": "array", "items": TEXT_NODE, "minItems": 1}, False, {}, {}),
        ({"type": "array", "items": CAMERA, "minItems": 2}, False, {}, {}),
        (CAMERA, False, {}, {}),
        (NESTED, False, {}, {"extra": {}}),
        (NESTED, False, {"extra": {"nota": "cámara"}}, {"extra": {"nota": "cámara"}}),
        (CAMERA, False, {"extra": {"marca": "cámara"}}, {"extra": {"marca": "cámara"}}),
        (CAMERA, True, {}, {"extra": {"marca": ""}}),
        ({"type": "array", "items": TEXT_NODE, "minItems": 1}, True, {}, {"extra": [""]}),
    ],
)
def test_an_optional_container_of_which_nothing_is_said_is_left_out(
    node: dict[str, object], required: bool, said: dict[str, object], left: dict[str, object]
) -> None:
    plain = {
        "type": "object",
        "properties": {"equipo": TEXT_NODE, "extra": node},
        "required": ["equipo", "extra"] if required else ["equipo"],
    }
    schema = compile_schema(plain, instruction="")
    document = Document("d", "Equipo: cámara 2")
    results = normalize(Draft(root={"equipo": "cámara 2", **said}), schema, document, ())
    assert assemble(results, schema) == {"equipo": "cámara 2", **left}


def test_a_container_stays_where_the_answer_is_not_valid_without_it() -> None:
    plain = {"type": "object", "properties": {"camara": CAMERA}, "minProperties": 1}
    schema = compile_schema(plain, instruction="")
    results = normalize(Draft(root={}), schema, Document("d", "Equipo"), ())
    assert assemble(results, schema) == {"camara": {"marca": ""}}


def test_what_one_of_several_objects_has_is_not_given_to_the_others() -> None:
    wine = {
        "type": "object",
        "properties": {"nombre": {"type": "string"}, "guardar_hasta": {"type": "integer"}},
        "required": ["nombre"],
    }
    plain = {"type": "object", "properties": {"vinos": {"type": "array", "items": wine}}}
    schema = compile_schema(plain, instruction="")
    text = "Catamos el Alba, que se puede guardar hasta 2028, y el Brío."
    year = Candidate(text.index("2028"), text.index("2028") + 4, "2028", "NUMBER", None, "test")
    hints = (FieldHints("vinos.*.guardar_hasta", (Hint(year, 0.95),), 0.95),)
    said = {"vinos": [{"nombre": "Alba", "guardar_hasta": 2028}, {"nombre": "Brío"}]}
    results = normalize(Draft(root=said), schema, Document("d", text), (year,), hints=hints)
    assert assemble(results, schema) == said
