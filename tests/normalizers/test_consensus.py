"""Several answers become one; what an answer does not say is no vote."""

from typing import Any

import pytest

from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from normalizers.consensus import fullness, merge_drafts

SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "puerto": {"type": ["string", "null"]},
            "barcos": {"type": "array", "items": {"type": "string"}},
            "viajes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "a": {"type": "string"},
                        "dias": {"type": ["integer", "null"]},
                        "carga": {"type": ["string", "null"]},
                    },
                },
            },
            "dueño": {
                "type": ["object", "null"],
                "properties": {
                    "nombre": {"type": "string"},
                    "edad": {"type": ["integer", "null"]},
                    "casa": {
                        "type": "object",
                        "properties": {"villa": {"type": ["string", "null"]}},
                    },
                },
            },
            "notas": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    },
    instruction="",
)


def merge(*roots: Any) -> tuple[Any, dict[str, float]]:
    merged, agreement = merge_drafts([Draft(root=root) for root in roots], SCHEMA)
    assert all(0 <= share <= 1 for share in agreement.values())
    return merged.root, dict(agreement)


CASES: list[tuple[str, list[Any], str, Any]] = [
    ("the majority", ["Vigo", "Bueu", "Vigo"], "puerto", "Vigo"),
    ("null by majority", [None, "Bueu", None], "puerto", None),
    ("a value where none agree", [None, "Bueu", "Vigo"], "puerto", "Bueu"),
    ("the wording nearest to the others",
     ["puerto de Vigo", "el gran puerto de Vigo, en Galicia", "el puerto de Vigo"], "puerto",
     "el puerto de Vigo"),
    ("dates are right or wrong", ["2021-03-04", "2021-03-05", "2019-03-04", "2019-03-04"],
     "puerto", "2019-03-04"),
    ("items that half share", [["Nao"], ["Nao", "Brisa"], ["Brisa", "Nao"]], "barcos",
     ["Nao", "Brisa"]),
    ("each item by its own majority, in no draft together",
     [["Nao", "Alba", "Eco"], ["Nao", "Brisa", "Faro"], ["Brisa", "Alba", "Isla"]], "barcos",
     ["Nao", "Alba", "Brisa"]),
    ("the empty list by majority", [[], ["Nao"], []], "barcos", []),
    ("null where a list is asked is the empty list", [None, ["Nao"], []], "barcos", []),
    ("objects matched", [[{"a": "Cádiz", "dias": 3}], [{"a": "Cádiz", "dias": 3}],
     [{"a": "Faro", "dias": 9}]], "viajes", [{"a": "Cádiz", "dias": 3}]),
    ("an item key by key",
     [[{"a": "Cádiz", "dias": 3, "carga": "sal"}], [{"a": "Cádiz", "dias": 4, "carga": "sal"}],
      [{"a": "Cádiz", "dias": 4, "carga": "vino"}]], "viajes",
     [{"a": "Cádiz", "dias": 4, "carga": "sal"}]),
    ("a key that an item leaves out is no null",
     [[{"a": "Cádiz", "carga": "sal"}], [{"a": "Cádiz", "dias": 4, "carga": "sal"}],
      [{"a": "Cádiz", "dias": 4}]], "viajes", [{"a": "Cádiz", "dias": 4, "carga": "sal"}]),
    ("a null that an item says is one",
     [[{"a": "Cádiz", "dias": None, "carga": "sal"}], [{"a": "Cádiz", "dias": 4, "carga": "sal"}],
      [{"a": "Cádiz", "dias": None, "carga": "sal"}]], "viajes",
     [{"a": "Cádiz", "dias": None, "carga": "sal"}]),
    ("nested objects", [{"nombre": "Eva"}, {"nombre": "Eva"}, {"nombre": "Luz"}], "dueño",
     {"nombre": "Eva"}),
    ("keys left out of nested objects are no vote",
     [{"nombre": "Eva", "edad": 40, "casa": {"villa": "Bueu"}}, {"nombre": "Eva", "casa": {}},
      {"nombre": "Eva"}], "dueño", {"nombre": "Eva", "edad": 40, "casa": {"villa": "Bueu"}}),
    ("an object as null by majority", [None, {"nombre": "Eva"}, None], "dueño", None),
    ("keys that no schema names by majority",
     [{"lunes": "mar", "martes": "sol"}, {"lunes": "mar"}, {"lunes": "mar"}], "notas",
     {"lunes": "mar"}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "values", "name", "expected"), CASES, ids=[c[0] for c in CASES])
def test_merge(case: str, values: list[Any], name: str, expected: Any) -> None:
    assert merge(*({name: value} for value in values))[0] == {name: expected}


FULL: dict[str, Any] = {
    "puerto": "Vigo",
    "barcos": ["Nao"],
    "viajes": [{"a": "Cádiz", "dias": 3, "carga": None}],
    "dueño": {"nombre": "Eva", "edad": None, "casa": {"villa": None}},
    "notas": {},
}
SILENCE: list[tuple[str, list[Any], Any]] = [
    ("one draft is taken as it is", [FULL], FULL),
    ("a key left out by two is no null", [{}, FULL, {"barcos": ["Nao"]}], FULL),
    ("a nearly empty draft does not outvote a full one",
     [{"puerto": "Bueu"}, FULL], FULL),
    ("nor do two that contradict each other",
     [{"puerto": "Bueu"}, FULL, {"puerto": "Cangas"}], FULL),
    ("a failure that is written as an object says nothing",
     [{"error": "sin respuesta"}, FULL, {"error": "sin respuesta"}], FULL),
    ("failed drafts have no vote", [None, FULL, []], FULL),
    ("null and a value alike: a silent draft is nearer to null",
     [{"barcos": ["Nao"], "puerto": None}, {"barcos": ["Nao"], "puerto": "Vigo"},
      {"barcos": ["Nao"]}], {"puerto": None, "barcos": ["Nao"]}),
    ("null and a value alike: where all spoke, the value",
     [{"barcos": ["Nao"], "puerto": None}, {"barcos": ["Nao"], "puerto": "Vigo"}],
     {"puerto": "Vigo", "barcos": ["Nao"]}),
    ("three values alike: of the draft that is nearest to the others",
     [{"puerto": "Bueu", "barcos": ["Eco"]}, {"puerto": "Vigo", "barcos": ["Nao"]},
      {"puerto": "Faro", "barcos": ["Nao"]}], {"puerto": "Vigo", "barcos": ["Nao"]}),
    ("what only one says beside the schema is left out",
     [{**FULL, "capitán": "Roi"}, FULL, FULL], FULL),
    ("what half say beside the schema stays", [{**FULL, "capitán": "Roi"}, FULL],
     {**FULL, "capitán": "Roi"}),
    ("nothing that is asked: kept for whoever mends keys", [{"Puerto:": "Vigo"}],
     {"Puerto:": "Vigo"}),
    ("nothing heard", [None, "no"], None),
    ("no draft", [], None),
]  # fmt: skip


@pytest.mark.parametrize(("case", "roots", "expected"), SILENCE, ids=[c[0] for c in SILENCE])
def test_what_is_not_said_is_no_vote(case: str, roots: list[Any], expected: Any) -> None:
    assert merge(*roots)[0] == expected


def test_a_list_at_the_root() -> None:
    schema = compile_schema({"type": "array", "items": {"type": "string"}}, instruction="")
    drafts = [Draft(root=root) for root in (["Nao"], ["Nao", "Eco"], None, ["Nao"])]
    assert merge_drafts(drafts, schema)[0].root == ["Nao"]


def test_a_tuple_is_not_pooled() -> None:
    pair = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}
    schema = compile_schema({"type": "object", "properties": {"p": pair}}, instruction="")
    drafts = [Draft(root={"p": value}) for value in (["Nao", 3], ["Eco", 4], ["Eco", 4])]
    assert merge_drafts(drafts, schema)[0].root == {"p": ["Eco", 4]}


def trip(a: str, dias: int | None) -> list[dict[str, Any]]:
    return [{"a": a, "dias": dias, "carga": None}]


def owner(nombre: str, edad: int | None = None) -> dict[str, Any]:
    return {"nombre": nombre, "edad": edad, "casa": {"villa": None}}


AGREEMENT: list[tuple[str, list[Any], str, float]] = [
    ("all say it", [{"puerto": "Vigo"}] * 3, "puerto", 1),
    ("two of three", [{"puerto": each} for each in ("Vigo", "Bueu", "Vigo")], "puerto", 2 / 3),
    ("in part", [{"puerto": "bahía de Vigo"}, {"puerto": "ría de Vigo"}], "puerto", 5 / 6),
    ("all that spoke", [{"barcos": [], "puerto": "Vigo"}, {"barcos": []}], "puerto", 1),
    ("the fuller draft weighs more",
     [{"barcos": [], "puerto": "Vigo"}, {"puerto": "Bueu"}], "puerto", 2 / 3),
    ("an item of two lists in three", [{"barcos": each} for each in (["Nao"], ["Eco"], ["Nao"])],
     "barcos.0", 2 / 3),
    ("an empty list speaks", [{"barcos": each} for each in (["Nao"], ["Nao"], [])], "barcos.0",
     2 / 3),
    ("a key of an item, among the lists",
     [{"viajes": each} for each in (trip("Faro", 3), trip("Faro", 3), [])], "viajes.0.a", 2 / 3),
    ("where half of those with the item say so too",
     [{"viajes": each} for each in (trip("Faro", 3), trip("Faro", 9))], "viajes.0.dias", 1 / 2),
    ("a key of an object", [{"dueño": owner(each)} for each in ("Eva", "Luz", "Eva")],
     "dueño.nombre", 2 / 3),
    ("a null object speaks", [{"dueño": each} for each in (owner("Eva"), None, owner("Eva"))],
     "dueño.nombre", 2 / 3),
    ("an object that leaves the key out does not",
     [{"dueño": owner("Eva", 40)}, {"dueño": {"nombre": "Luz", "casa": {"villa": None}}}],
     "dueño.edad", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "roots", "path", "share"), AGREEMENT, ids=[case[0] for case in AGREEMENT]
)
def test_agreement_is_the_weighted_share_of_those_that_spoke(
    case: str, roots: list[Any], path: str, share: float
) -> None:
    assert merge(*roots)[1][path] == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize(
    ("root", "share"),
    [
        ({}, 0),
        (FULL, 1),
        ({"puerto": None}, 1 / 9),
        ({"viajes": []}, 3 / 9),
        ({"viajes": [{"a": "Cádiz"}, {"a": "Faro", "dias": None, "carga": None}]}, 2 / 9),
        ({"dueño": None}, 3 / 9),
        ({"dueño": {"edad": 4, "casa": {}}}, 1 / 9),
        ({"error": "sin respuesta"}, 0),
    ],
)
def test_fullness_is_the_share_of_the_leaves_spoken_about(root: Any, share: float) -> None:
    assert fullness(SCHEMA, root) == pytest.approx(share)
